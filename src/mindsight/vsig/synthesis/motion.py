"""The motion of the hand in a clip: it enters, rests at each place for a stroke, and leaves."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.figures.arm_bones import ArmPose
from mindsight.engine.geometry.frames import Quaternion
from mindsight.vsig.synthesis.aiming import Aim, arm_at, resting
from mindsight.vsig.synthesis.head import smooth
from mindsight.vsig.synthesis.speech.timing import REACH_S, RETRACT_S, Timing

Array = NDArray[np.float64]

_LIFT_M, _FIRST_LIFT_M = 0.055, 0.03
_TAP_M, _TAP_HZ, _TAP_FADES = 0.006, 2.2, 2.5
_TREMOR_M = 0.0008
_STRETCHED_BY = 0.75
"""Share of the movement at which the finger is stretched."""


@dataclass(frozen=True, eq=False)
class Motion:
    """The motion of a clip's hand."""

    timing: Timing
    aims: tuple[Aim, ...]
    half: tuple[float, float]
    phases: Array

    def at(self, time_s: float) -> tuple[ArmPose, Array] | None:
        """Return the arm and its fingertip at a time; None while it is out of sight."""
        strokes = self.timing.strokes
        if not strokes[0][0] - REACH_S <= time_s <= strokes[-1][1] + RETRACT_S:
            return None
        rest = resting(self.half)
        for number, ((begin, end), aim) in enumerate(zip(strokes, self.aims, strict=True)):
            before = rest if number == 0 else self.aims[number - 1]
            left = begin - REACH_S if number == 0 else strokes[number - 1][1]
            if time_s < begin:
                share = (time_s - left) / (begin - left)
                pointing = smooth(share / _STRETCHED_BY) if number == 0 else 1.0
                return self._between(before, aim, share, pointing, _FIRST_LIFT_M if number == 0 else _LIFT_M)
            if time_s <= end:
                return self._resting_on(aim, time_s, time_s - begin)
        share = (time_s - strokes[-1][1]) / RETRACT_S
        return self._between(self.aims[-1], rest, share, 1.0 - smooth(share / _STRETCHED_BY), _FIRST_LIFT_M)

    def _between(self, one: Aim, other: Aim, share: float, pointing: float, lift: float) -> tuple[ArmPose, Array]:
        gone = smooth(share)
        tip = one.tip + (other.tip - one.tip) * gone + np.array([0.0, 0.0, lift * np.sin(np.pi * gone)])
        return arm_at(tip, turned_between(one.turned, other.turned, gone), pointing, self.half), tip

    def _resting_on(self, aim: Aim, time_s: float, since_s: float) -> tuple[ArmPose, Array]:
        tap = _TAP_M * np.sin(2 * np.pi * _TAP_HZ * since_s) * np.exp(-_TAP_FADES * since_s) * min(1.0, 6 * since_s)
        tremor = _TREMOR_M * np.sin(np.array([17.0, 13.0, 19.0]) * time_s + self.phases)
        tip = aim.tip - tap * aim.ahead + tremor * min(1.0, 6 * since_s)
        return arm_at(tip, aim.turned, 1.0, self.half), tip


def draw_motion(timing: Timing, aims: Sequence[Aim], half: tuple[float, float], rng: Generator) -> Motion:
    """Return a random motion of a hand that points at places at their times."""
    return Motion(timing, tuple(aims), half, rng.uniform(0, 2 * np.pi, 3))


def turned_between(one: Quaternion, other: Quaternion, share: float) -> Quaternion:
    """Return the rotation between two others, along the shortest path (slerp)."""
    a, b = np.array(one), np.array(other)
    cosine = float(a @ b)
    if cosine < 0:
        b, cosine = -b, -cosine
    if cosine > 0.9995:
        mixed = a + (b - a) * share
    else:
        angle = np.arccos(min(1.0, cosine))
        mixed = (np.sin((1 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle)
    w, x, y, z = (float(part) for part in mixed / np.linalg.norm(mixed))
    return (w, x, y, z)
