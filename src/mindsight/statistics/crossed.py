"""The mean over raters and items crossed: every rater has rated every item, and both are samples of more."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr, stdtrit

from mindsight.statistics.arrays import FloatArray, Labels, check_level, each, mean_of, numbers_of, table_of, totals_of
from mindsight.statistics.comparison import PairedDifference
from mindsight.statistics.intervals import Interval


class Components(NamedTuple):
    """The variances of the two-way random model, each ≥ 0: what an item, a rater and the rest add to a single rating."""

    items: float
    raters: float
    rest: float


class _Squares(NamedTuple):
    """Mean squares of the two-way analysis of variance."""

    items: float
    raters: float
    rest: float


class _Error(NamedTuple):
    mean: float
    variance: float
    freedom: float


def components(ratings: npt.ArrayLike) -> Components | None:
    """Return the variance components of x_ij = μ + item_i + rater_j + e_ij, estimated from the mean squares.

    An estimate below 0 is given as 0.

    Args:
        ratings: One row per item, shape (items, raters), finite: every rater has rated every item.

    Returns:
        The components in the unit of the ratings squared; None below two items or two raters.

    Raises:
        ValueError: Not a filled two-dimensional array, or a rating is missing or infinite.

    Example:
        >>> components([[10, 20], [30, 40], [50, 60]])
        Components(items=400.0, raters=50.0, rest=0.0)
    """
    table = _complete(ratings)
    items, raters = table.shape
    if items < 2 or raters < 2:
        return None
    squares = _squares(table)
    return Components(
        max(0.0, (squares.items - squares.rest) / raters),
        max(0.0, (squares.raters - squares.rest) / items),
        squares.rest,
    )


def crossed_interval(ratings: npt.ArrayLike, clusters: Labels | None = None, level: float = 0.95) -> Interval | None:
    """Return the interval of the mean for other raters and other items: two-way random effects, Satterthwaite's t.

    Var = A + B - E, where A = SE² of the mean over items (clustered), B = SE² of the mean over raters, and E = MS_rest / (items · raters),
    which A and B both contain. Where clusters are single items this is (MS_items + MS_raters - MS_rest) / (items · raters). Var is never
    taken below the larger of A and B. The degrees of freedom are Var² / (A²/(C - 1) + B²/(k - 1)), at least min(C, k) - 1: with three
    raters who differ in strictness about 2, whatever the number of items.

    Args:
        ratings: One row per item, shape (items, raters), finite: every rater has rated every item.
        clusters: The cluster of each item, shape (items,); None: each item is its own cluster.
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval in the unit of the ratings; None below two raters or two clusters.

    Raises:
        ValueError: Not a filled two-dimensional array, a rating is missing or infinite, or the level lies outside (0, 1).
    """
    check_level(level)
    found = _error(_complete(ratings), clusters)
    if found is None:
        return None
    half = float(stdtrit(found.freedom, (1 + level) / 2)) * math.sqrt(found.variance)
    return Interval(found.mean - half, found.mean + half, level, "crossed t")


def crossed_difference(
    first: npt.ArrayLike, second: npt.ArrayLike, clusters: Labels | None = None, level: float = 0.95
) -> PairedDifference:
    """Return the difference of two systems whose outputs the same raters rated: effect, interval, p value.

    The interval is ``crossed_interval`` of the differences, one per rater and item; p is of the two-sided t test with the same error and
    degrees of freedom, so the interval leaves out 0 exactly where p is below 1 - level. Both are for other raters and other items.

    Args:
        first: Ratings of the first system, shape (items, raters), finite.
        second: Ratings of the second system: the same items and the same raters in the same order.
        clusters: The cluster of each item, shape (items,); None: each item is its own cluster.
        level: Nominal coverage of the interval, in (0, 1).

    Raises:
        ValueError: The tables are not filled or not of one shape, or the level lies outside (0, 1).
    """
    one, other = _complete(first), _complete(second)
    if one.shape != other.shape:
        raise ValueError(f"tables of shapes {one.shape} and {other.shape}; expected the same items and raters")
    difference = one - other
    numbers = numbers_of(clusters, len(difference), "cluster")
    interval = crossed_interval(difference, clusters, level)
    found = _error(difference, clusters)
    p = None
    # Equal differences everywhere have no error: nothing can be tested.
    if found is not None and found.variance > 0:
        p = float(2 * stdtr(found.freedom, -abs(found.mean) / math.sqrt(found.variance)))
    return PairedDifference(mean_of(difference.ravel()), interval, p, len(difference), int(numbers.max()) + 1)


def _error(table: FloatArray, clusters: Labels | None) -> _Error | None:
    """Return the mean of a crossed table with its variance and degrees of freedom; None below two raters or two clusters."""
    items, raters = table.shape
    numbers = numbers_of(clusters, items, "cluster")
    count = int(numbers.max()) + 1
    if count < 2 or raters < 2:
        return None
    mean = mean_of(table.ravel())
    sums = totals_of(table.mean(axis=1) - mean, numbers)
    by_items = math.fsum(total**2 for total in each(sums)) * count / (count - 1) / items**2
    by_raters = math.fsum((table.mean(axis=0) - mean) ** 2) / (raters - 1) / raters
    rest = _squares(table).rest / (items * raters)
    variance = max(by_items + by_raters - rest, by_items, by_raters)
    below = by_items**2 / (count - 1) + by_raters**2 / (raters - 1)
    freedom = max(variance**2 / below, min(count, raters) - 1) if below > 0 else min(count, raters) - 1
    return _Error(mean, variance, freedom)


def _complete(ratings: npt.ArrayLike) -> FloatArray:
    table = table_of(ratings, "items x raters")
    if not np.isfinite(table).all():
        raise ValueError("a rating is missing or infinite; expected a complete table")
    return table


def _squares(table: FloatArray) -> _Squares:
    items, raters = table.shape
    centred = table - table.mean()
    by_item, by_rater = centred.mean(axis=1), centred.mean(axis=0)
    rest = centred - by_item[:, None] - by_rater
    freedom = (items - 1, raters - 1, (items - 1) * (raters - 1))
    sums = (raters * float(by_item @ by_item), items * float(by_rater @ by_rater), float(np.sum(rest**2)))
    return _Squares(*(total / of if of else 0.0 for total, of in zip(sums, freedom, strict=True)))
