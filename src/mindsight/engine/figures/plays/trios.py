"""What three people do: all together, or the first alone against the other two.

To add a doing, write a function that returns a ``Play`` of three motions; if two are against one, the one comes first.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Moment, ease
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.figures.plays.pairs import block, chase
from mindsight.engine.figures.plays.reaching import reaching
from mindsight.engine.figures.plays.staging import Held, Motion, Play, Stage, both_hands, high_m, walked

Trio = tuple[Person, Person, Person]
_ROW_M, _BEAM_M, _ASIDE_M = 0.95, (1.35, 0.07, 0.07), 0.3
_CRATE_M, _BESIDE_M = (0.34, 0.62, 0.5), 0.6
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
    return _pushing(people, stage, alone=False)


def push_against(people: Trio, stage: Stage) -> Play:
    """Two push a crate that the first holds up from its other side, and is pushed back with it."""
    return _pushing(people, stage, alone=True)


def _pushing(people: Trio, stage: Stage, *, alone: bool) -> Play:
    size = float(np.mean([high_m(one, "upperarm01.L") for one in people])) / 1.4
    half = (size * _CRATE_M[0], (0.7 if alone else 1.1) * size * _CRATE_M[1] + 0.1, size * _CRATE_M[2])
    speed = 0.35 if alone else 0.75
    go = walked(0.7, 3.4, per_s=speed, step=0.16 if alone else 0.34)
    back = walked(0.7, 3.4, per_s=-speed, step=0.16)

    def leaning(steps: Callable[[float], Pose]) -> Callable[[float], Pose]:
        def pose(time_s: float) -> Pose:
            one = steps(time_s)
            return replace(
                one, trunk=(one.trunk[0] + _LEAN * ease(time_s / 0.7), 0.0, 0.0), left_grip=0.3, right_grip=0.3
            )

        return pose

    apart, begin = half[0] + _GRIP_M * size, -0.55
    lead = stage.course(people[1], leaning(go), begin)

    def at(time_s: float) -> Array:
        hips = lead.at(max(0.7, time_s)).at
        found: Array = np.array([hips[0], hips[1], half[2]]) + apart * stage.along
        return found

    def side(person: Person, across_m: float, *, opposite: bool = False) -> Motion:
        way = -1 if opposite else 1
        course = stage.course(
            person, leaning(back if opposite else go), begin + (2 * apart if opposite else 0), back=opposite
        )
        # The others keep abreast of the one by whom the crate goes, whatever their steps.
        own = course.at(0.0).at

        def moment(time_s: float) -> Moment:
            now = course.at(time_s)
            gone = lead.at(time_s).at - lead.at(0.0).at
            shifted = own + gone + across_m * stage.across
            return replace(now, at=np.array([shifted[0], shifted[1], now.at[2]]))

        def palms(time_s: float) -> Array:
            found: Array = (
                at(time_s) - way * half[0] * stage.along + across_m * stage.across + np.array([0, 0, 0.7 * half[2]])
            )
            return found

        return both_hands(person, moment, palms, 0.17 * size, lambda time_s: ease(time_s / 0.6))

    if alone:
        motions = (side(people[0], 0.0, opposite=True), side(people[1], -_BESIDE_M / 2), side(people[2], _BESIDE_M / 2))
    else:
        motions = (side(people[0], -_BESIDE_M), side(people[1], 0.0), side(people[2], _BESIDE_M))
    return Play(motions, 2.9, (Held(half, at),))


def chased_by_two(people: Trio, stage: Stage) -> Play:
    """The first runs away from the other two."""
    near = chase(people[1], people[0], stage)
    far = chase(people[2], people[0], stage)

    def beside(time_s: float) -> Moment:
        # Out of step, and a little behind.
        now = far.motions[0](time_s + 0.2)
        return replace(now, at=now.at - 0.45 * stage.along + 0.75 * stage.across)

    return Play((near.motions[1], near.motions[0], beside), near.length_s)


def barred_by_two(people: Trio, stage: Stage) -> Play:
    """The first wants to walk on; the other two spread their arms in the way."""
    plays = [block(people[0], other, stage) for other in people[1:]]

    def aside(motion: Motion, across_m: float) -> Motion:
        def moment(time_s: float) -> Moment:
            now = motion(time_s)
            return replace(now, at=now.at + across_m * stage.across)

        return moment

    return Play(
        (plays[0].motions[0], aside(plays[0].motions[1], -0.62), aside(plays[1].motions[1], 0.62)), plays[0].length_s
    )


TRIOS: Mapping[str, Callable[[Trio, Stage], Play]] = {
    "carry beam": carry_beam, "push crate": push_crate, "push against": push_against, "chased by two": chased_by_two,
    "barred by two": barred_by_two,
}  # fmt: skip
TOGETHER = ("carry beam", "push crate")
"""Doings in which nobody is against anybody; in all others the first is alone."""
