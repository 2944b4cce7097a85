"""Names of files: the same name in two encodings of its letters is one name; names that differ in case are two, and errors say so."""

import unicodedata
from pathlib import Path

from mindsight.text import Text, text


def composed(name: str) -> str:
    """Return a name with its accented letters composed (NFC): an archive from a Mac has them in parts, and a list of its files may not."""
    return unicodedata.normalize("NFC", name)


def differs_in_case(missing: Text, other: str) -> Text:
    """Return a sentence that something is missing, with the name that would be right but for upper and lower case."""
    return text(
        "{missing}; {other} differs from it in upper and lower case: give both the same name",
        missing=missing,
        other=other,
    )


_LONGEST = 255
"""Bytes of the name of a file or folder."""


def file_named(root: Path, name: str) -> Path | str:
    """Return the file of a name in a folder, whatever the encoding of its letters; else the name that differs in case, or nothing."""
    path, parts = root, Path(name).parts
    if any(len(part.encode("utf-8", "replace")) > _LONGEST for part in parts) or len(name) > 16 * _LONGEST:
        return ""  # the system would refuse to look for it
    for part in parts:
        step = path / part
        if not step.exists() and path.is_dir():
            alike = [
                entry
                for entry in sorted(path.iterdir())
                if composed(entry.name).casefold() == composed(part).casefold()
            ]
            same = [entry for entry in alike if composed(entry.name) == composed(part)]
            if alike and not same:
                return alike[0].name
            step = same[0] if same else step
        path = step
    return path if path.is_file() and path.resolve().is_relative_to(root.resolve()) else ""
