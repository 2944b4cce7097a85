"""Kinds of things: toy vehicles, with their side to the front and their nose to the left."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import metal, paint, rounded, upright
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import mixed
from mindsight.engine.geometry.blobs import Ball, Blob, Rod, blend
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import Array, box, extrude, lathe, loft, merge
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Mesh, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_BRIGHT = ("red", "blue", "yellow", "green")
_GLASS: Vector = (0.20, 0.26, 0.32)
_TYRE: Vector = (0.12, 0.12, 0.13)


def _wheel(radius: float, width: float) -> Mesh:
    """Return a wheel whose axle lies along y, in the middle of the hub."""
    half, edge = width / 2, min(0.003, width / 4)
    profile = [
        (0, -half),
        (radius - edge, -half),
        (radius, -half + edge),
        (radius, half - edge),
        (radius - edge, half),
        (0, half),
    ]
    return turned(lathe(profile, 24), "x", 90)


@kind("toy_car", zh="玩具汽车", en="toy car", category="toy", mass_kg=0.12, uses=("play",), colours=_BRIGHT)
def toy_car(body: Body, rng: Generator, wish: Wish) -> Look:
    """A die-cast car of 13 cm with dark windows and round lamps."""
    colour = wish.pick_colour(rng, _BRIGHT)
    coat, tyre, hub = paint(body, colour, rough=0.25), paint(body, _TYRE, rough=0.9), metal(body)
    lower = rounded(
        [(-0.065, 0.012), (0.065, 0.012), (0.066, 0.036), (0.040, 0.040), (-0.035, 0.038), (-0.066, 0.031)], 0.012
    )
    cabin = rounded([(-0.036, 0.034), (-0.018, 0.058), (0.030, 0.058), (0.050, 0.034)], 0.012)
    panes = rounded([(-0.029, 0.038), (-0.015, 0.0545), (0.028, 0.0545), (0.043, 0.038)], 0.005)
    body.show(merge(upright(lower, 0.058, 0.005), upright(cabin, 0.050, 0.004)), material=coat)
    body.show(upright(panes, 0.0512, 0.001), material=paint(body, _GLASS, rough=0.2))
    body.show(box((0.0028, 0.025, 0.009)), at=(0.006, 0, 0.046), material=coat)
    glass = extrude(rounded([(-0.020, 0), (0.020, 0), (0.017, 0.022), (-0.017, 0.022)], 0.004), 0.002)
    for x, lean, sign in ((-0.0295, 36, -1), (0.0435, 40, 1)):
        pane = turned(turned(turned(glass, "x", 90), "z", 90 * sign), "y", -sign * lean)
        body.show(pane, at=(x + sign * 0.004, 0, 0.037), material=paint(body, _GLASS, rough=0.2))
    for x in (-0.040, 0.042):
        for s in (-1, 1):
            body.show(_wheel(0.0165, 0.013), at=(x, s * 0.025, 0.0165), material=tyre)
            body.show(_wheel(0.0085, 0.0145), at=(x, s * 0.025, 0.0165), material=hub)
    for s in (-1, 1):
        body.show(Sphere(0.0065), at=(-0.0605, s * 0.019, 0.027), rgb=(0.99, 0.95, 0.78))
        body.show(Sphere(0.005), at=(0.0635, s * 0.020, 0.029), rgb=(0.85, 0.15, 0.12))
    body.solid(Box((0.064, 0.029, 0.0195)), at=(0, 0, 0.0195))
    body.solid(Box((0.033, 0.024, 0.010)), at=(0.006, 0, 0.048))
    return Look(colour, "car", "metal")


@kind("toy_train", zh="玩具火车", en="toy train", category="toy", mass_kg=0.25, uses=("play",), colours=_BRIGHT)
def toy_train(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden steam engine of 17 cm: boiler, chimney, cab with a roof."""
    colour = wish.pick_colour(rng, _BRIGHT)
    second = "red" if colour != "red" else "blue"
    coat, other, dark = paint(body, colour, rough=0.4), paint(body, second, rough=0.4), paint(body, "black", rough=0.5)
    gold = paint(body, "yellow", rough=0.35)
    body.show(box((0.082, 0.026, 0.007), 0.003), at=(0, 0, 0.024), material=dark)
    boiler = lathe([(0, 0), (0.020, 0), (0.024, 0.004), (0.024, 0.092), (0, 0.092)])
    body.show(turned(boiler, "y", 90), at=(-0.074, 0, 0.056), material=coat)
    for x in (-0.055, -0.022):
        body.show(Cylinder(0.0248, 0.003), at=(x, 0, 0.056), turn=turn("y", 90), material=gold)
    body.show(
        lathe([(0, 0), (0.0085, 0), (0.0085, 0.020), (0.015, 0.034), (0.016, 0.040), (0.011, 0.040), (0, 0.034)]),
        at=(-0.054, 0, 0.076),
        material=dark,
    )
    body.show(
        lathe([(0, 0), (0.011, 0), (0.011, 0.006), (0.008, 0.012), (0, 0.014)]), at=(-0.022, 0, 0.077), material=gold
    )
    body.show(box((0.032, 0.030, 0.036), 0.004), at=(0.048, 0, 0.066), material=other)
    body.show(box((0.016, 0.0306, 0.014), 0.003), at=(0.048, 0, 0.080), material=paint(body, _GLASS, rough=0.2))
    roof = upright(rounded([(-0.042, 0), (0.042, 0), (0.036, 0.010), (-0.036, 0.010)], 0.006), 0.074, 0.002)
    body.show(roof, at=(0.048, 0, 0.100), material=dark)
    body.show(
        turned(lathe([(0, 0), (0.011, 0), (0.009, 0.005), (0, 0.006)]), "y", -90), at=(-0.074, 0, 0.056), material=gold
    )
    cow = extrude([(0, -0.024), (0, 0.024), (-0.018, 0.008), (-0.018, -0.008)], 0.014, 0.003)
    body.show(cow, at=(-0.080, 0, 0.010), material=other)
    for x, radius in ((-0.056, 0.015), (-0.020, 0.015), (0.044, 0.024)):
        for s in (-1, 1):
            body.show(_wheel(radius, 0.009), at=(x, s * 0.029, radius), material=other)
            body.show(_wheel(radius * 0.35, 0.012), at=(x, s * 0.029, radius), material=gold)
    body.solid(Box((0.080, 0.0345, 0.0155)), at=(0, 0, 0.0155))
    body.solid(Box((0.041, 0.036, 0.005)), at=(0.048, 0, 0.105))
    body.solid(Box((0.045, 0.023, 0.0245)), at=(-0.028, 0, 0.055))
    body.solid(Box((0.034, 0.030, 0.039)), at=(0.048, 0, 0.070))
    body.solid(Box((0.012, 0.012, 0.018)), at=(-0.054, 0, 0.096))
    body.solid(Box((0.010, 0.016, 0.006)), at=(-0.088, 0, 0.017))
    return Look(colour, "locomotive", "wood")


@kind("toy_plane", zh="玩具飞机", en="toy plane", category="toy", mass_kg=0.10, uses=("play",), colours=_BRIGHT)
def toy_plane(body: Body, rng: Generator, wish: Wish) -> Look:
    """A propeller plane of 17 cm on its wheels."""
    colour = wish.pick_colour(rng, _BRIGHT)
    second = "yellow" if colour != "yellow" else "red"
    coat, other, dark = paint(body, colour, rough=0.35), paint(body, second, rough=0.35), paint(body, _TYRE, rough=0.8)
    hull: list[Blob] = [
        Rod((-0.055, 0, 0.042), (0.080, 0, 0.052), 0.023, 0.008),
        Ball((-0.050, 0, 0.042), (0.030, 0.024, 0.024)),
    ]
    body.show(blend(hull, soft_m=0.006, cell_m=0.0045), material=coat)
    body.show(blend([Ball((-0.012, 0, 0.064), (0.022, 0.014, 0.014))], soft_m=0.004, cell_m=0.0035),
              material=paint(body, _GLASS, rough=0.15))  # fmt: skip
    wing = rounded([(-0.022, -0.090), (0.016, -0.090), (0.022, 0), (0.016, 0.090), (-0.022, 0.090), (-0.030, 0)], 0.016)
    body.show(extrude(wing, 0.007, 0.003), at=(-0.018, 0, 0.030), material=other)
    tail = rounded([(-0.014, -0.036), (0.012, -0.036), (0.012, 0.036), (-0.014, 0.036)], 0.010)
    body.show(extrude(tail, 0.005, 0.002), at=(0.072, 0, 0.052), material=other)
    fin = rounded([(0.052, 0.050), (0.088, 0.050), (0.090, 0.090), (0.074, 0.090)], 0.008)
    body.show(upright(fin, 0.006, 0.0025), material=other)
    blade = rounded(
        [(-0.007, -0.036), (0.007, -0.036), (0.004, 0), (0.007, 0.036), (-0.007, 0.036), (-0.004, 0)], 0.005
    )
    spin = turn("x", float(rng.uniform(0, 90)))
    body.show(turned(extrude(blade, 0.003, 0.001), "y", 90), at=(-0.086, 0, 0.042), turn=spin, material=dark)
    body.show(
        turned(lathe([(0, 0), (0.009, 0), (0.007, 0.008), (0, 0.013)]), "y", -90), at=(-0.079, 0, 0.042), material=other
    )
    for s in (-1, 1):
        body.show(_wheel(0.012, 0.008), at=(-0.035, s * 0.030, 0.012), material=dark)
        body.show(Capsule(0.0025, (-0.035, s * 0.030, 0.012), (-0.035, s * 0.022, 0.033)), material=metal(body))
    body.show(_wheel(0.008, 0.006), at=(0.070, 0, 0.008), material=dark)
    body.show(Capsule(0.0022, (0.070, 0, 0.008), (0.070, 0, 0.048)), material=metal(body))
    body.solid(Box((0.080, 0.020, 0.020)), at=(-0.004, 0, 0.046))
    body.solid(Box((0.006, 0.008, 0.008)), at=(-0.086, 0, 0.042))
    body.solid(Box((0.022, 0.088, 0.0035)), at=(-0.020, 0, 0.0335))
    body.solid(Box((0.010, 0.032, 0.014)), at=(-0.035, 0, 0.014))
    body.solid(Box((0.007, 0.010, 0.016)), at=(0.070, 0, 0.016))
    body.solid(Box((0.016, 0.003, 0.020)), at=(0.074, 0, 0.070))
    return Look(colour, "plane", "wood")


@kind("toy_boat", zh="玩具帆船", en="toy sailing boat", category="toy", mass_kg=0.10, uses=("play", "bath"),
      colours=_BRIGHT)  # fmt: skip
def toy_boat(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden boat of 17 cm with two sails."""
    colour = wish.pick_colour(rng, _BRIGHT)
    hull = [_waterline(share) for share in (0.66, 0.88, 1.0)]
    rings = [np.c_[ring, np.full(len(ring), z)] for ring, z in zip(hull, (0.0, 0.015, 0.036), strict=True)]
    body.show(loft(rings), material=paint(body, colour, rough=0.4))
    deck = extrude(_waterline(0.93)[:-1], 0.003)
    body.show(deck, at=(0, 0, 0.0345), material=paint(body, (0.80, 0.62, 0.42)))
    body.show(Capsule(0.0032, (0.004, 0, 0.03), (0.004, 0, 0.182)), material=paint(body, "brown"))
    body.show(
        upright(rounded([(0.009, 0.055), (0.070, 0.055), (0.009, 0.172)], 0.004), 0.003, 0.001), rgb=(0.97, 0.95, 0.90)
    )
    jib = rounded([(-0.002, 0.055), (-0.062, 0.055), (-0.002, 0.150)], 0.004)
    body.show(upright(jib, 0.003, 0.001), material=paint(body, mixed(COLOURS[colour].rgb, (1, 1, 1), 0.25)))
    body.show(extrude([(0, 0), (-0.022, 0.007), (0, 0.014)], 0.002), at=(0.004, -0.001, 0.172), turn=turn("x", 90),
              material=paint(body, "red"))  # fmt: skip
    body.solid(Box((0.055, 0.024, 0.019)), at=(0.008, 0, 0.019))
    body.solid(Box((0.017, 0.011, 0.017)), at=(-0.066, 0, 0.019))
    body.solid(Box((0.060, 0.033, 0.010)), at=(0.014, 0, 0.026))
    body.solid(Box((0.004, 0.0025, 0.018)), at=(0.004, 0, 0.167))
    body.solid(Box((0.036, 0.0025, 0.055)), at=(0.002, 0, 0.105))
    return Look(colour, "boat", "wood")


def _waterline(share: float) -> Array:
    """Return the closed outline of a hull at a share of the deck's size, its bow to the left."""
    along = np.linspace(-0.086, 0.078, 20)
    across = 0.036 * np.sin(np.pi * np.clip((along + 0.088) / 0.24, 0, 1)) ** 0.8
    half = np.c_[along, -across] * [0.6 + 0.4 * share, share]
    return np.concatenate([half, half[::-1] * [1, -1], half[:1]])
