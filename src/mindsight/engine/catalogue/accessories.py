"""Kinds of clothes for head, neck, hands and feet: hats, scarf, gloves, socks."""

from functools import lru_cache

import numpy as np
from numpy.random import Generator
from PIL import Image

from mindsight.engine.catalogue.clothes import darker, finished, lighter
from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.blobs import Ball, Rod, blend
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import frozen, padded, smooth, strip
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Cylinder, Mesh, Sphere
from mindsight.engine.kinds import Look, Wish, kind

_WOOL = ("red", "blue", "green", "yellow", "purple", "grey")
_SOCKS = ("white", "grey", "blue", "yellow", "pink")
_RIBBONS = ("red", "blue", "black", "green")

_SOCK = frozen(
    smooth(
        [
            (-0.045, 0.1),
            (0.0, 0.104),
            (0.032, 0.1),
            (0.034, 0.04),
            (0.036, -0.02),
            (0.03, -0.062),
            (0.0, -0.078),
            (-0.06, -0.08),
            (-0.115, -0.078),
            (-0.135, -0.055),
            (-0.128, -0.022),
            (-0.1, -0.008),
            (-0.062, -0.002),
            (-0.046, 0.022),
            (-0.045, 0.06),
        ],
        4,
    )
)


@kind(
    "socks",
    zh="袜子",
    en="pair of socks",
    category="clothes",
    mass_kg=0.07,
    uses=("wear",),
    colours=_SOCKS,
    states=("clean", "stained"),
    soft=True,
)
def socks(body: Body, rng: Generator, wish: Wish) -> Look:
    """Two socks, one on the other: striped cuffs, heels and toes in another colour."""
    colour = wish.pick_colour(rng, _SOCKS)
    rgb = COLOURS[colour].rgb
    second = COLOURS["red"].rgb if colour in {"white", "grey", "blue"} else COLOURS["blue"].rgb
    pattern = Pattern(_SOCK, textures.fabric(rng, rgb))
    for y in (0.072, 0.052):
        pattern.line([(-0.08, y), (0.06, y)], second, 0.01)
    pattern.disc((0.045, -0.062), 0.044, second).disc((-0.142, -0.048), 0.038, second)
    for x in np.arange(-0.045, 0.04, 0.007):
        pattern.line([(x, 0.084), (x, 0.11)], darker(rgb, 0.25), 0.002)
    cloth = body.workshop.material(finished(wish.state, rng, pattern), roughness=1.0)
    under = meshes.move(padded(_SOCK, 0.018, cell_m=0.005), (0.024, 0.02, 0))
    over = meshes.turn(padded(_SOCK, 0.018, cell_m=0.005), "z", 14)
    body.show(under, material=cloth)
    body.show(meshes.move(over, (0.02, -0.014, 0.0165)), material=cloth)
    body.solid(Box((0.04, 0.092, 0.0095)), at=(0.018, 0.031, 0.0095))
    body.solid(Box((0.05, 0.037, 0.0095)), at=(-0.062, -0.024, 0.0095))
    body.solid(Box((0.037, 0.088, 0.0075)), at=(0.012, 0.0, 0.0255), turn=turn("z", 14))
    body.solid(Box((0.047, 0.034, 0.0075)), at=(-0.046, -0.076, 0.0255), turn=turn("z", 14))
    return Look(colour, "pair of socks", "cotton", wish.state or "clean")


@kind(
    "sun_hat",
    zh="草帽",
    en="straw hat",
    category="clothes",
    mass_kg=0.12,
    uses=("wear", "sun", "beach"),
    colours=_RIBBONS,
    soft=True,
)
def sun_hat(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wide straw hat with a ribbon."""
    colour = wish.pick_colour(rng, _RIBBONS)
    straw = textures.stripes(((0.87, 0.72, 0.46), (0.80, 0.64, 0.38)), (8, 256), bands=60)
    outer = [
        (0.168, 0.003),
        (0.172, 0.006),
        (0.168, 0.011),
        (0.13, 0.009),
        (0.098, 0.012),
        (0.089, 0.022),
        (0.084, 0.06),
        (0.077, 0.088),
        (0.062, 0.103),
        (0.03, 0.109),
        (0.0, 0.106),
    ]
    profile = [(0.0, 0.001), (0.09, 0.0), (0.168, 0.003), *smooth(outer[1:], 3, closed=False).tolist()]
    body.show(meshes.lathe([(r, z) for r, z in profile], 48), material=body.workshop.material(straw, roughness=1.0))
    band = [(0.086, 0.019), (0.0925, 0.021), (0.0895, 0.045), (0.085, 0.046)]
    body.show(meshes.lathe(band, 48), rgb=COLOURS[colour].rgb)
    for side in (-1, 1):
        bow = meshes.turn(
            meshes.superellipsoid((0.02, 0.006, 0.011), squareness=(1, 1), segments=14, rings=8), "y", side * 12
        )
        body.show(meshes.move(bow, (0.02 * side, -0.094, 0.034)), rgb=COLOURS[colour].rgb)
    body.solid(Cylinder(0.17, 0.0055), at=(0, 0, 0.0055))
    body.solid(Cylinder(0.08, 0.048), at=(0, 0, 0.059))
    return Look(colour, "wide-brimmed hat", "straw")


@kind(
    "wool_hat",
    zh="毛线帽",
    en="woolly hat",
    category="clothes",
    mass_kg=0.1,
    uses=("wear", "cold"),
    colours=_WOOL,
    soft=True,
)
def wool_hat(body: Body, rng: Generator, wish: Wish) -> Look:
    """A knitted cap with a turned-up ribbed edge and a bobble."""
    colour = wish.pick_colour(rng, _WOOL)
    rgb = COLOURS[colour].rgb
    trim = lighter(rgb, 0.75)
    knit = textures.knit(rng, rgb, (256, 128), stitches=40)
    picture = textures.atlas(
        [((0, 0.42, 1, 0.56), textures.plain(trim)), ((0, 0.64, 1, 0.7), textures.plain(trim))], knit.size, rgb
    )
    picture = Image.blend(picture, knit, 0.45)
    dome = smooth(
        [(0.094, 0.03), (0.096, 0.07), (0.084, 0.108), (0.056, 0.136), (0.022, 0.147), (0.0, 0.148)], 4, closed=False
    )
    body.show(
        meshes.lathe([(0.0, 0.03), *((r, z) for r, z in dome)], 40),
        material=body.workshop.material(picture, roughness=1.0),
    )
    ribs = textures.stripes((trim, trim, darker(trim, 0.25)), (512, 8), bands=150, upright=True)
    cuff = smooth([(0.092, 0.0), (0.1, 0.004), (0.103, 0.026), (0.1, 0.05), (0.092, 0.053)], 3, closed=False)
    body.show(
        meshes.lathe([(0.0, 0.0), *((r, z) for r, z in cuff), (0.0, 0.053)], 40, 50),
        material=body.workshop.material(ribs, roughness=1.0),
    )
    body.show(meshes.turn(_bobble(), "z", rng.uniform(0, 360)), at=(0, 0, 0.166), rgb=trim)
    body.solid(Cylinder(0.1, 0.045), at=(0, 0, 0.045))
    body.solid(Cylinder(0.07, 0.022), at=(0, 0, 0.112))
    body.solid(Sphere(0.031), at=(0, 0, 0.163))
    return Look(colour, "bobble hat", "wool")


@lru_cache(maxsize=1)
def _bobble() -> Mesh:
    """Return a ball of wool, tufted all over."""
    tufts = [Ball((0, 0, 0), (0.028, 0.028, 0.027))]
    for step in range(26):
        z, turned = 1 - (step + 0.5) / 13, step * 2.39996
        x, y = np.sqrt(1 - z * z) * np.array([np.cos(turned), np.sin(turned)])
        tufts.append(Ball((0.025 * x, 0.025 * y, 0.025 * z), (0.0095, 0.0095, 0.0095)))
    return blend(tufts, soft_m=0.006, cell_m=0.005)


@kind("scarf", zh="围巾", en="scarf", category="clothes", mass_kg=0.2, uses=("wear", "cold"), colours=_WOOL, soft=True)
def scarf(body: Body, rng: Generator, wish: Wish) -> Look:
    """A striped knitted scarf laid in a loop, its fringed ends crossed."""
    colour = wish.pick_colour(rng, _WOOL)
    rgb = COLOURS[colour].rgb
    pale = lighter(rgb, 0.75)
    lines = textures.stripes((rgb, rgb, rgb, pale), (64, 512), bands=44)
    wool = Image.blend(lines, textures.knit(rng, rgb, (64, 512), stitches=9), 0.35)
    angles = np.deg2rad(np.linspace(-60, 240, 13))
    loop = [(0.088 * np.cos(a), 0.062 + 0.075 * np.sin(a), 0.012) for a in angles]
    path = smooth(
        [
            (-0.07, -0.15, 0.012),
            (-0.045, -0.09, 0.013),
            (-0.005, -0.045, 0.016),
            *loop[1:-1],
            (0.01, -0.035, 0.035),
            (0.045, -0.09, 0.02),
            (0.066, -0.15, 0.012),
        ],
        4,
        closed=False,
    )
    body.show(strip(path, 0.062, 0.024), material=body.workshop.material(wool, roughness=1.0))
    for x, y, way in ((-0.07, -0.15, -0.38), (0.066, -0.15, 0.38)):
        for step in np.linspace(-0.026, 0.026, 7):
            start = np.array([x + step * np.cos(way), y - step * np.sin(way) + 0.003, 0.01])
            end = start + np.array([np.sin(way) * 0.035, -np.cos(way) * 0.035, -0.006])
            body.show(meshes.tube([start, (start + end) / 2, end], 0.0035, 6), rgb=pale)
    for degrees in range(0, 360, 45):
        a = np.deg2rad(degrees)
        body.solid(
            Box((0.031, 0.03, 0.011)), at=(0.086 * np.cos(a), 0.062 + 0.073 * np.sin(a), 0.011), turn=turn("z", degrees)
        )
    for side in (-1, 1):
        body.solid(Box((0.029, 0.084, 0.011)), at=(side * 0.052, -0.102, 0.011), turn=turn("z", side * 24))
    body.solid(Box((0.03, 0.03, 0.011)), at=(0, -0.038, 0.033))
    return Look(colour, "loop with two tails", "wool")


@kind(
    "gloves",
    zh="手套",
    en="gloves",
    plural=True,
    category="clothes",
    mass_kg=0.09,
    uses=("wear", "cold"),
    colours=_WOOL,
    soft=True,
)
def gloves(body: Body, rng: Generator, wish: Wish) -> Look:
    """A pair of knitted gloves side by side, fingers spread, with striped cuffs."""
    colour = wish.pick_colour(rng, _WOOL)
    rgb = COLOURS[colour].rgb
    wool = body.workshop.material(textures.knit(rng, rgb, stitches=16), roughness=1.0)
    ribs = body.workshop.material(textures.stripes((lighter(rgb, 0.75), rgb), bands=8), roughness=1.0)
    right = _hand()
    cuff = meshes.projected(meshes.move(meshes.box((0.033, 0.026, 0.0135), 0.012), (0, -0.073, 0.0135)), "top")
    for side in (-1, 1):
        for part, cloth in ((right, wool), (cuff, ribs)):
            placed = meshes.turn(meshes.scale(part, (side, 1, 1)), "z", -side * 7)
            body.show(meshes.move(placed, (side * 0.067, 0, 0)), material=cloth)
        tilt = turn("z", -side * 7)
        for x, y, half in (
            (0.0, -0.037, (0.036, 0.062, 0.0125)),
            (0.0, 0.057, (0.041, 0.036, 0.0105)),
            (-0.048, -0.005, (0.018, 0.03, 0.0105)),
        ):
            c, s = np.cos(np.deg2rad(-7)), np.sin(np.deg2rad(-7))
            body.solid(Box(half), at=(side * (0.067 + x * c - y * s), x * s + y * c, half[2]), turn=tilt)
    return Look(colour, "pair of gloves", "wool")


@lru_cache(maxsize=1)
def _hand() -> Mesh:
    """Return a right glove without its cuff, thumb towards −x."""
    z = 0.012
    fingers = [
        Rod((x, 0.01, z), (x * 1.5, length, z), 0.0115, 0.0105)
        for x, length in ((-0.028, 0.075), (-0.0095, 0.086), (0.0095, 0.081), (0.028, 0.062))
    ]
    thumb = Rod((-0.02, -0.03, z), (-0.055, 0.012, z), 0.013, 0.011)
    palm = Ball((0, -0.022, 0.013), (0.04, 0.048, 0.0155))
    mesh = blend([palm, *fingers, thumb], soft_m=0.006, cell_m=0.0045)
    return meshes.projected(meshes.move(mesh, (0, 0, -float(mesh.vertices[:, 2].min()))), "top")
