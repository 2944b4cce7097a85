"""How somebody with good eyes packs: look around, open the suitcase, large things first, each where it lies lowest."""

from collections.abc import Generator

from mindsight.engine.actions import Action
from mindsight.engine.sight import Sighting
from mindsight.home.eyes import Eyes
from mindsight.home.instances import Instance
from mindsight.home.packing import best_fit
from mindsight.home.tasks.trips import TRIPS

Steps = Generator[Action, None, None]
_TRIES = 3


def solve(instance: Instance, eyes: Eyes) -> Steps:
    """Pack and finish; decline when a thing that must be taken is nowhere, or the suitcase does not open."""
    if instance.reason in {"impossible", "not_home"}:
        # What is asked is understood from the words alone.
        yield Action(verb="decline", text="that cannot be done")
        return
    trip = next(trip for trip in TRIPS if trip.key == instance.details["trip"])
    yield from eyes.survey()
    seen = {sighting.kind for sighting in eyes.known.values()}
    if not set(instance.details["must"]) <= seen:
        yield Action(verb="decline", text="something that must be packed is not here")
        return
    packer = _Packer(eyes, str(instance.details["case"]))
    if not (yield from packer.open()):
        yield Action(verb="decline", text="the suitcase is locked")
        return
    wanted = [one for one in eyes.known.values() if one.what == "thing" and one.kind in trip.needed]
    for one in sorted(wanted, key=lambda sighting: -packer.volume(sighting.name)):
        if not (yield from packer.pack(one)):
            yield Action(verb="decline", text="it does not fit")
            return
    yield Action(verb="finish")


class _Packer:
    """Somebody who packs one suitcase."""

    def __init__(self, eyes: Eyes, case: str) -> None:
        self._eyes = eyes
        self._case = case
        self._world = eyes.episode.world

    def open(self) -> Generator[Action, None, bool]:
        """Open the lid if it is shut; False if it cannot be opened."""
        lid = yield from self._eyes.find(f"{self._case}/lid")
        if lid is None:
            return False
        yield Action(verb="open", point=lid.point)
        return self._eyes.code in {"opened", "already"}

    def volume(self, name: str) -> float:
        """Return how much room a thing seems to take."""
        geoms = self._world.solids(name)
        aabb = self._world.model.geom_aabb[geoms]
        return float((8 * aabb[:, 3] * aabb[:, 4] * aabb[:, 5]).sum())

    def pack(self, one: Sighting) -> Generator[Action, None, bool]:
        """Fetch one thing and put it into the suitcase where it lies lowest."""
        for _ in range(_TRIES):
            if not (yield from self._fetch(one.name)):
                return False
            yield Action(verb="look", to="suitcase")
            fit = best_fit(self._world, one.name, f"{self._case}/inside")
            if fit is None:
                return False
            for axis, degrees in fit.turns:
                yield Action(verb="rotate", degrees=degrees, axis=axis)
            x, y, _ = self._world.view.project(fit.point, self._world.aspect)
            yield Action(verb="place", point=(x, y))
            if self._eyes.code == "placed_in":
                return True
            if self._world.held == one.name:
                return False
        return False

    def _fetch(self, name: str) -> Generator[Action, None, bool]:
        found = yield from self._eyes.find(name)
        if found is None:
            return False
        yield Action(verb="pick", point=found.point)
        return self._eyes.code == "picked"
