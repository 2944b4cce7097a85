"""JSON that is read as a stream: what would end the parser, and the program with it, is refused before the parser sees it.

A parser that names the place of each value needs memory that grows with the square of the depth: 100 kB of brackets took 10 GiB. And
ijson's parser in C (3.6.0) crashes the process on a whole number of more digits than Python converts (4,300).
"""

import re
from itertools import accumulate
from typing import IO

DEEPEST = 64
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_DIGITS = re.compile(rb"[0-9]{4000}")
_TAIL = re.compile(rb"[0-9]*\Z")
_STEPS = {**dict.fromkeys(b"[{", 1), **dict.fromkeys(b"]}", -1)}
_OTHERS = bytes(set(range(256)) - set(_STEPS))


class Shallow:
    """A stream of JSON whose ``read`` raises a ValueError where it is nested too deeply, or a number is too long."""

    def __init__(self, stream: IO[bytes], deepest: int = DEEPEST) -> None:
        self._stream, self._deepest = stream, deepest
        self._depth, self._open = 0, b""

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes.

        Raises:
            ValueError: They are nested too deeply, or a number has too many digits.
        """
        piece = self._stream.read(size)
        bare = _STRING.sub(b"", self._open + piece)
        bare, quote, inside = bare.partition(b'"')
        # Of a string that goes on in the next piece only matters whether its last letter is escaped.
        escaped = (len(inside) - len(inside.rstrip(b"\\"))) % 2
        self._open = quote + b"\\" * escaped or _TAIL.search(bare)[0]  # type: ignore[index]
        depths = list(accumulate(map(_STEPS.__getitem__, bare.translate(None, _OTHERS)), initial=self._depth))
        self._depth = depths[-1]
        if max(depths) > self._deepest:
            raise ValueError("nested too deeply")
        if _DIGITS.search(bare):
            raise ValueError("a number has too many digits")
        return piece
