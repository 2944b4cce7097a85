"""Pictures for things cut from outlines, drawn in metres, and for one side of a box."""

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.pixels import pixel
from mindsight.engine.drawing.prints.textures import INK, write
from mindsight.engine.geometry.forms import ellipse
from mindsight.engine.geometry.meshes import SIDES, Rect
from mindsight.engine.geometry.shapes import Vector


def covered(picture: Image.Image, edge: Vector, side: str = "top") -> tuple[Image.Image, dict[str, Rect]]:
    """Return a texture and an atlas for a box with a picture on one side and one colour on all others."""
    width, height = picture.size
    canvas = Image.new("RGB", (width, height + 16), pixel(edge))
    canvas.paste(picture, (0, 0))
    split = height / (height + 16)
    plain = (0.0, split + (1 - split) * 0.5, 1.0, 1.0)
    return canvas, {name: (0.0, 0.0, 1.0, split) if name == side else plain for name in SIDES}


class Pattern:
    """A picture for an outline seen from above, drawn in metres."""

    def __init__(self, outline: ArrayLike, cloth: Image.Image, *, sharpness: int = 2) -> None:
        points = np.asarray(outline, float)
        self._low, self._high = points.min(0), points.max(0)
        self._size = cloth.size
        self._canvas = cloth.convert("RGB").resize((cloth.width * sharpness, cloth.height * sharpness))
        self._draw = ImageDraw.Draw(self._canvas)

    def _place(self, points: ArrayLike) -> list[tuple[float, float]]:
        share = (np.asarray(points, float) - self._low) / (self._high - self._low)
        return [(x * self._canvas.width, (1 - y) * self._canvas.height) for x, y in share]

    def _length(self, metres: float) -> float:
        return float(metres / (self._high - self._low)[0] * self._canvas.width)

    def fill(self, points: ArrayLike, colour: Vector) -> "Pattern":
        """Fill an area."""
        self._draw.polygon(self._place(points), fill=pixel(colour))
        return self

    def line(self, points: ArrayLike, colour: Vector, width_m: float) -> "Pattern":
        """Draw a line."""
        placed = self._place(points)
        self._draw.line(placed, fill=pixel(colour), width=max(1, round(self._length(width_m))), joint="curve")
        return self

    def stitch(self, points: ArrayLike, colour: Vector, width_m: float = 0.0015, dash_m: float = 0.006) -> "Pattern":
        """Draw a seam: short dashes along a line."""
        given = np.asarray(points, float)
        steps = np.r_[0, np.cumsum(np.linalg.norm(np.diff(given, axis=0), axis=1))]
        for start in np.arange(0, steps[-1] - dash_m * 0.5, dash_m):
            ends = [
                [np.interp(along, steps, given[:, axis]) for axis in (0, 1)] for along in (start, start + dash_m * 0.6)
            ]
            self.line(ends, colour, width_m)
        return self

    def disc(self, at: tuple[float, float], radius: float, colour: Vector) -> "Pattern":
        """Fill a circle."""
        return self.fill(ellipse(2 * radius, 2 * radius, 20) + np.array(at), colour)

    def words(self, text: str, low: tuple[float, float], high: tuple[float, float], colour: Vector = INK) -> "Pattern":
        """Write words as large as fits between two corners."""
        (left, bottom), (right, top) = self._place([low, high])
        width, height = self._canvas.size
        write(self._canvas, text, (left / width, top / height, right / width, bottom / height), colour)
        return self

    def picture(self) -> Image.Image:
        """Return the picture."""
        return self._canvas.resize(self._size, Image.Resampling.LANCZOS)
