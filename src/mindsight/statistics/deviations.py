"""The spread of repetitions: a standard deviation and its interval."""

import math

from scipy.special import chdtri

from mindsight.statistics.arrays import ROUNDING, Values, check_level, mean_of, sample_of
from mindsight.statistics.intervals import Interval


def deviation(values: Values) -> float | None:
    """Return the standard deviation of a sample, divided by n - 1; None below two values.

    Raises:
        ValueError: The values are empty, not finite or not one row.

    Example:
        >>> round(deviation([2, 4, 4, 4, 5, 5, 7, 9]), 3)
        2.138
    """
    sample = sample_of(values, "values")
    if len(sample) < 2:
        return None
    if sample.max() - sample.min() <= ROUNDING * max(abs(float(sample.max())), 1.0):
        return 0.0
    centre = mean_of(sample)
    return math.sqrt(math.fsum((value - centre) ** 2 for value in sample.tolist()) / (len(sample) - 1))


def deviation_interval(values: Values, level: float = 0.95) -> Interval | None:
    """Return the interval of the true standard deviation: s·√((n - 1)/χ²), for normally distributed values.

    Args:
        values: Independent repetitions, shape (n,), finite.
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval; None below two values, or if all are equal: that says nothing about the next one.

    Raises:
        ValueError: The values are empty, not finite or not one row, or the level lies outside (0, 1).
    """
    check_level(level)
    found = deviation(values)
    if not found:
        return None
    freedom = len(sample_of(values, "values")) - 1
    low, high = (
        found * math.sqrt(freedom / float(chdtri(freedom, share))) for share in ((1 - level) / 2, (1 + level) / 2)
    )
    return Interval(low, high, level, "chi-square")
