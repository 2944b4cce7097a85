"""Draw a structure of building blocks like a photograph: in perspective, shaded, with the same pixels on every machine.

The picture is taken from the front and a little from above, so that left, right, front and back are those of the structure.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.geometry.building import FORMS, PILLAR_CM, POSES, Piece
from mindsight.engine.geometry.frames import rotate
from mindsight.engine.geometry.triangles import counter_clockwise, triangulate

Array = NDArray[np.float64]

SIZE_PX = (480, 360)
_SHARPER = 2
_AWAY_CM, _DOWN_DEG, _TURN_DEG = 95.0, 30.0, 6.0
"""Distance, height angle and turn of the camera: far, so that parallel edges stay nearly parallel; a little to the right."""
_FILL = 0.74
"""Share of the picture that the structure fills on its wider side."""
_SUN = np.array([-0.45, -0.62, 0.75])
_GROUND, _WALL = np.array([0.82, 0.78, 0.71]), np.array([0.90, 0.90, 0.88])
_EDGE_SHADE, _AMBIENT = 0.55, 0.50
_SHARP = 0.9
"""Cosine of the least turn between faces at which an edge is drawn."""
_CIRCLE = np.stack([turning(np.linspace(0, 2 * np.pi, 36, endpoint=False)) for turning in (np.cos, np.sin)], 1)


@dataclass(frozen=True)
class Snapshot:
    """A drawn structure: the picture, and for each piece its visible share and the shorter side of its visible box in pixels."""

    picture: Image.Image
    shares: tuple[float, ...]
    sides_px: tuple[float, ...]


@dataclass(frozen=True)
class _Lens:
    """The camera: axes as rows, eye, and the scale and middle of the picture in pixels."""

    axes: Array
    eye: Array
    focal: float
    middle: Array

    def seen(self, points: Array) -> Array:
        """Return the picture position (px) and the depth (cm) of points."""
        across, up, depth = np.moveaxis((points - self.eye) @ self.axes.T, -1, 0)
        x = self.middle[0] + self.focal * across / depth
        y = self.middle[1] - self.focal * up / depth
        return np.stack([x, y, depth], -1)


@lru_cache(maxsize=64)
def snapshot(pieces: tuple[Piece, ...]) -> Snapshot:
    """Return the photograph of a structure."""
    surfaces = [_surface(piece) for piece in pieces]
    corners = [triangles for triangles, _ in surfaces]
    width, height = (side * _SHARPER for side in SIZE_PX)
    lens = _lens(np.concatenate(corners).reshape(-1, 3), (width, height))
    paper = _Paper(width, height)
    covered = [paper.draw(number, lens, *surface) for number, surface in enumerate(surfaces)]
    ground = _background(lens, corners, width, height)
    tints = np.array([COLOURS[piece.colour].rgb for piece in pieces])
    lit = np.where(paper.owner[..., None] >= 0, tints[paper.owner] * paper.shade[..., None], ground)
    lit = np.where(_edges(paper)[..., None], lit * _EDGE_SHADE, lit)
    picture = Image.fromarray((np.clip(lit, 0, 1) * 255).astype(np.uint8)).resize(SIZE_PX, Image.Resampling.BOX)
    seen = [_seen(paper.owner == number) for number in range(len(pieces))]
    shares = tuple(pixels / max(1, whole) for (pixels, _), whole in zip(seen, covered, strict=True))
    return Snapshot(picture, shares, tuple(side for _, side in seen))


def _lens(points: Array, size: tuple[int, int]) -> _Lens:
    """Return the lens that fills the picture with points."""
    down, turned = np.radians([_DOWN_DEG, _TURN_DEG])
    ahead = np.array([-np.sin(turned) * np.cos(down), np.cos(turned) * np.cos(down), -np.sin(down)])
    right = np.array([np.cos(turned), np.sin(turned), 0.0])
    axes = np.stack([right, np.cross(right, ahead), ahead])
    middle = (points.min(0) + points.max(0)) / 2
    plain = _Lens(axes, middle - _AWAY_CM * ahead, 1.0, np.zeros(2))
    seen = plain.seen(points)[:, :2]
    low, high = seen.min(0), seen.max(0)
    focal = _FILL * float((np.array(size) / (high - low)).min())
    return _Lens(axes, plain.eye, focal, np.array(size) * (0.5, 0.53) - focal * (low + high) / 2)


def _surface(piece: Piece) -> tuple[Array, NDArray[np.int64]]:
    """Return the surface of a piece in place: triangles (N, 3, 3) in cm, and the number of the side each belongs to.

    They are counter-clockwise seen from outside.
    """
    _, depth, height = FORMS[piece.kind].size
    outline = counter_clockwise(np.array(FORMS[piece.kind].points)) if FORMS[piece.kind].points else _CIRCLE
    if FORMS[piece.kind].points:
        rings = [np.c_[outline[:, 0], np.full(len(outline), y), outline[:, 1]] for y in (depth / 2, -depth / 2)]
        cap, bends = triangulate(outline), np.cumsum(_bends(outline))
    else:
        rings = [np.c_[radius * outline, np.full(len(outline), z)] for radius, z in PILLAR_CM]
        cap = np.array([[0, place, place + 1] for place in range(1, len(outline) - 1)])
        bends = np.zeros(len(outline), dtype=np.int64)
    parts, sides = [rings[-1][cap], rings[0][cap][:, ::-1]], [np.full(len(cap), -2), np.full(len(cap), -3)]
    for number, (low, high) in enumerate(itertools.pairwise(rings)):
        ahead_low, ahead_high = np.roll(low, -1, 0), np.roll(high, -1, 0)
        parts += [np.stack([low, ahead_low, ahead_high], 1), np.stack([low, ahead_high, high], 1)]
        sides += [bends + 100 * number] * 2
    points = (np.concatenate(parts) - (0.0, 0.0, height / 2)).reshape(-1, 3)
    turned = np.array([rotate(POSES[piece.pose], point) for point in points])
    return np.asarray(turned.reshape(-1, 3, 3) + np.array(piece.middle)), np.concatenate(sides)


def _bends(outline: Array) -> NDArray[np.bool_]:
    """Return at which corners an outline bends sharply, so that one side ends and another begins."""
    ahead = np.roll(outline, -1, 0) - outline
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    return np.asarray((ahead * np.roll(ahead, 1, 0)).sum(1) < _SHARP)


def _normals(triangles: Array) -> Array:
    cross = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(cross / np.maximum(np.linalg.norm(cross, axis=1, keepdims=True), 1e-9))


def _shades(triangles: Array) -> Array:
    facing = _normals(triangles) @ (_SUN / np.linalg.norm(_SUN))
    return np.asarray(_AMBIENT + 0.58 * np.maximum(facing, 0.0))


class _Paper:
    """The nearest surface at each pixel: piece, side, brightness and depth."""

    def __init__(self, width: int, height: int) -> None:
        self.owner = np.full((height, width), -1)
        self.side = np.full((height, width), -1)
        self.shade = np.ones((height, width))
        self.nearness = np.zeros((height, width))
        """Inverse depth, which is linear over a flat surface in perspective."""

    def draw(self, owner: int, lens: _Lens, triangles: Array, sides: NDArray[np.int64]) -> int:
        """Draw the visible parts of triangles, and return how many pixels they would cover alone."""
        towards = ((lens.eye - triangles[:, 0]) * _normals(triangles)).sum(1) > 0
        whole = 0
        faces = zip(lens.seen(triangles)[towards], _shades(triangles)[towards], sides[towards], strict=True)
        for corners, shade, side in faces:
            found = _covered(corners, self.owner.shape)
            if found is None:
                continue
            window, near, inside = found
            whole += int(inside.sum())
            nearer = inside & (near > self.nearness[window] + 1e-9)
            self.owner[window][nearer], self.side[window][nearer] = owner, side
            self.shade[window][nearer], self.nearness[window][nearer] = shade, near[nearer]
        return whole


def _covered(corners: Array, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Array, NDArray[np.bool_]] | None:
    """Return the window of pixels around a triangle, its inverse depth at each, and which pixels it covers."""
    (ax, ay), (bx, by), (cx, cy) = corners[:, :2]
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    low = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
    high = np.minimum(np.ceil(corners[:, :2].max(0)).astype(int) + 1, shape[::-1])
    if abs(area) < 1e-9 or (high <= low).any():
        return None
    x, y = np.arange(low[0], high[0]) + 0.5, (np.arange(low[1], high[1]) + 0.5)[:, None]
    first = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
    second = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
    third = 1 - first - second
    inside = (first >= -1e-9) & (second >= -1e-9) & (third >= -1e-9)
    near = first / corners[0, 2] + second / corners[1, 2] + third / corners[2, 2]
    return (slice(low[1], high[1]), slice(low[0], high[0])), near, inside


def _background(lens: _Lens, corners: Sequence[Array], width: int, height: int) -> Array:
    """Return a table in front of a wall, with the structure's shadow on it."""
    mask = Image.new("L", (width, height))
    pen = ImageDraw.Draw(mask)
    for triangles in corners:
        fallen = triangles - triangles[..., 2:] / _SUN[2] * _SUN
        for corner in lens.seen(fallen)[..., :2]:
            pen.polygon([(round(float(x)), round(float(y))) for x, y in corner], fill=255)
    dark = np.asarray(mask.filter(ImageFilter.GaussianBlur(7)), float)[..., None] / 255
    rows = np.linspace(0, 1, height)[:, None, None]
    wall = np.clip((0.24 - rows) * 14, 0, 1)
    bare = _WALL * wall + _GROUND * (1 - wall) * (0.93 + 0.09 * rows)
    return np.asarray(bare * (1 - 0.38 * dark))


def _edges(paper: _Paper) -> NDArray[np.bool_]:
    """Return the pixels where pieces end or two sides of a piece meet."""
    edge = np.zeros(paper.owner.shape, dtype=np.bool_)
    for axis in (0, 1):
        ends = np.roll(paper.owner, 1, axis) != paper.owner
        ends |= np.roll(paper.side, 1, axis) != paper.side
        edge |= ends | np.roll(ends, -1, axis)
    return edge & (paper.owner >= 0)


def _seen(mask: NDArray[np.bool_]) -> tuple[int, float]:
    """Return the number of visible pixels of a piece and the shorter side of their bounding box."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return 0, 0.0
    return len(rows), float((min(np.ptp(rows), np.ptp(columns)) + 1) / _SHARPER)
