"""Masks of samples: the pixels that are on, cropped, as a 1-bit PNG in base64.

The PNG is written without compression, so that equal pixels have equal bytes on every machine: zlib's output differs between
builds, and a sample's fingerprint must not. Reading it back only unpacks bits.
"""

import base64
import binascii
import struct
import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.errors import InputError
from mindsight.vsig.dataset.samples import Mask, Point

Bits = NDArray[np.bool_]
"""Whether each pixel is on, shape (H, W)."""

MOST_PIXELS = 64_000_000
ON = 128
"""A pixel is on if its grey value is greater."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">IIBBBBB")
_LARGEST_BLOCK = 65535
_ONE_BIT_GREY = (1, 0, 0, 0, 0)


class Header(NamedTuple):
    """The header of a PNG."""

    width: int
    height: int
    form: tuple[int, ...]
    """Bits per sample, colour type, compression, filter and interlace method."""


def mask_from(on: Bits, *, origin: tuple[int, int] = (0, 0), size: tuple[int, int] | None = None) -> Mask:
    """Return pixels as a mask, cropped to those that are on.

    ``on`` are pixels of the frame or of a part of it, ``origin`` the ``(x, y)`` of the upper left one; ``size`` is the frame's (width,
    height), by default that of ``on``.

    Raises:
        InputError: No pixel is on.
    """
    left, top, right, bottom = extent(on)
    crop = on[top:bottom, left:right]
    height, width = on.shape
    return Mask(
        size=size or (width, height),
        origin=(origin[0] + left, origin[1] + top),
        png=base64.b64encode(_encoded(crop)).decode("ascii"),
    )


def extent(on: Bits) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of the pixels that are on; right and bottom are one past the last.

    Raises:
        InputError: No pixel is on.
    """
    rows = np.flatnonzero(on.any(axis=1))
    if not len(rows):
        raise InputError("the mask is empty: no pixel is on")
    columns = np.flatnonzero(on[rows[0] : rows[-1] + 1].any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def mask_array(mask: Mask) -> Bits:
    """Return the crop of a mask: the pixels from its ``origin`` on.

    Raises:
        InputError: It is not such a PNG, or does not fit into the frame.
    """
    data = _png_of(mask)
    header = header_of(data)
    room = tuple(side - begin for side, begin in zip(mask.size, mask.origin, strict=True))
    if min(mask.origin) < 0 or header.width > room[0] or header.height > room[1]:
        raise InputError("the mask does not fit into its frame")
    if header.width * header.height > MOST_PIXELS:
        raise InputError("the mask has more than {limit} pixels", limit=MOST_PIXELS)
    if header.form == _ONE_BIT_GREY and (bits := _unpacked(data, header)) is not None:
        return bits
    return _decoded(data)


def full(mask: Mask) -> Bits:
    """Return the mask as pixels of the whole frame.

    Raises:
        InputError: As ``mask_array``.
    """
    crop = mask_array(mask)
    width, height = mask.size
    if width * height > MOST_PIXELS:
        raise InputError("the mask has more than {limit} pixels", limit=MOST_PIXELS)
    whole = np.zeros((height, width), np.bool_)
    left, top = mask.origin
    whole[top : top + crop.shape[0], left : left + crop.shape[1]] = crop
    return whole


def contains(mask: Mask, point: Point) -> bool:
    """Return whether a point, ``(x, y)`` in [0, 1] of the frame, lies on a pixel that is on.

    A point on the right or lower edge of the frame belongs to its last pixel; one outside of the frame to none.
    """
    place = pixel_at(point, mask.size)
    if place is None:
        return False
    column, row = place[0] - mask.origin[0], place[1] - mask.origin[1]
    if column < 0 or row < 0:
        return False
    crop = mask_array(mask)
    return row < crop.shape[0] and column < crop.shape[1] and bool(crop[row, column])


def pixel_at(point: Point, size: tuple[int, int]) -> tuple[int, int] | None:
    """Return the pixel, ``(column, row)``, of a point in [0, 1]; None outside of the frame."""
    x, y = point
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return None
    return min(int(x * size[0]), size[0] - 1), min(int(y * size[1]), size[1] - 1)


def area(mask: Mask) -> int:
    """Return the number of pixels that are on."""
    return int(np.count_nonzero(mask_array(mask)))


def box(mask: Mask) -> tuple[int, int, int, int]:
    """Return the box around a mask in pixels of the frame: ``(x1, y1, x2, y2)``, one past the last."""
    header = header_of(_png_of(mask))
    left, top = mask.origin
    return left, top, left + header.width, top + header.height


def header_of(data: bytes) -> Header:
    """Return the header of a PNG.

    Raises:
        InputError: It is not a PNG.
    """
    if data[:8] != SIGNATURE or data[12:16] != b"IHDR" or len(data) < 33:
        raise InputError("the mask is not a PNG")
    width, height, *form = _HEADER.unpack(data[16:29])
    if not (width and height):
        raise InputError("the mask is not a PNG")
    return Header(width, height, tuple(form))


def _png_of(mask: Mask) -> bytes:
    try:
        return binascii.a2b_base64(mask.png)
    except ValueError as error:
        raise InputError("the mask is not base64") from error


def _encoded(on: Bits) -> bytes:
    height, width = on.shape
    rows = np.zeros((height, 1 + (width + 7) // 8), np.uint8)  # each row begins with its filter type, 0 for none
    rows[:, 1:] = np.packbits(on, axis=1)
    header = _HEADER.pack(width, height, *_ONE_BIT_GREY)
    parts = ((b"IHDR", header), (b"IDAT", _stored(rows.tobytes())), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def _stored(data: bytes) -> bytes:
    """Return a zlib stream that stores the data uncompressed."""
    starts = range(0, len(data), _LARGEST_BLOCK)
    blocks = bytearray(b"\x78\x01")
    for start in starts:
        part = data[start : start + _LARGEST_BLOCK]
        blocks += struct.pack("<BHH", start == starts[-1], len(part), len(part) ^ 0xFFFF) + part
    return bytes(blocks + struct.pack(">I", zlib.adler32(data)))


def _unpacked(data: bytes, header: Header) -> Bits | None:
    """Return the pixels of a PNG as ``_encoded`` writes it; None for any other."""
    length = int.from_bytes(data[33:37], "big")
    if data[37:41] != b"IDAT" or data[41 + length + 4 + 4 :][:4] != b"IEND":
        return None
    width = 1 + (header.width + 7) // 8
    try:
        raw = zlib.decompressobj().decompress(data[41 : 41 + length], width * header.height + 1)
    except zlib.error:
        return None
    if len(raw) != width * header.height:
        return None
    rows = np.frombuffer(raw, np.uint8).reshape(header.height, width)
    if rows[:, 0].any():
        return None
    return np.unpackbits(rows[:, 1:], axis=1, count=header.width).view(np.bool_)


def _decoded(data: bytes) -> Bits:
    import cv2

    grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if grey is None:
        raise InputError("the mask cannot be decoded")
    return np.asarray(grey > ON, dtype=np.bool_)
