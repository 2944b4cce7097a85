"""Comparisons in pairs, joined into one scale by the model of Bradley and Terry. No part of the document's scores."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import expit, stdtrit

from mindsight.errors import MissingExtra
from mindsight.statistics import Interval
from mindsight.statistics.arrays import FloatArray, IndexArray, Labels, check_level, numbers_of

Compared = tuple[int, int, float]
"""First and second competitor, and the rating: above 0 the first is better, 0 is a tie."""


class Strengths(NamedTuple):
    """Competitors on one scale.

    Attributes:
        strength: Logarithm of the Bradley-Terry strength, mean 0, shape (competitors,).
        wins: How often each was preferred, ties by half, shape (competitors,).
        chance: Model's probability that the row is preferred to the column, 0.5 on the diagonal, shape (competitors, competitors).
        compared: Number of comparisons, ties included.
        ties: Number of ties.
    """

    strength: FloatArray
    wins: FloatArray
    chance: FloatArray
    compared: int
    ties: int


def bradley_terry(count: int, comparisons: Iterable[Compared]) -> Strengths | None:
    """Return the strengths of greatest likelihood under P(i preferred to j) = 1 / (1 + exp(s_j - s_i)), computed by the library choix.

    Only the direction of a rating counts; a tie is half a preference for each.

    Args:
        count: Number of competitors, ≥ 2.
        comparisons: Any number of them, between competitors 0 … count-1.

    Returns:
        None if there is no maximum: without comparisons, or where a group of competitors was never, or always, preferred to the others.

    Raises:
        ValueError: A comparison is of a competitor with itself or of one that does not exist.
        MissingExtra: choix is not installed.
    """
    wins, ties, compared = np.zeros((count, count)), 0, 0
    for one, other, rating in comparisons:
        if one == other or not (0 <= one < count and 0 <= other < count):
            raise ValueError(f"competitors {one} and {other} of {count}; expected two different ones")
        compared, ties = compared + 1, ties + (rating == 0)
        wins[one, other] += 1.0 if rating > 0 else 0.5 if rating == 0 else 0.0
        wins[other, one] += 1.0 if rating < 0 else 0.5 if rating == 0 else 0.0
    if count < 2 or not _is_connected(wins):
        return None
    strength = _choix(wins)
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return Strengths(strength, wins.sum(axis=1), chance, compared, ties)


def strength_intervals(
    strength: FloatArray, comparisons: Sequence[Compared], raters: Labels, clusters: Labels, level: float = 0.95
) -> tuple[Interval, ...] | None:
    """Return the interval of each strength for other raters and other photographs: the sandwich estimate, clustered both ways.

    With the score contributions u_c = (y_c - P_c)(e_i - e_j) and the information H = Σ P_c (1 - P_c)(e_i - e_j)(e_i - e_j)ᵀ, comparison c
    moves the strengths by H⁺u_c. Summed within a cluster these give A (over photographs), B (over raters) and E (over both at once), and
    Var = A + B - E, never below the larger of A and B; the degrees of freedom are Satterthwaite's, as for the score. That ties are half a
    preference for each is thereby allowed for.

    Args:
        strength: As ``bradley_terry`` returns it, shape (competitors,).
        comparisons: Those that it was computed of.
        raters: Who compared, shape (comparisons,).
        clusters: Of which photograph, shape (comparisons,).
        level: Nominal coverage, in (0, 1).

    Returns:
        None below two raters or two photographs.

    Raises:
        ValueError: Labels and comparisons differ in number, or the level lies outside (0, 1).
    """
    check_level(level)
    count = len(comparisons)
    by_rater, by_cluster = numbers_of(raters, count, "rater"), numbers_of(clusters, count, "cluster")
    most = [int(numbers.max(initial=-1)) + 1 for numbers in (by_cluster, by_rater)]
    if min(most) < 2:
        return None
    moved = _moved(strength, comparisons)
    photographs, people, both = (
        _variance(moved, numbers)
        for numbers in (by_cluster, by_rater, by_cluster.astype(np.int64) * most[1] + by_rater)
    )
    variance = np.maximum(photographs + people - both, np.maximum(photographs, people))
    below = photographs**2 / (most[0] - 1) + people**2 / (most[1] - 1)
    freedom = np.maximum(np.divide(variance**2, below, out=np.zeros_like(below), where=below > 0), min(most) - 1)
    half = stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance)
    return tuple(
        Interval(low, high, level, "crossed t")
        for low, high in zip((strength - half).tolist(), (strength + half).tolist(), strict=True)
    )


def information(strength: FloatArray, compared: FloatArray) -> FloatArray:
    """Return the information H of the model about the strengths, shape (competitors, competitors).

    Args:
        strength: Logarithms of the strengths, shape (competitors,).
        compared: How often the row was compared with the column, symmetric, shape (competitors, competitors).
    """
    chance = expit(strength[:, None] - strength[None, :])
    weight = compared * chance * (1 - chance)
    return np.asarray(np.diag(weight.sum(axis=1)) - weight)


def _moved(strength: FloatArray, comparisons: Sequence[Compared]) -> FloatArray:
    """Return how far each comparison moves the strengths, shape (comparisons, competitors)."""
    first, second = (np.array([one[place] for one in comparisons], dtype=np.intp) for place in (0, 1))
    rating = np.array([one[2] for one in comparisons])
    number = np.zeros((len(strength), len(strength)))
    np.add.at(number, (first, second), 1.0)
    inverse = np.linalg.pinv(information(strength, number + number.T), hermitian=True)
    rest = (np.sign(rating) + 1) / 2 - expit(strength[first] - strength[second])
    return np.asarray(rest[:, None] * (inverse[first] - inverse[second]))


def _variance(moved: FloatArray, numbers: IndexArray) -> FloatArray:
    """Return the variance of each strength from its sums over clusters, C / (C - 1) Σ sum²."""
    names, dense = np.unique(numbers, return_inverse=True)
    sums = np.zeros((len(names), moved.shape[1]))
    np.add.at(sums, dense, moved)
    return np.asarray((sums**2).sum(axis=0) * len(names) / (len(names) - 1))


def _choix(wins: FloatArray) -> FloatArray:
    try:
        from choix import ilsr_pairwise_dense
    except ImportError as error:
        raise MissingExtra("comparisons in pairs need the library choix; install mindsight[people]") from error
    found = np.asarray(ilsr_pairwise_dense(wins, max_iter=1000, tol=1e-10), dtype=np.float64)
    return np.asarray(found - found.mean())


def _is_connected(wins: FloatArray) -> bool:
    """Return whether everybody was preferred, directly or by way of others, to everybody else: else there is no maximum."""
    reached = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in range(len(wins)):
        reached = (reached.astype(np.int64) @ reached.astype(np.int64)) > 0
    return bool(reached.all())
