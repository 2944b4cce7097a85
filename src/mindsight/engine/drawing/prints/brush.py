"""A brush that takes positions and sizes as shares of the picture."""

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.pixels import pixel
from mindsight.engine.geometry.shapes import Vector

Corners = tuple[Vector, Vector, Vector, Vector]
"""Colours at the upper left, upper right, lower left and lower right."""


class Brush:
    """A picture being painted: positions are shares of its width and height, lengths shares of its shorter side."""

    def __init__(self, rng: Generator, size: tuple[int, int], corners: Corners) -> None:
        self.rng = rng
        self.size = size
        self._short = min(size)
        self.image = wash(corners, size)
        self._draw = ImageDraw.Draw(self.image)

    def near(self, value: float, spread: float = 0.05) -> float:
        """Return a random number near another."""
        return float(value + self.rng.uniform(-spread, spread))

    def one(self, *choices: Vector) -> Vector:
        """Return one of some colours at random."""
        return choices[int(self.rng.integers(len(choices)))]

    def area(self, points: list[tuple[float, float]], colour: Vector) -> None:
        """Fill an area; its corners are shares of width and height."""
        width, height = self.size
        self._draw.polygon([(x * width, y * height) for x, y in points], fill=pixel(colour))

    def shape(self, x: float, y: float, points: list[tuple[float, float]], colour: Vector) -> None:
        """Fill a polygon at a position; its corners are shares of the shorter side from there."""
        px, py = self._at(x, y)
        self._draw.polygon([(px + dx * self._short, py + dy * self._short) for dx, dy in points], fill=pixel(colour))

    def block(self, x: float, y: float, box: tuple[float, float, float, float], colour: Vector) -> None:
        """Fill a rectangle at a position: left, top, right, bottom as shares of the shorter side from there."""
        left, top, right, bottom = box
        self.shape(x, y, [(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    def disc(self, x: float, y: float, radius: float, colour: Vector, *, flat: float = 1.0) -> None:
        """Fill a circle or an ellipse."""
        px, py = self._at(x, y)
        r = radius * self._short
        self._draw.ellipse([px - r, py - r * flat, px + r, py + r * flat], fill=pixel(colour))

    def slice(self, x: float, y: float, radius: float, angles: tuple[float, float], colour: Vector) -> None:
        """Fill a slice of a circle, from an angle to another, clockwise from the right."""
        px, py = self._at(x, y)
        r = radius * self._short
        self._draw.pieslice([px - r, py - r, px + r, py + r], *angles, fill=pixel(colour))

    def line(self, points: list[tuple[float, float]], colour: Vector, thick: float) -> None:
        """Draw a line; its corners are shares of width and height."""
        width, height = self.size
        placed = [(x * width, y * height) for x, y in points]
        self._draw.line(placed, fill=pixel(colour), width=max(1, round(thick * self._short)), joint="curve")

    def ridge(self, level: float, rise: float, colour: Vector) -> None:
        """Fill everything below a wavy line."""
        x = np.linspace(0, 1, 60)
        y = level + rise * np.sin(x * self.rng.uniform(4, 8) + self.rng.uniform(0, 6))
        self.area([(0, 1), *((float(a), float(b)) for a, b in zip(x, y, strict=True)), (1, 1)], colour)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self.size[0], y * self.size[1]


def wash(corners: Corners, size: tuple[int, int]) -> Image.Image:
    """Return a gradient between four colours: upper left, upper right, lower left, lower right."""
    x, y = (np.linspace(0, 1, length)[:, None] for length in size)
    first, second, third, fourth = (np.array(colour) for colour in corners)
    upper, lower = first + (second - first) * x, third + (fourth - third) * x
    rows = (lower - upper)[None] * y[:, None]
    rows += upper[None]
    np.clip(rows, 0, 1, out=rows)
    rows *= 255  # in place: pictures are large
    return Image.fromarray(rows.astype(np.uint8))
