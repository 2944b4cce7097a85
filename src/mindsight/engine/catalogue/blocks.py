"""Kinds of things: wooden building blocks in multiples of one size, so that they fit each other; the cube is in ``toys``."""

from numpy.random import Generator

from mindsight.engine.catalogue.craft import paint, upright
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.building import FORMS, PILLAR_CM, solids
from mindsight.engine.geometry.meshes import box, lathe
from mindsight.engine.geometry.shapes import Box, Mesh
from mindsight.engine.kinds import Look, Wish, kind

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
_BEVEL_M = 0.002


@kind(
    "brick_block", zh="长方体积木", en="brick-shaped toy block", category="toy", mass_kg=0.12, uses=("play",), colours=COLOURS
)  # fmt: skip
def brick_block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A block as long as two cubes."""
    return _make(body, "brick_block", "brick", wish.pick_colour(rng, COLOURS))


@kind("plank_block", zh="长板积木", en="plank toy block", category="toy", mass_kg=0.07, uses=("play",), colours=COLOURS)
def plank_block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A flat board as long as three cubes."""
    return _make(body, "plank_block", "plank", wish.pick_colour(rng, COLOURS))


@kind(
    "roof_block", zh="三角积木", en="triangular toy block", category="toy", mass_kg=0.06, uses=("play",), colours=COLOURS
)  # fmt: skip
def roof_block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A gable roof: a triangle seen from the front."""
    return _make(body, "roof_block", "triangular prism", wish.pick_colour(rng, COLOURS))


@kind(
    "pillar_block", zh="圆柱积木", en="cylinder toy block", category="toy", mass_kg=0.09, uses=("play",), colours=COLOURS
)  # fmt: skip
def pillar_block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round pillar as high as two cubes."""
    return _make(body, "pillar_block", "cylinder", wish.pick_colour(rng, COLOURS))


@kind("arch_block", zh="拱形积木", en="arch toy block", category="toy", mass_kg=0.16, uses=("play",), colours=COLOURS)
def arch_block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A block with a round opening, as wide as three cubes."""
    return _make(body, "arch_block", "arch", wish.pick_colour(rng, COLOURS))


@kind("beam_block", zh="长条积木", en="beam toy block", category="toy", mass_kg=0.24, uses=("play",), colours=COLOURS)
def beam_block(body: Body, rng: Generator, wish: Wish) -> Look:
    """A block as long as two bricks; for experiments, not for building after a plan."""
    colour = wish.pick_colour(rng, COLOURS)
    half = (0.10, 0.025, 0.025)
    body.show(box(half, _BEVEL_M), at=(0, 0, half[2]), material=paint(body, colour))
    body.solid(Box(half), at=(0, 0, half[2]))
    return Look(colour, "long brick", "wood")


def _make(body: Body, key: str, shape: str, colour: str) -> Look:
    material = paint(body, colour)
    body.show(_mesh(key), material=material)
    if key == "roof_block":
        body.solid(_mesh(key, bevel=0.0))
    else:
        for solid, at in solids(key):
            body.solid(solid, at=at)
    return Look(colour, shape, "wood")


def _mesh(key: str, bevel: float = _BEVEL_M) -> Mesh:
    """Return the visible mesh of a block, on the ground and with its front towards −y."""
    form = FORMS[key]
    depth = form.size[1] / 100
    if not form.points:
        rim = [(radius / 100, z / 100) for radius, z in PILLAR_CM]
        return lathe([(0.0, 0.0), *rim, (0.0, rim[-1][1])], 36)
    return upright([(x / 100, z / 100) for x, z in form.points], depth, bevel)
