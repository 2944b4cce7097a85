"""The pictures of the colour check: a digit of coloured dots that is hard to see without normal red-green vision.

A sign that something is wrong with the screen or the eyes, no medical test: dots of varied lightness, so that only the hue tells digit
from ground, and one plate whose digit everybody sees, to know that the question was understood.
"""

import random
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 360
_DOTS = 12000
_COLOURS = {
    # ground and digit, hues that differ mainly along the red-green axis; the last pair differs in lightness
    "protan": (np.array([118, 134, 74]), np.array([176, 106, 72])),
    "deutan": (np.array([110, 140, 96]), np.array([170, 112, 100])),
    "control": (np.array([196, 190, 176]), np.array([70, 74, 96])),
}


class Plate(NamedTuple):
    """A picture (RGB) and the digits that it shows."""

    pixels: NDArray[np.uint8]
    digits: str


def plates(seed: int) -> list[Plate]:
    """Return one plate of each kind, the same for the same seed."""
    rng = random.Random(f"plates {seed}")  # noqa: S311  (a picture, no secret)
    digits = rng.sample("23456789", len(_COLOURS))
    return [Plate(_drawn(kind, digit, rng), digit) for kind, digit in zip(_COLOURS, digits, strict=True)]


def _drawn(kind: str, digit: str, rng: random.Random) -> NDArray[np.uint8]:
    ground, figure = _COLOURS[kind]
    shape = np.zeros((SIDE, SIDE), np.uint8)
    cv2.putText(shape, digit, (74, 302), cv2.FONT_HERSHEY_SIMPLEX, 11, 255, 48, cv2.LINE_AA)
    picture = np.full((SIDE, SIDE, 3), 246, np.uint8)
    taken = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(_DOTS):
        radius = rng.randint(3, 8)
        x, y = rng.randint(radius, SIDE - radius - 1), rng.randint(radius, SIDE - radius - 1)
        inside = (x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2 < (SIDE / 2 - radius) ** 2
        if not inside or taken[y - radius : y + radius + 1, x - radius : x + radius + 1].any():
            continue
        colour = (figure if shape[y, x] else ground) * rng.uniform(0.75, 1.25)
        cv2.circle(picture, (x, y), radius, colour.clip(0, 255).tolist(), -1, cv2.LINE_AA)
        cv2.circle(taken, (x, y), radius, 1, -1)
    return picture
