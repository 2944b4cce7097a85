"""Near duplicates: pairs of pictures whose perceptual hashes agree in one of six orientations, confirmed on their small pictures."""

import base64
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.review.facts import FileFacts

SAME, ALIKE = 6, 12
"""Bits of 64 that may differ: up to the first it is the same picture, up to the second a person should look."""
_LEAST_CORRELATION = {SAME: 0.90, ALIKE: 0.95}
"""Correlation of the small pictures below which equal hashes are chance: dark or empty pictures have much the same hash."""
_SIDE = 16
_BLOCK = 512
_MOST_PARTNERS = 20
"""Later pictures that a picture is listed with; twenty thousand equal frames would make two hundred million pairs."""


class Pair(NamedTuple):
    """Two near duplicates: their paths, the bits that differ, and whether they are the same picture or only alike."""

    first: str
    second: str
    distance: int
    is_same: bool


def near_pairs(files: Sequence[FileFacts]) -> tuple[Pair, ...]:
    """Return the near duplicates among pictures, each pair once; memory does not grow with the square of their number.

    A picture that resembles more than twenty later ones is listed with the first twenty, and with those that only it joins to its group.
    """
    named = [one.id for one in files if one.look is not None]
    looks = [one.look for one in files if one.look is not None]
    if len(looks) < 2:
        return ()
    hashes = np.array([[int(word, 16) for word in look.hashes] for look in looks], dtype=np.uint64)
    smalls = np.stack([_unit(np.frombuffer(base64.b64decode(look.small), np.uint8)) for look in looks])
    found: list[Pair] = []
    partners, group = np.zeros(len(looks), np.int64), np.arange(len(looks))
    for begin in range(0, len(looks), _BLOCK):
        rows = hashes[begin : begin + _BLOCK, :1]
        for other in range(begin, len(looks), _BLOCK):
            distances = np.full((len(rows), len(hashes[other : other + _BLOCK])), 64, np.uint8)
            for orientation in range(hashes.shape[1]):
                turned = hashes[other : other + _BLOCK, orientation]
                np.minimum(distances, np.bitwise_count(rows ^ turned), out=distances)
            candidates = np.argwhere(distances <= ALIKE)
            ones, twos = candidates[:, 0] + begin, candidates[:, 1] + other
            apart = distances[candidates[:, 0], candidates[:, 1]]
            wanted = (ones < twos) & ((partners[ones] < _MOST_PARTNERS) | (group[ones] != group[twos]))
            for one, two, bits in _confirmed(smalls, ones[wanted], twos[wanted], apart[wanted]):
                is_same = bits <= SAME
                joins = is_same and group[one] != group[two]
                if partners[one] < _MOST_PARTNERS or joins:
                    partners[one] += 1
                    found.append(Pair(named[one], named[two], bits, is_same))
                if joins:
                    group[group == group[two]] = group[one]
    # In the order of the files, however the work was cut up.
    return tuple(sorted(found))


def groups_of(files: Sequence[FileFacts], pairs: Sequence[Pair]) -> list[list[str]]:
    """Return the files in groups of the same picture, each in the order of the files; a picture alone is a group too."""
    parent = {one.id: one.id for one in files}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    for pair in pairs:
        if pair.is_same:
            parent[root(pair.second)] = root(pair.first)
    groups: dict[str, list[str]] = {}
    for one in files:
        groups.setdefault(root(one.id), []).append(one.id)
    return list(groups.values())


def _confirmed(
    smalls: NDArray[np.float32], ones: NDArray[np.int64], twos: NDArray[np.int64], apart: NDArray[np.uint8]
) -> Iterator[tuple[int, int, int]]:
    """Yield those of some pairs whose small pictures agree in an orientation, each with the bits that differ."""
    for begin in range(0, len(ones), _BLOCK):
        part = slice(begin, begin + _BLOCK)
        first, second = smalls[ones[part]], smalls[twos[part]]
        alike = np.max([np.einsum("nij,nij->n", first, turned) for turned in _orientations(second)], axis=0)
        least = np.where(apart[part] <= SAME, _LEAST_CORRELATION[SAME], _LEAST_CORRELATION[ALIKE])
        for place in np.flatnonzero(alike >= least) + begin:
            yield int(ones[place]), int(twos[place]), int(apart[place])


def _orientations(smalls: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    return [*(np.rot90(smalls, turns, axes=(1, 2)) for turns in range(4)), smalls[:, :, ::-1], smalls[:, ::-1]]


def _unit(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a small picture with mean 0 and length 1, so that a product of two is their correlation; an empty one stays 0."""
    values = small.astype(np.float64) - small.mean()
    length = float(np.sqrt(values @ values))
    unit: NDArray[np.float32] = (values / length if length > 0 else values).astype(np.float32)
    return unit.reshape(_SIDE, _SIDE)
