"""Masks as run lengths, the form of COCO files: ``{"size": [height, width], "counts": …}``, compressed to a string or not.

Decoded here and not by pycocotools, which reads stray memory if there are too few runs: the files are other people's. Tests compare
the pixels with that library's.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pixels_of(shape: Any, width: int, height: int) -> NDArray[np.uint8] | None:
    """Return the mask of a COCO object, 1 where it is on, shape (height, width); None if it makes no mask of this size."""
    counts: Any = shape.get("counts")
    if isinstance(counts, str) and counts.isascii():
        counts = _expanded(counts.encode(), width * height)
    whole = isinstance(counts, list) and all(type(count) is int and count >= 0 for count in counts)
    if not whole or shape.get("size") != [height, width] or sum(counts) != width * height:
        return None
    return _spread(counts, width, height)


def _spread(runs: Sequence[int], width: int, height: int) -> NDArray[np.uint8]:
    """Return the mask of run lengths; runs go column by column and begin with background."""
    values = np.zeros(len(runs), np.uint8)
    values[1::2] = 1
    return np.repeat(values, np.asarray(runs, np.int64)).reshape(width, height).T


def _expanded(code: bytes, pixels: int) -> list[int] | None:
    """Return the run lengths in a COCO string: groups of five bits; from the third on, each is the difference to the one before last."""
    counts: list[int] = []
    value = shift = 0
    for sign in code:
        bits = sign - 48
        if not 0 <= bits < 64 or shift > 60:
            return None
        value |= (bits & 0x1F) << shift
        shift += 5
        if bits & 0x20:
            continue
        if bits & 0x10:
            value -= 1 << shift
        counts.append(value + (counts[-2] if len(counts) > 2 else 0))
        if not 0 <= counts[-1] <= pixels:
            return None
        value = shift = 0
    return counts if shift == 0 else None
