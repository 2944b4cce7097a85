"""Kinds of things that are sold in several materials and sizes: jars, cups, goblets, bowls, candlesticks, flower pots.

A plan wishes for both by a state such as ``glass-14``: the material and the height in cm.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import floor, shell
from mindsight.engine.drawing.prints.pixels import pixel
from mindsight.engine.drawing.prints.textures import wood
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import lathe, tube
from mindsight.engine.geometry.shapes import Cylinder
from mindsight.engine.kinds import Look, Wish, kind

MATERIALS = ("wood", "metal", "glass", "china")
HEIGHTS_CM: Mapping[str, tuple[int, int]] = {
    "storage_jar": (11, 30),
    "plain_cup": (7, 17),
    "goblet": (9, 24),
    "deep_bowl": (6, 14),
    "candlestick": (12, 32),
    "flower_pot": (8, 22),
}
"""Least and greatest height of each kind, cm."""
Profile = Sequence[tuple[float, float]]
_HOLLOW: Mapping[str, tuple[Profile, float]] = {
    "storage_jar": (((0.27, 0.0), (0.29, 0.02), (0.37, 0.25), (0.37, 0.62), (0.27, 0.84), (0.24, 0.92), (0.27, 1.0)), 0.03),
    "plain_cup": (((0.30, 0.0), (0.32, 0.03), (0.40, 1.0)), 0.03),
    "deep_bowl": (((0.42, 0.0), (0.44, 0.06), (0.78, 0.40), (0.95, 1.0)), 0.05),
    "flower_pot": (((0.36, 0.0), (0.50, 0.80), (0.57, 0.80), (0.58, 1.0)), 0.06),
}  # fmt: skip
"""Outer outline from the foot to the rim and thickness of the wall of hollow kinds, as shares of the height."""


def _wanted(key: str, rng: Generator, wish: Wish) -> tuple[str, float]:
    """Return the material and the height in m: those of a state such as ``glass-14``, or drawn ones."""
    low, high = HEIGHTS_CM[key]
    drawn = MATERIALS[int(rng.integers(len(MATERIALS)))], int(rng.integers(low, high + 1))
    name, _, size = wish.state.partition("-")
    return (name, int(size) / 100) if size else (drawn[0], drawn[1] / 100)


def _coat(body: Body, rng: Generator, name: str) -> str:
    """Return how a material looks: grain, shine, clearness, or a white glaze with blue bands."""
    if name == "wood":
        return body.workshop.material(_timber(rng), roughness=0.85)
    if name == "metal":
        return body.workshop.material(_steel(), roughness=0.15, metallic=0.7)
    if name == "glass":
        return body.workshop.material(rgb=(0.72, 0.86, 0.90), alpha=0.30, roughness=0.05)
    return body.workshop.material(_glaze(), roughness=0.15)


def _timber(rng: Generator) -> Image.Image:
    """Return pale wood with a dark grain and a few knots."""
    base = np.asarray(wood(rng, (0.84, 0.66, 0.43), (256, 256)), float)
    x, y = np.meshgrid(np.arange(256), np.arange(256))
    bend = 5 * np.sin(2 * np.pi * x / 256 + 1.0)
    for column, row in ((60, 70), (180, 150), (110, 220)):
        bend = bend + 14 * np.exp(-((x - column) ** 2 + (y - row) ** 2) / 500)
    lines = np.clip(np.sin((y + bend) / 256 * 2 * np.pi * 17), 0, 1) ** 3
    shade = 1.0 - 0.26 * lines
    for column, row in ((60, 70), (180, 150), (110, 220)):
        shade = shade * (1 - 0.55 * np.exp(-((x - column) ** 2 / 90 + (y - row) ** 2 / 30)))
    return Image.fromarray(np.clip(base * shade[..., None], 0, 255).astype(np.uint8))


def _steel() -> Image.Image:
    """Return polished steel: the bright and dark streaks of a room that it mirrors."""
    u = np.linspace(0, 2 * np.pi, 256, endpoint=False)
    streaks = 0.52 + 0.26 * np.sin(3 * u) + 0.16 * np.sin(7 * u + 1.3) + 0.10 * np.sin(13 * u + 0.4)
    streaks = np.clip((streaks - 0.5) * 1.5 + 0.5, 0.10, 1.0)
    row = np.stack([streaks * 0.97, streaks * 0.99, np.minimum(streaks * 1.03, 1.0)], axis=1) * 255
    return Image.fromarray(np.repeat(row[None].astype(np.uint8), 64, axis=0))


def _glaze() -> Image.Image:
    """Return white glaze with blue bands and flowers."""
    canvas = Image.new("RGB", (256, 512), pixel((0.95, 0.95, 0.93)))
    draw = ImageDraw.Draw(canvas)
    blue = pixel((0.16, 0.27, 0.58))
    for middle in (60, 150, 240, 330, 420):
        for top in (middle - 26, middle + 23):
            draw.rectangle([0, top, 256, top + 4], fill=blue)
        for column in range(8):
            x = 32 * column + 16
            for dx, dy in ((0, -10), (8, 0), (0, 10), (-8, 0)):
                draw.ellipse([x + dx - 5, middle + dy - 6, x + dx + 5, middle + dy + 6], fill=blue)
    return canvas


def _hollow(body: Body, rng: Generator, wish: Wish, key: str, shape: str) -> Look:
    """Build a round hollow thing by its outline."""
    name, high = _wanted(key, rng, wish)
    outline, share = _HOLLOW[key]
    wall = max(0.0035, share * high * (1.0 if name == "wood" else 0.6))
    outer = [(radius * high, z * high) for radius, z in outline]
    inner = [(max(radius - wall, 0.002), max(z, wall)) for radius, z in outer[::-1]]
    coat = _coat(body, rng, name)
    body.show(lathe([(0, 0), *outer, *inner, (0, wall)], 44, 40), material=coat)
    if name == "glass":
        _rim(body, outer[-1][0] - wall / 2, high)
    for foot, rim in pairwise(outer):
        if rim[1] - foot[1] > 0.002:
            shell(body, foot, rim, wall, count=14)
    floor(body, outer[0][0], wall)
    return Look("", shape, name)


def _rim(body: Body, radius: float, z: float) -> None:
    """Add the bright edge by which clear glass is seen."""
    turns = np.linspace(0, 2 * np.pi, 41)[:-1]
    ring = np.c_[radius * np.cos(turns), radius * np.sin(turns), np.full(40, z)]
    body.show(tube(ring, 0.0016, 6, closed=True), rgb=(0.90, 0.95, 0.97))


@kind("storage_jar", zh="储物罐", en="storage jar", category="household", mass_kg=0.6, uses=("store",))
def storage_jar(body: Body, rng: Generator, wish: Wish) -> Look:
    """A jar with a shoulder and no lid."""
    return _hollow(body, rng, wish, "storage_jar", "jar")


@kind(
    "plain_cup",
    zh="无把杯子",
    en="cup without a handle",
    category="tableware",
    mass_kg=0.25,
    uses=("drink",),
)
def plain_cup(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tapered cup without a handle."""
    return _hollow(body, rng, wish, "plain_cup", "cup")


@kind("deep_bowl", zh="深碗", en="deep bowl", category="tableware", mass_kg=0.5, uses=("eat",))
def deep_bowl(body: Body, rng: Generator, wish: Wish) -> Look:
    """A deep round bowl."""
    return _hollow(body, rng, wish, "deep_bowl", "bowl")


@kind(
    "flower_pot",
    zh="空花盆",
    en="empty flower pot",
    category="household",
    mass_kg=0.5,
    uses=("decorate",),
)
def flower_pot(body: Body, rng: Generator, wish: Wish) -> Look:
    """A flower pot with a thick rim and nothing in it."""
    return _hollow(body, rng, wish, "flower_pot", "pot")


@kind("goblet", zh="带脚酒杯", en="goblet", category="tableware", mass_kg=0.3, uses=("drink",))
def goblet(body: Body, rng: Generator, wish: Wish) -> Look:
    """A cup on a stem."""
    name, high = _wanted("goblet", rng, wish)
    shares = [(0, 0), (0.26, 0), (0.27, 0.03), (0.08, 0.10), (0.055, 0.22), (0.08, 0.38), (0.20, 0.46), (0.29, 0.64), (0.27, 1.0),
              (0.245, 1.0), (0.26, 0.64), (0.17, 0.50), (0, 0.47)]  # fmt: skip
    body.show(lathe([(radius * high, z * high) for radius, z in shares], 44, 40), material=_coat(body, rng, name))
    if name == "glass":
        _rim(body, 0.257 * high, high)
        _rim(body, 0.268 * high, 0.02 * high)
    floor(body, 0.27 * high, 0.05 * high)
    body.solid(Cylinder(0.06 * high, 0.19 * high), at=(0, 0, 0.24 * high))
    shell(body, (0.20 * high, 0.46 * high), (0.29 * high, 0.66 * high), 0.03 * high, count=12)
    shell(body, (0.29 * high, 0.66 * high), (0.27 * high, high), 0.03 * high, count=12)
    return Look("", "cup on a stem", name)


@kind("candlestick", zh="烛台", en="candlestick", category="household", mass_kg=0.6, uses=("light",))
def candlestick(body: Body, rng: Generator, wish: Wish) -> Look:
    """A turned candlestick without a candle."""
    name, high = _wanted("candlestick", rng, wish)
    shares = [(0, 0), (0.24, 0), (0.25, 0.03), (0.10, 0.08), (0.06, 0.16), (0.09, 0.22), (0.05, 0.30), (0.065, 0.55), (0.05, 0.80),
              (0.10, 0.86), (0.16, 0.89), (0.17, 0.92), (0.08, 0.92), (0.085, 1.0), (0.06, 1.0), (0.055, 0.94), (0, 0.94)]  # fmt: skip
    body.show(lathe([(radius * high, z * high) for radius, z in shares], 40, 40), material=_coat(body, rng, name))
    if name == "glass":
        _rim(body, 0.072 * high, high)
        _rim(body, 0.168 * high, 0.92 * high)
    floor(body, 0.25 * high, 0.05 * high)
    body.solid(Cylinder(0.05 * high, 0.44 * high), at=(0, 0, 0.48 * high))
    body.solid(Cylinder(0.16 * high, 0.02 * high), at=(0, 0, 0.90 * high))
    body.solid(Cylinder(0.08 * high, 0.05 * high), at=(0, 0, 0.95 * high))
    return Look("", "candlestick", name)
