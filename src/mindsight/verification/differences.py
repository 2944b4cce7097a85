"""Where two pages of JSON or two tables differ, in words that name block, row and field."""

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from mindsight.text import Text, text

_MOST_SHOWN = 80
"""Characters of a value that a sentence shows."""
ABSENT = object()
"""Stands for what one of two pages lacks; JSON's null is a value."""
Path = tuple[str | int, ...]


class Difference(NamedTuple):
    """One place in which a page is not what the record gives: the keys that lead to it, what stands there, what should."""

    path: Path
    found: Any
    expected: Any


def differences(found: Any, expected: Any, path: Path = ()) -> Iterator[Difference]:
    """Yield every place in which two JSON values differ; 1, 1.0 and true are three values.

    Entries of a list that have names (``id`` or ``name``) are compared by name, others by place.
    """
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in sorted(found.keys() | expected.keys()):
            yield from differences(found.get(key, ABSENT), expected.get(key, ABSENT), (*path, key))
    elif isinstance(found, list) and isinstance(expected, list):
        yield from _of_lists(found, expected, path)
    elif type(found) is not type(expected) or found != expected:
        yield Difference(path, found, expected)


def _of_lists(found: list[Any], expected: list[Any], path: Path) -> Iterator[Difference]:
    names = [_names(found), _names(expected)]
    if names[0] is not None and names[1] is not None:
        if sorted(names[0]) == sorted(names[1]) and names[0] != names[1]:
            yield Difference(path, names[0], names[1])
        yield from differences(
            dict(zip(names[0], found, strict=True)), dict(zip(names[1], expected, strict=True)), path
        )
        return
    for place, (ours, theirs) in enumerate(zip_longest(found, expected, fillvalue=ABSENT)):
        yield from differences(ours, theirs, (*path, place))


def _names(entries: Sequence[Any]) -> list[str] | None:
    """Return the entries' names, if each has one of its own."""
    names = [entry.get("id", entry.get("name")) if isinstance(entry, dict) else None for entry in entries]
    distinct = all(isinstance(name, str) for name in names) and len(set(map(str, names))) == len(names)
    return [str(name) for name in names] if distinct else None


def in_words(difference: Difference, page: Any) -> Text:
    """Return a difference as a sentence without its file: block, row, column and field, what stands there, what should."""
    kind, name, *rest = (*difference.path, "", "")[: max(2, len(difference.path))]
    name = cut(name) if isinstance(name, str) else name
    shown = {"found": _brief(difference.found), "expected": _brief(difference.expected)}
    if kind == "blocks" and isinstance(name, str) and name:
        return _in_block(name, rest, page, shown)
    if kind == "measures" and isinstance(name, str) and name:
        return text(
            "measure {name}, {field}: recorded {found}, rebuilt {expected}",
            name=name, field=_dotted(rest) or "–", **shown,
        )  # fmt: skip
    field = _dotted(difference.path) or "–"
    return text("{field}: recorded {found}, rebuilt {expected}", field=field, **shown)


def _in_block(name: str, rest: Sequence[str | int], page: Any, shown: dict[str, str]) -> Text:
    if len(rest) >= 3 and rest[0] == "rows" and isinstance(rest[1], int) and isinstance(rest[2], int):
        return text(
            "block {name}, row {row}, column {column}, {field}: recorded {found}, rebuilt {expected}",
            name=name, row=rest[1] + 1, column=_column(page, name, rest[2]), field=_dotted(rest[3:]) or "–", **shown,
        )  # fmt: skip
    return text(
        "block {name}, {field}: recorded {found}, rebuilt {expected}",
        name=name, field=_dotted(rest) or "–", **shown,
    )  # fmt: skip


def _column(page: Any, name: str, place: int) -> Text | int:
    """Return the heading of a table's column, else its number from 1."""
    try:
        block = next(block for block in page["blocks"] if block["id"] == name)
        return Text.model_validate(block["columns"][place]["title"])
    except (LookupError, StopIteration, TypeError, ValueError):
        return place + 1


def _dotted(path: Sequence[str | int]) -> str:
    return cut(".".join(str(step + 1 if isinstance(step, int) else step) for step in path))


def _brief(value: Any) -> str:
    if value is ABSENT:
        return "–"
    return cut(json.dumps(value, ensure_ascii=False))


def cut(words: str) -> str:
    """Return words from a record as a sentence shows them: the beginning, if there are many."""
    return words if len(words) <= _MOST_SHOWN else f"{words[:_MOST_SHOWN]}…"
