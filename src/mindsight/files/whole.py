"""Write files and folders so that they are there whole or not at all, also if the process is killed."""

import glob
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mindsight.errors import InputError

PARTIAL = ".partial"
"""What the name of a file or folder ends with until it is whole."""
_PIECE = 1 << 20
Content = bytes | Iterable[bytes]
"""What a file holds, or will hold: its bytes, or its pieces, which can be gone through again and again."""


class Pieces:
    """The content of a file, read by pieces each time: the data list of a million items is large."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            yield from iter(lambda: file.read(_PIECE), b"")


def pieces_of(data: Content) -> Iterable[bytes]:
    """Return a file's content by pieces."""
    return (data,) if isinstance(data, bytes) else data


def write_whole(path: Path, data: Content) -> None:
    """Replace a file's content in one step; a write that fails leaves nothing behind."""
    write_partial(path, data).replace(path)


def write_partial(path: Path, data: Content) -> Path:
    """Write a file under a name of its own beside the one that it shall have, and return it."""
    partial = path.with_name(f".{path.name}.{os.getpid()}{PARTIAL}")
    try:
        with partial.open("wb") as file:
            file.writelines(pieces_of(data))
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        partial.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
    return partial


@contextmanager
def whole_folder(folder: Path, *inner: str) -> Iterator[Path]:
    """Give a temporary folder with these folders in it; on success it gets the name, otherwise it is removed.

    What a killed process left of it is removed by the next try.

    Raises:
        InputError: The folder already exists and is not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("{folder}: exists already; choose another folder", folder=str(folder))
    whole = folder.resolve()
    partial = whole.with_name(f".{whole.name}{PARTIAL}")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        for name in inner:
            (partial / name).mkdir(parents=True)
        yield partial
        if whole.exists():
            whole.rmdir()
        # It appears complete or not at all.
        partial.rename(whole)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a file that gets its name only when it is whole; its folder is made if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{PARTIAL}"):
        if not _is_at_work(left.name.split(".")[-2]):
            left.unlink(missing_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}{PARTIAL}")
    try:
        with partial.open("w+b") as file:
            yield file
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _is_at_work(process: str) -> bool:
    """Return whether a process, by its number, may still be writing."""
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
