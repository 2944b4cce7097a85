"""Pictures of a world: colour, depth and who is seen where, without an X server.

``fast`` is for every-night runs, ``fine`` for pictures people look at; both use MuJoCo's classic renderer over EGL, or
OSMesa where there is no EGL. ``pbr`` (Filament) is an extra of its own.
"""

import importlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Self

import mujoco
import numpy as np
from mujoco.rendering.classic import gl_context
from numpy.typing import NDArray

from mindsight.engine.bodies import SEEN
from mindsight.engine.world import World
from mindsight.errors import MissingExtra

Profile = Literal["fast", "fine"]
_BACKENDS = ("egl", "osmesa")


@dataclass(frozen=True)
class Quality:
    """What a profile asks of the renderer."""

    offsamples: int
    shadowsize: int


PROFILES: dict[Profile, Quality] = {"fast": Quality(0, 1024), "fine": Quality(4, 4096)}


@lru_cache
def backend() -> str:
    """Find a way to draw without a screen and tell MuJoCo; return its name.

    Raises:
        MissingExtra: Neither EGL nor OSMesa works here.
    """
    reasons = []
    for name in _BACKENDS:
        try:
            found = importlib.import_module(f"mujoco.{name}")
        except (ImportError, AttributeError, OSError, RuntimeError) as error:
            reasons.append(f"{name}: {error}")
            continue
        # MuJoCo chooses by an environment variable read on import; here nothing depends on who imported it first.
        gl_context.GLContext = found.GLContext
        return name
    raise MissingExtra(
        "nothing to draw with: neither EGL nor OSMesa works ({reasons}); "
        "on Debian: apt-get install libegl1 libgl1-mesa-dri libosmesa6",
        reasons="; ".join(reasons),
    )


class Camera:
    """Takes pictures of one world from where its agent looks. Bound to the thread that made it; close it."""

    def __init__(self, world: World, *, width: int = 640, height: int = 480, profile: Profile = "fast") -> None:
        backend()
        self.world = world
        quality = PROFILES[profile]
        world.model.vis.quality.offsamples = quality.offsamples
        world.model.vis.quality.shadowsize = quality.shadowsize
        world.model.vis.global_.offwidth = max(world.model.vis.global_.offwidth, width)
        world.model.vis.global_.offheight = max(world.model.vis.global_.offheight, height)
        self._renderer = mujoco.Renderer(world.model, height, width)
        self._options = mujoco.MjvOption()
        self._options.geomgroup[:] = [group == SEEN for group in range(6)]
        self._options.sitegroup[:] = 0
        world.aspect = width / height

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the graphics context."""
        self._renderer.close()

    def picture(self) -> NDArray[np.uint8]:
        """Return what is seen, RGB, shape (height, width, 3)."""
        self._update()
        return np.asarray(self._renderer.render()).copy()

    def depth(self) -> NDArray[np.float32]:
        """Return the distance along the line of sight's axis in m, shape (height, width)."""
        self._renderer.enable_depth_rendering()
        try:
            self._update()
            return np.asarray(self._renderer.render()).copy()
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
