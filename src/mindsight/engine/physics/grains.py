"""Granular matter: grains poured into a round glass, and how many of them it does not hold.

Grains stand in for beans, rice or, roughly, liquids. They are fewer and larger than real ones, in proportion to the glass, and are let fall
into its middle one layer after another, as if somebody poured carefully.
"""

from functools import lru_cache
from typing import NamedTuple

import mujoco
import numpy as np

GRAINS = 60
"""Grains that a full glass is divided into, about."""
PACKING = 0.54
"""Share of the room that loose grains fill in a glass only some grains wide, as measured with this simulation."""
_WALL_M, _STAVES, _SECONDS, _STEP_S = 0.004, 20, 1.2, 0.004


class Poured(NamedTuple):
    """The outcome of pouring: grains that the glass holds and grains that fell beside it."""

    held: int
    spilled: int


@lru_cache(maxsize=256)
def poured(inner_m: float, high_m: float, volume_m3: float) -> Poured:
    """Return what happens if so much bulk volume of grains, with the room between them, is poured into a glass.

    Args:
        inner_m: The glass's inner diameter.
        high_m: Its inner height.
        volume_m3: How much room the grains take when they lie loosely.
    """
    capacity = np.pi * inner_m**2 / 4 * high_m
    radius = float((3 * PACKING * capacity / (4 * np.pi * GRAINS)) ** (1 / 3))
    count = round(GRAINS * volume_m3 / capacity)
    model = _model(inner_m / 2, high_m, radius, count)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, round((_SECONDS + 0.02 * count / 10) / _STEP_S))
    places = data.xpos[1:]
    beside = np.hypot(places[:, 0], places[:, 1]) > inner_m / 2 + _WALL_M
    return Poured(int((~beside).sum()), int(beside.sum()))


def _model(inner: float, high: float, radius: float, count: int) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    spec.option.timestep = _STEP_S
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.iterations = 12
    box, ball = mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_SPHERE
    fixed = {"contype": 2, "conaffinity": 1, "friction": [0.4, 0.01, 0.0005]}
    world = spec.worldbody
    world.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1], pos=[0, 0, -0.05], **fixed)
    world.add_geom(type=box, size=[inner, inner, 0.005], pos=[0, 0, -0.005], **fixed)
    half = (_WALL_M / 2, (inner + _WALL_M) * float(np.tan(np.pi / _STAVES)), high / 2)
    for angle in 2 * np.pi * np.arange(_STAVES) / _STAVES:
        away = inner + _WALL_M / 2
        at = [away * float(np.cos(angle)), away * float(np.sin(angle)), high / 2]
        world.add_geom(type=box, size=half, pos=at, quat=[np.cos(angle / 2), 0, 0, np.sin(angle / 2)], **fixed)
    for start in _layers(inner, radius, count):
        body = world.add_body(pos=start)
        body.add_freejoint()
        body.add_geom(type=ball, size=[radius, 0, 0], density=900, contype=1, conaffinity=3, condim=3,
                      friction=[0.4, 0.01, 0.0005])  # fmt: skip
    return spec.compile()


def _layers(inner: float, radius: float, count: int) -> list[tuple[float, float, float]]:
    """Return where grains start: in layers above each other within the middle of the glass."""
    reach, step = max(0.5 * inner, 1.2 * radius), 2.15 * radius
    side = np.arange(-np.floor(reach / step), np.floor(reach / step) + 1) * step
    spots = [(float(x), float(y)) for x in side for y in side if np.hypot(x, y) <= reach]
    turned = np.radians(25.0)
    found = []
    for number in range(count):
        layer, (x, y) = number // len(spots), spots[number % len(spots)]
        c, s = np.cos(turned * layer), np.sin(turned * layer)
        found.append((float(c * x - s * y), float(s * x + c * y), radius + 0.001 + layer * step))
    return found
