"""Agreement of two people who labelled the same items, by the statistics that ratings use."""

from collections.abc import Sequence

from mindsight.statistics.agreement import cohen_kappa
from mindsight.statistics.agreement_intervals import cohen_kappa_interval

Twice = Sequence[tuple[str, str, str]]


def agreement_of(twice: Twice) -> tuple[float, float | None, float | None, float | None]:
    """Return the share of equal labels, Cohen's κ, and the bounds of its interval; None where they cannot be estimated."""
    names = sorted({label for _, *pair in twice for label in pair})
    codes = {name: number for number, name in enumerate(names)}
    one, other = ([codes[row[place]] for row in twice] for place in (1, 2))
    same = sum(first == second for first, second in zip(one, other, strict=True)) / len(twice)
    kappa, interval = cohen_kappa(one, other), cohen_kappa_interval(one, other)
    return same, kappa, None if interval is None else interval.low, None if interval is None else interval.high
