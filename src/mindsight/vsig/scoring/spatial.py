"""Spatial score: whether a predicted point lies on the object, or near enough to the centre of the space (task 2).

Points are ``(x, y)`` in [0, 1] of the upright last frame. Distances are in *units* of 0–1000 on each axis, the document's
own (a circle in them is an ellipse on a wide frame), in pixels, or as a share of the frame's diagonal.
"""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mindsight.clauses import implements

UNITS = 1000.0
WITHIN_UNITS = 50.0
"""A space is hit below this distance. The document states none; this is the value in its code."""
THRESHOLDS_UNITS = (10.0, 20.0, 30.0, 40.0, 50.0, 75.0, 100.0, 150.0, 200.0, 300.0)
SMALL, LARGE = 0.005, 0.02
"""Shares of the frame that divide small from medium objects, and medium from large ones."""

# Whole units are written as decimals (0.394): rounding errors below a billionth of a unit must not decide a hit.
_DIGITS = 9

Point = tuple[float, float]
Size = tuple[int, int]
BoolArray = NDArray[np.bool_]
Edge = Literal["inside", "outside"]
Stratum = Literal["small", "medium", "large"]


def pixel_of(point: Point, size: Size, *, edge: Edge = "inside") -> tuple[int, int] | None:
    """Return the column and row of the pixel that a point lies in: floor(x·width), floor(y·height).

    Args:
        point: ``(x, y)``; a coordinate below 0, above 1 or not finite is outside of the frame.
        size: The frame's width and height, ≥ 1.
        edge: Whether a coordinate of exactly 1 is in the last pixel, or outside.

    Returns:
        The pixel; None for a point outside.

    Example:
        >>> pixel_of((0.5, 0.25), (1920, 1080))
        (960, 270)
    """
    found = []
    for share, length in zip(point, size, strict=True):
        if not 0.0 <= share <= 1.0 or (share == 1.0 and edge == "outside"):
            return None
        found.append(min(math.floor(share * length), length - 1))
    return found[0], found[1]


def is_on(crop: BoolArray, origin: tuple[int, int], pixel: tuple[int, int] | None) -> bool:
    """Return whether a pixel of the frame is on in a mask.

    Args:
        crop: The mask's pixels, shape (rows, columns); pixels outside of the crop are off.
        origin: Column and row of the crop's upper left pixel in the frame.
        pixel: Column and row in the frame; None: outside, never on.
    """
    if pixel is None:
        return False
    column, row = pixel[0] - origin[0], pixel[1] - origin[1]
    return 0 <= row < crop.shape[0] and 0 <= column < crop.shape[1] and bool(crop[row, column])


@implements("vsig", "task.2")
def hits_object(
    crop: BoolArray, origin: tuple[int, int], size: Size, point: Point | None, *, edge: Edge = "inside"
) -> bool:
    """Return whether the predicted point lies on the object's mask on the last frame (vsig task.2, objects).

    Args:
        crop: The mask's pixels, shape (rows, columns).
        origin: Column and row of the crop's upper left pixel in the frame.
        size: The frame's width and height, ≥ 1.
        point: The prediction; None: a miss.
        edge: As in ``pixel_of``.

    Example:
        >>> hits_object(np.ones((10, 10), bool), (100, 50), (1920, 1080), (0.055, 0.05))
        True
        >>> hits_object(np.ones((10, 10), bool), (100, 50), (1920, 1080), None)
        False
    """
    return point is not None and is_on(crop, origin, pixel_of(point, size, edge=edge))


def mean_point(points: Sequence[Point]) -> Point:
    """Return the mean of the annotated points, the centre of a space.

    Raises:
        ValueError: No point was given.
    """
    if not points:
        raise ValueError("no annotated point; expected at least one")
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def distance_units(point: Point, points: Sequence[Point]) -> float:
    """Return the distance from the mean of the annotated points in units of 0–1000, each axis in its own.

    Args:
        point: The prediction, anywhere.
        points: The annotated points, at least one.

    Raises:
        ValueError: No point was given.

    Example:
        >>> distance_units((0.5, 0.5), [(0.44, 0.42)])
        100.0
    """
    x, y = mean_point(points)
    return round(math.hypot((point[0] - x) * UNITS, (point[1] - y) * UNITS), _DIGITS)


def distance_px(point: Point, points: Sequence[Point], size: Size) -> float:
    """Return the same distance in pixels of the frame.

    Raises:
        ValueError: No point was given.
    """
    x, y = mean_point(points)
    return round(math.hypot((point[0] - x) * size[0], (point[1] - y) * size[1]), _DIGITS)


def diagonal_px(size: Size) -> float:
    """Return the frame's diagonal in pixels: a distance divided by it compares frames of any size and shape."""
    return math.hypot(*size)


def hits_space(distance: float | None, within: float = WITHIN_UNITS) -> bool:
    """Return whether a prediction is strictly nearer than the threshold, in the same unit (vsig task.2, spaces).

    Args:
        distance: The distance; None: nothing was predicted, a miss.
        within: The threshold, > 0.

    Example:
        >>> hits_space(49.9), hits_space(50.0), hits_space(None)
        (True, False, False)
    """
    return distance is not None and distance < within


def hit_curve(distances: Sequence[float | None], thresholds: Sequence[float] = THRESHOLDS_UNITS) -> list[float]:
    """Return the share of distances below each threshold; a missing prediction never is.

    Raises:
        ValueError: No distance was given.
    """
    if not distances:
        raise ValueError("no distance; expected at least one")
    return [sum(hits_space(one, within) for one in distances) / len(distances) for within in thresholds]


def area_share(pixels: int, size: Size) -> float:
    """Return the share of the frame that an object covers, in (0, 1]."""
    return pixels / (size[0] * size[1])


def stratum(share: float) -> Stratum:
    """Return whether an object is small (below 0.5 % of the frame), medium (up to 2 %) or large.

    Example:
        >>> stratum(area_share(96 * 54, (1920, 1080)))
        'small'
    """
    return "small" if share < SMALL else "medium" if share <= LARGE else "large"
