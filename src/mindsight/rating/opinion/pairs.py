"""Comparisons in pairs, joined into one scale by the model of Bradley and Terry. No part of the document's scores."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from mindsight.errors import MissingExtra
from mindsight.statistics.arrays import FloatArray

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
