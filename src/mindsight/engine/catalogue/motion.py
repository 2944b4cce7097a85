"""Kinds of things for experiments with motion: a ramp with its ball, dominoes, and glasses of beans that are poured."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.catalogue.craft import floor, paint, pale, shell, upright
from mindsight.engine.drawing.prints.pixels import mixed, pixel
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import box, extrude, lathe, move, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Sphere
from mindsight.engine.kinds import Look, Wish, kind

COLOURS = ("red", "yellow", "green", "blue", "purple", "orange", "white", "black")
RAMP_M = (0.20, 0.080, 0.054)
"""Length, height and width of a ramp between its rims."""
LIP_M, ROLLING_M = 0.004, 0.021
"""Height of a ramp's lower end, and radius of its ball."""
_RIM_M, _RIM_UP_M = 0.008, 0.010
DOMINO_M = (0.018, 0.046, 0.085)
"""Thickness, width and height of a domino that stands."""
GLASSES_CM = (6, 7, 9, 10, 11, 12, 14, 16, 18, 20)
"""Inner diameters and heights that a glass for beans may have, cm."""
WALL_M, FOOT_M = 0.003, 0.008
"""Thickness of such a glass's wall and foot."""
_PIXEL_M = 0.0006
_TONES = ((0.50, 0.27, 0.16), (0.42, 0.21, 0.13), (0.58, 0.33, 0.20))


@kind("launch_ramp", zh="斜坡", en="ramp", category="toy", mass_kg=4.0, uses=("experiment",), colours=COLOURS)
def launch_ramp(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden wedge with a low rim on both sides, down which a ball rolls towards +x."""
    colour = wish.pick_colour(rng, COLOURS)
    length, high, wide = RAMP_M
    slope = [(-length / 2, 0.0), (length / 2, 0.0), (length / 2, LIP_M), (-length / 2, high)]
    rim = [*slope[:2], (length / 2, LIP_M + _RIM_UP_M), (-length / 2, high + _RIM_UP_M)]
    wood = paint(body, pale(colour, 0.25), rough=0.7)
    wedge = upright(slope, wide)
    body.show(wedge, material=wood)
    body.solid(wedge, friction=0.9)
    for side in (-1, 1):
        body.show(move(upright(rim, _RIM_M), (0, side * (wide + _RIM_M) / 2, 0)), material=paint(body, colour))
        body.solid(move(upright(rim, _RIM_M), (0, side * (wide + _RIM_M) / 2, 0)), friction=0.2)
    return Look(colour, "ramp with rims", "wood")


@kind("rolling_ball", zh="弹珠球", en="marble", category="toy", mass_kg=0.10, uses=("experiment",), colours=COLOURS)
def rolling_ball(body: Body, rng: Generator, wish: Wish) -> Look:
    """A smooth ball of 4.2 cm that rolls far."""
    colour = wish.pick_colour(rng, COLOURS)
    turns = np.linspace(0, np.pi, 21)
    profile = [(ROLLING_M * float(np.sin(a)), ROLLING_M * (1 - float(np.cos(a)))) for a in turns]
    body.show(lathe(profile, 36), material=paint(body, colour, rough=0.15))
    body.solid(Sphere(ROLLING_M), at=(0, 0, ROLLING_M))
    return Look(colour, "ball", "glass")


@kind("domino", zh="多米诺骨牌", en="domino", category="toy", mass_kg=0.06, uses=("experiment",), colours=COLOURS)
def domino(body: Body, rng: Generator, wish: Wish) -> Look:
    """A plain tile that stands on its short side; its broad faces look along x."""
    colour = wish.pick_colour(rng, COLOURS)
    half = (DOMINO_M[0] / 2, DOMINO_M[1] / 2, DOMINO_M[2] / 2)
    body.show(box(half, 0.002), at=(0, 0, half[2]), material=paint(body, colour, rough=0.4))
    body.solid(Box(half), at=(0, 0, half[2]), friction=0.5)
    return Look(colour, "upright tile", "wood")


def glass_state(wide_cm: int, high_cm: int, filled_percent: int) -> str:
    """Return the state of a glass of beans: its inner diameter and height in cm, and how much of its height is filled, in percent."""
    return f"{wide_cm}x{high_cm}-{filled_percent}"


def read_glass(state: str) -> tuple[float, float, float]:
    """Return the inner diameter and height in m that a state of a glass names, and the share of its height that is filled."""
    size, _, filled = state.partition("-")
    wide, _, high = size.partition("x")
    return int(wide) / 100, int(high) / 100, int(filled) / 100


@kind(
    "bean_glass",
    zh="豆杯",
    en="glass of beans",
    category="tableware",
    mass_kg=0.4,
    uses=("experiment",),
    colours=COLOURS,
)
def bean_glass(body: Body, rng: Generator, wish: Wish) -> Look:
    """A clear straight glass with a coloured foot and rim, and brown beans in it up to a level; its state names size and level."""
    colour = wish.pick_colour(rng, COLOURS)
    state = wish.state or glass_state(8, 12, 50)
    wide, high, filled = read_glass(state)
    inner, top = wide / 2, FOOT_M + high
    outer = inner + WALL_M
    clear = body.workshop.material(rgb=(0.82, 0.90, 0.94), alpha=0.18, roughness=0.05)
    body.show(lathe([(outer, FOOT_M), (outer, top)], 40, 50), material=clear)
    ring = [(outer * np.cos(a), outer * np.sin(a), top) for a in np.linspace(0, 2 * np.pi, 41)[:-1]]
    coat = paint(body, colour, rough=0.4)
    body.show(Cylinder(outer + 0.004, FOOT_M / 2), at=(0, 0, FOOT_M / 2), material=coat)
    # Only foot and rim have the colour: a band below the rim would hide how high the beans stand.
    body.show(tube(ring, 0.0035, 6, closed=True), material=coat)
    if filled:
        _fill(body, rng, inner, FOOT_M + high * filled)
    shell(body, (outer, 0.0), (outer, top), 0.004)
    floor(body, outer, FOOT_M)
    return Look(colour, "straight glass", "glass", state)


def _fill(body: Body, rng: Generator, inner: float, level: float) -> None:
    """Show beans up to a level, all around and on top."""
    radius = inner - 0.0005
    side = _beans(rng, 2 * np.pi * radius, level - FOOT_M)
    body.show(lathe([(radius, FOOT_M), (radius, level)], 40, 50), material=body.workshop.material(side, roughness=0.8))
    turns = np.linspace(0, 2 * np.pi, 41)[:-1]
    disc = extrude(np.c_[radius * np.cos(turns), radius * np.sin(turns)], 0.002)
    top = body.workshop.material(_beans(rng, 2 * radius, 2 * radius), roughness=0.8)
    body.show(move(disc, (0, 0, level - 0.002)), material=top)


def _beans(rng: Generator, wide_m: float, high_m: float) -> Image.Image:
    """Return a picture of an area that is covered with beans, each with a shaded rim."""
    size = (max(8, round(wide_m / _PIXEL_M)), max(8, round(high_m / _PIXEL_M)))
    image = Image.new("RGB", size, pixel((0.22, 0.12, 0.08)))
    pen = ImageDraw.Draw(image)
    for row, y in enumerate(range(-4, size[1] + 8, 12)):
        for x in range(-8 + 9 * (row % 2), size[0] + 12, 18):
            tone = _TONES[int(rng.integers(len(_TONES)))]
            left, up = x + int(rng.integers(-2, 3)), y + int(rng.integers(-2, 3))
            pen.ellipse([left - 9, up - 6, left + 9, up + 6], fill=pixel(tone, 0.62))
            pen.ellipse([left - 8, up - 6, left + 7, up + 4], fill=pixel(tone))
            pen.ellipse([left - 5, up - 4, left, up - 2], fill=pixel(mixed(tone, (1.0, 1.0, 1.0), 0.25)))
    return image
