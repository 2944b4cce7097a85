"""Painted scenes for picture frames, covers and jigsaws."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.pixels import Size, gradient, pixel
from mindsight.engine.geometry.shapes import Vector


def picture(rng: Generator, size: Size = (256, 256), motif: str = "") -> Image.Image:
    """Return a painted scene: ``hills``, ``sea`` or ``night``, or a random one of them."""
    drawn = tuple(_MOTIFS)[int(rng.integers(len(_MOTIFS)))]
    canvas = Image.new("RGB", (size[0] * 2, size[1] * 2))
    _MOTIFS[motif or drawn](rng, canvas)
    return canvas.resize(size, Image.Resampling.LANCZOS)


def _hills(rng: Generator, canvas: Image.Image) -> None:
    _sky(canvas, (0.52, 0.74, 0.90), (0.96, 0.92, 0.80))
    draw = ImageDraw.Draw(canvas)
    width, height = canvas.size
    _disc(draw, width * rng.uniform(0.6, 0.85), height * 0.18, height * 0.09, (0.98, 0.88, 0.52))
    for level, tone in ((0.46, (0.55, 0.66, 0.66)), (0.58, (0.42, 0.60, 0.48)), (0.74, (0.56, 0.70, 0.36))):
        _ridge(rng, draw, canvas.size, level, tone)
    x, y, w = width * rng.uniform(0.18, 0.4), height * 0.72, width * 0.16
    draw.rectangle([x, y, x + w, y + w * 0.7], fill=pixel((0.93, 0.90, 0.82)))
    draw.polygon([(x - w * 0.15, y), (x + w / 2, y - w * 0.55), (x + w * 1.15, y)], fill=pixel((0.75, 0.30, 0.24)))
    draw.rectangle([x + w * 0.4, y + w * 0.3, x + w * 0.62, y + w * 0.7], fill=pixel((0.45, 0.30, 0.22)))
    for _ in range(26):
        tone = ((0.92, 0.40, 0.42), (0.96, 0.82, 0.38), (0.97, 0.96, 0.94))[int(rng.integers(3))]
        _disc(draw, rng.uniform(0, width), height * rng.uniform(0.86, 0.98), height * 0.012, tone)


def _sea(rng: Generator, canvas: Image.Image) -> None:
    _sky(canvas, (0.46, 0.70, 0.90), (0.99, 0.90, 0.76))
    draw = ImageDraw.Draw(canvas)
    width, height = canvas.size
    _disc(draw, width * rng.uniform(0.2, 0.8), height * 0.36, height * 0.11, (0.98, 0.76, 0.42))
    draw.rectangle([0, height * 0.48, width, height], fill=pixel((0.22, 0.52, 0.66)))
    draw.rectangle([0, height * 0.60, width, height], fill=pixel((0.28, 0.62, 0.70)))
    _ridge(rng, draw, canvas.size, 0.82, (0.93, 0.84, 0.64))
    x, y, w = width * rng.uniform(0.3, 0.6), height * 0.55, width * 0.22
    draw.polygon(
        [(x, y), (x + w, y), (x + w * 0.8, y + w * 0.25), (x + w * 0.2, y + w * 0.25)], fill=pixel((0.70, 0.28, 0.22))
    )
    draw.polygon([(x + w * 0.5, y - w), (x + w * 0.5, y - 4), (x + w * 0.98, y - 4)], fill=pixel((0.98, 0.97, 0.94)))
    draw.polygon(
        [(x + w * 0.45, y - w * 0.8), (x + w * 0.45, y - 4), (x + w * 0.1, y - 4)], fill=pixel((0.94, 0.90, 0.82))
    )


def _night(rng: Generator, canvas: Image.Image) -> None:
    _sky(canvas, (0.10, 0.14, 0.30), (0.42, 0.36, 0.52))
    draw = ImageDraw.Draw(canvas)
    width, height = canvas.size
    for _ in range(40):
        _disc(draw, rng.uniform(0, width), rng.uniform(0, height * 0.5), height * 0.006, (0.98, 0.95, 0.80))
    x, y = width * rng.uniform(0.6, 0.85), height * 0.2
    _disc(draw, x, y, height * 0.1, (0.98, 0.93, 0.72))
    _disc(draw, x - height * 0.04, y - height * 0.02, height * 0.085, (0.16, 0.18, 0.34))
    for place in np.arange(0, 1, 0.11):
        top, left, right = height * rng.uniform(0.45, 0.75), width * place, width * (place + 0.095)
        draw.rectangle([left, top, right, height], fill=pixel((0.16, 0.17, 0.26)))
        for wy in np.arange(top + 0.03 * height, height * 0.96, 0.06 * height):
            for wx in (left + 0.018 * width, left + 0.056 * width):
                lit = (0.98, 0.82, 0.46) if rng.random() < 0.6 else (0.25, 0.26, 0.36)
                draw.rectangle([wx, wy, wx + 0.02 * width, wy + 0.03 * height], fill=pixel(lit))


_MOTIFS: dict[str, Callable[[Generator, Image.Image], None]] = {"hills": _hills, "sea": _sea, "night": _night}


def _sky(canvas: Image.Image, top: Vector, bottom: Vector) -> None:
    canvas.paste(gradient(top, bottom, canvas.size))


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: Vector) -> None:
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=pixel(colour))


def _ridge(rng: Generator, draw: ImageDraw.ImageDraw, size: Size, level: float, colour: Vector) -> None:
    width, height = size
    x = np.linspace(0, 1, 60)
    y = level + 0.05 * np.sin(x * rng.uniform(4, 8) + rng.uniform(0, 6)) + 0.02 * np.sin(x * rng.uniform(9, 15))
    line = [(float(a) * width, float(b) * height) for a, b in zip(x, y, strict=True)]
    draw.polygon([(0, height), *line, (width, height)], fill=pixel(colour))
