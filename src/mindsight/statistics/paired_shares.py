"""The difference of two paired shares: does something happen more often in one of two trials of the same items?"""

import math

from scipy.optimize import brentq
from scipy.special import ndtri

from mindsight.statistics.arrays import check_level
from mindsight.statistics.intervals import Interval


def paired_share_interval(gained: int, lost: int, n: int, level: float = 0.95) -> Interval:
    """Return the score interval of a difference of two paired shares (Tango 1998, Statistics in Medicine 17:891).

    Of n items, ``gained`` succeeded the second time only and ``lost`` the first time only; the difference is
    (gained - lost) / n. The limits are the Δ with (gained - lost - nΔ)² = z² n (2q + Δ(1 - Δ)), q the most likely share of losses if the
    difference is Δ. The interval has a width even if nothing was gained or lost: ±z²/(n + z²).

    Args:
        gained: Items that succeeded the second time only, ≥ 0.
        lost: Items that succeeded the first time only, ≥ 0.
        n: All items, ≥ gained + lost and ≥ 1.
        level: Nominal coverage, in (0, 1).

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> low, high = paired_share_interval(2, 12, 50)[:2]
        >>> round(low, 3), round(high, 3)
        (-0.345, -0.061)
    """
    check_level(level)
    if min(gained, lost) < 0 or gained + lost > n or n < 1:
        raise ValueError(f"{gained} gained and {lost} lost of {n} items; expected whole numbers ≥ 0 within them")
    z = float(ndtri((1 + level) / 2))
    upper = _upper(gained, lost, n, z)
    # The lower limit is the upper one with the trials exchanged.
    return Interval(-_upper(lost, gained, n, z), upper, level, "Tango's score")


def _upper(gained: int, lost: int, n: int, z: float) -> float:
    if gained == n:
        return 1.0
    # If the difference itself solves the equation, the other solution has a closed form.
    if gained == lost == 0:
        return z * z / (n + z * z)
    if lost == n:
        return (z * z - n) / (z * z + n)

    def excess(difference: float) -> float:
        variance = 2 * _likely_loss(difference, gained, lost, n) + difference * (1 - difference)
        return n * ((gained - lost) / n - difference) ** 2 - z * z * variance

    return float(brentq(excess, (gained - lost) / n, 1.0, xtol=1e-14))


def _likely_loss(difference: float, gained: int, lost: int, n: int) -> float:
    """Return the most likely share of losses for a given difference of the shares."""
    b = (2 * n - gained + lost) * difference - gained - lost
    return (math.sqrt(max(b * b + 8 * n * lost * difference * (1 - difference), 0.0)) - b) / (4 * n)
