"""Unpack zip and tar into a folder of one's own: only files and folders, none outside of it, and not more than their size lets expect."""

import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from mindsight.decoding import decoder_errors, is_full
from mindsight.errors import InputError
from mindsight.home.imported.media import unsafe
from mindsight.text import storable

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_MOST_FILES = 2_000_000
_MOST_TIMES = 200
_ALWAYS = 1 << 30
"""Bytes that any archive may unpack to; beyond that, ``_MOST_TIMES`` its own size."""
_PIECE = 1 << 20


def is_archive(path: Path) -> bool:
    """Return whether a file has the name of an archive."""
    return path.is_file() and path.name.lower().endswith(ENDINGS)


def unpack(path: Path, folder: Path) -> None:
    """Unpack an archive into an empty folder.

    Raises:
        InputError: It is damaged, holds something that is neither file nor folder or lies outside, or is far larger than itself.
    """
    stamp = path.stat().st_mtime_ns
    left = max(_ALWAYS, _MOST_TIMES * path.stat().st_size)
    members = _zip_members if zipfile.is_zipfile(path) else _tar_members
    try:
        for number, member in enumerate(members(path)):
            if unsafe(member.name) or number > _MOST_FILES:
                raise InputError(
                    "{file}: holds {name}, which is no file inside it; it was not unpacked",
                    file=str(path),
                    name=storable(member.name[:200]),
                )
            target = folder / member.name
            target.parent.mkdir(parents=True, exist_ok=True)
            with member.stream as source, target.open("xb") as file:
                while piece := source.read(_PIECE):
                    left -= len(piece)
                    if left < 0:
                        raise InputError(
                            "{file}: unpacks to far more than its own size; it was refused", file=str(path)
                        )
                    file.write(piece)
            # As old as the archive: an import that was stopped sees that it is the same file.
            os.utime(target, ns=(stamp, stamp))
    except OSError as error:
        # Damaged names clash with each other or are too long; a full disk is none of the archive's faults and says so itself.
        if is_full(error):
            raise
        raise _damaged(path) from error
    except decoder_errors() as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> InputError:
    return InputError("{file}: is damaged and cannot be unpacked; fetch or pack it again", file=str(path))


class _Member(NamedTuple):
    name: str
    stream: IO[bytes]


def _zip_members(path: Path) -> Iterator[_Member]:
    with zipfile.ZipFile(path) as archive:
        for one in archive.infolist():
            mode = one.external_attr >> 16
            if one.is_dir():
                continue
            if stat.S_ISLNK(mode):
                raise InputError(
                    "{file}: holds the link {name}; links are not unpacked",
                    file=str(path),
                    name=storable(one.filename[:200]),
                )
            yield _Member(one.filename, archive.open(one))


def _tar_members(path: Path) -> Iterator[_Member]:
    with tarfile.open(path) as archive:
        for one in archive:
            if one.isdir():
                continue
            stream = archive.extractfile(one) if one.isfile() else None
            if stream is None:
                raise InputError(
                    "{file}: holds the link {name}; links are not unpacked",
                    file=str(path),
                    name=storable(one.name[:200]),
                )
            yield _Member(one.name, stream)
