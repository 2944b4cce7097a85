"""Comparison of two systems on the same items, and of several measures at once."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mindsight.statistics.arrays import (
    ROUNDING,
    FloatArray,
    Labels,
    Values,
    blocks,
    each,
    mean_of,
    numbers_of,
    sample_of,
    totals_of,
)
from mindsight.statistics.intervals import Interval, mean_interval


class PairedDifference(NamedTuple):
    """The difference of two systems on the same items.

    Attributes:
        difference: Mean of first - second, in the unit of the scores.
        interval: Clustered t interval of the difference; None below two clusters.
        p: Two-sided sign-flip p value, in (0, 1]; None below two clusters.
        n: Number of items, ≥ 1.
        clusters: Number of clusters, 1 … n.
    """

    difference: float
    interval: Interval | None
    p: float | None
    n: int
    clusters: int


def sign_flip_test(
    differences: Values, rng: np.random.Generator, clusters: Labels | None = None, draws: int = 10_000
) -> float | None:
    """Return the two-sided p value of "the mean difference is 0", by flipping the signs of whole clusters.

    It assumes that without a difference each cluster's sum is equally likely to have the other sign. All
    2^C sign patterns are tried when there are no more of them than draws; otherwise p = (c+1)/(B+1), where c of B
    random patterns reach the observed sum. With C clusters p is never below 2/2^C: five clusters cannot give p ≤ 0.05.

    Args:
        differences: Paired differences, shape (n,), n ≥ 1, finite.
        rng: Random generator; not used when every pattern is tried.
        clusters: The cluster of each difference, shape (n,); None: each difference is its own cluster.
        draws: Number of random patterns B, ≥ 1.

    Returns:
        p in (0, 1]; None for fewer than two clusters.

    Raises:
        ValueError: The differences are empty, not finite or not one row, a cluster is missing, or draws < 1.

    Example:
        >>> sign_flip_test([1.0, 2.0, 1.0, 3.0, 2.0], np.random.default_rng(7))
        0.0625
    """
    if draws < 1:
        raise ValueError(f"{draws} draws; expected at least 1")
    sample = sample_of(differences, "differences")
    totals = totals_of(sample, numbers_of(clusters, len(sample), "cluster"))
    if len(totals) < 2:
        return None
    reached = abs(math.fsum(each(totals))) - ROUNDING * math.fsum(each(np.abs(totals)))
    if 2 ** len(totals) <= draws:
        sums = np.zeros(1)
        for total in totals:
            sums = np.concatenate([sums + total, sums - total])
        return float(np.mean(np.abs(sums) >= reached))
    hits = sum(int(np.sum(np.abs(signs @ totals) >= reached)) for signs in _signs(len(totals), draws, rng))
    return (hits + 1) / (draws + 1)


def paired_difference(
    first: Values, second: Values, rng: np.random.Generator, clusters: Labels | None = None, level: float = 0.95
) -> PairedDifference:
    """Return the difference of two systems on the same items: effect, interval, p value.

    Args:
        first: Scores of the first system, shape (n,), n ≥ 1, finite.
        second: Scores of the second system on the same items in the same order, shape (n,), finite.
        rng: Random generator.
        clusters: The cluster of each item, shape (n,); None: each item is its own cluster.
        level: Nominal coverage of the interval, in (0, 1).

    Raises:
        ValueError: The rows are empty, not finite or not of one length, or the level lies outside (0, 1).
    """
    one, other = sample_of(first, "scores of the first system"), sample_of(second, "scores of the second system")
    if len(one) != len(other):
        raise ValueError(
            f"{len(one)} scores of the first system and {len(other)} of the second; expected the same items"
        )
    difference, numbers = one - other, numbers_of(clusters, len(one), "cluster")
    interval = mean_interval(difference, clusters, level)
    p = sign_flip_test(difference, rng, numbers)
    return PairedDifference(mean_of(difference), interval, p, len(one), int(numbers.max()) + 1)


def least_p(clusters: int, draws: int = 10_000) -> float:
    """Return the smallest p that ``sign_flip_test`` can give: 2/2^C where every pattern is tried, else 1/(B+1).

    Args:
        clusters: Number of clusters C, ≥ 2.
        draws: Number of random patterns B, ≥ 1.

    Example:
        >>> least_p(5)
        0.0625
    """
    if clusters < 2 or draws < 1:
        raise ValueError(f"{clusters} clusters and {draws} draws; expected at least 2 and 1")
    return 2.0 ** (1 - clusters) if 2**clusters <= draws else 1 / (draws + 1)


def holm(p_values: Values) -> list[float]:
    """Return Holm's adjusted p values, in the given order: rejecting those ≤ α keeps the family-wise error rate ≤ α.

    Args:
        p_values: Raw p values, shape (m,), m ≥ 1, each in [0, 1].

    Raises:
        ValueError: No p value was given, or one lies outside [0, 1].

    Example:
        >>> holm([0.01, 0.04, 0.03])
        [0.03, 0.06, 0.06]
    """
    raw = sample_of(p_values, "p values")
    if raw.min() < 0 or raw.max() > 1:
        raise ValueError(f"p values from {raw.min():g} to {raw.max():g}; expected 0 … 1")
    order = np.argsort(raw, kind="stable")
    stepped = np.minimum(np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1)), 1.0)
    adjusted = np.empty_like(raw)
    adjusted[order] = stepped
    return [float(p) for p in adjusted]


def _signs(count: int, draws: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    for rows in blocks(draws, count):
        yield np.where(rng.integers(0, 2, size=(rows, count), dtype=np.int8) == 1, 1.0, -1.0)
