"""What scenes with faces share: a person held with the head at a height, who shows one expression by a timetable."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import Emotion, course, expression
from mindsight.engine.figures.people.motions import Moment
from mindsight.engine.figures.people.pose import Pose

_ONSET_S, _APEX_S, _OFFSET_S, _STRENGTH = (0.35, 0.5), (0.6, 0.8), (0.35, 0.5), (0.9, 1.0)


class Portrait(NamedTuple):
    """Where somebody's head is in the room, in m, which way the face looks, in radians, and the pose of the body."""

    head: tuple[float, float, float]
    yaw: float
    pose: Pose


def showing(
    person: Person, portrait: Portrait, emotion: Emotion, apex_s: float, rng: Generator
) -> Callable[[float], Moment]:
    """Return a person at any time in s, calm but for one expression with the middle of its apex at a time."""
    onset, held, offset = (float(rng.uniform(*span)) for span in (_ONSET_S, _APEX_S, _OFFSET_S))
    full = float(rng.uniform(*_STRENGTH))
    turn = Moment(portrait.pose, np.zeros(3), portrait.yaw).turn()
    at = np.array(portrait.head) - turn @ person.bones(portrait.pose)["head"]

    def moment(time_s: float) -> Moment:
        begin = apex_s - held / 2 - onset
        now = full * course(time_s, onset_s=onset, apex_s=held, offset_s=offset, begin_s=begin)
        return Moment(replace(portrait.pose, face=expression(emotion, now)), at, portrait.yaw)

    return moment
