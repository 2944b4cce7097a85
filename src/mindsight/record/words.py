"""Columns of words: of many rows only a few thousand words are objects at a time."""

from array import array
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

Words = Sequence[str] | NDArray[Any]
"""A column of words: of a table that was read or computed an array, in which a short word takes sixteen bytes, or ``Few``."""

_AT_ONCE = 4096
_BYTE = 256


class Few(Sequence[str]):
    """A column in which few words come again and again, such as the outcomes of items: a byte for each row."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: list[str] = []
        self._rows: array[int] = array("B")

    def add(self, word: str) -> None:
        """Add a row."""
        number = self._numbers.setdefault(word, len(self._names))
        if number == len(self._names):
            self._names.append(word)
            if number == _BYTE:
                self._rows = array("I", self._rows)
        self._rows.append(number)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        found = self._rows[place]
        return [self._names[number] for number in found] if isinstance(found, array) else self._names[found]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def ordered(self, order: NDArray[np.int64]) -> "Few":
        """Return the rows in another order."""
        again = Few()
        again._numbers, again._names = self._numbers, self._names
        again._rows = array(self._rows.typecode, np.asarray(self._rows)[order].tobytes())
        return again


class Names:
    """Collects a column of words that are mostly different, as an array."""

    def __init__(self) -> None:
        self._parts: list[NDArray[Any]] = []
        self._words: list[str] = []

    def add(self, word: str) -> None:
        """Add a row."""
        self._words.append(word)
        if len(self._words) == _AT_ONCE:
            self._pack()

    def copy(self) -> "Names":
        """Return the same words, to which others may be added."""
        again = Names()
        again._parts, again._words = [*self._parts], [*self._words]
        return again

    def column(self) -> NDArray[Any]:
        """Return the column; what was collected is gone."""
        self._pack()
        self._parts.reverse()
        whole = np.empty(sum(map(len, self._parts)), dtype=np.dtypes.StringDType())
        at = 0
        while self._parts:  # one after another, so that not all of it is there twice
            part = self._parts.pop()
            whole[at : at + len(part)] = part
            at += len(part)
        return whole

    def _pack(self) -> None:
        if self._words:
            self._parts.append(np.array(self._words, dtype=np.dtypes.StringDType()))
            self._words = []
