"""Compute how many tasks are needed to distinguish two subjects: the power of a paired test, before anything is run.

Two subjects do the same n tasks. Tasks that end alike for both say nothing about which is better; of the others, the first
subject wins some and loses some. McNemar's exact test asks whether wins and losses could be throws of a fair coin.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from scipy.special import bdtr, gammaln, ndtri, xlog1py, xlogy

from mindsight.home.scoring.generalisation import check_accuracies, check_penalty, generalisation_index
from mindsight.home.scoring.generalisation import spread as spread_of
from mindsight.statistics.arrays import FloatArray, IndexArray, Values

MOST_TASKS = 100_000
"""Greatest number of tasks for which the exact power is computed."""


def shares(first: float, second: float, alike: float = 0.0) -> tuple[float, float]:
    """Return the shares of the tasks that only the first, and only the second subject ends correctly.

    Args:
        first: Accuracy of the first subject, 0 … 1.
        second: Accuracy of the second, 0 … 1.
        alike: Correlation φ of "ended correctly" over the tasks: 0 if unrelated tasks are hard for the two, 1 if the same ones are.

    Raises:
        ValueError: An accuracy is out of its range, or the correlation is impossible at these accuracies.
    """
    check_accuracies([first, second])
    both = first * second + alike * math.sqrt(first * (1 - first) * second * (1 - second))
    gain, loss = first - both, second - both
    if not min(gain, loss) >= -1e-12 or both < -1e-12 or gain + loss + both > 1 + 1e-12:
        raise ValueError(f"accuracies {first:g} and {second:g} cannot go together with a correlation of {alike:g}")
    return max(gain, 0.0), max(loss, 0.0)


def paired_power(n: int, gain: float, loss: float, *, level: float = 0.05) -> float:
    """Return the probability that McNemar's exact two-sided test distinguishes two subjects.

    Σ over the number m of tasks that end differently of its binomial probability (n; gain + loss), times the probability that
    m throws of a coin with the bias gain / (gain + loss) give a result that has p ≤ level for a fair coin.

    Args:
        n: Tasks, 1 … 100 000.
        gain: Share of tasks that only the first subject ends correctly, ≥ 0.
        loss: Share that only the second does, ≥ 0; gain + loss ≤ 1.
        level: Greatest probability of a difference being found between equal subjects, in (0, 1).

    Raises:
        ValueError: A number is out of its range.
    """
    _check(gain, loss, level)
    if not 1 <= n <= MOST_TASKS:
        raise ValueError(f"{n} tasks; expected 1 … {MOST_TASKS}")
    unlike = gain + loss
    if unlike == 0:
        return 0.0
    m = np.arange(n + 1)
    weight = np.exp(gammaln(n + 1) - gammaln(m + 1) - gammaln(n - m + 1) + xlogy(m, unlike) + xlog1py(n - m, -unlike))
    # Cached by powers of two, so that many numbers of tasks share it.
    fewest = _fewest(1 << (n + 1).bit_length(), level)[: n + 1]
    bias = gain / unlike
    # bdtr is P(X ≤ k); at k < 0 nothing is extreme enough.
    detected = np.where(
        fewest < 0, 0.0, bdtr(np.maximum(fewest, 0), m, bias) + bdtr(np.maximum(fewest, 0), m, 1 - bias)
    )
    return float(np.clip((weight * detected).sum(), 0.0, 1.0))


def tasks_needed(gain: float, loss: float, *, level: float = 0.05, power: float = 0.8) -> int | None:
    """Return the least number of tasks from which on the power is always reached; it rises like a saw, not steadily.

    None if more than 100 000 tasks would be needed, or the subjects do not differ.

    Raises:
        ValueError: A number is out of its range.
    """
    _check(gain, loss, level)
    if not 0 < power < 1:
        raise ValueError(f"power {power}; expected more than 0 and less than 1")
    if gain == loss:
        return None
    high = min(_guess(gain, loss, level, power), MOST_TASKS)
    while not _holds(high, gain, loss, level, power):
        if high == MOST_TASKS:
            return None
        high = min(high * 5 // 4 + 1, MOST_TASKS)
    while high > 1 and paired_power(high - 1, gain, loss, level=level) >= power:
        high -= 1
    return high


def index_tasks_needed(
    first: Values,
    second: Values,
    *,
    penalty: float = 1.0,
    alike: float = 0.0,
    level: float = 0.05,
    power: float = 0.8,
) -> int | None:
    """Return about how many tasks per class distinguish two subjects in T, by the first-order variance of their difference.

    n = (z_level/2 + z_power)² · Σ_m (s₁²v₁ + s₂²v₂ - 2φ s₁s₂√(v₁v₂)) / (T₁ - T₂)², with v = f(1 - f) and s_m = (1 - λ(f_m - f̄)/σ)/M
    the slope of T in f_m, or 1/M if all classes are equal.

    Args:
        first: True accuracies of the first subject by class, shape (M,).
        second: Those of the second, in the same order.
        penalty: Weight λ of the spread, ≥ 0.
        alike: Correlation φ of "ended correctly" within a class.
        level: Two-sided level of the test.
        power: Probability of distinguishing them.

    Returns:
        Tasks per class; None if both have the same T.

    Raises:
        ValueError: The rows differ in length, or a number is out of its range.
    """
    one, other = check_accuracies(first), check_accuracies(second)
    check_penalty(penalty)
    if len(one) != len(other):
        raise ValueError(f"{len(one)} accuracies of the first subject and {len(other)} of the second")
    difference = generalisation_index(one, penalty=penalty) - generalisation_index(other, penalty=penalty)
    if abs(difference) < 1e-9:
        return None
    slopes, noises = zip(*((_slopes(own, penalty), own * (1 - own)) for own in (one, other)), strict=True)
    together = slopes[0] * slopes[1] * np.sqrt(noises[0] * noises[1])
    variance = float((slopes[0] ** 2 * noises[0] + slopes[1] ** 2 * noises[1] - 2 * alike * together).sum())
    z = float(ndtri(1 - level / 2) + ndtri(power))
    return max(1, math.ceil(z * z * max(variance, 0.0) / difference**2))


def _slopes(accuracies: FloatArray, penalty: float) -> FloatArray:
    apart = spread_of(accuracies)
    pull = (accuracies - accuracies.mean()) / apart if apart else np.zeros_like(accuracies)
    return np.asarray((1 - penalty * pull) / len(accuracies))


@lru_cache(maxsize=8)
def _fewest(size: int, level: float) -> IndexArray:
    """Return, for 0 … size - 1 tasks that end differently, the greatest smaller count with p ≤ level; -1 if none has it."""
    found = np.full(size, -1, np.int64)
    current = -1
    for m in range(size):
        # One more throw lets the limit rise by one at the most.
        if 2 * current + 2 < m and 2 * float(bdtr(current + 1, m, 0.5)) <= level:
            current += 1
        found[m] = current
    return found


def _holds(n: int, gain: float, loss: float, level: float, power: float) -> bool:
    """Return whether the power is reached at n and stays reached in the saw teeth that follow."""
    # Beyond MOST_TASKS nothing is computed: there the teeth are too small to matter.
    ahead = range(n, min(n + max(4, n // 25), MOST_TASKS + 1))
    return all(paired_power(count, gain, loss, level=level) >= power for count in ahead)


def _guess(gain: float, loss: float, level: float, power: float) -> int:
    """Return about how many tasks are needed, by the normal distribution (Connor 1987, Biometrics 43:207)."""
    unlike, difference = gain + loss, gain - loss
    root = ndtri(1 - level / 2) * math.sqrt(unlike) + ndtri(power) * math.sqrt(max(unlike - difference**2, 0.0))
    return max(1, math.ceil(float(root) ** 2 / difference**2))


def _check(gain: float, loss: float, level: float) -> None:
    if min(gain, loss) < 0 or gain + loss > 1 + 1e-12:
        raise ValueError(f"shares {gain:g} and {loss:g}; expected numbers ≥ 0 that add up to 1 at the most")
    if not 0 < level < 1:
        raise ValueError(f"level {level}; expected more than 0 and less than 1")


def same_gap(accuracies: Sequence[float], difference: float) -> tuple[list[float], list[float]]:
    """Return the accuracies of two subjects that differ by the same amount in every class, half of it to either side.

    Raises:
        ValueError: An accuracy would lie outside 0 … 1.
    """
    pair = tuple([value + sign * difference / 2 for value in accuracies] for sign in (1, -1))
    for side in pair:
        check_accuracies(side)
    return pair[0], pair[1]
