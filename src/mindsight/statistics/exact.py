"""The exact paired test of integers: are more of the same items right under one of two readings?"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from mindsight.statistics.arrays import IndexArray, Labels, numbers_of

__all__ = ["exact_paired_test"]

_STEPWISE = 4096
"""The sum of all steps up to which the distribution is added up step by step."""
_FEW = 16
_AT_ONCE = 1 << 16
_FAR = 8.0
"""In standard deviations: beyond it p is below 1e-13, and so is what rounding leaves of it."""


def exact_paired_test(gains: Sequence[int] | npt.NDArray[Any], clusters: Labels | None = None) -> float | None:
    """Return the two-sided p value of "neither of two is better", with every pattern of signs counted.

    It is ``sign_flip_test`` without randomness: without a difference each cluster's sum d could equally be -d, so that the sum S over C
    clusters is one of 2^C equally likely ones; p is the share of those with |S| ≥ |observed|. With one pair to a cluster this is McNemar's
    exact test (the binomial of the discordant pairs).

    Args:
        gains: Right under the first minus right under the second, one integer per item, n ≥ 1.
        clusters: The cluster of each item, shape (n,); None: each item is its own cluster.

    Returns:
        p in (0, 1]; 1 if no cluster differs; None for fewer than two clusters.

    Raises:
        ValueError: There are no gains, one is not an integer, or a cluster is missing.

    Example:
        >>> exact_paired_test([1, 1, 1, 1, 1, 1])
        0.03125
    """
    whole = np.asarray(gains)
    if not len(whole) or (whole.dtype.kind not in "iu" and (whole != np.rint(whole)).any()):
        raise ValueError("gains must be whole numbers, at least one")
    numbers = numbers_of(clusters, len(whole), "cluster")
    count = int(numbers.max()) + 1
    if count < 2:
        return None
    totals = np.zeros(count, np.int64)
    np.add.at(totals, numbers, whole if whole.dtype.kind == "i" else whole.astype(np.int64))
    steps, reached = np.abs(totals[totals != 0]), abs(int(totals.sum()))
    if int(steps.sum()) <= _STEPWISE:
        return min(1.0, _stepwise(steps, reached))
    return min(1.0, _of_few(steps, reached) if len(steps) <= _FEW else _of_many(steps, reached))


def _stepwise(steps: IndexArray, reached: int) -> float:
    """Return p by adding one cluster after another to the distribution of the sum."""
    most = int(steps.sum())
    shares = np.zeros(2 * most + 1)
    shares[most] = 1.0
    for step in steps:
        # Sums that would move out of the row have share 0: no sum exceeds that of the steps so far.
        shares = (np.roll(shares, int(step)) + np.roll(shares, -int(step))) / 2
    return float(shares[np.abs(np.arange(-most, most + 1)) >= reached].sum())


def _of_few(steps: IndexArray, reached: int) -> float:
    """Return p of few clusters, however much is in them, by counting every pattern."""
    sums = np.zeros(1, np.int64)
    for step in steps:
        sums = np.concatenate((sums + step, sums - step))
    return float((np.abs(sums) >= reached).mean())


def _of_many(steps: IndexArray, reached: int) -> float:
    """Return p of many clusters from the Fourier transform of the sum's distribution, the product of all cos(step · angle)."""
    spread = math.sqrt(float((steps.astype(np.float64) ** 2).sum()))
    if reached > _FAR * spread:
        return 2 * math.exp(-((reached / spread) ** 2) / 2)  # Hoeffding: p is at most this
    # Sums are told apart up to a multiple of the size; beyond half of it there are none that count.
    size = 2 * math.ceil(2 * _FAR * spread) + 1
    kinds = list(zip(*(column.tolist() for column in np.unique(steps, return_counts=True)), strict=True))
    within = float(2 * reached - 1)
    for begin in range(1, size // 2 + 1, _AT_ONCE):
        halves = np.pi / size * np.arange(begin, min(begin + _AT_ONCE, size // 2 + 1))
        product = np.ones(len(halves))
        for step, count in kinds:
            product *= np.cos(2 * step * halves) ** count
        # The share of sums nearer to 0 than the one reached, summed by Dirichlet's kernel.
        within += 2 * float((product * np.sin((2 * reached - 1) * halves) / np.sin(halves)).sum())
    return max(0.0, 1 - within / size) if reached else 1.0
