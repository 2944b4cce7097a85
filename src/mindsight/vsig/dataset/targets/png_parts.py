"""Split a PNG into its parts, and check that no pixels are missing: decoders fill up missing rows silently."""

import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.vsig.dataset.targets.masks import SIGNATURE, Header

_KNOWN = (b"IHDR", b"IDAT", b"IEND", b"pHYs", b"tEXt")
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Channels of each colour type."""
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Passes of an interlaced picture: first column and row, and the steps."""
_AT_ONCE = 1 << 20
_CACHED = 1 << 18
"""Bytes unpacked at a time, so that they stay in the processor's cache."""
_SUB, _UP, _LAST = 1, 2, 4
"""Row filters: against the pixel to the left, or above; all later ones use both."""


class Band(NamedTuple):
    """Rows of a picture, from the first to the last that hold anything, at least one; all others are empty."""

    rows: NDArray[np.uint8]
    first: int


class Parts(NamedTuple):
    """The packed pixels; ``plain``: all checksums are right, and no part changes the meaning of the pixels."""

    stream: bytes
    plain: bool


def parts_of(data: bytes) -> Parts:
    """Return the parts of a PNG."""
    place, names, stream, plain = len(SIGNATURE), [], [], True
    while place + 12 <= len(data):
        end = place + 8 + int.from_bytes(data[place : place + 4], "big")
        name = data[place + 4 : place + 8]
        names.append(name)
        stream += [data[place + 8 : end]] if name == b"IDAT" else []
        check = zlib.crc32(data[place + 4 : end]).to_bytes(4, "big")
        plain = plain and name in _KNOWN and data[end : end + 4] == check
        place = end + 4
    framed = place == len(data) and names.count(b"IHDR") == 1 and names[:1] == [b"IHDR"] and names[-1:] == [b"IEND"]
    return Parts(b"".join(stream), plain and framed)


def unpacked(stream: bytes, header: Header) -> Band | None:
    """Return the rows of an 8-bit grey picture that hold anything, if they need little more than unpacking.

    None if rows are missing, or if most of the work would be to undo row filters. A few rows are unpacked at a time: nearly all
    of a mask is empty, and memory in the processor's cache costs least.
    """
    width, height = header.width, header.height
    at_once = max(1, _CACHED // (width + 1))
    unpacking = zlib.decompressobj()
    found: list[NDArray[np.uint8]] = []
    first = last = 0
    above: NDArray[np.uint8] | None = None
    for top in range(0, height, at_once):
        count = min(at_once, height - top)
        try:
            raw = unpacking.decompress(unpacking.unconsumed_tail if top else stream, (width + 1) * count)
        except zlib.error:
            return None
        if len(raw) != (width + 1) * count:
            return None
        rows = np.frombuffer(raw, np.uint8).reshape(count, width + 1)
        # A row of zeros is empty, or equal to the one above: nearly all rows of a mask are.
        ways = rows[:, 0].tolist()
        filled: list[bool] = np.asarray(rows[:, 1:].any(axis=1)).tolist()
        if max(ways) > _LAST:
            return None
        for number, way in enumerate(ways):
            above = above if way >= _UP else None
            if way > _UP and (filled[number] or above is not None):
                return None
            if filled[number]:
                line = rows[number, 1:]
                line = np.add.accumulate(line, dtype=np.uint8) if way == _SUB else line
                above = line if above is None else above + line
            if above is not None:
                if not found:
                    first = top + number
                last = top + number
                found += [np.zeros(width, np.uint8)] * (last - first - len(found))
                found.append(above)
    return Band(np.stack(found) if found else np.zeros((1, width), np.uint8), first) if _ended(unpacking) else None


def _ended(unpacking: "zlib._Decompress") -> bool:
    """Return whether nothing is left to unpack after all rows were read."""
    try:
        return not unpacking.decompress(unpacking.unconsumed_tail, 1) and unpacking.eof
    except zlib.error:
        return False


def is_complete(stream: bytes, header: Header) -> bool | None:
    """Return whether the packed pixels are exactly as many as the picture has; None if there are too few."""
    expected, found = raw_size(header), 0
    unpacking = zlib.decompressobj()
    try:
        while stream and found <= expected:
            found += len(unpacking.decompress(stream, _AT_ONCE))
            stream = unpacking.unconsumed_tail
    except zlib.error:
        return False
    if found < expected:
        return None
    return unpacking.eof and found == expected


def raw_size(header: Header) -> int:
    """Return the size of the unpacked pixels in bytes; each row begins with one for its filter."""
    bits, colour, _, _, interlace = header.form
    per_pixel = bits * _CHANNELS.get(colour, 1)
    passes = _PASSES if interlace else ((0, 0, 1, 1),)
    sides = ((-(-(header.width - x) // across), -(-(header.height - y) // down)) for x, y, across, down in passes)
    return sum(rows * (1 + -(-columns * per_pixel // 8)) for columns, rows in sides if columns > 0 and rows > 0)
