"""Extents of things by support functions, and which things rest on or touch each other, by contact force.

Support functions are exact; the corner of an axis-aligned box around a lying bottle overshoots by 41 % of its radius.
"""

from collections.abc import Mapping
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.physics.world import World

Array = NDArray[np.float64]
_GEOM = mujoco.mjtGeom
CARRIED_N = 1e-3
"""Upward force above which one thing rests on another."""


def extent(world: World, name: str, axes: Array, origin: Array, data: Any = None) -> tuple[Array, Array]:
    """Return the smallest and largest coordinate of a thing's solids along axes, relative to an origin.

    Args:
        world: The world.
        name: The thing.
        axes: Unit vectors as columns, shape (3, 3).
        origin: Point in the room, shape (3,).
        data: Physics state to measure; the world's current one unless given.

    Returns:
        (low, high), each of shape (3,), in m.
    """
    data = world.data if data is None else data
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for geom in world.solids(name):
        centre = (data.geom_xpos[geom] - origin) @ axes
        normals = data.geom_xmat[geom].reshape(3, 3).T @ axes
        below, above = _support(world.model, int(geom), normals)
        low, high = np.minimum(low, centre + below), np.maximum(high, centre + above)
    return low, high


def _support(model: Any, geom: int, normals: Array) -> tuple[Array, Array]:
    size, kind = model.geom_size[geom], int(model.geom_type[geom])
    if kind == _GEOM.mjGEOM_MESH:
        mesh = model.geom_dataid[geom]
        first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        reach = model.mesh_vert[first : first + count] @ normals
        return np.asarray(reach.min(axis=0)), np.asarray(reach.max(axis=0))
    if kind == _GEOM.mjGEOM_BOX:
        half = np.abs(normals).T @ size
    elif kind == _GEOM.mjGEOM_SPHERE:
        half = np.full(3, size[0])
    elif kind == _GEOM.mjGEOM_CAPSULE:
        half = np.abs(normals[2]) * size[1] + size[0]
    elif kind == _GEOM.mjGEOM_CYLINDER:
        half = np.abs(normals[2]) * size[1] + size[0] * np.sqrt(np.clip(1 - normals[2] ** 2, 0, 1))
    elif kind == _GEOM.mjGEOM_ELLIPSOID:
        half = np.sqrt(((normals * size[:, None]) ** 2).sum(axis=0))
    else:
        raise ValueError(f"geometry {geom} has a type without a support function: {kind}")
    return -half, half


def supports(world: World, data: Any) -> Mapping[tuple[str, str], float]:
    """Return which thing rests on which: (upper, lower) → upward force in N. The room's shell has the name ''."""
    owners = world.ownership.owner_of_geoms
    forces: dict[tuple[str, str], float] = {}
    wrench = np.zeros(6)
    for index in range(data.ncon):
        contact = data.contact[index]
        if contact.efc_address < 0:
            continue
        first, second = owners[contact.geom1], owners[contact.geom2]
        if first == second:
            continue
        mujoco.mj_contactForce(world.model, data, index, wrench)
        # The contact frame's first axis points from geom1 to geom2, and the force is what geom1 does to geom2.
        lift = float(wrench[:3] @ contact.frame.reshape(3, 3)[:, 2])
        pair = (second, first) if lift > 0 else (first, second)
        forces[pair] = forces.get(pair, 0.0) + abs(lift)
    return forces


def carries_something(world: World, name: str) -> bool:
    """Return whether a movable thing rests on this one."""
    with world.snapshot() as data:
        mujoco.mj_step(world.model, data, 5)
        resting = supports(world, data)
    things = world.scene.things
    return any(
        lower == name and force > CARRIED_N and upper in things and things[upper].movable
        for (upper, lower), force in resting.items()
    )


def touches(world: World, name: str, *, deeper_m: float = 5e-4) -> bool:
    """Return whether a thing's solids penetrate others by more than a depth; contacts must be up to date."""
    own = set(world.solids(name).tolist())
    for index in range(world.data.ncon):
        contact = world.data.contact[index]
        if contact.dist < -deeper_m and (contact.geom1 in own) != (contact.geom2 in own):
            return True
    return False
