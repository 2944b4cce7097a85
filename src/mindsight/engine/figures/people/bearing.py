"""How a feeling shows in posture and gait alone.

Sources: Wallbott, *Bodily expression of emotion* (1998), and Coulson, *Attributing emotion to static body postures* (2004), for
postures; Halovic and Kroos, *Kinematic cues of emotion-specific gait* (2018), for gaits.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from mindsight.engine.figures.people.motions import Action, blend, ease
from mindsight.engine.figures.people.pose import Direction, Pose

Limb = tuple[Direction, Direction]

_STAND = Pose()
_BRACED: Limb = ((0.22, -0.12, -0.97), (0.08, 0.03, -0.99))
_SUNK: Limb = ((0.14, -0.62, -0.78), (0.06, 0.45, -0.9))
_FISTS: Limb = ((0.5, -0.6, -0.1), (-0.05, -0.2, 1.0))
_STAMPED: Limb = ((0.2, -0.75, -0.65), (0.05, 0.25, -0.95))
_FISTS_UP = Pose(
    left_arm=_FISTS, right_arm=_FISTS, left_leg=_BRACED, right_leg=_STAMPED, trunk=(0.05, 0, 0), neck=(-0.05, 0, 0),
    right_grip=1.0, left_grip=1.0, shrug=0.5,
)  # fmt: skip
_STRUCK: Limb = ((0.45, -0.3, -0.8), (0.0, -0.75, -0.55))
_FISTS_DOWN = replace(
    _FISTS_UP, left_arm=_STRUCK, right_arm=_STRUCK, right_leg=_BRACED, trunk=(0.42, 0, 0), neck=(-0.2, 0, 0)
)
_COWERED = Pose(
    right_arm=((0.25, -0.85, -0.05), (-0.45, -0.25, 0.9)), left_arm=((0.25, -0.8, -0.2), (-0.5, -0.3, 0.85)),
    left_leg=_SUNK, right_leg=_SUNK, trunk=(0.42, 0, 0.45), neck=(0.35, 0, 0.5), shrug=1.0,
    left_grip=0.05, right_grip=0.05, left_bend=0.7, right_bend=0.7,
)  # fmt: skip
_IN_HANDS: Limb = ((0.16, -0.85, -0.3), (-0.4, -0.25, 0.95))
_WEEPING = Pose(
    left_arm=_IN_HANDS, right_arm=_IN_HANDS, trunk=(0.3, 0, 0), neck=(0.75, 0, 0), shrug=-0.6, left_grip=0.1, right_grip=0.1,
)  # fmt: skip
_SOBBING = replace(_WEEPING, trunk=(0.38, 0, 0), shrug=0.5)
_ARMS_UP: Limb = ((0.55, -0.15, 0.85), (0.25, -0.1, 1.0))
_ARMS_BENT: Limb = ((0.7, -0.1, 0.3), (0.1, -0.15, 1.0))
_JOYFUL = Pose(
    left_arm=_ARMS_UP, right_arm=_ARMS_UP, trunk=(-0.12, 0, 0), neck=(-0.3, 0, 0), left_grip=0.0, right_grip=0.0
)
_JOYFUL_LOW = replace(_JOYFUL, left_arm=_ARMS_BENT, right_arm=_ARMS_BENT, trunk=(0.0, 0, 0))
_AKIMBO: Limb = ((0.75, 0.3, -0.65), (-0.75, -0.35, -0.55))
_PROUD = Pose(
    left_arm=_AKIMBO, right_arm=_AKIMBO, left_leg=_BRACED, right_leg=_BRACED, trunk=(-0.16, 0, 0), neck=(-0.25, 0, 0),
    left_grip=0.9, right_grip=0.9,
)  # fmt: skip
_HOPS_PER_S, _HOP_M = 1.9, 0.16


def _held(one: Pose, other: Pose, per_s: float, *, rise_s: float = 0.7, length_s: float = 3.0) -> Action:
    """Return that somebody takes a posture, moves in it between two poses, and stands again."""

    def at(time_s: float) -> Pose:
        inside = ease(time_s / rise_s) * ease((length_s - time_s) / rise_s)
        share = 0.5 - 0.5 * float(np.cos(2 * np.pi * per_s * max(0.0, time_s - rise_s / 2)))
        return blend(_STAND, blend(one, other, share), inside)

    return Action(at, length_s)


def _hopping(time_s: float) -> float:
    inside = ease((time_s - 0.4) / 0.3) * ease((2.7 - time_s) / 0.3)
    return inside * _HOP_M * abs(float(np.sin(np.pi * _HOPS_PER_S * time_s)))


def _gait(
    per_s: float,
    *,
    step: float,
    bend: float,
    arms: Callable[[float], Limb],
    above: Pose,
    looks: float = 0.0,
    bounce_m: float = 0.0,
) -> Action:
    """Return a way of walking: double steps a second, how far legs swing, how far knees bend, and how trunk and head are held."""

    def leg(phase: float) -> Limb:
        swing = step * float(np.cos(2 * np.pi * phase))
        knee = bend + 0.6 * max(0.0, float(np.sin(2 * np.pi * phase + np.pi))) ** 1.5
        return (0.09, -swing - 0.45 * knee, -1.0), (0.04, -swing + 0.75 * knee, -1.0)

    def at(time_s: float) -> Pose:
        phase = per_s * time_s
        head = above.neck[2] + looks * float(np.sin(2 * np.pi * 0.45 * time_s))
        return replace(
            above, left_leg=leg(phase), right_leg=leg(phase + 0.5), left_arm=arms(phase), right_arm=arms(phase + 0.5),
            neck=(above.neck[0], above.neck[1], head),
        )  # fmt: skip

    return Action(
        at, 3.0, walks=True, repeats=True, lift=lambda time_s: bounce_m * abs(float(np.sin(2 * np.pi * per_s * time_s)))
    )


def _swung(swing: float, fold: float, out: float, ahead: float = 0.0) -> Callable[[float], Limb]:
    """Return arms that swing, with forearms lifted by ``fold``, at some distance from the trunk and ``ahead`` of it."""

    def at(phase: float) -> Limb:
        now = ahead + swing * float(np.cos(2 * np.pi * phase))
        return (out, now, -0.98), (0.4 * out, now - fold, -1.0 + 0.85 * fold)

    return at


BEARINGS: Mapping[str, Action] = {
    "rage": _held(_FISTS_UP, _FISTS_DOWN, 1.3, rise_s=0.5),
    "cower": _held(_COWERED, replace(_COWERED, trunk=(0.5, 0, 0.5), neck=(0.4, 0, 0.55)), 1.3, rise_s=0.5),
    "weep": _held(_WEEPING, _SOBBING, 1.4, rise_s=0.8),
    "rejoice": replace(_held(_JOYFUL, _JOYFUL_LOW, _HOPS_PER_S / 2, rise_s=0.5), lift=_hopping),
    "be proud": _held(_PROUD, replace(_PROUD, trunk=(-0.2, 0, 0.1)), 0.4),
    "walk in anger": _gait(
        1.25, step=0.62, bend=0.05, arms=_swung(0.6, 0.75, 0.35),
        above=Pose(trunk=(0.24, 0, 0), neck=(0.12, 0, 0), left_grip=1.0, right_grip=1.0, shrug=0.4),
    ),
    "walk in grief": _gait(
        0.6, step=0.22, bend=0.06, arms=_swung(0.05, 0.06, 0.08, -0.5),
        above=Pose(trunk=(0.4, 0, 0), neck=(0.75, 0, 0), shrug=-0.6),
    ),
    "walk for joy": _gait(
        1.1, step=0.5, bend=0.05, arms=_swung(0.95, 0.25, 0.3),
        above=Pose(trunk=(-0.08, 0, 0), neck=(-0.25, 0, 0)), bounce_m=0.07,
    ),
    "walk in fear": _gait(
        1.5, step=0.2, bend=0.45, arms=lambda _: ((0.1, -0.35, -0.9), (-0.4, -0.75, 0.55)),
        above=Pose(trunk=(0.45, 0, 0), neck=(0.0, 0, 0), shrug=1.0, left_grip=0.7, right_grip=0.7), looks=0.9,
    ),
}  # fmt: skip
"""What somebody does who feels something, where the face is not seen."""
