"""What two people do with each other: two motions with one timetable, and a thing that they have in their hands.

The two stand or walk on a line, the first where it begins. To add a doing, write a function that returns a ``Play``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from mindsight.engine.figures.people.actions import ACTIONS, HUDDLED, STAND, stride
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import expression
from mindsight.engine.figures.people.motions import Course, Moment, blend, ease, through
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.figures.plays.reaching import reaching
from mindsight.engine.figures.plays.staging import (
    Held,
    Motion,
    Play,
    Poses,
    Stage,
    apart_m,
    both_hands,
    during,
    high_m,
    middle_m,
    walked,
)


def give(one: Person, other: Person, stage: Stage) -> Play:
    """The first hands something to the second."""
    apart, high = apart_m(one, other), middle_m(one, other, "lowerarm01.L") + 0.05
    near = apart / 2 - 0.3
    half = (0.13, 0.11, 0.09)

    def at(time_s: float) -> Array:
        given = ease((time_s - 0.4) / 0.8)
        taken = ease((time_s - 1.7) / 0.8)
        return stage.place(-near * (1 - given) + near * taken, high + 0.03 * given * (1 - taken))

    def holds(time_s: float) -> float:
        return 1 - ease((time_s - 1.6) / 0.6)

    def takes(time_s: float) -> float:
        return ease((time_s - 0.7) / 0.6)

    hands = half[1] + 0.02
    giver = stage.course(one, lambda _: STAND, -apart / 2, stays=True).at
    taker = stage.course(other, lambda _: STAND, apart / 2, back=True, stays=True).at
    return Play(
        (
            both_hands(one, giver, lambda time_s: at(time_s) - 0.05 * stage.along, hands, holds),
            both_hands(other, taker, lambda time_s: at(time_s) + 0.05 * stage.along, hands, takes),
        ),
        3.0,
        (Held(half, at),),
    )


def carry(one: Person, other: Person, stage: Stage) -> Play:
    """Two carry something large together; the second walks backwards."""
    high = middle_m(one, other, "lowerarm01.L") - 0.1
    half = (0.42, 0.25, 0.16)
    apart = 2 * half[0] + 0.5
    ahead = stage.course(one, walked(0.2, 3.0, per_s=0.8, step=0.3), -apart / 2 - 0.55)
    back = stage.course(other, walked(0.2, 3.0, per_s=-0.8, step=0.3), apart / 2 - 0.55, back=True)

    def at(time_s: float) -> Array:
        middle = (ahead.at(time_s).at + back.at(time_s).at) / 2
        return np.array([middle[0], middle[1], high])

    near = 0.8 * half[0] * stage.along
    return Play(
        (
            both_hands(one, ahead.at, lambda time_s: at(time_s) - near, half[1], lambda _: 1.0),
            both_hands(other, back.at, lambda time_s: at(time_s) + near, half[1], lambda _: 1.0),
        ),
        2.8,
        (Held(half, at),),
    )


def shake(one: Person, other: Person, stage: Stage) -> Play:
    """Two shake hands."""
    apart, high = apart_m(one, other) + 0.08, middle_m(one, other, "lowerarm01.L") + 0.02

    def hand(person: Person, motion: Motion, way: float) -> Motion:
        def moment(time_s: float) -> Moment:
            held = during(time_s, 0.3, 2.7)
            up = 0.06 * np.sin(2 * np.pi * 1.5 * time_s) * during(time_s, 0.9, 2.2, ease_s=0.2)
            return reaching(person, motion(time_s), held, right=stage.place(way * 0.01, high + float(up)))

        return moment

    left = stage.course(one, lambda _: STAND, -apart / 2, stays=True).at
    right = stage.course(other, lambda _: STAND, apart / 2, back=True, stays=True).at
    return Play((hand(one, left, -1), hand(other, right, 1)), 3.0)


def hug(one: Person, other: Person, stage: Stage) -> Play:
    """Two walk up to each other and embrace."""
    high = middle_m(one, other, "spine03")
    begin = 0.75

    def side(person: Person, *, back: bool) -> Motion:
        way = 1 if back else -1
        poses = walked(0.0, 1.1, per_s=0.95, step=0.34)
        free = stage.course(person, poses, 0.0)
        far = float(np.linalg.norm(free.at(3.0).at[:2] - free.at(0.0).at[:2]))
        course = stage.course(person, poses, way * (0.15 + far), back=back)

        def moment(time_s: float) -> Moment:
            # One arm goes above the other's, one beneath, behind the other's back.
            share = ease((time_s - begin) / 0.7)
            behind, wide = -way * 0.16, 0.07
            left = stage.place(behind, high + 0.16) + way * -wide * stage.across
            right = stage.place(behind, high - 0.06) - way * -wide * stage.across
            return reaching(person, course.at(time_s), share, left=left, right=right)

        return moment

    return Play((side(one, back=False), side(other, back=True)), 3.0)


_SCOLDING = Pose(right_arm=((0.2, -0.75, -0.55), (0.05, -1.0, 0.35)), right_pointing=True, trunk=(0.28, 0, 0))
_SCOLDED = replace(_SCOLDING, right_arm=((0.25, -0.6, 0.05), (0.05, -0.5, 1.0)))
_REJECTING = Pose(
    left_arm=((0.55, -0.35, -0.75), (0.55, -0.6, 0.6)), right_arm=((0.55, -0.35, -0.75), (0.55, -0.6, 0.6)),
    left_grip=0.0, right_grip=0.0, trunk=(-0.1, 0, 0),
)  # fmt: skip


def quarrel(one: Person, other: Person, stage: Stage) -> Play:
    """Two quarrel: in turn one leans in and shakes a finger at the other, who throws up the hands."""
    apart, face = 1.35 * apart_m(one, other), expression("anger", 1.0)

    def poses(own: float) -> Poses:
        def pose(time_s: float) -> Pose:
            scolds = during(time_s, own, own + 1.5, ease_s=0.3) + during(time_s, own + 2.9, own + 4.4, ease_s=0.3)
            rejects = during(time_s, own + 1.45, own + 2.95, ease_s=0.3) + during(
                time_s, own - 1.45, own + 0.05, ease_s=0.3
            )
            swing = 0.5 - 0.5 * float(np.cos(2 * np.pi * 2.2 * time_s))
            found = blend(STAND, blend(_SCOLDING, _SCOLDED, swing), min(1.0, scolds))
            return replace(blend(found, _REJECTING, min(1.0, rejects)), face=face)

        return pose

    left = stage.course(one, poses(0.1), -apart / 2, stays=True).at
    return Play((left, stage.course(other, poses(1.55), apart / 2, back=True, stays=True).at), 3.1)


_CATCHING = ((0.05, -0.95, 0.1), (-0.05, -1.0, 0.15))
_RUN_M_S = 2.3


def chase(one: Person, other: Person, stage: Stage) -> Play:
    """The first runs after the second, with arms stretched out; the second looks back."""

    def running(person: Person, begin_m: float, poses: Poses) -> Motion:
        standing = stage.course(person, poses, begin_m)

        def moment(time_s: float) -> Moment:
            # Somebody who runs is in the air half of the time: the hips go on evenly, whatever the feet do.
            here, pose = stage.place(begin_m + _RUN_M_S * time_s), poses(time_s)
            feet = person.bones(pose)
            low = min(feet["foot.L"][2], feet["foot.R"][2])
            return Moment(
                pose,
                np.array([here[0], here[1], standing.at(0.0).at[2] + 0.6 * (first[person] - low)]),
                standing.at(0.0).yaw,
            )

        first = {person: min(person.bones(poses(0.0))[f"foot.{side}"][2] for side in "LR")}
        return moment

    def after(time_s: float) -> Pose:
        pose = stride(1.35 * time_s, step=0.75, run=1.0)
        return replace(pose, left_arm=_CATCHING, right_arm=_CATCHING, left_grip=0.0, right_grip=0.0)

    def flees(time_s: float) -> Pose:
        pose = stride(1.35 * time_s + 0.3, step=0.75, run=1.0)
        back = 0.95 * during(time_s, 0.1, 0.8, ease_s=0.2)
        return replace(pose, neck=(pose.neck[0], pose.neck[1], pose.neck[2] + back))

    return Play((running(one, -1.85, after), running(other, -0.85, flees)), 1.0)


_SPREAD = Pose(
    left_arm=((1.0, -0.15, 0.05), (1.0, -0.2, 0.05)), right_arm=((1.0, -0.15, 0.05), (1.0, -0.2, 0.05)),
    left_leg=((0.28, -0.02, -0.99), (0.2, 0.03, -0.99)), right_leg=((0.28, -0.02, -0.99), (0.2, 0.03, -0.99)),
    left_grip=0.0, right_grip=0.0,
)  # fmt: skip
_TAKEN_ABACK = Pose(
    left_arm=((0.35, -0.2, -0.9), (0.45, -0.75, 0.2)), right_arm=((0.35, -0.2, -0.9), (0.45, -0.75, 0.2)),
    left_grip=0.0, right_grip=0.0, trunk=(-0.1, 0, 0),
)  # fmt: skip


def block(one: Person, other: Person, stage: Stage) -> Play:
    """The first wants to walk on; the second spreads the arms in the way, and the first gives up and steps back."""
    go, back = walked(0.0, 1.2), walked(2.0, 3.2, per_s=-0.85, step=0.25)

    def comes(time_s: float) -> Pose:
        own = go(time_s) if time_s < 1.5 else back(time_s)
        aback = during(time_s, 1.2, 3.4, ease_s=0.35)
        shown = blend(own, _TAKEN_ABACK, aback)
        return replace(shown, left_leg=own.left_leg, right_leg=own.right_leg)

    spread = through((0.35, STAND), (0.85, _SPREAD))
    return Play((stage.course(one, comes, -1.25).at, stage.course(other, spread, 0.6, back=True).at), 3.2)


def shove(one: Person, other: Person, stage: Stage) -> Play:
    """The first shoves the second away, who staggers back."""
    apart = 0.85 * apart_m(one, other)
    chest = high_m(other, "spine02") - 0.05
    back = walked(1.0, 2.3, per_s=-1.3, step=0.4)

    def pushes(time_s: float) -> Pose:
        return replace(STAND, trunk=(0.35 * during(time_s, 0.7, 2.0, ease_s=0.35), 0, 0), left_grip=0.0, right_grip=0.0)

    def hands(person: Person, motion: Motion) -> Motion:
        def moment(time_s: float) -> Moment:
            share = during(time_s, 0.25, 2.2, ease_s=0.4)
            far = -apart / 2 + 0.25 + (apart - 0.36) * ease((time_s - 0.7) / 0.3) + 0.1 * ease((time_s - 1.0) / 0.2)
            return reaching(
                person,
                motion(time_s),
                share,
                left=stage.place(far, chest) + 0.12 * stage.across,
                right=stage.place(far, chest) - 0.12 * stage.across,
            )

        return moment

    def staggers(time_s: float) -> Pose:
        own = back(time_s)
        thrown = during(time_s, 0.95, 2.3, ease_s=0.22)
        shown = blend(own, replace(_REJECTING, trunk=(-0.4, 0, 0), neck=(0.25, 0, 0)), thrown)
        return replace(shown, left_leg=own.left_leg, right_leg=own.right_leg)

    pushed = stage.course(other, staggers, apart / 2, back=True).at
    return Play((hands(one, stage.course(one, pushes, -apart / 2, stays=True).at), pushed), 2.4)


_FLOOR = Pose(
    left_leg=((0.18, -0.85, 0.45), (0.1, -0.6, -0.9)), right_leg=((0.18, -0.85, 0.45), (0.1, -0.6, -0.9)),
    left_arm=((0.35, 0.6, -0.75), (0.2, 0.3, -0.95)), trunk=(-0.15, 0, 0),
)  # fmt: skip


def help_up(one: Person, other: Person, stage: Stage) -> Play:
    """The second sits on the floor; the first bends down, gives a hand and pulls the second up."""
    apart = apart_m(one, other) + 0.1
    rises = through((1.3, _FLOOR), (1.95, HUDDLED), (2.7, STAND))
    x, y, _ = stage.place(apart / 2)
    yaw = stage.turned - np.pi / 2

    def sits(time_s: float) -> Moment:
        pose = rises(time_s)
        low = min(float(own[:, 2].min()) for own in other.points(pose) if len(own))
        bones = other.bones(pose)
        feet = Moment(pose, np.zeros(3), yaw).turn() @ ((bones["foot.L"] + bones["foot.R"]) / 2)
        return Moment(pose, np.array([x - feet[0], y - feet[1], -low]), yaw)

    bent = replace(
        STAND,
        trunk=(0.75, 0, 0),
        neck=(-0.2, 0, 0),
        left_leg=((0.1, -0.3, -0.95), (0.05, 0.25, -0.95)),
        right_leg=((0.1, -0.3, -0.95), (0.05, 0.25, -0.95)),
    )
    bends = through((0.1, STAND), (0.8, bent), (1.4, bent), (2.5, STAND))
    helper = stage.course(one, bends, -apart / 2)

    def hand(time_s: float) -> Array:
        high = 0.42 + (high_m(one, "lowerarm01.L") - 0.42) * ease((time_s - 1.35) / 1.2)
        return stage.place(0.02, high)

    def gives(person: Person, motion: Motion, begin_s: float) -> Motion:
        def moment(time_s: float) -> Moment:
            return reaching(person, motion(time_s), during(time_s, begin_s, 3.4), right=hand(time_s))

        return moment

    return Play((gives(one, helper.at, 0.3), gives(other, sits, 0.7)), 3.0)


def meet(one: Person, other: Person, stage: Stage) -> Play:
    """Two walk towards each other."""
    return _walking((one, -1.45, False), (other, 1.45, True), stage)


def part(one: Person, other: Person, stage: Stage) -> Play:
    """Two walk away from each other."""
    return _walking((one, -0.45, True), (other, 0.45, False), stage)


def follow(one: Person, other: Person, stage: Stage) -> Play:
    """The first walks behind the second."""
    return _walking((one, -1.0, False), (other, 0.05, False), stage)


_WALKED_M = 0.95


def _walking(one: tuple[Person, float, bool], other: tuple[Person, float, bool], stage: Stage) -> Play:
    courses = [stage.course(person, _stroll, begin, back=back) for person, begin, back in (one, other)]
    ticks = range(1, 60)
    end = next((tick / 20 for tick in ticks if _gone_m(courses[0], tick / 20) >= _WALKED_M), ticks[-1] / 20)
    return Play((courses[0].at, courses[1].at), end)


def _stroll(time_s: float) -> Pose:
    return stride(0.95 * time_s)


def _gone_m(course: Course, time_s: float) -> float:
    return float(np.linalg.norm(course.at(time_s).at[:2] - course.at(0.0).at[:2]))


def greet(one: Person, other: Person, stage: Stage) -> Play:
    """Two stand apart and wave to each other."""
    wave = ACTIONS["wave"].poses
    left = stage.course(one, wave, -0.75, stays=True).at
    right = stage.course(other, lambda time_s: wave(time_s - 0.25), 0.75, back=True, stays=True).at
    towards = 0.55

    def aside(motion: Motion, turn: float) -> Motion:
        def moment(time_s: float) -> Moment:
            now = motion(time_s)
            return replace(now, yaw=now.yaw + turn)

        return moment

    return Play((aside(left, -towards), aside(right, towards)), 2.9)


PAIRS: Mapping[str, Callable[[Person, Person, Stage], Play]] = {
    "meet": meet, "part": part, "follow": follow, "greet": greet, "give": give, "carry": carry, "shake": shake, "hug": hug,
    "quarrel": quarrel, "chase": chase, "block": block, "shove": shove, "help_up": help_up,
}  # fmt: skip
