"""Align outputs with their reference: those of another size, or shifted by whole pixels (5.3, 6.3.2)."""

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_REACH = 2
_LOOKED_AT = 256
_BETTER = 0.7
"""A shift is accepted if it lowers the squared error to less than this share."""


class Shift(NamedTuple):
    """Offset of an output in pixels, to the right and downwards."""

    right: int
    down: int


def find_shift(reference: Pixels, output: Pixels, *, anywhere: bool = False) -> Shift | None:
    """Return the whole-pixel shift of an output relative to its reference; None if it is aligned.

    Searches up to two pixels in the middle of the picture, as far as resampling or cropping errors of products usually go.

    Args:
        reference: Grey, uint8, shape (H, W).
        output: The same shape and type.
        anywhere: Use phase correlation of the whole picture first, which finds shifts of any length.
    """
    start = _by_phase(reference, output) if anywhere else Shift(0, 0)
    middle = _middle(reference.shape, margin=_REACH + max(abs(start.right), abs(start.down)))
    if middle is None:
        return None
    errors = {shift: _error(reference, output, middle, shift) for shift in _around(start)}
    still = _error(reference, output, middle, Shift(0, 0))
    best = min(errors, key=lambda shift: (errors[shift], abs(shift.right) + abs(shift.down)))
    return best if best != (0, 0) and errors[best] < _BETTER * still else None


def shifted_back(output: Pixels, shift: Shift) -> Pixels:
    """Return the output moved onto its reference; exposed edges repeat the outermost pixels."""
    height, width = output.shape[:2]
    rows = np.clip(np.arange(height) + shift.down, 0, height - 1)
    columns = np.clip(np.arange(width) + shift.right, 0, width - 1)
    return np.ascontiguousarray(output[rows][:, columns])


def fitted(output: Pixels, width: int, height: int, way: str) -> Pixels | None:
    """Return the output at its reference's size; None if it is too small to be cropped.

    Args:
        output: RGB or grey, of another size.
        width: Width of the reference in pixels.
        height: Height of the reference in pixels.
        way: ``resize``, ``crop_corner`` or ``crop_centre``.
    """
    if way == "resize":
        smaller = output.shape[0] * output.shape[1] > height * width
        flag = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(output, (width, height), interpolation=flag), dtype=np.uint8)
    spare_rows, spare_columns = output.shape[0] - height, output.shape[1] - width
    if spare_rows < 0 or spare_columns < 0:
        return None
    top, left = (spare_rows // 2, spare_columns // 2) if way == "crop_centre" else (0, 0)
    return np.ascontiguousarray(output[top : top + height, left : left + width])


def _by_phase(reference: Pixels, output: Pixels) -> Shift:
    if min(reference.shape) < 16:
        return Shift(0, 0)
    window = cv2.createHanningWindow((reference.shape[1], reference.shape[0]), cv2.CV_32F)
    (right, down), _ = cv2.phaseCorrelate(reference.astype(np.float32), output.astype(np.float32), window)
    return Shift(round(right), round(down))


def _around(start: Shift) -> list[Shift]:
    reach = range(-_REACH, _REACH + 1)
    return [Shift(start.right + right, start.down + down) for down in reach for right in reach]


def _middle(shape: tuple[int, ...], *, margin: int) -> tuple[slice, slice] | None:
    sides = []
    for length in shape[:2]:
        wanted = min(_LOOKED_AT, length - 2 * margin)
        if wanted < 8:
            return None
        start = (length - wanted) // 2
        sides.append(slice(start, start + wanted))
    return sides[0], sides[1]


def _error(reference: Pixels, output: Pixels, middle: tuple[slice, slice], shift: Shift) -> float:
    rows, columns = middle
    moved: Any = output[
        rows.start + shift.down : rows.stop + shift.down, columns.start + shift.right : columns.stop + shift.right
    ]
    return float(cv2.norm(reference[middle], moved, cv2.NORM_L2SQR))
