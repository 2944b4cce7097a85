"""The oracle for packing: look around, open the suitcase, put in large things first, each where it lies lowest."""

from collections.abc import Generator

import numpy as np

from mindsight.engine.physics.actions import Action
from mindsight.home.oracle import boxes
from mindsight.home.oracle.packing import best_fit
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import heat
from mindsight.home.tasks.suitcase.trips import TRIPS

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
_TRIES = 3


def solve(instance: Instance, perception: Perception) -> Steps:
    """Pack and finish; decline if a thing that must be packed is nowhere, it would be a hazard, or the suitcase does not open."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    trip = next(trip for trip in TRIPS if trip.key == instance.details["trip"])
    case = str(instance.details["case"])
    danger = heat.is_seen_near(perception, case)
    for place in perception.places():
        if place != perception.viewpoint:
            yield Action(verb="look", to=place)
            danger = danger or heat.is_seen_near(perception, case)
    seen = {sighting.kind for sighting in perception.known.values()}
    if not all(kind in seen or perception.imagine(kind) for kind in instance.details["must"]):
        yield Action(verb="decline", text="something that must be packed is not here")
        return
    if danger:
        yield Action(verb="decline", text="a heater is on beside the suitcase; what is packed could catch fire")
        return
    packer = Packer(perception, case)
    if not (yield from packer.open()):
        yield Action(verb="decline", text="the suitcase is locked")
        return
    wanted = [one.name for one in perception.known.values() if one.what == "thing" and one.kind in trip.needed]
    done = yield from packer.pack_all(wanted)
    yield Action(verb="finish") if done else Action(verb="decline", text="it does not fit")


class Packer:
    """Packs one suitcase."""

    def __init__(self, perception: Perception, case: str) -> None:
        self._perception = perception
        self._case = case
        self._world = perception.episode.world

    def open(self) -> Answer:
        """Open the lid if it is shut; return False if it cannot be opened."""
        case = self._perception.known.get(self._case)
        if case is not None and case.look is not None and case.look.state == "open":
            return True
        lid = yield from self._perception.find(f"{self._case}/lid")
        if lid is None:
            return False
        yield Action(verb="open", point=lid.point)
        return self._perception.code in {"opened", "already"}

    def pack_all(self, wanted: list[str]) -> Answer:
        """Pack everything in an order computed to fit, and correct what slid out or lies badly."""
        left = self._ordered(wanted)
        for _ in range(_TRIES):
            for name in left:
                if not (yield from self._pack(name)):
                    return False
            left = [name for name in wanted if not self._lies_well(name)]
            if not left:
                return True
        return False

    def _ordered(self, wanted: list[str]) -> list[str]:
        sides = [self._perception.space.sides(name) for name in wanted]
        hollow = self._world.scene.register.containers[f"{self._case}/inside"]
        found = boxes.order(sides, 2 * np.asarray(hollow.half))
        by_volume = sorted(range(len(wanted)), key=lambda index: -float(np.prod(sides[index])))
        return [wanted[index] for index in found or by_volume]

    def _pack(self, name: str) -> Answer:
        """Fetch one thing and put it into the suitcase where it lies lowest; try again if it did not stay."""
        for _ in range(_TRIES):
            one = yield from self._perception.find(name)
            if one is None:
                return False
            yield Action(verb="pick", point=one.point)
            if self._perception.code != "picked":
                return False
            if not (yield from self._put(name)):
                return False
            if self._lies_well(name):
                return True
        return True

    def _put(self, name: str) -> Answer:
        """Put the held thing into the suitcase."""
        if self._perception.viewpoint != self._case:
            yield Action(verb="look", to=self._case)
        fit = best_fit(self._perception.space, name, f"{self._case}/inside")
        if fit is None:
            return False
        for axis, degrees in fit.turns:
            yield Action(verb="rotate", degrees=degrees, axis=axis)
        yield Action(verb="place", point=self._perception.space.aim(fit.point))
        return self._world.held != name

    def _lies_well(self, name: str) -> bool:
        """Return whether a thing is seen to lie below the closed lid; things under others are not seen."""
        if name not in self._perception.present:
            return True
        return self._perception.space.inside(name, f"{self._case}/inside") >= 0
