"""The parts of a PNG, and whether its packed pixels are all there: decoders fill up missing rows without a word."""

import zlib
from typing import NamedTuple

from mindsight.vsig.masks import SIGNATURE, Header

_KNOWN = (b"IHDR", b"IDAT", b"IEND", b"pHYs", b"tEXt")
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Of each colour type."""
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Of an interlaced picture: the first column and row of each, and the steps."""
_AT_ONCE = 1 << 20


class Parts(NamedTuple):
    """The packed pixels; ``plain``: all parts are as they were written, and none changes what the pixels mean."""

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


def is_complete(stream: bytes, header: Header) -> bool | None:
    """Whether the packed pixels are exactly those of the picture; None where there are too few of them."""
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
    """Return how many bytes the pixels have; each row begins with one for its filter."""
    bits, colour, _, _, interlace = header.form
    per_pixel = bits * _CHANNELS.get(colour, 1)
    passes = _PASSES if interlace else ((0, 0, 1, 1),)
    sides = ((-(-(header.width - x) // across), -(-(header.height - y) // down)) for x, y, across, down in passes)
    return sum(rows * (1 + -(-columns * per_pixel // 8)) for columns, rows in sides if columns > 0 and rows > 0)
