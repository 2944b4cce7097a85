"""Give memory back between scenes: pictures, meshes and models come in blocks that leave holes when they go."""

import contextlib
import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENAS = -1, -3, -8  # parameter numbers of glibc's mallopt
_LARGE_BLOCK = 128 * 1024


def keep_little() -> None:
    """Ask glibc to map large blocks one by one, so that each returns to the system when it is freed.

    Left alone it raises that limit with the largest block ever freed, and a process that builds scene after scene comes
    to hold twice what one scene needs. Elsewhere nothing happens.
    """
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_TRIM_THRESHOLD, 8 * _LARGE_BLOCK)
        library.mallopt(_ARENAS, 1)


def give_back() -> None:
    """Return what is free to the system."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
