"""Intervals from the spread of clusters, and by resampling them."""

import math
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

from mindsight.statistics.arrays import (
    ROUNDING,
    FloatArray,
    IndexArray,
    Labels,
    Values,
    blocks,
    check_level,
    each,
    mean_of,
    numbers_of,
    sample_of,
    totals_of,
)

Statistic = Callable[[IndexArray], float]
Method = Literal[
    "t",
    "clustered t",
    "crossed t",
    "F",
    "basic bootstrap",
    "clustered basic bootstrap",
    "Wilson",
    "Wilson, effective sample",
    "recovered variances",
    "Tango's score",
    "chi-square",
]


class Interval(NamedTuple):
    """A confidence interval; its bounds are not clipped to the scale of the score.

    Attributes:
        low: Lower end, in the unit of the score.
        high: Upper end, in the unit of the score.
        level: Nominal coverage, in (0, 1).
        method: How it was computed.
    """

    low: float
    high: float
    level: float
    method: Method


def clustered_standard_error(values: Values, clusters: Labels | None = None) -> float | None:
    """Return the standard error of the mean, with whole clusters as the independent units (arXiv 2411.00640).

    SE² = C/(C-1) · Σ_c (Σ_{i in c} (x_i - x̄))² / n². Without clusters each value is its own cluster, and SE is sd/√n.

    Args:
        values: The scores x, shape (n,), n ≥ 1, finite.
        clusters: The cluster of each score, shape (n,); None: each score is its own cluster.

    Returns:
        The error in the unit of the scores, ≥ 0; None for fewer than two clusters.

    Raises:
        ValueError: The scores are empty, not finite or not one row, or there is not one cluster for each.

    Example:
        >>> round(clustered_standard_error([0, 0, 1, 1]), 4)
        0.2887
        >>> clustered_standard_error([0, 0, 1, 1], [1, 1, 2, 2])
        0.5
    """
    sample = sample_of(values, "values")
    return _standard_error(sample, numbers_of(clusters, len(sample), "cluster"))


def mean_interval(values: Values, clusters: Labels | None = None, level: float = 0.95) -> Interval | None:
    """Return the mean ± the t quantile with C-1 degrees of freedom times the clustered standard error.

    Equal scores give an interval of width 0: no spread was observed, which does not prove that there is none.

    Args:
        values: The scores, shape (n,), n ≥ 1, finite.
        clusters: The cluster of each score, shape (n,); None: each score is its own cluster.
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval in the unit of the scores; None for fewer than two clusters.

    Raises:
        ValueError: As for `clustered_standard_error`, or the level lies outside (0, 1).

    Example:
        >>> low, high = mean_interval([1, 2, 3, 4, 5])[:2]
        >>> round(low, 3), round(high, 3)
        (1.037, 4.963)
    """
    check_level(level)
    sample = sample_of(values, "values")
    numbers = numbers_of(clusters, len(sample), "cluster")
    error = _standard_error(sample, numbers)
    if error is None:
        return None
    mean, half = mean_of(sample), float(stdtrit(numbers.max(), (1 + level) / 2)) * error
    return Interval(mean - half, mean + half, level, "t" if clusters is None else "clustered t")


def _standard_error(sample: FloatArray, numbers: IndexArray) -> float | None:
    count = int(numbers.max()) + 1
    if count < 2:
        return None
    squares = math.fsum(total**2 for total in each(totals_of(sample, numbers, mean_of(sample))))
    return math.sqrt(squares * count / (count - 1)) / len(sample)


def wilson_interval(successes: int, trials: int, level: float = 0.95) -> Interval:
    """Return Wilson's score interval of a share; it stays in [0, 1] and has a width even if all trials ended alike.

    Args:
        successes: Number of successes, 0 … trials.
        trials: Number of trials, ≥ 1, independent of each other.
        level: Nominal coverage, in (0, 1).

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> low, high = wilson_interval(81, 263)[:2]
        >>> round(low, 4), round(high, 4)  # Newcombe (1998), table I
        (0.2553, 0.3662)
    """
    check_level(level)
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials; expected 0 … trials, and at least 1 trial")
    low, high = wilson_limits(np.array([float(successes)]), np.array([float(trials)]), float(ndtri((1 + level) / 2)))
    return Interval(float(low[0]), float(high[0]), level, "Wilson")


def wilson_limits(successes: FloatArray, trials: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    """Return the lower and upper bounds of Wilson's interval for many shares at once; z is the normal quantile."""
    share = successes / trials
    centre = share + z * z / (2 * trials)
    half = z * np.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # If all trials ended alike a bound is exactly 0 or 1, and rounding must not change it.
    low = np.where(successes > 0, (centre - half) / scale, 0.0)
    return low, np.where(successes < trials, (centre + half) / scale, 1.0)


def basic_bootstrap(
    statistic: Statistic,
    samples: int,
    rng: np.random.Generator,
    *,
    clusters: Labels | None = None,
    strata: Labels | None = None,
    draws: int = 2_000,
    level: float = 0.95,
) -> Interval | None:
    """Return the basic (reverse) bootstrap interval 2θ̂ - q_high … 2θ̂ - q_low of any statistic.

    The statistic gets positions into the caller's data. Whole clusters are drawn with replacement, in each stratum as many as it has.
    Without clusters, position i is always a member of the stratum of sample i, so that labels by stratum need not be looked up again::

        basic_bootstrap(lambda i: macro_f1(truth, predicted[i]), len(truth), rng, strata=truth)
        basic_bootstrap(lambda i: scores[i].mean(), len(scores), rng, clusters=scenes)

    Args:
        statistic: Maps positions, shape (m,), each in 0 … samples-1, to a finite number.
        samples: Number of samples n, ≥ 1.
        rng: Random generator.
        clusters: The cluster of each sample, shape (n,); None: each sample is its own cluster.
        strata: The stratum of each sample, shape (n,), the same within a cluster; None: a single stratum.
        draws: Number of resamples, at least 2/(1-level).
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval in the unit of the statistic; None if a stratum has fewer than two clusters.

    Raises:
        ValueError: A number is out of its range, a label is missing, a cluster lies in two strata, or the statistic is
            not finite on the data or on a resample.
    """
    check_level(level)
    if draws * (1 - level) < 2 - ROUNDING:
        raise ValueError(f"{draws} draws are too few for level {level}; expected at least {math.ceil(2 / (1 - level))}")
    cluster_of = numbers_of(clusters, samples, "cluster")
    stratum_of = _strata_of_clusters(cluster_of, strata)
    if np.bincount(stratum_of).min() < 2:
        return None
    members = None if clusters is None else _members(cluster_of)
    estimate = _finite(statistic(np.arange(samples, dtype=np.int64)), "the data")
    replicates = [
        _finite(
            statistic(row if members is None else np.concatenate([members[cluster] for cluster in row])), "a resample"
        )
        for row in _cluster_draws(stratum_of, draws, rng)
    ]
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2])
    method: Method = "basic bootstrap" if clusters is None else "clustered basic bootstrap"
    return Interval(2 * estimate - float(high), 2 * estimate - float(low), level, method)


def _finite(value: float, where: str) -> float:
    if not math.isfinite(value):
        raise ValueError(f"the statistic is {value} on {where}; expected a finite number")
    return float(value)


def _members(numbers: IndexArray) -> list[IndexArray]:
    return np.split(np.argsort(numbers, kind="stable"), np.cumsum(np.bincount(numbers))[:-1])


def _strata_of_clusters(cluster_of: IndexArray, strata: Labels | None) -> IndexArray:
    if strata is None:
        return np.zeros(int(cluster_of.max()) + 1, dtype=np.int64)
    stratum_of_sample = numbers_of(strata, len(cluster_of), "stratum")
    _, first = np.unique(cluster_of, return_index=True)
    stratum_of = stratum_of_sample[first]
    if not np.array_equal(stratum_of[cluster_of], stratum_of_sample):
        raise ValueError("a cluster has samples in more than one stratum; expected each cluster within one")
    return stratum_of


def _cluster_draws(stratum_of: IndexArray, draws: int, rng: np.random.Generator) -> Iterator[IndexArray]:
    """Yield rows of cluster numbers; position i is a cluster drawn from the stratum of cluster i."""
    sizes = np.bincount(stratum_of)
    by_stratum = np.argsort(stratum_of, kind="stable")
    start = (np.cumsum(sizes) - sizes)[stratum_of]
    high = sizes[0] if len(sizes) == 1 else sizes[stratum_of]
    for rows in blocks(draws, len(stratum_of)):
        yield from by_stratum[start + rng.integers(0, high, size=(rows, len(stratum_of)))]
