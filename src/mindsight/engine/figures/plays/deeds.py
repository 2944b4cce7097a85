"""What somebody does with a thing: lift it, put it down, push, pull, open or strike it.

The person stands or walks on a line, looking along it. To add a deed, write a function that returns a ``Play`` of one motion.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from mindsight.engine.figures.people.actions import STAND
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import ease, through
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.figures.plays.staging import Held, Play, Stage, both_hands, during, high_m, walked

_SMALL = (0.16, 0.17, 0.13)
_BENT_LEGS = ((0.14, -0.75, -0.75), (0.06, 0.6, -0.85))
_STOOPED = Pose(left_leg=_BENT_LEGS, right_leg=_BENT_LEGS, trunk=(0.75, 0, 0), neck=(-0.25, 0, 0))
_DEEP_LEGS = ((0.1, -1.0, -0.15), (0.05, 0.75, -0.65))
_AT_FLOOR = Pose(left_leg=_DEEP_LEGS, right_leg=_DEEP_LEGS, trunk=(1.35, 0, 0), neck=(-0.35, 0, 0))
"""So low that palms come to a box on the floor."""


def lift(person: Person, stage: Stage) -> Play:
    """Somebody bends down, takes a box from the floor and lifts it."""
    return _between_floor_and_belly(person, stage, lambda time_s: ease((time_s - 1.2) / 1.2))


def put_down(person: Person, stage: Stage) -> Play:
    """Somebody who holds a box puts it down on the floor and straightens up."""
    return _between_floor_and_belly(person, stage, lambda time_s: 1 - ease((time_s - 0.4) / 1.2))


def _between_floor_and_belly(person: Person, stage: Stage, up: Callable[[float], float]) -> Play:
    rises = up(3.0) > 0.5
    size = high_m(person, "upperarm01.L") / 1.4
    near, high = 0.36 * size, high_m(person, "lowerarm01.L") + 0.02
    half = tuple(size * one for one in _SMALL)

    def at(time_s: float) -> Array:
        share = up(time_s)
        return stage.place(near + 0.1 * size * (1 - share), half[2] + (high - half[2]) * share)

    keys = ((0.2, STAND), (1.15, _AT_FLOOR), (2.4, STAND)) if rises else ((0.4, STAND), (1.6, _AT_FLOOR), (2.7, STAND))
    standing = stage.course(person, through(*keys), 0.0).at

    def grip(time_s: float) -> Array:
        found: Array = at(time_s) + np.array([0.0, 0.0, 0.3 * half[2]])
        return found

    def share(time_s: float) -> float:
        return ease((time_s - 0.3) / 0.8) if rises else 1 - ease((time_s - 1.65) / 0.8)

    return Play(
        (both_hands(person, standing, grip, half[1] + 0.02, share),), 2.9, (Held((half[0], half[1], half[2]), at),)
    )


_LARGE = (0.28, 0.28, 0.36)


def push(person: Person, stage: Stage) -> Play:
    """Somebody leans against a large box and pushes it ahead."""
    return _moved(person, stage, 1)


def pull(person: Person, stage: Stage) -> Play:
    """Somebody walks backwards and pulls a large box along."""
    return _moved(person, stage, -1)


def _moved(person: Person, stage: Stage, way: int) -> Play:
    size = high_m(person, "upperarm01.L") / 1.4
    half = (size * _LARGE[0], size * _LARGE[1], size * _LARGE[2])
    go = walked(0.7, 3.4, per_s=0.75 * way, step=0.34)
    lean = 0.62 if way > 0 else 0.3

    def pose(time_s: float) -> Pose:
        one = go(time_s)
        leaning = ease(time_s / 0.7)
        return replace(one, trunk=(one.trunk[0] + lean * leaning, 0.0, 0.0), left_grip=0.3, right_grip=0.3)

    course = stage.course(person, pose, -way * 0.75 - 0.25)
    apart = half[0] + (0.46 if way > 0 else 0.40) * size

    def moved(time_s: float) -> Array:
        return course.at(max(0.7, time_s)).at

    def at(time_s: float) -> Array:
        hips = moved(time_s)
        return np.array([hips[0], hips[1], half[2]]) + apart * stage.along

    def hands(time_s: float) -> Array:
        # Palms against its near side, or around its near edges.
        palms: Array = (
            at(time_s)
            + (-half[0] * stage.along if way > 0 else -0.7 * half[0] * stage.along)
            + np.array([0, 0, 0.75 * half[2]])
        )
        return palms

    wide = 0.6 * half[1] if way > 0 else half[1] + 0.02
    reached = both_hands(person, course.at, hands, wide, lambda time_s: ease((time_s - 0.1) / 0.6))
    return Play((reached,), 2.9, (Held(half, at),))


def open_lid(person: Person, stage: Stage) -> Play:
    """Somebody bends down to a chest and opens its lid."""
    size = high_m(person, "upperarm01.L") / 1.4
    half = (0.22 * size, 0.32 * size, 0.24 * size)
    middle = stage.place(half[0] + 0.34 * size, half[2])

    def lid(time_s: float) -> float:
        return 1.75 * ease((time_s - 1.1) / 1.1)

    def edge(time_s: float) -> Array:
        # The lid's front edge moves on a circle about its hinge, at the back.
        turned = lid(time_s)
        hinge = middle + half[0] * stage.along + np.array([0, 0, half[2]])
        edge: Array = hinge + 2 * half[0] * (-np.cos(turned) * stage.along + np.sin(turned) * np.array([0, 0, 1.0]))
        return edge

    standing = stage.course(person, through((0.2, STAND), (1.0, _STOOPED), (1.2, _STOOPED), (2.2, STAND)), 0.0).at
    reached = both_hands(person, standing, edge, 0.35 * half[1], lambda time_s: during(time_s, 0.3, 2.5, ease_s=0.7))
    return Play((reached,), 2.9, (Held(half, lambda _: middle, lid),))


_CEILING_M = 2.6
_BLACK = ((0.15, 0.15, 0.18), (0.3, 0.3, 0.33))
_GUARD = Pose(
    left_arm=((0.25, -0.35, -0.85), (-0.1, -0.6, 0.85)), right_arm=((0.3, 0.1, -0.95), (-0.1, -0.75, 0.65)),
    left_leg=((0.12, -0.3, -0.95), (0.05, 0.05, -1)), right_leg=((0.12, 0.3, -0.95), (0.05, 0.35, -0.95)),
    left_grip=1.0, right_grip=1.0, trunk=(0.12, 0, 0),
)  # fmt: skip
_JAB = replace(_GUARD, trunk=(0.2, 0, 0.45), right_arm=((0.05, -1.0, -0.05), (-0.1, -1.0, 0.0)))


def strike(person: Person, stage: Stage) -> Play:
    """Somebody strikes a hanging sack with the fist, which swings away."""
    size = high_m(person, "upperarm01.L") / 1.4
    half = (0.15 * size, 0.15 * size, 0.38 * size)
    near = (0.62 + 0.15) * size
    middle = stage.place(near, high_m(person, "upperarm01.L") - 0.12 * size)
    blows = ((0.9, 1.25), (1.9, 2.25))
    motion = through(
        (0.15, STAND), (0.6, _GUARD), (0.75, _GUARD), (0.9, _JAB), (1.02, _JAB), (1.3, _GUARD),
        (1.75, _GUARD), (1.9, _JAB), (2.02, _JAB), (2.4, _GUARD),
    )  # fmt: skip

    def at(time_s: float) -> Array:
        since = [time_s - begin for begin, _ in blows if time_s > begin]
        swing = 0.16 * float(np.sin(5.5 * since[-1]) * np.exp(-1.2 * since[-1])) if since else 0.0
        return middle + swing * stage.along

    cord = (0.012, 0.012, (_CEILING_M - middle[2] - half[2]) / 2)

    def hangs(time_s: float) -> Array:
        hook: Array = (at(time_s) + middle) / 2 + np.array([0.0, 0.0, half[2] + cord[2]])
        return hook

    return Play(
        (stage.course(person, motion, 0.0).at,),
        2.9,
        (Held(half, at, colours=_BLACK), Held(cord, hangs, colours=_BLACK)),
    )


DEEDS: Mapping[str, Callable[[Person, Stage], Play]] = {
    "lift": lift, "put_down": put_down, "push": push, "pull": pull, "open": open_lid, "strike": strike,
}  # fmt: skip
