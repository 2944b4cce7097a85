"""Columns of words, and words by key: of many rows only a few thousand words are objects at a time."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Words = Sequence[str] | NDArray[Any]
"""A column of words: of a table that was read or computed an array, in which a short word takes sixteen bytes, or ``Few``."""

_AT_ONCE = 4096
_BYTE = 256


W = TypeVar("W", bound=Hashable)


class Few(Sequence[W], Generic[W]):
    """A column in which few values come again and again, such as the outcomes of items: a byte for each row, or few more."""

    def __init__(self, values: Iterable[W] = ()) -> None:
        self._numbers: dict[W, int] = {}
        self._rows: array[int] = array("B")
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
                self._rows = array("I", self._rows)
        self._rows.append(number)

    @property
    def numbers(self) -> NDArray[Any]:
        """Of each row the number of its value in ``different``; no row may be added as long as this is in use."""
        return np.frombuffer(self._rows, dtype=self._rows.typecode)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> W: ...
    @overload
    def __getitem__(self, place: slice) -> list[W]: ...
    def __getitem__(self, place: int | slice) -> W | list[W]:
        found = self._rows[place]
        return [self.different[number] for number in found] if isinstance(found, array) else self.different[found]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def ordered(self, order: NDArray[np.int64]) -> "Few[W]":
        """Return the rows in another order."""
        again: Few[W] = Few()
        again._numbers, again.different = self._numbers, self.different
        again._rows = array(self._rows.typecode, self.numbers[order].tobytes())
        return again


class Keyed:
    """Words by key, in arrays; keys may come in any order, and several times."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        keys, words = Names(), Few[str]()
        for key, word in pairs:
            keys.add(key)
            words.add(word)
        self._keys = keys.column()
        self._words = words
        self._order: NDArray[np.uint32] | None = None
        if not (self._keys[1:] >= self._keys[:-1]).all():
            self._order = np.argsort(self._keys, kind="stable").astype(np.uint32)
            self._keys = self._keys[self._order]

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, key: str) -> list[tuple[int, str]]:
        """Return the places (from 0, as they came) and words of a key."""
        found = range(bisect_left(self._keys, key), bisect_right(self._keys, key))
        places = found if self._order is None else self._order[found.start : found.stop].tolist()
        return [(place, self._words[place]) for place in places]

    def others(self, keys: Iterable[str]) -> list[str]:
        """Return the keys that are none of these, once each, in the order in which they first came."""
        known = np.zeros(len(self._keys), dtype=bool)
        for key in keys:
            known[bisect_left(self._keys, key) : bisect_right(self._keys, key)] = True
        rest = np.flatnonzero(~known)
        came = rest if self._order is None else self._order[rest]
        return list(dict.fromkeys(str(self._keys[row]) for row in rest[np.argsort(came, kind="stable")]))


class Names:
    """Collects a column of words that are mostly different, as an array that doubles: what is not used of it takes no memory."""

    def __init__(self) -> None:
        self._column: NDArray[Any] = np.empty(_AT_ONCE, dtype=np.dtypes.StringDType())
        self._count = 0
        self._words: list[str] = []

    def add(self, word: str) -> None:
        """Add a row."""
        self._words.append(word)
        if len(self._words) == _AT_ONCE:
            self._pack()

    def copy(self) -> "Names":
        """Return the same words, to which others may be added."""
        again = Names()
        again._column, again._count, again._words = self._column.copy(), self._count, [*self._words]
        return again

    def column(self) -> NDArray[Any]:
        """Return the column; nothing may be added afterwards."""
        self._pack()
        return self._column[: self._count]

    def _pack(self) -> None:
        end = self._count + len(self._words)
        if end > len(self._column):
            grown = np.empty(2 * len(self._column), dtype=self._column.dtype)
            grown[: self._count] = self._column[: self._count]
            self._column = grown
        if self._words:
            self._column[self._count : end] = np.array(self._words, dtype=self._column.dtype)
        self._count, self._words = end, []


class Labels:
    """Collects a column whose words come again and again, or are mostly different, whichever it turns out to be."""

    def __init__(self, before: Names | None = None) -> None:
        self._column: Names | Few[str] = before or Few()

    def add(self, word: str) -> None:
        """Add a row."""
        self._column.add(word)
        if isinstance(self._column, Few) and len(self._column.different) > max(_AT_ONCE, len(self._column) // 2):
            column = Names()
            for one in self._column:
                column.add(one)
            self._column = column

    def column(self) -> NDArray[Any] | Few[str]:
        """Return the column; nothing may be added afterwards."""
        return self._column.column() if isinstance(self._column, Names) else self._column


class Ascending:
    """Words in ascending order, which are mostly asked for one after another."""

    def __init__(self, words: NDArray[Any]) -> None:
        self.words = words
        self._next = 0

    def find(self, word: str) -> int:
        """Return the place of a word, the first of several; -1 if it is none of these."""
        place = self._next
        if not self._is_at(place, word) or self._is_at(place - 1, word):
            place = bisect_left(self.words, word)
        self._next = place + 1
        return place if self._is_at(place, word) else -1

    def _is_at(self, place: int, word: str) -> bool:
        return 0 <= place < len(self.words) and self.words[place] == word
