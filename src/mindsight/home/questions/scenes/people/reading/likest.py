"""Which play the pictures show: that whose joints, with average people, are least far from those that the pictures show."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import draw_looks
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.figures.plays.deeds import DEEDS
from mindsight.engine.figures.plays.pairs import PAIRS
from mindsight.engine.figures.plays.staging import Stage
from mindsight.engine.figures.plays.trios import TRIOS
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes.people.reading.joints import JOINTS, placed

_STEP_S = 0.1
_TEMPOS = (0.85, 0.95, 1.05, 1.15)
_WEIGHTS = np.array([3.0 if name.startswith(("head", "wrist", "foot")) else 1.0 for name in JOINTS])
_MOVED = 0.12
"""Share of a body's height that some joint moves at least when something is done."""
_DIRECTIONS = 24
_SOLE_M, _SEAT_M = np.array([0.0, 0.0, 0.08]), np.array([0.0, 0.0, 0.12])
_CLEARER = 1.25
"""How many times farther the next play must be."""


class Shown(NamedTuple):
    """A play that pictures show, and who of the people seen is its first; ``?`` if no play is clearly the likest."""

    play: str
    first: int = 0


def likest(tracks: Sequence[Array], times: Sequence[float], known: Sequence[str]) -> Shown:
    """Return the play that one, two or three people carry out; empty if nobody moves.

    Args:
        tracks: Joints of each person in the room, shape (pictures, joints, 3), NaN where hidden.
        times: When each picture was taken, in s.
        known: The plays to choose from.
    """
    if not _moves(tracks):
        return Shown("")
    found: dict[str, tuple[float, int]] = {}
    # Which way somebody alone looks is not known: all are tried.
    angles = [0.0] if len(tracks) > 1 else np.linspace(-np.pi, np.pi, _DIRECTIONS, endpoint=False).tolist()
    for order in permutations(range(len(tracks))):
        first, seen = order[0], _framed([tracks[number] for number in order])
        for play in known:
            cost = min(
                _off(_turned(seen, angle), _reference(play), [tempo * at for at in times])
                for tempo in _TEMPOS
                for angle in angles
            )
            found[play] = min(found.get(play, (np.inf, 0)), (cost, first))
    (best, (cost, first)), (_, (next_cost, _)) = sorted(found.items(), key=lambda one: one[1])[:2]
    return Shown(best, first) if next_cost > _CLEARER * cost else Shown("?")


def _moves(tracks: Sequence[Array]) -> bool:
    high = np.nanmax([np.nanmax(own[:, :, 2]) for own in tracks])
    # A joint that no picture shows does not move.
    lowest, highest = (np.array([fill(own) for own in tracks]) for fill in (_lowest, _highest))
    return bool((highest - lowest).max() > _MOVED * high)


def _lowest(track: Array) -> Array:
    return np.asarray(np.where(np.isnan(track), np.inf, track).min(axis=0))


def _highest(track: Array) -> Array:
    return np.asarray(np.where(np.isnan(track), -np.inf, track).max(axis=0))


def _framed(tracks: Sequence[Array]) -> Array:
    """Return joints seen from between the heads at first, shape (people, pictures, joints, 3), in heights of a body.

    The first axis goes from the first to the second person; that of somebody alone stays as it is.
    """
    joined = np.array(tracks)
    middles = np.array([_middle(own[0]) for own in joined])
    way = middles[1] - middles[0] if len(middles) > 1 else np.array([1.0, 0.0])
    centred = joined - np.array([*middles.mean(axis=0), 0.0])
    return np.asarray(_turned(centred, float(np.arctan2(way[1], way[0]))) / np.nanmax(joined[..., 2]))


def _middle(joints: Array) -> Array:
    head = joints[JOINTS.index("head"), :2]
    return np.asarray(np.nanmean(joints, axis=0)[:2] if np.isnan(head).any() else head)


def _turned(joints: Array, angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(joints @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]))


def _off(seen: Array, reference: Array, times: Sequence[float]) -> float:
    """Return the weighted mean of squares between joints seen and those of a play at the same times."""
    share = np.minimum(np.array(times) / _STEP_S, reference.shape[1] - 1.001)
    before = share.astype(int)
    now = (share - before)[:, None, None]
    expected = (1 - now) * reference[:, before] + now * reference[:, before + 1]
    squares = ((seen - expected) ** 2).sum(axis=3)
    weights = np.where(np.isnan(squares), 0.0, _WEIGHTS)
    return float(np.nansum(squares * weights) / weights.sum())


class _Bones(Person):
    """Somebody without skin, for whom it is quick to say where the joints are: soles and seat lie beneath them."""

    def points(self, pose: Pose) -> list[Array]:
        """Return the lowest points of the body and of the shoes, as the layers name them."""
        bones = self.bones(pose)
        lowest = np.array([bones["foot.L"] - _SOLE_M, bones["foot.R"] - _SOLE_M])
        seat = np.array([bones["upperleg01.L"] - _SEAT_M])
        return [lowest if layer.name == "shoes" else seat for layer in self.layers]


@lru_cache
def _reference(play: str) -> Array:
    """Return how average adults' joints move in a play, every tenth of a second, shape (people, times, joints, 3)."""
    people = [_Bones(draw_looks(stream(number, "average person"), age="adult")) for number in range(3)]
    one, other, third = people
    if play in TRIOS:
        own = TRIOS[play]((one, other, third), Stage())
    else:
        own = PAIRS[play](one, other, Stage()) if play in PAIRS else DEEDS[play](one, Stage())
    ticks = range(int(own.length_s / _STEP_S) + 2)
    return _framed(
        [
            np.array([placed(person, motion(tick * _STEP_S)) for tick in ticks])
            for person, motion in zip(people, own.motions, strict=False)
        ]
    )
