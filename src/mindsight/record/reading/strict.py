"""JSON as a record may hold it: what could not be spelled again is none."""

from __future__ import annotations

import json
import os
import stat
from typing import Any

Json = dict[str, Any]


def parsed(raw: bytes) -> Any:
    """Return what the JSON says; None if it is none, holds a number that JSON has not, or is too deep to be spelled again."""
    try:
        return strictly(raw)
    except (ValueError, RecursionError):
        return None


def strictly(raw: bytes) -> Any:
    """Return what the JSON says; raise where it is none that can be spelled again: 1e999 is read, but no number of JSON."""
    value = json.loads(raw.decode("utf-8"))
    spelled(value)
    return value


def spelled(value: Any, indent: int | None = None) -> bytes:
    """Return a value in the one spelling that is hashed: keys sorted, no spaces; a page is indented by one."""
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=indent, separators=separators, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def is_file(path: str) -> bool:
    """Return whether there is an ordinary file, also behind a link; a pipe would never come to an end."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def a_dict(value: Any) -> Json:
    """Return the value if it is a dictionary, else an empty one."""
    return value if isinstance(value, dict) else {}
