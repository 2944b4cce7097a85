"""Hashes, files, and comparisons that no content of a record can break."""

from __future__ import annotations

import hashlib
import json
import math
import os
from typing import Any, Iterator

from mindsight.record.reading.strict import Json, a_dict, is_file, spelled

Row = tuple[Json, Json]
"""An item and its scores by name."""

UNUSABLE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)
"""What arithmetic raises on a record whose fields are not as they should be."""

_LONGEST_PAGE, _LONGEST_LINE = 1 << 29, 1 << 26


def digest(value: Any) -> str:
    """Return the SHA-256 of a value as it is spelled."""
    return hashlib.sha256(spelled(value)).hexdigest()


def bytes_of(path: str) -> bytes | None:
    """Return a file's content; None if there is no ordinary file or it cannot be read; nothing of a giant, which is no page."""
    try:
        with open(path if is_file(path) else "", "rb") as file:
            return b"" if os.path.getsize(path) > _LONGEST_PAGE else file.read()
    except OSError:
        return None


def lines_of(path: str) -> Iterator[bytes]:
    """Yield a file's lines with their ends; a line without end ends it."""
    with open(path, "rb") as file:
        while True:
            line = file.readline(_LONGEST_LINE)
            yield line
            if not line.endswith(b"\n"):
                return


def sha256_of(path: str) -> str:
    """Return a file's SHA-256; nothing if there is no ordinary file or it cannot be read."""
    found = hashlib.sha256()
    try:
        with open(path if is_file(path) else "", "rb") as file:
            for piece in iter(lambda: file.read(1 << 20), b""):
                found.update(piece)
    except OSError:
        return ""
    return found.hexdigest()


def a_list(value: Any) -> list[Any]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def dicts(value: Any) -> list[Json]:
    """Return the entries of a list, each as a dictionary."""
    return [a_dict(entry) for entry in a_list(value)]


def whole(*values: Any) -> bool:
    """Return whether all values are whole numbers; true is none."""
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def same(a: Any, b: Any) -> bool:
    """Return whether two values are spelled alike: true is not 1."""
    return spelled(a) == spelled(b)


def close(a: Any, b: Any) -> bool:
    """Return whether two numbers differ by rounding only (relative 1e-9), two pages key by key; true is not 1."""
    if isinstance(a, dict) and isinstance(b, dict):
        return all(close(a.get(key), value) for key, value in b.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, bool) or isinstance(b, bool) or whole(a, b):
        return type(a) is type(b) and bool(a == b)
    try:
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
    except (TypeError, OverflowError):
        return bool(a == b)


def brief(value: Any) -> str:
    """Return a value as a finding shows it."""
    try:
        shown = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):  # a whole number of too many digits among others
        return "…"
    return shown if len(shown) <= 120 else shown[:120] + "…"
