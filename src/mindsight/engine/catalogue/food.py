"""Kinds of things: food in its natural form or cooked."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import arc, floor, paint, rounded, shell, upright
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import gradient, mixed, noise, pixel
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import extrude, lathe, loft, painted, tube
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_LEAF: Vector = (0.36, 0.58, 0.28)
_STALK: Vector = (0.40, 0.28, 0.17)


def _leaf(length: float) -> Mesh:
    """Return a leaf lying along x from the origin, a little arched."""
    share = np.linspace(0.02, 1, 9)
    width, rise = 0.26 * np.sin(np.pi * share**0.8) * length, 0.3 * length * share * (1.2 - share)
    rings = []
    for x, w, z in zip(share * length, width + 1e-4, rise, strict=True):
        rings.append(
            [(x, -w, z + 0.3 * w), (x, 0, z - 0.001), (x, w, z + 0.3 * w), (x, 0, z + 0.001), (x, -w, z + 0.3 * w)]
        )
    return loft(rings)


def _speckled(rng: Generator, base: Vector, other: Vector, size: tuple[int, int] = (128, 128)) -> Image.Image:
    """Return a skin with cloudy transitions between two colours."""
    clouds = noise(rng, size)[..., None]
    return Image.fromarray(((np.array(base) * clouds + np.array(other) * (1 - clouds)) * 255).astype(np.uint8))


@kind("apple", zh="苹果", en="apple", category="food", mass_kg=0.18, uses=("eat",), colours=("red", "green"))
def apple(body: Body, rng: Generator, wish: Wish) -> Look:
    """An apple with a hollow at the stalk and one leaf."""
    colour = wish.pick_colour(rng, ("red", "green"))
    size = float(rng.uniform(0.95, 1.08))
    turns = np.linspace(-np.pi / 2, np.pi / 2, 23)
    radius = 0.037 * np.cos(turns) ** 0.72 * (1 + 0.10 * np.sin(turns))
    hollow = 0.011 * np.exp(-((radius / 0.011) ** 2))
    height = 0.033 + 0.033 * np.sin(turns) - np.where(turns > 0, hollow, -0.45 * hollow)
    height -= height.min()
    fruit = lathe([(float(r) * size, float(z) * size) for r, z in zip(np.maximum(radius, 0), height, strict=True)], 32)
    base = COLOURS[colour].rgb if colour == "red" else (0.55, 0.74, 0.30)
    coat = body.workshop.material(_speckled(rng, base, mixed(base, (0.95, 0.80, 0.35), 0.35)), roughness=0.3)
    body.show(fruit, material=coat)
    stalk = [(0, 0, 0.052 * size), (0.001, 0, 0.062 * size), (0.004, 0.002, 0.073 * size)]
    body.show(tube(stalk, [0.0016, 0.0015, 0.0022], 8), material=paint(body, _STALK))
    body.show(
        _leaf(0.030),
        at=(0.001, 0, 0.060 * size),
        turn=turn("z", float(rng.uniform(-60, 60))),
        material=paint(body, _LEAF),
    )
    body.solid(Box((0.012, 0.012, 0.020)), at=(0, 0, 0.020))
    body.solid(Sphere(0.0345 * size), at=(0, 0, 0.0355 * size), rolls=True)
    return Look(colour, "round", "fruit")


@kind("orange", zh="半个橙子", en="half an orange", category="food", mass_kg=0.22, uses=("eat",), colours=("orange",))
def orange(body: Body, rng: Generator, wish: Wish) -> Look:
    """An orange half lying on its round side, with the segments of its flesh visible from above."""
    del wish
    radius = float(rng.uniform(0.040, 0.045))
    turns = np.linspace(-np.pi / 2, 0.12, 14)
    bowl = [(radius * float(np.cos(a)), radius * (1 + 0.96 * float(np.sin(a)))) for a in turns]
    peel = body.workshop.material(_speckled(rng, (0.95, 0.55, 0.14), (0.90, 0.47, 0.10)), roughness=0.55)
    top = bowl[-1][1]
    fruit = lathe(
        [(0, 0), *[(r, max(z, 0.0)) for r, z in bowl[1:]], (radius - 0.003, top + 0.001), (0, top + 0.001)], 36
    )
    body.show(fruit, material=peel)
    disc = extrude(arc((0, 0), radius - 0.0015, 0, 352, 45), 0.001)
    body.show(disc, at=(0, 0, top + 0.0008), material=body.workshop.material(_segments(), roughness=0.35))
    body.solid(Box((radius * 0.5, radius * 0.5, radius * 0.35)), at=(0, 0, radius * 0.35))
    body.solid(Cylinder(radius * 0.97, radius * 0.28), at=(0, 0, top - radius * 0.29))
    body.solid(Cylinder(radius * 0.84, radius * 0.12), at=(0, 0, top - radius * 0.62))
    return Look("orange", "half round", "fruit", state="cut")


def _segments(pieces: int = 10) -> Image.Image:
    canvas = Image.new("RGB", (256, 256), pixel((0.99, 0.90, 0.72)))
    draw = ImageDraw.Draw(canvas)
    for n in range(pieces):
        a, b = (2 * np.pi * (n + edge) / pieces for edge in (0.07, 0.93))
        rim = [(128 + 112 * np.cos(t), 128 + 112 * np.sin(t)) for t in np.linspace(a, b, 7)]
        heart = (128 + 16 * np.cos((a + b) / 2), 128 + 16 * np.sin((a + b) / 2))
        draw.polygon([heart, *rim], fill=pixel((0.97, 0.60 + 0.03 * (n % 2), 0.16)))
    return canvas


@kind("banana", zh="香蕉", en="banana", category="food", mass_kg=0.14, uses=("eat",), colours=("yellow",))
def banana(body: Body, rng: Generator, wish: Wish) -> Look:
    """A banana lying on its side, dark at the tip."""
    del wish
    bend = float(rng.uniform(0.085, 0.105))
    angles = np.deg2rad(np.linspace(-62, 62, 15))
    path = np.stack([bend * np.sin(angles), -bend * np.cos(angles) + bend * 0.8, np.full(15, 0.0175)], axis=1)
    thick = 0.0185 * np.clip(np.sin(np.linspace(0.16, np.pi - 0.22, 15)) * 1.9, 0.2, 1) ** 0.8
    peel = paint(body, "yellow", rough=0.5)
    body.show(tube(path, list(thick), 6), material=peel)
    out = path[0] - path[1]
    out /= np.linalg.norm(out)
    stalk = [path[0], path[0] + 0.012 * out, path[0] + 0.026 * out + (0, 0.004, 0)]
    body.show(tube(stalk, [0.0065, 0.0048, 0.0055], 6), material=paint(body, (0.62, 0.60, 0.25)))
    body.show(
        Sphere(0.0055),
        at=(float(path[-1][0]) + 0.003, float(path[-1][1]) + 0.004, 0.0175),
        material=paint(body, _STALK),
    )
    ends = np.vstack([stalk[2], path[[0, 2, 5, 7, 9, 12, 14]]])
    for (x, y, _), (x2, y2, _), half in zip(
        ends, ends[1:], (0.006, 0.010, 0.016, 0.017, 0.017, 0.014, 0.008), strict=False
    ):
        along, reach = float(np.degrees(np.arctan2(y2 - y, x2 - x))), float(np.hypot(x2 - x, y2 - y)) / 2 + 0.002
        at = (float(x + x2) / 2, float(y + y2) / 2, 0.0172)
        body.solid(Box((reach, half, min(half, 0.0165))), at=at, turn=turn("z", along))
    return Look("yellow", "crescent", "fruit")


@kind("carrot", zh="胡萝卜", en="carrot", category="food", mass_kg=0.12, uses=("eat", "cook"), colours=("orange",))
def carrot(body: Body, rng: Generator, wish: Wish) -> Look:
    """A carrot with its green leaves, lying."""
    del wish
    length = float(rng.uniform(0.13, 0.16))
    body.shift(0.03, 0)
    share = np.linspace(0, 1, 24)
    radius = 0.019 * (1 - 0.80 * share**1.3) * (1 + 0.03 * np.sin(share * 60)) * np.minimum(1, 0.45 + share * 9)
    path = np.stack([-length / 2 + share * length, 0.004 * np.sin(share * 3), np.maximum(radius, 0.006)], axis=1)
    body.show(tube(path, list(radius), 16), material=paint(body, "orange", rough=0.6))
    green = paint(body, _LEAF, rough=0.8)
    for n in range(6):
        spread = (n - 2.5) * 0.011
        frond = [(-length / 2, 0, 0.017), (-length / 2 - 0.03, spread * 0.7, 0.020 + 0.004 * (n % 3)),
                 (-length / 2 - 0.065, spread * 1.6, 0.010 + 0.006 * (n % 2))]  # fmt: skip
        body.show(tube(frond, [0.0025, 0.0045, 0.002], 8), material=green)
        body.show(Ellipsoid((0.014, 0.007, 0.005)), at=(-length / 2 - 0.052, spread * 1.4, 0.013), material=green)
    for x, half in ((-0.25, 0.0165), (0.02, 0.013), (0.26, 0.009), (0.36, 0.006)):
        body.solid(Box((length * 0.14, half, half)), at=(length * x, 0, half))
    body.solid(Box((0.032, 0.044, 0.006)), at=(-length / 2 - 0.034, 0, 0.012))
    return Look("orange", "cone", "vegetable")


@kind("watermelon_slice", zh="西瓜片", en="slice of watermelon", category="food", mass_kg=0.25, uses=("eat",),
      colours=("red",))  # fmt: skip
def watermelon_slice(body: Body, rng: Generator, wish: Wish) -> Look:
    """Half a disc of watermelon lying flat: red flesh, pips, green rind."""
    del wish
    radius, thick = float(rng.uniform(0.10, 0.12)), 0.022
    slice_ = extrude(rounded([tuple(p) for p in arc((0, -radius * 0.42), radius, 0, 180, 26)], 0.002, 1), thick, 0.002)
    body.show(painted(slice_, (0.01, 0.01, 0.99, 0.96)), material=body.workshop.material(_melon(rng), roughness=0.4))
    rim = arc((0, -radius * 0.42), radius, 0, 180, 26)
    rind = [*rim, *arc((0, -radius * 0.42), radius * 0.965, 180, 0, 26)]
    body.show(extrude(rind, thick - 0.003), at=(0, 0, 0.0015), material=paint(body, (0.20, 0.42, 0.20), rough=0.4))
    body.solid(extrude(arc((0, -radius * 0.42), radius, 0, 180, 11), thick))
    return Look("red", "half disc", "fruit", state="cut")


def _melon(rng: Generator) -> Image.Image:
    canvas = Image.new("RGB", (256, 128), pixel((0.24, 0.46, 0.22)))
    draw = ImageDraw.Draw(canvas)
    for share, tone in ((0.95, (0.93, 0.95, 0.78)), (0.90, (0.95, 0.70, 0.60)), (0.86, (0.88, 0.27, 0.26))):
        draw.ellipse([128 - 128 * share, 128 - 128 * share, 128 + 128 * share, 128 + 128 * share], fill=pixel(tone))
    for _ in range(22):
        away, angle = 128 * rng.uniform(0.3, 0.75), rng.uniform(0.2, np.pi - 0.2)
        x, y = 128 + away * np.cos(angle), 128 - away * np.sin(angle)
        draw.ellipse([x - 3, y - 5, x + 3, y + 5], fill=pixel((0.12, 0.09, 0.08)))
    return canvas


@kind("bread", zh="面包", en="loaf of bread", category="food", mass_kg=0.45, uses=("eat", "breakfast"))
def bread(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tin loaf with a domed crust, cut at one end."""
    del wish
    length = float(rng.uniform(0.17, 0.20))
    end = [(-0.046, 0.0), (0.046, 0.0), (0.050, 0.055), (0.060, 0.070), (0.056, 0.092), (0.030, 0.104),
           (-0.030, 0.104), (-0.056, 0.092), (-0.060, 0.070), (-0.050, 0.055)]  # fmt: skip
    outline = rounded(end, 0.012)
    crust = body.workshop.material(gradient((0.66, 0.38, 0.17), (0.83, 0.60, 0.34), (16, 64)), roughness=0.8)
    body.show(upright(outline, length, 0.004), material=crust)
    crumb = upright(outline * [0.93, 0.95] + [0, 0.0025], 0.003)
    body.show(crumb, at=(0, -length / 2, 0), material=body.workshop.material(_crumb(rng), roughness=0.9))
    for n in range(3):
        y = (n - 0.8) * length * 0.26
        slash = [(-0.030, y - 0.010, 0.1035), (0, y, 0.1045), (0.030, y + 0.010, 0.1035)]
        body.show(tube(slash, [0.002, 0.0045, 0.002], 8), rgb=(0.95, 0.80, 0.56))
    body.solid(Box((0.050, length / 2, 0.030)), at=(0, 0, 0.030))
    body.solid(Box((0.058, length / 2, 0.023)), at=(0, 0, 0.083))
    return Look("brown", "loaf", "bread")


def _crumb(rng: Generator) -> Image.Image:
    canvas = Image.new("RGB", (96, 96), pixel((0.97, 0.91, 0.77)))
    draw = ImageDraw.Draw(canvas)
    for _ in range(70):
        x, y, r = rng.uniform(0, 96), rng.uniform(0, 96), rng.uniform(0.6, 2.2)
        draw.ellipse([x - r, y - r, x + r, y + r], fill=pixel((0.90, 0.80, 0.62)))
    return canvas


@kind("cake", zh="生日蛋糕", en="birthday cake", category="food", mass_kg=0.6, uses=("eat", "birthday"),
      colours=("pink", "white", "brown"))  # fmt: skip
def cake(body: Body, rng: Generator, wish: Wish) -> Look:
    """A small birthday cake on a board: icing that drips, strawberries, three candles."""
    colour = wish.pick_colour(rng, ("pink", "white", "brown"))
    icing = paint(body, mixed(COLOURS[colour].rgb, (1, 1, 1), 0.15), rough=0.35)
    body.show(
        lathe([(0, 0), (0.098, 0), (0.100, 0.003), (0.098, 0.006), (0, 0.006)]),
        material=paint(body, (0.85, 0.72, 0.42)),
    )
    body.show(lathe([(0, 0.006), (0.078, 0.006), (0.080, 0.012), (0.080, 0.060), (0, 0.060)]), rgb=(0.97, 0.90, 0.76))
    body.show(lathe([(0, 0.050), (0.081, 0.052), (0.0825, 0.058), (0.079, 0.066), (0, 0.067)]), material=icing)
    for n in range(14):
        angle = 2 * np.pi * n / 14
        x, y, drop = 0.0795 * np.cos(angle), 0.0795 * np.sin(angle), float(rng.uniform(0.010, 0.028))
        body.show(Capsule(0.0065, (x, y, 0.056), (x, y, 0.056 - drop)), material=icing)
    for n in range(8):
        angle = 2 * np.pi * (n + 0.5) / 8
        x, y = 0.060 * np.cos(angle), 0.060 * np.sin(angle)
        body.show(_berry(), at=(x, y, 0.066), material=paint(body, "red", rough=0.3))
    for n, tone in enumerate(("blue", "yellow", "green")):
        angle = 2 * np.pi * n / 3
        _cake_candle(body, (0.024 * float(np.cos(angle)), 0.024 * float(np.sin(angle))), tone)
    body.solid(Box((0.070, 0.070, 0.003)), at=(0, 0, 0.003))
    body.solid(Cylinder(0.098, 0.002), at=(0, 0, 0.004))
    body.solid(Cylinder(0.026, 0.029), at=(0, 0, 0.094))
    shell(body, (0.081, 0.006), (0.081, 0.066), 0.030)
    floor(body, 0.070, 0.060, z=0.006)
    return Look(colour, "round cake", "cake")


def _berry() -> Mesh:
    return lathe([(0, 0), (0.009, 0.001), (0.0095, 0.006), (0.005, 0.015), (0, 0.018)], 16)


def _cake_candle(body: Body, at: tuple[float, float], tone: str) -> None:
    x, y = at
    body.show(Capsule(0.0032, (x, y, 0.066), (x, y, 0.104)), material=paint(body, tone))
    flame = body.workshop.material(rgb=(1.0, 0.76, 0.28), emission=0.9)
    body.show(Ellipsoid((0.0035, 0.0035, 0.008)), at=(x, y, 0.116), material=flame)
