"""Masks of pixels, unpacked from PNG without a library: rows as whole numbers of so many bits."""

from __future__ import annotations

import base64
import zlib
from typing import Any

from mindsight.checker.basics import Json

_MOST_PIXELS = 64_000_000
_KNOWN: dict[str, tuple[int, list[int]]] = {}


def decoded_mask(mask: Json) -> tuple[int, int, int, list[int]]:
    """Return a mask's left, top, width and rows; the last ones are remembered."""
    if mask["png"] not in _KNOWN:
        if len(_KNOWN) >= 16:
            _KNOWN.clear()
        _KNOWN[mask["png"]] = decoded_png(base64.b64decode(mask["png"], validate=True))
    return (mask["origin"][0], mask["origin"][1], *_KNOWN[mask["png"]])


def is_on(mask: Any, pixel: tuple[int, int] | None) -> bool:
    """Return whether a pixel (x, y) belongs to a mask."""
    if pixel is None:
        return False
    left, top, width, rows = mask
    column, row = pixel[0] - left, pixel[1] - top
    return 0 <= column < width and 0 <= row < len(rows) and bool(rows[row] >> (width - 1 - column) & 1)


def pixels_on(mask: Any) -> int:
    """Return how many pixels belong to a mask."""
    return sum(bin(row).count("1") for row in mask[3])  # noqa: FURB161  (Python 3.9 has no bit_count)


def decoded_png(png: bytes) -> tuple[int, list[int]]:
    """Return width and rows of a grey PNG of one bit or eight that is not interlaced; a value above 128 is on.

    Raises:
        ValueError: It is another one, damaged or too large.
    """
    width, height = (int.from_bytes(png[place : place + 4], "big") for place in (16, 20))
    depth, *form = png[24:29]
    known = png[:8] == b"\x89PNG\r\n\x1a\n" and form == [0, 0, 0, 0] and depth in (1, 8)
    if not known or not 0 < width * height <= _MOST_PIXELS:
        raise ValueError("no mask")
    stride = (width * depth + 7) // 8
    try:
        raw = zlib.decompressobj().decompress(_packed(png), (stride + 1) * height + 1)
    except zlib.error as error:
        raise ValueError("no mask") from error
    if len(raw) != (stride + 1) * height:
        raise ValueError("no mask")
    rows, above = [], bytes(stride)
    for start in range(0, len(raw), stride + 1):
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above)
        bits = int.from_bytes(above, "big") >> (8 * stride - width) if depth == 1 else 0
        rows.append(bits if depth == 1 else int("".join("1" if value > 128 else "0" for value in above), 2))
    return width, rows


def _packed(png: bytes) -> bytes:
    packed, place = b"", 33
    while png[place + 4 : place + 8] not in (b"IEND", b""):
        length = int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    return packed


def _unfiltered(way: int, line: bytes, above: bytes) -> bytes:
    """Return a line of a PNG as it was before it was filtered; its pixels take a byte at most."""
    if way == 0:
        return line
    found = bytearray(len(line))
    for n, value in enumerate(line):
        left, up, corner = (found[n - 1] if n else 0), above[n], (above[n - 1] if n else 0)
        guess = left + up - corner
        nearest = min((abs(guess - one), rank, one) for rank, one in enumerate((left, up, corner)))[2]
        found[n] = (value + (left, up, (left + up) // 2, nearest)[way - 1]) & 255
    return bytes(found)
