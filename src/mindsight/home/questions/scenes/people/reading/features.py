"""What a face shows, by the places of its features in the pictures: how far they have moved since the first one, which is calm."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.figures.people.anatomy import Array, anatomy
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import UNITS, Emotion, expression
from mindsight.engine.figures.people.motions import Moment

EXPRESSIONS: tuple[Emotion, ...] = ("happiness", "sadness", "anger", "surprise", "fear", "disgust")
"""Expressions that are read from a face alone; contempt is left out, as too faint."""
DEEP_M, LEAST_MOVED_M = 0.015, 0.0015
"""How far beneath what is seen a feature may lie, and how far features move, in the mean, if a face shows something."""
_LEAST_SHARE = 0.5


@lru_cache(maxsize=1)
def _features() -> NDArray[np.int64]:
    """Return the points of the skin that a facial action moves most, each once."""
    found = set()
    for unit in UNITS.values():
        for action in unit:
            which, ways = anatomy().actions[action]
            own = which < len(anatomy().model.rest_vertices)
            found.add(int(which[own][np.linalg.norm(ways[own], axis=1).argmax()]))
    return np.array(sorted(found))


def placed(person: Person, moment: Moment) -> Array:
    """Return where the features of a face are in the room, shape (features, 3)."""
    body = person.bare(moment.pose)[_features()]
    return np.asarray(body @ moment.turn().T + moment.at)


@lru_cache(maxsize=64)
def _pattern(emotion: Emotion) -> Array:
    """Return how the features move in an expression at full strength, shape (features, 3)."""
    moves = np.zeros((len(anatomy().rest), 3))
    for action, strength in expression(emotion, 1.0).items():
        which, ways = anatomy().actions[action]
        moves[which] += strength * ways
    return np.asarray(moves[_features()])


def shown(tracks: Array, turn: Array, least_m: float = LEAST_MOVED_M) -> list[str]:
    """Return the expression that each picture shows: an emotion, ``neutral``, or nothing where too little of the face is seen.

    Args:
        tracks: Features over time, shape (pictures, features, 3), NaN where hidden.
        turn: Rotation matrix of the head.
        least_m: How far features move, in the mean, if it shows something.
    """
    moved = (tracks - tracks[0]) @ turn
    return [_fitting(one, least_m) for one in moved]


def in_turn(felt: Sequence[str]) -> list[str]:
    """Return expressions in order; one that a single picture shows in passing between others is left out."""
    found: list[str] = []
    for number, one in enumerate(felt):
        if one in {"", "neutral"} or (found and found[-1] == one):
            continue
        if number + 1 < len(felt) and felt[number + 1] == one:
            found.append(one)
    return found


def strongest_picture(tracks: Array) -> int:
    """Return the number, from 0, of the picture in which the features have moved farthest; 0 if too little of the face is seen."""
    moved = np.square(tracks - tracks[0]).sum(axis=2)
    seen = ~np.isnan(moved)
    far = np.where(seen.mean(axis=1) < _LEAST_SHARE, 0.0, np.nansum(moved, axis=1) / np.maximum(seen.sum(axis=1), 1))
    return int(np.argmax(far))


def _fitting(moved: Array, least_m: float) -> str:
    seen = ~np.isnan(moved).any(axis=1)
    if seen.mean() < _LEAST_SHARE:
        return ""
    own = moved[seen]
    if np.sqrt(np.square(own).sum(axis=1).mean()) < least_m:
        return "neutral"
    patterns: Sequence[Array] = [_pattern(emotion)[seen] for emotion in EXPRESSIONS]
    return EXPRESSIONS[int(np.argmax([_alike(own, one) for one in patterns]))]


def _alike(one: Array, other: Array) -> float:
    return float((one * other).sum() / max(np.linalg.norm(one) * np.linalg.norm(other), 1e-12))
