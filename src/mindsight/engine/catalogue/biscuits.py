"""Kinds of things: biscuits with icing, of six outlines."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import paint, rounded
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import Array, extrude
from mindsight.engine.geometry.shapes import Box
from mindsight.engine.kinds import Look, Wish, kind

_COLOURS = ("red", "yellow", "green", "blue", "purple", "white")
_SIZE_M, _THICK_M = 0.045, 0.010


def _polygon(corners: int, turned_deg: float = 90.0, inner: float = 1.0) -> Array:
    """Return a regular polygon, or a star whose inner corners are at a share of its radius."""
    count = corners if inner == 1.0 else 2 * corners
    angles = np.deg2rad(turned_deg + 360.0 / count * np.arange(count))
    radii = np.where(np.arange(count) % 2, inner, 1.0)[:, None]
    return np.asarray(radii * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _heart() -> Array:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([x, y + 2], axis=1)[::-1] / 16


def _moon() -> Array:
    outer, inner = np.deg2rad(np.linspace(50, 310, 40)), np.deg2rad(np.linspace(296, 64, 34))
    return np.concatenate(
        [
            np.stack([np.cos(outer) + 0.25, np.sin(outer)], axis=1),
            np.stack([0.80 * np.cos(inner) + 0.62, 0.80 * np.sin(inner)], axis=1),
        ]
    )


OUTLINES: Mapping[str, Callable[[], Array]] = {
    "round": lambda: _polygon(48),
    "square": lambda: rounded([(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)], 0.12),
    "triangle": lambda: rounded([(0.0, 1.15), (-1.0, -0.575), (1.0, -0.575)], 0.16),
    "heart": _heart,
    "star": lambda: 1.12 * _polygon(5, inner=0.46),
    "moon": _moon,
}
"""Outlines by the state that a plan wishes for, of about radius 1."""


@kind(
    "biscuit",
    zh="饼干",
    en="biscuit",
    category="food",
    mass_kg=0.03,
    uses=("eat",),
    colours=_COLOURS,
    states=tuple(OUTLINES),
)
def biscuit(body: Body, rng: Generator, wish: Wish) -> Look:
    """A flat biscuit with icing of one colour that leaves a brown edge."""
    colour, state = wish.pick_colour(rng, _COLOURS), wish.state or "round"
    outline = _SIZE_M * OUTLINES[state]()
    middle = outline.mean(axis=0)
    body.show(extrude(outline, _THICK_M), material=paint(body, (0.80, 0.58, 0.32), rough=0.9))
    icing = middle + 0.82 * (outline - middle)
    body.show(extrude(icing, 0.003), at=(0, 0, _THICK_M), material=paint(body, colour, rough=0.4))
    body.solid(Box((0.8 * _SIZE_M, 0.8 * _SIZE_M, _THICK_M / 2)), at=(0, 0, _THICK_M / 2))
    return Look(colour, state, "dough", state)
