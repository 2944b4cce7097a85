"""Formatting of intervals, and of what a review of data came to."""

from mindsight.record.model import DataReview
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


def verdict_of(review: DataReview) -> Text:
    """Return what the review of a data set came to, in a sentence."""
    if review.failed:
        return text(
            "{name}: {failed} of {all} checks of clause 6.2 failed; {warnings} warn, {open} wait for a declaration or a person",
            name=review.name,
            failed=review.failed,
            all=review.checks,
            warnings=review.warnings,
            open=review.waiting,
        )
    return text(
        "{name}: nothing that the program decides failed in {all} checks of clause 6.2; {warnings} warn, {open} wait for a "
        "declaration or a person",
        name=review.name,
        all=review.checks,
        warnings=review.warnings,
        open=review.waiting,
    )
