"""Kinds of things: the hand of a household robot with its forearm."""

from numpy.random import Generator

from mindsight.engine.catalogue.craft import paint
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import Frame, Quaternion, turn
from mindsight.engine.geometry.meshes import box, lathe
from mindsight.engine.geometry.shapes import Box, Vector
from mindsight.engine.kinds import Look, Wish, kind

_DARK: Vector = (0.16, 0.17, 0.19)
_COLOURS = ("white", "blue", "orange")
WIDE_M, GRIP_UP_M = 0.060, 0.046
"""Distance between the fingers if none is wished for, and the height of the grip above the underside of the forearm."""


@kind("robot_hand", zh="机械手", en="robot hand", category="household", mass_kg=1.5, uses=(), colours=_COLOURS)
def robot_hand(body: Body, rng: Generator, wish: Wish) -> Look:
    """Two fingers that point towards +y, a palm, a wrist and a forearm. Its origin is below the middle between the finger tips.

    A state such as ``grip-60`` is the distance between the fingers in mm.
    """
    colour = wish.pick_colour(rng, _COLOURS)
    half = int(wish.state.partition("-")[2]) / 2000 if wish.state else WIDE_M / 2
    shell, dark, rubber = (
        paint(body, colour, rough=0.35),
        paint(body, _DARK, rough=0.5),
        paint(body, (0.30, 0.31, 0.33)),
    )
    for side in (-1, 1):
        body.show(box((0.006, 0.050, 0.011), 0.003), at=(side * (half + 0.006), -0.036, GRIP_UP_M), material=dark)
        body.show(box((0.002, 0.016, 0.012), 0.001), at=(side * (half + 0.001), -0.002, GRIP_UP_M), material=rubber)
    body.show(box((half + 0.020, 0.020, 0.020), 0.006), at=(0, -0.100, GRIP_UP_M), material=shell)
    arm = [(0.0, 0.0), (0.024, 0.0), (0.024, 0.030), (0.040, 0.050), (0.044, 0.110), (0.044, 0.470), (0.0, 0.470)]
    body.show(lathe(arm, 32), at=(0, -0.118, GRIP_UP_M), turn=turn("x", 90), material=shell)
    for place in (0.006, 0.056, 0.240):
        radius = 0.0255 if place < 0.03 else 0.0455
        ring = [(0.0, 0.0), (radius, 0.0), (radius, 0.012), (0.0, 0.012)]
        body.show(lathe(ring, 32), at=(0, -0.118 - place, GRIP_UP_M), turn=turn("x", 90), material=dark)
    body.solid(Box((0.044, 0.235, 0.044)), at=(0, -0.353, GRIP_UP_M))
    for side in (-1, 1):
        body.solid(Box((0.006, 0.060, 0.011)), at=(side * (half + 0.006), -0.058, GRIP_UP_M))
    return Look(colour, "two fingers on an arm", "plastic")


def gripping(at: Vector, turned: Quaternion) -> Frame:
    """Return the pose of a hand whose finger tips are at a place."""
    return Frame(at, turned).inside((0.0, 0.0, -GRIP_UP_M))
