"""MuJoCo's classic renderer on an OpenGL context: its abstract scene drawn as pixels, whole or in part."""

import ctypes
import importlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.changes import Parts
from mindsight.engine.drawing.graphics import borrow
from mindsight.engine.memory import give_back

_SEGMENTS = (mujoco.mjtRndFlag.mjRND_SEGMENT, mujoco.mjtRndFlag.mjRND_IDCOLOR)
_SHADOW = mujoco.mjtRndFlag.mjRND_SHADOW
_GEOM = int(mujoco.mjtObj.mjOBJ_GEOM)
_SPARE_GEOMS = 100
"""Extra geometries in the abstract scene for what is not in the model, such as MuJoCo's own marks."""
_PICTURE, _SHADOWS = 0, 1
_QUEUES, _WORK_PX = 16, (1024, 1024)
"""More pieces of work than Mesa's software renderer has in hand at a time, and so much each that it must take them all in hand at once."""
_NEAREST_M = 1e6
"""Transparent geometry is drawn by its distance, less its radius: with this one a mark is the nearest."""


class Canvas:
    """MuJoCo's classic renderer on an OpenGL context: draws its abstract scene as pixels."""

    def __init__(self, model: Any, width: int, height: int) -> None:
        self._gl = borrow(width, height)
        self._gl.make_current()
        self._context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_50.value)
        self._bind()
        self._context.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZERONEAR
        self._window = mujoco.MjrRect(0, 0, width, height)
        self._shape = (height, width)
        self.scene: Any = mujoco.MjvScene(model, model.ngeom + _SPARE_GEOMS)
        # The plain calls: the whole of PyOpenGL takes 8 MiB.
        self._calls: Any = importlib.import_module("OpenGL.raw.GL.VERSION.GL_1_1")
        self._limits = int(self._calls.glGenLists(2))

    def close(self) -> None:
        """Free the renderer and return the context."""
        with self._gl.as_current():
            self._calls.glDeleteLists(self._limits, 2)
            self._context.free()
            self._forget_drawn()
        self._gl.free()

    def _forget_drawn(self) -> None:
        """Let Mesa's software renderer let go of buffers that are deleted, such as the map of shadows, 64 MiB with ``fine``.

        Each of its queues of work keeps what it last drew on until it is used again, so all get some, 10 ms in all.
        """
        gl, buffers = self._calls, importlib.import_module("OpenGL.raw.GL.VERSION.GL_3_0")
        buffer, target = ctypes.c_uint(), ctypes.c_uint()
        buffers.glGenRenderbuffers(1, buffer)
        buffers.glBindRenderbuffer(buffers.GL_RENDERBUFFER, buffer)
        buffers.glRenderbufferStorage(buffers.GL_RENDERBUFFER, gl.GL_RGBA8, *_WORK_PX)
        buffers.glGenFramebuffers(1, target)
        buffers.glBindFramebuffer(buffers.GL_FRAMEBUFFER, target)
        buffers.glFramebufferRenderbuffer(
            buffers.GL_FRAMEBUFFER, buffers.GL_COLOR_ATTACHMENT0, buffers.GL_RENDERBUFFER, buffer
        )
        for _ in range(_QUEUES):
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            gl.glFlush()
        buffers.glDeleteFramebuffers(1, target)
        buffers.glDeleteRenderbuffers(1, buffer)

    def upload(self, model: Any, meshes: Iterable[int]) -> None:
        """Read the points of meshes anew."""
        self._gl.make_current()
        for mesh in meshes:
            mujoco.mjr_uploadMesh(model, self._context, mesh)

    def keep(self, wanted: set[int]) -> None:
        """Hide all geometry but ``wanted`` until the next update."""
        self._hide([one for one in self._shown() if one.objtype != _GEOM or one.objid not in wanted])

    def leave_out(self, unwanted: set[int]) -> None:
        """Hide some geometry until the next update."""
        self._hide([one for one in self._shown() if one.objtype == _GEOM and one.objid in unwanted])

    def _shown(self) -> tuple[Any, ...]:
        return tuple(self.scene.geoms[: self.scene.ngeom])

    @staticmethod
    def _hide(geoms: list[Any]) -> None:
        for geom in geoms:
            geom.rgba[3] = 0.0
            geom.segid = -1

    def colours(self) -> NDArray[np.uint8]:
        """Return RGB, top row first."""
        pixels = np.empty((*self._shape, 3), np.uint8)
        self._draw(segments=False)
        mujoco.mjr_readPixels(pixels, None, self._window, self._context)
        _tidy(whole=True)
        return np.ascontiguousarray(pixels[::-1])

    def colours_within(self, parts: Parts, add_geoms: Callable[[Any], None]) -> NDArray[np.uint8]:
        """Return RGB of a part of the picture, top row first; of the map of shadows, too, only a part is drawn again.

        MuJoCo draws everything in three passes: colours without the lamp, the lamp's map of shadows, the lamp's light. It knows no limits,
        but calls a display list for each mesh, and a list can set one: marks before and after all geometry do so, in the right passes
        because marks of the kind "decoration" cast no shadow. By OpenGL's rules of invariance the limits change no pixel within them.
        """
        self._gl.make_current()
        gl = self._calls
        for number, box in enumerate(parts):
            gl.glNewList(self._limits + number, gl.GL_COMPILE)
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(box.left, box.bottom, box.right - box.left, box.top - box.bottom)
            gl.glEndList()
        self.scene.ngeom = 0
        self._mark(_PICTURE)
        add_geoms(self.scene)
        self._mark(_SHADOWS)
        self._mark(_PICTURE, last=True)
        self._draw(segments=False)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        box = parts.picture
        pixels = np.empty((box.top - box.bottom, box.right - box.left, 3), np.uint8)
        if pixels.size:
            window = mujoco.MjrRect(box.left, box.bottom, *pixels.shape[1::-1])
            mujoco.mjr_readPixels(pixels, None, window, self._context)
        _tidy(whole=False)
        return pixels[::-1]

    def _mark(self, which: int, *, last: bool = False) -> None:
        """Add a geometry that draws nothing and sets a limit; the last one does so before everything transparent."""
        geom = self.scene.geoms[self.scene.ngeom]
        alpha = 0.5 if last else 1.0
        mujoco.mjv_initGeom(
            geom,
            mujoco.mjtGeom.mjGEOM_MESH,
            np.ones(3),
            np.zeros(3),
            np.eye(3).ravel(),
            np.array([1, 1, 1, alpha], np.float32),
        )
        geom.dataid = self._limits + which - self._context.baseMesh
        geom.category = mujoco.mjtCatBit.mjCAT_DECOR
        geom.modelrbound = _NEAREST_M
        self.scene.ngeom += 1

    def unshaded(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return RGB without cast shadows, and values from 0 at the nearest plane to 1 at the farthest, top row first."""
        pixels, buffer = np.empty((*self._shape, 3), np.uint8), np.empty(self._shape, np.float32)
        self.scene.flags[_SHADOW] = False
        self._draw(segments=False)
        self.scene.flags[_SHADOW] = True
        mujoco.mjr_readPixels(pixels, buffer, self._window, self._context)
        return pixels[::-1], buffer[::-1]

    def surfaces(self) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return ``geoms``, and values from 0 at the nearest plane to 1 at the farthest, top row first."""
        pixels, buffer = np.empty((*self._shape, 3), np.uint8), np.empty(self._shape, np.float32)
        self._segment(pixels, buffer)
        return self._owners(pixels), buffer[::-1]

    def geoms(self) -> NDArray[np.int32]:
        """Return the number of the geometry at each pixel, −1 for none, top row first."""
        pixels = np.empty((*self._shape, 3), np.uint8)
        self._segment(pixels, None)
        return self._owners(pixels)

    def _segment(self, pixels: NDArray[np.uint8], buffer: NDArray[np.float32] | None) -> None:
        """Draw numbers as colours with one sample a pixel: some drivers would mix those at an edge into a third number."""
        context, several = self._context, (self._context.offFBO, self._context.offSamples)
        if context.offSamples:
            context.offFBO, context.offSamples = context.offFBO_r, 0
        try:
            self._draw(segments=True)
            mujoco.mjr_readPixels(pixels, buffer, self._window, context)
        finally:
            context.offFBO, context.offSamples = several
            self._bind()

    def _bind(self) -> None:
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self._context)

    def _owners(self, pixels: NDArray[np.uint8]) -> NDArray[np.int32]:
        # A colour encodes the number of a geometry in the abstract scene, counted from 1.
        owners = np.full(self.scene.ngeom + 1, -1, np.int32)
        for geom in self._shown():
            if geom.segid >= 0 and geom.objtype == _GEOM:
                owners[geom.segid + 1] = geom.objid
        numbers = pixels[::-1, :, 1].astype(np.intp) << 8
        numbers |= pixels[::-1, :, 0]
        return owners.take(numbers)

    def _draw(self, *, segments: bool) -> None:
        self._gl.make_current()
        self._bind()
        for flag in _SEGMENTS:
            self.scene.flags[flag] = segments
        mujoco.mjr_render(self._window, self.scene, self._context)


@cache
def _tidy(*, whole: bool) -> None:  # noqa: ARG001  (for either, other programs are compiled)
    """Return the memory that a software renderer took to compile its programs, with the first picture of a process."""
    give_back()
