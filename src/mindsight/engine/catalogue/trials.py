"""Kinds of things for little experiments: cups that are put over a ball, standing boards that hide, balls of three sizes, switches."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import paint
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, lathe
from mindsight.engine.geometry.shapes import Box, Cylinder, Sphere
from mindsight.engine.kinds import Look, Wish, kind

COLOURS = ("red", "yellow", "green", "blue", "purple", "orange", "white", "black")
BALL_M = {"small": 0.020, "medium": 0.032, "large": 0.050}
"""Radius of a ball by its size."""
SCREEN_M = (0.12, 0.15)
"""Half the width and the height of a screen."""


@kind(
    "upturned_beaker",
    zh="倒扣的杯子",
    en="upturned beaker",
    category="toy",
    mass_kg=0.05,
    uses=("play",),
    colours=COLOURS,
)
def beaker(body: Body, rng: Generator, wish: Wish) -> Look:
    """An opaque plastic beaker with its opening down, which hides a small ball."""
    colour = wish.pick_colour(rng, COLOURS)
    profile = [(0.040, 0.0), (0.043, 0.0), (0.043, 0.008), (0.040, 0.010), (0.031, 0.100), (0.028, 0.104), (0.0, 0.104)]
    inside = [(0.0, 0.099), (0.027, 0.099), (0.037, 0.006), (0.040, 0.0)]
    body.show(lathe([*profile, *inside], 40), material=paint(body, colour, rough=0.4))
    body.show(
        lathe([(0.0312, 0.082), (0.0335, 0.0826), (0.0330, 0.0875), (0.0308, 0.088)], 40), material=paint(body, "white")
    )
    body.solid(Cylinder(0.040, 0.052), at=(0, 0, 0.052))
    return Look(colour, "beaker", "plastic")


@kind(
    "small_ball",
    zh="小球",
    en="little ball",
    category="toy",
    mass_kg=0.04,
    uses=("play",),
    colours=COLOURS,
    states=tuple(BALL_M),
)
def small_ball(body: Body, rng: Generator, wish: Wish) -> Look:
    """A plain ball of 4, 6.4 or 10 cm."""
    colour, state = wish.pick_colour(rng, COLOURS), wish.state or "small"
    radius = BALL_M[state]
    turns = np.linspace(0, np.pi, 21)
    profile = [(radius * float(np.sin(a)), radius - radius * float(np.cos(a))) for a in turns]
    body.show(lathe(profile, 36), material=paint(body, colour, rough=0.35))
    body.solid(Sphere(radius), at=(0, 0, radius), rolls=True)
    body.solid(Box((0.004, 0.004, 0.001)), at=(0, 0, 0.001))
    return Look(colour, "ball", "wood", state)


@kind("screen_board", zh="挡板", en="screen", category="toy", mass_kg=0.4, uses=("play",), colours=COLOURS)
def screen_board(body: Body, rng: Generator, wish: Wish) -> Look:
    """A board that stands upright on two feet and hides what is behind it."""
    colour = wish.pick_colour(rng, COLOURS)
    half, high = SCREEN_M
    coat = paint(body, colour, rough=0.6)
    body.show(box((half, 0.005, high / 2), 0.002), at=(0, 0, high / 2), material=coat)
    body.solid(Box((half, 0.005, high / 2)), at=(0, 0, high / 2))
    for side in (-1, 1):
        foot = (0.006, 0.030, 0.008)
        body.show(box(foot, 0.002), at=(side * (half - 0.02), 0, 0.008), material=paint(body, "grey"))
        body.solid(Box(foot), at=(side * (half - 0.02), 0, 0.008))
    return Look(colour, "upright board", "wood", "")


@kind("lever_switch", zh="拨杆开关", en="lever switch", category="household", mass_kg=0.2, uses=("switch",), colours=COLOURS,
      states=("lever_left", "lever_right"))  # fmt: skip
def lever_switch(body: Body, rng: Generator, wish: Wish) -> Look:
    """A box of one colour with a long white lever on top that leans to the left or to the right."""
    colour, state = wish.pick_colour(rng, COLOURS), wish.state or "lever_left"
    body.show(box((0.050, 0.035, 0.020), 0.005), at=(0, 0, 0.020), material=paint(body, colour, rough=0.4))
    body.show(Box((0.032, 0.006, 0.001)), at=(0, 0, 0.0402), material=paint(body, (0.10, 0.10, 0.11)))
    lean = -40.0 if state == "lever_left" else 40.0
    x, z = 0.040 * float(np.sin(np.deg2rad(lean))), 0.040 * float(np.cos(np.deg2rad(lean)))
    body.show(
        Cylinder(0.006, 0.040), at=(x, 0, 0.036 + z), turn=turn("y", lean), material=paint(body, (0.93, 0.93, 0.92))
    )
    knob = lathe([(0.011 * float(np.sin(a)), 0.011 - 0.011 * float(np.cos(a))) for a in np.linspace(0, np.pi, 13)], 20)
    body.show(knob, at=(2 * x, 0, 0.025 + 2 * z), material=paint(body, (0.16, 0.16, 0.18)))
    body.solid(Box((0.050, 0.035, 0.020)), at=(0, 0, 0.020))
    body.solid(Box((0.012, 0.008, 0.022)), at=(x, 0, 0.062))
    return Look(colour, "box with a lever", "plastic", state)
