"""Temporal score: whether a predicted time lies in the span of the words that mention the target (task 3).

Times are ms from the first video frame. A span has a begin and an end, begin ≤ end; both belong to it.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from mindsight.clauses import implements

TOLERANCES_MS = (0.0, 100.0, 250.0, 500.0)
"""Recognised words begin 100 ms late and end 400 ms late in real clips, so several tolerances are reported."""

Span = tuple[float, float]


class Errors(NamedTuple):
    """Errors of predicted times against the middles of their spans, in ms.

    Attributes:
        bias: Mean of prediction less middle; below 0: too early.
        mean_absolute: Mean of the absolute differences.
        n: Number of predictions, ≥ 1.
    """

    bias: float
    mean_absolute: float
    n: int


@implements("vsig", "task.3")
def within(time_ms: float | None, span: Span, tolerance_ms: float = 0.0) -> bool:
    """Return whether a predicted time lies in a span, ends included (vsig task.3).

    Args:
        time_ms: The prediction; None, or not finite: a miss.
        span: Begin and end.
        tolerance_ms: By how much the span is widened on either side, ≥ 0.

    Raises:
        ValueError: The span ends before it begins, or the tolerance is below 0.

    Example:
        >>> within(1200, (1000, 1200)), within(1300, (1000, 1200)), within(1300, (1000, 1200), 100)
        (True, False, True)
    """
    begin, end = span
    if not begin <= end or tolerance_ms < 0:
        raise ValueError(f"span {begin} … {end}, tolerance {tolerance_ms}; expected begin ≤ end and a tolerance ≥ 0")
    return time_ms is not None and begin - tolerance_ms <= time_ms <= end + tolerance_ms


@implements("vsig", "note.1")
def counts(template: int, *, spoken: bool) -> bool:
    """Return whether a sample's times are scored (vsig note.1): not if nothing is said, or the speech is unknown.

    Args:
        template: 1 … 6; in template 1 the user says nothing.
        spoken: Whether the speech was recognised (``asr_result`` is not null).

    Example:
        >>> counts(3, spoken=True), counts(1, spoken=True), counts(3, spoken=False)
        (True, False, False)
    """
    return template != 1 and spoken


def off_by_ms(time_ms: float, span: Span) -> float:
    """Return how far a time lies outside of a span: below 0 before it, above 0 after it, 0 inside.

    Example:
        >>> off_by_ms(900, (1000, 1200)), off_by_ms(1100, (1000, 1200))
        (-100.0, 0.0)
    """
    return min(time_ms - span[0], 0.0) + max(time_ms - span[1], 0.0)


def middle_of(span: Span) -> float:
    """Return the middle of a span, or of a predicted interval, which then counts as the predicted time."""
    return (span[0] + span[1]) / 2


def overlap(interval: Span, span: Span) -> float:
    """Return intersection over union of a predicted interval and a span, in [0, 1]; two equal moments: 1.

    An interval that ends before it begins overlaps nothing.

    Example:
        >>> overlap((0, 100), (0, 200))
        0.5
    """
    if interval[0] > interval[1]:
        return 0.0
    if interval == span:
        return 1.0
    shared = min(interval[1], span[1]) - max(interval[0], span[0])
    whole = max(interval[1], span[1]) - min(interval[0], span[0])
    return max(shared, 0.0) / whole if whole > 0 else 0.0


class Sweep:
    """The shares of predictions within their spans at several tolerances, counted one after another.

    Args:
        tolerances_ms: In ascending order, ≥ 0.
    """

    def __init__(self, tolerances_ms: Sequence[float] = TOLERANCES_MS) -> None:
        self.count = 0
        self._tolerances = tolerances_ms
        self._first: Counter[float] = Counter()

    def add(self, time_ms: float | None, span: Span) -> None:
        """Count a prediction, or None; it is right from the first tolerance on within which it lies."""
        self.count += 1
        for tolerance in self._tolerances:
            if within(time_ms, span, tolerance):
                self._first[tolerance] += 1
                return

    def shares(self) -> list[float]:
        """Return the share at each tolerance.

        Raises:
            ValueError: There is no prediction.
        """
        if not self.count:
            raise ValueError("no prediction; expected at least one")
        return [right / self.count for right in accumulate(self._first[one] for one in self._tolerances)]


def errors_of(differences_ms: Sequence[float]) -> Errors | None:
    """Return bias and mean absolute error from the differences of predictions and middles of spans; None if there are none."""
    if not differences_ms:
        return None
    n = len(differences_ms)
    return Errors(math.fsum(differences_ms) / n, math.fsum(map(abs, differences_ms)) / n, n)
