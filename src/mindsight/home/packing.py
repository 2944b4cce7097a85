"""Where a held thing goes best in an open container: lowest first, then towards a corner."""

from dataclasses import dataclass
from itertools import product

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine import extents
from mindsight.engine.actions import Axis
from mindsight.engine.bodies import SEEN
from mindsight.engine.frames import Frame, Quaternion, multiply, rotate, turn
from mindsight.engine.world import World

CELL_M = 0.015
_MARGIN_M = 0.004
_AIM_M = 0.03
_DOWN = 0.6
_SEEN_ONLY = np.array([group == SEEN for group in range(6)], dtype=np.uint8)

Array = NDArray[np.float64]
Turns = tuple[tuple[Axis, float], ...]


@dataclass(frozen=True)
class Fit:
    """A place for a held thing: how to turn it in the hand and the point in the room to put it at; ``top_m`` when there."""

    turns: Turns
    point: Array
    top_m: float


def best_fit(world: World, name: str, container: str) -> Fit | None:
    """Return where a held thing fits under the rim of a container, low and level; None if nowhere in plain sight.

    The subject stands where it sees into the container: only places whose ground it can point at count.
    """
    hollow = world.scene.register.containers[container]
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    half = np.asarray(hollow.half)
    ground = _ground(world, frame, half)
    found: list[tuple[tuple[float, float], Fit]] = []
    for turns in _orientations(world, name, frame):
        low, high = _extent(world, name, frame, turns)
        size = high - low
        for place, below, level in _places(ground, half, size):
            top = below + float(size[2])
            if top <= 2 * half[2] - _MARGIN_M:
                # Low, level, few turns; of equals the one farthest from the middle, so that the middle stays free.
                cost = round(top, 2) + 0.06 * (1 - level) + 0.005 * len(turns)
                local = (float(place[0]), float(place[1]), below - float(half[2]))
                found.append(((cost, -float(np.abs(place).sum())), Fit(turns, np.asarray(frame.point(local)), top)))
    for _, fit in sorted(found, key=lambda one: one[0]):
        if _can_point_at(world, fit.point):
            return fit
    return None


def _can_point_at(world: World, point: Array) -> bool:
    """Return whether a place in the room is what one sees at its place in the picture."""
    x, y, depth = world.view.project(point, world.aspect)
    if depth <= 0 or not (0 <= x <= 1000 and 0 <= y <= 1000):
        return False
    hit = world.ray((x, y), ignore=world.held)
    return hit is not None and float(np.linalg.norm(hit.point - point)) < _AIM_M


def _ground(world: World, frame: Frame, half: Array) -> Array:
    """Return how high the ground of a container is, cell by cell, by looking down into it; shape (across, along)."""
    across, along = (max(1, int(2 * side / CELL_M)) for side in half[:2])
    heights = np.zeros((across, along))
    down = -rotate(frame.turn, (0.0, 0.0, 1.0))
    geom = np.zeros(1, dtype=np.int32)
    skipped = world.model.body(world.held).id if world.held else -1
    for i, j in product(range(across), range(along)):
        local = (((i + 0.5) / across * 2 - 1) * half[0], ((j + 0.5) / along * 2 - 1) * half[1], float(half[2]) + 0.001)
        start = np.asarray(frame.point((float(local[0]), float(local[1]), local[2])))
        far = mujoco.mj_ray(world.model, world.data, start, down, _SEEN_ONLY, 1, skipped, geom, None)
        heights[i, j] = max(0.0, 2 * half[2] + 0.001 - far) if 0 <= far <= _DOWN else 0.0
    return heights


def _orientations(world: World, name: str, frame: Frame) -> list[Turns]:
    """Return ways to hold a thing that line up with the container: as it is, tipped over, and each turned by 90°."""
    angles = np.arange(-90.0, 90.0, 5.0)
    sizes = [np.subtract(*reversed(_extent(world, name, frame, (("upright", float(angle)),)))) for angle in angles]
    straight = float(angles[int(np.argmin([size[0] * size[1] for size in sizes]))])
    first: Turns = (("upright", straight),) if abs(straight) > 1 else ()
    quarter: Turns = (("upright", straight + 90.0 if straight <= 0 else straight - 90.0),)
    more: tuple[Turns, ...] = ((), (("upright", 90.0),))
    tips: tuple[Axis, ...] = ("forward", "sideways")
    return [first, quarter, *((*first, (axis, 90.0), *last) for axis in tips for last in more)]


def _extent(world: World, name: str, frame: Frame, turns: Turns) -> tuple[Array, Array]:
    """Return how far a thing would reach along the container's axes after turning it in the hand."""
    done: Quaternion = (1.0, 0.0, 0.0, 0.0)
    for axis, degrees in turns:
        done = multiply(turn({"upright": "z", "forward": "x", "sideways": "y"}[axis], degrees), done)
    w, x, y, z = done
    # Turning the thing forward is looking at it along axes turned back.
    back: Quaternion = (w, -x, -y, -z)
    axes = np.stack([rotate(back, rotate(frame.turn, unit)) for unit in np.eye(3)], axis=1)
    return extents.extent(world, name, axes, np.asarray(world.frame(name).at))


def _places(ground: Array, half: Array, size: Array) -> list[tuple[Array, float, float]]:
    """Return the middles at which a footprint fits between the walls, how high it then stands and how level."""
    across, along = ground.shape
    wide = max(1, min(across, int(np.ceil(size[0] / (2 * half[0] / across) - 0.2))))
    deep = max(1, min(along, int(np.ceil(size[1] / (2 * half[1] / along) - 0.2))))
    if size[0] > 2 * half[0] + 0.002 or size[1] > 2 * half[1] + 0.002:
        return []
    found = []
    for i, j in product(range(across - wide + 1), range(along - deep + 1)):
        under = ground[i : i + wide, j : j + deep]
        below = float(under.max())
        level = float((under > below - 0.012).mean())
        middle = np.array([(i + wide / 2) / across * 2 - 1, (j + deep / 2) / along * 2 - 1]) * half[:2]
        found.append((middle, below, level))
    return found
