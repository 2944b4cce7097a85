"""Kinds of things: small electronic devices."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import slab
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.drawing.prints.textures import mixed, plain
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import smooth
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Cylinder
from mindsight.engine.kinds import Look, Wish, kind

_CREAM = (0.96, 0.95, 0.91)
_DARK = (0.13, 0.13, 0.15)


@kind(
    "charger",
    zh="充电器",
    en="charger",
    category="electronics",
    mass_kg=0.12,
    uses=("charge",),
    colours=("white", "black"),
)
def charger(body: Body, rng: Generator, wish: Wish) -> Look:
    """A plug with two pins and its coiled cable, ending in a connector."""
    colour = wish.pick_colour(rng, ("white", "black"))
    rgb = COLOURS[colour].rgb
    cable = mixed(rgb, (0.5, 0.5, 0.5), 0.3)
    metal = body.workshop.material(rgb=(0.80, 0.78, 0.70), metallic=0.6, roughness=0.3)
    body.show(meshes.box((0.022, 0.022, 0.0165), 0.006), at=(-0.05, 0.0, 0.0165), rgb=rgb)
    for x in (-0.058, -0.042):
        body.show(meshes.box((0.0032, 0.009, 0.001), 0.0008), at=(x, -0.03, 0.0165), material=metal)
    body.show(
        meshes.superellipsoid((0.005, 0.0085, 0.0012), squareness=(1, 1)),
        at=(-0.05, 0.004, 0.0332),
        rgb=COLOURS["yellow"].rgb,
    )
    angles = np.linspace(1.15 * np.pi, 7.1 * np.pi, 80)
    coil = np.stack(
        [
            0.043 + (0.034 + 0.0025 * np.sin(angles * 0.7)) * np.cos(angles),
            (0.034 + 0.0025 * np.sin(angles * 0.7)) * -np.sin(angles),
            0.004 + 0.0022 * (angles - angles[0]) / np.pi,
        ],
        1,
    )
    start = smooth(
        [(-0.05, 0.021, 0.014), (-0.047, 0.036, 0.009), (-0.02, 0.042, 0.004), coil[0] + [0, 0.004, 0]], 6, closed=False
    )
    end = smooth([coil[-1], (0.004, -0.03, 0.013), (-0.002, -0.05, 0.006), (0.012, -0.062, 0.005)], 6, closed=False)
    body.show(meshes.tube(np.concatenate([start[:-1], coil, end[1:]]), 0.0026, 8), rgb=cable)
    body.show(meshes.box((0.0105, 0.0048, 0.0042), 0.002), at=(0.022, -0.065, 0.005), turn=turn("z", -18), rgb=rgb)
    body.show(meshes.box((0.006, 0.0038, 0.002), 0.001), at=(0.037, -0.07, 0.005), turn=turn("z", -18), material=metal)
    body.show(meshes.box((0.0045, 0.0385, 0.008), 0.003), at=(0.0805 - 0.039, 0, 0.0105), turn=turn("z", 90), rgb=_DARK)
    body.solid(Box((0.022, 0.022, 0.0165)), at=(-0.05, 0, 0.0165))
    body.solid(Box((0.011, 0.009, 0.001)), at=(-0.05, -0.03, 0.0165))
    body.solid(Cylinder(0.037, 0.0085), at=(0.043, 0, 0.0085))
    body.solid(Box((0.017, 0.0048, 0.0045)), at=(0.027, -0.066, 0.0045), turn=turn("z", -18))
    body.solid(Box((0.021, 0.0075, 0.004)), at=(-0.026, 0.036, 0.004))
    return Look(colour, "plug with a cable", "plastic")


@kind(
    "headphones",
    zh="耳机",
    en="headphones",
    plural=True,
    category="electronics",
    mass_kg=0.25,
    uses=("listen", "fly"),
    colours=("black", "white", "red", "blue"),
)
def headphones(body: Body, rng: Generator, wish: Wish) -> Look:
    """Headphones standing on their cushions, the headband up."""
    colour = wish.pick_colour(rng, ("black", "white", "red", "blue"))
    rgb = COLOURS[colour].rgb
    soft = (0.22, 0.21, 0.22) if colour != "black" else (0.42, 0.34, 0.28)
    angles = np.linspace(np.deg2rad(-8), np.deg2rad(188), 28)
    bow = np.stack([0.079 * np.cos(angles), np.zeros(28), 0.092 + 0.085 * np.sin(angles)], 1)
    body.show(meshes.scale(meshes.tube(bow, 0.0065, 10), (1, 2.0, 1)), rgb=rgb)
    inner = bow[5:-5] * [0.94, 1, 1] - [0, 0, 0.0055]
    body.show(meshes.scale(meshes.tube(inner, 0.0075, 10), (1, 2.0, 1)), rgb=soft)
    metal = body.workshop.material(rgb=(0.78, 0.79, 0.81), metallic=0.5, roughness=0.3)
    for side in (-1, 1):
        body.show(meshes.box((0.004, 0.006, 0.016), 0.002), at=(side * 0.079, 0, 0.079), material=metal)
        cup = meshes.lathe([(0, 0), (0.032, 0), (0.0365, 0.004), (0.0365, 0.014), (0.03, 0.019), (0, 0.02)], 36)
        pad = [(0.0275 * np.cos(a), 0.0275 * np.sin(a), 0) for a in np.linspace(0, 2 * np.pi, 28, endpoint=False)]
        facing = turn("y", side * 90)
        body.show(meshes.scale(cup, (1.08, 0.95, 1)), at=(side * 0.071, 0, 0.041), turn=facing, rgb=rgb)
        body.show(
            meshes.scale(meshes.tube(pad, 0.0105, 12, closed=True), (1.08, 0.95, 1)),
            at=(side * 0.064, 0, 0.041),
            turn=facing,
            rgb=soft,
        )
        body.show(Cylinder(0.02, 0.003), at=(side * 0.065, 0, 0.041), turn=facing, rgb=(0.3, 0.3, 0.32))
        body.show(Cylinder(0.014, 0.001), at=(side * 0.0912, 0, 0.041), turn=facing, material=metal)
        body.solid(Box((0.0165, 0.034, 0.0345)), at=(side * 0.0735, 0, 0.0345))
        body.solid(Box((0.006, 0.012, 0.038)), at=(side * 0.0765, 0, 0.107))
        body.solid(Box((0.032, 0.012, 0.007)), at=(side * 0.0475, 0, 0.159), turn=turn("y", side * 36))
    body.solid(Box((0.028, 0.012, 0.008)), at=(0, 0, 0.1745))
    return Look(colour, "headphones", "plastic")


@kind(
    "torch",
    zh="手电筒",
    en="torch",
    category="electronics",
    mass_kg=0.18,
    uses=("light",),
    colours=("black", "red", "yellow", "blue"),
)
def torch(body: Body, rng: Generator, wish: Wish) -> Look:
    """A lying torch: ribbed grip, sliding switch, flared head with a bright lens."""
    colour = wish.pick_colour(rng, ("black", "red", "yellow", "blue"))
    rgb = COLOURS[colour].rgb
    grip = mixed(rgb, (0.1, 0.1, 0.1), 0.55) if colour != "black" else (0.28, 0.28, 0.31)
    profile = [(0, 0), (0.016, 0), (0.0185, 0.003), (0.0185, 0.018), (0.0155, 0.02)]
    for z in np.arange(0.026, 0.086, 0.01):
        profile += [(0.0155, z), (0.0165, z + 0.002), (0.0165, z + 0.006), (0.0155, z + 0.008)]
    body.show(
        meshes.turn(meshes.lathe([*profile, (0.0155, 0.092), (0, 0.092)], 28), "y", 90),
        at=(-0.085, 0, 0.0262),
        rgb=grip,
    )
    head = [
        (0, 0.088),
        (0.0165, 0.088),
        (0.017, 0.1),
        (0.0265, 0.128),
        (0.0265, 0.152),
        (0.024, 0.154),
        (0.022, 0.15),
        (0, 0.146),
    ]
    body.show(meshes.turn(meshes.lathe(head, 36), "y", 90), at=(-0.085, 0, 0.0262), rgb=rgb)
    glow = body.workshop.material(rgb=(1.0, 0.95, 0.72), emission=0.6, roughness=0.1)
    body.show(
        meshes.turn(meshes.lathe([(0, 0), (0.0215, 0), (0.019, 0.003), (0, 0.006)]), "y", 90),
        at=(0.064, 0, 0.0262),
        material=glow,
    )
    body.show(
        meshes.box((0.011, 0.005, 0.003), 0.002),
        at=(-0.005, 0, 0.0425),
        rgb=COLOURS["red"].rgb if colour != "red" else _CREAM,
    )
    stand = meshes.box((0.006, 0.0165, 0.0055), 0.003)
    body.show(stand, at=(-0.076, 0, 0.0055), rgb=grip)
    body.solid(Box((0.013, 0.0255, 0.0262)), at=(0.056, 0, 0.0262))
    body.solid(Box((0.013, 0.019, 0.019)), at=(0.028, 0, 0.0262))
    body.solid(Box((0.0495, 0.0155, 0.017)), at=(-0.0345, 0, 0.0272))
    body.solid(Box((0.006, 0.0165, 0.021)), at=(-0.078, 0, 0.021))
    return Look(colour, "torch", "metal")


@kind(
    "power_bank",
    zh="充电宝",
    en="power bank",
    category="electronics",
    mass_kg=0.35,
    uses=("charge",),
    colours=("white", "black", "blue", "green"),
)
def power_bank(body: Body, rng: Generator, wish: Wish) -> Look:
    """A battery pack with charge lights, lettered 充电宝, a short cable plugged in."""
    colour = wish.pick_colour(rng, ("white", "black", "blue", "green"))
    rgb = COLOURS[colour].rgb
    ink = (0.97, 0.97, 0.96) if sum(rgb) < 2 else (0.25, 0.26, 0.3)
    face = Pattern([(-0.035, -0.06), (0.035, 0.06)], plain(rgb, (144, 248)))
    face.words("充电宝", (-0.027, -0.002), (0.027, 0.018), ink).words(
        "20000mAh", (-0.023, -0.014), (0.023, -0.005), ink
    )
    bolt = np.array([(0.003, 0.05), (-0.009, 0.033), (-0.001, 0.033), (-0.004, 0.02), (0.009, 0.038), (0.001, 0.038)])
    face.fill(bolt, COLOURS["yellow"].rgb if colour != "white" else COLOURS["orange"].rgb)
    lit = 1 + int(rng.integers(4))
    for place in range(4):
        face.disc((-0.015 + 0.01 * place, -0.045), 0.0028, (0.25, 0.85, 0.4) if place < lit else (0.45, 0.46, 0.48))
    slab(body, (0.035, 0.06, 0.0125), (0, -0.012, 0.0125), 0.009, picture=face.picture(), rgb=rgb, roughness=0.4)
    cable = smooth(
        [
            (0.015, 0.052, 0.0125),
            (0.016, 0.066, 0.0125),
            (0.002, 0.078, 0.0105),
            (-0.018, 0.074, 0.006),
            (-0.03, 0.062, 0.0045),
            (-0.045, 0.052, 0.0045),
            (-0.05, 0.03, 0.0045),
        ],
        5,
        closed=False,
    )
    body.show(meshes.tube(cable, 0.003, 8), rgb=COLOURS["orange"].rgb)
    body.show(meshes.box((0.0065, 0.008, 0.004), 0.002), at=(0.015, 0.053, 0.0125), rgb=_DARK)
    body.show(meshes.box((0.0055, 0.01, 0.004), 0.002), at=(-0.05, 0.022, 0.0045), rgb=_DARK)
    body.show(meshes.box((0.004, 0.005, 0.0018), 0.0005), at=(-0.05, 0.009, 0.0045), rgb=(0.8, 0.8, 0.78))
    body.solid(Box((0.0055, 0.022, 0.004)), at=(-0.05, 0.026, 0.0045))
    body.solid(Box((0.03, 0.0125, 0.0045)), at=(-0.013, 0.066, 0.0045))
    return Look(colour, "battery pack", "plastic", text=("充电宝", "20000mAh"))
