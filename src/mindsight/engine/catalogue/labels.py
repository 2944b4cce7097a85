"""Labels that name the contents of packages, in both scripts, large enough to be read across a room."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.prints.textures import INK, pixel
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import NO_TURN, Quaternion
from mindsight.engine.geometry.meshes import box
from mindsight.engine.geometry.shapes import Vector

PAPER: Vector = (0.97, 0.95, 0.90)
_PX_PER_M = 2600
_ZH, _EN = 0.50, 0.25
"""Height of the Chinese and of the Latin capitals, as shares of the label's."""
_EN_PER_ZH = 20 / 14
"""Ratio of the heights of Chinese and of Latin capitals that can be read from the same distance."""

Size = tuple[float, float]


class Sort(NamedTuple):
    """The contents of a package as printed on it, and the package's colour."""

    zh: str
    en: str
    colour: str

    @property
    def words(self) -> str:
        """All printed words."""
        return f"{self.zh} {self.en}"


def of_colour(sorts: tuple[Sort, ...], colour: str) -> Sort:
    """Return the sort with a colour, or the first if none has it."""
    return next((one for one in sorts if one.colour == colour), sorts[0]._replace(colour=colour))


def printed(sort: Sort, size_m: Size, ink: Vector = INK) -> Image.Image:
    """Return a label with Chinese above English; a word that is too wide is set narrower, never smaller."""
    width, height = (round(side * _PX_PER_M) for side in size_m)
    picture = Image.new("RGB", (width, height), pixel(PAPER))
    edge = max(2, height // 40)
    ImageDraw.Draw(picture).rectangle([edge, edge, width - edge - 1, height - edge - 1], outline=pixel(ink), width=edge)
    for words, model, share, middle in ((sort.zh, "国", _ZH, 0.35), (sort.en, "H", _EN, 0.80)):
        mask = _line(words, model, round(share * height), round(0.90 * width))
        corner = ((width - mask.width) // 2, round(middle * height - mask.height / 2))
        picture.paste(Image.new("RGB", mask.size, pixel(ink)), corner, mask)
    return picture


@lru_cache(maxsize=64)
def _line(words: str, model: str, height: int, width: int) -> Image.Image:
    """Return a line as a mask, scaled so that the ``model`` letter has the wanted height, and narrowed to a width."""
    _, top, _, bottom = font(100).getbbox(model)
    face = font(round(100 * height / (bottom - top)))
    left, upper, right, lower = face.getbbox(words)
    mask = Image.new("L", (int(right - left) + 2, int(lower - upper) + 2))
    ImageDraw.Draw(mask).text((1 - left, 1 - upper), words, font=face, fill=255)
    return mask if mask.width <= width else mask.resize((width, mask.height), Image.Resampling.LANCZOS)


def letter_m(size_m: Size) -> float:
    """Return the height of a label's Chinese, reduced if the English under it needs a shorter distance to be read."""
    return min(_ZH, _EN * _EN_PER_ZH) * size_m[1]


def sign(
    body: Body, sort: Sort, size_m: Size, at: Vector, *, side: str, ink: Vector = INK, turn: Quaternion = NO_TURN
) -> None:
    """Stick a label on a side of something: ``top``, ``front``, ``back``, ``left`` or ``right``."""
    across, up, thin = size_m[0] / 2, size_m[1] / 2, 0.0006
    lying, standing, sideways = (across, up, thin), (across, thin, up), (thin, across, up)
    half = {"top": lying, "front": standing, "back": standing}.get(side, sideways)
    picture = body.workshop.material(printed(sort, size_m, ink), roughness=0.6)
    body.show(box(half), at=at, turn=turn, material=picture, text=sort.words, letter_m=letter_m(size_m))
