"""Kinds of things that carry or hold others: a tray, a cake stand, a pile of books, a chopping board; boxes, a basin, a bread basket."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import arc, floor, paint, rounded, shell
from mindsight.engine.catalogue.vessels import wicker
from mindsight.engine.drawing.prints.textures import wood
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, extrude, lathe, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Vector
from mindsight.engine.kinds import Look, Wish, kind

_TRAYS = ("red", "blue", "green", "white")
_BASINS = ("pink", "blue", "green", "yellow")
_SPINES: tuple[Vector, ...] = (
    (0.62, 0.20, 0.18),
    (0.20, 0.36, 0.58),
    (0.30, 0.47, 0.32),
    (0.78, 0.60, 0.28),
    (0.42, 0.30, 0.48),
)
_PAPER: Vector = (0.94, 0.92, 0.86)


def _grain(body: Body, rng: Generator, tone: Vector) -> str:
    return body.workshop.material(wood(rng, tone, (256, 128)), roughness=0.6)


@kind("tray", zh="托盘", en="tray", category="tableware", mass_kg=0.5, uses=("carry",), colours=_TRAYS)
def tray(body: Body, rng: Generator, wish: Wish) -> Look:
    """A rectangular tray with a low rim and a grip at each end."""
    colour = wish.pick_colour(rng, _TRAYS)
    coat = paint(body, colour, rough=0.35)
    body.show(box((0.135, 0.090, 0.003), 0.002), at=(0, 0, 0.003), material=coat)
    for side in (-1, 1):
        body.show(box((0.135, 0.004, 0.006), 0.002), at=(0, side * 0.087, 0.006), material=coat)
        body.show(box((0.004, 0.090, 0.006), 0.002), at=(side * 0.132, 0, 0.006), material=coat)
        grip = [
            (side * 0.134, -0.035, 0.008),
            (side * 0.154, -0.030, 0.012),
            (side * 0.154, 0.030, 0.012),
            (side * 0.134, 0.035, 0.008),
        ]
        body.show(tube(grip, 0.0045, 8), material=coat)
    body.solid(Box((0.135, 0.090, 0.003)), at=(0, 0, 0.003))
    body.surface(f"{body.name}/top", at=(0, 0, 0.006), half=(0.10, 0.06))
    return Look(colour, "rectangular tray", "plastic")


_BROAD = ("red", "blue", "green", "yellow", "white", "purple")


@kind("broad_tray", zh="大托盘", en="large tray", category="tableware", mass_kg=0.9, uses=("carry",), colours=_BROAD)
def broad_tray(body: Body, rng: Generator, wish: Wish) -> Look:
    """A rectangular tray of 40 by 28 cm with a low rim."""
    colour = wish.pick_colour(rng, _BROAD)
    coat, (x, y) = paint(body, colour, rough=0.5), (0.20, 0.14)
    body.show(box((x, y, 0.003), 0.002), at=(0, 0, 0.003), material=coat)
    for side in (-1, 1):
        body.show(box((x, 0.005, 0.010), 0.002), at=(0, side * (y - 0.005), 0.010), material=coat)
        body.show(box((0.005, y, 0.010), 0.002), at=(side * (x - 0.005), 0, 0.010), material=coat)
    body.solid(Box((x, y, 0.003)), at=(0, 0, 0.003))
    body.surface(f"{body.name}/top", at=(0, 0, 0.006), half=(0.17, 0.11))
    return Look(colour, "rectangular tray", "plastic")


@kind(
    "cake_stand",
    zh="蛋糕架",
    en="cake stand",
    category="tableware",
    mass_kg=0.9,
    uses=("carry",),
    colours=("white", "pink", "green"),
)
def cake_stand(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round plate on a foot."""
    colour = wish.pick_colour(rng, ("white", "pink", "green"))
    coat = paint(body, colour, rough=0.2)
    profile = [(0, 0), (0.060, 0), (0.062, 0.004), (0.022, 0.014), (0.015, 0.030), (0.015, 0.070), (0.030, 0.082), (0.110, 0.086),
               (0.112, 0.092), (0, 0.092)]  # fmt: skip
    body.show(lathe(profile, 48), material=coat)
    floor(body, 0.075, 0.010)
    body.solid(Cylinder(0.020, 0.040), at=(0, 0, 0.046))
    body.solid(Cylinder(0.110, 0.004), at=(0, 0, 0.088))
    body.surface(f"{body.name}/top", at=(0, 0, 0.092), half=(0.06, 0.06))
    return Look(colour, "plate on a foot", "china")


@kind("book_pile", zh="一摞书", en="pile of books", category="household", mass_kg=1.5, uses=("read",))
def book_pile(body: Body, rng: Generator, wish: Wish) -> Look:
    """Three books lying on each other, tied so that they stay together."""
    del wish
    z, tones = 0.0, [int(index) for index in rng.permutation(len(_SPINES))]
    for place in range(3):
        thick = float(rng.uniform(0.022, 0.032))
        half = (0.100 - 0.006 * place, 0.075 - 0.004 * place)
        cover, paper = paint(body, _SPINES[tones[place]], rough=0.7), paint(body, _PAPER, rough=0.9)
        for level in (0.0, thick - 0.003):
            body.show(box((*half, 0.0015)), at=(0, 0, z + level + 0.0015), material=cover)
        body.show(box((0.0015, half[1], thick / 2)), at=(-half[0], 0, z + thick / 2), material=cover)
        body.show(
            box((half[0] - 0.004, half[1] - 0.004, thick / 2 - 0.003)), at=(0.002, 0, z + thick / 2), material=paper
        )
        body.solid(Box((*half, thick / 2)), at=(0, 0, z + thick / 2))
        z += thick
    body.surface(f"{body.name}/top", at=(0, 0, z), half=(0.06, 0.04))
    return Look("", "pile", "paper")


@kind("chopping_board", zh="砧板", en="chopping board", category="tableware", mass_kg=0.7, uses=("cook",),
      states=("clean", "stained"))  # fmt: skip
def chopping_board(body: Body, rng: Generator, wish: Wish) -> Look:
    """A thick wooden board with a handle that has a hole; clean, or with blots of tomato and scraps of vegetables on it."""
    state = wish.state or "clean"
    coat = _grain(body, rng, (0.80, 0.64, 0.44))
    body.shift(-0.030, 0)
    body.show(
        extrude(rounded([(-0.12, -0.085), (0.12, -0.085), (0.12, 0.085), (-0.12, 0.085)], 0.015), 0.018, 0.003),
        material=coat,
    )
    handle = [(0.10, -0.022), (0.185, -0.022), (0.185, 0.022), (0.10, 0.022)]
    body.show(extrude(rounded(handle, 0.020), 0.018, 0.003), material=coat)
    body.show(extrude(arc((0.165, 0.0), 0.009, 0, 345, 20), 0.0006), at=(0, 0, 0.0182), rgb=(0.25, 0.16, 0.10))
    body.solid(Box((0.12, 0.085, 0.009)), at=(0, 0, 0.009))
    body.solid(Box((0.034, 0.020, 0.009)), at=(0.150, 0, 0.009))
    body.surface(f"{body.name}/top", at=(0, 0, 0.018), half=(0.08, 0.05))
    if state == "stained":
        _leftovers(body, rng)
    return Look("brown", "board with a handle", "wood", state)


def _leftovers(body: Body, rng: Generator) -> None:
    """Add blots of tomato and scraps of vegetables to a board."""
    red = paint(body, (0.70, 0.13, 0.08), rough=0.35)
    for number in range(6):
        at = (float(rng.uniform(-0.08, 0.08)), float(rng.uniform(-0.05, 0.05)), 0.0181 + 0.0002 * number)
        body.show(Cylinder(float(rng.uniform(0.010, 0.026)), 0.0004), at=at, material=red)
    for _ in range(12):
        at = (float(rng.uniform(-0.10, 0.10)), float(rng.uniform(-0.065, 0.065)), 0.021)
        tone = ("green", "orange", "white")[int(rng.integers(3))]
        body.show(
            box((0.007, 0.004, 0.003), 0.001),
            at=at,
            turn=turn("z", float(rng.uniform(0, 180))),
            material=paint(body, tone),
        )


def _walls(body: Body, half: tuple[float, float], high: float, wall: float, coat: str) -> None:
    """Add a rectangular floor and four walls, and register the hollow."""
    x, y = half
    sides = [((x, wall / 2, high / 2), (0.0, s * (y - wall / 2), high / 2)) for s in (-1, 1)]
    sides += [((wall / 2, y - wall, high / 2), (s * (x - wall / 2), 0.0, high / 2)) for s in (-1, 1)]
    for size, at in ((((x, y, wall / 2), (0.0, 0.0, wall / 2))), *sides):
        body.show(box(size, 0.001), at=at, material=coat)
        body.solid(Box(size), at=at)
    body.container(f"{body.name}/inside", at=(0, 0, (high + wall) / 2), half=(x - wall, y - wall, (high - wall) / 2))


@kind("carton_box", zh="敞口纸箱", en="open cardboard box", category="household", mass_kg=0.3, uses=("store",))
def carton_box(body: Body, rng: Generator, wish: Wish) -> Look:
    """A low cardboard box without a lid, its flaps folded out."""
    del rng, wish
    coat = paint(body, (0.76, 0.60, 0.42), rough=0.9)
    _walls(body, (0.125, 0.100), 0.075, 0.004, coat)
    flap = paint(body, (0.80, 0.65, 0.47), rough=0.9)
    for side in (-1, 1):
        body.show(box((0.016, 0.095, 0.0015)), at=(side * 0.140, 0, 0.071), material=flap)
    return Look("brown", "open box", "cardboard", state="empty")


@kind("crate", zh="木箱", en="wooden crate", category="household", mass_kg=0.8, uses=("store",))
def crate(body: Body, rng: Generator, wish: Wish) -> Look:
    """A low crate of slats."""
    del wish
    coat = _grain(body, rng, (0.66, 0.48, 0.30))
    x, y, high, wall = 0.130, 0.100, 0.080, 0.008
    for z in (0.014, 0.040, 0.066):
        for side in (-1, 1):
            body.show(box((x, wall / 2, 0.010), 0.001), at=(0, side * (y - wall / 2), z), material=coat)
            body.show(box((wall / 2, y - wall, 0.010), 0.001), at=(side * (x - wall / 2), 0, z), material=coat)
    for side_x in (-1, 1):
        for side_y in (-1, 1):
            body.show(
                box((0.008, 0.008, high / 2), 0.001),
                at=(side_x * (x - 0.014), side_y * (y - 0.014), high / 2), material=coat,
            )  # fmt: skip
    body.show(box((x - wall, y - wall, 0.004)), at=(0, 0, 0.004), material=coat)
    body.solid(Box((x, y, 0.004)), at=(0, 0, 0.004))
    for side in (-1, 1):
        body.solid(Box((x, wall / 2, high / 2)), at=(0, side * (y - wall / 2), high / 2))
        body.solid(Box((wall / 2, y - wall, high / 2)), at=(side * (x - wall / 2), 0, high / 2))
    body.container(f"{body.name}/inside", at=(0, 0, 0.044), half=(x - wall, y - wall, 0.036))
    return Look("brown", "crate of slats", "wood", state="empty")


@kind("basin", zh="塑料盆", en="plastic basin", category="household", mass_kg=0.3, uses=("wash",), colours=_BASINS)
def basin(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round basin with a turned rim."""
    colour = wish.pick_colour(rng, _BASINS)
    coat = paint(body, colour, rough=0.4)
    foot, rim, high = 0.095, 0.135, 0.078
    profile = [(0, 0), (foot, 0), (rim, high), (rim + 0.008, high), (rim + 0.008, high + 0.004), (rim - 0.003, high + 0.004),
               (foot - 0.003, 0.004), (0, 0.004)]  # fmt: skip
    body.show(lathe(profile, 48), material=coat)
    shell(body, (foot, 0.0), (rim, high), 0.005, count=16)
    floor(body, foot + 0.025, 0.004)
    body.container(f"{body.name}/inside", at=(0, 0, 0.042), half=(0.075, 0.075, 0.038))
    return Look(colour, "round basin", "plastic", state="empty")


@kind("bread_basket", zh="面包篮", en="bread basket", category="tableware", mass_kg=0.3, uses=("store",))
def bread_basket(body: Body, rng: Generator, wish: Wish) -> Look:
    """A low round basket of wicker without a handle."""
    del rng, wish
    foot, rim, high = 0.095, 0.125, 0.065
    weave = body.workshop.material(wicker(), roughness=0.9, repeat=(10, 2))
    body.show(
        lathe([(0, 0), (foot, 0), (rim, high), (rim - 0.007, high), (foot - 0.007, 0.006), (0, 0.006)], 40),
        material=weave,
    )
    turns = np.linspace(0, 2 * np.pi, 41)[:-1]
    ring = np.c_[(rim - 0.003) * np.cos(turns), (rim - 0.003) * np.sin(turns), np.full(40, high)]
    body.show(tube(ring, 0.0065, 8, closed=True), material=paint(body, (0.55, 0.38, 0.22), rough=0.9))
    shell(body, (foot, 0.001), (rim, high), 0.007, count=16)
    floor(body, foot + 0.025, 0.006)
    body.container(f"{body.name}/inside", at=(0, 0, 0.036), half=(0.075, 0.075, 0.030))
    return Look("brown", "round basket", "wicker", state="empty")
