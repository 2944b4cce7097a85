"""Kinds of things: tableware and cookware."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import floor, metal, paint, shell
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import mixed, pixel
from mindsight.engine.geometry.blobs import Ball, blend
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import smooth
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, lathe, tube
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_GLAZES = ("white", "blue", "green", "pink", "yellow")
_STATES = ("clean", "stained")


def _state(wish: Wish) -> str:
    return wish.state or "clean"


def _banded(
    base: Vector, bands: tuple[tuple[float, float, Vector], ...], size: tuple[int, int] = (256, 256)
) -> Image.Image:
    """Return a plain picture with bands across it, each given as (from, to, colour) in shares of the height from above."""
    canvas = Image.new("RGB", size, pixel(base))
    draw = ImageDraw.Draw(canvas)
    for top, bottom, tone in bands:
        draw.rectangle([0, top * size[1], size[0], bottom * size[1]], fill=pixel(tone))
    return canvas


@kind(
    "mug", zh="马克杯", en="mug", category="tableware", mass_kg=0.32, uses=("drink",), colours=_GLAZES, states=_STATES
)
def mug(body: Body, rng: Generator, wish: Wish) -> Look:
    """A straight mug with a handle; a used one has some coffee left and a drip down its side."""
    colour = wish.pick_colour(rng, _GLAZES)
    tone = COLOURS[colour].rgb
    pale: Vector = (0.97, 0.96, 0.93)
    pattern = _banded(tone, ((0.42, 0.47, pale), (0.74, 0.79, pale)) if rng.random() < 0.5 else ())
    profile = [(0, 0.002), (0.034, 0.002), (0.035, 0), (0.038, 0.001), (0.041, 0.006), (0.041, 0.090), (0.0395, 0.0925),
               (0.0375, 0.091), (0.0375, 0.010), (0.034, 0.006), (0, 0.006)]  # fmt: skip
    body.show(lathe(profile), material=body.workshop.material(pattern, roughness=0.2))
    grip = [
        (0.039, 0, 0.076),
        (0.058, 0, 0.078),
        (0.070, 0, 0.063),
        (0.070, 0, 0.043),
        (0.058, 0, 0.026),
        (0.039, 0, 0.022),
    ]
    body.show(tube(_soft(grip), 0.0058, 10), material=paint(body, tone, rough=0.2))
    if _state(wish) == "stained":
        body.show(Cylinder(0.0372, 0.001), at=(0, 0, 0.026), material=paint(body, (0.30, 0.17, 0.09), rough=0.1))
        for angle, low in ((-95, 0.040), (-70, 0.058), (-150, 0.050)):
            x, y = 0.0392 * np.cos(np.deg2rad(angle)), 0.0392 * np.sin(np.deg2rad(angle))
            body.show(Capsule(0.003, (x, y, 0.090), (x, y, low)), material=paint(body, (0.36, 0.21, 0.11)))
    shell(body, (0.041, 0.0), (0.041, 0.092), 0.0045)
    floor(body, 0.038, 0.006)
    body.solid(Box((0.016, 0.006, 0.029)), at=(0.057, 0, 0.050))
    body.container(f"{body.name}/inside", at=(0, 0, 0.049), half=(0.025, 0.025, 0.043))
    return Look(colour, "cup with a handle", "china", _state(wish))


def _soft(path: Sequence[Vector]) -> list[tuple[float, float, float]]:
    return [(float(x), float(y), float(z)) for x, y, z in smooth(path, 4, closed=False)]


@kind("bowl", zh="碗", en="bowl", category="tableware", mass_kg=0.32, uses=("eat",), colours=_GLAZES, states=_STATES)
def bowl(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wide bowl on a foot ring, a coloured band under its rim."""
    colour = wish.pick_colour(rng, _GLAZES)
    tone = COLOURS[colour].rgb if colour != "white" else COLOURS["blue"].rgb
    base: Vector = (0.96, 0.95, 0.92) if colour in {"white", "blue"} else mixed(COLOURS[colour].rgb, (1, 1, 1), 0.25)
    trim = tone if colour in {"white", "blue"} else mixed(tone, (0.1, 0.1, 0.1), 0.25)
    coat = body.workshop.material(
        _banded(base, ((0.44, 0.50, trim), (0.52, 0.535, trim), (0.66, 0.685, trim))), roughness=0.2
    )
    profile = [(0, 0.006), (0.030, 0.006), (0.031, 0), (0.036, 0), (0.036, 0.007), (0.058, 0.017), (0.073, 0.033), (0.080, 0.056),
               (0.0785, 0.0575), (0.077, 0.056), (0.070, 0.035), (0.055, 0.020), (0.032, 0.011), (0, 0.010)]  # fmt: skip
    body.show(lathe(profile, 40, 50), material=coat)
    if _state(wish) == "stained":
        _soup(body, rng)
    shell(body, (0.040, 0.008), (0.073, 0.033), 0.004)
    shell(body, (0.073, 0.033), (0.079, 0.057), 0.004)
    floor(body, 0.042, 0.010)
    body.container(f"{body.name}/inside", at=(0, 0, 0.034), half=(0.045, 0.045, 0.023))
    return Look(colour, "bowl", "china", _state(wish))


def _soup(body: Body, rng: Generator) -> None:
    """Add the remains of soup in the bowl and where it ran over the rim."""
    soup = paint(body, (0.66, 0.30, 0.12), rough=0.2)
    body.show(Cylinder(0.0605, 0.001), at=(0, 0, 0.025), material=soup)
    for _ in range(9):
        away, angle = float(rng.uniform(0.01, 0.05)), float(rng.uniform(0, 2 * np.pi))
        body.show(Sphere(0.0035), at=(away * np.cos(angle), away * np.sin(angle), 0.026), rgb=(0.45, 0.60, 0.28))
    for angle in np.deg2rad([-70, -110, 30, 140]) + float(rng.uniform(-0.2, 0.2)):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        body.show(Capsule(0.003, (0.079 * c, 0.079 * s, 0.056), (0.0735 * c, 0.0735 * s, 0.034)), material=soup)
        body.show(Capsule(0.003, (0.077 * c, 0.077 * s, 0.056), (0.064 * c, 0.064 * s, 0.030)), material=soup)


@kind(
    "plate", zh="盘子", en="plate", category="tableware", mass_kg=0.45, uses=("eat",), colours=_GLAZES, states=_STATES
)
def plate(body: Body, rng: Generator, wish: Wish) -> Look:
    """A dinner plate of 22–25 cm; after a meal there is sauce on it."""
    colour = wish.pick_colour(rng, _GLAZES)
    radius = float(rng.uniform(0.11, 0.125))
    tone = mixed(COLOURS[colour].rgb, (1, 1, 1), 0.35)
    profile = [(0, 0.003), (radius * 0.60, 0.003), (radius * 0.61, 0), (radius * 0.64, 0.0), (radius * 0.72, 0.009), (radius * 0.98, 0.020),
               (radius, 0.0225), (radius * 0.985, 0.0235), (radius * 0.73, 0.013), (radius * 0.64, 0.007), (0, 0.0065)]  # fmt: skip
    trim = COLOURS["blue" if colour == "white" else colour].rgb
    glaze = body.workshop.material(_banded(tone, ((0.474, 0.492, trim),)), roughness=0.2)
    body.show(lathe(profile, 48), material=glaze)
    if _state(wish) == "stained":
        _leftovers(body, radius * 0.55, rng)
    shell(body, (radius * 0.68, 0.003), (radius, 0.023), 0.005, count=14)
    floor(body, radius * 0.92, 0.0065)
    body.surface(f"{body.name}/top", at=(0, 0, 0.0065), half=(radius * 0.42, radius * 0.42))
    return Look(colour, "flat round", "china", _state(wish))


def _leftovers(body: Body, reach: float, rng: Generator) -> None:
    sauce = paint(body, (0.62, 0.20, 0.10), rough=0.25)
    for _ in range(5):
        away, angle = reach * float(rng.uniform(0.1, 0.8)), float(rng.uniform(0, 2 * np.pi))
        x, y, r = away * np.cos(angle), away * np.sin(angle), float(rng.uniform(0.008, 0.020))
        body.show(blend([Ball((x, y, 0.0065), (r, r * 0.7, 0.0025))], soft_m=0.003, cell_m=0.002), material=sauce)
    for _ in range(6):
        x, y = rng.uniform(-reach, reach, 2) * 0.7
        body.show(Sphere(0.0032), at=(float(x), float(y), 0.009), material=paint(body, (0.40, 0.58, 0.25)))


@kind("wine_glass", zh="高脚杯", en="wine glass", category="tableware", mass_kg=0.16, uses=("drink",))
def wine_glass(body: Body, rng: Generator, wish: Wish) -> Look:
    """A stemmed glass with a little red wine in it."""
    del wish
    height = float(rng.uniform(0.19, 0.21))
    stem = height * 0.45
    profile = [(0, 0), (0.034, 0), (0.035, 0.002), (0.012, 0.007), (0.0045, 0.014), (0.004, stem - 0.012), (0.012, stem),
               (0.030, stem + 0.018), (0.0385, stem + 0.046), (0.036, height - 0.02), (0.031, height)]  # fmt: skip
    body.show(
        lathe(profile, 36, 50), material=body.workshop.material(rgb=(0.80, 0.88, 0.92), alpha=0.24, roughness=0.05)
    )
    rim = [(0.031 * np.cos(a), 0.031 * np.sin(a), height) for a in np.linspace(0, 2 * np.pi, 33)[:-1]]
    body.show(tube(rim, 0.0011, 6, closed=True), rgb=(0.90, 0.94, 0.96))
    wine = [(0, stem + 0.003), (0.011, stem + 0.003), (0.0285, stem + 0.019), (0.0365, stem + 0.044), (0, stem + 0.044)]
    body.show(lathe(wine, 32), material=paint(body, (0.60, 0.07, 0.15), rough=0.15))
    floor(body, 0.040, 0.004)
    shell(body, (0.012, stem), (0.038, stem + 0.040), 0.004, count=10)
    shell(body, (0.038, stem + 0.040), (0.032, height), 0.004, count=10)
    body.solid(Box((0.004, 0.004, stem / 2)), at=(0, 0, stem / 2))
    return Look("red", "stemmed", "glass")


@kind(
    "teapot",
    zh="茶壶",
    en="teapot",
    category="tableware",
    mass_kg=0.65,
    uses=("drink", "tea"),
    colours=("brown", "white", "blue", "green"),
)
def teapot(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round pot with spout, handle and a lid with a knob."""
    colour = wish.pick_colour(rng, ("brown", "white", "blue", "green"))
    tone = COLOURS[colour].rgb
    clay = paint(body, mixed(tone, (0.62, 0.32, 0.20), 0.35) if colour == "brown" else tone, rough=0.3)
    trim = paint(body, mixed(tone, (0.2, 0.1, 0.05), 0.4), rough=0.3)
    body.show(
        lathe(
            [
                (0, 0),
                (0.040, 0),
                (0.042, 0.004),
                (0.058, 0.016),
                (0.068, 0.040),
                (0.064, 0.066),
                (0.044, 0.086),
                (0.034, 0.089),
                (0, 0.089),
            ],
            40,
            50,
        ),
        material=clay,
    )
    body.show(
        lathe(
            [
                (0, 0),
                (0.036, 0),
                (0.0365, 0.004),
                (0.022, 0.013),
                (0.007, 0.016),
                (0.0065, 0.019),
                (0.011, 0.024),
                (0.008, 0.031),
                (0, 0.033),
            ],
            32,
            50,
        ),
        at=(0, 0, 0.089),
        material=clay,
    )
    body.show(lathe([(0.0355, 0), (0.0375, 0.0015), (0.0365, 0.0045)], 32), at=(0, 0, 0.088), material=trim)
    spout = _soft([(-0.056, 0, 0.034), (-0.080, 0, 0.044), (-0.094, 0, 0.070), (-0.112, 0, 0.086)])
    body.show(tube(spout, list(np.linspace(0.017, 0.0075, len(spout))), 14, round_ends=False), material=clay)
    body.show(
        Cylinder(0.0058, 0.001), at=(-0.1125, 0, 0.0862), turn=turn("y", -50), material=paint(body, (0.15, 0.08, 0.05))
    )
    grip = _soft([(0.058, 0, 0.070), (0.086, 0, 0.080), (0.106, 0, 0.062), (0.098, 0, 0.034), (0.064, 0, 0.024)])
    body.show(tube(grip, 0.0065, 10), material=clay)
    body.solid(Box((0.040, 0.040, 0.044)), at=(0, 0, 0.044))
    shell(body, (0.050, 0.006), (0.068, 0.040), 0.02, count=10)
    shell(body, (0.068, 0.040), (0.046, 0.085), 0.02, count=10)
    body.solid(Box((0.018, 0.018, 0.012)), at=(0, 0, 0.100))
    body.solid(Box((0.008, 0.008, 0.008)), at=(0, 0, 0.111))
    body.solid(Box((0.028, 0.010, 0.022)), at=(-0.088, 0, 0.065))
    body.solid(Box((0.024, 0.006, 0.026)), at=(0.086, 0, 0.051))
    return Look(colour, "pot with a spout", "china")


@kind(
    "frying_pan",
    zh="平底锅",
    en="frying pan",
    category="tableware",
    mass_kg=0.9,
    uses=("cook",),
    colours=("black", "red"),
    states=_STATES,
)
def frying_pan(body: Body, rng: Generator, wish: Wish) -> Look:
    """A pan of 22 cm with a long handle; a used one holds what is left of eggs and tomatoes."""
    colour = wish.pick_colour(rng, ("black", "red"))
    coat, dark = paint(body, colour, rough=0.35), paint(body, (0.17, 0.17, 0.18), rough=0.6)
    body.shift(-0.085, 0)
    body.show(lathe([(0, 0), (0.090, 0), (0.094, 0.003), (0.110, 0.042), (0.108, 0.043)], 48), material=coat)
    body.show(lathe([(0.1095, 0.043), (0.107, 0.0425), (0.091, 0.006), (0, 0.005)], 48), material=dark)
    body.show(box((0.020, 0.012, 0.004), 0.002), at=(0.122, 0, 0.038), turn=turn("y", -10), material=metal(body))
    grip = [(0.138, 0, 0.041), (0.200, 0, 0.054), (0.275, 0, 0.060)]
    body.show(tube(grip, [0.0085, 0.0105, 0.0095], 12), material=paint(body, "brown", rough=0.6))
    shell(body, (0.094, 0.002), (0.110, 0.043), 0.004, count=14)
    floor(body, 0.112, 0.005)
    body.solid(Box((0.088, 0.009, 0.008)), at=(0.194, 0, 0.051), turn=turn("y", -8))
    if wish.state == "stained":
        _fried(body, rng)
    return Look(colour, "pan", "iron", wish.state)


def _fried(body: Body, rng: Generator) -> None:
    """Add scraps of fried egg and tomato to the bottom of a pan, and grease that ran up its side."""
    egg, yolk, tomato = (
        paint(body, rgb, rough=0.3) for rgb in ((0.97, 0.94, 0.84), (0.97, 0.72, 0.16), (0.78, 0.20, 0.12))
    )
    for _ in range(7):
        away, angle, r = (
            float(rng.uniform(0.01, 0.07)),
            float(rng.uniform(0, 2 * np.pi)),
            float(rng.uniform(0.010, 0.022)),
        )
        x, y = away * np.cos(angle), away * np.sin(angle)
        scrap = blend([Ball((x, y, 0.0065), (r, 0.7 * r, 0.0030))], soft_m=0.003, cell_m=0.002)
        body.show(scrap, material=(egg, yolk, tomato, tomato)[int(rng.integers(4))])
    for angle in np.deg2rad([40, 150, 215, 320]) + float(rng.uniform(-0.2, 0.2)):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        low, high = (0.090 * c, 0.090 * s, 0.009), (0.103 * c, 0.103 * s, 0.034)
        body.show(Capsule(0.0035, low, high), material=tomato)
