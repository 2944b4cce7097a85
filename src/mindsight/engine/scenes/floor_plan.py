"""The floor plan of a room: rectangles that fixtures cover, the floor that must stay free before them, walkable cells."""

import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from mindsight.engine import fixtures
from mindsight.engine.scenes.furnishing import FIXTURES, Fixture
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan

Point = tuple[float, float]
Array = NDArray[np.float64]

CELL_M = 0.05
WALKWAY_M = 0.60
"""Least width of a walkable way."""

FLAT = frozenset({"rug"})
"""Fixtures that can be walked over."""

_SIGNS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)

BED_TOP_M = 0.50
HOSTS = {"double_bed": BED_TOP_M, "single_bed": BED_TOP_M}
"""Height of the top of a fixture where that is not the fixture's own height."""


@dataclass(frozen=True)
class Rect:
    """A rectangle on the floor: its middle, half sizes, and yaw in degrees."""

    at: Point
    half: Point
    yaw: float = 0.0

    @cached_property
    def axes(self) -> Array:
        """The directions of its width and depth, one a row."""
        c, s = np.cos(np.deg2rad(self.yaw)), np.sin(np.deg2rad(self.yaw))
        return np.array([[c, s], [-s, c]])

    @cached_property
    def corners(self) -> Array:
        """Its four corners, counter-clockwise."""
        return np.asarray(np.array(self.at) + (_SIGNS * np.array(self.half)) @ self.axes)

    @cached_property
    def radius(self) -> float:
        """The radius of the circle around it."""
        return math.hypot(*self.half)

    @cached_property
    def _grown(self) -> dict[float, "Rect"]:
        return {}

    @cached_property
    def _own_spans(self) -> list[tuple[float, float]]:
        return [self.span(axis) for axis in self.axes]

    def span(self, axis: Array) -> tuple[float, float]:
        """Return the interval that it covers along an axis."""
        along = (self.corners @ axis).tolist()
        return min(along), max(along)

    def point(self, at: Point) -> Point:
        """Return a point of its own frame in room coordinates."""
        x, y = np.array(self.at) + np.array(at) @ self.axes
        return (float(x), float(y))

    def local(self, points: Array) -> Array:
        """Return points in room coordinates, shape (..., 2), in its own frame."""
        return np.asarray((points - np.array(self.at)) @ self.axes.T)

    def distance(self, points: Array) -> Array:
        """Return how far points in room coordinates, shape (..., 2), lie outside; 0 inside."""
        beyond = np.maximum(np.abs(self.local(points)) - np.array(self.half), 0.0)
        x, y = beyond[..., 0], beyond[..., 1]
        return np.asarray(np.sqrt(x * x + y * y))

    def is_near(self, point: Array, within: float) -> bool:
        """Return whether a point lies less than ``within`` outside."""
        # The bounding circle rules out most points; the millimetre covers rounding in both tests.
        if math.dist(self.at, point) > self.radius + within + 1e-3:
            return False
        return float(self.distance(point)) < within

    def grown(self, by: float) -> "Rect":
        """Return the rectangle with a margin; a negative one shrinks it."""
        if by not in self._grown:
            self._grown[by] = Rect(self.at, (max(0.0, self.half[0] + by), max(0.0, self.half[1] + by)), self.yaw)
        return self._grown[by]

    def overlaps(self, other: "Rect", gap: float = 0.0) -> bool:
        """Return whether two rectangles are nearer than a gap, by the separating axis theorem."""
        # A distance of √2 times the sum of the radii means a gap along one of the axes; that settles most pairs in a room.
        if math.dist(self.at, other.at) > 1.5 * (self.radius + other.radius + abs(gap)):
            return False
        return not (self.is_apart_along_own(other, gap) or other.is_apart_along_own(self, gap))

    def is_apart_along_own(self, other: "Rect", gap: float) -> bool:
        """Return whether a gap separates two rectangles along one of this one's axes."""
        for axis, (low, high) in zip(self.axes, self._own_spans, strict=True):
            other_low, other_high = other.span(axis)
            if low - gap >= other_high - 1e-9 or other_low - gap >= high - 1e-9:
                return True
        return False


@lru_cache(maxsize=1024)
def _rect(numbers: bytes) -> Rect:
    """Return the cached rectangle of these numbers; the key is bytes because 0.0 and −0.0 compare equal."""
    x, y, half_x, half_y, yaw = struct.unpack("5d", numbers)
    return Rect((x, y), (half_x, half_y), yaw)


def kind_of(plan: FixturePlan) -> Fixture:
    """Return the kind of a fixture.

    Raises:
        KeyError: There is no such fixture.
    """
    if plan.kind not in FIXTURES:
        fixtures.load()
    return FIXTURES[plan.kind]


def size_of(plan: FixturePlan) -> tuple[float, float, float]:
    """Return a fixture's size; that of a rug, curtain or sorting box depends on its options."""
    width, depth, height = kind_of(plan).size
    if plan.kind == "sorting_box":
        width = float(plan.options.get("width", width))
    if plan.kind == "rug" and plan.options.get("size"):
        width, depth = plan.options["size"]
    elif plan.kind == "curtain":
        width, height = float(plan.options.get("gap", 1.4)) + 1.0, float(plan.options.get("height", 2.3)) + 0.05
    return (width, depth, height)


def body_rect(plan: FixturePlan) -> Rect:
    """Return the floor that a fixture covers."""
    return _rect(_numbers(plan))


def _numbers(plan: FixturePlan) -> bytes:
    width, depth, _ = size_of(plan)
    return struct.pack("5d", *plan.at, width / 2, depth / 2, plan.yaw)


def front_rect(plan: FixturePlan) -> Rect:
    """Return the floor in front of a fixture that its use needs."""
    return _front(_numbers(plan), kind_of(plan).front_m)


@lru_cache(maxsize=1024)
def _front(numbers: bytes, front: float) -> Rect:
    body = _rect(numbers)
    return Rect(body.point((0, -body.half[1] - front / 2)), (body.half[0], front / 2), body.yaw)


def swing_rect(door: FixturePlan) -> Rect:
    """Return the floor that a door sweeps, with the space to step in."""
    body = body_rect(door)
    return Rect(body.point((0, -body.half[1] - 0.43)), (0.46, 0.43), door.yaw)


def span_z(plan: FixturePlan) -> tuple[float, float]:
    """Return the lowest and highest z of a fixture."""
    return (plan.z, plan.z + size_of(plan)[2])


def on_floor(plan: FixturePlan) -> bool:
    """Return whether a fixture stands on the floor as an obstacle."""
    return plan.z < 0.02 and plan.kind not in FLAT and kind_of(plan).against != "on_wall"


def facing(plan: FixturePlan) -> Array:
    """Return the direction that a fixture's front faces."""
    return np.asarray(-body_rect(plan).axes[1])


def find(plans: Iterable[FixturePlan], *kinds: str) -> list[FixturePlan]:
    """Return the fixtures of the given kinds."""
    return [plan for plan in plans if plan.kind in kinds]


class Floor:
    """Grid of the walkable floor: a cell is free where a person of the walkway's width fits."""

    def __init__(self, size: tuple[float, float], obstacles: Iterable[Rect]) -> None:
        self.size = size
        nx, ny = (round(length / CELL_M) for length in size)
        x = (np.arange(nx) + 0.5) * CELL_M - size[0] / 2
        y = (np.arange(ny) + 0.5) * CELL_M - size[1] / 2
        self.points = np.stack(np.meshgrid(x, y, indexing="ij"), -1)
        edge = np.minimum(size[0] / 2 - np.abs(self.points[..., 0]), size[1] / 2 - np.abs(self.points[..., 1]))
        self.clear = edge
        for rect in obstacles:
            self.clear = np.minimum(self.clear, rect.distance(self.points))
        self.walkable = self.clear >= WALKWAY_M / 2 - CELL_M / 2

    @classmethod
    def of(cls, plan: ScenePlan) -> "Floor":
        """Return the floor of a plan."""
        return cls(plan.size[:2], [body_rect(fixture) for fixture in plan.fixtures if on_floor(fixture)])

    def reached_from(self, start: Rect) -> NDArray[np.bool_]:
        """Return the cells that can be reached on foot from a rectangle."""
        labels, _ = ndimage.label(self.walkable, structure=np.ones((3, 3)))
        inside = (start.distance(self.points) <= CELL_M) & self.walkable
        wanted = set(np.unique(labels[inside]).tolist()) - {0}
        return np.asarray(np.isin(labels, sorted(wanted)))

    def reaches(self, cells: NDArray[np.bool_], goal: Rect, within: float = 0.35) -> bool:
        """Return whether one of the cells lies within a distance of a rectangle."""
        return bool((goal.distance(self.points[cells]) <= within).any()) if cells.any() else False
