"""Items and entries of long files, read anew whenever they are asked for: only their places are kept in memory."""

from __future__ import annotations

import json
import re
from typing import Any, Callable, Iterator, Mapping

from mindsight.record.reading.spill import Numbers, Words
from mindsight.record.reading.strict import Json, a_dict, is_file, parsed, strictly

_PIECE = 1 << 20
_LONGEST = 1 << 29
_GAP = re.compile(r"[ \t\n\r]*")
_COMMA = re.compile(r"[ \t\n\r]*,[ \t\n\r]*(?=[^\] \t\n\r])")


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
        self._keys = Words()
        self._places = Numbers("q")
        self._later: dict[int, tuple[int, int]] = {}

    def place(self, key: str, byte: int, length: int) -> None:
        """Note where the line of an item is; of two with one id the later one stands."""
        number = self._keys.add(key)
        if 2 * number == len(self._places):
            self._places.extend((byte, byte + length))
        else:
            self._later[number] = byte, byte + length

    def find(self, key: str) -> int:
        """Return the place of an item among these, from 0; -1 if it is none of them."""
        return self._keys.find(key)

    def byte(self, key: str) -> int:
        """Return where the line of an item begins."""
        return self._place(key)[0]

    def __getitem__(self, key: str) -> Json:
        byte, end = self._place(key)
        return dict(json.loads(self._file.slice(byte, end).decode("utf-8")), _byte=byte)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def ascending(self) -> Iterator[str]:
        """Return the ids in ascending order."""
        return self._keys.ascending()

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def _place(self, key: str) -> tuple[int, int]:
        number = self._keys.find(key)
        if number < 0:
            raise KeyError(key)
        byte, end = self._later.get(number) or self._places[2 * number : 2 * number + 2]
        return byte, end


class Entries:
    """The entries of a data list, in order; what is no object in it is an empty one."""

    def __init__(self, path: str, places: Numbers | None = None) -> None:
        self._file = _Slices(path)
        self._places = Numbers("q") if places is None else places

    def __iter__(self) -> Iterator[Json]:
        places = iter(self._places)
        return (a_dict(parsed(self._file.slice(begin, end))) for begin, end in zip(places, places))

    def __len__(self) -> int:
        return len(self._places) // 2


Note = Callable[[Any, int, int], Any]
"""Called with an entry, in whose words each character is a byte, where it begins and where it ends."""


def listing_of(path: str, name: str) -> tuple[Json, Entries] | None:
    """Return what a data list says besides its entries, and these; None if it is no JSON object."""
    places = Numbers("q")
    rest = read_through(path, name, lambda _, begin, end: places.extend((begin, end)))
    return None if rest is None else (rest, Entries(path, places))


def read_through(path: str, name: str, note: Note) -> Json | None:
    """Read a data list once, note each entry, and return what it says besides; None if it is no JSON object."""
    if not is_file(path):
        return None
    # One character a byte: outside of strings JSON has no others, and each value is decoded by itself.
    with open(path, encoding="latin-1", newline="") as file:
        try:
            values = _Scanner(file, note).page(name)
            return {key: strictly(text.encode("latin-1")) for key, text in values.items()}
        except (ValueError, IndexError, RecursionError):
            return None


class _Scanner:
    """Reads a JSON text by pieces: no more of it is in memory than a piece and the value that is being read."""

    def __init__(self, file: Any, note: Note) -> None:
        self._file = file
        self._note = note
        self._text = ""
        self._base = 0
        self._piece = _PIECE

    def page(self, name: str) -> dict[str, str]:
        """Note the elements of an object's list of this name, and return the texts of its other values."""
        values: dict[str, str] = {}
        noted = False
        at = self._after(0, "{")
        while self._mark(at) != "}":
            key, at = self._value(at)
            if not isinstance(key, str):
                raise ValueError("a key is a string")  # noqa: TRY004  (it is the text that is wrong)
            start = self._after(at, ":")
            if key == name and noted:
                raise ValueError("the list stands twice")
            if key == name and self._mark(start) == "[":
                noted, at = True, self._elements(start)
            else:
                at = self._value(start)[1]
                values[key] = self._text[start - self._base : at - self._base]
            at = self._to_next(at, "}")
        if self._gap(at + 1) < self._base + len(self._text):
            raise ValueError("more than an object")
        return values

    def _elements(self, at: int) -> int:
        """Note a list's elements, and return where the list ends."""
        at = self._after(at, "[")
        while self._mark(at) != "]":
            self._forget(at)
            at = self._here(at)
            value, end = self._value(at)
            self._note(value, at, end)
            at = self._to_next(end, "]")
        return at + 1

    def _here(self, at: int) -> int:
        """Read elements as long as another follows in this piece, and return where that one is: nearly all of a long list."""
        text, base, start = self._text, self._base, at - self._base
        while True:
            try:
                value, end = _DECODER.raw_decode(text, start)
            except ValueError:
                return base + start
            found = _COMMA.match(text, end)
            if found is None:
                return base + start
            self._note(value, base + start, base + end)
            start = found.end()

    def _value(self, at: int) -> tuple[Any, int]:
        """Return a value and where it ends; one that ends with the piece may go on in the next."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, at - self._base)
            except ValueError:
                if not self._more():
                    raise
                continue
            if end < len(self._text) or not self._more():
                return value, self._base + end

    def _to_next(self, at: int, last: str) -> int:
        """Return where the next member of a list or an object is, or its last mark."""
        at = self._gap(at)
        if self._mark(at) == last:
            return at
        at = self._after(at, ",")
        if self._mark(at) == last:
            raise ValueError("a comma without a member")
        return at

    def _after(self, at: int, mark: str) -> int:
        at = self._gap(at)
        if self._mark(at) != mark:
            raise ValueError(mark)
        return self._gap(at + 1)

    def _gap(self, at: int) -> int:
        while True:
            found = _GAP.match(self._text, at - self._base)
            end = at if found is None else self._base + found.end()
            if end < self._base + len(self._text) or not self._more():
                return end

    def _mark(self, at: int) -> str:
        return self._text[at - self._base]

    def _more(self) -> bool:
        """Read on, each time twice as much, so that a long value is not begun anew too often; return whether there was more."""
        if len(self._text) > _LONGEST:
            raise ValueError("a value is too long")
        piece = self._file.read(self._piece)
        self._piece *= 2
        self._text += piece
        return bool(piece)

    def _forget(self, at: int) -> None:
        """Drop what was read, once it is a piece long."""
        if at - self._base >= _PIECE:
            self._text, self._base, self._piece = self._text[at - self._base :], at, _PIECE
