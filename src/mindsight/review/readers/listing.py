"""Find the files of a folder; links are listed and never followed, hidden files are counted and left alone."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError, RecordError
from mindsight.reasons import system_reason
from mindsight.record import canonical

_MOST = 5_000_000


class Listing(NamedTuple):
    """Paths below a root, sorted, as the system spells them, and the names of hidden files and folders."""

    files: tuple[str, ...]
    hidden: tuple[str, ...]


def list_files(root: Path) -> Listing:
    """Return the files below a folder.

    Raises:
        InputError: It is no folder, cannot be read, or holds nothing.
    """
    if not root.is_dir():
        raise InputError("{folder}: is not a folder; name the folder of the data set", folder=str(root))
    files: list[str] = []
    hidden: list[str] = []

    def refuse(error: OSError) -> None:
        raise InputError(
            "{file}: cannot be read ({reason})", file=str(error.filename), reason=system_reason(error)
        ) from error

    for folder, folders, names in os.walk(root, onerror=refuse):
        below = os.path.relpath(folder, root)
        place = "" if below == "." else f"{below}{os.sep}"
        hidden += [place + name for name in (*folders, *names) if name.startswith(".")]
        files += [place + name for name in folders if os.path.islink(os.path.join(folder, name))]  # noqa: PTH114, PTH118
        files += [place + name for name in names if not name.startswith(".")]
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if len(files) > _MOST:
            raise InputError("{folder}: holds more than {count} files", folder=str(root), count=_MOST)
    if not files:
        raise InputError("{folder}: holds no files", folder=str(root))
    return Listing(tuple(sorted(files)), tuple(sorted(hidden)))


def read_page(root: Path, name: str) -> Any:
    """Return the content of a JSON file of the data set; None if it is a link or is no JSON, which its facts will say too."""
    path = root / name
    if path.is_symlink():
        return None
    try:
        return canonical.load(path)
    except RecordError:
        return None


def is_page(root: Path, name: str, form: str) -> bool:
    """Return whether a file of that name is JSON that says it has this format."""
    path = root / name
    if not path.is_file() or path.is_symlink():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(1 << 16)
        return json.dumps(form).encode() in head
    except OSError:
        return False
