"""Kinds of small furnishings for a table: a stand with five candles, a little cabinet with one drawer."""

from numpy.random import Generator

from mindsight.engine.catalogue.craft import metal, paint
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, lathe
from mindsight.engine.geometry.shapes import Box, Capsule, Vector
from mindsight.engine.kinds import Look, Wish, kind

_COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
CANDLES, PITCH_M = 5, 0.044
"""Number of candles on a stand, and their distance."""
CABINET_M = (0.15, 0.13, 0.11)
"""Width, depth and height of a cabinet, with its drawer shut."""
_FORWARD = turn("x", 90)
_INK: Vector = (0.13, 0.12, 0.12)


@kind(
    "candle_stand",
    zh="五支烛台",
    en="stand of five candles",
    category="household",
    mass_kg=0.8,
    uses=("light",),
    colours=_COLOURS,
)
def candle_stand(body: Body, rng: Generator, wish: Wish) -> Look:
    """A coloured bar with five white candles; a state such as ``lit-10110`` says which of them burn, from left to right."""
    colour = wish.pick_colour(rng, _COLOURS)
    lit = wish.state.partition("-")[2] or "1" * CANDLES
    half = (CANDLES * PITCH_M / 2 + 0.006, 0.024, 0.014)
    coat, wax = paint(body, colour, rough=0.4), paint(body, (0.95, 0.93, 0.88), rough=0.4)
    body.show(box(half, 0.004), at=(0, 0, half[2]), material=coat)
    flame = lathe([(0, 0), (0.0065, 0.008), (0.008, 0.016), (0.0045, 0.029), (0, 0.042)], 16, 60)
    glow = body.workshop.material(rgb=(1.0, 0.70, 0.20), emission=1.0)
    foot, top = 2 * half[2], 2 * half[2] + 0.075
    for place in range(CANDLES):
        x = (place - (CANDLES - 1) / 2) * PITCH_M
        outline = [(0, foot), (0.011, foot), (0.011, top - 0.003), (0.009, top), (0.005, top - 0.003), (0, top - 0.004)]
        body.show(lathe(outline, 24), at=(x, 0, 0), material=wax)
        body.show(Capsule(0.0012, (x, 0, top - 0.005), (x, 0, top + 0.008)), rgb=_INK)
        if lit[place] == "1":
            body.show(flame, at=(x, 0, top + 0.003), material=glow)
    body.solid(Box(half), at=(0, 0, half[2]))
    body.solid(Box((half[0] - 0.01, 0.011, 0.04)), at=(0, 0, foot + 0.036))
    return Look(colour, "bar with candles", "wax", wish.state)


@kind(
    "drawer_box",
    zh="抽屉小柜",
    en="little cabinet with a drawer",
    category="household",
    mass_kg=1.2,
    uses=("store",),
    colours=_COLOURS,
)
def drawer_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """A coloured cabinet; its one drawer takes up the front and has a round knob."""
    colour = wish.pick_colour(rng, _COLOURS)
    x, y, z = (side / 2 for side in CABINET_M)
    coat, front = paint(body, colour, rough=0.5), paint(body, (0.90, 0.87, 0.80), rough=0.6)
    body.show(box((x, y - 0.004, z), 0.004), at=(0, 0.004, z), material=coat)
    body.show(box((x - 0.010, 0.005, z - 0.012), 0.003), at=(0, -y + 0.005, z), material=front)
    knob = lathe([(0, 0), (0.005, 0), (0.005, 0.008), (0.011, 0.012), (0.011, 0.018), (0, 0.022)], 24)
    body.show(knob, at=(0, -y, z), turn=_FORWARD, material=metal(body))
    body.solid(Box((x, y, z)), at=(0, 0, z))
    return Look(colour, "box with a drawer", "wood")
