"""Kinds of things: clothes folded flat for packing."""

import numpy as np
from numpy.random import Generator
from PIL import Image

from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import Pattern
from mindsight.engine.drawing.prints.textures import mixed
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.forms import mirrored, padded, smooth, strip
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.shapes import Box, Vector
from mindsight.engine.kinds import Look, Wish, kind

BRIGHT = ("red", "yellow", "green", "blue", "white", "pink", "purple", "orange")
_WARM = ("red", "green", "blue", "grey", "brown", "yellow")


def darker(colour: Vector, share: float = 0.35) -> Vector:
    """Return a colour mixed with a dark tone, for seams."""
    return mixed(colour, (0.08, 0.07, 0.09), share)


def lighter(colour: Vector, share: float = 0.5) -> Vector:
    """Return a colour mixed with cream, for prints."""
    return mixed(colour, (1.0, 0.99, 0.96), share)


def finished(state: str, rng: Generator, pattern: Pattern) -> Image.Image:
    """Return the finished cloth, with dirt on it if it is stained."""
    picture = pattern.picture()
    return textures.stained(rng, picture) if state == "stained" else picture


_T_SHIRT = mirrored(
    [
        (0.0, 0.092),
        (0.024, 0.097),
        (0.044, 0.122),
        (0.05, 0.125),
        (0.105, 0.112),
        (0.155, 0.03),
        (0.15, 0.024),
        (0.112, 0.002),
        (0.107, 0.002),
        (0.104, 0.014),
        (0.104, -0.121),
        (0.1, -0.125),
        (0.0, -0.125),
    ]
)


@kind(
    "t_shirt",
    zh="T恤",
    en="T-shirt",
    category="clothes",
    mass_kg=0.18,
    uses=("wear", "warm"),
    colours=BRIGHT,
    states=("clean", "stained"),
    soft=True,
)
def t_shirt(body: Body, rng: Generator, wish: Wish) -> Look:
    """A T-shirt folded up from the hem: round collar, short sleeves, a print on the chest."""
    colour = wish.pick_colour(rng, BRIGHT)
    rgb = COLOURS[colour].rgb
    pattern = Pattern(_T_SHIRT, textures.fabric(rng, rgb))
    _chest_print(pattern, int(rng.integers(3)), lighter(rgb, 0.8) if sum(rgb) < 2.2 else COLOURS["blue"].rgb)
    seam = darker(rgb, 0.3)
    for side in (-1, 1):
        pattern.line([(side * 0.104, 0.005), (side * 0.099, 0.06), (side * 0.105, 0.115)], seam, 0.003)
        pattern.stitch([(side * 0.106, 0.01), (side * 0.147, 0.035)], seam)
    pattern.stitch([(-0.1, -0.108), (0.1, -0.108)], seam)
    cloth = body.workshop.material(finished(wish.state, rng, pattern), roughness=0.95)
    body.show(padded(_T_SHIRT, 0.034, layers=2), material=cloth)
    collar = smooth(
        [(-0.05, 0.124, 0.022), (-0.03, 0.1, 0.03), (0, 0.088, 0.031), (0.03, 0.1, 0.03), (0.05, 0.124, 0.022)],
        closed=False,
    )
    body.show(meshes.tube(collar, 0.005), rgb=darker(rgb, 0.15))
    body.solid(Box((0.102, 0.1245, 0.0155)), at=(0, 0, 0.0155))
    for side in (-1, 1):
        body.solid(Box((0.021, 0.038, 0.0135)), at=(side * 0.13, 0.045, 0.0135))
    return Look(colour, "folded shirt", "cotton", wish.state or "clean")


def _chest_print(pattern: Pattern, which: int, ink: Vector) -> None:
    if which == 0:
        for y in (0.02, -0.01, -0.04, -0.07):
            pattern.line([(-0.2, y), (0.2, y)], ink, 0.012)
    elif which == 1:
        pattern.words("夏日", (-0.06, -0.03), (0.06, 0.045), ink).words("SUMMER", (-0.06, -0.065), (0.06, -0.038), ink)
    else:
        angles = np.arange(10) * np.pi / 5 + np.pi / 2
        reach = np.where(np.arange(10) % 2, 0.021, 0.05)
        pattern.fill(np.stack([reach * np.cos(angles), reach * np.sin(angles)], 1), ink)


_SWEATER = mirrored(
    [
        (0.0, 0.125),
        (0.055, 0.13),
        (0.092, 0.122),
        (0.108, 0.1),
        (0.11, 0.06),
        (0.108, -0.09),
        (0.1, -0.102),
        (0.098, -0.135),
        (0.092, -0.14),
        (0.0, -0.14),
    ]
)


@kind(
    "sweater",
    zh="毛衣",
    en="sweater",
    category="clothes",
    mass_kg=0.45,
    uses=("wear", "cold"),
    colours=_WARM,
    states=("clean", "stained"),
    soft=True,
)
def sweater(body: Body, rng: Generator, wish: Wish) -> Look:
    """A knitted jumper with a thick ribbed collar, its arms folded over the chest."""
    colour = wish.pick_colour(rng, _WARM)
    rgb = COLOURS[colour].rgb
    pattern = Pattern(_SWEATER, textures.knit(rng, rgb, stitches=26))
    band = lighter(rgb, 0.7) if sum(rgb) < 2.0 else darker(rgb, 0.5)
    for x in np.arange(-0.108, 0.12, 0.008):
        pattern.line([(x, -0.15), (x, -0.104)], darker(rgb, 0.3), 0.0025)
    for y in (0.062, 0.05, 0.02):
        pattern.line([(-0.2, y), (0.2, y)], band, 0.007)
    body.show(
        padded(_SWEATER, 0.05, layers=2),
        material=body.workshop.material(finished(wish.state, rng, pattern), roughness=1.0),
    )
    wool = body.workshop.material(textures.knit(rng, rgb, (64, 256), stitches=8), roughness=1.0)
    ribs = body.workshop.material(
        textures.stripes((rgb, darker(rgb, 0.3)), (64, 8), bands=24, upright=True), roughness=1.0
    )
    for side, lift in ((1, 0.0), (-1, 0.006)):
        arm = [
            (0.075, 0.093, 0.032),
            (0.108, 0.07, 0.026),
            (0.134, 0.028, 0.024),
            (0.13, -0.012, 0.032),
            (0.098, -0.026, 0.048 + lift),
            (0.05, -0.018, 0.052 + lift),
            (0.012, -0.006, 0.052 + lift),
        ]
        path = smooth([(side * x, y, z) for x, y, z in arm], 5, closed=False)
        body.show(strip(path, 0.056, 0.034), material=wool)
        body.show(strip(np.add(path[-7:], (-side * 0.004, 0.002, 0)), 0.05, 0.03), material=ribs)
        body.show(strip(path[-9:-6], 0.058, 0.036), rgb=band)
    ring = [(0.052 * np.cos(a), 0.112 + 0.02 * np.sin(a), 0.05) for a in np.linspace(0, 2 * np.pi, 28, endpoint=False)]
    body.show(
        meshes.tube(ring, 0.0125, closed=True),
        material=body.workshop.material(
            textures.stripes((rgb, darker(rgb, 0.25)), (128, 8), bands=48, upright=True), roughness=1.0
        ),
    )
    body.solid(Box((0.107, 0.133, 0.024)), at=(0, -0.004, 0.024))
    body.solid(Box((0.1, 0.032, 0.0125)), at=(0, -0.016, 0.0605))
    body.solid(Box((0.062, 0.028, 0.012)), at=(0, 0.114, 0.049))
    for side in (-1, 1):
        body.solid(Box((0.03, 0.042, 0.019)), at=(side * 0.131, 0.012, 0.019))
    return Look(colour, "folded jumper", "wool", wish.state or "clean")


_JEANS = mirrored(
    [
        (0.0, 0.166),
        (0.08, 0.17),
        (0.085, 0.166),
        (0.09, 0.11),
        (0.096, 0.05),
        (0.092, -0.165),
        (0.088, -0.17),
        (0.0, -0.172),
    ]
)

_THREAD = (0.86, 0.62, 0.30)


@kind(
    "jeans",
    zh="牛仔裤",
    en="jeans",
    plural=True,
    category="clothes",
    mass_kg=0.6,
    uses=("wear",),
    colours=("blue", "black", "grey"),
    states=("clean", "stained"),
    soft=True,
)
def jeans(body: Body, rng: Generator, wish: Wish) -> Look:
    """Jeans folded leg on leg and up: waistband with belt loops and button, back pocket, orange seams."""
    colour = wish.pick_colour(rng, ("blue", "blue", "black", "grey"))
    rgb = COLOURS[colour].rgb
    denim = textures.denim(rng, mixed(rgb, (0.25, 0.30, 0.42), 0.45))
    dark = darker(rgb, 0.45)
    pattern = Pattern(_JEANS, denim)
    pattern.line([(-0.1, 0.133), (0.1, 0.133)], dark, 0.0025)
    for y in (0.137, 0.156):
        pattern.stitch([(-0.08, y), (0.08, y)], _THREAD, 0.0018)
    for x in (-0.066, -0.002, 0.06):
        pattern.fill([(x, 0.128), (x + 0.011, 0.128), (x + 0.011, 0.168), (x, 0.168)], lighter(rgb, 0.22))
        pattern.stitch([(x + 0.005, 0.13), (x + 0.005, 0.165)], _THREAD, 0.0015, 0.005)
    pocket = np.array([(-0.052, 0.105), (0.05, 0.105), (0.05, 0.02), (-0.001, -0.005), (-0.052, 0.02), (-0.052, 0.105)])
    pattern.fill(pocket, lighter(mixed(rgb, (0.25, 0.30, 0.42), 0.45), 0.14)).line(pocket, dark, 0.003)
    pattern.stitch(pocket * 0.93 + np.array([0, 0.004]), _THREAD, 0.0022)
    for rise in (0.0, 0.009):
        wave = smooth(
            [
                (-0.046, 0.052 + rise),
                (-0.02, 0.067 + rise),
                (-0.001, 0.045 + rise),
                (0.02, 0.067 + rise),
                (0.045, 0.052 + rise),
            ],
            closed=False,
        )
        pattern.line(wave, _THREAD, 0.0022)
    pattern.fill([(0.02, 0.108), (0.062, 0.108), (0.062, 0.132), (0.02, 0.132)], (0.55, 0.36, 0.20))
    pattern.words("牛仔", (0.023, 0.109), (0.059, 0.131), (0.16, 0.08, 0.04))
    for x in (-0.083, 0.086):
        pattern.stitch([(x, 0.12), (x * 1.02, -0.17)], _THREAD, 0.0022)
    cloth = body.workshop.material(finished(wish.state, rng, pattern), roughness=1.0)
    legs = padded(_JEANS, 0.03, layers=2, sag=0.05, cell_m=0.006)
    under = meshes.move(meshes.turn(meshes.move(legs, (0, -0.17, 0)), "z", -9), (0.0, 0.158, 0))
    body.show(under, material=body.workshop.material(denim, roughness=1.0))
    body.show(meshes.move(legs, (0, 0, 0.0275)), material=cloth)
    body.solid(Box((0.091, 0.164, 0.0145)), at=(-0.025, -0.012, 0.0145), turn=turn("z", -9))
    body.solid(Box((0.092, 0.167, 0.0135)), at=(0, 0, 0.0425))
    return Look(colour, "folded trousers", "denim", wish.state or "clean")
