"""Procedural meshes for household things. Metres; pure functions of their arguments.

Texture coordinates have their origin at the top left. Edges that turn by more than ``crease`` degrees are sharp and have
double vertices; elsewhere neighbouring faces share normals, even across seams of the texture.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mindsight.engine.geometry.shapes import Mesh, Vector
from mindsight.engine.geometry.triangles import counter_clockwise, grid_faces, inward, kept, shade, triangulate

Array = NDArray[np.float64]
Rect = tuple[float, float, float, float]
"""A part of a texture: left, top, right, bottom in [0, 1]."""

WHOLE: Rect = (0.0, 0.0, 1.0, 1.0)
SIDES: Mapping[str, tuple[Vector, Vector]] = {
    "top": ((1, 0, 0), (0, 1, 0)),
    "bottom": ((-1, 0, 0), (0, 1, 0)),
    "front": ((1, 0, 0), (0, 0, 1)),
    "back": ((-1, 0, 0), (0, 0, 1)),
    "right": ((0, 1, 0), (0, 0, 1)),
    "left": ((0, -1, 0), (0, 0, 1)),
}
"""The sides of a box: the directions to the right and up for a viewer who faces each."""


def box(half: Vector, bevel: float = 0.0, atlas: Mapping[str, Rect] | None = None, steps: int = 2) -> Mesh:
    """Return a box around the origin with rounded edges.

    Args:
        half: Half sizes along x, y, z.
        bevel: Radius of the edges, at most the smallest half size.
        atlas: The part of the texture for each side (``top bottom front back right left``); the whole texture for
            a side that is not named.
        steps: Faces across half an edge.
    """
    places = tuple((atlas or {}).get(side, WHOLE) for side in SIDES)
    return _box(tuple(map(float, half)), float(bevel), places, steps)


# Cached: rooms have many equal boxes, and each thing is made twice, once to measure it and once for the scene.
@lru_cache(maxsize=512)
def _box(half: tuple[float, ...], bevel: float, places: tuple[Rect, ...], steps: int) -> Mesh:
    size = np.array(half)
    bevel = min(bevel, float(size.min()) * 0.999)
    parts = [
        _box_side(size, bevel, _cube_side(side, steps if bevel > 0 else 0), rect)
        for side, rect in zip(SIDES, places, strict=True)
    ]
    return kept(merge(*parts))


@dataclass(frozen=True, eq=False)
class _CubeSide:
    """A side of the cube from −1 to 1 before rounding: axes, corners, faces, and the outward direction at each corner."""

    right: Array
    up: Array
    out: Array
    corners: Array
    faces: NDArray[np.int32]
    normals: Array


@lru_cache(maxsize=64)
def _cube_side(side: str, steps: int) -> _CubeSide:
    right, up = (np.array(axis, float) for axis in SIDES[side])
    out = np.cross(right, up)
    rises = np.tan(np.linspace(-np.pi / 4, 0, steps + 1))
    slopes, ends = np.r_[rises, -rises[::-1]], np.repeat([-1.0, 1.0], len(rises))
    j, i = (place.ravel() for place in np.indices((len(slopes), len(slopes))))
    normals = slopes[i, None] * right + slopes[j, None] * up + out
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    corners = ends[i, None] * right + ends[j, None] * up + out
    return _CubeSide(right, up, out, corners, grid_faces(len(slopes), len(slopes)), normals)


def _box_side(size: Array, bevel: float, cube: _CubeSide, rect: Rect) -> Mesh:
    vertices = cube.corners * (size - bevel) + bevel * cube.normals
    normals = cube.normals if bevel > 0 else np.tile(cube.out, (len(vertices), 1))
    right, up = cube.right, cube.up
    across, along = vertices @ right / (np.abs(right) @ size), vertices @ up / (np.abs(up) @ size)
    uv = np.stack([(across + 1) / 2, (1 - along) / 2], 1)
    return _mesh(vertices, cube.faces, _into(uv, rect), normals)


def lathe(profile: Sequence[tuple[float, float]], segments: int = 36, crease: float = 35.0) -> Mesh:
    """Return a solid of revolution: (radius, z) points turned about z, from the bottom up along the outside.

    A profile may turn at the rim and go down inside, as for a cup; to close the form, start and end at radius 0. The
    texture wraps round once: u = 0.5 faces the front (−y), v runs from 1 at the start to 0 at the end.
    """
    points = np.array(profile, float)
    lengths = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    angles = np.linspace(0, 2 * np.pi, segments + 1) + np.pi / 2
    radius, turns = np.meshgrid(points[:, 0], angles)
    vertices = np.stack([radius * np.cos(turns), radius * np.sin(turns), np.tile(points[:, 1], (segments + 1, 1))], -1)
    around = np.repeat(np.linspace(0, 1, segments + 1)[:, None], len(points), axis=1)
    along = np.tile(1 - lengths / lengths[-1], (segments + 1, 1))
    uv = np.stack([around, along], -1)
    return shade(vertices.reshape(-1, 3), grid_faces(segments + 1, len(points))[:, ::-1], uv.reshape(-1, 2), crease)


def superellipsoid(
    half: Vector, *, squareness: tuple[float, float] = (0.35, 0.35), segments: int = 32, rings: int = 16
) -> Mesh:
    """Return a shape between an ellipsoid (squareness 1, 1) and a box (near 0), given for the side view and the top view.

    The texture is projected from above.
    """
    side, plan = squareness
    up, turns = np.meshgrid(np.linspace(-np.pi / 2, np.pi / 2, rings + 1), np.linspace(-np.pi, np.pi, segments + 1))
    unit = np.stack(
        [
            _power(np.cos(up), side) * _power(np.cos(turns), plan),
            _power(np.cos(up), side) * _power(np.sin(turns), plan),
            _power(np.sin(up), side),
        ],
        -1,
    ).reshape(-1, 3)
    uv = np.stack([(unit[:, 0] + 1) / 2, (1 - unit[:, 1]) / 2], 1)
    return shade(unit * np.array(half), grid_faces(segments + 1, rings + 1)[:, ::-1], uv, 80.0)


def extrude(outline: ArrayLike, thickness: float, bevel: float = 0.0, *, crease: float = 35.0, steps: int = 2) -> Mesh:
    """Return a plate: a simple polygon in the xy plane, in either direction, from z = 0 up to its thickness.

    The texture covers the bounding rectangle of the outline, seen from above. ``bevel`` rounds the upper and lower rims;
    keep it under half the narrowest width.
    """
    points = counter_clockwise(np.asarray(outline, float))
    bevel = min(bevel, thickness / 2)
    turns = np.linspace(0, np.pi / 2, steps + 1) if bevel > 0 else np.array([0.0])
    rises = [(bevel * (1 - np.sin(t)), bevel * (1 - np.cos(t))) for t in turns]
    levels = [(inset, z) for inset, z in rises] + [(inset, thickness - z) for inset, z in reversed(rises)]
    steps_in = inward(points)
    rings = [np.c_[points + steps_in * inset, np.full(len(points), z)] for inset, z in levels]
    vertices = np.concatenate([np.concatenate([ring, ring[:1]]) for ring in rings])
    count = len(points) + 1
    faces = [grid_faces(len(rings), count)]
    cap = triangulate(rings[0][:, :2])
    faces += [cap[:, ::-1], cap + count * (len(rings) - 1)]
    low, high = points.min(0), points.max(0)
    uv = (vertices[:, :2] - low) / (high - low)
    uv[:, 1] = 1 - uv[:, 1]
    return shade(vertices, np.concatenate(faces), uv, crease)


def tube(
    path: ArrayLike,
    radius: float | Sequence[float],
    segments: int = 12,
    *,
    closed: bool = False,
    round_ends: bool = True,
) -> Mesh:
    """Return a pipe along a path of points, with one radius for all or one for each; ``closed`` joins its ends.

    The texture runs along the path with v (1 at the start) and round it with u.
    """
    points = np.asarray(path, float)
    radii = np.broadcast_to(np.asarray(radius, float), (len(points),))
    if round_ends and not closed:
        points, radii = _round_ends(points, radii)
    if closed:
        points, radii = np.concatenate([points, points[:1]]), np.r_[radii, radii[:1]]
    sides, ups = _frames(points, closed=closed)
    turns = np.linspace(0, 2 * np.pi, segments + 1)
    spokes = np.cos(turns)[None, :, None] * sides[:, None] + np.sin(turns)[None, :, None] * ups[:, None]
    rings = points[:, None] + radii[:, None, None] * spokes
    return loft(rings, closed=closed)


def loft(rings: ArrayLike, *, closed: bool = False, crease: float = 40.0) -> Mesh:
    """Return the surface through rings of points, shape (rings, points, 3), each counter-clockwise seen from ahead.

    A ring's last point repeats its first. The ends are closed with a fan unless the rings are ``closed``. The texture
    runs along the rings with v (1 at the first) and round them with u.
    """
    stack = np.asarray(rings, float)
    count, around, _ = stack.shape
    u, v = np.meshgrid(np.linspace(0, 1, around), np.linspace(1, 0, count))
    vertices, uv = stack.reshape(-1, 3), np.stack([u.ravel(), v.ravel()], 1)
    faces = [grid_faces(count, around)]
    if not closed:
        middles = np.array([stack[0, :-1].mean(0), stack[-1, :-1].mean(0)])
        first, last = len(vertices), len(vertices) + 1
        edge = np.arange(around - 1, dtype=np.int32)
        end = edge + (count - 1) * around
        faces.append(np.stack([np.full_like(edge, first), edge + 1, edge], 1))
        faces.append(np.stack([np.full_like(edge, last), end, end + 1], 1))
        vertices, uv = np.concatenate([vertices, middles]), np.concatenate([uv, [[0.5, 1.0], [0.5, 0.0]]])
    return shade(vertices, np.concatenate(faces), uv, crease)


def sheet(heights: ArrayLike, size: tuple[float, float], thickness: float | None = None) -> Mesh:
    """Return a cloth: heights (rows, columns) over a rectangle around the origin, row 0 at the back (+y).

    Its underside follows it at a distance of ``thickness``, or lies flat at z = 0. The texture is projected from above.
    """
    top = np.asarray(heights, float)
    rows, columns = top.shape
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, columns) * size[0], np.linspace(0.5, -0.5, rows) * size[1])
    under = np.zeros_like(top) if thickness is None else top - thickness
    uv = np.stack(np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows)), -1).reshape(-1, 2)
    vertices = np.concatenate([np.stack([x, y, z], -1).reshape(-1, 3) for z in (top, under)])
    plane = grid_faces(rows, columns)[:, ::-1]
    number = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    rim = np.concatenate([number[0, :-1], number[:-1, -1], number[-1, :0:-1], number[:0:-1, 0]])
    wall = np.concatenate(
        [
            [rim, np.roll(rim, -1), rim + rows * columns],
            [np.roll(rim, -1), np.roll(rim, -1) + rows * columns, rim + rows * columns],
        ],
        1,
    ).T
    return shade(vertices, np.concatenate([plane, plane[:, ::-1] + rows * columns, wall]), np.tile(uv, (2, 1)), 60.0)


def merge(*meshes: Mesh) -> Mesh:
    """Return several meshes as one."""
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + offset for mesh, offset in zip(meshes, offsets, strict=False)]
    return _mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate(faces),
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate([_normals(mesh) for mesh in meshes]),
    )


def move(mesh: Mesh, by: Vector) -> Mesh:
    """Return the mesh moved."""
    return _mesh(mesh.vertices + np.array(by, float), mesh.faces, mesh.uv, _normals(mesh))


def turn(mesh: Mesh, axis: str, degrees: float) -> Mesh:
    """Return the mesh turned about the ``x``, ``y`` or ``z`` axis through the origin."""
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = c
    matrix[first, second], matrix[second, first] = -s, s
    return _mesh(mesh.vertices @ matrix.T, mesh.faces, mesh.uv, _normals(mesh) @ matrix.T)


def scale(mesh: Mesh, by: Vector) -> Mesh:
    """Return the mesh stretched along the axes; a negative factor mirrors it."""
    factors = np.array(by, float)
    normals = _normals(mesh) / factors
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return _mesh(mesh.vertices * factors, mesh.faces if factors.prod() > 0 else mesh.faces[:, ::-1], mesh.uv, normals)


def painted(mesh: Mesh, rect: Rect) -> Mesh:
    """Return the mesh with its texture mapped to a part of the picture."""
    return _mesh(mesh.vertices, mesh.faces, _into(mesh.uv, rect), _normals(mesh))


def projected(mesh: Mesh, side: str = "front", rect: Rect = WHOLE) -> Mesh:
    """Return the mesh with the texture projected on it from one side, over its bounding rectangle."""
    right, up = (np.array(axis, float) for axis in SIDES[side])
    flat = np.stack([mesh.vertices @ right, mesh.vertices @ up], 1)
    low, high = flat.min(0), flat.max(0)
    uv = (flat - low) / np.maximum(high - low, 1e-9)
    uv[:, 1] = 1 - uv[:, 1]
    return _mesh(mesh.vertices, mesh.faces, _into(uv, rect), _normals(mesh))


def _round_ends(points: Array, radii: Array) -> tuple[Array, Array]:
    turns = np.linspace(0, np.pi / 2, 5)[:-1]
    start, end = points[0] - points[1], points[-1] - points[-2]
    start, end = start / np.linalg.norm(start), end / np.linalg.norm(end)
    head = points[0] + np.outer(np.cos(turns), start) * radii[0]
    tail = points[-1] + np.outer(np.cos(turns[::-1]), end) * radii[-1]
    shrink = np.maximum(np.sin(turns), 0.01)
    return np.concatenate([head, points, tail]), np.r_[shrink * radii[0], radii, shrink[::-1] * radii[-1]]


def _frames(points: Array, *, closed: bool) -> tuple[Array, Array]:
    """Return two directions across a path at each point, without twist along it."""
    ahead = np.gradient(points, axis=0)
    if closed:
        ahead[0] = ahead[-1] = points[1] - points[-2]
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-12)
    side = np.cross(ahead[0], [0, 0, 1.0] if abs(ahead[0, 2]) < 0.9 else [0, 1.0, 0])
    sides = []
    for direction in ahead:
        side = side - (side @ direction) * direction
        side /= math.sqrt(side @ side)
        sides.append(side)
    across = np.array(sides)
    return across, np.cross(ahead, across)


def _power(value: Array, exponent: float) -> Array:
    return np.asarray(np.sign(value) * np.abs(value) ** exponent)


def _into(uv: Array, rect: Rect) -> Array:
    left, top, right, bottom = rect
    return np.stack([left + uv[:, 0] * (right - left), top + uv[:, 1] * (bottom - top)], 1)


def _normals(mesh: Mesh) -> Array:
    return mesh.normals if mesh.normals is not None else _normals(shade(mesh.vertices, mesh.faces, mesh.uv, 180.0))


def _mesh(vertices: Array, faces: NDArray[np.integer], uv: Array, normals: Array) -> Mesh:
    return Mesh(vertices, np.ascontiguousarray(faces, np.int32), uv, normals)
