"""Read a small plain file that anybody may have put there: a pipe is not waited for, a huge one not taken in."""

import os
import stat
from pathlib import Path
from typing import NamedTuple


class Plain(NamedTuple):
    """What a file holds (one byte more than asked for where it is larger), and its rights."""

    data: bytes
    mode: int


def read_plain(path: Path, most: int, *, follow: bool) -> Plain | None:
    """Return what a plain file holds, None if it is something else; a link is followed only on demand.

    Raises:
        OSError: It cannot be read, or is a link that is not followed.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    opened = os.open(path, flags)
    try:
        status = os.fstat(opened)
        if not stat.S_ISREG(status.st_mode):
            return None
        with os.fdopen(opened, "rb", closefd=False) as file:
            return Plain(file.read(most + 1), status.st_mode & 0o777)
    finally:
        os.close(opened)
