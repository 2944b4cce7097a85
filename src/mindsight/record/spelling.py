"""How the two ends of an interval are spelled."""

from mindsight.text import Text, text

_MOST = 9
"""Decimals beyond which ends are not told apart."""


def decimals_of_ends(low: float, high: float, least: int) -> int:
    """Return how many decimals tell the ends apart: not fewer than those of the value that stands beside them."""
    if low == high:
        return least
    return next((count for count in range(least, _MOST) if _spelled(low, count) != _spelled(high, count)), _MOST)


def range_of(low: float, high: float, least: int) -> Text:
    """Return an interval as a table shows it: ends that differ are never printed alike."""
    decimals = decimals_of_ends(low, high, least)
    first, last = (_spelled(end, decimals) for end in (low, high))
    return text("{low} … {high}", low=first, high=last)


def _spelled(end: float, decimals: int) -> str:
    shown = f"{end:.{decimals}f}"
    return shown.removeprefix("-") if not shown.strip("-0.") else shown.replace("-", "−")
