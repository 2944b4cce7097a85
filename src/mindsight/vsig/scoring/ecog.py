"""The scores of EcoG-Bench, the benchmark's successor: what, where and when of each referent, and all three at once.

Its rule counts in whole pixels and whole ms: coordinates and times are truncated, not rounded (arXiv 2603.07966 and the code published
with it). Points are ``(x, y)`` in [0, 1] of the last frame.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from mindsight.vsig.scoring.spatial import BoolArray, Point, Size, is_on
from mindsight.vsig.scoring.temporal import Span

WITHIN_PX = 100.0
"""A referent without a mask is hit below this distance."""
_ROUNDING = 10


class Referent(NamedTuple):
    """Whether a referent's option (what), point (where) and time (when) are right."""

    cls: bool
    s: bool
    t: bool

    @property
    def eco(self) -> bool:
        """Whether all three are right."""
        return self.cls and self.s and self.t


class SampleScores(NamedTuple):
    """The scores of one sample, each in [0, 1]."""

    acc_cls: float
    acc_s: float
    acc_t: float
    acc_eco: float
    acc_seq: float


def whole_pixel(point: Point, size: Size) -> tuple[int, int]:
    """Return a point's pixel, truncated; it may lie outside of the frame."""
    return _truncated(point[0] * size[0]), _truncated(point[1] * size[1])


def hits_mask(crop: BoolArray, origin: tuple[int, int], size: Size, point: Point | None) -> bool:
    """Return whether a prediction's truncated pixel is on in the mask; a coordinate of 1.0 is outside.

    Args:
        crop: The mask's pixels, shape (rows, columns).
        origin: Column and row of the crop's upper left pixel in the frame.
        size: The frame's width and height.
        point: The prediction; None, or not finite: a miss.
    """
    return point is not None and _finite(point) and is_on(crop, origin, whole_pixel(point, size))


def distance_px(point: Point, points: Sequence[Point], size: Size) -> float:
    """Return the distance in pixels of a prediction from the mean of the annotated points, all truncated to whole pixels.

    Raises:
        ValueError: No point was given.
    """
    if not points:
        raise ValueError("no annotated point; expected at least one")
    whole = [whole_pixel(one, size) for one in points]
    x, y = (int(sum(values) / len(whole)) for values in zip(*whole, strict=True))
    own = whole_pixel(point, size)
    return math.hypot(own[0] - x, own[1] - y)


def in_stroke(time_ms: float | None, stroke: Span) -> bool:
    """Return whether the predicted peak, truncated to whole ms, lies in the stroke's window, ends included.

    Example:
        >>> in_stroke(1200.9, (1000, 1200)), in_stroke(None, (1000, 1200))
        (True, False)
    """
    return time_ms is not None and math.isfinite(time_ms) and stroke[0] <= int(time_ms) <= stroke[1]


def sample_scores(referents: Sequence[Referent]) -> SampleScores:
    """Return the scores of a sample: means over its K referents, and 1 if all of them are right in everything.

    Args:
        referents: One for each right option, in order; K = 0 gives zeros.
    """
    count = len(referents)
    if not count:
        return SampleScores(0.0, 0.0, 0.0, 0.0, 0.0)
    eco = sum(one.eco for one in referents)
    return SampleScores(
        sum(one.cls for one in referents) / count,
        sum(one.s for one in referents) / count,
        sum(one.t for one in referents) / count,
        eco / count,
        float(eco == count),
    )


def _truncated(pixels: float) -> int:
    # The benchmark multiplies thousandths by the side before it divides. From shares, 57.99999999999999 may come of 58.
    return int(round(pixels, _ROUNDING))


def _finite(point: Point) -> bool:
    return math.isfinite(point[0]) and math.isfinite(point[1])
