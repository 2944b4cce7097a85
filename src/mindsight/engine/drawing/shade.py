"""Soft shade on a level surface: the shadow of the lamp, and less light from all around near what stands there.

The classic renderer's shadows have ragged edges and begin at some distance from what casts them, so that things seem to float. Here
all that casts shade is cut into layers by height. Each layer's outline, seen from the lamp or from straight above, is blurred in
proportion to its height: shade is sharp and dark where something touches the surface, soft and pale where it is far above.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Rect

Array = NDArray[np.float64]
Map = NDArray[np.float32]

_LAYERS_M = (0.0, 0.004, 0.012, 0.03, 0.07, 0.15, 0.45)
"""Limits of the layers, above the surface."""
_CLOSED = (0.30, 0.20, 0.14, 0.10, 0.07, 0.05)
"""Share of the light from all around that each layer keeps away where it covers everything."""
_DARKEST = 0.88
"""Share of the lamp's light that is missing in its shadow; the rest comes back from the room."""
_LAMP_BLUR, _AROUND_BLUR = 0.13, 0.55
"""Width of the blur by height: the lamp is small, the light around comes from everywhere."""
_FINE_M, _COARSE_M = 0.002, 0.004
"""Size of a cell of the map for what stands still, and for what moves."""
_FLAT_M = 0.0012
"""Height up to which something is part of the surface, such as a stain."""
_MARGIN_M = 0.06
_SHIFT = 4


@dataclass(frozen=True)
class Surface:
    """A level surface: its area, and its height in the room."""

    area: Rect
    height: float

    def shown_in(self, closeness: Map, view: View) -> NDArray[np.bool_]:
        """Return which pixels of a picture show the surface.

        Args:
            closeness: 1 / depth along the camera's axis at each pixel, in 1/m.
            view: The camera's view.
        """
        rows, columns = closeness.shape
        tangent = np.tan(np.radians(view.fovy_deg / 2))
        across = (np.arange(columns) + 0.5 - columns / 2) * 2 / rows * tangent
        up = (rows / 2 - np.arange(rows) - 0.5) * 2 / rows * tangent
        below = self.height - view.eye[2]
        # 1 / depth of a plane is linear in the pixel's place.
        right, above, back = view.rotation[2] / below
        plane = (right * across).astype(np.float32)[None] + (above * up - back).astype(np.float32)[:, None]
        off = closeness - plane
        np.abs(off, out=off)
        plane *= np.float32(_FLAT_M / abs(below))
        return np.asarray(off < plane)


@dataclass(frozen=True)
class Layered:
    """Shade on the cells of a surface, from 0 to 1: of the lamp, and from all around."""

    lamp: Map
    around: Map

    def with_(self, other: "Layered") -> "Layered":
        """Return the shade of both; the other's cells may be larger."""
        size = self.lamp.shape[1::-1]
        lamp, around = (cv2.resize(part, size, interpolation=cv2.INTER_LINEAR) for part in (other.lamp, other.around))
        return Layered(np.maximum(self.lamp, lamp), 1 - (1 - self.around) * (1 - around))


class Shade:
    """The shade on one level surface of a world, by what stands still there and by pieces that move."""

    def __init__(self, world: World, surface: Surface, casters: NDArray[np.int64]) -> None:
        """``casters`` are the geometries that stand still and cast shade."""
        self.surface = surface
        self._half = np.array(surface.area.half) + _MARGIN_M
        model, key = world.model, int(np.flatnonzero(world.model.light_castshadow)[0])
        self._lamp = self._local(np.array(model.light_pos[key]))
        share = _lamp_share(model, key, np.array([*surface.area.at, surface.height]))
        self._colours = np.stack([_DARKEST * share, 1 - share], axis=1)
        self._still = self._layered(self._local(_triangles(world, casters)), _FINE_M)

    def missing(self, view: View, size: tuple[int, int], moving: Array) -> Map:
        """Return the share of light that is missing where a picture shows the surface, by colour, shape (height, width, 3).

        Args:
            view: The camera's view.
            size: Width and height of the picture in pixels.
            moving: Convex pieces in the room that cast shade now, shape (pieces, points, 3).
        """
        shade = self._still
        if len(moving):
            shade = shade.with_(self._layered(self._local(moving), _COARSE_M))
        both = cv2.warpPerspective(cv2.merge([shade.lamp, shade.around]), self._to_picture(view, size), size)
        return np.asarray(cv2.transform(both, self._colours), np.float32)

    def _local(self, points: Array) -> Array:
        """Return points of the room in the frame of the surface, z above it."""
        flat = self.surface.area.local(points[..., :2])
        return np.concatenate([flat, points[..., 2:] - self.surface.height], axis=-1)

    def _layered(self, pieces: Array, cell_m: float) -> Layered:
        shape = tuple(int(np.ceil(2 * half / cell_m)) for half in self._half[::-1])
        lamp, opened = np.zeros(shape, np.float32), np.ones(shape, np.float32)
        low, high = pieces[..., 2].min(axis=1), pieces[..., 2].max(axis=1)
        for (bottom, top), closed in zip(pairwise(_LAYERS_M), _CLOSED, strict=True):
            inside = pieces[(high > max(bottom, _FLAT_M)) & (low < top)]
            if not len(inside):
                continue
            z = np.clip(inside[..., 2:], bottom, top)
            spread = (bottom + top) / 2 / cell_m
            away = inside[..., :2] + (inside[..., :2] - self._lamp[:2]) * z / (self._lamp[2] - z)
            np.maximum(lamp, _blurred(self._filled(away, cell_m, shape), _LAMP_BLUR * spread), out=lamp)
            covered = _blurred(self._filled(inside[..., :2], cell_m, shape), _AROUND_BLUR * spread)
            opened *= 1 - closed * covered
        return Layered(lamp, 1 - opened)

    def _filled(self, outlines: Array, cell_m: float, shape: tuple[int, ...]) -> Map:
        """Return a map with 1 in the cells that convex pieces cover, each given by points around or inside it."""
        mask = np.zeros(shape, np.uint8)
        cells = np.round(((outlines + self._half) / cell_m - 0.5) * (1 << _SHIFT)).astype(np.int32)
        many = cells.shape[1] > 3
        for piece in cells:
            cv2.fillConvexPoly(mask, cv2.convexHull(piece) if many else piece, 255, cv2.LINE_8, _SHIFT)
        return np.asarray(mask / np.float32(255), np.float32)

    def _to_picture(self, view: View, size: tuple[int, int]) -> Array:
        """Return the matrix from cells of the map to pixels of a picture."""
        area = self.surface.area
        corner = np.array([*area.point((-float(self._half[0]), -float(self._half[1]))), self.surface.height])
        sides = [np.append(side, 0.0) * _FINE_M for side in area.axes]
        start = corner + (sides[0] + sides[1]) / 2 - np.array(view.eye)
        seen = np.stack([*sides, start], axis=1)
        x, y, back = view.rotation.T @ seen
        scale = size[1] / 2 / np.tan(np.radians(view.fovy_deg / 2))
        middle = (np.array(size) - 1) / 2
        return np.stack([scale * x - middle[0] * back, -scale * y - middle[1] * back, -back])


def _blurred(mask: Map, cells: float) -> Map:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(cells, 0.6), borderType=cv2.BORDER_CONSTANT))


def _lamp_share(model: Any, key: int, point: Array) -> NDArray[np.float32]:
    """Return the lamp's share of the light on a level surface, by colour."""
    total = np.array(model.vis.headlight.ambient, float)
    shares = np.zeros((model.nlight, 3))
    for light in range(model.nlight):
        towards = point - model.light_pos[light]
        towards /= np.linalg.norm(towards)
        facing = max(0.0, -float(towards[2]))
        spot = max(0.0, float(towards @ model.light_dir[light])) ** float(model.light_exponent[light])
        shares[light] = model.light_diffuse[light] * facing * spot
    return np.asarray(shares[key] / (total + shares.sum(axis=0)), np.float32)


def _triangles(world: World, geoms: NDArray[np.int64]) -> Array:
    """Return the triangles of the visible meshes among geometries, in the room, shape (triangles, 3, 3)."""
    model, data = world.model, world.data
    found = [np.zeros((0, 3, 3))]
    for geom in geoms:
        if model.geom_group[geom] != SEEN or model.geom_type[geom] != mujoco.mjtGeom.mjGEOM_MESH:
            continue
        mesh = int(model.geom_dataid[geom])
        first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
        begin, faces = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
        points = model.mesh_vert[first : first + count] @ data.geom_xmat[geom].reshape(3, 3).T + data.geom_xpos[geom]
        found.append(points[model.mesh_face[begin : begin + faces]])
    return np.concatenate(found)
