"""Rays from one point: directions through picture points, and distances to visible or solid geometry."""

from typing import Literal

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.views import FULL_SCALE, View
from mindsight.engine.geometry.bodies import SEEN, SOLID
from mindsight.engine.physics.world import World

REACH_M = 120.0
"""Range of a ray."""
_GROUPS = {
    name: np.array([group == wanted for group in range(6)], np.uint8)
    for name, wanted in (("seen", SEEN), ("solid", SOLID))
}

Array = NDArray[np.float64]


def directions(view: View, aspect: float, points: Array) -> Array:
    """Return the directions through picture points, shape (points, 2), as ``View.ray`` does for one."""
    scale = np.tan(np.radians(view.fovy_deg / 2))
    across = (2 * points[:, 0] / FULL_SCALE - 1) * scale * aspect
    upward = (1 - 2 * points[:, 1] / FULL_SCALE) * scale
    turned = np.stack([across, upward, -np.ones(len(points))], 1) @ view.rotation.T
    return np.asarray(turned / np.linalg.norm(turned, axis=1)[:, None])


def distances(world: World, start: Array, directions: Array, met: Literal["seen", "solid"], *, fixed: bool) -> Array:
    """Return the distance in metres at which each ray from a point hits something; −1 where it hits nothing.

    ``fixed`` includes geometry that cannot move. Rays pass through the held thing.
    """
    far, geoms = np.zeros(len(directions)), np.zeros(len(directions), dtype=np.int32)
    flat = np.ascontiguousarray(directions).ravel()
    skipped = world.model.body(world.held).id if world.held else -1
    mujoco.mj_multiRay(
        world.model, world.data, start, flat, _GROUPS[met], fixed, skipped, geoms, far, None, len(directions), REACH_M
    )
    return np.where(geoms >= 0, far, -1.0)


def first_hit(world: World, start: Array, direction: Array) -> tuple[str, Array] | None:
    """Return the name of the first visible thing that a ray hits ("" for the room) and the point; None if it hits nothing."""
    geom, unit = np.zeros(1, dtype=np.int32), direction / np.linalg.norm(direction)
    far = mujoco.mj_ray(world.model, world.data, start, unit, _GROUPS["seen"], 1, -1, geom)
    if geom[0] < 0:
        return None
    return world.ownership.owner_of_geoms[int(geom[0])], np.asarray(start + far * unit)
