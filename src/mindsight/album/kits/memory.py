"""Let the C library keep the memory of decoded pictures instead of returning it to the system after each one."""

import contextlib
import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # parameter numbers of glibc's mallopt
_LARGEST_BLOCK = 1 << 30


def keep_freed_memory() -> None:
    """Ask glibc to reuse large blocks; elsewhere nothing happens.

    A picture's pixels are megabytes that glibc would map and unmap anew each time; the page faults cost a fifth of the
    decoding time. The memory kept is what the largest pair of pictures needs, not more with each pair.
    """
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGEST_BLOCK)
        library.mallopt(_TRIM_THRESHOLD, _LARGEST_BLOCK)
