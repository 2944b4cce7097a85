"""Smooth normals with sharp edges for meshes, grids of faces, and triangulation of polygons."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mindsight.engine.geometry.shapes import Mesh

Array = NDArray[np.float64]
Faces = NDArray[np.int32]
Point = tuple[float, float]


def shade(vertices: Array, faces: NDArray[np.integer], uv: Array, crease: float) -> Mesh:
    """Return a mesh with smooth normals; edges that turn by more than ``crease`` degrees stay sharp.

    Vertices at the same place count as one, whatever their texture coordinates; faces without area are dropped.
    """
    floats = (np.asarray(part, np.float64).tobytes() for part in (vertices, uv))
    return _shade(*floats, faces.astype(np.int64).tobytes(), crease)


# Cached: each thing is made twice, once to measure it and once for the scene.
@lru_cache(maxsize=256)
def _shade(vertex_bytes: bytes, uv_bytes: bytes, face_bytes: bytes, crease: float) -> Mesh:
    vertices, uv = np.frombuffer(vertex_bytes).reshape(-1, 3), np.frombuffer(uv_bytes).reshape(-1, 2)
    faces = np.frombuffer(face_bytes, dtype=np.int64).reshape(-1, 3)
    corners = vertices[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = lengths(cross)
    keep = area > 1e-14
    faces, cross, area = faces[keep], cross[keep], area[keep]
    flat = cross / area[:, None]
    place = _equal_rows(np.round(vertices * 1e6).astype(np.int64))[1]
    share = flat[:, None] * _angles(vertices[faces])[..., None]
    total = _corner_sums(
        place[faces.ravel()], np.repeat(flat, 3, axis=0), share.reshape(-1, 3), np.cos(np.deg2rad(crease))
    )
    normals = total / np.maximum(lengths(total)[:, None], 1e-20)
    key = np.concatenate([faces.reshape(-1, 1), np.round(normals * 1e3).astype(np.int64)], axis=1)
    first, number = _equal_rows(key)
    source = faces.ravel()[first]
    return kept(Mesh(vertices[source], number.reshape(-1, 3).astype(np.int32), uv[source], normals[first]))


def kept(mesh: Mesh) -> Mesh:
    """Return the mesh with read-only arrays, so that it can be cached."""
    for part in (mesh.vertices, mesh.faces, mesh.uv, mesh.normals):
        if part is not None:
            part.flags.writeable = False
    return mesh


def grid_faces(rows: int, columns: int) -> Faces:
    """Return the triangles over a grid of vertices, counter-clockwise when columns run right and rows run up."""
    number = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    a, b, c, d = number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]
    return np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def triangulate(outline: ArrayLike) -> Faces:
    """Return the triangles of a simple counter-clockwise polygon by clipping ears.

    Raises:
        ValueError: The outline crosses itself.
    """
    return np.array(_ears(tuple(map(tuple, np.asarray(outline, float).tolist()))), dtype=np.int32)


@lru_cache(maxsize=256)
def _ears(points: tuple[Point, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the corners of each triangle, computed with plain numbers because the outlines are small."""
    left = list(range(len(points)))
    bulges = [_bulge(points, left, at) for at in left]
    found = []
    while len(left) > 3:
        hollow = [points[corner] for corner, bulge in zip(left, bulges, strict=True) if bulge <= 0]
        ears = (
            at for at, bulge in enumerate(bulges) if bulge > -1e-12 and not _holds(points, _corners(left, at), hollow)
        )
        ear = next(ears, None)
        if ear is None:
            raise ValueError("the outline crosses itself")
        found.append(_corners(left, ear))
        del left[ear], bulges[ear]
        for at in (ear - 1, ear % len(left)):
            bulges[at] = _bulge(points, left, at)
    return (*found, tuple(left))


def counter_clockwise(points: Array) -> Array:
    """Return the outline in counter-clockwise order."""
    x, y = points[:, 0], points[:, 1]
    return points if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) > 0 else points[::-1]


def inward(points: Array) -> Array:
    """Return, for each corner of a counter-clockwise outline, the shift that moves both its sides inward by one."""
    before, after = points - np.roll(points, 1, 0), np.roll(points, -1, 0) - points
    first, second = (
        np.stack([-side[:, 1], side[:, 0]], 1) / np.linalg.norm(side, axis=1)[:, None] for side in (before, after)
    )
    step = first + second
    return np.asarray(step / np.maximum((step * first).sum(1, keepdims=True), 0.4))


def lengths(vectors: Array) -> Array:
    """Return the length of vectors, shape (..., 3): bit for bit as NumPy's norm, but several times as fast."""
    squares = vectors * vectors
    return np.asarray(np.sqrt(squares[..., 0] + squares[..., 1] + squares[..., 2]))


def _angles(corners: Array) -> Array:
    """Return the angle at each corner of triangles, shape (F, 3): the weight of a face in its vertex's normal."""
    ahead = np.roll(corners, -1, axis=1) - corners
    ahead /= np.maximum(lengths(ahead)[..., None], 1e-20)
    return np.asarray(np.arccos(np.clip(-np.einsum("fcx,fcx->fc", ahead, np.roll(ahead, 1, axis=1)), -1.0, 1.0)))


def _equal_rows(rows: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the index of the first of each set of equal rows, sorted by row, and for each row the number of its set."""
    order = np.lexsort(rows.T[::-1])  # as NumPy's unique, but several times as fast
    new = _differ(rows.take(order, axis=0))
    number = np.empty(len(rows), np.intp)
    number[order] = new.cumsum() - 1
    return order[new], number


def _differ(rows: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which rows differ from the one before; the first counts as different."""
    found = np.ones(len(rows), np.bool_)
    found[1:] = (rows[1:] != rows[:-1]).any(1)
    return found


def _corner_sums(place: NDArray[np.integer], flat: Array, share: Array, least: float) -> Array:
    """Sum, for each corner, the shares of the corners at its place whose faces have nearly the same direction as its own."""
    count = np.bincount(place)[place]
    # Corners sorted by place, those with most corners last: the corners with others left to count are then at the end.
    order = np.lexsort((place, count))
    flat, share, size = flat.take(order, axis=0), share.take(order, axis=0), count[order]
    number = np.arange(len(order))
    end = np.maximum.accumulate(np.where(_differ(place[order, None]), number, 0)) + size
    sums = np.zeros((len(order), 3))
    for shift, begin in enumerate(np.searchsorted(size, np.arange(size[-1]), side="right").tolist()):
        other = number[begin:] + shift
        other -= np.where(other < end[begin:], 0, size[begin:])
        near = np.einsum("ij,ij->i", flat[begin:], flat.take(other, axis=0)) >= least
        sums[begin:] += share.take(other, axis=0) * near[:, None]
    result = np.empty_like(sums)
    result[order] = sums
    return result


def _corners(left: list[int], at: int) -> tuple[int, int, int]:
    """Return a corner of an outline with the one before and the one after it."""
    return left[at - 1], left[at], left[(at + 1) % len(left)]


def _bulge(points: Sequence[Point], left: list[int], at: int) -> float:
    """Return twice the area of the triangle at a corner, negative where the outline is concave."""
    a, b, c = _corners(left, at)
    return _twice_area(points[a], points[b], points[c])


def _holds(points: Sequence[Point], corners: tuple[int, int, int], others: list[Point]) -> bool:
    """Return whether a triangle contains any of the points other than its own corners."""
    a, b, c = (points[corner] for corner in corners)
    return any(
        _twice_area(a, b, other) >= -1e-13
        and _twice_area(b, c, other) >= -1e-13
        and _twice_area(c, a, other) >= -1e-13
        and _apart(a, other)
        and _apart(b, other)
        and _apart(c, other)
        for other in others
    )


def _apart(a: Point, b: Point) -> bool:
    return abs(b[0] - a[0]) > 1e-12 or abs(b[1] - a[1]) > 1e-12


def _twice_area(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
