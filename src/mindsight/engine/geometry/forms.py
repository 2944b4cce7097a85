"""Outlines and padded cloth: what flat and soft things are cut from. Metres, plan coordinates: x right, y away."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.textures import INK, pixel, write
from mindsight.engine.geometry.blobs import project, skin
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.meshes import SIDES, Rect, box, loft
from mindsight.engine.geometry.shapes import Box, Mesh, Vector

Array = NDArray[np.float64]
Outline = tuple[tuple[float, float], ...]
"""A closed outline that can be remembered by."""


def rounded(width: float, depth: float, radius: float, steps: int = 6) -> Array:
    """Return a rectangle with round corners around the origin."""
    turns = np.linspace(0, np.pi / 2, steps)
    corners = []
    for quarter, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        middle = np.array([x * (width / 2 - radius), y * (depth / 2 - radius)])
        angle = turns + quarter * np.pi / 2
        corners.append(middle + radius * np.stack([np.cos(angle), np.sin(angle)], 1))
    return np.concatenate(corners)


def ellipse(width: float, depth: float, count: int = 32) -> Array:
    """Return an ellipse around the origin."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([width / 2 * np.cos(angles), depth / 2 * np.sin(angles)], 1)


def smooth(points: ArrayLike, per_span: int = 6, *, closed: bool = True) -> Array:
    """Return a soft curve through points (N, 2 or 3)."""
    given = np.asarray(points, float)
    if not closed:
        given = np.concatenate([[2 * given[0] - given[1]], given, [2 * given[-1] - given[-2]]])
    before, start, end, after = (np.roll(given, 1 - step, axis=0) for step in range(4))
    if not closed:
        before, start, end, after = (part[1:-2] for part in (before, start, end, after))
    t = np.linspace(0, 1, per_span, endpoint=False)[None, :, None]
    before, start, end, after = (part[:, None] for part in (before, start, end, after))
    curve = 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t**2
        + (3 * start - before - 3 * end + after) * t**3
    )
    curve = curve.reshape(-1, given.shape[1])
    return curve if closed else np.concatenate([curve, given[-2:-1]])


def mirrored(half: Sequence[tuple[float, float]]) -> Outline:
    """Return the outline whose right half runs from the top middle down to the bottom middle."""
    left = [(-x, y) for x, y in reversed(half) if x > 0]
    return tuple(half) + tuple(left)


def frozen(points: ArrayLike) -> Outline:
    """Return an outline that can be remembered by."""
    return tuple((float(x), float(y)) for x, y in np.asarray(points, float))


@lru_cache(maxsize=128)
def padded(outline: Outline, thickness: float, *, layers: int = 1, sag: float = 0.12, cell_m: float = 0.007) -> Mesh:
    """Return soft cloth cut to an outline: round edges, a top that sags towards them, one fold above the other.

    It lies on z = 0; the texture lies on it as seen from above.

    Args:
        outline: What it looks like from above.
        thickness: How high it is in the middle.
        layers: How many folds its edges show.
        sag: By which share it is lower at the edges.
        cell_m: Size of the grid cells.
    """
    points = np.array(outline)
    layer = thickness / layers

    def field(at: Array) -> Array:
        away = distance(points, at[:, :2])
        height = thickness * (1 - sag * np.exp(away / (1.5 * thickness)))
        z = at[:, 2] * thickness / height
        within = np.clip(z, 0.001, thickness - 0.001) % layer - layer / 2
        rim = np.maximum(np.maximum(-z, z - thickness), 0.0)
        radius = 0.46 * layer
        q = np.stack([away + radius, np.abs(within) - (layer * 0.52 - radius) + rim], 1)
        return np.asarray(np.minimum(q.max(1), 0.0) + np.linalg.norm(np.maximum(q, 0.0), axis=1) - radius)

    margin = 2 * cell_m
    low, high = np.r_[points.min(0), 0] - margin, np.r_[points.max(0), thickness] + margin
    mesh = skin(field, low, high, cell_m)
    vertices = mesh.vertices - np.array([0, 0, mesh.vertices[:, 2].min()])
    return Mesh(vertices, mesh.faces, project(vertices, "z"), mesh.normals)


def distance(outline: Array, points: Array) -> Array:
    """Return the signed distance of points (N, 2) from a closed outline, negative inside."""
    nearest = np.full(len(points), np.inf)
    inside = np.zeros(len(points), bool)
    x, y = points.T
    for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        side = end - start
        away_x, away_y = x - start[0], y - start[1]
        share = np.clip((away_x * side[0] + away_y * side[1]) / max(float(side @ side), 1e-18), 0.0, 1.0)
        nearest = np.minimum(nearest, (away_x - share * side[0]) ** 2 + (away_y - share * side[1]) ** 2)
        crosses = (start[1] > y) != (end[1] > y)
        if side[1]:
            inside ^= crosses & (away_x < away_y * side[0] / side[1])
    return np.asarray(np.sqrt(nearest) * np.where(inside, -1.0, 1.0))


def strip(path: ArrayLike, width: float, thickness: float, *, points: int = 16) -> Mesh:
    """Return a flat band along a path (N, 3) that lies level, as a scarf or a strap does; v runs along it."""
    along = np.asarray(path, float)
    ahead = np.gradient(along, axis=0)
    across = np.cross([0.0, 0.0, 1.0], ahead)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    angles = np.linspace(0, 2 * np.pi, points + 1)
    x = width / 2 * np.sign(np.cos(angles)) * np.abs(np.cos(angles)) ** 0.5
    z = thickness / 2 * np.sign(np.sin(angles)) * np.abs(np.sin(angles)) ** 0.7
    return loft(along[:, None] + x[None, :, None] * across[:, None] + z[None, :, None] * np.array([0.0, 0.0, 1.0]))


def covered(picture: Image.Image, edge: Vector, side: str = "top") -> tuple[Image.Image, dict[str, Rect]]:
    """Return a texture and an atlas for a box that wears a picture on one side and one colour on all others."""
    width, height = picture.size
    canvas = Image.new("RGB", (width, height + 16), pixel(edge))
    canvas.paste(picture, (0, 0))
    split = height / (height + 16)
    plain = (0.0, split + (1 - split) * 0.5, 1.0, 1.0)
    return canvas, {name: (0.0, 0.0, 1.0, split) if name == side else plain for name in SIDES}


def slab(
    body: Body,
    half: Vector,
    at: Vector,
    bevel: float,
    *,
    picture: Image.Image | None = None,
    rgb: Vector,
    side: str = "top",
    roughness: float = 0.6,
) -> None:
    """Add a rounded box, seen and solid, with a picture on one side."""
    texture, atlas = covered(picture, rgb, side) if picture is not None else (None, {})
    tint = (1.0, 1.0, 1.0) if picture is not None else rgb
    material = body.workshop.material(texture, rgb=tint, roughness=roughness)
    body.show(box(half, bevel, atlas), at=at, material=material)
    body.solid(Box(half), at=at)


class Pattern:
    """A picture to be laid on an outline from above, drawn on in metres."""

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
        """Write words as large as they fit between two corners."""
        (left, bottom), (right, top) = self._place([low, high])
        width, height = self._canvas.size
        write(self._canvas, text, (left / width, top / height, right / width, bottom / height), colour)
        return self

    def picture(self) -> Image.Image:
        """Return what was drawn."""
        return self._canvas.resize(self._size, Image.Resampling.LANCZOS)
