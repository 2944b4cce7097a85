"""Fitting jigsaw pieces together: a piece placed near a position where it fits slips into it.

A piece fits beside another one that lies flat, in line with it or turned by quarters, and into a cell of a frame, wherever
its knobs meet holes. Correctness is not checked: every knob fits every hole, and only the print shows which piece belongs.
"""

from collections.abc import Iterator

import mujoco
import numpy as np

from mindsight.engine.geometry.frames import Frame, rotate, turn
from mindsight.engine.physics import extents, motion
from mindsight.engine.physics.world import World

SNAP, SNAP_DEG = 0.16, 15.0
"""A piece placed within this distance (as a share of its side) and turn of a fitting position slips into it."""
_LEVEL_M = 0.03
_FLAT = 0.98
_GAP_M = 0.0003
_ABOVE_M = 0.015


def seat(world: World, name: str, aimed: Frame, point: tuple[float, ...] | None = None) -> Frame | None:
    """Return the position into which a piece slips when it is placed at ``aimed``; None if none is near, or it is no piece.

    ``point`` is the intended position of the piece's middle without its knobs: the origin of ``aimed`` unless given.
    """
    if name not in world.scene.register.tiles or not _is_flat(aimed):
        return None
    reach = SNAP * world.scene.register.tiles[name]
    near: list[tuple[float, Frame]] = []
    for spot in (*_cells(world, name), *_beside(world, name)):
        away = float(np.hypot(*np.subtract(point or aimed.at, spot.at)[:2]))
        off = (_yaw_deg(aimed) - _yaw_deg(spot) + 45.0) % 90.0 - 45.0
        if away <= reach and abs(off) <= SNAP_DEG and abs(aimed.at[2] - spot.at[2]) <= _LEVEL_M:
            near.append((away, Frame(spot.at, turn("z", _yaw_deg(aimed) - off))))
    near.sort(key=lambda one: one[0])
    return next((spot for _, spot in near if _fits(world, name, spot)), None)


def press_in(world: World, name: str, spot: Frame) -> None:
    """Bring a held piece over its position and press it in."""
    x, y, z = spot.at
    motion.bring(world, name, Frame((x, y, z + _ABOVE_M), spot.turn))
    world.put(name, spot)
    mujoco.mj_forward(world.model, world.data)


def _cells(world: World, name: str) -> Iterator[Frame]:
    """Yield the cells of all frames for pieces of this size."""
    register = world.scene.register
    for grid in register.grids.values():
        if abs(grid.pitch_m - register.tiles[name]) > 1e-6:
            continue
        frame = world.frame(grid.body).inside(grid.at)
        for column in range(grid.columns):
            for row in range(grid.rows):
                x, y = column - (grid.columns - 1) / 2, row - (grid.rows - 1) / 2
                yield frame.inside((x * grid.pitch_m, y * grid.pitch_m, _GAP_M))


def _beside(world: World, name: str) -> Iterator[Frame]:
    """Yield the positions beside all pieces of this size that lie flat."""
    tiles = world.scene.register.tiles
    for other, pitch in tiles.items():
        frame = world.frame(other)
        if other not in {name, world.held} and abs(pitch - tiles[name]) <= 1e-6 and _is_flat(frame):
            for x, y in ((pitch, 0.0), (-pitch, 0.0), (0.0, pitch), (0.0, -pitch)):
                yield frame.inside((x, y, _GAP_M))


def _is_flat(frame: Frame) -> bool:
    return float(rotate(frame.turn, (0.0, 0.0, 1.0))[2]) > _FLAT


def _yaw_deg(frame: Frame) -> float:
    ahead = rotate(frame.turn, (1.0, 0.0, 0.0))
    return float(np.degrees(np.arctan2(ahead[1], ahead[0])))


def _fits(world: World, name: str, spot: Frame) -> bool:
    """Return whether a piece would collide with nothing at a position."""
    before = world.data.qpos.copy(), world.data.qvel.copy()
    try:
        world.put(name, spot)
        mujoco.mj_kinematics(world.model, world.data)
        mujoco.mj_comPos(world.model, world.data)
        mujoco.mj_collision(world.model, world.data)
        return not extents.touches(world, name)
    finally:
        world.data.qpos[:], world.data.qvel[:] = before
        mujoco.mj_forward(world.model, world.data)
