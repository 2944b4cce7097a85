"""Kinds of things for a day out: sunglasses, water bottle, camera, neck pillow."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.drawing.prints.textures import mixed, plain
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import smooth, strip
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Cylinder
from mindsight.engine.kinds import Look, Wish, kind

_CREAM = (0.96, 0.95, 0.91)
_DARK = (0.14, 0.14, 0.16)
_PILLOWS = ("blue", "grey", "purple", "green", "pink")


@kind(
    "sunglasses",
    zh="太阳镜",
    en="sunglasses",
    plural=True,
    category="travel",
    mass_kg=0.03,
    uses=("sun", "beach"),
    colours=("black", "brown", "red", "blue"),
)
def sunglasses(body: Body, rng: Generator, wish: Wish) -> Look:
    """Sunglasses standing on their rims and open temples, with nearly black lenses to the front."""
    colour = wish.pick_colour(rng, ("black", "brown", "red", "blue"))
    rgb = COLOURS[colour].rgb
    lens = smooth(
        [
            (-0.031, 0.012),
            (-0.022, 0.021),
            (0.012, 0.021),
            (0.03, 0.017),
            (0.031, 0.0),
            (0.021, -0.018),
            (0.002, -0.023),
            (-0.019, -0.017),
        ],
        5,
    )
    tint = body.workshop.material(textures.gradient((0.03, 0.03, 0.04), (0.13, 0.11, 0.10), (16, 64)), roughness=0.05)
    for side in (-1, 1):
        glass = meshes.turn(meshes.scale(meshes.extrude(lens, 0.002), (side, 1, 1)), "x", 90)
        body.show(meshes.projected(glass, "front"), at=(side * 0.036, -0.05, 0.026), material=tint)
        rim = np.c_[lens[:, 0] * side, np.zeros(len(lens)), lens[:, 1]]
        body.show(meshes.tube(rim, 0.0032, 8, closed=True), at=(side * 0.036, -0.051, 0.026), rgb=rgb)
        bow = [
            (side * 0.066, -0.05, 0.04),
            (side * 0.071, -0.044, 0.041),
            (side * 0.071, 0.0, 0.039),
            (side * 0.069, 0.05, 0.034),
            (side * 0.066, 0.08, 0.008),
        ]
        body.show(strip(smooth(bow[:4], 5, closed=False), 0.0035, 0.0075), rgb=rgb)
        body.show(meshes.tube(smooth([bow[3], (side * 0.068, 0.066, 0.024), bow[4]], 4, closed=False), 0.0034), rgb=rgb)
        body.solid(Box((0.032, 0.0035, 0.026)), at=(side * 0.0365, -0.051, 0.026))
        body.solid(Box((0.003, 0.052, 0.005)), at=(side * 0.0705, 0.001, 0.0385))
        body.solid(Box((0.003, 0.016, 0.018)), at=(side * 0.0675, 0.066, 0.018))
    body.show(
        meshes.tube(
            smooth([(-0.008, -0.051, 0.034), (0, -0.052, 0.038), (0.008, -0.051, 0.034)], 4, closed=False), 0.003
        ),
        rgb=rgb,
    )
    return Look(colour, "glasses", "plastic")


@kind(
    "water_bottle",
    zh="水壶",
    en="water bottle",
    category="travel",
    mass_kg=0.25,
    uses=("drink", "sport"),
    colours=("blue", "green", "orange", "pink", "red"),
)
def water_bottle(body: Body, rng: Generator, wish: Wish) -> Look:
    """A sports bottle: waisted, with a screw cap and a carrying ring."""
    colour = wish.pick_colour(rng, ("blue", "green", "orange", "pink", "red"))
    rgb = COLOURS[colour].rgb
    outline = smooth(
        [
            (0.034, 0.001),
            (0.036, 0.006),
            (0.036, 0.07),
            (0.032, 0.09),
            (0.032, 0.105),
            (0.036, 0.125),
            (0.035, 0.15),
            (0.027, 0.168),
            (0.022, 0.172),
        ],
        4,
        closed=False,
    )
    wrap = Pattern([(0.0, 0.0), (0.226, 0.19)], plain(rgb, (256, 216)))
    wrap.fill([(0, 0.035), (0.226, 0.035), (0.226, 0.077), (0, 0.077)], mixed(rgb, (1, 1, 1), 0.75))
    wrap.words("水", (0.1, 0.036), (0.126, 0.076), rgb)
    wrap.words("WATER", (0.135, 0.046), (0.17, 0.066), rgb).words("WATER", (0.056, 0.046), (0.091, 0.066), rgb)
    profile = [(0.0, 0.0), *((float(r), float(z)) for r, z in outline), (0.0, 0.172)]
    body.show(
        meshes.lathe(profile, 40), material=body.workshop.material(wrap.picture(), roughness=0.3), text="水 WATER"
    )
    body.show(
        meshes.lathe(
            [
                (0, 0.17),
                (0.026, 0.17),
                (0.0265, 0.172),
                (0.0265, 0.19),
                (0.024, 0.195),
                (0.011, 0.197),
                (0.01, 0.21),
                (0, 0.211),
            ]
        ),
        rgb=_DARK,
    )
    ring = [(0.019 * np.cos(a), 0, 0.213 + 0.017 * np.sin(a)) for a in np.linspace(-0.5, np.pi + 0.5, 20)]
    body.show(meshes.tube(ring, 0.0042), rgb=_DARK)
    body.solid(Cylinder(0.0355, 0.08), at=(0, 0, 0.08))
    body.solid(Cylinder(0.026, 0.018), at=(0, 0, 0.178))
    body.solid(Box((0.022, 0.0045, 0.019)), at=(0, 0, 0.2145))
    return Look(colour, "sports bottle", "plastic", text=("水", "WATER"))


@kind(
    "camera",
    zh="照相机",
    en="camera",
    category="travel",
    mass_kg=0.45,
    uses=("photo",),
    colours=("black", "white", "brown"),
)
def camera(body: Body, rng: Generator, wish: Wish) -> Look:
    """A camera: leather-covered body with a bright top, a big lens, viewfinder hump, shutter and dial."""
    colour = wish.pick_colour(rng, ("black", "white", "brown"))
    rgb = COLOURS[colour].rgb
    shell = _CREAM if colour != "white" else (0.30, 0.30, 0.33)
    body.show(meshes.box((0.062, 0.021, 0.03), 0.009), at=(0, 0.012, 0.03), rgb=rgb)
    body.show(meshes.box((0.0625, 0.0215, 0.0095), 0.006), at=(0, 0.012, 0.062), rgb=shell)
    body.show(meshes.box((0.0625, 0.0215, 0.0045), 0.004), at=(0, 0.012, 0.0045), rgb=shell)
    hump = [(-0.023, 0), (0.023, 0), (0.014, 0.017), (-0.014, 0.017)]
    body.show(meshes.move(meshes.turn(meshes.extrude(hump, 0.03, 0.004), "x", 90), (0, 0.03, 0.069)), rgb=shell)
    body.show(meshes.box((0.01, 0.002, 0.0045), 0.001), at=(0, -0.0005, 0.077), rgb=(0.25, 0.32, 0.38))
    barrel = meshes.lathe(
        [
            (0, 0),
            (0.0285, 0),
            (0.0285, 0.008),
            (0.0265, 0.009),
            (0.0265, 0.026),
            (0.025, 0.028),
            (0.0215, 0.027),
            (0.02, 0.018),
            (0, 0.016),
        ],
        40,
    )
    body.show(meshes.turn(barrel, "x", 90), at=(0, -0.007, 0.034), rgb=_DARK)
    body.show(
        meshes.turn(
            meshes.lathe([(0, 0.006), (0.0095, 0.0045), (0.0165, 0), (0.0165, -0.002), (0, -0.002)][::-1]), "x", 90
        ),
        at=(0, -0.026, 0.034),
        material=body.workshop.material(rgb=(0.20, 0.26, 0.42), roughness=0.05),
    )
    for z, tone in ((0.0122, (0.75, 0.75, 0.78)), (0.0222, COLOURS["red"].rgb)):
        body.show(
            meshes.turn(meshes.lathe([(0.0266, z), (0.0278, z), (0.0278, z + 0.0022), (0.0266, z + 0.0022)]), "x", 90),
            at=(0, -0.007, 0.034),
            rgb=tone,
        )
    body.show(
        meshes.lathe([(0, 0), (0.0065, 0), (0.0065, 0.005), (0, 0.006)]),
        at=(-0.044, 0.008, 0.071),
        rgb=COLOURS["red"].rgb,
    )
    body.show(
        meshes.lathe([(0, 0), (0.0105, 0), (0.0105, 0.006), (0.0095, 0.007), (0, 0.007)], 20, 20),
        at=(0.042, 0.012, 0.071),
        rgb=_DARK,
    )
    body.show(meshes.box((0.009, 0.001, 0.005), 0.001), at=(0.045, -0.0093, 0.061), rgb=(0.98, 0.96, 0.85))
    body.solid(Box((0.0625, 0.0215, 0.0355)), at=(0, 0.012, 0.0355))
    body.solid(Box((0.017, 0.015, 0.0075)), at=(0, 0.015, 0.0785))
    body.solid(Cylinder(0.0275, 0.0135), at=(0, -0.022, 0.034), turn=turn("x", 90))
    return Look(colour, "camera", "metal and glass")


@kind(
    "neck_pillow",
    zh="颈枕",
    en="neck pillow",
    category="travel",
    mass_kg=0.25,
    uses=("sleep", "fly"),
    colours=_PILLOWS,
    soft=True,
)
def neck_pillow(body: Body, rng: Generator, wish: Wish) -> Look:
    """A plump horseshoe cushion with a seam and a snap."""
    colour = wish.pick_colour(rng, _PILLOWS)
    rgb = mixed(COLOURS[colour].rgb, (1, 1, 1), 0.15)
    angles = np.deg2rad(np.linspace(-62, 242, 30))
    path = np.stack([0.095 * np.cos(angles), 0.1 * np.sin(angles) + 0.005, np.full_like(angles, 0.0461)], 1)
    share = np.abs(np.linspace(-1, 1, 30))
    radii = 0.046 - 0.008 * share**4
    cloth = body.workshop.material(
        textures.dots(rgb, mixed(rgb, (1, 1, 1), 0.4), (128, 512), rows=18, share=0.16), roughness=1.0
    )
    body.show(meshes.scale(meshes.tube(path, radii.tolist(), 24), (1, 1, 0.957)), material=cloth)
    seam = np.stack(
        [(0.095 + radii) * np.cos(angles), (0.1 + radii) * np.sin(angles) + 0.005, np.full_like(angles, 0.042)], 1
    )
    body.show(meshes.tube(seam, 0.0028, 8), rgb=mixed(rgb, (0, 0, 0), 0.35))
    body.show(
        meshes.tube(
            smooth([(0.05, -0.115, 0.044), (0.02, -0.127, 0.044), (0.0, -0.127, 0.044)], 4, closed=False), 0.004
        ),
        rgb=_DARK,
    )
    for degrees in range(-45, 226, 30):
        a = np.deg2rad(degrees)
        body.solid(
            Box((0.041, 0.027, 0.0415)),
            at=(0.095 * np.cos(a), 0.1 * np.sin(a) + 0.005, 0.0415),
            turn=turn("z", degrees),
        )
    for side in (-1, 1):
        body.solid(Box((0.034, 0.03, 0.037)), at=(side * 0.045, -0.088, 0.0415), turn=turn("z", side * -62))
    return Look(colour, "horseshoe cushion", "velvet")
