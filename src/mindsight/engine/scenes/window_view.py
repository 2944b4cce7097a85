"""The view out of a window, by the time of day and the weather."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from mindsight.engine.drawing.prints import pixels
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.scenes.plans import TimeOfDay
from mindsight.engine.seeds import stream

_SKY: dict[TimeOfDay, tuple[Vector, Vector, Vector]] = {
    "morning": ((0.62, 0.80, 0.95), (0.98, 0.92, 0.82), (0.55, 0.70, 0.46)),
    "noon": ((0.45, 0.71, 0.95), (0.86, 0.94, 0.98), (0.50, 0.70, 0.42)),
    "evening": ((0.48, 0.53, 0.74), (0.99, 0.72, 0.45), (0.38, 0.44, 0.38)),
    "night": ((0.05, 0.07, 0.16), (0.13, 0.17, 0.30), (0.05, 0.08, 0.10)),
}
"""Colours of the top and bottom of the sky, and the green below it."""


_RAIN_TOP, _RAIN_FOOT, _SNOW, _BLACK = (0.42, 0.46, 0.52), (0.62, 0.65, 0.68), (0.95, 0.96, 0.98), (0.0, 0.0, 0.0)
"""Colours of a sky that rains, of snow on the ground, and of the dark."""
_DIM: dict[TimeOfDay, float] = {"morning": 1.0, "noon": 1.0, "evening": 0.62, "night": 0.26}


@lru_cache(maxsize=16)
def view_picture(time: TimeOfDay, variant: int, weather: str = "") -> Image.Image:
    """Return the view out of the window: sky, hills, a tree, or lit windows at night; with ``rain`` or ``snow`` if wanted."""
    rng = stream(variant, "view", time)
    top, foot, green = _SKY[time]
    if weather in {"rain", "snow"}:
        dim = _DIM[time]
        top, foot, snow = (pixels.mixed(_BLACK, tone, dim) for tone in (_RAIN_TOP, _RAIN_FOOT, _SNOW))
        green = snow if weather == "snow" else pixels.mixed(green, foot, 0.35)
    width, height = 400, 256
    image = pixels.gradient(top, foot, (width, height))
    pen = ImageDraw.Draw(image)
    if weather in {"rain", "snow"}:
        pass  # neither stars nor white clouds
    elif time == "night":
        for x, y in rng.uniform(0, 1, (26, 2)):
            pen.point([x * width, y * height * 0.5], fill=(220, 225, 240))
        pen.ellipse([238, 34, 264, 60], fill=(240, 236, 214))
    else:
        _clouds(image, rng, (1.0, 0.98, 0.95) if time != "evening" else (1.0, 0.82, 0.68))
        pen = ImageDraw.Draw(image)
    for k, share in enumerate((0.62, 0.74)):
        x = np.arange(0, width + 8, 8)
        y = height * share + 12 * np.sin(x / width * float(rng.uniform(4, 8)) + float(rng.uniform(0, 6)))
        tone = pixels.pixel(pixels.mixed(green, foot, 0.45 - 0.3 * k))
        pen.polygon([(0, height), *zip(x.tolist(), y.tolist(), strict=True), (width, height)], fill=tone)
    _houses(pen, rng, time, width, height, green)
    if weather == "rain":
        _rain(image, rng)
    if weather == "snow":
        _flakes(image, rng)
    return image


def _rain(image: Image.Image, rng: np.random.Generator) -> None:
    """Draw streaks of rain that the wind slants."""
    layer = Image.new("L", image.size, 0)
    pen = ImageDraw.Draw(layer)
    for x, y in rng.uniform(0, 1, (420, 2)):
        left, up, long = x * (image.width + 40) - 20, y * image.height, float(rng.uniform(9, 20))
        pen.line([left, up, left - 0.28 * long, up + long], fill=int(rng.integers(110, 190)), width=1)
    image.paste(pixels.pixel((0.88, 0.92, 0.98)), mask=layer)


def _flakes(image: Image.Image, rng: np.random.Generator) -> None:
    """Draw falling flakes of snow, near ones larger."""
    pen = ImageDraw.Draw(image)
    for x, y in rng.uniform(0, 1, (330, 2)):
        radius = float(rng.uniform(0.7, 2.4))
        left, up = x * image.width, y * image.height
        pen.ellipse([left - radius, up - radius, left + radius, up + radius], fill=(250, 252, 255))


def _clouds(image: Image.Image, rng: np.random.Generator, colour: Vector) -> None:
    layer = Image.new("L", image.size, 0)
    pen = ImageDraw.Draw(layer)
    for _ in range(4):
        x, y = rng.uniform(10, 380), rng.uniform(20, 110)
        for _ in range(5):
            dx, dy, r = rng.uniform(-30, 30), rng.uniform(-5, 5), rng.uniform(9, 17)
            pen.ellipse([x + dx - r * 1.6, y + dy - r * 0.7, x + dx + r * 1.6, y + dy + r * 0.7], fill=185)
    image.paste(pixels.pixel(colour), mask=layer.filter(ImageFilter.GaussianBlur(5)))


def _houses(
    pen: ImageDraw.ImageDraw, rng: np.random.Generator, time: TimeOfDay, width: int, height: int, green: Vector
) -> None:
    dark = 0.25 if time == "night" else 0.75 if time == "evening" else 1.0
    for x in rng.uniform(0, width - 50, 3):
        y, w, h = height * 0.78, float(rng.uniform(30, 50)), float(rng.uniform(24, 40))
        wall = ((0.92, 0.86, 0.76), (0.86, 0.74, 0.64), (0.80, 0.82, 0.80))[int(rng.integers(3))]
        pen.rectangle([x, y - h, x + w, y + 8], fill=pixels.pixel(wall, dark))
        pen.polygon(
            [(x - 4, y - h), (x + w / 2, y - h - 16), (x + w + 4, y - h)], fill=pixels.pixel((0.66, 0.38, 0.30), dark)
        )
        pane = (1.0, 0.86, 0.5) if time in {"night", "evening"} else (0.56, 0.66, 0.72)
        for px in (0.2, 0.6):
            pen.rectangle([x + w * px, y - h * 0.65, x + w * (px + 0.2), y - h * 0.3], fill=pixels.pixel(pane))
    for x in rng.uniform(0, width, 5):
        y, r = height * float(rng.uniform(0.80, 0.95)), float(rng.uniform(14, 26))
        pen.ellipse([x - r, y - 1.5 * r, x + r, y + r], fill=pixels.pixel(green, 0.85))
