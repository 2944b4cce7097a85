"""Kinds of toiletries in bottles, rolls and cases."""

from functools import lru_cache

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import pale, slab
from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.drawing.prints.textures import label, mixed
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import rounded, smooth
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Cylinder, Mesh
from mindsight.engine.kinds import Look, Wish, kind

_CREAM = (0.96, 0.95, 0.91)
_CLEAN = ("blue", "green", "pink", "purple", "orange")
_TOWELS = ("blue", "pink", "green", "yellow", "white", "grey")


@kind("shampoo", zh="洗发水", en="shampoo", category="toiletries", mass_kg=0.35, uses=("wash", "hair"), colours=_CLEAN)
def shampoo(body: Body, rng: Generator, wish: Wish) -> Look:
    """An oval bottle with a pump, lettered 洗发水."""
    colour = wish.pick_colour(rng, _CLEAN)
    base = rounded(0.076, 0.046, 0.022)
    base = np.concatenate([base, base[:1]])
    rings = [
        np.c_[base * share, np.full(len(base), z)]
        for z, share in (
            (0, 0.9),
            (0.003, 0.97),
            (0.008, 1),
            (0.115, 1),
            (0.128, 0.93),
            (0.136, 0.75),
            (0.14, 0.45),
            (0.141, 0.4),
        )
    ]
    body.show(meshes.loft(rings), rgb=pale(colour, 0.15))
    front = label("洗发水", "SHAMPOO", (192, 224), paper=_CREAM, band=COLOURS[colour].rgb)
    for side in (1, -1):
        body.show(
            meshes.box((0.026, 0.001, 0.036), 0.0008),
            at=(0, -side * 0.0229, 0.062),
            turn=turn("z", 0 if side > 0 else 180),
            material=body.workshop.material(front),
            text="洗发水 SHAMPOO" if side > 0 else "",
        )
    body.show(
        meshes.lathe(
            [(0, 0.139), (0.0165, 0.139), (0.0165, 0.152), (0.014, 0.155), (0.006, 0.156), (0.006, 0.17), (0, 0.17)]
        ),
        rgb=_CREAM,
    )
    body.show(meshes.box((0.0115, 0.013, 0.0065), 0.005), at=(0, 0.0, 0.1745), rgb=_CREAM)
    spout = smooth([(0.008, 0, 0.1755), (0.026, 0, 0.176), (0.037, 0, 0.174), (0.04, 0, 0.166)], 4, closed=False)
    body.show(meshes.tube(spout, 0.0048), rgb=_CREAM)
    body.solid(Box((0.037, 0.0225, 0.0665)), at=(0, 0, 0.0665))
    body.solid(Box((0.0155, 0.0145, 0.022)), at=(0, 0, 0.155))
    body.solid(Box((0.021, 0.006, 0.007)), at=(0.021, 0, 0.174))
    return Look(colour, "pump bottle", "plastic", text=("洗发水", "SHAMPOO"))


@lru_cache(maxsize=8)
def _rolled(length: float, first_turn: float, last_turn: float) -> Mesh:
    """Return some turns of a band rolled up along y from the origin; the whole has 3.25 of them and a radius of 50.5 mm."""
    angles = 2 * np.pi * np.linspace(first_turn, last_turn, 16 * round(2 * (last_turn - first_turn)))
    outer = 0.0505 - (3.25 - angles / (2 * np.pi)) * 0.0165
    line = np.stack([np.cos(angles), np.sin(angles)], 1)
    inner = np.maximum(outer - 0.0137, 0.001)
    outline = np.concatenate([line * outer[:, None], (line * inner[:, None])[::-1]])
    return meshes.projected(meshes.turn(meshes.extrude(outline, length, 0.002), "x", -90), "top")


@kind(
    "towel",
    zh="毛巾",
    en="towel",
    category="toiletries",
    mass_kg=0.3,
    uses=("wash", "beach", "dry"),
    colours=_TOWELS,
    states=("clean", "stained"),
    soft=True,
)
def towel(body: Body, rng: Generator, wish: Wish) -> Look:
    """A rolled-up terry towel with woven bands; its inner turns stick out at both ends, so that it is seen from the side to be rolled."""
    colour = wish.pick_colour(rng, _TOWELS)
    rgb = pale(colour, 0.2)
    bands = _CREAM if colour != "white" else pale("blue", 0.2)
    terry = textures.terry(rng, rgb)
    terry = textures.stained(rng, terry) if wish.state == "stained" else terry
    cloth = body.workshop.material(terry, roughness=1.0)
    band = body.workshop.material(rgb=bands, roughness=1.0)
    body.show(_rolled(0.26, 0.85, 2.3), at=(-0.004, -0.13, 0.0505), material=cloth)
    for start, length, skin in (
        (-0.110, 0.025, cloth),
        (-0.085, 0.012, band),
        (-0.073, 0.146, cloth),
        (0.073, 0.012, band),
        (0.085, 0.025, cloth),
    ):
        body.show(_rolled(length, 2.25, 3.25), at=(-0.004, start, 0.0505), material=skin)
    body.show(Cylinder(0.033, 0.107), at=(-0.004, 0, 0.0485), turn=turn("x", 90), rgb=mixed(rgb, (0.1, 0.1, 0.1), 0.45))
    body.solid(Cylinder(0.0445, 0.13), at=(0, 0, 0.0445), turn=turn("x", 90), rolls=True)
    return Look(colour, "roll", "terry cloth", wish.state or "clean")


@kind(
    "sunscreen",
    zh="防晒霜",
    en="sunscreen",
    category="toiletries",
    mass_kg=0.1,
    uses=("sun", "beach"),
    colours=("orange", "yellow"),
)
def sunscreen(body: Body, rng: Generator, wish: Wish) -> Look:
    """A tube that stands on its cap, with a sun and SPF 50+ on it."""
    colour = wish.pick_colour(rng, ("orange", "yellow"))
    rgb = COLOURS[colour].rgb
    angles = np.linspace(0, 2 * np.pi, 33)
    rings = []
    for share in np.linspace(0, 1, 12):
        wide, deep = 0.026 + 0.008 * share, 0.002 + 0.02 * np.cos(share * np.pi / 2) ** 0.8
        rings.append(
            np.stack([wide * np.cos(angles), deep * np.sin(angles), np.full_like(angles, 0.03 + 0.115 * share)], 1)
        )
    picture = Pattern([(-0.034, 0.03), (0.034, 0.145)], textures.gradient(mixed(rgb, (1, 1, 1), 0.6), rgb, (160, 256)))
    for ray in np.arange(0, 2 * np.pi, np.pi / 5):
        picture.line(
            [(0.017 * np.cos(ray), 0.122 + 0.017 * np.sin(ray)), (0.0235 * np.cos(ray), 0.122 + 0.0235 * np.sin(ray))],
            (0.98, 0.62, 0.12),
            0.0045,
        )
    picture.disc((0, 0.122), 0.0135, (0.98, 0.70, 0.16))
    blue = (0.14, 0.33, 0.58)
    picture.words("防晒霜", (-0.024, 0.07), (0.024, 0.092), blue).words(
        "SPF50+", (-0.022, 0.05), (0.022, 0.066), (1, 1, 1)
    )
    picture.words("SUNSCREEN", (-0.02, 0.037), (0.02, 0.047), (1, 1, 1))
    body.show(
        meshes.projected(meshes.loft(rings), "front"),
        material=body.workshop.material(picture.picture(), roughness=0.4),
        text="防晒霜 SUNSCREEN SPF50+",
    )
    body.show(meshes.box((0.0345, 0.0025, 0.006), 0.002), at=(0, 0, 0.148), rgb=rgb)
    body.show(
        meshes.lathe([(0, 0), (0.023, 0), (0.0245, 0.002), (0.0245, 0.03), (0.022, 0.033), (0, 0.033)]), rgb=_CREAM
    )
    body.solid(Cylinder(0.0235, 0.03), at=(0, 0, 0.03))
    body.solid(Box((0.031, 0.009, 0.047)), at=(0, 0, 0.107))
    return Look(colour, "tube on its cap", "plastic", text=("防晒霜", "SUNSCREEN", "SPF50+"))


@kind(
    "first_aid_kit",
    zh="急救包",
    en="first-aid kit",
    category="toiletries",
    mass_kg=0.4,
    uses=("first_aid",),
    colours=("red", "green"),
)
def first_aid_kit(body: Body, rng: Generator, wish: Wish) -> Look:
    """A rounded case with a handle, a white cross and 急救 on its lid."""
    colour = wish.pick_colour(rng, ("red", "green"))
    rgb = COLOURS[colour].rgb
    lid = Pattern([(-0.09, -0.06), (0.09, 0.06)], textures.plain(rgb, (256, 172)))
    lid.disc((0, 0.014), 0.037, (0.97, 0.96, 0.94))
    lid.fill([(-0.008, -0.013), (0.008, -0.013), (0.008, 0.041), (-0.008, 0.041)], rgb).fill(
        [(-0.027, 0.006), (0.027, 0.006), (0.027, 0.022), (-0.027, 0.022)], rgb
    )
    lid.words("急救", (-0.07, -0.05), (0.0, -0.028), (1, 1, 1)).words(
        "FIRST AID", (0.002, -0.049), (0.07, -0.031), (1, 1, 1)
    )
    slab(body, (0.09, 0.06, 0.034), (0, 0, 0.034), 0.014, picture=lid.picture(), rgb=rgb)
    body.show(
        meshes.extrude(rounded(0.183, 0.123, 0.016), 0.004, 0.0015),
        at=(0, 0, 0.034),
        rgb=mixed(rgb, (0.1, 0.05, 0.05), 0.35),
    )
    grip = smooth(
        [
            (-0.036, -0.058, 0.036),
            (-0.035, -0.078, 0.036),
            (-0.022, -0.086, 0.036),
            (0.022, -0.086, 0.036),
            (0.035, -0.078, 0.036),
            (0.036, -0.058, 0.036),
        ],
        5,
        closed=False,
    )
    body.show(meshes.tube(grip, 0.006), rgb=(0.93, 0.92, 0.9))
    for x in (-0.062, 0.062):
        body.show(meshes.box((0.011, 0.003, 0.012), 0.002), at=(x, -0.0605, 0.036), rgb=(0.93, 0.92, 0.9))
    body.solid(Box((0.04, 0.016, 0.006)), at=(0, -0.076, 0.036))
    return Look(colour, "case with a cross", "plastic", text=("急救", "FIRST AID"))
