"""Shared by oracles that tidy up: remember how each thing was seen best, and bring it into view that way again."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

import numpy as np

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.plans import ViewpointPlan
from mindsight.home.oracle.packing import Fit, best_fit
from mindsight.home.oracle.perception import Perception

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
_CLEAR_PX = 150
_TRIES = 3
_SPOTS = (("靠墙处一", "by the wall, first spot"), ("靠墙处二", "by the wall, second spot"))


def nameless(viewpoints: Sequence[ViewpointPlan], kinds: Sequence[str]) -> tuple[ViewpointPlan, ...]:
    """Name the viewpoints before certain fixtures by number, so that their list does not reveal which fixture is missing."""
    spots = {
        kind: {"name": f"spot_{number}", "zh": zh, "en": en}
        for number, (kind, (zh, en)) in enumerate(zip(kinds, _SPOTS, strict=False), start=1)
    }
    return tuple(one.model_copy(update=spots.get(one.name, {})) for one in viewpoints)


@dataclass
class Tidier:
    """Finds and moves things; ``best`` is the largest size at which each thing was seen, and the view in which it was."""

    perception: Perception
    best: dict[str, tuple[int, Action]] = field(default_factory=dict)
    view: Action = field(default_factory=lambda: Action(verb="look"))

    def __post_init__(self) -> None:
        self.perception.note(self.best)

    def do(self, action: Action) -> Steps:
        """Act and look, and remember the views in which things are seen larger than before."""
        yield action
        if action.verb == "look":
            self.view = action
        for one in self.perception.present.values():
            if one.pixels > self.best.get(one.name, (0, action))[0]:
                self.best[one.name] = (one.pixels, self.view)

    def bring(self, name: str) -> Generator[Action, None, Sighting | None]:
        """Bring something into view as it was seen best; return None if it is no longer there."""
        if name in self.perception.present and self.perception.present[name].pixels >= _CLEAR_PX and "/" not in name:
            return self.perception.present[name]
        if name in self.best:
            yield from self.do(self.best[name][1])
        return self.perception.present.get(name) or (yield from self.perception.find(name))

    def where(self, name: str) -> str:
        """Return the viewpoint from which something was seen best."""
        return self.best[name][1].to if name in self.best else ""

    def middle(self, into: str) -> tuple[float, float] | None:
        """Return the middle of a container in view, if its inside is visible."""
        point = self.picture_point(np.asarray(self.perception.space.hollow(into).at))
        return point if in_picture(point) else None

    def carry(self, name: str, put: Callable[[int], Answer], lies_well: Callable[[], bool]) -> Answer:
        """Pick a thing up and put it down; again if it did not stay where it should. ``put`` is given the number of the try."""
        for attempt in range(_TRIES):
            one = yield from self.bring(name)
            if one is None:
                return False
            yield from self.do(Action(verb="pick", point=one.point))
            if self.perception.code != "picked":
                continue
            self.best.pop(name, None)  # it is no longer there
            if not (yield from put(attempt)):
                return False
            if lies_well():
                return True
        return False

    def put_in(
        self, name: str, holder: str, inside: str, *, at: str = "", side_by_side: bool = False, tipped: bool = False
    ) -> Answer:
        """Put the held thing into a container; ``side_by_side`` where it fits best, else dropped from above.

        ``at`` is the viewpoint for it; by default the one from which the container was seen best.
        """
        yield from self.do(Action(verb="look", to=at or self.where(holder)))
        goal = self.perception.present.get(holder) or (yield from self.bring(holder))
        if goal is None:
            return False
        point = self.middle(inside) or goal.point
        fit = (yield from self.lay(name, inside)) if side_by_side else None
        if fit is not None:
            point = self.perception.space.aim(fit.point)
        elif tipped:
            yield Action(verb="rotate", degrees=90.0, axis="sideways")
        yield from self.do(Action(verb="place", point=point))
        return self.perception.episode.world.held != name

    def lay(self, name: str, into: str) -> Generator[Action, None, Fit | None]:
        """Turn the held thing as it fits best into a container in view; return the fit, None if it fits nowhere."""
        fit = best_fit(self.perception.space, name, into)
        if fit is not None:
            for axis, degrees in fit.turns:
                yield Action(verb="rotate", degrees=degrees, axis=axis)
        return fit

    def picture_point(self, at: np.ndarray) -> tuple[float, float]:
        """Return the picture point of a position in the room."""
        return self.perception.space.project(at)


def in_picture(point: tuple[float, float]) -> bool:
    """Return whether a point lies in the picture."""
    return all(0 <= part <= FULL_SCALE for part in point)
