"""Which raters two recommendations would reject: ITU-R BT.500 (kurtosis rule) and ITU-T P.913 (correlation).

What they find is reported; no rater is ever left out of a score because of it.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mindsight.rating.opinion.raters import correlation
from mindsight.statistics.arrays import table_of

LEAST_CORRELATION = 0.75
"""Below this correlation with the mean of all raters P.913 rejects a rater."""
_FAR_SHARE, _ONE_SIDED = 0.05, 0.3


class Kurtosis(NamedTuple):
    """A rater by the rule of BT.500: share of ratings far from the mean, how one-sided they are (None if there are none), the verdict."""

    far: float
    one_sided: float | None
    rejected: bool


def bt500(ratings: npt.ArrayLike) -> tuple[Kurtosis, ...]:
    """Return what the rule of ITU-R BT.500-15 (annex 1, 2.3.1) finds of each rater.

    At each item with kurtosis β2 in 2 … 4 a rating is far if it is at least 2 standard deviations (n) from the mean, else at least √20.
    A rater is rejected if more than 5 % of the ratings are far, and (above - below) / (above + below) is less than 0.3: off in both
    directions. If all would be rejected, none is. Of n values none is farther than √(n - 1) standard deviations from the mean: with four
    raters or fewer no rating can be far, and nobody can be rejected.

    Args:
        ratings: One row per item, shape (items, raters); NaN where a rater did not rate the item.
    """
    table = table_of(ratings, "items x raters")
    above, below = np.zeros(table.shape[1]), np.zeros(table.shape[1])
    for row in table:
        there = row[~np.isnan(row)]
        spread = float(np.std(there)) if len(there) else 0.0
        if not spread:
            continue
        centre = float(np.mean(there))
        # Divided first: the fourth power of a small spread would vanish.
        kurtosis = float(np.mean(((there - centre) / spread) ** 4))
        far = (2.0 if 2 <= kurtosis <= 4 else math.sqrt(20)) * spread
        above += row >= centre + far
        below += row <= centre - far
    items = np.maximum(1, np.sum(~np.isnan(table), axis=0))
    found = [_kurtosis(*one) for one in zip(above.tolist(), below.tolist(), items.tolist(), strict=True)]
    if all(one.rejected for one in found):
        found = [one._replace(rejected=False) for one in found]
    return tuple(found)


def can_reject(raters: int) -> bool:
    """Return whether the rule of BT.500 can reject anybody among so many raters: a rating can be 2 standard deviations away from n = 5 on.

    The farthest of n values lies at most √(n - 1) standard deviations (n) from their mean.

    Example:
        >>> can_reject(4), can_reject(5)
        (False, True)
    """
    return math.sqrt(max(0, raters - 1)) >= 2


def p913(ratings: npt.ArrayLike, least: float = LEAST_CORRELATION) -> tuple[int, ...]:
    """Return the raters whom the correlation rule of ITU-T P.913 rejects, in the order of rejection.

    Pearson's correlation of a rater's ratings with the mean of all raters; the worst below the limit is rejected, and the rest are
    looked at anew. Two raters are always left. The rating itself is part of the mean: with three raters even noise correlates with it,
    and hardly anybody is rejected.

    Args:
        ratings: One row per item, shape (items, raters), at least three items; NaN where a rater did not rate the item.
        least: The limit of the correlation.
    """
    table = table_of(ratings, "items x raters")
    left = list(range(table.shape[1]))
    rejected: list[int] = []
    while len(left) > 2 and len(table) > 2:
        worst = min((_with_mean(table[:, left], place), place) for place in range(len(left)))
        if worst[0] >= least:
            break
        rejected.append(left.pop(worst[1]))
    return tuple(rejected)


def _with_mean(table: npt.NDArray[np.float64], rater: int) -> float:
    rows = ~np.isnan(table[:, rater])
    if rows.sum() < 3:
        return 1.0  # too few ratings to say anything
    found = correlation(table[rows, rater], np.nanmean(table[rows], axis=1))
    # Somebody who always gives the same value follows nothing.
    return 0.0 if found is None else found


def _kurtosis(above: float, below: float, items: int) -> Kurtosis:
    far = (above + below) / items
    one_sided = abs(above - below) / (above + below) if above + below else None
    return Kurtosis(far, one_sided, far > _FAR_SHARE and one_sided is not None and one_sided < _ONE_SIDED)
