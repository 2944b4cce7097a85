"""Kinds of clothes for the feet: trainers and flip-flops, always as a pair, toes to the front."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.clothes import darker, lighter
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.drawing.prints.textures import plain
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import Array, ellipse, smooth
from mindsight.engine.geometry.shapes import Box, Mesh
from mindsight.engine.kinds import Look, Wish, kind

_TRAINERS = ("red", "blue", "green", "white", "black", "orange")
_FLIPS = ("blue", "yellow", "pink", "green", "red")
_SOLE = smooth(
    [
        (0.0, -0.132),
        (0.026, -0.122),
        (0.041, -0.085),
        (0.042, -0.045),
        (0.034, 0.01),
        (0.033, 0.06),
        (0.032, 0.1),
        (0.018, 0.127),
        (-0.006, 0.131),
        (-0.026, 0.12),
        (-0.034, 0.09),
        (-0.032, 0.05),
        (-0.035, 0.0),
        (-0.043, -0.05),
        (-0.04, -0.095),
        (-0.022, -0.125),
    ],
    3,
)


def _width(y: float) -> tuple[float, float]:
    """Return the extent of the sole to the left and to the right at a place along it."""
    right, left = _SOLE[_SOLE[:, 0] >= 0], _SOLE[_SOLE[:, 0] < 0]
    right, left = right[np.argsort(right[:, 1])], left[np.argsort(left[:, 1])]
    return float(np.interp(y, left[:, 1], left[:, 0])), float(np.interp(y, right[:, 1], right[:, 0]))


def _upper() -> Mesh:
    """Return the body of a shoe: low at the toe, high at the heel, open at the ankle."""
    rings: list[Array] = []
    angles = np.linspace(0, 2 * np.pi, 25)
    heights = (
        (-0.128, 0.004),
        (-0.124, 0.022),
        (-0.11, 0.035),
        (-0.085, 0.044),
        (-0.05, 0.053),
        (-0.01, 0.066),
        (0.03, 0.078),
        (0.07, 0.078),
        (0.1, 0.08),
        (0.118, 0.078),
        (0.126, 0.06),
        (0.128, 0.01),
    )
    for y, height in heights:
        left, right = _width(y)
        middle, half = (left + right) / 2, (right - left) / 2 * 0.97
        x = middle + half * np.sign(np.cos(angles)) * np.abs(np.cos(angles)) ** 0.75 * (
            1 - 0.28 * np.maximum(0, np.sin(angles))
        )
        z = np.where(np.sin(angles) > 0, height * np.abs(np.sin(angles)) ** 0.7, 0.0)
        rings.append(np.stack([x, np.full_like(x, y), z], 1)[::-1])
    return meshes.projected(meshes.loft(rings, crease=70), "right")


@kind(
    "trainers",
    zh="运动鞋",
    en="trainers",
    plural=True,
    category="clothes",
    mass_kg=0.6,
    uses=("wear", "sport", "walk"),
    colours=_TRAINERS,
    soft=True,
)
def trainers(body: Body, rng: Generator, wish: Wish) -> Look:
    """A pair of sports shoes: white soles, laces, stripes at the side."""
    colour = wish.pick_colour(rng, _TRAINERS)
    rgb = COLOURS[colour].rgb
    mark = lighter(rgb, 0.9) if sum(rgb) < 2.3 else COLOURS["blue"].rgb
    side_view = Pattern([(-0.128, 0.0), (0.128, 0.08)], plain(rgb, (256, 96)))
    side_view.fill([(-0.14, -0.01), (-0.085, -0.01), (-0.1, 0.09), (-0.14, 0.09)], darker(rgb, 0.3))
    side_view.fill([(0.085, -0.01), (0.14, -0.01), (0.14, 0.09), (0.1, 0.09)], darker(rgb, 0.3))
    for x in (-0.03, 0.0, 0.03):
        side_view.line([(x + 0.025, 0.008), (x - 0.008, 0.052)], mark, 0.011)
    skin = body.workshop.material(side_view.picture(), roughness=0.7)
    upper = meshes.move(_upper(), (0, 0, 0.026))
    sole = meshes.extrude(_SOLE * 1.03, 0.03, 0.006)
    mouth = meshes.turn(meshes.superellipsoid((0.022, 0.042, 0.006), squareness=(1, 0.9)), "x", 3)
    rim = np.c_[ellipse(0.048, 0.09, 28), np.zeros(28)]
    for side in (-1, 1):
        at = (side * 0.053, 0.0, 0.0)
        for mesh, rgb_part in (
            (sole, (0.95, 0.94, 0.91)),
            (meshes.move(mouth, (0, 0.072, 0.1035)), (0.14, 0.13, 0.14)),
        ):
            body.show(meshes.move(meshes.scale(mesh, (side, 1, 1)), at), rgb=rgb_part)
        body.show(meshes.move(meshes.scale(upper, (side, 1, 1)), at), material=skin)
        body.show(
            meshes.move(meshes.turn(meshes.tube(rim, 0.0065, closed=True), "x", 3), (at[0], 0.072, 0.1035)),
            rgb=darker(rgb, 0.35),
        )
        for step in range(4):
            y, z = 0.012 - 0.022 * step, 0.098 - 0.0088 * step
            lace = [(at[0] - 0.02, y + 0.004, z - 0.008), (at[0], y, z + 0.002), (at[0] + 0.02, y + 0.004, z - 0.008)]
            body.show(meshes.tube(smooth(lace, 4, closed=False), 0.0035, 8), rgb=(0.97, 0.96, 0.93))
        body.solid(Box((0.042, 0.131, 0.015)), at=(at[0], 0, 0.015))
        body.solid(Box((0.037, 0.045, 0.016)), at=(at[0], -0.075, 0.046))
        body.solid(Box((0.033, 0.078, 0.0375)), at=(at[0], 0.05, 0.0675))
    return Look(colour, "pair of sports shoes", "cloth and rubber")


@kind(
    "flip_flops",
    zh="人字拖",
    en="flip-flops",
    plural=True,
    category="clothes",
    mass_kg=0.25,
    uses=("wear", "beach"),
    colours=_FLIPS,
    soft=True,
)
def flip_flops(body: Body, rng: Generator, wish: Wish) -> Look:
    """A pair of rubber sandals, each with a strap that parts at the toes."""
    colour = wish.pick_colour(rng, _FLIPS)
    rgb = COLOURS[colour].rgb
    strap = lighter(rgb, 0.8) if rng.random() < 0.5 else darker(rgb, 0.55)
    sole, top = meshes.extrude(_SOLE, 0.02, 0.005), meshes.extrude(_SOLE * 0.9, 0.003)
    for side in (-1, 1):
        x = side * 0.055
        body.show(meshes.move(meshes.scale(sole, (side, 1, 1)), (x, 0, 0)), rgb=lighter(rgb, 0.35))
        body.show(meshes.move(meshes.scale(top, (side, 1, 1)), (x, 0, 0.0185)), rgb=rgb)
        for out in (-1, 1):
            path = [
                (x, -0.076, 0.02),
                (x, -0.07, 0.036),
                (x + out * 0.014, -0.045, 0.048),
                (x + out * 0.027, -0.012, 0.045),
                (x + out * 0.034, 0.022, 0.018),
            ]
            body.show(meshes.tube(smooth(path, 5, closed=False), 0.006, 10), rgb=strap)
        body.solid(Box((0.041, 0.131, 0.0105)), at=(x, 0, 0.0105))
        body.solid(Box((0.03, 0.03, 0.0145)), at=(x, -0.04, 0.0355))
    return Look(colour, "pair of flip-flops", "rubber")
