"""Means, intervals and quantiles: finite series and halving instead of a library.

Every interval has the level 0.95. ``stated`` is a measure's number as the record holds it.
"""

from __future__ import annotations

import math
from typing import Any, Callable

from mindsight.checker.basics import Json

Z = 1.959963984540054
"""The normal distribution's quantile at 0.975."""


def stated(value: float | None, n: int, interval: tuple[float, float] | None = None) -> Json:
    """Return a measure's number: not estimable without a value."""
    bounds = None if interval is None else {"low": interval[0], "high": interval[1], "level": 0.95}
    return {"value": value, "status": "not_estimable" if value is None else "scored", "n": n, "interval": bounds}


def summarise(rows: list[tuple[Any, float | None]], least: float = -math.inf, most: float = math.inf) -> Json:
    """Return the mean of (cluster, score) rows with its clustered t interval, cut at the ends of the measure's range."""
    finite = [(cluster, score) for cluster, score in rows if score is not None and math.isfinite(score)]
    n = len(finite)
    if not n:
        infinite = any(score == math.inf for _, score in rows)
        return {"value": None, "status": "exact" if infinite else "not_scored", "n": 0, "interval": None}
    centre = math.fsum(score for _, score in finite) / n
    sums: dict[Any, list[float]] = {}
    for cluster, score in finite:
        sums.setdefault(cluster, []).append(score - centre)
    c = len(sums)
    if c < 2:
        return stated(centre, n)
    error = math.sqrt(math.fsum(math.fsum(part) ** 2 for part in sums.values()) * c / (c - 1)) / n
    half = t_quantile(0.975, c - 1) * error
    return stated(centre, n, (max(centre - half, least), min(centre + half, most)))


def mean(values: list[float]) -> float:
    """Return the mean."""
    return math.fsum(values) / len(values)


def deviations(values: list[float]) -> list[float]:
    """Return the values less their mean; exactly 0 where all are the same."""
    centre = values[0] if min(values) == max(values) else mean(values)
    return [value - centre for value in values]


def spread(values: list[float]) -> float:
    """Return the population standard deviation."""
    return math.sqrt(mean([deviation * deviation for deviation in deviations(values)]))


def product_sum(one: list[float], other: list[float]) -> float:
    """Return the sum of the products of two columns."""
    return math.fsum(a * b for a, b in zip(one, other))


def wilson(right: float, tasks: float) -> tuple[float, float]:
    """Return Wilson's limits of a share."""
    half = Z * math.sqrt(right * (tasks - right) / tasks + Z * Z / 4)
    middle, scale = right + Z * Z / 2, tasks + Z * Z
    return (middle - half) / scale if right else 0.0, (middle + half) / scale if right < tasks else 1.0


def tango(gained: int, lost: int, n: int) -> float:
    """Return Tango's upper score limit of (gained - lost) / n; the lower one is that of the exchanged counts."""

    def inside(change: float) -> bool:
        # The likeliest share of losses where the difference is the one tried, from a quadratic equation.
        b = (2 * n - gained + lost) * change - gained - lost
        loss = (math.sqrt(max(b * b + 8 * n * lost * change * (1 - change), 0.0)) - b) / (4 * n)
        return (gained - lost - n * change) ** 2 <= Z * Z * n * (2 * loss + change * (1 - change))

    return _halved(inside, (gained - lost) / n, 1.0)


_QUANTILES: dict[tuple[float, int], float] = {}


def t_quantile(probability: float, freedom: int) -> float:
    """Return the quantile of Student's t; remembered, since measures share their degrees of freedom."""
    key = probability, freedom
    if key not in _QUANTILES:
        _QUANTILES[key] = _grown(lambda t: _t_within(t, freedom) < 2 * probability - 1)
    return _QUANTILES[key]


def chi_square(probability: float, freedom: int) -> float:
    """Return the quantile of chi-square."""
    return _grown(lambda x: 1 - _chi_beyond(x, freedom) < probability)


def _grown(below: Callable[[float], bool]) -> float:
    high = 1.0
    while below(high):
        high *= 2
    return _halved(below, 0.0, high)


def _halved(below: Callable[[float], bool], low: float, high: float) -> float:
    """Return the place up to which something holds."""
    for _ in range(64):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def _t_within(t: float, freedom: int) -> float:
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


def _chi_beyond(x: float, freedom: int) -> float:
    """Return the probability that chi-square with whole degrees of freedom exceeds x (finite series)."""
    half, odd = x / 2, freedom % 2
    total = math.erfc(math.sqrt(half)) if odd else 0.0
    for k in range(freedom // 2):
        power = k + 0.5 * odd
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1)) if half > 0 else float(power == 0)
    return total
