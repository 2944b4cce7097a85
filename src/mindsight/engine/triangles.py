"""Triangles: shading a mesh with smooth normals and sharp edges, grids of faces, and polygons cut into triangles."""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mindsight.engine.shapes import Mesh

Array = NDArray[np.float64]
Faces = NDArray[np.int32]


def shade(vertices: Array, faces: NDArray[np.integer], uv: Array, crease: float) -> Mesh:
    """Return a mesh with smooth normals; edges that turn by more than ``crease`` degrees stay sharp.

    Vertices at one place count as one, whatever their texture coordinates; faces without area are dropped.
    """
    floats = (np.asarray(part, np.float64).tobytes() for part in (vertices, uv))
    return _shade(*floats, faces.astype(np.int64).tobytes(), crease)


# A thing is made twice within a moment: once to know how much room it takes, once for the scene.
@lru_cache(maxsize=256)
def _shade(vertex_bytes: bytes, uv_bytes: bytes, face_bytes: bytes, crease: float) -> Mesh:
    vertices, uv = np.frombuffer(vertex_bytes).reshape(-1, 3), np.frombuffer(uv_bytes).reshape(-1, 2)
    faces = np.frombuffer(face_bytes, dtype=np.int64).reshape(-1, 3)
    corners = vertices[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(cross, axis=1)
    keep = area > 1e-14
    faces, cross, area = faces[keep], cross[keep], area[keep]
    flat = cross / area[:, None]
    place = np.unique(np.round(vertices * 1e6).astype(np.int64), axis=0, return_inverse=True)[1].ravel()
    share = flat[:, None] * _angles(vertices[faces])[..., None]
    total = _corner_sums(
        place[faces.ravel()], np.repeat(flat, 3, axis=0), share.reshape(-1, 3), np.cos(np.deg2rad(crease))
    )
    normals = total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-20)
    key = np.c_[faces.ravel(), np.round(normals * 1e3).astype(np.int64)]
    _, first, number = np.unique(key, axis=0, return_index=True, return_inverse=True)
    source = faces.ravel()[first]
    made = Mesh(vertices[source], number.reshape(-1, 3).astype(np.int32), uv[source], normals[first])
    for part in (made.vertices, made.faces, made.uv, normals):
        part.flags.writeable = False
    return made


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
    points = np.asarray(outline, float)
    left = np.arange(len(points))
    found: list[NDArray[np.integer]] = []
    while len(left) > 3:
        corners = np.stack([np.roll(left, 1), left, np.roll(left, -1)], 1)
        bulge = _twice_area(*(points[corners[:, n]].T for n in range(3)))
        hollow = points[left[bulge <= 0]]
        ear = next((at for at in np.flatnonzero(bulge > -1e-12) if not _holds(points[corners[at]], hollow)), None)
        if ear is None:
            raise ValueError("the outline crosses itself")
        found.append(corners[ear])
        left = np.delete(left, ear)
    return np.array([*found, left], dtype=np.int32)


def counter_clockwise(points: Array) -> Array:
    """Return the outline so that it runs counter-clockwise."""
    x, y = points[:, 0], points[:, 1]
    return points if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) > 0 else points[::-1]


def inward(points: Array) -> Array:
    """Return, for each corner of a counter-clockwise outline, the step that moves both its sides inward by one."""
    before, after = points - np.roll(points, 1, 0), np.roll(points, -1, 0) - points
    first, second = (
        np.stack([-side[:, 1], side[:, 0]], 1) / np.linalg.norm(side, axis=1)[:, None] for side in (before, after)
    )
    step = first + second
    return np.asarray(step / np.maximum((step * first).sum(1, keepdims=True), 0.4))


def _angles(corners: Array) -> Array:
    """Return the angle at each corner of triangles, shape (F, 3): by it a face counts in the normal of a vertex."""
    ahead = np.roll(corners, -1, axis=1) - corners
    ahead /= np.maximum(np.linalg.norm(ahead, axis=2, keepdims=True), 1e-20)
    return np.asarray(np.arccos(np.clip(-np.einsum("fcx,fcx->fc", ahead, np.roll(ahead, 1, axis=1)), -1.0, 1.0)))


def _corner_sums(place: NDArray[np.integer], flat: Array, share: Array, least: float) -> Array:
    """Sum, for each corner, the shares of the corners at its place whose faces turn away from its own by little."""
    order = np.argsort(place, kind="stable")
    sorted_place, sorted_flat, sorted_share = place[order], flat[order], share[order]
    starts = np.searchsorted(sorted_place, sorted_place, side="left")
    sizes = np.searchsorted(sorted_place, sorted_place, side="right") - starts
    rank = np.arange(len(order)) - starts
    sums = np.zeros((len(order), 3))
    for shift in range(int(sizes.max())):
        active = shift < sizes
        other = (starts + (rank + shift) % sizes)[active]
        near = np.einsum("ij,ij->i", sorted_flat[active], sorted_flat[other]) >= least
        sums[active] += sorted_share[other] * near[:, None]
    result = np.empty_like(sums)
    result[order] = sums
    return result


def _holds(corner: Array, points: Array) -> bool:
    """Return whether a triangle holds any of the points that are not its own corners."""
    inside = np.ones(len(points), bool)
    for start in range(3):
        inside &= _twice_area(corner[start], corner[(start + 1) % 3], points.T) >= -1e-13
        inside &= (np.abs(points - corner[start]) > 1e-12).any(1)
    return bool(inside.any())


def _twice_area(a: Array, b: Array, c: Array) -> Array:
    return np.asarray((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
