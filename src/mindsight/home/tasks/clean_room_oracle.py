"""How somebody with good eyes cleans a room: look everywhere, remember all, bring each piece where it belongs, look again."""

from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from mindsight.engine import measures
from mindsight.engine.actions import Action
from mindsight.engine.sight import Sighting
from mindsight.engine.views import FULL_SCALE
from mindsight.home.eyes import Eyes
from mindsight.home.instances import Instance
from mindsight.home.packing import best_fit
from mindsight.home.tasks.mess import BELONGS, Sort, lies_on, sort_of

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
_WIDE = 0.7
_TRIES = 3
_ROUNDS = 3
_CLEAR_PX = 150


def solve(instance: Instance, eyes: Eyes) -> Steps:
    """Clean and finish; decline when there is nothing to tidy or something has nowhere to go."""
    if instance.reason in {"impossible", "not_home"}:
        # What is asked is understood from the words alone.
        yield Action(verb="decline", text="that cannot be done")
        return
    cleaner = _Cleaner(eyes, tuple(instance.details["sorts"]))
    yield from cleaner.survey(tilts=(0.0, -28.0))
    if not cleaner.mess():
        yield Action(verb="decline", text="there is nothing of the kind to tidy")
    elif not (yield from cleaner.prepare()):
        yield Action(verb="decline", text="there is no place where it could go")
    elif (yield from cleaner.clean()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="something could not be tidied")


@dataclass
class _Cleaner:
    """Somebody who tidies certain sorts of mess; remembers how each thing was seen best and which is done with."""

    eyes: Eyes
    sorts: tuple[Sort, ...]
    best: dict[str, tuple[int, Action]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    view: Action = field(default_factory=lambda: Action(verb="look"))

    def survey(self, tilts: tuple[float, ...]) -> Steps:
        """Look around wide-eyed from every place."""
        for place in self.eyes.places():
            for tilt in tilts if place != "overview" else tilts[:1]:
                yield from self._do(Action(verb="look", to=place, zoom=_WIDE, tilt=tilt))

    def mess(self) -> list[tuple[str, Sort]]:
        """Return what was seen lying about of the sorts to tidy and is not yet put away."""
        found: list[tuple[str, Sort]] = []
        for one in self.eyes.known.values():
            if one.what != "thing" or one.look is None or one.name in self.done:
                continue
            world = self.eyes.episode.world
            if not (world.scene.things[one.name].movable or world.scene.things[one.name].wipeable):
                continue
            sort = sort_of(one.kind, one.look.state, lies_on(world, one.name))
            if sort is not None and sort in self.sorts:
                found.append((one.name, sort))
        return sorted(found, key=lambda pair: (self.sorts.index(pair[1]), self._where(pair[0]), pair[0]))

    def prepare(self) -> Answer:
        """Make sure that everything has somewhere to go, before anything is touched: find it, open the lid."""
        wanted = [BELONGS[sort] for sort in self.sorts if sort in BELONGS]
        if any(name not in self.best for name in wanted):
            return False
        if "toy_chest" not in wanted:
            return True
        lid = yield from self._bring("toy_chest/lid")
        if lid is None:
            return False
        yield from self._do(Action(verb="open", point=lid.point))
        return self.eyes.code in {"opened", "already", "stopped"}

    def clean(self) -> Answer:
        """Tidy all that is known, then look for more, until a look around finds nothing."""
        for _ in range(_ROUNDS):
            for name, sort in self.mess():
                if not (yield from (self._wipe(name) if sort == "stain" else self._tidy(name, BELONGS[sort]))):
                    return False
                self.done.add(name)
            yield from self.survey(tilts=(0.0,))
            if not self.mess():
                return True
        return False

    def _wipe(self, name: str) -> Answer:
        stain = yield from self._bring(name)
        if stain is None:
            return False
        yield from self._do(Action(verb="wipe", point=stain.point))
        return self.eyes.code == "wiped"

    def _tidy(self, name: str, into: str) -> Answer:
        """Bring one thing to where it belongs; once more if it did not stay in."""
        world, inside = self.eyes.episode.world, f"{into}/inside"
        for attempt in range(_TRIES):
            one = yield from self._bring(name)
            if one is None:
                return False
            yield from self._do(Action(verb="pick", point=one.point))
            if self.eyes.code != "picked":
                continue
            self.best.pop(name, None)  # it is not there any more
            if not (yield from self._put(name, into, tipped=attempt > 0)):
                return False
            if measures.inside(world, name, inside) >= 0:
                return True
        return False

    def _put(self, name: str, into: str, *, tipped: bool) -> Answer:
        """Put what the hand holds into a bin, basket or chest; tipped over where it did not stay in as it was."""
        world = self.eyes.episode.world
        yield from self._do(Action(verb="look", to=self.best[into][1].to))
        goal = self.eyes.present.get(into) or (yield from self._bring(into))
        if goal is None:
            return False
        point = self._middle(into) or goal.point
        # A chest is wide: things go side by side. Into a bin or basket one drops them from above.
        fit = best_fit(world, name, f"{into}/inside") if into == "toy_chest" else None
        if fit is not None:
            for axis, degrees in fit.turns:
                yield Action(verb="rotate", degrees=degrees, axis=axis)
            point = self._picture_point(fit.point)
        elif tipped:
            yield Action(verb="rotate", degrees=90.0, axis="sideways")
        yield from self._do(Action(verb="place", point=point))
        return world.held != name

    def _middle(self, into: str) -> tuple[float, float] | None:
        """Return the middle of the opening of what is in view, if one can look in there."""
        world = self.eyes.episode.world
        hollow = world.scene.register.containers[f"{into}/inside"]
        point = self._picture_point(np.asarray(world.frame(hollow.body).inside(hollow.at, hollow.turn).at))
        return point if all(0 <= part <= FULL_SCALE for part in point) else None

    def _picture_point(self, at: np.ndarray) -> tuple[float, float]:
        world = self.eyes.episode.world
        x, y, _ = world.view.project(at, world.aspect)
        return (x, y)

    def _bring(self, name: str) -> Generator[Action, None, Sighting | None]:
        """Bring something into view as it was seen best; None if it is not there any more."""
        if name in self.eyes.present and self.eyes.present[name].pixels >= _CLEAR_PX and "/" not in name:
            return self.eyes.present[name]
        if name in self.best:
            yield from self._do(self.best[name][1])
        return self.eyes.present.get(name) or (yield from self.eyes.find(name))

    def _do(self, action: Action) -> Steps:
        """Do something and look, and remember what was never seen larger, and how."""
        yield action
        if action.verb == "look":
            self.view = action
        for one in self.eyes.present.values():
            if one.pixels > self.best.get(one.name, (0, action))[0]:
                self.best[one.name] = (one.pixels, self.view)

    def _where(self, name: str) -> str:
        return self.best[name][1].to if name in self.best else ""
