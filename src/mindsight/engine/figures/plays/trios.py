"""What three people do: all together, or the first alone against the other two.

To add a doing, write a function that returns a ``Play`` of three motions; if two are against one, the one comes first.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Moment, ease
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.figures.plays.pairs import block, chase
from mindsight.engine.figures.plays.reaching import reaching
from mindsight.engine.figures.plays.staging import Held, Motion, Play, Stage, both_hands, high_m, walked

Trio = tuple[Person, Person, Person]
_ROW_M, _BEAM_M, _ASIDE_M = 0.95, (1.35, 0.07, 0.07), 0.3
_CRATE_M, _BESIDE_M = (0.34, 0.78, 0.5), 0.6
_GRIP_M, _LEAN = 0.46, 0.62


def carry_beam(people: Trio, stage: Stage) -> Play:
    """Three in a row carry a long beam at their side."""
    high = float(np.mean([high_m(one, "lowerarm01.L") for one in people])) - 0.12
    go = walked(0.2, 3.0, per_s=0.8, step=0.3)
    courses = [stage.course(one, go, (number - 1) * _ROW_M - 0.5) for number, one in enumerate(people)]

    def at(time_s: float) -> Array:
        middle = courses[1].at(time_s).at
        found: Array = np.array([middle[0], middle[1], high]) - _ASIDE_M * stage.across
        return found

    def holds(number: int) -> Motion:
        def moment(time_s: float) -> Moment:
            place = at(time_s) + (number - 1) * _ROW_M * stage.along
            ahead, behind = place + 0.2 * stage.along, place - 0.02 * stage.along
            return reaching(people[number], courses[number].at(time_s), 1.0, left=ahead, right=behind)

        return moment

    return Play((holds(0), holds(1), holds(2)), 2.8, (Held(_BEAM_M, at),))


def push_crate(people: Trio, stage: Stage) -> Play:
    """Three side by side push a large crate."""
    size = float(np.mean([high_m(one, "upperarm01.L") for one in people])) / 1.4
    half = (size * _CRATE_M[0], size * _CRATE_M[1], size * _CRATE_M[2])
    go = walked(0.7, 3.4, per_s=0.75, step=0.34)

    def pose(time_s: float) -> Pose:
        one = go(time_s)
        leaning = _LEAN * ease(time_s / 0.7)
        return replace(one, trunk=(one.trunk[0] + leaning, 0.0, 0.0), left_grip=0.3, right_grip=0.3)

    lead = stage.course(people[1], pose, -0.55)

    def at(time_s: float) -> Array:
        hips = lead.at(max(0.7, time_s)).at
        found: Array = np.array([hips[0], hips[1], half[2]]) + (half[0] + _GRIP_M * size) * stage.along
        return found

    def side(person: Person, across_m: float) -> Motion:
        course = stage.course(person, pose, -0.55)

        def moment(time_s: float) -> Moment:
            # All keep abreast of the one in the middle, whatever their steps.
            now, hips = course.at(time_s), lead.at(time_s).at + across_m * stage.across
            return replace(now, at=np.array([hips[0], hips[1], now.at[2]]))

        def palms(time_s: float) -> Array:
            found: Array = (
                at(time_s) - half[0] * stage.along + across_m * stage.across + np.array([0, 0, 0.7 * half[2]])
            )
            return found

        return both_hands(person, moment, palms, 0.17 * size, lambda time_s: ease(time_s / 0.6))

    return Play((side(people[0], -_BESIDE_M), side(people[1], 0.0), side(people[2], _BESIDE_M)), 2.9, (Held(half, at),))


def threatened_by_two(people: Trio, stage: Stage) -> Play:
    """The first crouches before the other two, who stamp and shake their fists."""
    crouches = stage.course(people[0], ACTIONS["cower"].poses, 0.7, back=True, stays=True).at
    fury = ACTIONS["rage"].poses
    near = stage.course(people[1], fury, -0.45, stays=True).at
    far = stage.course(people[2], lambda time_s: fury(time_s + 0.25), -0.45, stays=True).at
    return Play((crouches, _aside(near, -0.6 * stage.across), _aside(far, 0.6 * stage.across)), 3.0)


def chased_by_two(people: Trio, stage: Stage) -> Play:
    """The first runs away from the other two."""
    near = chase(people[1], people[0], stage)
    second, ahead = chase(people[2], people[0], stage).motions[0], 0.3 * stage.along
    # Out of step, and behind: a place farther ahead leaves room for it.
    far = _aside(lambda time_s: second(time_s + 0.2), 0.75 * stage.across - 0.75 * stage.along + ahead)
    return Play((_aside(near.motions[1], ahead), _aside(near.motions[0], ahead), far), near.length_s)


def barred_by_two(people: Trio, stage: Stage) -> Play:
    """The first wants to walk on; the other two spread their arms in the way."""
    one, other = (block(people[0], person, stage) for person in people[1:])
    barring = _aside(one.motions[1], -0.62 * stage.across), _aside(other.motions[1], 0.62 * stage.across)
    return Play((one.motions[0], *barring), one.length_s)


def _aside(motion: Motion, way: Array) -> Motion:
    """Return a motion elsewhere."""

    def moment(time_s: float) -> Moment:
        now = motion(time_s)
        return replace(now, at=now.at + way)

    return moment


TRIOS: Mapping[str, Callable[[Trio, Stage], Play]] = {
    "carry beam": carry_beam, "push crate": push_crate, "threatened by two": threatened_by_two, "chased by two": chased_by_two,
    "barred by two": barred_by_two,
}  # fmt: skip
TOGETHER = ("carry beam", "push crate")
"""Doings in which nobody is against anybody; in all others the first is alone."""
