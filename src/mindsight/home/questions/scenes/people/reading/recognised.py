"""What a person does, by the joints that pictures show: the row of actions that explains best where the joints are."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import draw_looks
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes.people.reading.joints import JOINTS, upright

_STEP_S, _FINE_S = 0.1, 0.05
UNSEEN_S = 0.4
"""How long after the last picture the last action may end."""
_TEMPOS = (0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6)
_ONE_MORE = 0.012
"""What one more action must explain, so that noise is not taken for one."""
_WEIGHTS = np.array([3.0 if name.startswith(("head", "wrist", "foot")) else 1.0 for name in JOINTS])


class Done(NamedTuple):
    """An action that was carried out, from when to when, in s."""

    action: str
    begin_s: float
    end_s: float


def recognised(tracks: Array, times: Sequence[float], known: Sequence[str]) -> list[Done]:
    """Return the actions that somebody carried out one after the other.

    Every way to divide the time into actions and standing is weighed (dynamic programming in steps of a tenth of a second); the way
    wins from which the joints seen are least far.

    Args:
        tracks: Joints over time, shape (pictures, joints, 3), NaN where hidden; standing in the first picture.
        times: When each picture was taken, in s.
        known: The actions to choose from.
    """
    seen, when = upright(tracks), np.array(times)
    steps = int(np.ceil((times[-1] + UNSEEN_S) / _STEP_S)) + 1
    still = _off(seen, np.broadcast_to(_track("stand")[0], seen.shape))
    # What standing costs up to each step; a picture counts in the step that begins at or before it.
    standing = np.array([still[when < step * _STEP_S - 1e-9].sum() for step in range(steps + 1)])
    best: list[tuple[float, tuple[Done, ...]]] = [(0.0, ())]
    windows = [(one, tempo) for one in known for tempo in _TEMPOS]
    for step in range(1, steps + 1):
        choices = [(best[step - 1][0] + standing[step] - standing[step - 1], best[step - 1][1])]
        for one, tempo in windows:
            length = round(ACTIONS[one].length_s / tempo / _STEP_S)
            if step < length:
                continue
            begin = step - length
            within = (when >= begin * _STEP_S - 1e-9) & (when < step * _STEP_S - 1e-9)
            track = _track(one)
            places = np.minimum(
                ((when[within] - begin * _STEP_S) * tempo / _FINE_S).round().astype(int), len(track) - 1
            )
            cost = best[begin][0] + _off(seen[within], track[places]).sum() + _ONE_MORE
            done = Done(one, round(begin * _STEP_S, 3), round(step * _STEP_S, 3))
            choices.append((float(cost), (*best[begin][1], done)))
        best.append(min(choices))
    return list(best[-1][1])


def _off(seen: Array, reference: Array) -> Array:
    """Return how far joints are from those of a reference, by picture: weighted mean of squares over those seen."""
    squares = ((seen - reference) ** 2).sum(axis=2)
    weights = np.where(np.isnan(squares), 0.0, _WEIGHTS)
    return np.asarray(np.nansum(squares * weights, axis=1) / np.maximum(weights.sum(axis=1), 1e-9))


@lru_cache
def _track(action: str) -> Array:
    """Return how an average adult's joints move in an action, every twentieth of a second, shape (times, joints, 3)."""
    person = Person(draw_looks(stream(0, "average person"), age="adult"))
    one = ACTIONS[action]
    found = [_standing(person, 0.0, "stand")]
    found += [_standing(person, tick * _FINE_S, action) for tick in range(int(one.length_s / _FINE_S) + 1)]
    return upright(np.array(found))[1:]


def _standing(person: Person, time_s: float, action: str) -> Array:
    """Return the joints with the lower foot on the ground, or in the air as high as the action has it."""
    bones = person.bones(ACTIONS[action].poses(time_s))
    joints = np.array([bones[name] for name in JOINTS])
    lowest = min(bones["foot.L"][2], bones["foot.R"][2])
    return np.asarray(joints + np.array([0.0, 0.0, ACTIONS[action].lift(time_s) - lowest]))
