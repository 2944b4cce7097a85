"""Kinds of things that somebody or some weather left behind: boots, plates after a meal, a baby's bottle, a dog's bone, a palette."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import paint, pale, rounded
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import extrude, lathe, merge, move, superellipsoid, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Ellipsoid, Sphere
from mindsight.engine.kinds import Look, Wish, kind

BOOTS = ("red", "yellow", "green", "blue", "purple", "black")
WEATHER = ("rain", "snow", "dry")
"""What boots show: they stand in a puddle with drops on them, snow lies on and around them, or they are dry."""
PLATES = ("red", "yellow", "green", "blue", "purple", "white")
MEALS = ("fish", "egg", "chicken", "empty")
"""What is left on a plate: the bones of a fish, egg shells, gnawed chicken legs; or nothing."""
_BONE, _SNOW, _WATER = (0.93, 0.90, 0.82), (0.97, 0.98, 1.0), (0.66, 0.78, 0.88)


@kind(
    "boots",
    zh="靴子",
    en="pair of boots",
    category="shoes",
    mass_kg=1.2,
    uses=("trace",),
    colours=BOOTS,
    states=WEATHER,
)
def boots(body: Body, rng: Generator, wish: Wish) -> Look:
    """Two rubber boots with dark soles, side by side, that came in from some weather."""
    colour, state = wish.pick_colour(rng, BOOTS), wish.state or "dry"
    coat, sole = paint(body, colour, rough=0.3), paint(body, (0.20, 0.19, 0.19), rough=0.8)
    for x in (-0.055, 0.055):
        body.show(superellipsoid((0.041, 0.105, 0.010), squareness=(0.3, 0.6)), at=(x, -0.045, 0.010), material=sole)
        body.show(superellipsoid((0.037, 0.095, 0.036), squareness=(0.8, 0.8)), at=(x, -0.050, 0.048), material=coat)
        shaft = [(0, 0.02), (0.036, 0.02), (0.036, 0.10), (0.042, 0.205), (0.038, 0.205), (0.033, 0.10), (0, 0.09)]
        body.show(lathe(shaft), at=(x, 0.020, 0), material=coat)
        body.solid(Box((0.038, 0.085, 0.035)), at=(x, -0.045, 0.035))
        body.solid(Cylinder(0.040, 0.085), at=(x, 0.020, 0.120))
    if state == "snow":
        _snow(body, rng)
    if state == "rain":
        _water(body, rng)
    return Look(colour, "pair of boots", "rubber", state)


def _snow(body: Body, rng: Generator) -> None:
    """Show snow in lumps on the feet of boots and around them."""
    white = paint(body, _SNOW, rough=0.95)
    for x in (-0.055, 0.055):
        lump = superellipsoid((0.033, 0.055, 0.014), squareness=(0.9, 0.9))
        body.show(lump, at=(x, -0.085, 0.080), material=white)
        body.show(superellipsoid((0.034, 0.030, 0.016), squareness=(0.9, 0.9)), at=(x, 0.0, 0.207), material=white)
    for angle in np.arange(18) * 20.0:
        away = float(rng.uniform(0.105, 0.125))
        at = (away * float(np.cos(np.deg2rad(angle))), 1.15 * away * float(np.sin(np.deg2rad(angle))) - 0.04, 0.006)
        size = float(rng.uniform(0.012, 0.024))
        body.show(Ellipsoid((size, size * 0.8, 0.010)), at=at, material=white)


def _water(body: Body, rng: Generator) -> None:
    """Show a puddle under boots and drops on them."""
    water = body.workshop.material(rgb=_WATER, roughness=0.02, alpha=0.75)
    turns = np.linspace(0, 2 * np.pi, 41)[:-1]
    wobble = 1 + 0.10 * np.sin(3 * turns + float(rng.uniform(0, 6))) + 0.06 * np.sin(5 * turns)
    rim = np.c_[0.118 * wobble * np.cos(turns), 0.150 * wobble * np.sin(turns) - 0.035]
    body.show(extrude(rim, 0.0016), at=(0, 0, 0.0004), material=water)
    drop = paint(body, (0.80, 0.90, 0.97), rough=0.02)
    for _ in range(44):
        side, angle, up = (
            float(rng.choice((-0.055, 0.055))),
            float(rng.uniform(180, 360)),
            float(rng.uniform(0.09, 0.19)),
        )
        away = 0.036 + 0.006 * (up - 0.10) / 0.105 + 0.0005
        at = (side + away * float(np.cos(np.deg2rad(angle))), 0.020 + away * float(np.sin(np.deg2rad(angle))), up)
        body.show(Ellipsoid((0.0030, 0.0030, 0.0048)), at=at, material=drop)


@kind(
    "used_plate",
    zh="用过的盘子",
    en="used plate",
    category="tableware",
    mass_kg=0.5,
    uses=("trace",),
    colours=PLATES,
    states=MEALS,
)
def used_plate(body: Body, rng: Generator, wish: Wish) -> Look:
    """A plate with a broad rim of one colour and what is left of a meal on it."""
    colour, state = wish.pick_colour(rng, PLATES), wish.state or "empty"
    foot = [(0, 0), (0.070, 0), (0.074, 0.004), (0.122, 0.018), (0.122, 0.021), (0.080, 0.010), (0.0, 0.008)]
    body.show(lathe(foot, 48), material=paint(body, (0.96, 0.95, 0.92), rough=0.2))
    band = [(0.092, 0.0128), (0.121, 0.0207), (0.121, 0.0216), (0.092, 0.0138)]
    body.show(lathe(band, 48), material=paint(body, colour, rough=0.25))
    body.solid(Cylinder(0.120, 0.005), at=(0, 0, 0.005))
    {"fish": _fish, "egg": _eggs, "chicken": _chicken, "empty": lambda *_: None}[state](body, rng)
    return Look(colour, "round plate", "china", state)


def _fish(body: Body, rng: Generator) -> None:
    yaw, bone = float(rng.uniform(-25, 25)), paint(body, _BONE, rough=0.6)
    parts = [tube([(-0.045, 0, 0.014), (0.055, 0, 0.014)], [0.0030, 0.0018], 8)]
    for x in np.linspace(-0.030, 0.042, 8):
        long = 0.024 * (1 - 0.6 * (x + 0.030) / 0.072)
        parts += [tube([(x, 0, 0.014), (x + 0.008, side * long, 0.013)], 0.0014, 6) for side in (-1, 1)]
    parts.append(move(extrude([(0, 0), (0.026, 0.020), (0.020, 0), (0.026, -0.020)], 0.002), (0.054, 0, 0.012)))
    head = extrude(rounded([(-0.080, 0.0), (-0.045, 0.021), (-0.045, -0.021)], 0.006), 0.010, 0.003)
    body.show(merge(*parts), turn=turn("z", yaw), material=bone)
    body.show(move(head, (0, 0, 0.009)), turn=turn("z", yaw), material=paint(body, (0.55, 0.58, 0.60), rough=0.3))
    at = turn_point((-0.058, 0.006, 0.019), yaw)
    body.show(Sphere(0.0028), at=at, material=paint(body, "black"))


def _eggs(body: Body, rng: Generator) -> None:
    shell, inside = paint(body, (0.86, 0.66, 0.48), rough=0.7), paint(body, (0.98, 0.96, 0.92), rough=0.8)
    cup = [(0.0, 0.0), (0.012, 0.003), (0.020, 0.012), (0.0225, 0.024)]
    lining = [(0.0215, 0.024), (0.019, 0.013), (0.011, 0.0045), (0.0, 0.002)]
    for x, y, lean in ((-0.034, 0.010, 30.0), (0.030, -0.022, -35.0), (0.022, 0.036, 20.0)):
        turned = turn("x", lean + float(rng.uniform(-8, 8)))
        body.show(lathe(cup), at=(x, y, 0.014), turn=turned, material=shell)
        body.show(lathe(lining), at=(x, y, 0.014), turn=turned, material=inside)
    for _ in range(9):
        at = (float(rng.uniform(-0.05, 0.05)), float(rng.uniform(-0.05, 0.05)), 0.0105)
        chip = extrude([(0, 0), (0.010, 0.002), (0.006, 0.009)], 0.0012)
        body.show(chip, at=at, turn=turn("z", float(rng.uniform(0, 360))), material=shell)


def _chicken(body: Body, rng: Generator) -> None:
    for x, y in ((-0.012, 0.018), (0.010, -0.024)):
        yaw = float(rng.uniform(-30, 30))
        body.show(
            tube([(-0.046, 0, 0), (0.040, 0, 0)], [0.0062, 0.0048], 10),
            at=(x, y, 0.017),
            turn=turn("z", yaw),
            material=paint(body, _BONE, rough=0.6),
        )
        for end, side in ((-0.048, 0.006), (-0.048, -0.006), (0.042, 0.0045), (0.042, -0.0045)):
            place = turn_point((end, side, 0.017), yaw)
            body.show(Sphere(0.0078), at=(x + place[0], y + place[1], place[2]), material=paint(body, _BONE, rough=0.6))
        place = turn_point((0.022, 0.0, 0.018), yaw)
        body.show(
            Ellipsoid((0.017, 0.011, 0.009)),
            at=(x + place[0], y + place[1], place[2]),
            turn=turn("z", yaw),
            material=paint(body, (0.62, 0.36, 0.16), rough=0.6),
        )


def turn_point(at: tuple[float, float, float], yaw: float) -> tuple[float, float, float]:
    """Return a point turned about the vertical through the origin."""
    c, s = float(np.cos(np.deg2rad(yaw))), float(np.sin(np.deg2rad(yaw)))
    return c * at[0] - s * at[1], s * at[0] + c * at[1], at[2]


@kind(
    "baby_bottle",
    zh="奶瓶",
    en="baby bottle",
    category="household",
    mass_kg=0.2,
    uses=("trace",),
    colours=("pink", "blue", "yellow"),
)
def baby_bottle(body: Body, rng: Generator, wish: Wish) -> Look:
    """A clear bottle with milk, a coloured ring and a rubber teat."""
    colour = wish.pick_colour(rng, ("pink", "blue", "yellow"))
    clear = body.workshop.material(rgb=(0.85, 0.92, 0.95), alpha=0.35, roughness=0.05)
    body.show(lathe([(0, 0), (0.030, 0.0), (0.032, 0.004), (0.032, 0.120), (0.026, 0.132)]), material=clear)
    body.show(lathe([(0, 0.004), (0.029, 0.004), (0.029, 0.080), (0, 0.080)]), material=paint(body, (0.98, 0.97, 0.93)))
    body.show(
        lathe([(0.029, 0.130), (0.030, 0.132), (0.030, 0.150), (0.024, 0.152), (0, 0.152)]),
        material=paint(body, colour),
    )
    teat = [(0.020, 0.150), (0.019, 0.160), (0.009, 0.168), (0.007, 0.180), (0.0085, 0.186), (0.006, 0.192), (0, 0.193)]
    body.show(lathe(teat), material=paint(body, (0.93, 0.80, 0.62), rough=0.4))
    for up in (0.030, 0.050, 0.070, 0.090):
        body.show(Box((0.010, 0.0006, 0.0009)), at=(0, -0.0318, up), material=paint(body, colour))
    body.solid(Cylinder(0.031, 0.075), at=(0, 0, 0.075))
    body.solid(Cylinder(0.008, 0.020), at=(0, 0, 0.170))
    body.solid(Box((0.020, 0.020, 0.002)), at=(0, 0, 0.002))
    return Look(colour, "bottle with a teat", "plastic")


@kind("dog_bone", zh="磨牙骨", en="chewing bone", category="household", mass_kg=0.15, uses=("trace",))
def dog_bone(body: Body, rng: Generator, wish: Wish) -> Look:
    """A large bone with two knobs at each end."""
    del rng, wish
    bone = paint(body, _BONE, rough=0.7)
    body.show(tube([(-0.060, 0, 0.022), (0, 0, 0.020), (0.060, 0, 0.022)], [0.016, 0.013, 0.016], 14), material=bone)
    for x in (-0.070, 0.070):
        for y in (-0.017, 0.017):
            body.show(Sphere(0.022), at=(x, y, 0.022), material=bone)
    body.solid(Box((0.055, 0.012, 0.012)), at=(0, 0, 0.021))
    for x in (-0.070, 0.070):
        body.solid(Box((0.018, 0.032, 0.020)), at=(x, 0, 0.020))
    return Look("white", "bone", "bone")


@kind("paint_palette", zh="调色板", en="painter's palette", category="household", mass_kg=0.2, uses=("trace",))
def paint_palette(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden palette with blobs of paint along its edge, and a brush on it."""
    del wish
    turns = np.linspace(0, 2 * np.pi, 49)[:-1]
    away = 1 + 0.08 * np.cos(2 * turns + 0.6) - 0.16 * np.exp(-(((turns - 4.9) / 0.32) ** 2))
    outline = np.c_[0.135 * away * np.cos(turns), 0.095 * away * np.sin(turns)]
    body.show(extrude(outline, 0.007, 0.002), material=paint(body, pale("brown", 0.45), rough=0.5))
    body.solid(Box((0.105, 0.070, 0.0035)), at=(0, 0, 0.0035))
    for number, tone in enumerate(("red", "orange", "yellow", "green", "blue", "purple", "white")):
        angle = np.deg2rad(20 + 27 * number)
        size = float(rng.uniform(0.012, 0.017))
        at = (0.100 * float(np.cos(angle)), 0.066 * float(np.sin(angle)), 0.008)
        body.show(Ellipsoid((size, size * 0.9, 0.006)), at=at, material=paint(body, tone, rough=0.2))
    body.show(
        tube([(-0.095, -0.030, 0.012), (0.055, -0.014, 0.012)], [0.0035, 0.0045], 10),
        material=paint(body, (0.72, 0.30, 0.20)),
    )
    body.show(
        tube([(0.055, -0.014, 0.012), (0.075, -0.012, 0.012)], 0.0052, 10),
        material=paint(body, (0.75, 0.76, 0.78), rough=0.3),
    )
    body.show(
        tube([(0.075, -0.012, 0.012), (0.100, -0.009, 0.010)], [0.0055, 0.0015], 10),
        material=paint(body, (0.25, 0.16, 0.10)),
    )
    return Look("brown", "palette", "wood")
