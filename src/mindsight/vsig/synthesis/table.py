"""The table of a clip: in a furnished room, with a seat that overlooks the room, and the frame of its top.

In the frame of the table x points to the sitter's right, y away from the sitter and z up from the top; in m.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.geometry.frames import Quaternion, multiply, turn
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.scenes.floor_plan import FLAT, Rect, body_rect, span_z, swing_rect
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import survey
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan
from mindsight.engine.seeds import stream, subseed

Array = NDArray[np.float64]

ROOMS: tuple[tuple[RoomKind, str, str], ...] = (
    ("living_room", "客厅的餐桌", "dining table in the living room"),
    ("kitchen", "厨房的餐桌", "dining table in the kitchen"),
    ("bedroom", "卧室的桌子", "table in the bedroom"),
    ("study", "书房的大桌子", "large table in the study"),
)
_KIND, _NAME = "dining_table", "own_table"
_KIND, _NAME = "dining_table", "own_table"
EYE_M = (-0.13, 0.50)
"""Position of the sitter's eyes: behind the table's edge and above its top."""
_SEAT_M = (0.56, 0.60)
"""Space for the sitter, along the table's edge and behind it."""
_ATTEMPTS, _PLACES = 24, 160
_AHEAD_M, _DEEP_ENOUGH_M = 1.2, 3.0
"""Least depth of the room behind the table, and the depth above which more is not better."""
_GAP_M = 0.04
_OVERHEAD_M = 1.3


@dataclass(frozen=True)
class Table:
    """A furnished room with a table; ``front`` is the top as seen from the seat."""

    room: ScenePlan
    surface: str
    front: Rect
    height: float
    zh: str
    en: str

    @property
    def half(self) -> tuple[float, float]:
        """Half the width and depth of the usable top."""
        return self.front.half

    def point(self, at: tuple[float, float, float] | Array) -> Vector:
        """Return a point of the table's frame in the room."""
        x, y = self.front.point((float(at[0]), float(at[1])))
        return (x, y, self.height + float(at[2]))

    def turned(self, turned: Quaternion) -> Quaternion:
        """Return a rotation of the table's frame in the room's frame."""
        return multiply(turn("z", self.front.yaw), turned)

    def local(self, points: Array) -> Array:
        """Return points of the room, shape (..., 3), in the table's frame."""
        flat = self.front.local(points[..., :2])
        return np.concatenate([flat, points[..., 2:] - self.height], axis=-1)


def find_table(seed: int) -> Table:
    """Return the table for a seed.

    Raises:
        ValueError: No room of this seed has space for one.
    """
    rng = stream(seed, "table")
    for attempt in range(_ATTEMPTS):
        kind, zh, en = ROOMS[int(rng.integers(len(ROOMS)))]
        room = furnish(kind, subseed(seed, "room", attempt))
        placed = _place(room, rng)
        if placed is None:
            continue
        table, front = placed
        plan = room.model_copy(update={"pet": None, "fixtures": (*room.fixtures, table)})
        surface = survey(plan).surfaces[f"{table.name}/top"]
        top = Rect(front.at, surface.half, front.yaw)
        return Table(plan, surface.name, top, surface.at[2], zh, en)
    raise ValueError(f"no room of seed {seed} has space for a table to sit at")


def _place(room: ScenePlan, rng: Generator) -> tuple[FixturePlan, Rect] | None:
    """Place a table where there is room and most of the room can be seen over it; None if there is no such place."""
    width, depth, _ = FIXTURES[_KIND].size
    standing = [body_rect(one) for one in room.fixtures if one.kind not in FLAT and span_z(one)[0] < _OVERHEAD_M]
    doors = [swing_rect(one) for one in room.fixtures if one.kind == "door"]
    half = np.array(room.size[:2]) / 2
    best: tuple[float, Rect] | None = None
    for _ in range(_PLACES):
        at = (float(rng.uniform(-half[0], half[0])), float(rng.uniform(-half[1], half[1])))
        front = Rect(at, (width / 2, depth / 2), 90.0 * int(rng.integers(4)))
        seat = Rect(front.point((0.0, -(depth + _SEAT_M[1]) / 2)), (_SEAT_M[0] / 2, _SEAT_M[1] / 2), front.yaw)
        if any((np.abs(one.corners) > half - _GAP_M).any() for one in (front, seat)):
            continue
        if any(one.overlaps(other, _GAP_M) for one in (front, seat) for other in (*standing, *doors)):
            continue
        worth = _worth(room, front)
        if worth is not None and (best is None or worth > best[0]):
            best = worth, front
    if best is None:
        return None
    front = best[1]
    at = (round(front.at[0], 4), round(front.at[1], 4))
    fixture = FixturePlan(name=_NAME, kind=_KIND, seed=int(rng.integers(1 << 30)), at=at, yaw=front.yaw)
    return fixture, Rect(at, front.half, front.yaw)


def _worth(room: ScenePlan, front: Rect) -> float | None:
    """Return the quality of a place: the depth of the room behind it and the furniture there; None if a wall is near."""
    ahead, half = front.axes[1], np.array(room.size[:2]) / 2
    axis = int(np.argmax(np.abs(ahead)))
    deep = float(half[axis] - np.sign(ahead[axis]) * front.at[axis]) - front.half[1]
    if deep < _AHEAD_M:
        return None
    beyond = [front.local(np.array(one.at)) for one in room.fixtures if span_z(one)[0] < _OVERHEAD_M]
    seen = sum(bool(y > front.half[1] and abs(x) < 0.9 * (y + 0.6)) for x, y in beyond)
    return min(deep, _DEEP_ENOUGH_M) + 0.35 * min(seen, 6)
