"""Numbers and values put aside in temporary files, as the checker keeps them, here as arrays too."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindsight.checker import aside
from mindsight.checker.aside import Ascending, Spool, Texts

__all__ = ["Ascending", "Numbers", "Spool", "Texts"]


class Numbers(aside.Numbers):
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
