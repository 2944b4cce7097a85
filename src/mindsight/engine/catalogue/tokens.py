"""Kinds of things: gifts for festive and for sad occasions."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import metal, paint, rounded
from mindsight.engine.catalogue.labels import Sort, of_colour, sign
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import mixed, plain, write
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import box, extrude, lathe, merge, move, scale, superellipsoid
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Mesh, Vector
from mindsight.engine.kinds import Look, Wish, kind

_FLOWERS = (
    Sort("玫瑰", "ROSES", "red"),
    Sort("康乃馨", "CARNATIONS", "pink"),
    Sort("菊花", "CHRYSANTHEMUMS", "yellow"),
    Sort("百合", "LILIES", "white"),
)
_CONE_M, _MOUTH_M, _FOOT_M = 0.26, 0.074, 0.014


@kind("bouquet", zh="花束", en="bunch of flowers", category="present", mass_kg=0.40, uses=("decorate", "gift"),
      colours=("red", "pink", "yellow", "white"))  # fmt: skip
def bouquet(body: Body, rng: Generator, wish: Wish) -> Look:
    """Flowers in a cone of paper, lying; a card on the paper names them."""
    sort = of_colour(_FLOWERS, wish.pick_colour(rng, ("red", "pink", "yellow", "white")))
    body.shift(-0.155, 0)
    lean = float(np.arctan2(_MOUTH_M - _FOOT_M, _CONE_M))
    ahead, up = np.array([np.cos(lean), 0.0, np.sin(lean)]), np.array([-np.sin(lean), 0.0, np.cos(lean)])
    foot = np.array([0.0, 0.0, _FOOT_M / np.cos(lean)])
    cone = lathe([(0, 0), (_FOOT_M, 0), (_MOUTH_M, _CONE_M), (_MOUTH_M - 0.004, _CONE_M), (0.0, 0.12)], 32, 50)
    lying = 90 - float(np.degrees(lean))
    paper = body.workshop.material(rgb=(0.74, 0.62, 0.45), roughness=0.9)
    body.show(turned(cone, "y", lying), at=_vector(foot), material=paper)
    blossom, green = _blossom(sort.colour), paint(body, "green", rough=0.8)
    petal = paint(body, COLOURS[sort.colour].rgb, rough=0.6)
    heart = paint(body, "yellow" if sort.colour == "white" else mixed(COLOURS[sort.colour].rgb, (0.4, 0.1, 0.1), 0.4))
    leaf = superellipsoid((0.030, 0.014, 0.004), squareness=(1, 1))
    for angle in (None, *(np.arange(6) * np.pi / 3 + float(rng.uniform(-0.1, 0.1)))):
        away = 0.0 if angle is None else 0.046
        across, rise = (0.0, 0.0) if angle is None else (away * float(np.cos(angle)), away * float(np.sin(angle)))
        at = foot + ahead * (_CONE_M + (0.022 if angle is None else 0.010)) + up * rise + [0.0, across, 0.0]
        body.show(turned(blossom, "y", lying), at=_vector(at), material=petal)
        middle = at + ahead * 0.020
        body.show(superellipsoid((0.007, 0.007, 0.007), squareness=(1, 1)), at=_vector(middle), material=heart)
        if angle is not None:
            outside = foot + ahead * _CONE_M + up * rise * 1.5 + [0.0, across * 1.5, 0.0]
            body.show(leaf, at=_vector(outside), turn=turn("z", 35 if across > 0 else -35), material=green)
    top = foot + ahead * 0.145 + up * (_FOOT_M + 0.145 / _CONE_M * (_MOUTH_M - _FOOT_M) + 0.003)
    sign(body, sort, (0.190, 0.090), _vector(top), side="top", turn=turn("y", -2 * float(np.degrees(lean))))
    body.solid(Box((0.085, 0.030, 0.022)), at=(0.090, 0, 0.023))
    body.solid(Box((0.066, 0.070, 0.066)), at=(0.232, 0, 0.068))
    return Look(sort.colour, "bunch in paper", "flowers", text=(sort.zh, sort.en))


def _vector(at: np.ndarray) -> Vector:
    x, y, z = (float(part) for part in at)
    return (x, y, z)


def _blossom(colour: str) -> Mesh:
    """Return a flower that faces up: a round rose, a frilly carnation, a rayed chrysanthemum or a six-pointed lily."""
    angles = np.linspace(0, 2 * np.pi, 97)[:-1]
    rims = {
        "red": 0.0265 + 0.0 * angles,
        "pink": 0.0265 + 0.002 * np.cos(12 * angles),
        "yellow": 0.0255 + 0.005 * np.cos(16 * angles),
        "white": 0.018 + 0.018 * np.abs(np.cos(3 * angles)) ** 1.5,
    }
    rim = rims.get(colour, rims["pink"])
    flat = extrude(np.stack([rim * np.cos(angles), rim * np.sin(angles)], 1), 0.007)
    shares = (1.0,) if colour == "white" else (1.0, 0.80, 0.58)
    return merge(*(move(scale(flat, (share, share, 1.0)), (0, 0, 0.007 * n)) for n, share in enumerate(shares)))


_CUPS = {"four": ((-0.5, 0.5), 0.100), "six": ((-1.0, 0.0, 1.0), 0.084)}
"""Positions of the cups in a row of a set and their distance; each set has two rows."""


@kind("cup_set", zh="杯具套装", en="set of cups", category="present", mass_kg=0.9, uses=("drink", "tea", "gift"),
      colours=("white", "blue", "green"), states=("four", "six"))  # fmt: skip
def cup_set(body: Body, rng: Generator, wish: Wish) -> Look:
    """Four or six small cups without handles on a tray."""
    colour, drawn = wish.pick_colour(rng, ("white", "blue", "green")), ("four", "six")[int(rng.integers(2))]
    state = wish.state or drawn
    columns, apart = _CUPS[state]
    tone = COLOURS[colour].rgb
    wood = body.workshop.material(rgb=(0.55, 0.36, 0.22), roughness=0.6)
    body.show(box((0.140, 0.095, 0.006), 0.004), at=(0, 0, 0.006), material=wood)
    for side in (-1, 1):
        body.show(box((0.140, 0.005, 0.010), 0.003), at=(0, side * 0.090, 0.010), material=wood)
        body.show(box((0.005, 0.095, 0.010), 0.003), at=(side * 0.135, 0, 0.010), material=wood)
    cup = lathe([(0, 0.004), (0.018, 0.004), (0.019, 0), (0.022, 0.001), (0.033, 0.040), (0.0345, 0.062), (0.0325, 0.062),
                 (0.031, 0.040), (0.020, 0.008), (0, 0.007)], 32, 50)  # fmt: skip
    china = paint(body, mixed(tone, (1, 1, 1), 0.25), rough=0.2)
    for x in columns:
        for y in (-0.044, 0.044):
            body.show(cup, at=(x * apart, y, 0.012), material=china)
    body.solid(Box((0.140, 0.095, 0.006)), at=(0, 0, 0.006))
    body.solid(Box((max(columns) * apart + 0.032, 0.076, 0.031)), at=(0, 0, 0.043))
    return Look(colour, "cups on a tray", "china", state=state)


@kind("knife_set", zh="刀具礼盒", en="set of knives", category="present", mass_kg=0.9, uses=("cook", "gift"),
      colours=("black", "brown"))  # fmt: skip
def knife_set(body: Body, rng: Generator, wish: Wish) -> Look:
    """Three kitchen knives side by side in an open box."""
    colour = wish.pick_colour(rng, ("black", "brown"))
    case = body.workshop.material(rgb=(0.62, 0.16, 0.16), roughness=0.6)
    body.show(box((0.185, 0.080, 0.011), 0.004), at=(0, 0, 0.011), material=case)
    velvet = body.workshop.material(rgb=(0.90, 0.87, 0.80), roughness=0.95)
    body.show(box((0.178, 0.073, 0.001)), at=(0, 0, 0.0222), material=velvet)
    steel, grip = metal(body), paint(body, colour, rough=0.5)
    for y, length, wide in ((-0.048, 0.13, 0.022), (-0.006, 0.18, 0.032), (0.047, 0.20, 0.044)):
        blade = [(0, 0), (length * 0.70, 0), (length, wide * 0.86), (length, wide), (0, wide)]
        body.show(extrude(blade, 0.003), at=(-0.055, y - wide / 2, 0.0235), material=steel)
        handle = rounded([(-0.110, wide * 0.45), (0.004, wide * 0.55), (0.004, wide), (-0.110, wide)], 0.005)
        body.show(extrude(handle, 0.013, 0.004), at=(-0.055, y - wide / 2, 0.0235), material=grip)
    body.solid(Box((0.185, 0.080, 0.011)), at=(0, 0, 0.011))
    body.solid(Box((0.168, 0.066, 0.006)), at=(-0.004, 0, 0.029))
    return Look(colour, "knives in a box", "steel")


@kind("money_envelope", zh="礼金封套", en="money envelope", category="present", mass_kg=0.03, uses=("gift",),
      colours=("red", "white"))  # fmt: skip
def money_envelope(body: Body, rng: Generator, wish: Wish) -> Look:
    """A paper envelope for money, its flap up: red with the sign of joy, or white with the sign of mourning."""
    colour = wish.pick_colour(rng, ("red", "white"))
    word, ink = ("奠", (0.13, 0.13, 0.15)) if colour == "white" else ("囍", (0.93, 0.76, 0.32))
    rgb: Vector = (0.96, 0.96, 0.95) if colour == "white" else (0.80, 0.13, 0.13)
    outline = [(-0.062, -0.110), (0.062, -0.110), (0.062, 0.030), (0.0, 0.120), (-0.062, 0.030)]
    body.show(extrude(outline, 0.006, 0.0015), material=body.workshop.material(rgb=rgb, roughness=0.7))
    face = plain(rgb, (240, 266))
    write(face, word, (0.06, 0.06, 0.94, 0.94), ink)
    front = body.workshop.material(face, roughness=0.7)
    body.show(box((0.058, 0.064, 0.0006)), at=(0, -0.042, 0.0066), material=front, text=word, letter_m=0.09)
    body.show(box((0.061, 0.0012, 0.0004)), at=(0, 0.029, 0.0064), rgb=mixed(rgb, (0.3, 0.2, 0.1), 0.35))
    body.solid(Box((0.061, 0.069, 0.003)), at=(0, -0.040, 0.003))
    body.solid(Box((0.022, 0.044, 0.003)), at=(0, 0.073, 0.003))
    return Look(colour, "envelope", "paper", text=(word,))
