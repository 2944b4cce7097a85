"""Each rater beside the others: bias, inconsistency, correlation, and how far repeats agree with the first answer."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mindsight.statistics.arrays import ROUNDING, FloatArray, table_of


class RaterFacts(NamedTuple):
    """One rater compared with the others.

    Attributes:
        bias: Mean of own rating less the mean of all raters, in points; positive is milder.
        inconsistency: Standard deviation (n) of what is left of own ratings without item means and bias, in points, ≥ 0.
        correlation: Pearson's r with the mean of the other raters; None below three items, alone, or if either does not vary.
    """

    bias: float
    inconsistency: float
    correlation: float | None


class Repeats(NamedTuple):
    """How a rater answered the same item again: number of repeats, mean absolute and root mean square difference in points."""

    number: int
    mean_difference: float
    root_mean_square: float


def rater_facts(ratings: npt.ArrayLike) -> tuple[RaterFacts, ...]:
    """Return the facts of each rater, in the order of the columns.

    Args:
        ratings: One row per item, shape (items, raters); NaN where a rater did not rate the item; every rater rated one or more.
    """
    table = table_of(ratings, "items x raters")
    rated = ~np.isnan(table)
    table = table[rated.any(axis=1)]
    means = np.nanmean(table, axis=1)
    deviations = table - means[:, None]
    biases = np.nanmean(deviations, axis=0)
    spreads = np.nanstd(deviations - biases, axis=0)
    return tuple(
        RaterFacts(float(biases[j]), float(spreads[j]), _correlation_with_others(table, j))
        for j in range(table.shape[1])
    )


def repeats(first: npt.ArrayLike, again: npt.ArrayLike) -> Repeats | None:
    """Return how far the second answers to the same items are from the first; None without repeats.

    Args:
        first: The rater's answers, shape (n,), in points.
        again: The same rater's second answers, in the same order.

    Raises:
        ValueError: The shapes differ.

    Example:
        >>> repeats([60, 80], [70, 80])
        Repeats(number=2, mean_difference=5.0, root_mean_square=7.0710678118654755)
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(again, dtype=np.float64)
    if one.shape != other.shape or one.ndim != 1:
        raise ValueError(f"answers of shapes {one.shape} and {other.shape}; expected two rows of one length")
    if not len(one):
        return None
    gaps = np.abs(one - other)
    return Repeats(len(one), float(gaps.mean()), float(np.sqrt(np.mean(gaps**2))))


def _correlation_with_others(table: FloatArray, rater: int) -> float | None:
    own = table[:, rater]
    others = np.delete(table, rater, axis=1)
    both = ~np.isnan(own) & (~np.isnan(others)).any(axis=1)
    if both.sum() < 3:
        return None
    return correlation(own[both], np.nanmean(others[both], axis=1))


def correlation(one: FloatArray, other: FloatArray) -> float | None:
    """Return Pearson's r; None if either row does not vary."""
    a, b = one - one.mean(), other - other.mean()
    below = float(np.sqrt((a @ a) * (b @ b)))
    if np.ptp(one) <= ROUNDING * np.abs(one).max() or np.ptp(other) <= ROUNDING * np.abs(other).max() or below == 0:
        return None
    return float(np.clip(a @ b / below, -1.0, 1.0))
