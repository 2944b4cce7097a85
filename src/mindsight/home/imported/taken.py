"""What was taken over from a data set, on the disk: an import that was stopped goes on where it was, and holds none of it in memory."""

import errno
import json
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from mindsight.errors import InputError
from mindsight.home.questions.asking.files import SUFFIX
from mindsight.record.canonical import digest

JOURNAL = "taken.sqlite"
_REMEMBERED = 4096
_TOGETHER = 200
"""Things that are written down at once; so many are taken over again after a kill."""


class Shown(NamedTuple):
    """The pictures of one thing that a row shows, by SHA-256, and the second of each if it is a clip."""

    pictures: tuple[str, ...]
    seconds: tuple[float, ...] = ()


class Taken:
    """The things that were taken over into a folder; ``before`` says how many of them an import did that was stopped."""

    def __init__(self, folder: Path, media: Path, import_: str) -> None:
        """Open the journal of a folder for one import, which ``import_`` names.

        Raises:
            InputError: Another import is writing it, or it is half of another one.
        """
        self._media, self._new = media, 0
        self._known: OrderedDict[str, Shown] = OrderedDict()
        try:
            self._file = sqlite3.connect(folder / JOURNAL, timeout=0, isolation_level="EXCLUSIVE")
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA synchronous = OFF")
            self._file.execute("CREATE TABLE IF NOT EXISTS taken (key TEXT PRIMARY KEY, shown TEXT) WITHOUT ROWID")
            self._file.execute("INSERT OR IGNORE INTO taken VALUES ('', ?)", (import_,))
            begun = self._file.execute("SELECT shown FROM taken WHERE key = ''").fetchone()[0]
            self._file.commit()
            self.before: int = self._file.execute("SELECT COUNT(*) - 1 FROM taken").fetchone()[0]
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise InputError(
                    "{folder}: another import is writing it; wait for it, or choose another name", folder=str(folder)
                ) from error
            raise InputError("{folder}: is a half-made pool that was damaged; delete it", folder=str(folder)) from error
        if begun != import_:
            self._file.close()
            raise InputError(
                "{folder}: is half of another import; delete it, or choose another name", folder=str(folder)
            )

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write down what was taken over, however the import ended."""
        self._file.commit()
        self._file.close()

    def get(self, key: Sequence[Any], read: Callable[[], Shown]) -> Shown:
        """Return what a thing shows: as it was taken over before, or read now."""
        name = digest(key)
        if name in self._known:
            self._known.move_to_end(name)
            return self._known[name]
        found = self._held(name)
        if found is None:
            found = read()
            self._note(name, found)
        self._known[name] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found

    def _note(self, name: str, found: Shown) -> None:
        try:
            self._file.execute("INSERT OR REPLACE INTO taken VALUES (?, ?)", (name, json.dumps(found)))
            self._new += 1
            if not self._new % _TOGETHER:
                self._file.commit()
        except sqlite3.OperationalError as error:
            # A full disk says so in words of its own.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), JOURNAL) from error

    def _held(self, name: str) -> Shown | None:
        row = self._file.execute("SELECT shown FROM taken WHERE key = ?", (name,)).fetchone()
        if row is None:
            return None
        pictures, seconds = json.loads(row[0])
        whole = all((self._media / f"{one}{SUFFIX}").is_file() for one in pictures)
        return Shown(tuple(pictures), tuple(seconds)) if whole else None
