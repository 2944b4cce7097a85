"""Numbers, values and words put aside in temporary files, so that of a million of them only the newest are in memory.

What is small never reaches a file. Files lie where ``TMPDIR`` says, have no name, and are gone with what they hold. Each class here is used
like a list, or a set; nobody who uses it has to know where the values lie.
"""

from __future__ import annotations

import io
import os
import tempfile
from array import array
from bisect import bisect_left
from typing import Any, Iterable, Iterator, Sequence

_NUMBERS = 8192
"""Numbers that are read at a time."""
_VALUES = 256
"""Values that are read at a time."""
_BYTES = 1 << 16
"""Bytes of a column that wait to be put aside."""


class Aside:
    """Bytes in a temporary file, which is made when there are any; in memory where none can be made, or its disk is full."""

    def __init__(self) -> None:
        self._file: Any = None
        self.size = 0

    def append(self, data: bytes | bytearray) -> None:
        """Add bytes at the end."""
        if not data:
            return
        if self._file is None:
            self._file = _temporary_file()
        try:
            self._file.seek(self.size)
            whole = self._file.write(data) == len(data)
        except OSError:
            whole = False
        if not whole:
            # The record is not at fault, and must not be said to be.
            kept = io.BytesIO(self.read(0, self.size) + data)
            self._file.close()
            self._file = kept
        self.size += len(data)

    def read(self, begin: int, end: int) -> bytes:
        """Return the bytes from one place to another."""
        data = b""
        while len(data) < end - begin:
            more = self._some(end - begin - len(data), begin + len(data))
            if not more:
                raise EOFError("a temporary file was cut short")
            data = data + more if data else more
        return data

    def _some(self, size: int, place: int) -> bytes:
        if hasattr(os, "pread") and not isinstance(self._file, io.BytesIO):
            # Not by the file's own place in it, which processes share that were forked.
            return os.pread(self._file.fileno(), size, place)
        self._file.seek(place)
        return bytes(self._file.read(size))

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


def _temporary_file() -> Any:
    try:
        return tempfile.TemporaryFile(prefix="mindsight-", buffering=0)
    except OSError:
        return io.BytesIO()


class Numbers(Sequence[Any]):
    """A column of numbers of one size, to be added one after another.

    ``typecode`` is that of Python's arrays: ``B`` and ``I`` for whole numbers below 2⁸ and 2³², ``q`` for any, ``d`` for the others.
    """

    def __init__(self, typecode: str, numbers: Iterable[float] = ()) -> None:
        self.typecode = typecode
        self._newest: array[Any] = array(typecode)
        self._before = Aside()
        self._count = 0
        self._most = _BYTES // self._newest.itemsize
        self.extend(numbers)

    def append(self, number: float) -> None:
        """Add a number."""
        self._newest.append(number)
        if len(self._newest) >= self._most:
            self._put_aside()

    def extend(self, numbers: Iterable[float]) -> None:
        """Add some numbers."""
        for number in numbers:
            self.append(number)

    def __len__(self) -> int:
        return self._count + len(self._newest)

    def __iter__(self) -> Iterator[Any]:
        for begin in range(0, len(self), _NUMBERS):
            yield from self[begin : begin + _NUMBERS]

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            place = range(len(self))[place]
            return self._newest[place - self._count] if place >= self._count else self._part(place, place + 1)[0]
        begin, end, step = place.indices(len(self))
        return (
            self._part(begin, max(begin, end)).tolist() if step == 1 else [self[one] for one in range(begin, end, step)]
        )

    def _part(self, begin: int, end: int) -> array[Any]:
        return array(self.typecode, self._bytes(begin, end))

    def _bytes(self, begin: int, end: int) -> bytes:
        """Return the numbers from one place to another as they lie in memory."""
        size, count = self._newest.itemsize, self._count
        newest = self._newest[max(0, begin - count) : max(0, end - count)].tobytes()
        return self._before.read(min(begin, count) * size, min(end, count) * size) + newest

    def _put_aside(self) -> None:
        self._before.append(self._newest.tobytes())
        self._count += len(self._newest)
        del self._newest[:]


class Spool(Sequence[bytes]):
    """Values that are added one after another and read again by their number, from 0."""

    def __init__(self) -> None:
        self._newest = bytearray()
        self._before = Aside()
        self._ends = Numbers("q", [0])
        self._end = 0

    def add(self, value: bytes) -> None:
        """Put a value aside."""
        self._newest += value
        self._end += len(value)
        self._ends.append(self._end)
        if len(self._newest) >= _BYTES:
            self._before.append(self._newest)
            self._newest = bytearray()

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[bytes]:
        for begin in range(0, len(self), _VALUES):
            yield from self[begin : begin + _VALUES]

    def __getitem__(self, number: Any) -> Any:
        if not isinstance(number, slice):
            number = range(len(self))[number]
            return self._bytes(*self._ends[number : number + 2])
        first, last, step = number.indices(len(self))
        if step != 1:
            return [self[one] for one in range(first, last, step)]
        ends = self._ends[first : max(first, last) + 1]
        data, before = self._bytes(ends[0], ends[-1]), ends[0]
        return [data[begin - before : end - before] for begin, end in zip(ends, ends[1:])]  # noqa: RUF007  (older Pythons)

    def _bytes(self, begin: int, end: int) -> bytes:
        aside = self._before.size
        newest = self._newest[max(0, begin - aside) : max(0, end - aside)]
        return self._before.read(min(begin, aside), min(end, aside)) + newest


class Texts(Sequence[str]):
    """Words that are added one after another and read again by their number, from 0."""

    def __init__(self) -> None:
        self._spool = Spool()

    def add(self, word: str) -> None:
        """Add a word."""
        self._spool.add(word.encode("utf-8", "surrogatepass"))

    def __len__(self) -> int:
        return len(self._spool)

    def __iter__(self) -> Iterator[str]:
        return map(_decoded, self._spool)

    def __getitem__(self, number: Any) -> Any:
        found = self._spool[number]
        return _decoded(found) if isinstance(found, bytes) else list(map(_decoded, found))


def _decoded(word: bytes) -> str:
    return word.decode("utf-8", "surrogatepass")


class Ascending:
    """Finds words among some in ascending order, to which greater ones may be added; they are mostly asked for one after another."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._next = 0
        self._ahead: list[str] = []
        self._begin = 0
        """The place of the first of the words that were read ahead."""
        self._marks: list[str] = []
        """Every word that begins a block."""

    def find(self, word: str) -> int:
        """Return the place of a word, the first of several; -1 if it is none of these."""
        place = self._next
        if self._at(place) != word or self._at(place - 1) == word:
            place = self._first_from(word)
        found = self._at(place) == word
        self._next = place + found
        return place if found else -1

    def places(self, word: str) -> range:
        """Return all places of a word."""
        begin = end = self.find(word)
        while begin >= 0 and self._at(end) == word:
            end += 1
        return range(begin, end)

    def _first_from(self, word: str) -> int:
        """Return the place of the first word that is this one or comes after it."""
        if not self._ahead or not self._ahead[0] < word <= self._ahead[-1]:
            while len(self._marks) * _VALUES < len(self.words):
                self._marks.append(self.words[len(self._marks) * _VALUES])
            self._read(max(0, bisect_left(self._marks, word) - 1) * _VALUES)
        return self._begin + bisect_left(self._ahead, word)

    def _at(self, place: int) -> str | None:
        """Return the word at a place; None if there is none."""
        if not 0 <= place < len(self.words):
            return None
        if not self._begin <= place < self._begin + len(self._ahead):
            self._read(max(0, place - 1))
        return self._ahead[place - self._begin]

    def _read(self, begin: int) -> None:
        self._begin, self._ahead = begin, list(self.words[begin : begin + _VALUES])


class Words:
    """Distinct words by number; as long as they come in ascending order none is an object that is kept."""

    def __init__(self) -> None:
        self._words = Texts()
        self._ascending = Ascending(self._words)
        self._last = ""
        self._known: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self._words) if self._known is None else len(self._known)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words if self._known is None else self._known)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.find(word) >= 0

    def ascending(self) -> Iterator[str]:
        """Return the words in ascending order."""
        return iter(self) if self._known is None else iter(sorted(self._known))

    def find(self, word: str) -> int:
        """Return the number of a word; -1 if it is none of these."""
        if self._known is not None:
            return self._known.get(word, -1)
        return self._ascending.find(word) if len(self._words) and word <= self._last else -1

    def add(self, word: str) -> int:
        """Return the number of a word, which is the next one if it is new."""
        if self._known is None and (not len(self._words) or word > self._last):
            self._words.add(word)
            self._last = word
            return len(self._words) - 1
        found = self.find(word)
        if found >= 0:
            return found
        if self._known is None:
            self._known = {own: number for number, own in enumerate(self)}
        return self._known.setdefault(word, len(self._known))
