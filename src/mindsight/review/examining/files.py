"""Hash one file and find out its facts by its kind; nothing outside the data set's folder is opened."""

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindsight.errors import MindsightError
from mindsight.reasons import system_reason
from mindsight.review.examining import clips, pictures, texts
from mindsight.review.facts import FileFacts, Kind
from mindsight.text import text

LARGEST_PICTURE = 1 << 30
_TEXTS = frozenset((".json", ".jsonl", ".csv", ".tsv", ".txt", ".md", ".toml", ".yaml", ".yml", ".xml", ".srt", ".vtt"))


@dataclass(frozen=True)
class Examiner:
    """Examines files of one data set; ``names`` are names of persons to search for."""

    root: Path
    names: tuple[str, ...] = ()

    def __call__(self, file: str) -> FileFacts:
        """Return the facts of a file named below the root."""
        path, name, size = self.root / file, readable(file), 0
        try:
            status = path.lstat()
            size = status.st_size
            if stat.S_ISLNK(status.st_mode):
                return FileFacts(id=name, bytes=0, kind="link", problem=text("is a link; copy the file itself"))
            if not stat.S_ISREG(status.st_mode):
                return FileFacts(id=name, bytes=0, kind="special", problem=text("is no ordinary file"))
            return self._examined(path, name, size)
        except OSError as error:
            # Also of a file that was there when the folder was listed.
            problem = text("cannot be read ({reason})", reason=system_reason(error))
            return FileFacts(id=name, bytes=size, kind=_kind(path), problem=problem)

    def _examined(self, path: Path, name: str, size: int) -> FileFacts:
        kind = _kind(path)
        suffix = path.suffix.lower()
        limit = {"picture": LARGEST_PICTURE, "text": texts.LARGEST}.get(kind)
        found: dict[str, Any] = {}
        if limit is None or size > limit:
            with path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            if limit is not None:
                found = {"problem": text("is larger than {limit} MiB", limit=limit >> 20)}
            elif kind == "clip":
                found = clips.facts_of_clip(path, self.names)
        else:
            data = path.read_bytes()
            sha256 = hashlib.sha256(data).hexdigest()
            if kind == "picture":
                found = pictures.facts_of_picture(data, suffix, self.names)
            else:
                found = {"signs": texts.signs_in_file(data, suffix, self.names)}
        return FileFacts(id=name, bytes=size, sha256=sha256, kind=kind, **found)


def given_up(file: str, error: MindsightError) -> FileFacts:
    """Return the facts of a file whose decoder ended its process."""
    return FileFacts(id=readable(file), bytes=0, kind="other", problem=error.text)


def readable(file: str) -> str:
    """Return a path as text that can be written as UTF-8: names from other systems need not be."""
    return os.fsencode(file).decode("utf-8", "backslashreplace")


def _kind(path: Path) -> Kind:
    suffix = path.suffix.lower()
    if suffix in pictures.SUFFIXES:
        return "picture"
    if suffix in clips.SUFFIXES:
        return "clip"
    return "text" if suffix in _TEXTS else "other"
