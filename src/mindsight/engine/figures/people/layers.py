"""Layers of a figure: pieces of its surfaces with clean edges, some distance above them, each of one colour.

A layer's points are weighted means of points of the body, so a sleeve that ends between two points moves with both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from mindsight.engine.figures.people.anatomy import Array, Index
from mindsight.engine.geometry.shapes import Vector


@dataclass(frozen=True)
class Layer:
    """One piece: ``means`` (its points × the body's points) and triangles of its points; ``lift`` in m along the body's normals."""

    name: str
    colour: Vector
    means: "csr_array"
    triangles: Index
    lift: Array | float = 0.0

    def points(self, body: Array, normals: Array) -> Array:
        """Return where its points are in some shape and pose."""
        lift = np.asarray(self.lift)
        ways = self.means @ normals
        return np.asarray(self.means @ body + ways * (lift[:, None] if lift.ndim else lift))


def piece(name: str, colour: Vector, triangles: Index, inside: Sequence[Array], count: int) -> Layer:
    """Return the part of a surface where every value is positive; edges run where a value is 0.

    Args:
        name: Its name.
        colour: Its colour.
        triangles: The surface.
        inside: Values at the body's points, shape (points,), each.
        count: Number of the body's points.
    """
    used, flat = np.unique(triangles, return_inverse=True)
    means = csr_array((np.ones(len(used)), (np.arange(len(used)), used)), shape=(len(used), count))
    corners = flat.reshape(-1, 3)
    for values in inside:
        cut, corners = _cut(corners, means @ values)
        means = csr_array(cut @ means)
    return Layer(name, colour, means, corners)


def _cut(triangles: Index, values: Array) -> tuple["csr_array", Index]:
    """Return the part of triangles where the value is positive: means of the old points, and triangles of the new ones."""
    keep = values > 0
    rows: list[tuple[int, int, float]] = []
    numbers: dict[tuple[int, int], int] = {}

    def number(one: int, other: int) -> int:
        """Return the point at which an edge crosses 0 (or the point itself, if both ends are it)."""
        key = (min(one, other), max(one, other))
        if key not in numbers:
            share = 0.0 if one == other else values[key[0]] / (values[key[0]] - values[key[1]])
            numbers[key] = len(rows)
            rows.append((*key, float(share)))
        return numbers[key]

    found: list[tuple[int, int, int]] = []
    for corner in triangles[keep[triangles].any(axis=1)].tolist():
        ring = []
        for one, other in zip(corner, (*corner[1:], corner[0]), strict=True):
            if keep[one]:
                ring.append(number(one, one))
            if keep[one] != keep[other]:
                ring.append(number(one, other))
        found.extend((ring[0], ring[k], ring[k + 1]) for k in range(1, len(ring) - 1))
    first, last, share = (np.array(column) for column in zip(*rows, strict=True)) if rows else (np.empty(0, int),) * 3
    places = np.arange(len(rows))
    means = csr_array(
        (np.concatenate([1 - share, share]), (np.concatenate([places, places]), np.concatenate([first, last]))),
        shape=(len(rows), len(values)),
    )
    return means, np.array(found, dtype=np.int64).reshape(-1, 3)


def normals_of(points: Array, triangles: Index) -> Array:
    """Return the normal at each point of a surface, shape (points, 3); zeros for points that no triangle has."""
    # Axis by axis: NumPy's cross product and norm of short rows take three times as long.
    axes = np.ascontiguousarray(points.T)
    first = axes[:, triangles[:, 0]]
    along, across = axes[:, triangles[:, 1]] - first, axes[:, triangles[:, 2]] - first
    corners = triangles.ravel()
    total = [
        np.bincount(corners, np.repeat(along[y] * across[z] - along[z] * across[y], 3), len(points))
        for y, z in ((1, 2), (2, 0), (0, 1))
    ]
    length = np.sqrt(total[0] * total[0] + total[1] * total[1] + total[2] * total[2])
    return np.asarray(np.stack(total, axis=1) / np.maximum(length, 1e-12)[:, None])
