"""Which parts of a picture can differ from the one before it: only those need be drawn again.

Something that moves changes the picture where it was and where it is, and wherever its shadow was and is: on every surface that the lamp
sees behind it. For this the triangles of all that stands still are looked up, as the eye and as the lamp see them.
"""

from collections.abc import Collection
from typing import NamedTuple

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.boxes import Array, Box, Index, Sight
from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.physics.world import World

_OF_GEOMS = ("geom_rgba", "geom_group", "geom_size", "geom_matid")
_OF_ALL = (
    *("light_active", "light_castshadow", "light_type", "light_cutoff", "light_exponent", "light_attenuation"),
    *("light_ambient", "light_diffuse", "light_specular"),
    *("mat_rgba", "mat_emission", "mat_specular", "mat_shininess"),
)
_BESIDE_PX = 0.75
"""How far from a triangle the middle of a pixel may be whose samples show it: its light is worked out in the middle."""
_NEARER_M, _NEARLY = 0.02, 1e-3
"""What is left to rounding: how much nearer a shadow may begin, and how far from its edge light may end."""
_KINDS = mujoco.mjtGeom
_CORNERS = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, -1).T


class Parts(NamedTuple):
    """What must be drawn again: a part of the picture, and a part of the map of shadows."""

    picture: Box
    shadows: Box


class Place(NamedTuple):
    """Where something is: its boxes in the picture and in the map of shadows, and how far from the lamp it begins."""

    picture: Index
    shadows: Index
    nearest: float


class Surfaces(NamedTuple):
    """Triangles that stand still: their boxes in the picture and in the map of shadows, and how far from the lamp they end."""

    picture: Index
    shadows: Index
    farthest: Array

    def behind(self, place: Place) -> Index:
        """Return the boxes in the picture of those that may have something's shadow on them."""
        left, bottom, right, top = self.shadows.T
        low, high = place.shadows[:2], place.shadows[2:]
        met = (left < high[0]) & (right > low[0]) & (bottom < high[1]) & (top > low[1])
        return np.asarray(self.picture[met & (self.farthest > place.nearest - _NEARER_M)])


class Changes:
    """Remembers what the last picture of a camera showed."""

    def __init__(self, world: World, size: tuple[int, int], texels: int) -> None:
        self._world, self._size, self._texels = world, size, texels
        self._last: tuple[Array, Array] | None = None
        self._places: dict[int, Place] = {}
        self._surfaces: Surfaces | None = None
        self._lamp = 0

    def forget(self) -> None:
        """Let the next picture be drawn whole."""
        self._last = None

    def parts(self, meshes: Collection[int]) -> Parts | None:
        """Return what must be drawn again, where some meshes were written anew; None if that is everything.

        It is everything where the view, a light or a material is another one, where nothing moved, and where it is not known
        where what moved was before.
        """
        model = self._world.model
        now, last = self._state(), self._last
        self._last = now
        moved = np.isin(model.geom_dataid, list(meshes)) & (model.geom_type == _KINDS.mjGEOM_MESH)
        same = last is not None and np.array_equal(last[1], now[1])
        if last is not None and same:
            moved |= (last[0] != now[0]).any(axis=1)
        plain = self._plain()
        if not (same and plain):
            self._places.clear()
            self._surfaces = None
        if not plain:
            return None
        eye, lamp = Sight.of_eye(self._world, self._size), Sight.of_lamp(self._world, self._lamp, self._texels)
        before = {geom: self._places.get(geom) for geom in np.flatnonzero(moved).tolist()}
        self._places |= {geom: self._place(geom, eye, lamp) for geom in before}
        old = [place for place in before.values() if place is not None]
        if not same or not old or len(old) < len(before):
            return None
        if self._surfaces is None:
            self._surfaces = self._still(eye, lamp)
        both = [*old, *(self._places[geom] for geom in before)]
        shaded = [self._surfaces.behind(place) for place in both]
        pictures = [place.picture for place in (*old, *self._places.values())]
        return Parts(
            Box.around(np.vstack([*pictures, *shaded])), Box.around(np.vstack([place.shadows for place in both]))
        )

    def _plain(self) -> bool:
        """Return whether one lamp throws all shadows, and nothing that is shown has no end."""
        model = self._world.model
        lamps = np.flatnonzero((model.light_castshadow != 0) & (model.light_active != 0))
        endless = (model.geom_type == _KINDS.mjGEOM_PLANE) & (model.geom_group == SEEN)
        self._lamp = int(lamps[0]) if len(lamps) else 0
        return (
            len(lamps) == 1 and model.light_type[self._lamp] == mujoco.mjtLightType.mjLIGHT_SPOT and not endless.any()
        )

    def _state(self) -> tuple[Array, Array]:
        """Return what decides on the look of each geometry, and what decides on that of all."""
        model, data = self._world.model, self._world.data
        eye = model.camera("eye").id
        own = [data.geom_xpos, data.geom_xmat, *(getattr(model, name).reshape(model.ngeom, -1) for name in _OF_GEOMS)]
        common = [data.cam_xpos[eye], data.cam_xmat[eye], model.cam_fovy[[eye]], data.light_xpos, data.light_xdir]
        return np.hstack(own), np.concatenate(
            [part.ravel() for part in (*common, *(getattr(model, name) for name in _OF_ALL))]
        )

    def _place(self, geom: int, eye: Sight, lamp: Sight) -> Place:
        points = self._points(geom)[None]
        lit = lamp.seen(points)
        return Place(eye.boxes(eye.seen(points))[0], lamp.boxes(lit)[0], float(lit[..., 2].min()))

    def _points(self, geom: int) -> Array:
        """Return points between which a geometry lies."""
        model, data = self._world.model, self._world.data
        if model.geom_type[geom] == _KINDS.mjGEOM_MESH:
            mesh = model.geom_dataid[geom]
            first = model.mesh_vertadr[mesh]
            own = model.mesh_vert[first : first + model.mesh_vertnum[mesh]].astype(np.float64)
        else:
            middle, half = np.split(model.geom_aabb[geom], 2)
            own = middle + half * _CORNERS
        return np.asarray(own @ data.geom_xmat[geom].reshape(3, 3).T + data.geom_xpos[geom])

    def _still(self, eye: Sight, lamp: Sight) -> Surfaces:
        """Return the triangles in the picture of all that never moved."""
        geoms = np.flatnonzero(self._world.model.geom_group == SEEN).tolist()
        found = [self._surfaces_of(geom, eye, lamp) for geom in geoms if geom not in self._places]
        return Surfaces(*(np.concatenate(parts) for parts in zip(*found, strict=True)))

    def _surfaces_of(self, geom: int, eye: Sight, lamp: Sight) -> Surfaces:
        model, points = self._world.model, self._points(geom)
        if model.geom_type[geom] != _KINDS.mjGEOM_MESH:  # anything may be on it
            return Surfaces(eye.boxes(eye.seen(points[None])), np.array([(0, 0, *lamp.size)]), np.array([np.inf]))
        mesh = model.geom_dataid[geom]
        faces = slice(model.mesh_faceadr[mesh], model.mesh_faceadr[mesh] + model.mesh_facenum[mesh])
        corners = points[model.mesh_face[faces]]
        normals = model.mesh_normal[model.mesh_normaladr[mesh] :][model.mesh_facenormal[faces]]
        seen = eye.seen(corners)
        shown = eye.inside(seen) & ~eye.turned_away(seen)
        shown &= self._lit(lamp, corners, normals @ self._world.data.geom_xmat[geom].reshape(3, 3).T)
        lit = lamp.seen(eye.beside(seen[shown], _BESIDE_PX))
        return Surfaces(eye.boxes(seen[shown]), lamp.boxes(lit, both=True), lit[..., 2].max(axis=1))

    def _lit(self, lamp: Sight, corners: Array, normals: Array) -> NDArray[np.bool_]:
        """Return which triangles the lamp lights at a corner: MuJoCo works light out there, and shares it over the triangle."""
        ways = lamp.at - corners
        ahead = -(ways @ lamp.axes[2])
        widest = np.cos(np.radians(self._world.model.light_cutoff[self._lamp]))
        within = ahead >= np.linalg.norm(ways, axis=-1) * widest - _NEARLY
        return np.asarray((((normals * ways).sum(axis=-1) > -_NEARLY) & within).any(axis=1))
