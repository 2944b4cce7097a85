"""The oracle for a jigsaw: count the pieces, look closely at the lid and at each piece, fit them in.

The place of a piece is found by comparing the colours seen on it with those seen on the lid; see ``sight``.
"""

from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.fixtures.jigsaws import FLOOR_M, LEAN_DEG, lid_point
from mindsight.engine.geometry.frames import Frame, rotate, turn
from mindsight.engine.geometry.jigsaw import GRIDS, PITCH_M, Cut
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.world import World
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.jigsaw.sight import Glance, Piece, Print, assign, unlikeness

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
FRAME, BOX, PIECE = "jigsaw_frame", "jigsaw_box", "jigsaw_piece"
_CLOSE = 2.0
_EDGE = 12.0
_PARTS = tuple((x, y) for y in (350.0, 700.0) for x in (250.0, 500.0, 750.0))
"""Picture points at which the table is looked at closely; always the same, so that equal tasks take equal steps."""
_OFF_M = 0.010
_ANOTHER = 1.5
"""Least difference of pieces from the picture of another jigsaw; from that of their own it is below 0.7."""
_TRIES = 2


def solve(instance: Instance, perception: Perception) -> Steps:
    """Do the jigsaw and finish; decline if a piece is missing, the frame is blocked or the lid shows another picture."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    runner = Puzzler(perception, int(instance.details["pieces"]), str(instance.details["place"]))
    yield Action(verb="look", to=runner.place)
    complaint = runner.complaint()
    if complaint:
        yield Action(verb="decline", text=complaint)
        return
    yield from runner.study()
    if runner.is_of_another_picture():
        yield Action(verb="decline", text="the lid does not show the picture of these pieces")
        return
    done = yield from runner.fit_all()
    yield Action(verb="finish") if done else Action(verb="decline", text="a piece does not go in")


@dataclass
class Puzzler:
    """Does a jigsaw of a number of pieces at a viewpoint; remembers what was seen on the lid and of each piece."""

    perception: Perception
    count: int
    place: str
    picture: dict[str, list[Print]] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for notes in (self.picture, self.pieces):
            self.perception.note(notes)

    @property
    def pitch_m(self) -> float:
        """Side of a piece, which follows from the number of pieces."""
        return PITCH_M[self.count]

    def complaint(self) -> str:
        """Return why the picture cannot be completed; empty if it can."""
        frame = self.perception.present.get(FRAME)
        if frame is None or frame.look is None or frame.look.state == "barred":
            return "the picture does not go into the frame"
        if len(self._lying()) == self.count or self.perception.lens.imagines(PIECE):
            return ""
        return "a piece is missing"

    def study(self) -> Steps:
        """Look closely at the lid, then at the pieces, several at a time."""
        if BOX in self.perception.present:
            yield Action(verb="look", point=self.perception.present[BOX].point, zoom=_CLOSE)
        self.picture[BOX] = Glance(self.perception).prints(self._lid(), *GRIDS[self.count], self.pitch_m)
        yield Action(verb="look", to=self.place)
        points = {one.name: one.point for one in self._lying()}
        for point in _PARTS:
            yield Action(verb="look", to=self.place, point=point, zoom=_CLOSE)
            self.take_in()
        for name in sorted(set(points) - set(self.pieces)):
            yield Action(verb="look", to=self.place, point=points[name], zoom=_CLOSE)
            self.take_in()
        yield Action(verb="look", to=self.place)

    def is_of_another_picture(self) -> bool:
        """Return whether the pieces, as seen, cannot be those of the picture on the lid."""
        seen = [self.pieces[name].printed for name in sorted(self.pieces)]
        return bool(seen) and BOX in self.picture and unlikeness(seen, self.picture[BOX]) > _ANOTHER

    def fit_all(self) -> Answer:
        """Fit every piece in where its print belongs; try again if one did not go in."""
        names = sorted(self.pieces)
        if not names or BOX not in self.picture:
            return False
        for name, (yaw_deg, place) in self.belonging().items():
            if not (yield from self.fit(name, yaw_deg, place)):
                return False
        return len(names) == self.count or self.perception.lens.imagines(PIECE)

    def belonging(self) -> dict[str, tuple[float, int]]:
        """Return for each seen piece the yaw at which its print is upright now, and the cell of the frame where it belongs."""
        names = sorted(self.pieces)
        places = assign([self.pieces[name].printed for name in names], self.picture[BOX])
        return {
            name: (self.pieces[name].yaw_deg + 90.0 * -quarters, self._meant(place))
            for name, (place, quarters) in zip(names, places, strict=True)
        }

    def _meant(self, place: int) -> int:
        """Return the perceived cell of the frame for a cell of the picture; left and right may be mistaken."""
        columns, _ = GRIDS[self.count]
        row, column = divmod(place, columns)
        return row * columns + columns - 1 - column if self.perception.lens.mirrors(FRAME) else place

    def fit(self, name: str, yaw_deg: float, place: int) -> Answer:
        """Fit a piece into a cell of the frame; ``yaw_deg`` is the yaw at which its print is upright."""
        for _ in range(_TRIES):
            one = self.perception.present.get(name)
            if one is None:
                return False
            yield Action(verb="pick", point=one.point)
            if self.perception.code != "picked":
                return False
            if (yield from self.seat(name, yaw_deg, place)):
                return True
            yaw_deg = self.straight_deg()
        return False

    def seat(self, name: str, yaw_deg: float, place: int) -> Answer:
        """Turn the held piece upright and put it into a cell of the frame, which is in view."""
        x, y = self.perception.space.aim(np.asarray(self.cell(place)))
        degrees = (self.straight_deg() - yaw_deg + 180.0) % 360.0 - 180.0
        yield Action(verb="rotate", degrees=round(degrees))
        yield Action(verb="place", point=(round(x), round(y)))
        return self._lies_at(name, place)

    @property
    def _world(self) -> World:
        return self.perception.episode.world

    @property
    def _cut(self) -> Cut:
        """How a picture of this number of pieces is cut; the picture itself must be seen."""
        return Cut("", *GRIDS[self.count], seed=0)

    def _lid(self) -> Frame:
        """Return the frame of the picture on the lid: its middle, x to the right, z up along it."""
        return self.perception.space.frame(BOX).inside(lid_point(self._cut, (0.0, 0.0)), turn("x", -LEAN_DEG))

    def cell(self, place: int) -> Vector:
        """Return the position of the bottom of a cell of the frame."""
        x, y = self._cut.middle(self._cut.cells[place])
        return self.perception.space.frame(FRAME).point((x, y, FLOOR_M))

    def straight_deg(self) -> float:
        """Return the yaw of the frame."""
        ahead = rotate(self._world.frame(FRAME).turn, (1.0, 0.0, 0.0))
        return float(np.degrees(np.arctan2(ahead[1], ahead[0])))

    def _lies_at(self, name: str, place: int) -> bool:
        """Return whether a piece is seen to lie in its cell."""
        one = self.perception.present.get(name)
        found = Glance(self.perception).pose(one, self.pitch_m) if one is not None else None
        return found is not None and float(np.hypot(*(found.at - self.cell(place))[:2])) < _OFF_M

    def _lying(self) -> list[Sighting]:
        return [one for one in self.perception.present.values() if one.kind == PIECE]

    def take_in(self) -> None:
        """Note every piece that the picture shows completely."""
        glance = Glance(self.perception)
        for one in self._lying():
            whole = min(one.box) > _EDGE and max(one.box) < FULL_SCALE - _EDGE
            if whole and one.name not in self.pieces:
                found = glance.piece(one, self.pitch_m)
                if found is not None:
                    self.pieces[one.name] = found
