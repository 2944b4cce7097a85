"""Near duplicates: pairs of pictures whose perceptual hashes agree in one of six orientations, confirmed on their small pictures."""

import base64
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.review.facts import FileFacts

SAME, ALIKE = 6, 12
"""Bits of 64 that may differ: up to the first it is the same picture, up to the second a person should look."""
_LEAST_CORRELATION = {SAME: 0.90, ALIKE: 0.95}
"""Correlation of the small pictures below which equal hashes are chance: dark or empty pictures have much the same hash."""
_SIDE = 16
_BLOCK = 2048


class Pair(NamedTuple):
    """Two near duplicates: their paths, the bits that differ, and whether they are the same picture or only alike."""

    first: str
    second: str
    distance: int
    is_same: bool


def near_pairs(files: Sequence[FileFacts]) -> tuple[Pair, ...]:
    """Return the near duplicates among pictures, each pair once; memory does not grow with the square of their number."""
    looks = [one.look for one in files if one.look is not None]
    if len(looks) < 2:
        return ()
    hashes = np.array([[int(word, 16) for word in look.hashes] for look in looks], dtype=np.uint64)
    smalls = np.stack([np.frombuffer(base64.b64decode(look.small), np.uint8).reshape(_SIDE, _SIDE) for look in looks])
    found: list[Pair] = []
    for begin in range(0, len(looks), _BLOCK):
        rows = hashes[begin : begin + _BLOCK, :1]
        for other in range(begin, len(looks), _BLOCK):
            distances = np.full((len(rows), len(hashes[other : other + _BLOCK])), 64, np.uint8)
            for orientation in range(hashes.shape[1]):
                turned = hashes[other : other + _BLOCK, orientation]
                np.minimum(distances, np.bitwise_count(rows ^ turned), out=distances)
            for first, second in np.argwhere(distances <= ALIKE):
                one, two = int(begin + first), int(other + second)
                if one < two and (pair := _confirmed(files, smalls, one, two, int(distances[first, second]))):
                    found.append(pair)
    return tuple(found)


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


def _confirmed(files: Sequence[FileFacts], smalls: NDArray[np.uint8], one: int, two: int, distance: int) -> Pair | None:
    level = SAME if distance <= SAME else ALIKE
    correlation = max(_correlation(smalls[one], turned) for turned in _orientations(smalls[two]))
    if correlation < _LEAST_CORRELATION[level]:
        return None
    return Pair(files[one].id, files[two].id, distance, level == SAME)


def _orientations(small: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    return [*(np.rot90(small, turns) for turns in range(4)), small[:, ::-1], small[::-1]]


def _correlation(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    first, second = (side.astype(np.float64).ravel() - side.mean() for side in (one, other))
    norm = float(np.sqrt((first @ first) * (second @ second)))
    return float(first @ second) / norm if norm > 0 else 0.0
