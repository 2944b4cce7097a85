"""JSON as a record may hold it: what could not be spelled again is none."""

from __future__ import annotations

import json
import os
import stat
from typing import Any

Json = dict[str, Any]
MOST_VALUES = 1 << 21
"""Of a page or a line: each takes some sixty bytes of memory, however few it takes in the file."""


def parsed(raw: bytes) -> Any:
    """Return what the JSON says; None if it is none, holds a number that JSON has not, or is too deep to be spelled again."""
    try:
        return strictly(raw)
    except (ValueError, RecursionError):
        return None


def strictly(raw: bytes) -> Any:
    """Return what the JSON says; raise where it is none that can be spelled again: 1e999 is read, but no number of JSON."""
    refuse_overfull(raw)
    value = json.loads(raw.decode("utf-8"))
    spelled(value)
    return value


def refuse_overfull(raw: bytes) -> None:
    """Raise a ValueError where a page or a line holds more values than any of a record; its text is not parsed for that."""
    if len(raw) > MOST_VALUES and raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_VALUES:
        raise ValueError("holds too many values")


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
