"""What decoders pass over in PNG files: rows that are missing, and a transparent colour that is given in samples of few bits."""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from PIL import Image

MISSING_ROWS = "it holds fewer rows than its header says"

_PIECE = 1 << 18
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# First column and row of each pass of an interlaced picture, and the steps to the next.
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


class Header(NamedTuple):
    """The fields of a PNG's first chunk; ``colour`` is 0 grey, 2 RGB, 3 palette, 4 and 6 with alpha."""

    width: int
    height: int
    depth: int
    colour: int
    compression: int
    filtering: int
    interlaced: int


def header_of(data: bytes) -> Header:
    """Return the header of a PNG."""
    return Header(*struct.unpack_from(">IIBBBBB", data, 16))


def chunks_of(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield name and content of each chunk up to the end mark or to where the file is cut off."""
    view, place = memoryview(data), 8
    while place + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, place)
        yield name, view[place + 8 : place + 8 + length]
        if name == b"IEND":
            return
        place += 12 + length


def before_the_pixels(data: bytes) -> dict[bytes, bytes]:
    """Return the chunks that say something about the pixels: those before them, of each name the first."""
    found: dict[bytes, bytes] = {}
    for name, content in chunks_of(data):
        if name == b"IDAT":
            break
        found.setdefault(name, bytes(content))
    return found


def has_all_rows(data: bytes) -> bool:
    """Return whether the pixels of a PNG fill all rows of its header; what there is beyond them is passed over, as libpng does.

    They are unpacked piece by piece and no further than needed, so that no file can fill the memory.
    """
    needed = _bytes_of_rows(header_of(data))
    stream = zlib.decompressobj()
    for content in (content for name, content in chunks_of(data) if name == b"IDAT"):
        for begin in range(0, len(content), _PIECE):
            packed: bytes | memoryview = content[begin : begin + _PIECE]
            while needed > 0:
                unpacked = len(stream.decompress(packed, _PIECE))
                packed = stream.unconsumed_tail
                needed -= unpacked
                if not packed and unpacked < _PIECE:
                    break
            if needed <= 0:
                return True
    return needed <= 0


def is_short(image: Image.Image, data: bytes) -> bool:
    """Return whether a loaded PNG holds fewer rows than its header says; Pillow leaves those that are missing at zero."""
    if not header_of(data).interlaced and np.asarray(image.crop((0, image.height - 1, *image.size))).any():
        return False  # rows come in order, so that nearly all pictures need not be unpacked again
    return not has_all_rows(data)


def _bytes_of_rows(header: Header) -> int:
    """Return how many bytes the rows of a picture take before they are packed, with the byte of the filter of each."""
    bits, total = header.depth * _CHANNELS[header.colour], 0
    for left, top, right, down in _PASSES if header.interlaced else ((0, 0, 1, 1),):
        columns, rows = -((left - header.width) // right), -((top - header.height) // down)
        if columns > 0 and rows > 0:
            total += rows * (1 + (columns * bits + 7) // 8)
    return total


def set_transparent_colour(image: Image.Image, data: bytes) -> None:
    """Set the transparent colour of a grey or RGB PNG of up to 8 bits to the values that its pixels are decoded to.

    It is stored in the samples of the file, of which the lowest bits count (PNG 11.3.2.1). Pillow scales the pixels of 2 and 4 bits and
    leaves this colour as it is. One that stands behind the pixels does not count.
    """
    header = header_of(data)
    if header.colour not in (0, 2) or header.depth > 8:
        return
    image.info.pop("transparency", None)
    content = before_the_pixels(data).get(b"tRNS", b"")
    count, most = _CHANNELS[header.colour], (1 << header.depth) - 1
    if len(content) >= 2 * count:
        values = tuple((value & most) * 255 // most for value in struct.unpack_from(f">{count}H", content))
        image.info["transparency"] = values if count > 1 else values[0]
