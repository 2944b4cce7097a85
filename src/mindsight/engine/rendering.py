"""Pictures of a world: colour, depth and who is seen where, without an X server.

``fast`` is for every-night runs, ``fine`` for pictures people look at; both use MuJoCo's classic renderer over EGL, or
OSMesa where there is no EGL. ``pbr`` draws its colours with Filament, an extra of its own; depth and geometry stay with
the classic renderer, which all three agree with.
"""

from dataclasses import dataclass
from typing import Any, Literal, Self

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.bodies import SEEN
from mindsight.engine.filament import Painter
from mindsight.engine.graphics import backend
from mindsight.engine.world import World

__all__ = ["PROFILES", "Camera", "Profile", "Quality", "backend"]

Profile = Literal["fast", "fine", "pbr"]


@dataclass(frozen=True)
class Quality:
    """What a profile asks of the classic renderer: samples of a pixel, side of the shadow map; who paints colours."""

    offsamples: int
    shadowsize: int
    painted: bool = False


PROFILES: dict[Profile, Quality] = {
    "fast": Quality(0, 1024),
    "fine": Quality(4, 4096),
    "pbr": Quality(0, 0, painted=True),
}


class Camera:
    """Takes pictures of one world from where its agent looks. Bound to the thread that made it; close it."""

    def __init__(self, world: World, *, width: int = 640, height: int = 480, profile: Profile = "fast") -> None:
        backend()
        self.world = world
        quality = PROFILES[profile]
        look = world.model.vis
        look.quality.offsamples, look.quality.shadowsize = quality.offsamples, quality.shadowsize
        look.global_.offwidth = max(look.global_.offwidth, width)
        look.global_.offheight = max(look.global_.offheight, height)
        world.model.mat_reflectance[:] = 0.0  # a mirrored room is a second room to draw
        self._options = mujoco.MjvOption()
        self._options.geomgroup[:] = [group == SEEN for group in range(6)]
        self._options.sitegroup[:] = 0
        self._renderer = mujoco.Renderer(world.model, height, width)
        self._painter = Painter(world.model, self._options, width, height) if quality.painted else None
        world.aspect = width / height

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free what it draws with."""
        self._renderer.close()
        if self._painter is not None:
            self._painter.close()
            self._painter = None

    def picture(self) -> NDArray[np.uint8]:
        """Return what is seen, RGB, shape (height, width, 3)."""
        if self._painter is not None:
            return self._painter.picture(self.world.data)
        self._update()
        return np.asarray(self._renderer.render())

    def depth(self) -> NDArray[np.float32]:
        """Return the distance along the line of sight's axis in m, shape (height, width)."""
        self._renderer.enable_depth_rendering()
        try:
            self._update()
            return np.asarray(self._renderer.render())
        finally:
            self._renderer.disable_depth_rendering()

    def geoms(self, only: NDArray[np.int64] | None = None) -> NDArray[np.int32]:
        """Return the geometry seen at each pixel, −1 for none; with ``only``, as if nothing else were there."""
        self._renderer.enable_segmentation_rendering()
        try:
            self._update()
            if only is not None:
                self._keep(set(only.tolist()))
            found = np.asarray(self._renderer.render())
        finally:
            self._renderer.disable_segmentation_rendering()
        is_geom = found[..., 1] == int(mujoco.mjtObj.mjOBJ_GEOM)
        return np.where(is_geom, found[..., 0], -1).astype(np.int32)

    def _keep(self, wanted: set[int]) -> None:
        # The abstract scene is rebuilt at every update: what is taken out of it here is back for the next picture.
        scene: Any = self._renderer.scene
        for index in range(scene.ngeom):
            geom = scene.geoms[index]
            if geom.objid not in wanted:
                geom.rgba[3] = 0.0
                geom.segid = -1

    def _update(self) -> None:
        self._renderer.update_scene(self.world.data, "eye", self._options)
