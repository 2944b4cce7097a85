"""6.3.1, 6.4.1: the mean of all raters, over the items and for each item, with its spread and interval."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mindsight.clauses import implements
from mindsight.statistics import (
    Interval,
    agreement_mean_interval,
    crossed_interval,
    icc,
    krippendorff_alpha,
    krippendorff_alpha_interval,
)
from mindsight.statistics.arrays import FloatArray, Labels, mean_of, table_of

LEAST_RATERS = 3
"""“不少于 3 名测试人员”: at least so many raters, each of whom has rated every item."""


class ItemOpinion(NamedTuple):
    """What the raters said of one item: mean and median in points, standard deviation (n - 1; None below two raters), lowest, highest."""

    mean: float
    median: float
    deviation: float | None
    low: float
    high: float


class OpinionScore(NamedTuple):
    """The score of a set.

    Attributes:
        value: Mean over raters and items, in points; None with fewer than three complete raters or without items.
        interval: For other raters and other items; None where there is no value, or below two items.
        raters: Number of complete raters.
        missing: How many more are needed for a score, ≥ 0.
        items: Number of items.
    """

    value: float | None
    interval: Interval | None
    raters: int
    missing: int
    items: int


class Agreement(NamedTuple):
    """How far raters agree: Krippendorff's α on the interval scale, and ICC(A,k) of their mean with its interval; None: not estimable."""

    alpha: float | None
    alpha_interval: Interval | None
    icc: float | None
    icc_interval: Interval | None


@implements("album", "6.3.1")
@implements("album", "6.4.1")
def opinion_score(ratings: npt.ArrayLike, clusters: Labels | None = None, level: float = 0.95) -> OpinionScore:
    """Return the score of a set: the mean of all raters, of whom at least three rate independently (6.3.1, 6.4.1).

    Args:
        ratings: One row per item, shape (items, raters), in points of 0 to 100, finite: those of raters who rated every item. An item
            without a usable output has 0 from each.
        clusters: The cluster of each item, shape (items,); None: each item is its own cluster.
        level: Nominal coverage of the interval, in (0, 1).

    Raises:
        ValueError: Not two-dimensional, or a rating is missing or outside 0 … 100.

    Example:
        >>> opinion_score([[60, 70, 80], [40, 50, 60]]).value
        60.0
    """
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError(f"ratings have shape {table.shape}; expected items x raters")
    if not (np.isfinite(table).all() and (table >= 0).all() and (table <= 100).all()):
        raise ValueError("a rating is missing or outside 0 … 100; expected the complete raters only")
    items, raters = table.shape
    missing = max(0, LEAST_RATERS - raters)
    if missing or not items:
        return OpinionScore(None, None, raters, missing, items)
    found = crossed_interval(table, clusters, level)
    # Beyond the scale a bound says nothing that the end of the scale does not.
    interval = None if found is None else found._replace(low=max(found.low, 0.0), high=min(found.high, 100.0))
    return OpinionScore(mean_of(table.ravel()), interval, raters, 0, items)


def item_opinion(ratings: npt.ArrayLike) -> ItemOpinion:
    """Return what raters said of one item: the mean is its score (6.3.1, 6.4.1).

    Args:
        ratings: One number per rater, shape (raters,), finite, at least one.

    Example:
        >>> item_opinion([60, 70, 80])
        ItemOpinion(mean=70.0, median=70.0, deviation=10.0, low=60.0, high=80.0)
    """
    row = table_of(np.asarray(ratings, dtype=np.float64)[None], "one row of raters")[0]
    if not np.isfinite(row).all():
        raise ValueError("a rating is missing or infinite")
    deviation = float(np.std(row, ddof=1)) if len(row) > 1 else None
    return ItemOpinion(mean_of(row), float(np.median(row)), deviation, float(row.min()), float(row.max()))


def agreement(ratings: FloatArray, clusters: Labels | None = None, level: float = 0.95) -> Agreement:
    """Return the agreement of complete raters; α's interval comes from the clusters, that of ICC(A,k) from single items.

    Args:
        ratings: One row per item, shape (items, raters), finite.
        clusters: The cluster of each item, shape (items,).
        level: Nominal coverage, in (0, 1).
    """
    if min(ratings.shape) < 2:
        return Agreement(None, None, None, None)
    return Agreement(
        krippendorff_alpha(ratings.T),
        krippendorff_alpha_interval(ratings.T, clusters, level),
        icc(ratings).agreement_mean,
        agreement_mean_interval(ratings, level),
    )
