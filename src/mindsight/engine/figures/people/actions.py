"""What people do: named actions as motions. To add one, give its poses and their times."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from mindsight.engine.figures.people.bearing import BEARINGS
from mindsight.engine.figures.people.motions import Action, blend, ease, through
from mindsight.engine.figures.people.pose import HANGING, STANDING, Direction, Pose

Limb = tuple[Direction, Direction]


def _alike(arms: Limb = HANGING, legs: Limb = STANDING, *, grip: float = 0.25) -> Pose:
    """Return a pose whose two sides are alike."""
    return Pose(left_arm=arms, right_arm=arms, left_leg=legs, right_leg=legs, left_grip=grip, right_grip=grip)


STAND = Pose()
_POINT = Pose(right_arm=((0.25, -0.95, 0.0), (0.05, -1.0, 0.05)), right_pointing=True)
SAT = _alike(((0.18, -0.3, -0.95), (-0.05, -0.9, -0.35)), ((0.12, -1, -0.06), (0.05, 0.02, -1)))
_BENT = replace(
    _alike(((0.1, -0.35, -1), (0.0, -0.5, -1)), ((0.12, -0.35, -1), (0.05, 0.35, -1))),
    trunk=(1.15, 0, 0),
    neck=(0.2, 0, 0),
)
HUDDLED = replace(
    _alike(((0.15, 0.5, -0.9), (0.05, 0.1, -1)), ((0.16, -0.85, -0.55), (0.05, 0.6, -0.8))), trunk=(0.7, 0, 0)
)
_STRETCHED = _alike(((0.25, -0.25, 1), (0.1, -0.2, 1)))
_THROWN_BACK = replace(_STRETCHED, trunk=(-0.1, 0, 0))
_OPEN_HANDS = _alike(((0.3, -0.65, -0.55), (-0.25, -0.95, 0.1)), grip=0.05)
_CLAPPED = _alike(((0.2, -0.7, -0.5), (-0.62, -0.8, 0.1)), grip=0.05)
_AT_MOUTH = Pose(right_arm=((0.45, -0.55, -0.55), (-0.45, -0.2, 0.95)), right_grip=0.65, neck=(-0.15, 0, 0))
_DRINKING = replace(_AT_MOUTH, neck=(-0.4, 0, 0))
_LEG_BACK = Pose(
    right_leg=((0.1, 0.35, -1), (0.05, 0.9, -0.6)),
    left_arm=((0.2, -0.4, -1), (0.05, -0.6, -0.9)),
    right_arm=((0.3, 0.4, -1), (0.1, 0.2, -1)),
)
_KICKED = Pose(
    right_leg=((0.1, -0.8, -0.75), (0.05, -0.75, -0.7)),
    left_arm=((0.3, 0.4, -1), (0.1, 0.2, -1)),
    right_arm=((0.2, -0.4, -1), (0.05, -0.6, -0.9)),
    trunk=(-0.12, 0, 0),
)
_READY = _alike(((0.25, 0.25, -0.9), (0.05, -1, 0.05)), grip=0.0)
_HALTING = Pose(right_arm=((0.08, -1.0, 0.02), (0.0, -1.0, 0.12)), right_grip=0.0, right_bend=1.35)
_CALLING = Pose(right_arm=((0.25, -0.75, -0.65), (0.12, -0.95, 0.1)), right_grip=0.0, right_palm=-2.6)
_CALLED = replace(_CALLING, right_arm=((0.3, -0.35, -0.95), (-0.3, -0.45, 0.95)), right_grip=0.25)
_ASIDE = Pose(right_arm=((1.0, -0.25, 0.08), (1.0, -0.3, 0.1)), right_pointing=True)
_LOOKING = replace(_ASIDE, neck=(0, 0, -0.9))
_PUSHING = replace(_alike(((0.15, -1, -0.15), (-0.02, -1, 0)), grip=0.0), trunk=(0.25, 0, 0))


def _wave(time_s: float) -> Pose:
    raised = ease(time_s / 0.6) * ease((3.0 - time_s) / 0.6)
    swing = 0.35 * float(np.sin(2 * np.pi * 1.6 * time_s))
    return blend(STAND, Pose(right_arm=((0.5, -0.15, 0.15), (0.15 + swing, -0.25, 1.0)), right_grip=0.0), raised)


def _clap(time_s: float) -> Pose:
    inside = ease(time_s / 0.5) * ease((3.0 - time_s) / 0.5)
    share = 0.5 - 0.5 * float(np.cos(2 * np.pi * 1.8 * time_s))
    return blend(STAND, blend(_OPEN_HANDS, _CLAPPED, share), inside)


def _to_and_fro(one: Pose, other: Pose, per_s: float) -> Callable[[float], Pose]:
    """Return a motion of three seconds: a hand is raised, moves between two poses, and is lowered."""

    def at(time_s: float) -> Pose:
        inside = ease(time_s / 0.6) * ease((3.0 - time_s) / 0.6)
        share = 0.5 - 0.5 * float(np.cos(2 * np.pi * per_s * time_s))
        return blend(STAND, blend(one, other, share), inside)

    return at


def _breathe(time_s: float) -> Pose:
    return replace(STAND, trunk=(0.012 * float(np.sin(1.7 * time_s)), 0, 0))


def stride(phase: float, *, step: float = 0.42, run: float = 0.0) -> Pose:
    """Return the pose of walking at a phase of the gait (1 is two steps); ``step`` is how far legs swing, ``run`` 1 for running."""

    def leg(own: float) -> Limb:
        swing = step * float(np.cos(2 * np.pi * own))
        bend = (0.55 + 0.7 * run) * max(0.0, float(np.sin(2 * np.pi * own + np.pi))) ** 1.5 + 0.08 + 0.25 * run
        return (0.09, -swing - 0.3 * bend, -1.0), (0.04, -swing + 0.9 * bend, -1.0)

    def arm(own: float) -> Limb:
        swing = (0.75 * step + 0.2 * run) * float(np.cos(2 * np.pi * own))
        fold = 0.9 * run
        return (0.16, swing, -0.98 + 0.1 * run), (0.05, swing - 0.25 - fold, -0.95 + 0.75 * run)

    turned = 0.10 * float(np.cos(2 * np.pi * phase))
    return Pose(
        left_leg=leg(phase), right_leg=leg(phase + 0.5), left_arm=arm(phase), right_arm=arm(phase + 0.5),
        trunk=(0.05 + 0.2 * run, 0.0, turned), neck=(-0.05 - 0.15 * run, 0.0, -turned),
    )  # fmt: skip


def _fly(time_s: float) -> float:
    """Return the height of a jump that leaves the ground at 0.95 s with 2.6 m/s."""
    since = time_s - 0.95
    return max(0.0, 2.6 * since - 9.81 / 2 * since**2) if since > 0 else 0.0


_JUMP = through((0.2, STAND), (0.8, HUDDLED), (1.0, _STRETCHED), (1.45, STAND), (1.6, HUDDLED), (2.1, STAND))

ACTIONS: Mapping[str, Action] = {
    **BEARINGS,
    "stand": Action(_breathe, 3.0, repeats=True),
    "walk": Action(lambda time_s: stride(0.95 * time_s), 3.0, walks=True, repeats=True),
    "run": Action(lambda time_s: stride(1.45 * time_s, step=0.75, run=1.0), 2.5, walks=True, repeats=True),
    "wave": Action(_wave, 3.0),
    "point": Action(through((0.2, STAND), (0.9, _POINT), (2.2, _POINT), (2.9, STAND)), 3.0),
    "bend": Action(through((0.2, STAND), (1.3, _BENT), (1.9, _BENT), (3.0, STAND)), 3.2),
    "sit down": Action(through((0.2, STAND), (1.6, SAT)), 2.4),
    "stand up": Action(through((0.5, SAT), (1.8, STAND)), 2.4),
    "jump": Action(_JUMP, 2.4, lift=_fly),
    "clap": Action(_clap, 3.0),
    "drink": Action(through((0.2, STAND), (1.1, _AT_MOUTH), (1.5, _DRINKING), (2.3, _DRINKING), (3.2, STAND)), 3.4),
    "kick": Action(through((0.2, STAND), (0.8, _LEG_BACK), (1.05, _KICKED), (1.7, STAND)), 2.2),
    "stop": Action(through((0.2, STAND), (0.7, _HALTING), (2.4, _HALTING), (3.0, STAND)), 3.1),
    "beckon": Action(_to_and_fro(_CALLING, _CALLED, 1.1), 3.0),
    "direct": Action(
        through((0.2, STAND), (0.9, _LOOKING), (1.5, _LOOKING), (1.8, _ASIDE), (2.2, _ASIDE), (2.9, STAND)), 3.0
    ),
    "push": Action(through((0.2, STAND), (0.8, _READY), (1.5, _PUSHING), (2.1, _PUSHING), (2.8, STAND)), 3.0),
    "cheer": Action(
        through((0.2, STAND), (0.7, _STRETCHED), (1.2, _THROWN_BACK), (2.4, _STRETCHED), (3.0, STAND)), 3.2
    ),
}
