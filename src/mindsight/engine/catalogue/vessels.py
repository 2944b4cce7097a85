"""Kinds of things: a basket and a vase."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import floor, paint, shell
from mindsight.engine.drawing.prints.textures import pixel
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import smooth
from mindsight.engine.geometry.frames import multiply, turn
from mindsight.engine.geometry.meshes import lathe, superellipsoid, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Mesh
from mindsight.engine.kinds import Look, Wish, kind


@kind("basket", zh="篮子", en="basket", category="household", mass_kg=0.45, uses=("carry", "store"))
def basket(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round wicker basket with an arched handle."""
    del wish
    foot, rim, high = 0.085, 0.115, float(rng.uniform(0.10, 0.12))
    weave = body.workshop.material(wicker(), roughness=0.9, repeat=(10, 3))
    dark = paint(body, (0.55, 0.38, 0.22), rough=0.9)
    body.show(
        lathe([(0, 0), (foot, 0), (rim, high), (rim - 0.007, high), (foot - 0.007, 0.008), (0, 0.008)], 40),
        material=weave,
    )
    turns = np.linspace(0, 2 * np.pi, 41)[:-1]
    for radius, z, thick in ((rim - 0.002, high, 0.0065), (foot, 0.006, 0.005)):
        body.show(
            tube(np.c_[radius * np.cos(turns), radius * np.sin(turns), np.full(40, z)], thick, 8, closed=True),
            material=dark,
        )
    arch = smooth([(-rim + 0.004, 0, high - 0.03), (-rim + 0.006, 0, high + 0.06), (-0.06, 0, high + 0.125), (0, 0, high + 0.145),
                   (0.06, 0, high + 0.125), (rim - 0.006, 0, high + 0.06), (rim - 0.004, 0, high - 0.03)], 5, closed=False)  # fmt: skip
    body.show(tube(arch, 0.007, 10), material=dark)
    shell(body, (foot, 0.001), (rim, high), 0.008, count=14)
    floor(body, foot + 0.012, 0.008)
    for s in (-1, 1):
        body.solid(Box((0.007, 0.007, 0.05)), at=(s * (rim - 0.010), 0, high + 0.03), turn=turn("y", -s * 8))
        body.solid(Box((0.055, 0.007, 0.007)), at=(s * 0.052, 0, high + 0.118), turn=turn("y", s * 32))
    body.container(
        f"{body.name}/inside", at=(0, 0, high / 2 + 0.004), half=(foot * 0.68, foot * 0.68, high / 2 - 0.004)
    )
    return Look("brown", "basket", "wicker", state="empty")


def wicker() -> Image.Image:
    """Return the picture of woven twigs."""
    canvas = Image.new("RGB", (64, 64), pixel((0.50, 0.35, 0.20)))
    draw = ImageDraw.Draw(canvas)
    for row in range(4):
        for column in (0, 1):
            x, y = 32 * column - 16 * (row % 2), 16 * row
            for shift in (0, 64):
                draw.rounded_rectangle(
                    [x + shift + 1, y + 2, x + shift + 30, y + 14],
                    6,
                    fill=pixel((0.80, 0.62, 0.40), 0.92 + 0.08 * column),
                )
    return canvas


@kind(
    "vase",
    zh="花瓶",
    en="vase of flowers",
    category="household",
    mass_kg=0.70,
    uses=("decorate", "gift"),
    colours=("blue", "white", "green"),
)
def vase(body: Body, rng: Generator, wish: Wish) -> Look:
    """A slender vase of 18 cm with three tulips."""
    colour = wish.pick_colour(rng, ("blue", "white", "green"))
    profile = [(0, 0), (0.030, 0), (0.032, 0.003), (0.046, 0.045), (0.044, 0.080), (0.022, 0.130), (0.018, 0.155), (0.026, 0.178),
               (0.0245, 0.180), (0.016, 0.156), (0, 0.150)]  # fmt: skip
    body.show(
        lathe([(float(r), float(z)) for r, z in np.asarray(profile)], 36, 55), material=paint(body, colour, rough=0.2)
    )
    bloom = ("red", "yellow", "pink", "purple")[int(rng.integers(4))]
    petal, green = paint(body, bloom, rough=0.6), paint(body, (0.36, 0.56, 0.28), rough=0.7)
    for n in range(3):
        angle, out, top = (
            2 * np.pi * n / 3 + float(rng.uniform(-0.4, 0.4)),
            float(rng.uniform(0.035, 0.055)),
            float(rng.uniform(0.27, 0.31)),
        )
        x, y = out * np.cos(angle), out * np.sin(angle)
        body.show(
            tube(smooth([(0, 0, 0.15), (x * 0.25, y * 0.25, 0.20), (x, y, top)], 4, closed=False), 0.0028, 8),
            material=green,
        )
        body.show(
            _tulip(),
            at=(x, y, top - 0.004),
            turn=multiply(turn("z", float(np.degrees(angle))), turn("y", 14)),
            material=petal,
        )
        body.solid(Cylinder(0.017, 0.018), at=(x * 1.12, y * 1.12, top + 0.015))
        leaf = superellipsoid((0.009, 0.0012, 0.045), squareness=(1.2, 1.0), segments=16, rings=10)
        body.show(
            leaf,
            at=(x * 0.45, y * 0.45, 0.215),
            turn=multiply(turn("z", float(np.degrees(angle)) + 90), turn("x", -16)),
            material=green,
        )
    body.solid(Box((0.030, 0.030, 0.040)), at=(0, 0, 0.040))
    body.solid(Cylinder(0.043, 0.024), at=(0, 0, 0.060))
    body.solid(Cylinder(0.023, 0.048), at=(0, 0, 0.132))
    body.solid(Cylinder(0.022, 0.045), at=(0, 0, 0.223))
    return Look(colour, "vase", "china")


def _tulip() -> Mesh:
    return lathe(
        [
            (0, 0),
            (0.012, 0.003),
            (0.0185, 0.014),
            (0.0175, 0.026),
            (0.0125, 0.038),
            (0.010, 0.036),
            (0.006, 0.024),
            (0, 0.020),
        ],
        12,
        60,
    )
