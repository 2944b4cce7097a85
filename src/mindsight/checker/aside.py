"""Numbers and values put aside in temporary files, so that of a million of them only the newest are in memory.

What is small never reaches a file. Files lie where ``TMPDIR`` says, have no name, and are gone with what they hold.
"""

from __future__ import annotations

import os
import tempfile
from array import array
from typing import Any, Iterable, Iterator, Sequence

_NUMBERS = 8192
"""Numbers in memory at a time."""
_VALUES = 256
"""Values that are read at a time."""
_BYTES = 1 << 16
"""Bytes of values that wait to be put aside."""


class Aside:
    """Bytes in a temporary file, which is made when there are any."""

    def __init__(self) -> None:
        self._file: Any = None
        self.size = 0

    def append(self, data: bytes | bytearray | memoryview) -> None:
        """Add bytes at the end."""
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="mindsight-")  # noqa: SIM115  (open as long as it is asked)
        self._file.seek(0, os.SEEK_END)
        self._file.write(data)
        self._file.flush()
        self.size += len(data)

    def read(self, begin: int, end: int) -> bytes:
        """Return the bytes from one place to another."""
        data = b""
        while len(data) < end - begin:
            # Not by the file's own place in it, which processes share that were forked.
            more = os.pread(self._file.fileno(), end - begin - len(data), begin + len(data))
            if not more:
                raise EOFError("a temporary file was cut short")
            data = data + more if data else more
        return data

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


class Numbers(Sequence[Any]):
    """A column of numbers of one size, to be added one after another.

    ``typecode`` is that of Python's arrays: ``B`` and ``I`` for whole numbers below 2⁸ and 2³², ``q`` for any, ``d`` for the others.
    """

    def __init__(self, typecode: str, numbers: Iterable[float] = ()) -> None:
        self.typecode = typecode
        self._newest: array[Any] = array(typecode)
        self._before = Aside()
        self._count = 0
        self.extend(numbers)

    def append(self, number: float) -> None:
        """Add a number."""
        self._newest.append(number)
        if len(self._newest) == _NUMBERS:
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
