"""Outlines and padded cloth for flat and soft things. Metres; x to the right, y away from the viewer."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mindsight.engine.geometry.blobs import project, skin
from mindsight.engine.geometry.meshes import loft
from mindsight.engine.geometry.shapes import Mesh

Array = NDArray[np.float64]
Outline = tuple[tuple[float, float], ...]
"""A closed outline that can be a cache key."""


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
    """Return an outline that can be a cache key."""
    return tuple((float(x), float(y)) for x, y in np.asarray(points, float))


@lru_cache(maxsize=128)
def padded(outline: Outline, thickness: float, *, layers: int = 1, sag: float = 0.12, cell_m: float = 0.007) -> Mesh:
    """Return soft cloth cut to an outline: round edges, a top that sags towards them, layered folds.

    It lies on z = 0; the texture lies on it as seen from above.

    Args:
        outline: Its outline from above.
        thickness: Its height in the middle.
        layers: Number of folds that its edges show.
        sag: Share by which it is lower at the edges.
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
    """Return a flat, level band along a path (N, 3), like a scarf or a strap; v runs along it."""
    along = np.asarray(path, float)
    ahead = np.gradient(along, axis=0)
    across = np.cross([0.0, 0.0, 1.0], ahead)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    angles = np.linspace(0, 2 * np.pi, points + 1)
    x = width / 2 * np.sign(np.cos(angles)) * np.abs(np.cos(angles)) ** 0.5
    z = thickness / 2 * np.sign(np.sin(angles)) * np.abs(np.sin(angles)) ** 0.7
    return loft(along[:, None] + x[None, :, None] * across[:, None] + z[None, :, None] * np.array([0.0, 0.0, 1.0]))
