"""What a point hits: a target's mask, unpacked from PNG without a library, or the neighbourhood of its annotated points.

Points are shares of width and height (x, y); distances are pixels, thousandths of each axis, or shares of the diagonal. A mask's
rows are whole numbers of so many bits.
"""

from __future__ import annotations

import base64
import math
import zlib
from functools import lru_cache
from typing import Any

from mindsight.record.reading.strict import Json

_MOST_PIXELS = 64_000_000


def is_hit(target: Json, point: Any, size: Any, profile: Json) -> bool:
    """Return whether a point hits a target."""
    if target["mask"] is not None:
        return is_on(decoded_mask(target["mask"]), pixel_at(point, size, profile))
    if not target["points"]:
        return False
    measured = dict(zip(("units", "pixels", "diagonal"), distances_to(point, target["points"], size, profile)))
    return bool(measured[profile["space_unit"]] < profile["space_within"])


def pixel_at(point: Any, size: Any, profile: Json) -> tuple[int, int] | None:
    """Return the pixel of a point; the far edge belongs to the last one, unless the profile has it outside."""
    if profile["geometry"] == "whole_pixels":
        return truncated(point[0] * size[0]), truncated(point[1] * size[1])
    if any(share < 0 or share > 1 or (share == 1 and profile["far_edge"] == "outside") for share in point):
        return None
    return min(int(point[0] * size[0]), size[0] - 1), min(int(point[1] * size[1]), size[1] - 1)


def truncated(pixels: float) -> int:
    """Return a whole pixel; a number that only arithmetic put below one counts as it."""
    return int(round(pixels, 10))


def distances_to(point: Any, points: Any, size: Any, profile: Json) -> tuple[float, float, float]:
    """Return the distance from the mean of the annotated points: in thousandths, in pixels, as a share of the diagonal."""
    x, y = (math.fsum(one[axis] for one in points) / len(points) for axis in (0, 1))
    units = math.sqrt((1000 * (point[0] - x)) ** 2 + (1000 * (point[1] - y)) ** 2)
    right, down = (point[0] - x) * size[0], (point[1] - y) * size[1]
    if profile["geometry"] == "whole_pixels":
        sums = (sum(truncated(one[axis] * size[axis]) for one in points) for axis in (0, 1))
        right, down = (truncated(point[axis] * size[axis]) - int(one / len(points)) for axis, one in enumerate(sums))
    pixels = round(math.sqrt(right * right + down * down), 9)
    return round(units, 9), pixels, round(pixels / math.hypot(*size), 9)


def decoded_mask(mask: Json) -> tuple[int, int, int, list[int]]:
    """Return a mask's left, top, width and rows."""
    return (mask["origin"][0], mask["origin"][1], *_rows_in(mask["png"]))


@lru_cache(maxsize=16)
def _rows_in(png: str) -> tuple[int, list[int]]:
    return decoded_png(base64.b64decode(png, validate=True))


def is_on(mask: Any, pixel: tuple[int, int] | None) -> bool:
    """Return whether a pixel (x, y) belongs to a mask."""
    if pixel is None:
        return False
    left, top, width, rows = mask
    column, row = pixel[0] - left, pixel[1] - top
    return 0 <= column < width and 0 <= row < len(rows) and bool(rows[row] >> (width - 1 - column) & 1)


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
    found = bytearray(len(line))
    for n, value in enumerate(line):
        left, up, corner = (found[n - 1] if n else 0), above[n], (above[n - 1] if n else 0)
        guess = left + up - corner
        nearest = min((abs(guess - one), rank, one) for rank, one in enumerate((left, up, corner)))[2]
        found[n] = (value + (0, left, up, (left + up) // 2, nearest)[way]) & 255
    return bytes(found) if way else line
