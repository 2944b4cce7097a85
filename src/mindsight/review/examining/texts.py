"""Search words for what points to persons: telephone and identity numbers, addresses, number plates, folders of users, declared names."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from mindsight.review.facts import Sign, SignKind

LARGEST = 1 << 26
"""Bytes of a text that is searched; more is not a text that anybody reads."""
MOST = 200
"""Most signs kept of one file; the rest is of the same kind."""
_LONGEST = 1 << 16
_EDGE = r"(?<![0-9A-Za-z.])"
_END = r"(?![0-9A-Za-z]|\.[0-9])"
_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_HOMES = r"(?:[A-Za-z]:[\\/]{1,2}Users|(?<![\w.])/home|(?<![\w.])/Users)"
_PATTERNS: tuple[tuple[SignKind, re.Pattern[str]], ...] = (
    ("identity_number", re.compile(_EDGE + r"[1-9]\d{16}[\dXx]" + _END)),
    ("phone", re.compile(_EDGE + r"(?:\+?86[- ]?)?1[3-9]\d(?:[- ]?\d{4}){2}" + _END)),
    ("phone", re.compile(r"(?<![0-9A-Za-z.+])\+[1-9]\d{0,2}(?:[ -]\(?\d{1,4}\)?){2,5}" + _END)),
    ("e_mail", re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![\w])")),
    ("plate", re.compile(rf"[{_PROVINCES}][A-HJ-NP-Z][·• ]?(?=[A-Z]*\d)[A-HJ-NP-Z0-9]{{5,6}}(?![0-9A-Za-z])")),
    ("user_folder", re.compile(_HOMES + r"[\\/]{1,2}(?!Public\b|Shared\b)[^\\/\s\"'<>|]{1,60}")),
    ("absolute_path", re.compile(r"(?<![A-Za-z0-9])[A-Za-z]:\\{1,2}[^\\/:*?\"<>|\s]{1,60}")),
)  # fmt: skip
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"


def signs_in(words: str, where: str, names: Sequence[str] = ()) -> Iterator[Sign]:
    """Yield what in a text points to persons; each place only once, as the gravest kind."""
    taken: list[tuple[int, int]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(words):
            if kind == "identity_number" and not is_identity_number(match.group()):
                continue
            if any(match.start() < end and begin < match.end() for begin, end in taken):
                continue
            taken.append(match.span())
            yield Sign(kind=kind, where=where, shown=hidden(match.group()))
    lowered = words.casefold()
    for name in names:
        if name.casefold() in lowered:
            yield Sign(kind="name", where=where, shown=hidden(name))


def signs_in_file(data: bytes, suffix: str, names: Sequence[str] = ()) -> tuple[Sign, ...]:
    """Return the signs in a text file: of JSON with the field they stand in, else with the line."""
    words = data.decode("utf-8", "replace")
    found: list[Sign] = []
    for where, part in _json_parts(words) if suffix == ".json" else _lines(words):
        found += signs_in(part, where, names)
        if len(found) >= MOST:
            break
    return tuple(found[:MOST])


def is_identity_number(digits: str) -> bool:
    """Return whether 18 characters are a Chinese identity number: a day that exists, and the right check character."""
    try:
        date(int(digits[6:10]), int(digits[10:12]), int(digits[12:14]))
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(digits, _WEIGHTS, strict=False))
    return _CHECKS[total % 11] == digits[17].upper()


def hidden(found: str) -> str:
    """Return a text with all but its ends hidden."""
    kept = max(1, min(3, len(found) // 4))
    return f"{found[:kept]}{'*' * min(8, len(found) - 2 * kept)}{found[-kept:]}" if len(found) > 2 else "**"


def _lines(words: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(words.splitlines(), start=1):
        if line.lstrip().startswith("{"):
            yield from ((f"{number}: {where}", part) for where, part in _json_parts(line))
        else:
            yield str(number), line[:_LONGEST]


def _json_parts(words: str) -> Iterable[tuple[str, str]]:
    try:
        return list(_strings(json.loads(words), ""))
    except (ValueError, RecursionError):
        return [(str(number), line[:_LONGEST]) for number, line in enumerate(words.splitlines(), start=1)]


def _strings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a JSON value and every name in it; long runs without a space are encoded pictures."""
    if isinstance(value, str):
        if len(value) <= _LONGEST and not (len(value) > 400 and value.isascii() and " " not in value):
            yield where, value
    elif isinstance(value, dict):
        for key, held in value.items():
            yield where, key
            yield from _strings(held, f"{where}.{key[:60]}".removeprefix("."))
    elif isinstance(value, list):
        for number, held in enumerate(value):
            yield from _strings(held, f"{where}[{number}]")
