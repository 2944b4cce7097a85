"""Means and intervals of the level 0.95: clustered t for means, Wilson for shares; finite series instead of a library."""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from typing import Any, Sequence

from mindsight.record.reading.strict import Json

Z = 1.959963984540054
"""The normal distribution's quantile at 0.975."""


def stated(value: float | None, n: int, interval: tuple[float, float] | None = None) -> Json:
    """Return a measure's number as the record holds it: not estimable without a value."""
    bounds = None if interval is None else {"low": interval[0], "high": interval[1], "level": 0.95}
    return {"value": value, "status": "not_estimable" if value is None else "scored", "n": n, "interval": bounds}


def summarise(
    clusters: Sequence[Any], scores: Sequence[float | None], least: float = -math.inf, most: float = math.inf
) -> Json:
    """Return the mean of scores with its clustered t interval, cut at the ends of the measure's range.

    Of a column of a million scores nothing is copied, and a number kept for each cluster: so clusters may be numbers, each the
    next one where it is new.
    """
    n = sum(map(_finite, scores))
    if not n:
        status = "exact" if math.inf in scores else "not_scored"
        return {"value": None, "status": status, "n": 0, "interval": None}
    centre = math.fsum(score for score in scores if score is not None and math.isfinite(score)) / n
    numbers: dict[Any, int] = {}
    totals = array("d")
    for cluster, score in zip(clusters, scores):
        number = cluster if isinstance(cluster, int) else numbers.setdefault(cluster, len(numbers))
        totals.extend(math.nan for _ in range(number + 1 - len(totals)))  # a cluster without scores is none
        if score is not None and math.isfinite(score):
            totals[number] = score - centre + (0.0 if math.isnan(totals[number]) else totals[number])
    c = sum(map(_finite, totals))
    if c < 2:
        return stated(centre, n)
    error = math.sqrt(math.fsum(total * total for total in totals if _finite(total)) * c / (c - 1)) / n
    half = t_quantile(c - 1) * error
    return stated(centre, n, (max(centre - half, least), min(centre + half, most)))


def _finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def mean(values: list[float]) -> float:
    """Return the mean."""
    return math.fsum(values) / len(values)


def spread(values: list[float]) -> float:
    """Return the population standard deviation."""
    centre = mean(values)
    return math.sqrt(mean([(value - centre) ** 2 for value in values]))


def wilson(right: float, tasks: float) -> tuple[float, float]:
    """Return Wilson's limits of a share."""
    half = Z * math.sqrt(right * (tasks - right) / tasks + Z * Z / 4)
    middle, scale = right + Z * Z / 2, tasks + Z * Z
    return (middle - half) / scale if right else 0.0, (middle + half) / scale if right < tasks else 1.0


@lru_cache(maxsize=None)  # noqa: UP033  (measures share their degrees of freedom)
def t_quantile(freedom: float) -> float:
    """Return the quantile of Student's t at 0.975, by halving; degrees of freedom ≥ 1."""
    low, high = 0.0, 1.0
    while _t_within(high, freedom) < 0.95:
        high *= 2
    for _ in range(64):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_within(middle, freedom) < 0.95 else (low, middle)
    return (low + high) / 2


def _t_within(t: float, freedom: float) -> float:
    """Return the probability that Student's t lies within -t..t."""
    return _t_within_whole(t, freedom) if isinstance(freedom, int) else _t_within_any(t, freedom)


def _t_within_any(t: float, freedom: float) -> float:
    """Return the probability that Student's t lies within -t..t, with any degrees of freedom (Simpson's rule over the angle)."""
    steps, angle = 1000, math.atan2(t, math.sqrt(freedom))
    heights = [math.pow(math.cos(angle * step / steps), freedom - 1) for step in range(steps + 1)]
    area = heights[0] + heights[-1] + 4 * math.fsum(heights[1::2]) + 2 * math.fsum(heights[2:-1:2])
    scale = 2 * math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    return scale * area * angle / steps / 3


def _t_within_whole(t: float, freedom: int) -> float:
    """Return the probability that Student's t with whole degrees of freedom lies within -t..t (finite series)."""
    angle, odd = math.atan2(t, math.sqrt(freedom)), freedom % 2
    square = math.cos(angle) ** 2
    term = math.cos(angle) if odd else 1.0
    terms = [] if freedom == 1 else [term]
    for k in range(3 if odd else 2, freedom, 2):
        term *= square * (k - 1) / k
        terms.append(term)
    series = math.sin(angle) * math.fsum(terms)
    return 2 / math.pi * (angle + series) if odd else series
