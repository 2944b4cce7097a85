"""What furniture is joined from: boards with their grain, cushions, metal; one set of finishes for a whole room.

A plan may name a finish in a fixture's options (``wood``, ``cloth``, ``accent``), so that the furniture of a room
belongs together; without that the fixture's own generator chooses.
"""

from collections import defaultdict
from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine import meshes, pixels, textures
from mindsight.engine.bodies import Body
from mindsight.engine.frames import NO_TURN, Quaternion
from mindsight.engine.furnishing import Options
from mindsight.engine.seeds import stream
from mindsight.engine.shapes import Box, Mesh, Shape, Vector

WOODS: dict[str, tuple[Vector, str]] = {
    "oak": ((0.82, 0.66, 0.47), "brown"),
    "walnut": ((0.56, 0.39, 0.27), "brown"),
    "birch": ((0.90, 0.79, 0.62), "brown"),
    "white": ((0.94, 0.925, 0.89), "white"),
}
"""Timber by name: its colour and the palette's word for it."""

CLOTHS: dict[str, Vector] = {
    "blue": (0.42, 0.54, 0.68),
    "green": (0.52, 0.63, 0.50),
    "grey": (0.66, 0.655, 0.64),
    "pink": (0.85, 0.66, 0.63),
    "yellow": (0.87, 0.73, 0.45),
    "white": (0.92, 0.895, 0.84),
    "brown": (0.66, 0.51, 0.40),
    "orange": (0.82, 0.56, 0.38),
}
"""Upholstery by the palette's word for it, softer than the palette's own colours."""

STEEL: Vector = (0.74, 0.75, 0.76)
BRASS: Vector = (0.78, 0.63, 0.36)
IRON: Vector = (0.20, 0.20, 0.22)
LACQUER: Vector = (0.95, 0.94, 0.91)

_GRAIN_M = (0.9, 0.45)
"""How much wood one repeat of the texture shows, along the grain and across."""


@lru_cache(maxsize=64)
def wood_picture(name: str, variant: int = 0) -> Image.Image:
    """Return the grain of a timber."""
    if name == "white":
        return textures.plain(WOODS[name][0])
    return textures.wood(stream(variant, "wood", name), WOODS[name][0], (256, 128))


@lru_cache(maxsize=64)
def cloth_picture(name: str, weave: str = "plain") -> Image.Image:
    """Return a woven cloth in a colour of ``CLOTHS``."""
    rng, colour = stream(0, "cloth", name, weave), CLOTHS[name]
    if weave == "stripes":
        return textures.stripes([colour, pixels.mixed(colour, (1, 1, 1), 0.55)], (128, 128), bands=8, upright=True)
    if weave == "checks":
        return textures.checks(colour, (0.96, 0.94, 0.90), (128, 128), cells=8, style="gingham")
    if weave == "knit":
        return textures.knit(rng, colour, (128, 128), stitches=10)
    return textures.fabric(rng, colour, (128, 128))


def chosen(options: Options, key: str, drawn: str) -> str:
    """Return the finish that the plan names, or the one that was drawn."""
    return str(options.get(key) or drawn)


def draw(rng: Generator, choices: tuple[str, ...]) -> str:
    """Return one of the choices."""
    return choices[int(rng.integers(len(choices)))]


def timber(body: Body, name: str) -> str:
    """Return the material of a timber."""
    rough = 0.45 if name == "white" else 0.6
    return body.workshop.material(wood_picture(name), roughness=rough)


def cloth(body: Body, name: str, weave: str = "plain", repeat: float = 1.0) -> str:
    """Return the material of a cloth."""
    return body.workshop.material(cloth_picture(name, weave), roughness=0.95, repeat=(repeat, repeat))


def paint(body: Body, rgb: Vector, roughness: float = 0.5) -> str:
    """Return a lacquered colour."""
    return body.workshop.material(rgb=rgb, roughness=roughness)


def metal(body: Body, rgb: Vector = STEEL) -> str:
    """Return a metal."""
    return body.workshop.material(rgb=rgb, roughness=0.3, metallic=0.7)


@lru_cache(maxsize=512)
def board(half: Vector, bevel: float = 0.004, grain: str = "x") -> Mesh:
    """Return a board with softened edges whose texture shows its true size, the grain along ``x``, ``y`` or ``z``.

    It is made of 44 faces only: its edges are flat, and rounded by their normals.
    """
    size = np.array(half, float)
    inner = size - min(bevel, float(size.min()) * 0.9)
    vertices, normals, uv = np.zeros((24, 3)), np.zeros((24, 3)), np.zeros((24, 2))
    for side in range(3):
        across, up = [axis for axis in range(3) if axis != side]
        if "xyz"[up] == grain or ("xyz"[side] == grain and size[up] > size[across]):
            across, up = up, across
        part = slice(8 * side, 8 * side + 8)
        vertices[part] = _SIGNS * inner
        vertices[part, side] = _SIGNS[:, side] * size[side]
        normals[part, side] = _SIGNS[:, side]
        uv[part] = vertices[part][:, [across, up]] / np.array(_GRAIN_M) + 0.31 * side + 0.17 * (_SIGNS[:, [side]] + 1)
    return Mesh(vertices, _chamfer_faces(), uv, normals)


_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
"""The corners of a box; corner ``k`` of the side across axis ``a`` is vertex ``8 a + k``."""


@lru_cache(maxsize=1)
def _chamfer_faces() -> NDArray[np.int32]:
    """Return the faces of a box with flattened edges and corners, each turned outwards."""
    quads: list[list[int]] = []
    faces: list[list[int]] = [[k, 8 + k, 16 + k] for k in range(8)]
    for side in range(3):
        a, b = [axis for axis in range(3) if axis != side]
        for sign in (-1, 1):
            ring = [_corner({side: sign, a: p, b: q}) for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            quads.append([8 * side + k for k in ring])
        for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            low, high = _corner({side: -1, a: p, b: q}), _corner({side: 1, a: p, b: q})
            quads.append([8 * a + low, 8 * a + high, 8 * b + high, 8 * b + low])
    faces += [[q[0], q[1], q[2]] for q in quads] + [[q[0], q[2], q[3]] for q in quads]
    made = np.array(faces, np.int32)
    # Of a convex body around the origin each face's middle is ahead of it; the probe is any box with flattened edges.
    probe = np.concatenate([_SIGNS * np.where(np.arange(3) == side, 1.0, 0.8) for side in range(3)])
    corners = probe[made]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inwards = np.einsum("ij,ij->i", cross, corners.mean(1)) < 0
    made[inwards] = made[inwards][:, ::-1]
    return made


def _corner(signs: dict[int, int]) -> int:
    return sum((signs[axis] > 0) << (2 - axis) for axis in range(3))


@lru_cache(maxsize=256)
def cushion(half: Vector, bevel: float = 0.05) -> Mesh:
    """Return an upholstered block with generously round edges."""
    return meshes.box(half, bevel)


@lru_cache(maxsize=256)
def pillow(half: Vector) -> Mesh:
    """Return a plump pillow."""
    return meshes.superellipsoid(half, squareness=(0.75, 0.35), segments=24, rings=10)


@lru_cache(maxsize=256)
def leg(height: float, top: float = 0.022, foot: float = 0.014) -> Mesh:
    """Return a turned leg, standing on the origin."""
    return meshes.lathe([(0, 0), (foot, 0), (top, height), (0, height)], 10)


class Joint:
    """Collects the parts of one body by material, and shows each material as one mesh."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self._parts: dict[str, list[Mesh]] = defaultdict(list)

    def board(
        self, half: Vector, at: Vector, material: str, *, bevel: float = 0.004, grain: str = "x", solid: bool = True
    ) -> None:
        """Add a board that is seen and felt."""
        self.seen(board(half, bevel, grain), at, material)
        if solid:
            self.body.solid(Box(half), at=at)

    def seen(self, mesh: Mesh, at: Vector, material: str) -> None:
        """Add a form that is only seen."""
        self._parts[material].append(meshes.move(mesh, at))

    def felt(self, shape: Shape, at: Vector, turn: Quaternion = NO_TURN) -> None:
        """Add a form that is only felt."""
        self.body.solid(shape, at=at, turn=turn)

    def legs(self, half: tuple[float, float], height: float, material: str, *, thick: float = 0.022) -> None:
        """Add four turned legs under the corners of a rectangle."""
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            self.seen(leg(height, thick, thick * 0.65), (x * half[0], y * half[1], 0), material)
            self.felt(Box((thick * 0.8, thick * 0.8, height / 2)), (x * half[0], y * half[1], height / 2))

    def done(self) -> dict[str, str]:
        """Show what was collected; return the geometry's name for each material."""
        return {
            material: self.body.show(meshes.merge(*parts), material=material) for material, parts in self._parts.items()
        }


def hollow(body: Body, half: Vector, at: Vector, wall: float) -> None:
    """Make an open box solid: a bottom and four sides. ``half`` and ``at`` are of its outside."""
    x, y, z = half
    ax, ay, az = at
    body.solid(Box((x, y, wall / 2)), at=(ax, ay, az - z + wall / 2))
    for side in (-1, 1):
        body.solid(Box((x, wall / 2, z)), at=(ax, ay + side * (y - wall / 2), az))
        body.solid(Box((wall / 2, y - wall, z)), at=(ax + side * (x - wall / 2), ay, az))


@lru_cache(maxsize=256)
def open_box(half: Vector, wall: float, bevel: float = 0.003) -> Mesh:
    """Return the five boards of an open box around the origin, as :func:`hollow` makes them solid."""
    x, y, z = half
    parts = [meshes.move(board((x, y, wall / 2), bevel), (0, 0, -z + wall / 2))]
    for side in (-1, 1):
        parts.append(meshes.move(board((x, wall / 2, z), bevel), (0, side * (y - wall / 2), 0)))
        parts.append(meshes.move(board((wall / 2, y - wall, z), bevel, "y"), (side * (x - wall / 2), 0, 0)))
    return meshes.merge(*parts)


def padlock(body: Body, y: float, z: float, x: float = 0.0) -> None:
    """Hang a big brass padlock before a front at −``y`` whose lid closes at height ``z``, ``x`` right of its middle."""
    brass = body.workshop.material(rgb=(0.80, 0.62, 0.25), roughness=0.3, metallic=0.6)
    body.show(meshes.box((0.036, 0.014, 0.03), 0.008), at=(x, -y - 0.018, z - 0.035), material=brass)
    hoop = meshes.tube([(-0.022, 0, 0), (-0.022, 0, 0.03), (0, 0, 0.044), (0.022, 0, 0.03), (0.022, 0, 0)], 0.006, 8)
    body.show(hoop, at=(x, -y - 0.018, z - 0.008), material=metal(body))
    body.show(meshes.box((0.005, 0.002, 0.011), 0.002), at=(x, -y - 0.033, z - 0.038), material=paint(body, IRON))
