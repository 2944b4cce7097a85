"""Textures of things: woods, cloths, prints and labels; functions of their arguments and, some, of a random generator.

Colours are in [0, 1], sRGB, as in the palette. Sizes are (width, height) in pixels; keep them small.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.prints.paintings import picture
from mindsight.engine.drawing.prints.pixels import Size, blended, gradient, mixed, pixel
from mindsight.engine.geometry.shapes import Vector

__all__ = [
    "INK",
    "Size",
    "atlas",
    "checks",
    "denim",
    "dots",
    "fabric",
    "gradient",
    "knit",
    "label",
    "mixed",
    "noise",
    "picture",
    "pixel",
    "plaid",
    "plain",
    "stained",
    "stripes",
    "terry",
    "wood",
    "write",
]

Array = NDArray[np.float64]
INK: Vector = (0.16, 0.15, 0.16)


def plain(colour: Vector, size: Size = (8, 8)) -> Image.Image:
    """Return a picture of one colour."""
    return Image.new("RGB", size, pixel(colour))


def noise(rng: Generator, size: Size = (256, 256), octaves: int = 4) -> Array:
    """Return soft clouds in [0, 1], shape (height, width), that tile seamlessly."""
    width, height = size
    total = np.zeros((height, width))
    for octave in range(octaves):
        cells = min(2 ** (octave + 2), width, height)
        grid = np.pad(rng.random((cells, cells)), 2, mode="wrap")
        cloud = Image.fromarray((grid * 255).astype(np.uint8))
        margin = (2.0, 2.0, cells + 2.0, cells + 2.0)
        total += (
            np.asarray(cloud.resize((width, height), Image.Resampling.BICUBIC, box=margin), float) / 255 / 2**octave
        )
    return np.asarray((total - total.min()) / (np.ptp(total) + 1e-9))


def wood(
    rng: Generator, colour: Vector = (0.72, 0.55, 0.38), size: Size = (256, 256), *, planks: int = 1
) -> Image.Image:
    """Return wood with horizontal grain, in one or several planks one above the other."""
    width, height = size
    clouds = noise(rng, size)
    rows = np.linspace(0, 1, height, endpoint=False)[:, None] + np.zeros((1, width))
    plank = (rows * planks).astype(int)
    tone, phase = rng.uniform(0.9, 1.04, planks)[plank], rng.uniform(0, 9, planks)[plank]
    grain = 0.5 + 0.5 * np.sin(rows * 95 + clouds * 9 + phase)
    fine = (
        np.asarray(Image.fromarray((rng.random((height, max(1, width // 24))) * 255).astype(np.uint8)).resize(size))
        / 255
    )
    light = tone * (0.88 + 0.10 * grain + 0.06 * clouds + 0.05 * fine)
    if planks > 1:
        light[np.abs(rows * planks - np.round(rows * planks)) < planks * 1.0 / height] *= 0.72
    return _tinted(colour, light)


def fabric(rng: Generator, colour: Vector, size: Size = (256, 256)) -> Image.Image:
    """Return plain woven cloth."""
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    weave = np.where((x + y) % 4 < 2, 1.0, 0.0) * 0.05 + np.where(x % 4 < 2, 0.03, 0.0)
    return _tinted(colour, 0.93 + weave + 0.08 * (noise(rng, size) - 0.5))


def denim(rng: Generator, colour: Vector, size: Size = (256, 256)) -> Image.Image:
    """Return jeans cloth: diagonal twill with pale flecks."""
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    twill = np.where((x + 2 * y) % 6 < 2, 0.14, 0.0)
    return _tinted(
        colour, 0.88 + twill + 0.2 * (noise(rng, size) - 0.5) + 0.12 * (rng.random((size[1], size[0])) - 0.5)
    )


def knit(rng: Generator, colour: Vector, size: Size = (256, 256), *, stitches: int = 20) -> Image.Image:
    """Return knitted wool: columns of V stitches."""
    width, height = size
    x, y = np.meshgrid(np.arange(width) / width * stitches, np.arange(height) / height * stitches * height / width)
    column = np.abs(x % 1 - 0.5) * 2
    row = (y * 1.3 - column * 0.75) % 1
    light = 0.78 + 0.26 * np.sin(np.pi * row) ** 0.7 - 0.25 * (column > 0.9) - 0.10 * (column < 0.10)
    return _tinted(colour, light + 0.06 * (noise(rng, size) - 0.5))


def terry(rng: Generator, colour: Vector, size: Size = (256, 256)) -> Image.Image:
    """Return towel loops: fine soft grain."""
    grain = Image.fromarray((rng.random((size[1] // 2, size[0] // 2)) * 255).astype(np.uint8)).resize(size)
    return _tinted(colour, 0.86 + 0.2 * np.asarray(grain, float) / 255 + 0.06 * (noise(rng, size) - 0.5))


def stripes(
    colours: Sequence[Vector],
    size: Size = (256, 256),
    *,
    bands: int = 8,
    upright: bool = False,
    shares: Sequence[float] = (),
) -> Image.Image:
    """Return stripes that repeat the colours; ``shares`` gives their widths within one repeat."""
    widths = np.array(shares or [1.0] * len(colours), float)
    edges = np.cumsum(widths) / widths.sum()
    length = size[0] if upright else size[1]
    place = (np.arange(length) / length * bands / len(colours)) % 1
    line = np.array([pixel(colour) for colour in colours], np.uint8)[np.searchsorted(edges, place, side="right")]
    picture = np.tile(line[None], (size[1], 1, 1)) if upright else np.tile(line[:, None], (1, size[0], 1))
    return Image.fromarray(picture)


def checks(
    first: Vector,
    second: Vector,
    size: Size = (256, 256),
    *,
    cells: int = 8,
    style: Literal["board", "gingham"] = "board",
) -> Image.Image:
    """Return squares: a chessboard, or the three tones of gingham."""
    x, y = np.meshgrid(np.arange(size[0]) * cells // size[0] % 2, np.arange(size[1]) * cells // size[1] % 2)
    share = (x ^ y).astype(float) if style == "board" else (x + y) / 2
    return blended(first, second, share)


def plaid(base: Vector, band: Vector, line: Vector, size: Size = (256, 256), *, repeats: int = 2) -> Image.Image:
    """Return tartan: broad bands both ways and fine lines between them."""
    u = np.arange(size[0]) / size[0] * repeats % 1
    v = np.arange(size[1]) / size[1] * repeats % 1
    wide = (np.abs(u - 0.5) < 0.2)[None, :] * 0.45 + (np.abs(v - 0.5) < 0.2)[:, None] * 0.45
    fine = (np.abs(u - 0.06) < 0.025)[None, :] | (np.abs(v - 0.06) < 0.025)[:, None]
    picture = np.asarray(blended(base, band, wide)).copy()
    picture[fine] = (0.35 * picture[fine] + 0.65 * np.array(pixel(line))).astype(np.uint8)
    return Image.fromarray(picture)


def dots(base: Vector, dot: Vector, size: Size = (256, 256), *, rows: int = 6, share: float = 0.28) -> Image.Image:
    """Return polka dots in offset rows."""
    picture = Image.new("RGB", (size[0] * 2, size[1] * 2), pixel(base))
    draw = ImageDraw.Draw(picture)
    step = 2 * size[1] / rows
    columns = max(1, round(2 * size[0] / step))
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 1):
            x, y = (column + 0.25 + 0.5 * (row % 2)) * 2 * size[0] / columns, (row + 0.5) * step
            draw.ellipse([x - step * share, y - step * share, x + step * share, y + step * share], fill=pixel(dot))
    return picture.resize(size, Image.Resampling.LANCZOS)


def stained(
    rng: Generator, picture: Image.Image, colour: Vector = (0.36, 0.22, 0.12), *, blots: int = 3
) -> Image.Image:
    """Return the picture with blots of dirt on it."""
    width, height = picture.size
    x, y = np.meshgrid(np.arange(width) / width, np.arange(height) / height)
    clouds = noise(rng, picture.size)
    cover = np.zeros((height, width))
    for _ in range(blots):
        cx, cy, radius = rng.uniform(0.25, 0.75), rng.uniform(0.25, 0.75), rng.uniform(0.09, 0.15)
        away = np.hypot((x - cx) * rng.uniform(0.75, 1.3), y - cy) / radius + (clouds - 0.5) * 2.4
        cover = np.maximum(cover, np.clip((1.0 - away) * 5, 0, 1) * np.clip(0.62 + 0.35 * away, 0.5, 0.97))
    pixels = np.asarray(picture.convert("RGB"), float)
    blot = np.array(pixel(colour), float)
    return Image.fromarray((pixels + (blot - pixels) * cover[..., None] * 0.9).astype(np.uint8))


def label(
    zh: str,
    en: str = "",
    size: Size = (256, 256),
    *,
    paper: Vector = (0.96, 0.95, 0.91),
    ink: Vector = INK,
    band: Vector | None = None,
    accent: Vector | None = None,
) -> Image.Image:
    """Return a printed label: large Chinese with small English under it.

    ``band`` colours the strip behind the English line, ``accent`` draws a frame.
    """
    picture = Image.new("RGB", size, pixel(paper))
    draw = ImageDraw.Draw(picture)
    width, height = size
    if band is not None:
        draw.rectangle([0, round(height * 0.68), width, height], fill=pixel(band))
    if accent is not None:
        edge = max(2, min(size) // 24)
        draw.rounded_rectangle(
            [edge, edge, width - edge - 1, height - edge - 1], edge * 2, outline=pixel(accent), width=edge
        )
    split = 0.66 if en else 1.0
    write(picture, zh, (0.08, 0.08, 0.92, 0.04 + split * 0.92), ink)
    if en:
        under = (1.0, 1.0, 1.0) if band is not None and sum(band) < 1.9 else ink
        write(picture, en, (0.08, 0.71, 0.92, 0.95), under)
    return picture


def write(
    picture: Image.Image, words: str, place: tuple[float, float, float, float], ink: Vector = INK, *, bold: bool = True
) -> None:
    """Write words, centred and as large as fits, into a part of a picture (left, top, right, bottom in [0, 1])."""
    width, height = picture.size
    left, top, right, bottom = place[0] * width, place[1] * height, place[2] * width, place[3] * height
    draw = ImageDraw.Draw(picture)
    face = _fitting(words, right - left, bottom - top, bold=bold)
    x0, y0, x1, y1 = face.getbbox(words)
    draw.text(((left + right - x0 - x1) / 2, (top + bottom - y0 - y1) / 2), words, font=face, fill=pixel(ink))


def _fitting(words: str, width: float, height: float, *, bold: bool) -> ImageFont.FreeTypeFont:
    probe = font(64, bold=bold)
    x0, y0, x1, y1 = probe.getbbox(words)
    fit = min(width / max(1.0, x1 - x0), height / max(1.0, y1 - y0))
    return font(max(6, int(64 * fit)), bold=bold)


def atlas(
    parts: Sequence[tuple[tuple[float, float, float, float], Image.Image]], size: Size, ground: Vector
) -> Image.Image:
    """Return one picture that contains others, each at its place (left, top, right, bottom in [0, 1])."""
    picture = Image.new("RGB", size, pixel(ground))
    for (left, top, right, bottom), part in parts:
        x0, y0, x1, y1 = (round(edge * size[n % 2]) for n, edge in enumerate((left, top, right, bottom)))
        picture.paste(part.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS), (x0, y0))
    return picture


def _tinted(colour: Vector, light: Array) -> Image.Image:
    return Image.fromarray((np.clip(np.array(colour) * light[..., None], 0, 1) * 255).astype(np.uint8))
