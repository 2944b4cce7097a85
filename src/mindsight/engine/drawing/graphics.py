"""Ways to draw without a screen: OpenGL contexts over EGL or OSMesa, kept for the next camera when one is closed.

Waking up a software renderer costs more than all else that a first picture needs, so a context is never thrown away.
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
    """Find a way to draw without a screen and tell MuJoCo; return its name.

    Raises:
        MissingExtra: Neither EGL nor OSMesa works here.
    """
    reasons = []
    for name in _BACKENDS:
        try:
            made = _tried(name)
        except Exception as error:  # noqa: BLE001  (drivers fail in ways of their own)
            reasons.append(f"{name}: {' '.join(str(error).split())[:120]}")
            continue
        # MuJoCo chooses by an environment variable read on import; here nothing depends on who imported it first.
        gl_context.GLContext = partial(Borrowed, made)
        return name
    raise MissingExtra(
        "cannot render: neither EGL nor OSMesa works ({reasons}); on Debian: apt-get install libegl1 libgl1-mesa-dri "
        "libosmesa6",
        reasons="; ".join(reasons),
    )


def borrow(width: int, height: int) -> "Borrowed":
    """Return an OpenGL context of the calling thread; freeing it gives it back.

    Raises:
        MissingExtra: Neither EGL nor OSMesa works here.
    """
    backend()
    context: Borrowed = gl_context.GLContext(width, height)
    return context


def _tried(name: str) -> Any:
    """Return the class of contexts of a backend after making one."""
    if name == "egl" and not _egl_devices():
        raise OSError("no device or no driver")
    asked = os.environ.get(_PLATFORM)
    try:
        made = importlib.import_module(f"mujoco.{name}").GLContext
        with _clean_shadows():
            made(16, 16).free()
    except Exception:
        # PyOpenGL settles on the first platform that it hears of; let it forget this one.
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
    """Keep an extension from MuJoCo while Mesa's first context is made, which decides for the whole process.

    With clip control MuJoCo sets shadows so little apart from what casts them that rounded edges come out dashed with black;
    without it, ten times as far, which asks for sharp shadows: a texel's width counts. On other drivers than Mesa this changes
    nothing.
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
    """Return how many devices EGL finds. Once PyOpenGL has opened EGL, OSMesa works no more in this process: ask first."""
    library = ctypes.CDLL("libEGL.so.1")
    library.eglGetProcAddress.restype = ctypes.c_void_p
    address = library.eglGetProcAddress(b"eglQueryDevicesEXT")
    if not address:
        return 0
    count = ctypes.c_int(0)
    query = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int))(address)
    return int(count.value) if query(0, None, ctypes.byref(count)) else 0


class Borrowed:
    """An OpenGL context on loan: freeing it gives it back to its thread, for the next one who wants that size."""

    def __init__(self, make: Any, width: int, height: int) -> None:
        # Held on to here: when the process ends, modules are gone before contexts.
        self._shelf = _shelves().setdefault((width, height), [])
        self._context = self._shelf.pop() if self._shelf else make(width, height)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def free(self) -> None:
        """Give it back."""
        if self._context is not None:
            self._shelf.append(self._context)
            self._context = None


def _shelves() -> dict[tuple[int, int], list[Any]]:
    """Return the contexts that wait in this thread, by size."""
    shelves: dict[tuple[int, int], list[Any]] = _kept.__dict__.setdefault("shelves", {})
    return shelves


@atexit.register
def _clear() -> None:
    for shelf in _shelves().values():
        for context in shelf:
            context.free()
        shelf.clear()
