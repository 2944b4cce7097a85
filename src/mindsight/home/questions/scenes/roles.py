"""Which of the things asked about are in which scene of a set: each once in two scenes, missing in one, doubled in another."""

from collections.abc import Sequence
from typing import TypeVar

from numpy.random import Generator

T = TypeVar("T")
U = TypeVar("U")
Halves = tuple[tuple[int, int], tuple[int, int]]


def halves(rng: Generator) -> Halves:
    """Return the four scenes in two random pairs."""
    a, b, c, d = (int(place) for place in rng.permutation(4))
    return (a, b), (c, d)


def by_scene(rng: Generator, pairs: Halves, asked: Sequence[T], always: Sequence[T] = ()) -> list[list[T]]:
    """Return what is in each scene; every scene has as many.

    The first two of each four asked about are missing and doubled in the scenes of the first pair, in opposite order; the others in
    those of the second. What is ``always`` there is there once.
    """
    found: list[list[T]] = [list(always) for _ in range(4)]
    for index, one in enumerate(asked):
        half = pairs[index // 2 % 2]
        gone, twice = half if (index % 2 == 0) else half[::-1]
        for scene in range(4):
            found[scene] += [one] * (0 if scene == gone else 2 if scene == twice else 1)
    return [[own[int(place)] for place in rng.permutation(len(own))] for own in found]


def matched(rng: Generator, firsts: Sequence[T], seconds: Sequence[U]) -> list[tuple[T, U]]:
    """Return pairs of equally long lists in random order, no pair twice where that can be had."""
    for _ in range(60):
        found = list(zip(firsts, (seconds[int(place)] for place in rng.permutation(len(seconds))), strict=True))
        if len(set(found)) == len(found):
            break
    return found
