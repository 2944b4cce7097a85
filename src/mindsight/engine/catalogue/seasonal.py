"""Kinds of clothes for a season or the night: swimsuit, down jacket, pyjamas."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.clothes import darker, finished, lighter
from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import frozen, mirrored, padded, rounded
from mindsight.engine.geometry.shapes import Box
from mindsight.engine.kinds import Look, Wish, kind

_PUFFY = ("red", "blue", "green", "orange", "black", "yellow")
_SWIM = ("red", "blue", "purple", "green", "pink")

_SWIMSUIT = mirrored(
    [
        (0.0, 0.06),
        (0.03, 0.072),
        (0.05, 0.1),
        (0.056, 0.145),
        (0.072, 0.145),
        (0.074, 0.1),
        (0.094, 0.068),
        (0.078, 0.01),
        (0.088, -0.05),
        (0.092, -0.075),
        (0.05, -0.1),
        (0.03, -0.142),
        (0.0, -0.145),
    ]
)


@kind(
    "swimsuit",
    zh="泳衣",
    en="swimsuit",
    category="clothes",
    mass_kg=0.15,
    uses=("beach", "swim"),
    colours=_SWIM,
    soft=True,
)
def swimsuit(body: Body, rng: Generator, wish: Wish) -> Look:
    """A one-piece bathing suit: straps, waist, high legs, white dots or waves."""
    colour = wish.pick_colour(rng, _SWIM)
    rgb = COLOURS[colour].rgb
    cloth = (
        textures.dots(rgb, lighter(rgb, 0.85), rows=12)
        if rng.random() < 0.5
        else textures.stripes((rgb, rgb, lighter(rgb, 0.85)), bands=24)
    )
    pattern = Pattern(_SWIMSUIT, cloth)
    pattern.line([*_SWIMSUIT, _SWIMSUIT[0]], lighter(rgb, 0.85), 0.009)
    body.show(padded(_SWIMSUIT, 0.016, cell_m=0.005), material=body.workshop.material(pattern.picture(), roughness=0.6))
    bow = meshes.merge(
        *(
            meshes.move(
                meshes.superellipsoid((0.013, 0.008, 0.006), squareness=(1, 0.8), segments=14, rings=8),
                (x, 0.055, 0.015),
            )
            for x in (-0.012, 0.012)
        )
    )
    body.show(bow, rgb=lighter(rgb, 0.85))
    body.solid(Box((0.076, 0.085, 0.008)), at=(0, 0.0, 0.008))
    body.solid(Box((0.09, 0.022, 0.0085)), at=(0, -0.065, 0.0085))
    body.solid(Box((0.086, 0.012, 0.0075)), at=(0, 0.07, 0.0075))
    body.solid(Box((0.032, 0.025, 0.0075)), at=(0, -0.117, 0.0075))
    for side in (-1, 1):
        body.solid(Box((0.009, 0.03, 0.007)), at=(side * 0.064, 0.112, 0.007))
    return Look(colour, "one-piece swimsuit", "nylon")


@kind(
    "down_jacket",
    zh="羽绒服",
    en="down jacket",
    category="clothes",
    mass_kg=0.7,
    uses=("wear", "cold"),
    colours=_PUFFY,
    soft=True,
)
def down_jacket(body: Body, rng: Generator, wish: Wish) -> Look:
    """A quilted puffer jacket: bulging bands, a zip, a stand-up collar, sleeves laid along its sides."""
    colour = wish.pick_colour(rng, _PUFFY)
    rgb = COLOURS[colour].rgb
    cloth = body.workshop.material(rgb=rgb, roughness=0.45)
    puff = meshes.superellipsoid((0.058, 0.035, 0.044), squareness=(0.75, 0.5), segments=24, rings=12)
    for level, y in enumerate((0.07, 0.018, -0.034, -0.086)):
        for side in (-1, 1):
            wide = 1.0 - 0.02 * level
            body.show(meshes.move(meshes.scale(puff, (wide, 1, 1)), (side * 0.055, y, 0.044)), material=cloth)
    arm = meshes.superellipsoid((0.034, 0.032, 0.034), squareness=(0.8, 0.6), segments=20, rings=10)
    for side in (-1, 1):
        for step in range(5):
            at = (side * (0.124 + 0.0065 * step), 0.075 - 0.043 * step, 0.034)
            body.show(meshes.move(arm, at), material=cloth)
        body.show(
            meshes.move(meshes.box((0.024, 0.011, 0.022), 0.009), (side * 0.154, -0.13, 0.0225)), rgb=darker(rgb, 0.6)
        )
    ring = [
        (0.058 * np.cos(a), 0.118 + 0.032 * np.sin(a), 0.04)
        for a in np.linspace(0.15, 2 * np.pi - 0.15, 24) - np.pi / 2
    ]
    body.show(meshes.tube(ring, 0.025), material=cloth)
    body.show(
        meshes.move(meshes.extrude(frozen(rounded(0.08, 0.04, 0.018)), 0.03), (0, 0.118, 0.02)), rgb=darker(rgb, 0.65)
    )
    body.show(meshes.move(meshes.box((0.0055, 0.108, 0.004), 0.003), (0, -0.016, 0.0715)), rgb=(0.86, 0.86, 0.84))
    body.show(meshes.move(meshes.box((0.005, 0.013, 0.003), 0.002), (0, 0.068, 0.078)), rgb=COLOURS["yellow"].rgb)
    body.solid(Box((0.11, 0.112, 0.042)), at=(0, -0.006, 0.042))
    body.solid(Box((0.07, 0.034, 0.031)), at=(0, 0.138, 0.031))
    for side in (-1, 1):
        body.solid(Box((0.022, 0.055, 0.031)), at=(side * 0.132, 0.045, 0.031))
        body.solid(Box((0.03, 0.064, 0.031)), at=(side * 0.1515, -0.075, 0.031))
    return Look(colour, "puffer jacket", "nylon and down")


_NIGHT = ("blue", "pink", "purple", "green")
_PYJAMA_TOP = mirrored(
    [(0.0, 0.115), (0.09, 0.112), (0.112, 0.1), (0.118, 0.09), (0.118, -0.06), (0.112, -0.066), (0.0, -0.068)]
)

_PYJAMA_LEGS = mirrored(
    [
        (0.0, 0.1),
        (0.1, 0.1),
        (0.106, 0.094),
        (0.11, -0.148),
        (0.104, -0.154),
        (0.032, -0.154),
        (0.026, -0.148),
        (0.012, -0.08),
        (0.0, -0.07),
    ]
)


@kind(
    "pyjamas",
    zh="睡衣",
    en="pyjamas",
    plural=True,
    category="clothes",
    mass_kg=0.4,
    uses=("wear", "sleep"),
    colours=_NIGHT,
    states=("clean", "stained"),
    soft=True,
)
def pyjamas(body: Body, rng: Generator, wish: Wish) -> Look:
    """A striped pyjama jacket with piped collar, buttons and a moon on its pocket, folded on its trousers."""
    colour = wish.pick_colour(rng, _NIGHT)
    rgb = lighter(COLOURS[colour].rgb, 0.35)
    striped = textures.stripes((rgb, lighter(rgb, 0.65)), bands=26, upright=True, shares=(3, 1))
    legs = body.workshop.material(Pattern(_PYJAMA_LEGS, striped).picture(), roughness=1.0)
    body.show(padded(_PYJAMA_LEGS, 0.024, layers=1), material=legs)
    pattern = Pattern(_PYJAMA_TOP, striped)
    trim, shade = (0.99, 0.98, 0.95), darker(rgb, 0.3)
    pattern.line([(0.0, 0.06), (0.0, -0.08)], trim, 0.006).line([(0.006, 0.06), (0.006, -0.08)], shade, 0.0015)
    for y in (0.035, 0.0, -0.035):
        pattern.disc((-0.008, y), 0.0065, shade).disc((-0.008, y), 0.0055, trim)
    pattern.fill([(0.03, 0.045), (0.085, 0.045), (0.085, -0.012), (0.03, -0.012)], rgb)
    pattern.line([(0.03, 0.045), (0.085, 0.045)], trim, 0.006).line(
        [(0.03, 0.042), (0.03, -0.012), (0.085, -0.012), (0.085, 0.042)], shade, 0.002
    )
    pattern.disc((0.058, 0.013), 0.018, (0.98, 0.88, 0.5)).disc((0.065, 0.018), 0.015, rgb)
    body.show(
        meshes.move(padded(_PYJAMA_TOP, 0.03), (0, 0, 0.02)),
        material=body.workshop.material(finished(wish.state, rng, pattern), roughness=1.0),
    )
    body.show(
        meshes.move(
            meshes.extrude([(-0.03, 0.118), (0.03, 0.118), (0.018, 0.09), (0, 0.062), (-0.018, 0.09)], 0.004),
            (0, 0, 0.0475),
        ),
        rgb=darker(rgb, 0.45),
    )
    for side in (-1, 1):
        flap = [
            (side * x, y)
            for x, y in ((0.018, 0.118), (0.04, 0.119), (0.07, 0.09), (0.045, 0.078), (0.05, 0.067), (0.001, 0.056))
        ]
        body.show(meshes.move(meshes.extrude(flap, 0.008, 0.003), (0, 0, 0.046)), rgb=trim)
        inner = [
            (side * x, y)
            for x, y in ((0.021, 0.115), (0.038, 0.115), (0.064, 0.0895), (0.038, 0.08), (0.043, 0.07), (0.006, 0.061))
        ]
        body.show(meshes.move(meshes.extrude(inner, 0.008, 0.002), (0, 0, 0.0468)), rgb=rgb)
    body.solid(Box((0.104, 0.086, 0.0115)), at=(0, 0.014, 0.0115))
    for side in (-1, 1):
        body.solid(Box((0.041, 0.04, 0.0115)), at=(side * 0.067, -0.112, 0.0115))
    body.solid(Box((0.115, 0.09, 0.0135)), at=(0, 0.0245, 0.0355))
    return Look(colour, "folded pyjamas", "cotton", wish.state or "clean")
