"""Pictures of a world without an X server: colour, depth and the geometry at each pixel.

``fast`` is for regular runs, ``fine`` for pictures that people look at; both use MuJoCo's classic renderer with EGL, or
OSMesa where there is no EGL. ``pbr`` draws its colours with Filament, an extra; depth and geometry always come from the
classic renderer, so that they agree in all three.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Self

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.choices import Profile
from mindsight.engine.drawing.canvas import Canvas
from mindsight.engine.drawing.changes import Changes
from mindsight.engine.drawing.filament import Painter
from mindsight.engine.drawing.graphics import backend
from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.physics.world import World

__all__ = ["PROFILES", "Camera", "Quality", "backend", "with_colours", "without_colours"]

_ALL = int(mujoco.mjtCatBit.mjCAT_ALL)


@dataclass(frozen=True)
class Quality:
    """Settings of a profile: samples per pixel, side of the shadow map, whether Filament paints the colours."""

    offsamples: int
    shadowsize: int
    painted: bool = False


PROFILES: dict[Profile, Quality] = {
    "fast": Quality(0, 1024),
    "fine": Quality(4, 4096),
    "pbr": Quality(4, 2048, painted=True),
}

_COLOURLESS = Quality(0, 0)
_colourless: ContextVar[bool] = ContextVar("colourless", default=False)


@contextmanager
def without_colours() -> Iterator[None]:
    """Make cameras that are opened here return black pictures: for whoever needs only what is where, which costs far less."""
    with _drawn(colourless=True):
        yield


@contextmanager
def with_colours() -> Iterator[None]:
    """Make cameras that are opened here return colours in any case: for whoever judges a scene by them."""
    with _drawn(colourless=False):
        yield


@contextmanager
def _drawn(*, colourless: bool) -> Iterator[None]:
    token = _colourless.set(colourless)
    try:
        yield
    finally:
        _colourless.reset(token)


class Camera:
    """Takes pictures of one world from its agent's view. Bound to the thread that made it; close it after use."""

    def __init__(self, world: World, *, width: int = 640, height: int = 480, profile: Profile = "fast") -> None:
        self.world = world
        self._size = (height, width)
        self._options = mujoco.MjvOption()
        self._options.geomgroup[:] = [group == SEEN for group in range(6)]
        self._options.sitegroup[:] = 0
        self._nobody = mujoco.MjvPerturb()
        self._eye = mujoco.MjvCamera()
        self._eye.type = mujoco.mjtCamera.mjCAMERA_FIXED
        self._eye.fixedcamid = world.model.camera("eye").id
        self._colourless = _colourless.get()
        quality = _COLOURLESS if self._colourless else PROFILES[profile]
        _configure(world.model, quality, width, height)
        self._canvas: Canvas | None = Canvas(world.model, width, height)
        painted = quality.painted
        self._painter = Painter(world.model, self._options, width, height) if painted else None
        world.aspect = width / height
        self._changes = Changes(world, (width, height), quality.shadowsize)
        self._renewed: set[int] = set()
        self._last = np.zeros((height, width, 3), np.uint8)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the renderers."""
        if self._canvas is not None:
            self._canvas.close()
            self._canvas = None
        if self._painter is not None:
            self._painter.close()
            self._painter = None

    def picture(self) -> NDArray[np.uint8]:
        """Return the RGB picture, shape (height, width, 3)."""
        if self._colourless:
            return np.zeros((*self._size, 3), np.uint8)
        if self._painter is not None:
            return self._painter.picture(self.world.data)
        canvas = self._updated()
        parts = self._changes.parts(self._renewed)
        self._renewed.clear()
        if parts is None:
            self._last = canvas.colours()
        else:
            left, bottom, right, top = parts.picture
            height = self._size[0]
            self._last[height - top : height - bottom, left:right] = canvas.colours_within(parts, self._add_geoms)
        return self._last.copy()

    def picture_without(self, geoms: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the classic renderer's RGB picture in which some geometry, and its shadow, is left out."""
        canvas = self._updated()
        canvas.leave_out(set(geoms.tolist()))
        self._changes.forget()
        return canvas.colours()

    def renew(self, meshes: Collection[int]) -> None:
        """Draw meshes from now on as they stand in the model, where their points have been changed."""
        if self._canvas is None:
            raise RuntimeError("the camera is closed")
        self._renewed.update(meshes)
        self._canvas.upload(self.world.model, meshes)

    def unshaded(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return the classic renderer's RGB picture without cast shadows, and 1 / depth along the camera's axis, in 1/m."""
        pixels, buffer = self._updated().unshaded()
        near, far = self._planes()
        buffer *= np.float32(1 / far - 1 / near)
        buffer += np.float32(1 / near)
        return pixels, buffer

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of its pictures."""
        return self._size[1], self._size[0]

    def depth(self) -> NDArray[np.float32]:
        """Return the depth along the camera's axis in m, shape (height, width)."""
        return self._away(self._updated().surfaces()[1])

    def _away(self, buffer: NDArray[np.float32]) -> NDArray[np.float32]:
        near, far = self._planes()
        # The buffer runs from 0 at the nearest plane to 1 at the farthest, linearly in 1 / distance.
        away = 1 / (1 / near + buffer.astype(np.float64) * (1 / far - 1 / near))
        return np.asarray(away, dtype=np.float32)

    def _planes(self) -> tuple[float, float]:
        """Return the distances of the nearest and the farthest plane that is drawn."""
        model = self.world.model
        return model.stat.extent * model.vis.map.znear, model.stat.extent * model.vis.map.zfar

    def geoms(self, only: NDArray[np.int64] | None = None) -> NDArray[np.int32]:
        """Return the geometry at each pixel, −1 for none; with ``only``, everything else is left out."""
        if only is None:
            return self._within_view().geoms()
        canvas = self._updated()
        canvas.keep(set(only.tolist()))
        return canvas.geoms()

    def surfaces(self) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return what ``geoms`` and ``depth`` return, drawn only once."""
        geoms, buffer = self._within_view().surfaces()
        return geoms, self._away(buffer)

    def _within_view(self) -> "Canvas":
        canvas = self._updated()
        canvas.leave_out(set(np.flatnonzero(~self._may_show()).tolist()))
        return canvas

    def _may_show(self) -> NDArray[np.bool_]:
        """Return for each geometry whether its bounding sphere reaches into the view frustum.

        Most triangles of a room lie outside a picture. Colour pictures still need them all, because they cast shadows.
        """
        model, data, eye = self.world.model, self.world.data, self._eye.fixedcamid
        up = np.tan(np.radians(model.cam_fovy[eye]) / 2)
        slopes = np.array([up * self.world.aspect, up])
        seen_from = (data.geom_xpos - data.cam_xpos[eye]) @ data.cam_xmat[eye].reshape(3, 3)
        ahead, radius = -seen_from[:, 2], model.geom_rbound
        beside = (np.abs(seen_from[:, :2]) - ahead[:, None] * slopes) / np.hypot(1, slopes)
        within = (ahead > -radius) & (beside <= radius[:, None]).all(axis=1)
        return np.asarray(within | (radius == 0))  # a plane has no bounding sphere

    def _updated(self) -> "Canvas":
        if self._canvas is None:
            raise RuntimeError("the camera is closed")
        mujoco.mjv_updateScene(
            self.world.model,
            self.world.data,
            self._options,
            None,
            self._eye,
            _ALL,
            self._canvas.scene,
        )
        return self._canvas

    def _add_geoms(self, scene: Any) -> None:
        mujoco.mjv_addGeoms(self.world.model, self.world.data, self._options, self._nobody, _ALL, scene)


def _configure(model: Any, quality: Quality, width: int, height: int) -> None:
    model.vis.quality.offsamples, model.vis.quality.shadowsize = quality.offsamples, quality.shadowsize
    model.vis.global_.offwidth, model.vis.global_.offheight = width, height
    model.mat_reflectance[:] = 0.0  # reflections would draw the room a second time
