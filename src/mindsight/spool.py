"""Bytes put aside in a temporary file, so that of a million values only the places are in memory."""

import os
import tempfile
import weakref
from array import array


class Spool:
    """Values that are added one after another and read again by their number, from 0."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="mindsight-")  # noqa: SIM115  (open as long as something is asked for)
        weakref.finalize(self, self._file.close)
        self._ends = array("q", [0])
        self._flushed = True

    def add(self, value: bytes) -> None:
        """Put a value aside."""
        self._file.write(value)
        self._ends.append(self._ends[-1] + len(value))
        self._flushed = False

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> bytes:
        if not 0 <= number < len(self):
            raise IndexError(number)
        if not self._flushed:
            self._file.flush()
            self._flushed = True
        begin, end = self._ends[number : number + 2]
        return os.pread(self._file.fileno(), end - begin, begin)
