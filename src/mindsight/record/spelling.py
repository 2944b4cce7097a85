"""Formatting of intervals."""

from mindsight.text import Text, text

_MOST = 9
"""Decimals beyond which ends count as equal."""


def decimals_of_ends(low: float, high: float, least: int) -> int:
    """Return the decimals needed to distinguish the bounds, not fewer than those of the value beside them."""
    if low == high:
        return least
    return next((count for count in range(least, _MOST) if _spelled(low, count) != _spelled(high, count)), _MOST)


def range_of(low: float, high: float, least: int) -> Text:
    """Return an interval for a table; different bounds are never printed alike."""
    decimals = decimals_of_ends(low, high, least)
    first, last = (_spelled(end, decimals) for end in (low, high))
    return text("{low} … {high}", low=first, high=last)


def _spelled(end: float, decimals: int) -> str:
    shown = f"{end:.{decimals}f}"
    return shown.removeprefix("-") if not shown.strip("-0.") else shown.replace("-", "−")
