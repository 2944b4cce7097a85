"""Draw a structure of building blocks as a photograph of it: in perspective, with light and shadow, the same everywhere.

The picture is taken from the front and a little from above, so that left, right, front and behind are those of the
structure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from mindsight.engine.building import FORMS, POSES, Piece
from mindsight.engine.frames import rotate
from mindsight.engine.palette import COLOURS
from mindsight.engine.triangles import counter_clockwise, triangulate

Array = NDArray[np.float64]

SIZE_PX = (480, 360)
_SHARPER = 2
_AWAY_CM, _DOWN_DEG, _TURN_DEG = 95.0, 30.0, 6.0
"""From where it is taken: far enough that parallel edges stay nearly so, from above, and a little from the right."""
_FILL = 0.74
"""Share of the picture that the structure fills on its wider side."""
_SUN = np.array([-0.45, -0.62, 0.75])
_GROUND, _WALL = np.array([0.82, 0.78, 0.71]), np.array([0.90, 0.90, 0.88])
_EDGE_SHADE, _AMBIENT = 0.55, 0.50


@dataclass(frozen=True)
class Snapshot:
    """A drawn structure: the picture, and for each piece its share that is seen and its shorter seen side in pixels."""

    picture: Image.Image
    shares: tuple[float, ...]
    sides_px: tuple[float, ...]


@dataclass(frozen=True)
class _Lens:
    """Where the picture is taken from: camera axes as rows, eye, and the scale and middle of the picture in pixels."""

    axes: Array
    eye: Array
    focal: float
    middle: Array

    def seen(self, points: Array) -> Array:
        """Return the place in the picture (px) and the depth (cm) of points."""
        across, up, depth = np.moveaxis((points - self.eye) @ self.axes.T, -1, 0)
        x = self.middle[0] + self.focal * across / depth
        y = self.middle[1] - self.focal * up / depth
        return np.stack([x, y, depth], -1)


@lru_cache(maxsize=64)
def snapshot(pieces: tuple[Piece, ...]) -> Snapshot:
    """Return the photograph of a structure."""
    corners = [_triangles(piece) for piece in pieces]
    width, height = (side * _SHARPER for side in SIZE_PX)
    lens = _lens(np.concatenate(corners).reshape(-1, 3), (width, height))
    paper = _Paper(width, height)
    for number, triangles in enumerate(corners):
        paper.draw(number, lens.seen(triangles), _shades(triangles))
    ground = _background(lens, corners, width, height)
    tints = np.array([COLOURS[piece.colour].rgb for piece in pieces])
    lit = np.where(paper.owner[..., None] >= 0, tints[paper.owner] * paper.shade[..., None], ground)
    lit = np.where(_edges(paper)[..., None], lit * _EDGE_SHADE, lit)
    picture = Image.fromarray((np.clip(lit, 0, 1) * 255).astype(np.uint8)).resize(SIZE_PX, Image.Resampling.BOX)
    shares, sides = zip(
        *(_seen(paper.owner == number, lens.seen(corners[number])) for number in range(len(pieces))), strict=True
    )
    return Snapshot(picture, shares, sides)


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


def _triangles(piece: Piece) -> Array:
    """Return the surface of a piece where it stands, shape (N, 3, 3), counter-clockwise seen from outside, cm."""
    form = FORMS[piece.kind]
    width, depth, height = form.size
    if form.points:
        outline = counter_clockwise(np.array(form.points))
        front, back = (np.c_[outline[:, 0], np.full(len(outline), y), outline[:, 1]] for y in (-depth / 2, depth / 2))
    else:
        turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        outline = width / 2 * np.stack([np.cos(turns), np.sin(turns)], 1)
        front, back = (np.c_[outline, np.full(len(outline), z)] for z in (0.0, height))
        front, back = back, front
    cap = triangulate(outline)
    after_front, after_back = np.roll(front, -1, 0), np.roll(back, -1, 0)
    sides = [np.stack([front, back, after_back], 1), np.stack([front, after_back, after_front], 1)]
    surface = np.concatenate([front[cap], back[cap][:, ::-1], *sides])
    low = np.array([0.0, 0.0, height / 2])
    turned = np.array([rotate(POSES[piece.pose], point) for point in (surface - low).reshape(-1, 3)])
    return np.asarray(turned.reshape(-1, 3, 3) + np.array(piece.middle))


def _normals(triangles: Array) -> Array:
    cross = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(cross / np.maximum(np.linalg.norm(cross, axis=1, keepdims=True), 1e-9))


def _shades(triangles: Array) -> Array:
    """Return how bright each triangle is."""
    facing = _normals(triangles) @ (_SUN / np.linalg.norm(_SUN))
    return np.asarray(_AMBIENT + 0.58 * np.maximum(facing, 0.0))


class _Paper:
    """What is nearest at each pixel: which piece, how bright and how far."""

    def __init__(self, width: int, height: int) -> None:
        self.owner = np.full((height, width), -1)
        self.shade = np.ones((height, width))
        self.nearness = np.zeros((height, width))
        """One over the depth: it runs evenly over a flat surface in perspective."""

    def draw(self, owner: int, seen: Array, shades: Array) -> None:
        """Draw triangles given by picture place and depth, shape (N, 3, 3)."""
        for corners, shade in zip(seen, shades, strict=True):
            found = _covered(corners, self.owner.shape)
            if found is None:
                continue
            window, weights, inside = found
            near = (weights / corners[:, 2]).sum(-1)
            nearer = inside & (near > self.nearness[window] + 1e-9)
            self.owner[window][nearer] = owner
            self.shade[window][nearer] = shade
            self.nearness[window][nearer] = near[nearer]


def _covered(corners: Array, shape: tuple[int, ...]) -> tuple[tuple[slice, slice], Array, NDArray[np.bool_]] | None:
    """Return the window of pixels around a triangle, the weights of its corners there, and which lie within."""
    (ax, ay), (bx, by), (cx, cy) = corners[:, :2]
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    low = np.maximum(np.floor(corners[:, :2].min(0)).astype(int), 0)
    high = np.minimum(np.ceil(corners[:, :2].max(0)).astype(int) + 1, shape[::-1])
    if abs(area) < 1e-9 or (high <= low).any():
        return None
    x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
    first = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
    second = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
    weights = np.stack([first, second, 1 - first - second], -1)
    return (slice(low[1], high[1]), slice(low[0], high[0])), weights, np.asarray((weights >= -1e-9).all(-1))


def _background(lens: _Lens, corners: Sequence[Array], width: int, height: int) -> Array:
    """Return a table before a wall, with the structure's shadow on it."""
    shadow = _Paper(width, height)
    for triangles in corners:
        fallen = triangles - triangles[..., 2:] / _SUN[2] * _SUN
        shadow.draw(0, lens.seen(fallen), np.ones(len(fallen)))
    mask = Image.fromarray(((shadow.owner >= 0) * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(7))
    dark = np.asarray(mask, float)[..., None] / 255
    rows = np.linspace(0, 1, height)[:, None, None]
    wall = np.clip((0.24 - rows) * 14, 0, 1)
    bare = _WALL * wall + _GROUND * (1 - wall) * (0.93 + 0.09 * rows)
    return np.asarray(np.broadcast_to(bare, (height, width, 3)) * (1 - 0.38 * dark))


def _edges(paper: _Paper) -> NDArray[np.bool_]:
    """Return where pieces end, and where one side of a piece meets another."""
    edge = np.zeros(paper.owner.shape, dtype=np.bool_)
    for axis in (0, 1):
        other, bright = np.roll(paper.owner, 1, axis), np.roll(paper.shade, 1, axis)
        ends = (other != paper.owner) | ((paper.owner >= 0) & (np.abs(bright - paper.shade) > 0.06))
        edge |= ends | np.roll(ends, -1, axis)
    return edge & (paper.owner >= 0)


def _seen(mask: NDArray[np.bool_], whole: Array) -> tuple[float, float]:
    """Return the share of a piece that is in sight, by the box around it, and the shorter side of what is, in pixels."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return 0.0, 0.0
    alone = _Paper(mask.shape[1], mask.shape[0])
    alone.draw(0, whole, np.ones(len(whole)))
    side = min(np.ptp(rows), np.ptp(columns)) + 1
    return float(mask.sum() / max(1, int((alone.owner >= 0).sum()))), float(side / _SHARPER)
