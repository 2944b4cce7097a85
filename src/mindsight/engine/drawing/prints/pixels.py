"""Colours as pixels, and pictures made of them alone."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.geometry.shapes import Vector

Array = NDArray[np.float64]
Size = tuple[int, int]
"""Width and height in pixels."""
Pixel = tuple[int, int, int]


def pixel(colour: Vector, shade: float = 1.0) -> Pixel:
    """Return a colour in Pillow's form, made lighter or darker by a factor."""
    red, green, blue = (round(255 * min(1.0, max(0.0, part * shade))) for part in colour)
    return (red, green, blue)


def mixed(first: Vector, second: Vector, share: float) -> Vector:
    """Return a colour between two: the first at share 0, the second at share 1."""
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def gradient(top: Vector, bottom: Vector, size: Size = (64, 256)) -> Image.Image:
    """Return a gradient from one colour to another, from top to bottom."""
    return blended(top, bottom, np.tile(np.linspace(0, 1, size[1])[:, None], (1, size[0])))


def blended(first: Vector, second: Vector, share: Array) -> Image.Image:
    """Return a picture between two colours, by the share of the second at each pixel, shape (height, width)."""
    a, b = np.array(first), np.array(second)
    return Image.fromarray((np.clip(a + (b - a) * share[..., None], 0, 1) * 255).astype(np.uint8))
