"""Kinds of things: toiletries."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import pale
from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.drawing.prints.textures import mixed
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import Array, smooth
from mindsight.engine.geometry.shapes import Box, Mesh
from mindsight.engine.kinds import Look, Wish, kind

_CREAM = (0.96, 0.95, 0.91)
_CLEAN = ("blue", "green", "pink", "purple", "orange")


@kind(
    "toothbrush",
    zh="牙刷",
    en="toothbrush",
    category="toiletries",
    mass_kg=0.018,
    uses=("wash", "teeth"),
    colours=_CLEAN,
)
def toothbrush(body: Body, rng: Generator, wish: Wish) -> Look:
    """A toothbrush on its side: a waisted handle and a head of white and coloured bristles."""
    colour = wish.pick_colour(rng, _CLEAN)
    rgb = COLOURS[colour].rgb
    x = [-0.095, -0.06, -0.03, 0.0, 0.03, 0.05, 0.062]
    path = smooth([(a, 0.0, 0.0075) for a in x], 4, closed=False)
    radii = np.interp(path[:, 0], x, [0.0062, 0.0074, 0.0066, 0.0074, 0.005, 0.004, 0.004])
    body.show(meshes.tube(path, radii.tolist()), rgb=rgb)
    body.show(meshes.box((0.0175, 0.0065, 0.0035), 0.003), at=(0.08, 0, 0.0065), rgb=rgb)
    body.show(meshes.box((0.026, 0.0025, 0.0078), 0.002), at=(-0.03, 0, 0.0078), rgb=_CREAM)
    for column, a in enumerate(np.linspace(0.067, 0.093, 6)):
        tone = _CREAM if column % 2 else pale(colour, 0.3)
        body.show(meshes.box((0.0019, 0.0055, 0.0065), 0.001, steps=1), at=(float(a), 0, 0.0145), rgb=tone)
    body.solid(Box((0.0815, 0.0065, 0.007)), at=(-0.0185, 0, 0.007))
    body.solid(Box((0.0175, 0.0065, 0.0095)), at=(0.08, 0, 0.0105))
    body.solid(Box((0.0175, 0.004, 0.002)), at=(0.08, 0, 0.002))
    return Look(colour, "brush", "plastic")


def _squeezed(length: float, radius: float, width: float) -> Mesh:
    """Return a tube of paste along x: round at +x, pressed flat at −x, lying on z = 0."""
    angles = np.linspace(0, 2 * np.pi, 29)
    rings: list[Array] = []
    for share in np.linspace(0, 1, 12):
        across = width + (radius - width) * share**1.2
        high = 0.002 + (radius - 0.002) * np.sin(share * np.pi / 2) ** 0.8
        x = np.full_like(angles, -length / 2 + length * share)
        rings.append(np.stack([x, across * np.cos(angles), high + high * np.sin(angles)], 1))
    return meshes.loft(rings)


@kind(
    "toothpaste",
    zh="牙膏",
    en="toothpaste",
    category="toiletries",
    mass_kg=0.12,
    uses=("wash", "teeth"),
    colours=("blue", "green", "red"),
)
def toothpaste(body: Body, rng: Generator, wish: Wish) -> Look:
    """A lying tube with a flat crimped end and a screw cap, lettered 牙膏."""
    colour = wish.pick_colour(rng, ("blue", "green", "red"))
    rgb = COLOURS[colour].rgb
    picture = Pattern([(-0.07, -0.09), (0.07, 0.03)], textures.plain(_CREAM, (256, 224)))
    picture.fill([(-0.07, -0.09), (-0.045, -0.09), (-0.02, 0.03), (-0.07, 0.03)], rgb).fill(
        [(0.05, -0.09), (0.07, -0.09), (0.07, 0.03), (0.05, 0.03)], rgb
    )
    picture.words("牙膏", (-0.016, -0.018), (0.045, 0.013), rgb).words(
        "TOOTHPASTE", (-0.016, -0.031), (0.045, -0.021), rgb
    )
    body.show(
        _squeezed(0.14, 0.02, 0.03),
        at=(-0.014, 0, 0),
        material=body.workshop.material(picture.picture().rotate(90, expand=True), roughness=0.35),
        text="牙膏 TOOTHPASTE",
    )
    body.show(meshes.box((0.005, 0.0305, 0.003), 0.0015), at=(-0.084, 0, 0.003), rgb=rgb)
    cap = meshes.turn(
        meshes.lathe([(0, 0), (0.0165, 0), (0.0165, 0.004), (0.0145, 0.026), (0.0125, 0.028), (0, 0.028)]), "y", 90
    )
    body.show(cap, at=(0.056, 0, 0.0195), rgb=rgb)
    body.solid(Box((0.035, 0.0205, 0.0195)), at=(0.0485, 0, 0.0195))
    body.solid(Box((0.02, 0.026, 0.016)), at=(-0.0065, 0, 0.016))
    body.solid(Box((0.0315, 0.0295, 0.008)), at=(-0.058, 0, 0.008))
    return Look(colour, "tube", "plastic", text=("牙膏", "TOOTHPASTE"))


@kind(
    "soap",
    zh="香皂",
    en="soap",
    category="toiletries",
    mass_kg=0.14,
    uses=("wash",),
    colours=("pink", "green", "white", "yellow"),
)
def soap(body: Body, rng: Generator, wish: Wish) -> Look:
    """A bar of soap with engraved letters in an oval dish, foam at its edge."""
    colour = wish.pick_colour(rng, ("pink", "green", "white", "yellow"))
    rgb = pale(colour, 0.35)
    dish = (0.45, 0.62, 0.68) if colour != "green" else (0.85, 0.62, 0.45)
    plate = meshes.lathe(
        [
            (0, 0),
            (0.05, 0),
            (0.055, 0.003),
            (0.0625, 0.016),
            (0.061, 0.018),
            (0.0575, 0.017),
            (0.051, 0.007),
            (0, 0.006),
        ],
        40,
    )
    body.show(meshes.scale(plate, (1.1, 0.78, 1)), rgb=dish)
    bar = meshes.superellipsoid((0.044, 0.028, 0.0135), squareness=(0.45, 0.5))
    face = Pattern([(-0.044, -0.028), (0.044, 0.028)], textures.plain(rgb, (224, 144)))
    ink = mixed(rgb, (0.3, 0.2, 0.2), 0.3)
    face.words("香皂", (-0.022, -0.003), (0.022, 0.017), ink).words("SOAP", (-0.016, -0.014), (0.016, -0.005), ink)
    body.show(bar, at=(0, 0, 0.019), material=body.workshop.material(face.picture(), roughness=0.3), text="香皂 SOAP")
    for _ in range(9):
        size, along = rng.uniform(0.004, 0.009), rng.uniform(-0.5, 1.6)
        body.show(
            meshes.superellipsoid((size, size, size), squareness=(1, 1), segments=12, rings=8),
            at=(0.045 * np.cos(along), 0.03 * np.sin(along), 0.016 + size * 0.6),
            rgb=(0.97, 0.98, 0.99),
        )
    body.solid(Box((0.066, 0.03, 0.0085)), at=(0, 0, 0.0085))
    body.solid(Box((0.042, 0.0475, 0.0085)), at=(0, 0, 0.0085))
    body.solid(Box((0.041, 0.025, 0.0065)), at=(0, 0, 0.0245))
    return Look(colour, "bar in a dish", "soap", text=("香皂", "SOAP"))


@kind(
    "comb",
    zh="梳子",
    en="comb",
    category="toiletries",
    mass_kg=0.03,
    uses=("hair",),
    colours=("brown", "black", "green", "red"),
)
def comb(body: Body, rng: Generator, wish: Wish) -> Look:
    """A flat comb with a long handle."""
    colour = wish.pick_colour(rng, ("brown", "black", "green", "red"))
    back = smooth(
        [
            (-0.105, -0.008),
            (-0.107, 0.006),
            (-0.09, 0.014),
            (-0.045, 0.011),
            (-0.012, 0.022),
            (0.05, 0.026),
            (0.098, 0.02),
            (0.106, 0.006),
        ],
        4,
        closed=False,
    )[::-1]
    teeth: list[tuple[float, float]] = []
    for x in np.linspace(-0.018, 0.1, 17):
        teeth += [(x - 0.0017, 0.002), (x - 0.0012, -0.026), (x + 0.0012, -0.026), (x + 0.0017, 0.002)]
    outline = np.concatenate([back, [(-0.07, -0.007), (-0.03, -0.004)], teeth])
    if colour == "brown":
        body.show(
            meshes.extrude(outline, 0.006, 0.001),
            material=body.workshop.material(textures.wood(rng, (0.6, 0.4, 0.25)), roughness=0.5),
        )
    else:
        body.show(meshes.extrude(outline, 0.006, 0.001), rgb=COLOURS[colour].rgb)
    body.solid(Box((0.0625, 0.0245, 0.003)), at=(0.0435, -0.001, 0.003))
    body.solid(Box((0.044, 0.0095, 0.003)), at=(-0.063, 0.003, 0.003))
    return Look(colour, "comb", "wood" if colour == "brown" else "plastic")


@kind(
    "razor",
    zh="剃须刀",
    en="razor",
    category="toiletries",
    mass_kg=0.03,
    uses=("shave",),
    colours=("blue", "orange", "black"),
)
def razor(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wet razor on its back: a waisted grip and a broad head with blades."""
    colour = wish.pick_colour(rng, ("blue", "orange", "black"))
    rgb = COLOURS[colour].rgb
    points = [(0, -0.07, 0.0065), (0, -0.044, 0.008), (0, 0.0, 0.0075), (0, 0.035, 0.009), (0, 0.056, 0.014)]
    path = smooth(points, 5, closed=False)
    radii = np.interp(path[:, 1], [-0.07, -0.045, -0.01, 0.03, 0.056], [0.0065, 0.008, 0.0062, 0.0055, 0.004])
    body.show(meshes.tube(path, radii.tolist()), rgb=rgb)
    for y in np.linspace(-0.058, -0.028, 6):
        body.show(
            meshes.box((0.0045, 0.0013, 0.0012), 0.001, steps=1), at=(0, float(y), 0.0158), rgb=(0.15, 0.15, 0.17)
        )
    body.show(meshes.box((0.0235, 0.0115, 0.006), 0.003), at=(0, 0.066, 0.012), rgb=(0.2, 0.2, 0.22))
    for y in (0.06, 0.066, 0.072):
        body.show(
            meshes.box((0.02, 0.0016, 0.001), 0.0005, steps=1),
            at=(0, y, 0.0182),
            material=body.workshop.material(rgb=(0.85, 0.87, 0.9), metallic=0.6, roughness=0.3),
        )
    body.solid(Box((0.007, 0.0625, 0.008)), at=(0, -0.0135, 0.008))
    body.solid(Box((0.0235, 0.0115, 0.009)), at=(0, 0.066, 0.009))
    return Look(colour, "razor", "plastic and steel")
