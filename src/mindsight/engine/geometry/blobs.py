"""Soft forms: balls and rods blended into each other and meshed into one smooth skin, for animals, toys, crumpled things."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.geometry.frames import NO_TURN, Quaternion
from mindsight.engine.geometry.shapes import Mesh, Vector
from mindsight.engine.geometry.triangles import lengths

Array = NDArray[np.float64]
Field = Callable[[Array], Array]
"""Signed distance (m, negative inside) of points (N, 3)."""


@dataclass(frozen=True)
class Ball:
    """An ellipsoid: its middle, half axes and orientation."""

    at: Vector
    half: Vector
    turn: Quaternion = NO_TURN

    def distance(self, points: Array) -> Array:
        """Return the signed distance of points, exact at the surface."""
        local = (points - np.array(self.at)) @ _matrix(self.turn)
        half = np.array(self.half)
        scaled, slope = lengths(local / half), lengths(local / half**2)
        return np.asarray(scaled * (scaled - 1.0) / np.maximum(slope, 1e-9))


@dataclass(frozen=True)
class Rod:
    """A rod with round ends that may taper: end points and the radius at each."""

    start: Vector
    end: Vector
    radius: float
    end_radius: float | None = None

    def distance(self, points: Array) -> Array:
        """Return the signed distance of points."""
        start, along = np.array(self.start), np.subtract(self.end, self.start)
        share = np.clip((points - start) @ along / (along @ along), 0.0, 1.0)
        end_radius = self.radius if self.end_radius is None else self.end_radius
        radius = self.radius + share * (end_radius - self.radius)
        return np.asarray(lengths(points - start - share[:, None] * along) - radius)


Blob = Ball | Rod


def blend(blobs: Sequence[Blob], *, soft_m: float, cell_m: float, flat_at: float | None = None) -> Mesh:
    """Return one skin around blobs that blend over about ``soft_m``.

    Args:
        blobs: The balls and rods.
        soft_m: Radius of the rounding where they meet.
        cell_m: Size of the grid cells, about the smallest detail.
        flat_at: Height below which everything is cut away to give a flat underside.
    """
    return _blended(tuple(blobs), soft_m, cell_m, flat_at)


@lru_cache(maxsize=256)
def _blended(blobs: tuple[Blob, ...], soft_m: float, cell_m: float, flat_at: float | None) -> Mesh:
    def field(points: Array) -> Array:
        parts = np.stack([blob.distance(points) for blob in blobs])
        low = parts.min(axis=0)
        merged = low - soft_m / 4 * np.log(np.exp(-(parts - low) * 4 / soft_m).sum(axis=0))
        return np.asarray(merged if flat_at is None else np.maximum(merged, flat_at - points[:, 2]))

    low, high = _extent(blobs, margin=soft_m + 2 * cell_m)
    return skin(field, low, high, cell_m)


def skin(field: Field, low: Array, high: Array, cell_m: float) -> Mesh:
    """Return the mesh of a field's zero surface inside a box, with texture coordinates projected from the front (−y)."""
    axes = [np.arange(start, stop + cell_m, cell_m) for start, stop in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    values = field(grid.reshape(-1, 3)).reshape(grid.shape[:3])
    vertices, faces = _surface_net(values)
    placed = _settle(field, vertices * cell_m + np.array(low), cell_m)
    normals = _slope(field, placed, cell_m * 0.2)
    normals /= np.maximum(lengths(normals)[:, None], 1e-9)
    return Mesh(placed, faces, project(placed, "y"), normals)


def project(vertices: Array, axis: str) -> Array:
    """Return texture coordinates projected along an axis: ``x`` from the right, ``y`` from the front, ``z`` from above."""
    across, up = {"x": (1, 2), "y": (0, 2), "z": (0, 1)}[axis]
    flat = vertices[:, (across, up)]
    share = (flat - flat.min(axis=0)) / np.maximum(np.ptp(flat, axis=0), 1e-9)
    return np.stack([share[:, 0], 1.0 - share[:, 1]], axis=1)


def _surface_net(values: Array) -> tuple[Array, NDArray[np.int32]]:
    """Return vertices (in cells) and faces of the zero surface, with one vertex in every cell that it crosses."""
    inside = values < 0
    shape = np.array(values.shape) - 1
    total, count = np.zeros((*shape, 3)), np.zeros(shape)
    for axis in range(3):
        before, after = _ends(values, axis)
        crossing = (before < 0) != (after < 0)
        share = np.divide(before, before - after, out=np.zeros_like(before), where=crossing)
        for corner in ((0, 0), (0, 1), (1, 0), (1, 1)):
            window, offset = _corner(axis, corner, shape)
            hit = crossing[window]
            count += hit
            total += hit[..., None] * offset
            total[..., axis] += share[window] * hit
    active = count > 0
    number = np.full(shape, -1, dtype=np.int32)
    number[active] = np.arange(int(active.sum()), dtype=np.int32)
    cells = np.argwhere(active) + total[active] / count[active][:, None]
    quads = [_quads(inside, number, axis) for axis in range(3)]
    return cells, np.concatenate(quads).astype(np.int32)


def _ends(values: Array, axis: int) -> tuple[Array, Array]:
    before, after = np.moveaxis(values, axis, 0)[:-1], np.moveaxis(values, axis, 0)[1:]
    return np.moveaxis(before, 0, axis), np.moveaxis(after, 0, axis)


def _corner(axis: int, corner: tuple[int, int], shape: Array) -> tuple[tuple[slice, ...], Array]:
    """Return the edges along an axis at one corner of the cells, and their position on the cell."""
    offset = np.zeros(3)
    others = [other for other in range(3) if other != axis]
    offset[others] = corner
    window = tuple(slice(int(start), int(start) + int(size)) for start, size in zip(offset, shape, strict=True))
    return window, offset


def _quads(inside: NDArray[np.bool_], number: NDArray[np.int32], axis: int) -> NDArray[np.int32]:
    """Return the triangles around every grid edge along an axis that crosses the surface."""
    second, third = (axis + 1) % 3, (axis + 2) % 3
    rolled = np.transpose(inside, (axis, second, third))
    cells = np.transpose(number, (axis, second, third))
    enters = (rolled[:-1] != rolled[1:])[:, 1:-1, 1:-1]
    ring = [cells[:, :-1, :-1], cells[:, 1:, :-1], cells[:, 1:, 1:], cells[:, :-1, 1:]]
    a, b, c, d = (corner[enters] for corner in ring)
    outwards = rolled[:-1][:, 1:-1, 1:-1][enters]
    b, d = np.where(outwards, b, d), np.where(outwards, d, b)
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def _settle(field: Field, points: Array, cell_m: float) -> Array:
    """Move points onto the zero surface, at most half a cell."""
    step = cell_m * 0.05
    for _ in range(2):
        value = field(points)
        slope = _slope(field, points, step)
        shift = slope * (value / np.maximum((slope**2).sum(axis=1), 0.25))[:, None]
        points = points - np.clip(shift, -cell_m / 2, cell_m / 2)
    return points


def _slope(field: Field, points: Array, step: float) -> Array:
    sides = [(field(points + step * unit) - field(points - step * unit)) / (2 * step) for unit in np.eye(3)]
    return np.stack(sides, axis=1)


def _extent(blobs: Sequence[Blob], margin: float) -> tuple[Array, Array]:
    lows, highs = [], []
    for blob in blobs:
        if isinstance(blob, Ball):
            reach = np.abs(_matrix(blob.turn)) @ np.array(blob.half)
            lows.append(np.array(blob.at) - reach)
            highs.append(np.array(blob.at) + reach)
        else:
            radius = max(blob.radius, blob.end_radius or 0.0)
            lows.append(np.minimum(blob.start, blob.end) - radius)
            highs.append(np.maximum(blob.start, blob.end) + radius)
    return np.min(lows, axis=0) - margin, np.max(highs, axis=0) + margin


def _matrix(turn: Quaternion) -> Array:
    flat = np.zeros(9)
    mujoco.mju_quat2Mat(flat, np.asarray(turn, float))
    return flat.reshape(3, 3)
