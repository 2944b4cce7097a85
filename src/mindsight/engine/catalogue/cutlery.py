"""Kinds of things: cutlery."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import metal, paint, rounded
from mindsight.engine.geometry.blobs import Ball, Rod, blend
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import Quaternion, multiply, turn
from mindsight.engine.geometry.meshes import extrude, loft, tube
from mindsight.engine.geometry.shapes import Box
from mindsight.engine.kinds import Look, Wish, kind


@kind("spoon", zh="勺子", en="spoon", category="tableware", mass_kg=0.05, uses=("eat",))
def spoon(body: Body, rng: Generator, wish: Wish) -> Look:
    """A steel tablespoon, lying bowl up."""
    del wish
    length = float(rng.uniform(0.17, 0.19))
    share = np.linspace(0, 1, 25)
    x = length * (share - 0.5)
    width = np.where(share < 0.3, 0.0205 * np.sqrt(np.maximum(0, 1 - ((share - 0.15) / 0.155) ** 2)), 0)
    width = np.maximum(width, 0.0032 + 0.005 * np.clip((share - 0.45) / 0.5, 0, 1)) * np.sqrt(
        np.clip((1.02 - share) / 0.06, 0, 1)
    )
    hollow = np.where(share < 0.3, 0.011 * np.maximum(0, 1 - ((share - 0.15) / 0.15) ** 2), 0)
    rise = (
        0.0115 + 0.006 * np.sin(np.clip((share - 0.3) / 0.7, 0, 1) * np.pi) - 0.006 * np.clip((share - 0.3) / 0.7, 0, 1)
    )
    rings = [_spoon_ring(a, max(w, 2e-4), z, h) for a, w, z, h in zip(x, width, rise, hollow, strict=True)]
    body.show(loft(rings, crease=60), material=metal(body))
    body.solid(Box((length * 0.13, 0.016, 0.0055)), at=(-length * 0.35, 0, 0.0058))
    body.solid(Box((length * 0.36, 0.0055, 0.0025)), at=(length * 0.13, 0, 0.0135))
    body.solid(Box((0.004, 0.006, 0.0052)), at=(length * 0.47, 0, 0.0053))
    return Look("grey", "spoon", "steel")


def _spoon_ring(x: float, width: float, z: float, hollow: float) -> list[tuple[float, float, float]]:
    across = np.linspace(-1, 1, 9)
    sag = hollow * (1 - across**2)
    under = [(x, width * float(a), z - float(s) - 0.0009) for a, s in zip(across, sag, strict=True)]
    top = [(x, width * float(a), z - float(s) + 0.0009) for a, s in zip(across[::-1], sag[::-1], strict=True)]
    return [*under, *top, under[0]]


@kind("fork", zh="叉子", en="fork", category="tableware", mass_kg=0.05, uses=("eat",))
def fork(body: Body, rng: Generator, wish: Wish) -> Look:
    """A steel fork with four tines, lying."""
    del wish
    length = float(rng.uniform(0.18, 0.20))
    steel, x0 = metal(body), -length / 2
    for n in range(4):
        y = (n - 1.5) * 0.0068
        body.show(
            tube([(x0, y * 0.96, 0.011), (x0 + 0.022, y, 0.007), (x0 + 0.046, y, 0.006)], [0.0010, 0.0017, 0.002], 8),
            material=steel,
        )
    head = rounded([(x0 + 0.042, -0.0125), (x0 + 0.060, -0.0125), (x0 + 0.082, -0.004), (x0 + 0.082, 0.004), (x0 + 0.060, 0.0125),
                    (x0 + 0.042, 0.0125)], 0.006)  # fmt: skip
    body.show(extrude(head, 0.003, 0.001), at=(0, 0, 0.0045), material=steel)
    stem = rounded([(x0 + 0.075, -0.0032), (length / 2, -0.0085), (length / 2, 0.0085), (x0 + 0.075, 0.0032)], 0.006)
    body.show(extrude(stem, 0.003, 0.001), at=(0, 0, 0.0045), material=steel)
    body.solid(Box((0.042, 0.012, 0.004)), at=(x0 + 0.042, 0, 0.0044))
    body.solid(Box((length * 0.29, 0.006, 0.0036)), at=(length * 0.20, 0, 0.0040))
    return Look("grey", "fork", "steel")


@kind(
    "chopsticks",
    zh="筷子",
    en="pair of chopsticks",
    category="tableware",
    mass_kg=0.04,
    uses=("eat",),
    colours=("brown", "red", "black"),
)
def chopsticks(body: Body, rng: Generator, wish: Wish) -> Look:
    """Two wooden sticks on a china rest."""
    colour = wish.pick_colour(rng, ("brown", "red", "black"))
    wood, tip = paint(body, colour, rough=0.35), paint(body, (0.84, 0.68, 0.46), rough=0.5)
    spread = float(rng.uniform(2, 5))
    for s in (-1, 1):
        start, knee, end = (
            np.array([-0.115, s * 0.006, 0.013]),
            np.array([0.0, s * 0.009, 0.0095]),
            np.array([0.115, 0, 0.0042]),
        )
        end[1] = s * (0.008 + 0.115 * np.sin(np.deg2rad(spread)))
        body.show(tube([start, knee], [0.0022, 0.0031], 8), material=tip)
        body.show(tube([knee, end], [0.0033, 0.0040], 8), material=wood)
        band = knee + (end - knee) * 0.82
        body.show(tube([band, band + (end - knee) * 0.05], 0.0044, 10), material=paint(body, "yellow", rough=0.3))
        across = float(np.degrees(np.arctan2(end[1] - start[1], 0.23)))
        body.solid(Box((0.114, 0.0036, 0.003)), at=(0, float(start[1] + end[1]) / 2, 0.0092), turn=_lean(across, 2.2))
    rest = blend([Rod((-0.085, -0.020, 0.005), (-0.085, 0.020, 0.005), 0.0055), Ball((-0.085, -0.021, 0.007), (0.007, 0.005, 0.007)),
                  Ball((-0.085, 0.021, 0.007), (0.007, 0.005, 0.007))], soft_m=0.004, cell_m=0.002, flat_at=0.0)  # fmt: skip
    body.show(rest, material=paint(body, (0.95, 0.95, 0.93), rough=0.2))
    body.solid(Box((0.006, 0.022, 0.0055)), at=(-0.085, 0, 0.0055))
    for s in (-1, 1):
        body.solid(Box((0.004, 0.005, 0.003)), at=(0.108, s * 0.013, 0.003))
    return Look(colour, "two sticks", "wood")


def _lean(yaw: float, dip: float) -> Quaternion:
    return multiply(turn("z", yaw), turn("y", dip))
