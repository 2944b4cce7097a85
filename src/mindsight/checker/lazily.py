"""Items and entries of long files, read anew whenever they are asked for: only their places are kept in memory."""

from __future__ import annotations

import json
import os
import re
from typing import Any, Iterator, Mapping

from mindsight.checker.basics import Json, a_dict, is_file, parsed, strictly

Span = tuple[int, int]

_LONGEST_LIST = 1 << 29
_GAP = re.compile(r"[ \t\n\r]*")


def _no_number(name: str) -> None:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


class _Slices:
    """A file that is opened when something of it is asked for first."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: Any = None

    def slice(self, byte: int, end: int) -> bytes:
        """Return the bytes from one place to another."""
        if self._file is None:
            self._file = open(self._path, "rb")  # noqa: SIM115  (open as long as something is asked for)
        self._file.seek(byte)
        return bytes(self._file.read(end - byte))

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


class Lines(Mapping[str, Json]):
    """The items of a file by id, each with the place of its line as ``_byte``; all their lines were parsed once before."""

    def __init__(self, path: str) -> None:
        self._file = _Slices(path)
        self._places: dict[str, Span] = {}

    def place(self, key: str, byte: int, length: int) -> None:
        """Note where the line of an item is; of two with one id the later one stands."""
        self._places[key] = (byte, byte + length)

    def byte(self, key: str) -> int:
        """Return where the line of an item begins."""
        return self._places[key][0]

    def __getitem__(self, key: str) -> Json:
        byte, end = self._places[key]
        return dict(json.loads(self._file.slice(byte, end).decode("utf-8")), _byte=byte)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Entries:
    """The entries of a data list, in order; what is no object in it is an empty one."""

    def __init__(self, path: str, spans: list[Span]) -> None:
        self._file = _Slices(path)
        self._spans = spans

    def __iter__(self) -> Iterator[Json]:
        return (a_dict(parsed(self._file.slice(*span))) for span in self._spans)

    def __len__(self) -> int:
        return len(self._spans)


def listing_of(path: str, name: str) -> tuple[Json, Entries] | None:
    """Return what a data list says besides its entries, and these; None if it is no JSON object.

    The text is taken as one character a byte: outside of strings JSON has no others, and each value is decoded by itself.
    """
    if not is_file(path) or os.path.getsize(path) > _LONGEST_LIST:
        return None
    with open(path, encoding="latin-1", newline="") as file:
        text = file.read()
    try:
        spans, inner = _scanned(text, name)
        rest = {key: strictly(text[start:end].encode("latin-1")) for key, (start, end) in spans.items()}
    except (ValueError, IndexError, RecursionError):
        return None
    return rest, Entries(path, inner)


def _scanned(text: str, name: str) -> tuple[dict[str, Span], list[Span]]:
    """Return the places of an object's values, but for the list of this name, and those of its elements."""
    spans: dict[str, Span] = {}
    inner: list[Span] = []
    at = _after(text, 0, "{")
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        if not isinstance(key, str):
            raise ValueError("a key is a string")  # noqa: TRY004  (it is the text that is wrong)
        start = _after(text, at, ":")
        if key == name and text[start] == "[":
            inner, at = _elements(text, start)
        else:
            at = _DECODER.raw_decode(text, start)[1]
            spans[key] = (start, at)
        at = _to_next(text, at, "}")
    if _gap(text, at + 1) != len(text):
        raise ValueError("more than an object")
    return spans, inner


def _elements(text: str, at: int) -> tuple[list[Span], int]:
    """Return the places of a list's elements, and where the list ends."""
    spans: list[Span] = []
    at = _after(text, at, "[")
    while text[at] != "]":
        end = _DECODER.raw_decode(text, at)[1]
        spans.append((at, end))
        at = _to_next(text, end, "]")
    return spans, at + 1


def _to_next(text: str, at: int, last: str) -> int:
    """Return where the next member of a list or an object is, or its last mark."""
    at = _gap(text, at)
    if text[at] == last:
        return at
    at = _after(text, at, ",")
    if text[at] == last:
        raise ValueError("a comma without a member")
    return at


def _after(text: str, at: int, mark: str) -> int:
    at = _gap(text, at)
    if text[at] != mark:
        raise ValueError(mark)
    return _gap(text, at + 1)


def _gap(text: str, at: int) -> int:
    found = _GAP.match(text, at)
    return found.end() if found else at
