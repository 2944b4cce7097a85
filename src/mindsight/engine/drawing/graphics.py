"""OpenGL contexts without a screen, by EGL or OSMesa, kept for the next camera when one is closed.

Starting a software renderer takes longer than the rest of a first picture, so contexts are reused.
"""

import atexit
import contextlib
import ctypes
import importlib
import os
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from mujoco.rendering.classic import gl_context

from mindsight.errors import MissingExtra

_BACKENDS = ("egl", "osmesa")
_PLATFORM = "PYOPENGL_PLATFORM"
_MESA, _WITHOUT_CLIP_CONTROL = "MESA_EXTENSION_OVERRIDE", "-GL_ARB_clip_control"
_kept = threading.local()


@lru_cache
def backend() -> str:
    """Choose a backend that can draw without a screen, set it in MuJoCo and return its name.

    Raises:
        MissingExtra: Neither EGL nor OSMesa works here.
    """
    reasons = []
    for name in _BACKENDS:
        try:
            made = _tested(name)
        except Exception as error:  # noqa: BLE001  (drivers fail in ways of their own)
            reasons.append(f"{name}: {' '.join(str(error).split())[:120]}")
            continue
        # MuJoCo chooses by an environment variable when it is imported; setting the class does not depend on import order.
        gl_context.GLContext = partial(Borrowed, made)
        return name
    raise MissingExtra(
        "cannot render: neither EGL nor OSMesa works ({reasons}); on Debian: apt-get install libegl1 libgl1-mesa-dri "
        "libosmesa6",
        reasons="; ".join(reasons),
    )


def borrow(width: int, height: int) -> "Borrowed":
    """Return an OpenGL context for the calling thread; freeing it makes it available again.

    Raises:
        MissingExtra: Neither EGL nor OSMesa works here.
    """
    backend()
    context: Borrowed = gl_context.GLContext(width, height)
    return context


@lru_cache
def driver() -> str:
    """Return what draws, in the driver's own words, such as ``llvmpipe (LLVM 15.0.6, 256 bits)``; another one gives other pixels.

    Raises:
        MissingExtra: Neither EGL nor OSMesa works here.
    """
    context = borrow(16, 16)
    try:
        context.make_current()
        # PyOpenGL keeps the platform it is first imported with, so it is imported after the backend was chosen.
        gl = importlib.import_module("OpenGL.GL")
        return bytes(gl.glGetString(gl.GL_RENDERER) or b"").decode(errors="replace")
    finally:
        context.free()


def _tested(name: str) -> Any:
    """Return the context class of a backend after testing that a context can be made."""
    if name == "egl" and not _egl_devices():
        raise OSError("no device or no driver")
    asked = os.environ.get(_PLATFORM)
    try:
        made = importlib.import_module(f"mujoco.{name}").GLContext
        with _clean_shadows():
            made(16, 16).free()
    except Exception:
        # PyOpenGL keeps the first platform it was imported with; unload it so that another can be tried.
        for module in [module for module in sys.modules if module.split(".")[0] == "OpenGL"]:
            del sys.modules[module]
        sys.modules.pop(f"mujoco.{name}", None)
        sys.modules.pop("mujoco.egl.egl_ext", None)
        os.environ.pop(_PLATFORM, None)
        if asked is not None:
            os.environ[_PLATFORM] = asked
        raise
    return made


@contextlib.contextmanager
def _clean_shadows() -> Iterator[None]:
    """Hide an extension from MuJoCo while Mesa's first context is made, which decides for the whole process.

    With clip control MuJoCo offsets shadows so little from their casters that rounded edges get black dashes; without it the offset is ten
    times as large, which needs sharp shadow maps, since a texel's width matters. Other drivers than Mesa are not affected.
    """
    if _MESA in os.environ:
        yield
        return
    os.environ[_MESA] = _WITHOUT_CLIP_CONTROL
    try:
        yield
    finally:
        del os.environ[_MESA]


def _egl_devices() -> int:
    """Return the number of EGL devices, without PyOpenGL: once that has opened EGL, OSMesa cannot be used in this process."""
    library = ctypes.CDLL("libEGL.so.1")
    library.eglGetProcAddress.restype = ctypes.c_void_p
    address = library.eglGetProcAddress(b"eglQueryDevicesEXT")
    if not address:
        return 0
    count = ctypes.c_int(0)
    query = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int))(address)
    return int(count.value) if query(0, None, ctypes.byref(count)) else 0


class Borrowed:
    """A reusable OpenGL context: freeing it returns it to its thread's store for the next user of that size."""

    def __init__(self, make: Any, width: int, height: int) -> None:
        # A reference is kept here because modules are gone before contexts when the process ends.
        self._idle = _idle_contexts().setdefault((width, height), [])
        self._context = self._idle.pop() if self._idle else make(width, height)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def free(self) -> None:
        """Return it to the store."""
        if self._context is not None:
            self._idle.append(self._context)
            self._context = None


def _idle_contexts() -> dict[tuple[int, int], list[Any]]:
    idle: dict[tuple[int, int], list[Any]] = _kept.__dict__.setdefault("idle", {})
    return idle


@atexit.register
def _clear() -> None:
    for idle in _idle_contexts().values():
        for context in idle:
            context.free()
        idle.clear()
