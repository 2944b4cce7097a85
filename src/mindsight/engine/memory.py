"""Return memory to the system between scenes: freed pictures, meshes and models leave the heap fragmented."""

import contextlib
import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENAS = -1, -3, -8  # parameter numbers of glibc's mallopt
_LARGE_BLOCK = 1024 * 1024


def keep_little() -> None:
    """Make glibc map large blocks one by one, so that each returns to the system when it is freed.

    By default glibc raises that limit to the largest block ever freed, and a process that builds scene after scene ends up
    with twice the memory that one scene needs. Without glibc this does nothing.
    """
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_TRIM_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_ARENAS, 1)


def give_back() -> None:
    """Return free memory to the system."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
