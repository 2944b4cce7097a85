"""The oracle for blocks: look closely at the photograph, find each block, build from below.

The structure is known from the photograph alone, and only after it was seen large enough to make out its smallest block.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.geometry.building import Piece, bearers, read
from mindsight.engine.geometry.frames import NO_TURN, Quaternion, multiply, rotate, turn
from mindsight.engine.kinds import Look
from mindsight.engine.physics.actions import Action, Axis
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks.blocks.goal import facings, reference_of, room_vector
from mindsight.home.tasks.blocks.table import MAT, PHOTO

Steps = Generator[Action, None, None]
Answer = Generator[Action, None, bool]
Turns = tuple[tuple[Axis, float], ...]
Array = NDArray[np.float64]

_SPREAD = 1.1
"""Blocks that touch in the photograph are placed a little apart, so that one does not land on the other's edge."""
_CLOSE_M, _WELL_M, _NEAR_M = 0.006, 0.012, 0.018
"""Largest offset of a block from its place when aiming, after letting go, and, with a trembling hand, from its place beside
its neighbour; the last is a little stricter than the goal."""
_STRAIGHT_DEG = 3.0
_TRIES, _PATIENCE = 3, 12
"""Tries for a block without and with a trembling hand; without, a further try would fail in the same way."""
_GRID, _REACH = 41, 60.0


def solve(instance: Instance, perception: Perception) -> Steps:
    """Build and finish; decline if no photograph shows a model, or a block is missing or cannot be taken."""
    if instance.reason in {"impossible", "not_home"}:
        # The words alone show that this cannot be done.
        yield Action(verb="decline", text="that cannot be done")
        return
    builder = Builder(perception)
    if not (yield from builder.study()):
        yield Action(verb="decline", text=builder.doubt)
    elif not builder.find():
        yield Action(verb="decline", text="a block of the model is not to be had")
    elif (yield from builder.build()):
        yield Action(verb="finish")
    else:
        yield Action(verb="decline", text="it does not hold together")


class Builder:
    """The builder in front of the photograph of a model; the frame of the model is that of the photograph.

    ``begun`` is whether part of it stands already, so that places are relative to the blocks there.
    """

    def __init__(self, perception: Perception, *, begun: bool = False) -> None:
        self._perception = perception
        self._begun = begun
        self._world = perception.episode.world
        self.pieces: tuple[Piece, ...] = ()
        self.names: list[str] = []
        self._lay: dict[str, Sighting] = {}
        self.place = ""
        self._yaw = 0.0
        self._middle: Array = np.zeros(3)
        self.doubt = "the photograph cannot be made out"
        """Why the model is not known."""

    def study(self) -> Answer:
        """Find the photograph, look at it closely and come back; return False if it cannot be made out."""
        photo = yield from self._perception.go_nearest(PHOTO)
        if photo is None:
            self.doubt = "there is no photograph of a model to build from"
            return False
        if photo.look is not None and photo.look.state == "scenery":
            self.doubt = "the photograph shows no model of blocks"
            return False
        self.place = self._perception.viewpoint
        ahead = rotate(self._world.frame(PHOTO).turn, (1.0, 0.0, 0.0))
        self._yaw = float(np.degrees(np.arctan2(ahead[1], ahead[0])))
        yield Action(verb="look", point=photo.point, zoom=10.0)
        descriptions = self._perception.read(PHOTO)
        yield Action(verb="look", to=self.place)
        mat = self._perception.present.get(MAT)
        if not descriptions or mat is None:
            return False
        self.pieces = self._as_seen(read(min(descriptions)))
        left, top, right, bottom = mat.box
        # The middle of the mat is hidden if a block stands there already.
        hit = None if self._begun else self._perception.space.ray(((left + right) / 2, (top + bottom) / 2))
        self._middle = hit.point if hit is not None else np.asarray(self._perception.space.frame(MAT).at)
        return True

    def find(self) -> bool:
        """Match the seen blocks to those of the model; return False if one was not seen."""
        for piece in self.pieces:
            name = next((one.name for one in self._perception.known.values() if _is(one, piece)), None)
            found = (
                self._perception.known.get(name)
                if name
                else self._perception.imagine(piece.kind, Look(piece.colour, "", ""))
            )
            if found is None:
                return False
            self.names.append(found.name)
        return True

    def _as_seen(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return the structure as perceived: with perceived colours, and left and right as perceived."""
        side = -1 if self._perception.lens.mirrors(PHOTO) else 1
        return tuple(
            replace(
                one,
                colour=self._perception.lens.colour(f"{PHOTO} {number}", one.colour),
                at=(side * one.at[0], *one.at[1:]),
            )
            for number, one in enumerate(pieces)
        )

    def build(self) -> Answer:
        """Place all blocks, lower ones first, and those behind before those in front."""
        for number in range(len(self.pieces)):
            if not (yield from self.set(number)):
                return False
        return True

    def set(self, number: int) -> Answer:
        """Fetch a block and put it where it belongs; try again if it does not stand there."""
        name = self.names[number]
        for _ in range(_PATIENCE if self._trembles else _TRIES):
            held = self._world.held
            if held is not None and held != name:
                yield from self._put_back(held)
                continue
            if held is None:
                one = self._perception.present.get(name) or (yield from self._perception.find(name))
                if one is None:
                    return False
                yield from self._take(number, one)
                if self._perception.code == "covered":
                    # Trying again does not help if another block fell onto this one.
                    return False
                if self._world.held != name:
                    continue
            for point in self._points(number):
                yield Action(verb="place", point=point)
                if self._world.held != name:
                    break
            if self._world.held != name and self.stands_well(number):
                return True
        return False

    def _take(self, number: int, one: Sighting) -> Steps:
        """Take a block into the hand, turned as it must stand, in front of the photograph."""
        turns, self._lay = self._turns(number), dict(self._perception.present)
        yield Action(verb="pick", point=_pixel(one.point))
        if self._world.held != one.name:
            return
        if self._perception.viewpoint != self.place:
            yield Action(verb="look", to=self.place)
        for axis, degrees in turns:
            yield Action(verb="rotate", degrees=degrees, axis=axis)

    def _put_back(self, other: str) -> Steps:
        """Put a block that was taken by mistake back to where it lay."""
        point = self._lay[other].point if other in self._lay else self._perception.space.aim(self._middle)
        yield Action(verb="place", point=_pixel(point))

    @property
    def _trembles(self) -> bool:
        return any(self._perception.space.tremor)

    def _goal(self, number: int) -> Array:
        """Return the position in the room of the middle of a block's underside.

        With a trembling hand, or if part of the model stands already, it is relative to where the block below or beside actually stands.
        """
        goal, reference = self._meant(number), self._reference(number)
        if (self._begun or self._trembles) and reference is not None:
            goal[:2] += self.middle_of(self.names[reference]) - self._meant(reference)[:2]
        return goal

    def _reference(self, number: int) -> int | None:
        """Return the block by which another one's place is defined, if it is visible."""
        found = reference_of(number, self.pieces)
        return found if found is not None and self.names[found] in self._perception.present else None

    def middle_of(self, name: str) -> Array:
        """Return the perceived position in the room of a block's middle."""
        low, high = self._perception.space.extent(name, np.eye(3), np.zeros(3))
        return np.asarray((low + high)[:2] / 2)

    def _meant(self, number: int) -> Array:
        """Return the position of the middle of a block's underside if the structure is centred on the mat."""
        spread = np.array([*(_SPREAD * part for part in self._centred(self.pieces[number])), 0.0]) / 100
        place = self._middle + np.array(room_vector(spread, self._yaw))
        place[2] += self.pieces[number].at[2] / 100
        return np.asarray(place)

    def _centred(self, piece: Piece) -> tuple[float, float]:
        """Return the position of a block from the middle of the structure's footprint."""
        low, high = (edge(one) for edge, one in ((_low, self.pieces), (_high, self.pieces)))
        return (piece.at[0] - (low[0] + high[0]) / 2, piece.at[1] - (low[1] + high[1]) / 2)

    def _points(self, number: int) -> Iterator[tuple[float, float]]:
        """Return picture points over or under a block's place, on something level, best first."""
        goal, piece = self._goal(number), self.pieces[number]
        heights = {goal[2], self._middle[2], *(self._top(lower) for lower in bearers(piece, self.pieces))}
        found: list[tuple[float, tuple[float, float]]] = []
        for height in sorted(heights, reverse=True):
            point = self._seen_at(np.array([goal[0], goal[1], height]))
            found += [self._tried(point, goal)]
        if min(away for away, _ in found) > _CLOSE_M:
            middle = np.mean([point for _, point in found], axis=0)
            steps = np.linspace(-_REACH, _REACH, _GRID)
            found += [self._tried((middle[0] + x, middle[1] + y), goal) for x in steps for y in steps]
        return iter([point for _, point in sorted(found)[:2]])

    def _top(self, lower: int) -> float:
        return float(self._perception.space.extent(self.names[lower], np.eye(3), np.zeros(3))[1][2])

    def _seen_at(self, place: Array) -> tuple[float, float]:
        return self._perception.space.project(place)

    def _tried(self, point: Sequence[float], goal: Array) -> tuple[float, tuple[float, float]]:
        """Return how far from its goal a thing lands if put down at a picture point, and that point as it is given."""
        given = _pixel(point)
        hit = self._perception.space.ray(given, ignore=self._world.held)
        if hit is None or hit.normal[2] < 0.9 or hit.point[2] > goal[2] + 0.012:
            return 1.0, given
        return float(np.linalg.norm((hit.point - goal)[:2])), given

    def stands_well(self, number: int) -> bool:
        """Return whether a block is seen to stand where it belongs; hidden blocks are assumed to."""
        if self.names[number] not in self._perception.present:
            return True
        low, _ = self._perception.space.extent(self.names[number], np.eye(3), np.zeros(3))
        level = abs(float(low[2] - self._goal(number)[2])) < _WELL_M
        return level and self._is_near(number) and self._right_way(NO_TURN, number)

    def _is_near(self, number: int) -> bool:
        """Return whether a block stands about where it belongs on the mat or, where places are relative, beside its neighbour."""
        if not (self._begun or self._trembles):
            return float(np.linalg.norm(self.middle_of(self.names[number]) - self._goal(number)[:2])) < _WELL_M
        reference = self._reference(number)
        if reference is None:
            return True
        meant = np.subtract(self.pieces[number].middle, self.pieces[reference].middle) / 100
        seen = self.middle_of(self.names[number]) - self.middle_of(self.names[reference])
        return float(np.linalg.norm(seen - room_vector(meant, self._yaw)[:2])) < _NEAR_M

    def _right_way(self, turned: Quaternion, number: int) -> bool:
        own = multiply(turned, self._world.frame(self.names[number]).turn)
        return _fits(own, self.pieces[number], self._yaw)

    def _turns(self, number: int) -> Turns:
        """Return the fewest turns that make a block stand as in the photograph."""
        straight = _straightening(self._world.frame(self.names[number]).turn, self._yaw)
        tips: tuple[Turns, ...] = (
            (),
            *(((axis, angle),) for axis in ("forward", "sideways") for angle in (90.0, -90.0)),
        )
        tips = (*tips, (("forward", 180.0),))
        best: Turns | None = None
        for quarter in (0.0, 90.0, -90.0, 180.0):
            angle = straight + quarter
            first: Turns = (("upright", angle),) if abs(angle) > _STRAIGHT_DEG else ()
            for tip in tips:
                turns = (*first, *tip)
                if (best is None or len(turns) < len(best)) and self._right_way(_turned(turns), number):
                    best = turns
        return best or ()


def _is(sighting: Sighting, piece: Piece) -> bool:
    return sighting.kind == piece.kind and sighting.look is not None and sighting.look.colour == piece.colour


def _pixel(point: Sequence[float]) -> tuple[float, float]:
    """Return a picture point rounded to whole thousandths, as a person or model would give it."""
    x, y = (float(np.clip(round(part), 0, FULL_SCALE)) for part in point)
    return (x, y)


def _low(pieces: Sequence[Piece]) -> Array:
    return np.asarray(np.min([np.subtract(one.at[:2], one.half[:2]) for one in pieces], axis=0))


def _high(pieces: Sequence[Piece]) -> Array:
    return np.asarray(np.max([np.add(one.at[:2], one.half[:2]) for one in pieces], axis=0))


def _turned(turns: Turns) -> Quaternion:
    done = NO_TURN
    for axis, degrees in turns:
        done = multiply(turn({"upright": "z", "forward": "x", "sideways": "y"}[axis], degrees), done)
    return done


def _straightening(now: Quaternion, yaw_deg: float) -> float:
    """Return the turn in whole degrees that lines a block's sides up with the photograph."""
    axes = [rotate(now, axis) for axis in np.eye(3)]
    flat = min(axes, key=lambda axis: abs(float(axis[2])))
    angle = float(np.degrees(np.arctan2(flat[1], flat[0]))) - yaw_deg
    return float(round(-((angle + 45.0) % 90.0 - 45.0)))


def _fits(own: Quaternion, piece: Piece, yaw_deg: float) -> bool:
    """Return whether a block with this orientation stands as in the photograph."""
    for axis, wanted, ends in facings(piece, yaw_deg):
        cosine = float(rotate(own, np.eye(3)["xyz".index(str(axis))]) @ np.asarray(wanted))
        if (abs(cosine) if ends == "either" else cosine) < np.cos(np.radians(8.0)):
            return False
    # Any orientation of a cube is right as long as it is level.
    up = max(abs(float(rotate(own, axis)[2])) for axis in np.eye(3))
    return up > float(np.cos(np.radians(8.0)))
