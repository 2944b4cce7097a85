"""Columns of numbers and of words, and words by key: of many rows only a few thousand values are objects at a time."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from mindsight.record.reading import spill
from mindsight.record.reading.spill import Ascending, Texts
from mindsight.statistics.arrays import numbers_of

Words = Sequence[str]
"""A column of words: of a table that was read or computed ``Names`` or ``Few``."""

_AT_ONCE = 4096
_AHEAD = 256
_BYTE = 256


W = TypeVar("W", bound=Hashable)


class Numbers(spill.Numbers):
    """A column of numbers that can be had as an array."""

    def array(self, begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return the numbers from one place to another, or all of them, as an array that cannot be changed."""
        end = len(self) if end is None else min(end, len(self))
        return np.frombuffer(self._bytes(min(begin, end), end), self.typecode)

    def add_array(self, numbers: NDArray[Any]) -> None:
        """Add the numbers of an array."""
        self._newest.frombytes(np.ascontiguousarray(numbers, self.typecode).tobytes())
        if len(self._newest) >= self._most:
            self._put_aside()


class Few(Sequence[W], Generic[W]):
    """A column in which few values come again and again, such as the outcomes of items: a byte for each row, or few more.

    Of a long column only the newest rows are in memory.
    """

    def __init__(self, values: Iterable[W] = ()) -> None:
        self._numbers: dict[W, int] = {}
        self._rows = Numbers("B")
        self.different: list[W] = []
        """The values that occur, in the order in which they first came."""
        for value in values:
            self.add(value)

    def add(self, value: W) -> None:
        """Add a row."""
        number = self._numbers.setdefault(value, len(self.different))
        if number == len(self.different):
            self.different.append(value)
            if number == _BYTE:
                self._rows = Numbers("I", self._rows)
        self._rows.append(number)

    @property
    def numbers(self) -> NDArray[Any]:
        """Of each row the number of its value in ``different``, as an array that is made anew each time."""
        return self._rows.array()

    def numbers_between(self, begin: int, end: int) -> NDArray[Any]:
        """Return the numbers of some rows."""
        return self._rows.array(begin, end)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[W]:
        return (self.different[number] for number in self._rows)

    @overload
    def __getitem__(self, place: int) -> W: ...
    @overload
    def __getitem__(self, place: slice) -> list[W]: ...
    def __getitem__(self, place: int | slice) -> W | list[W]:
        if isinstance(place, slice):
            return [self.different[number] for number in self._rows[place]]
        number: int = self._rows[place]
        return self.different[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def ordered(self, order: NDArray[np.int64]) -> "Few[W]":
        """Return the rows in another order."""
        again: Few[W] = Few()
        again._numbers, again.different = self._numbers, self.different
        again._rows = Numbers(self._rows.typecode)
        again._rows.add_array(self.numbers[order])
        return again


class Names(Texts):
    """A column of words that are mostly different; of a long one only the newest are in memory."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__()
        self._last: str | None = None
        self.ascending = True
        """Whether each word comes after the one before it, so that all are different."""
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        """Add a row."""
        self.ascending = self.ascending and (self._last is None or word > self._last)
        self._last = word
        super().add(word)

    def array(self) -> NDArray[Any]:
        """Return the words as an array, in which a short one takes sixteen bytes."""
        words = np.empty(len(self), dtype=np.dtypes.StringDType())
        for begin in range(0, len(self), _AT_ONCE):
            words[begin : begin + _AT_ONCE] = self[begin : begin + _AT_ONCE]
        return words

    def sorted(self) -> "tuple[Names, NDArray[np.int64] | None]":
        """Return the words in ascending order, and from which row each is; None if that is their order already."""
        if self.ascending:
            return self, None
        order = np.argsort(self.array(), kind="stable")
        return self.ordered(order), order

    def ordered(self, order: NDArray[np.int64]) -> "Names":
        """Return the rows in another order."""
        words = self.array()
        begins = range(0, len(order), _AT_ONCE)
        return Names(word for begin in begins for word in words[order[begin : begin + _AT_ONCE]].tolist())


class Labels:
    """Collects a column whose words come again and again, or are mostly different, whichever it turns out to be."""

    def __init__(self, before: Iterable[str] | None = None) -> None:
        self._column: Names | Few[str] = Few() if before is None else Names(before)

    def add(self, word: str) -> None:
        """Add a row."""
        self._column.add(word)
        if isinstance(self._column, Few) and len(self._column.different) > max(_AT_ONCE, len(self._column) // 2):
            self._column = Names(self._column)

    def column(self) -> Names | Few[str]:
        """Return the column."""
        return self._column


def numbered(labels: Words) -> NDArray[Any]:
    """Number labels 0, 1, …, equal ones alike, in any order."""
    if isinstance(labels, Few):
        return labels.numbers
    if isinstance(labels, Names):
        return (
            np.arange(len(labels), dtype=np.int32)
            if labels.ascending
            else numbers_of(labels.array(), len(labels), "cluster")
        )
    return numbers_of(labels, len(labels), "cluster") if len(labels) else np.empty(0, np.int32)


class Keyed:
    """Words by key; keys may come in any order, and several times."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        keys, self._words = Names(), Few[str]()
        for key, word in pairs:
            keys.add(key)
            self._words.add(word)
        ordered, order = keys.sorted()
        self._keys = Ascending(ordered)
        self._order: Numbers | None = None
        if order is not None:
            self._order = Numbers("I")
            self._order.add_array(order)

    def __len__(self) -> int:
        return len(self._words)

    def find(self, key: str) -> list[tuple[int, str]]:
        """Return the places (from 0, as they came) and words of a key."""
        return [(place, self._words[place]) for place in map(self._came, self._keys.places(key))]

    def others(self, keys: Iterable[str]) -> list[str]:
        """Return the keys that are none of these, once each, in the order in which they first came."""
        known = np.zeros(len(self), dtype=bool)
        for key in keys:
            found = self._keys.places(key)
            known[found.start : found.stop] = True
        rest = [(self._came(row), self._keys.words[row]) for row in np.flatnonzero(~known).tolist()]
        return list(dict.fromkeys(key for _, key in sorted(rest)))

    def _came(self, place: int) -> int:
        """Return the row of a key, in the order in which they came."""
        return place if self._order is None else int(self._order[place])
