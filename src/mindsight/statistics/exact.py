"""The exact paired test of integers: are more of the same items right under one of two readings?"""

from collections.abc import Sequence

import numpy as np

from mindsight.statistics.arrays import Labels, numbers_of

__all__ = ["exact_paired_test"]

_LARGEST = 1_000_000


def exact_paired_test(gains: Sequence[int], clusters: Labels | None = None) -> float | None:
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
        ValueError: There are no gains, one is not an integer, a cluster is missing, or they add up to more than a million.
    """
    if not len(gains) or any(int(gain) != gain for gain in gains):
        raise ValueError("gains must be whole numbers, at least one")
    numbers = numbers_of(clusters, len(gains), "cluster")
    count = int(numbers.max()) + 1
    if count < 2:
        return None
    totals = np.zeros(count, np.int64)
    np.add.at(totals, numbers, np.asarray([int(gain) for gain in gains], np.int64))
    steps = np.abs(totals[totals != 0])
    most = int(steps.sum())
    if most > _LARGEST:
        raise ValueError(f"gains add up to {most}; expected at most {_LARGEST}")
    shares = np.zeros(2 * most + 1)
    shares[most] = 1.0
    for step in steps:
        # Sums that would move out of the row have share 0: no sum exceeds that of the steps so far.
        shares = (np.roll(shares, int(step)) + np.roll(shares, -int(step))) / 2
    reached = abs(int(totals.sum()))
    sums = np.abs(np.arange(-most, most + 1))
    return min(1.0, float(shares[sums >= reached].sum()))
