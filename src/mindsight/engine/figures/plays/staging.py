"""What plays of people with each other or with things are made of: a line on the floor, walking for a time, hands at a thing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mindsight.engine.figures.people.actions import STAND, stride
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Action, Course, Moment, blend, ease
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.figures.plays.reaching import reach_m, reaching
from mindsight.engine.geometry.shapes import Vector

Motion = Callable[[float], Moment]
Poses = Callable[[float], Pose]
_SOLE_M = 0.08
"""From an ankle to the floor."""
CARDBOARD: tuple[Vector, Vector] = ((0.72, 0.53, 0.33), (0.75, 0.2, 0.2))


class Held(NamedTuple):
    """A thing that hands move: half its sides in m (the first along the stage's line), and where its middle is at any time in s."""

    half: Vector
    at: Callable[[float], Array]
    lid: Callable[[float], float] | None = None
    """How far its lid is open, in radians."""
    colours: tuple[Vector, Vector] = CARDBOARD
    """Of the box, and of its band and lid."""


@dataclass(frozen=True)
class Play:
    """What some people do: the motion of each, how long it takes in s, and the things that they move."""

    motions: tuple[Motion, ...]
    length_s: float
    held: tuple[Held, ...] = ()


@dataclass(frozen=True)
class Stage:
    """Where two people are: the centre on the floor, and how far their line is turned from left-to-right, in radians."""

    centre: tuple[float, float] = (0.0, 0.0)
    turned: float = 0.0

    @property
    def along(self) -> Array:
        """The direction from the first to the second."""
        return np.array([np.cos(self.turned), np.sin(self.turned), 0.0])

    @property
    def across(self) -> Array:
        """The direction to the left of whoever looks along."""
        return np.array([-np.sin(self.turned), np.cos(self.turned), 0.0])

    def place(self, along_m: float, high_m: float = 0.0) -> Array:
        """Return a place over the line."""
        return np.array([*self.centre, high_m]) + along_m * self.along

    def course(
        self, person: Person, poses: Poses, along_m: float, *, back: bool = False, stays: bool = False
    ) -> Course:
        """Return somebody's motion from a place on the line, looking along it or ``back``; feet of who ``stays`` need not be followed."""
        x, y, _ = self.place(along_m)
        yaw = self.turned + (-np.pi / 2 if back else np.pi / 2)
        return Course(person, Action(poses, 4.0, walks=not stays), at=(float(x), float(y)), yaw=float(yaw))


def during(time_s: float, begin_s: float, end_s: float, *, ease_s: float = 0.5) -> float:
    """Return 1 within a span of time, and how much of it is there while it comes and goes."""
    return ease((time_s - begin_s) / ease_s) * ease((end_s - time_s) / ease_s)


def walked(begin_s: float, end_s: float, *, per_s: float = 0.95, step: float = 0.42, run: float = 0.0) -> Poses:
    """Return the poses of somebody who walks for a time and otherwise stands; backwards if ``per_s`` is negative."""

    def pose(time_s: float) -> Pose:
        going = during(time_s, begin_s, end_s, ease_s=0.3)
        return blend(STAND, stride(per_s * (time_s - begin_s) + 0.25, step=step, run=run), going) if going else STAND

    return pose


def apart_m(one: Person, other: Person) -> float:
    """Return how far apart two stand whose hands meet between them."""
    return 0.35 + 0.5 * (reach_m(one, STAND) + reach_m(other, STAND))


def high_m(person: Person, bone: str) -> float:
    """Return how high a bone begins above the floor when the person stands."""
    bones = person.bones(STAND)
    return float(bones[bone][2] - min(bones["foot.L"][2], bones["foot.R"][2])) + _SOLE_M


def middle_m(one: Person, other: Person, bone: str) -> float:
    """Return the mean of two people's ``high_m``."""
    return (high_m(one, bone) + high_m(other, bone)) / 2


def both_hands(
    person: Person, motion: Motion, at: Callable[[float], Array], half_m: float, share: Callable[[float], float]
) -> Motion:
    """Return a motion with the palms to the left and the right of a place, a share of their way there."""

    def moment(time_s: float) -> Moment:
        now, place = motion(time_s), at(time_s)
        left = now.turn() @ np.array([half_m, 0.0, 0.0])
        return reaching(person, now, share(time_s), left=place + left, right=place - left)

    return moment
