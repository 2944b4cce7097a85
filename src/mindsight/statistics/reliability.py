"""The interval of ICC(A,k): how far the mean of these raters would be that of other raters."""

import numpy as np
import numpy.typing as npt
from scipy.special import fdtri

from mindsight.statistics.agreement import icc
from mindsight.statistics.arrays import check_level, table_of
from mindsight.statistics.intervals import Interval


def agreement_mean_interval(ratings: npt.ArrayLike, level: float = 0.95) -> Interval | None:
    """Return the interval of ICC(A,k), by the F quantiles of McGraw and Wong (1996, table 7) with Satterthwaite's degrees of freedom.

    The bounds are those of ICC(A,1) stepped up to k raters by Spearman and Brown.

    Args:
        ratings: One row per item, shape (items, raters), finite: every rater has rated every item.
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval, its upper bound ≤ 1; None where ICC(A,1) is not estimable or is 1, or a bound is not finite.

    Raises:
        ValueError: As for ``icc``, or the level lies outside (0, 1).

    Example:
        >>> judges = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
        >>> low, high = agreement_mean_interval(judges)[:2]
        >>> round(low, 2), round(high, 2)
        (0.07, 0.93)
    """
    check_level(level)
    single = icc(ratings).agreement_single
    if single is None or 1 - single < 1e-12:
        return None
    table = table_of(ratings, "items x raters")
    n, k = table.shape
    centred = table - table.mean()
    by_item, by_rater = centred.mean(axis=1), centred.mean(axis=0)
    rows = k * float(by_item @ by_item) / (n - 1)
    columns = n * float(by_rater @ by_rater) / (k - 1)
    rest = float(np.sum((centred - by_item[:, None] - by_rater) ** 2)) / ((n - 1) * (k - 1))
    a = k * single / (n * (1 - single))
    b = 1 + k * single * (n - 1) / (n * (1 - single))
    below = (a * columns) ** 2 / (k - 1) + (b * rest) ** 2 / ((n - 1) * (k - 1))
    if below <= 0:
        return None
    freedom = (a * columns + b * rest) ** 2 / below
    upper = (1 + level) / 2
    f_low, f_high = float(fdtri(n - 1, freedom, upper)), float(fdtri(freedom, n - 1, upper))
    part = k * columns + (k * n - k - n) * rest
    low = n * (rows - f_low * rest) / (f_low * part + n * rows)
    high = n * (f_high * rows - rest) / (part + n * f_high * rows)
    bounds = _stepped_up(low, k), _stepped_up(high, k)
    # At -1/(k-1) and below the mean of k raters has no reliability; a bound without a number bounds nothing.
    # Where raters agree in nothing, rounding may let equal bounds cross.
    return Interval(min(bounds), max(bounds), level, "F") if np.isfinite(bounds).all() else None


def _stepped_up(single: float, raters: int) -> float:
    """Return the reliability of the mean of k raters from that of one (Spearman and Brown); -∞ at -1/(k-1) and below."""
    below = 1 + single * (raters - 1)
    return raters * single / below if below > 0 else float("-inf")
