"""A cache folder of bounded size for reproducible results: found by key, whole or not at all.

Several processes may use it at once, and any of them may be killed: an entry gets its name when it is complete, and holds the hash of
its content, so that one damaged by a full disk or a power failure is made again. A failed write is never an error.
"""

import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MOST_BYTES = 2 << 30
_HASH = hashlib.sha256().digest_size
_PARTIAL = ".partial"
_ABANDONED_S = 3600.0
"""Age at which a partial entry is considered abandoned."""


class _Entry(NamedTuple):
    used: float
    size: int
    path: Path


class BlobStore:
    """Entries in a folder, of at most so many bytes in all; the least recently used ones make room."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most = most_bytes
        self._unmeasured: int | None = None

    def get(self, key: str) -> bytes | None:
        """Return an entry; None if there is no complete one."""
        path = self._path(key)
        try:
            held = path.read_bytes()
        except OSError:
            return None
        digest, data = held[:_HASH], held[_HASH:]
        if hashlib.sha256(data).digest() != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return data

    def put(self, key: str, data: bytes) -> None:
        """Store an entry, if possible."""
        if len(data) + _HASH > self._most:
            return
        path = self._path(key)
        partial = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}{_PARTIAL}")
        try:
            # Recordings are private: no access for other users.
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with partial.open("xb") as file:
                file.write(hashlib.sha256(data).digest())
                file.write(data)
            partial.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            return
        self._bound(len(data) + _HASH)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key

    def _bound(self, added: int) -> None:
        """Make room when enough was added since the folder's size was last measured; other processes add to it too."""
        if self._unmeasured is not None and self._unmeasured + added <= self._most // 16:
            self._unmeasured += added
            return
        self._unmeasured = 0
        entries = sorted(self._entries())
        size = sum(entry.size for entry in entries)
        # Down to seven eighths, so that not every new entry triggers this.
        goal = self._most if size <= self._most else self._most * 7 // 8
        for entry in entries:
            if size <= goal:
                break
            with contextlib.suppress(OSError):
                entry.path.unlink(missing_ok=True)
            size -= entry.size

    def _entries(self) -> Iterator[_Entry]:
        """Yield the entries; parts abandoned by dead processes are removed."""
        now = time.time()
        for path in self._folder.glob("??/*"):
            with contextlib.suppress(OSError):
                found = path.lstat()
                if path.name.endswith(_PARTIAL):
                    if now - found.st_mtime > _ABANDONED_S:
                        path.unlink(missing_ok=True)
                    continue
                yield _Entry(found.st_mtime, found.st_size, path)
