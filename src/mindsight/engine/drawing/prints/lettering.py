"""Print on control panels: captions, units and button labels, at true size in both scripts.

All letters have the heights ``ZH_M`` and ``EN_M``; a word that is too wide is set narrower, never smaller, so that
wherever the Chinese can be read (20 pixels) the Latin can be read too (14 pixels).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.prints.icons import Ink, icon
from mindsight.engine.drawing.prints.pixels import pixel
from mindsight.engine.geometry.meshes import Rect
from mindsight.engine.geometry.shapes import Vector

Labels = Literal["words", "icons", "none"]

ZH_M, EN_M = 0.0150, 0.0105
"""Height of Chinese characters and of Latin capitals, m, in the ratio of the pixels at which they can be read."""
_GAP_M = 0.0028
ROW_M = ZH_M + _GAP_M + EN_M
"""Height of a caption in both scripts."""
PX_PER_M = 4200
SIGN_PX_PER_M = 1600
CAP_ATLAS: Mapping[str, Rect] = {
    "front": (0.0, 0.0, 1.0, 0.9),
    **dict.fromkeys(("top", "bottom", "back", "left", "right"), (0.0, 0.93, 1.0, 1.0)),
}
"""The parts of the cap's picture for the sides of a button: the print in front, plain around it."""

_INK: Ink = (38, 40, 44)
_PAPER: Ink = (222, 221, 214)
_PRINT: Vector = (0.92, 0.93, 0.95)
_FRAME: Vector = (0.30, 0.31, 0.33)


@dataclass(frozen=True)
class Line:
    """A caption in both scripts, one above the other: the distance of its middle from the left and its greatest width, m."""

    zh: str
    en: str
    middle_m: float
    width_m: float


def plate(
    size_m: tuple[float, float], lines: Sequence[Line], *, ground: Vector, top_m: float = 0.0, framed: bool = False
) -> Image.Image:
    """Return a plate with captions side by side, their upper edge ``top_m`` below the plate's."""
    drawn = Image.new("RGB", _pixels(size_m), pixel(ground))
    if framed:
        box = [0, 0, drawn.width - 1, drawn.height - 1]
        ImageDraw.Draw(drawn).rounded_rectangle(box, 12, outline=pixel(_FRAME), width=3)
    for line in lines:
        _both(drawn, (line.zh, line.en), (line.middle_m, top_m), line.width_m, pixel(_PRINT))
    return drawn


@lru_cache(maxsize=256)
def cap(labels: Labels, words: tuple[str, str], pictogram: str, size_m: tuple[float, float]) -> Image.Image:
    """Return the picture of a button: its label in the upper nine tenths, plain below."""
    width, height = _pixels(size_m)
    front = Image.new("RGB", (width, height), _PAPER)
    if labels == "words":
        _both(front, words, (size_m[0] / 2, (size_m[1] - ROW_M) / 2), size_m[0] * 0.90, _INK)
    elif labels == "icons":
        side = round(0.84 * height)
        front.paste(icon(pictogram, ink=_INK, paper=_PAPER, side=side), ((width - side) // 2, (height - side) // 2))
    else:
        box = [width * 0.38, height * 0.46, width * 0.62, height * 0.54]
        ImageDraw.Draw(front).rounded_rectangle(box, 4, fill=(158, 160, 160))
    whole = Image.new("RGB", (width, round(height / 0.9)), _PAPER)
    whole.paste(front, (0, 0))
    return whole


def _both(
    drawn: Image.Image, words: tuple[str, str], place_m: tuple[float, float], width_m: float, ink: Ink | tuple[int, ...]
) -> None:
    """Write Chinese above English; ``place_m`` is the middle's distance from the left and the upper edge."""
    middle, top = place_m
    heights = (ZH_M, EN_M)
    tops = (top, top + ZH_M + _GAP_M)
    for text, model, high, upper in zip(words, ("国", "H"), heights, tops, strict=True):
        mask = _set(text, model, round(high * PX_PER_M), round(width_m * PX_PER_M))
        # Descenders, such as a comma's, may reach below the line.
        corner = (round(middle * PX_PER_M - mask.width / 2), round(upper * PX_PER_M))
        drawn.paste(Image.new("RGB", mask.size, tuple(ink)), corner, mask)


def sign(
    words: tuple[str, str],
    size_m: tuple[float, float],
    heights_m: tuple[float, float],
    *,
    ground: Vector = (0.97, 0.96, 0.92),
    ink: Ink = _INK,
    wide: float = 0.92,
) -> Image.Image:
    """Return a sign with Chinese above English, each at its height; lines wider than a share of the sign are set narrower."""
    drawn = Image.new("RGB", (round(size_m[0] * SIGN_PX_PER_M), round(size_m[1] * SIGN_PX_PER_M)), pixel(ground))
    gap = (size_m[1] - sum(heights_m)) / 3
    tops = (gap, 2 * gap + heights_m[0])
    for text, model, high, upper in zip(words, ("国", "H"), heights_m, tops, strict=True):
        if not text:
            continue
        mask = _set(text, model, round(high * SIGN_PX_PER_M), round(wide * drawn.width))
        corner = (round((drawn.width - mask.width) / 2), round(upper * SIGN_PX_PER_M))
        drawn.paste(Image.new("RGB", mask.size, tuple(ink)), corner, mask)
    return drawn


@lru_cache(maxsize=512)
def _set(text: str, model: str, height: int, width: int) -> Image.Image:
    """Return a word as a mask, scaled so that the ``model`` letter has the wanted height, and narrowed to a width."""
    probe = font(100).getbbox(model)
    face = font(round(100 * height / (probe[3] - probe[1])))
    upper = face.getbbox(model)[1]
    left, _, right, lower = face.getbbox(text)
    mask = Image.new("L", (int(right - left) + 2, int(lower - upper) + 2))
    ImageDraw.Draw(mask).text((1 - left, 1 - upper), text, font=face, fill=255)
    return mask if mask.width <= width else mask.resize((width, mask.height), Image.Resampling.LANCZOS)


def _pixels(size_m: tuple[float, float]) -> tuple[int, int]:
    return round(size_m[0] * PX_PER_M), round(size_m[1] * PX_PER_M)
