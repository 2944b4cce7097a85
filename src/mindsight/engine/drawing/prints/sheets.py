"""Printed sheets: texts and marks at given places of a sheet of paper, in metres from its upper left corner."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.prints.pixels import pixel
from mindsight.engine.geometry.shapes import Vector

PX_PER_M = 2200
INK: Vector = (0.13, 0.13, 0.16)
PEN: Vector = (0.80, 0.16, 0.15)
"""Colour of rings, as drawn with a red pen."""
_RULE: Vector = (0.62, 0.62, 0.66)
_SHINE_M, _SHINE = 0.0055, 0.42
"""How far print that shines through a sheet is blurred, and how strong it is."""
_MODEL = "国"
"""The character whose height a text's height means."""

Align = Literal["left", "middle", "right"]
Area = tuple[float, float, float, float]
"""Left, top, right, bottom, m."""


class Text(NamedTuple):
    """Words on a sheet: where their left end, middle or right end is, m from the upper left corner, and the height of 国."""

    words: str
    x: float
    y: float
    high: float
    align: Align = "left"


class Mark(NamedTuple):
    """A thin ``line`` between two corners of an area, or a ``ring`` in it."""

    form: Literal["line", "ring"]
    area: Area


def area_of(text: Text) -> Area:
    """Return the part of a sheet that a text covers."""
    face, _ = _face(round(text.high * PX_PER_M))
    left, _, right, _ = face.getbbox(text.words)
    width = (right - left) / PX_PER_M
    start = text.x - {"left": 0.0, "middle": width / 2, "right": width}[text.align]
    return start, text.y - text.high / 2, start + width, text.y + text.high / 2


def drawn(
    size_m: tuple[float, float], paper: Vector, texts: Sequence[Text], marks: Sequence[Mark] = (), ink: Vector = INK
) -> Image.Image:
    """Return the picture of a sheet."""
    image = Image.new("RGB", (round(size_m[0] * PX_PER_M), round(size_m[1] * PX_PER_M)), pixel(paper))
    pen = ImageDraw.Draw(image)
    for mark in marks:
        box = [side * PX_PER_M for side in mark.area]
        if mark.form == "line":
            pen.line(box, fill=pixel(_RULE), width=3)
        else:
            pen.ellipse(box, outline=pixel(PEN), width=round(0.0018 * PX_PER_M))
    for text in texts:
        face, lift = _face(round(text.high * PX_PER_M))
        left, _, _, _ = face.getbbox(text.words)
        area = area_of(text)
        pen.text((area[0] * PX_PER_M - left, area[1] * PX_PER_M - lift), text.words, font=face, fill=pixel(ink))
    return image


def from_behind(face: Image.Image, paper: Vector) -> Image.Image:
    """Return the back of a printed sheet: its print shines through, mirrored, faint and too blurred to be read."""
    shine = ImageOps.mirror(face).filter(ImageFilter.GaussianBlur(_SHINE_M * PX_PER_M))
    return Image.blend(Image.new("RGB", face.size, pixel(paper)), shine, _SHINE)


def texts_of(options: Any) -> list[Text]:
    """Return the texts of a plan's options."""
    return [Text(*one) for one in options.get("texts", ())]


def marks_of(options: Any) -> list[Mark]:
    """Return the marks of a plan's options."""
    return [Mark(form, tuple(area)) for form, area in options.get("marks", ())]


@lru_cache(maxsize=16)
def _face(high_px: int) -> tuple[Any, float]:
    """Return the typeface in which 国 has a height, and the distance of its upper edge from the top of the line."""
    _, top, _, bottom = font(100).getbbox(_MODEL)
    face = font(max(6, round(100 * high_px / (bottom - top))))
    return face, float(face.getbbox(_MODEL)[1])
