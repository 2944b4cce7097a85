"""Where a held thing goes best in an open container: low, level, well supported, and towards a corner.

Places are looked for by what can be done in a picture: every point of the container and of what lies in it that is in
plain sight is a point that one could put the thing at.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from mindsight.engine.drawing import rays
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.geometry.frames import Frame, Quaternion, multiply, rotate, turn
from mindsight.engine.physics import extents
from mindsight.engine.physics.actions import Axis
from mindsight.engine.physics.world import World
from mindsight.home.oracle import boxes
from mindsight.home.oracle.space import Space, axes_of

_AIMS = (56, 42)
_NEAR_M = 0.012
_TURN_COST = 0.004
_LOST = 1.0
"""What is said against letting go of a thing beside its container; all that is said against places within is far less."""
_ABOVE_M = 60.0

Array = NDArray[np.float64]
Turns = tuple[tuple[Axis, float], ...]


@dataclass(frozen=True)
class Fit:
    """A place for a held thing: how to turn it in the hand and the point in the room to put it at; ``top_m`` when there."""

    turns: Turns
    point: Array
    top_m: float
    cost: float


@dataclass(frozen=True)
class _Aims:
    """Points of a container in plain sight: in the room, and in the container's frame with its bottom as z = 0.

    ``cells`` tells where each lies in the grid of points that were looked at, row by row, ``step`` how far the points of the
    grid are apart in the picture, down and across.
    """

    points: Array
    places: Array
    cells: NDArray[np.int64]
    step: Array

    def trembled(self, costs: Array, tremor: tuple[float, float]) -> Array:
        """Return what is to be feared at each point if the hand that aims at it trembles; beside the container all is lost."""
        if not any(tremor):
            return costs
        grid = np.full(_AIMS[0] * _AIMS[1], _LOST)
        grid[self.cells] = np.minimum(costs, _LOST)
        spread = np.array(tremor[::-1]) / self.step
        feared = ndimage.gaussian_filter(grid.reshape(_AIMS[::-1]), spread, mode="constant", cval=_LOST)
        return np.where(np.isfinite(costs), feared.ravel()[self.cells], np.inf)


def best_fit(space: Space, name: str, container: str, ways: Sequence[Turns] = (), *, play_m: float = 0.0) -> Fit | None:
    """Return where a held thing fits below the lid of a container that is in view; None if nowhere in plain sight.

    ``ways`` are turns in the hand to try; without them, all that line up with the container. ``play_m`` is the room it
    wants beside others.
    """
    world = space.world
    hollow = world.scene.register.containers[container]
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    # Only how large a thing looks beside the container counts: who takes both for nearer packs as well.
    size_of_it = space.magnified(name, hollow.body)
    half = np.asarray(hollow.half)
    aims = _aims(world, frame, half)
    ground = _ground(world, frame, half)
    on_wall = (np.abs(aims.places[:, :2]) > half[:2] - boxes.WALL_M).any(1)
    starts = np.where(on_wall, 0.0, aims.places[:, 2])
    fits: list[Fit] = []

    def weigh(costs: Array) -> Array:
        return aims.trembled(costs, space.tremor)

    axes = axes_of(frame)
    for turns in ways or _orientations(world, name, axes):
        size = size_of_it * _size(world, name, axes, turns) + np.array([play_m, play_m, 0.0])
        spot = boxes.best_spot(ground, half, size, aims.places[:, :2], starts, weigh)
        if spot is not None:
            fits.append(Fit(turns, aims.points[spot.place], spot.top_m, spot.cost + _TURN_COST * len(turns)))
    return min(fits, key=lambda fit: fit.cost, default=None)


def _aims(world: World, frame: Frame, half: Array) -> _Aims:
    """Return the points of a container and of what lies in it that are seen in the present view."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    corners = [world.view.project(np.asarray(frame.point(_vector(sign * half))), world.aspect) for sign in signs]
    if min(depth for _, _, depth in corners) <= 0:
        return _Aims(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0, int), np.ones(2))
    low = np.clip(np.min(corners, axis=0)[:2], 2.0, FULL_SCALE - 2)
    high = np.clip(np.max(corners, axis=0)[:2], 2.0, FULL_SCALE - 2)
    across, down = (np.linspace(low[axis], high[axis], _AIMS[axis]) for axis in (0, 1))
    points = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    ways = rays.directions(world.view, world.aspect, points)
    eye = np.asarray(world.view.eye, dtype=np.float64)
    far = rays.distances(world, eye, ways, "seen", fixed=True)
    hits = eye + far[:, None] * ways
    local = _local(frame, hits) + np.array([0.0, 0.0, half[2]])
    near = (np.abs(local[:, :2]) <= half[:2] + _NEAR_M).all(1) & (local[:, 2] > -_NEAR_M) & (local[:, 2] <= 2 * half[2])
    kept = np.flatnonzero(near & (far > 0))
    step = np.array([down[1] - down[0], across[1] - across[0]])
    return _Aims(hits[kept], local[kept], kept, np.maximum(step, 1e-6))


def _ground(world: World, frame: Frame, half: Array) -> Array:
    """Return how high what lies in a container reaches, cell by cell; shape (across, along)."""
    across, along = boxes.cells(half)
    x, y = np.meshgrid((np.arange(across) + 0.5) / across, (np.arange(along) + 0.5) / along, indexing="ij")
    cells = np.stack([(2 * x - 1) * half[0], (2 * y - 1) * half[1], np.full_like(x, -half[2])], -1).reshape(-1, 3)
    # From so high above, all ways down are as good as upright.
    above = np.array([0.0, 0.0, _ABOVE_M])
    ways = (cells - above) / np.linalg.norm(cells - above, axis=1)[:, None]
    start = np.asarray(frame.point(_vector(above)))
    far = rays.distances(world, start, ways @ axes_of(frame).T, "solid", fixed=False)
    heights = np.where(far > 0, above[2] + far * ways[:, 2] + half[2], 0.0)
    return np.asarray(np.maximum(heights, 0.0).reshape(across, along))


def _orientations(world: World, name: str, axes: Array) -> list[Turns]:
    """Return ways to hold a thing that line up with the axes of a container: as it is, tipped over, and each turned by 90°."""
    coarse = _straightest(world, name, axes, np.arange(-90.0, 90.0, 6.0))
    straight = _straightest(world, name, axes, coarse + np.arange(-4.0, 4.5, 1.0))
    first: Turns = (("upright", straight),) if abs(straight) > 0.5 else ()
    quarter: Turns = (("upright", straight + 90.0 if straight <= 0 else straight - 90.0),)
    more: tuple[Turns, ...] = ((), (("upright", 90.0),))
    tips: tuple[Axis, ...] = ("forward", "sideways")
    return [first, quarter, *((*first, (axis, 90.0), *last) for axis in tips for last in more)]


def _straightest(world: World, name: str, axes: Array, angles: Array) -> float:
    """Return the angle at which a thing's footprint is smallest."""
    sizes = [_size(world, name, axes, (("upright", float(angle)),)) for angle in angles]
    return float(angles[int(np.argmin([size[0] * size[1] for size in sizes]))])


def _size(world: World, name: str, axes: Array, turns: Turns) -> Array:
    """Return how large a thing is along a container's axes after turning it in the hand."""
    done: Quaternion = (1.0, 0.0, 0.0, 0.0)
    for axis, degrees in turns:
        done = multiply(turn({"upright": "z", "forward": "x", "sideways": "y"}[axis], degrees), done)
    w, x, y, z = done
    # Turning the thing forward is looking at it along axes turned back.
    back: Quaternion = (w, -x, -y, -z)
    turned = np.stack([rotate(back, axis) for axis in axes.T], axis=1)
    low, high = extents.extent(world, name, turned, np.asarray(world.frame(name).at))
    return np.asarray(high - low)


def _local(frame: Frame, points: Array) -> Array:
    return np.asarray((points - np.asarray(frame.at)) @ axes_of(frame))


def _vector(place: Array) -> tuple[float, float, float]:
    x, y, z = (float(part) for part in place)
    return (x, y, z)
