"""Poses of an arm that points at a place: fingertip, finger and hand, in the frame of the table."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.figures.arm_bones import ArmPose, bones_of, facing, tip_of
from mindsight.engine.geometry.frames import Frame, Quaternion, multiply, turn
from mindsight.vsig.synthesis.table import EYE_M

Array = NDArray[np.float64]

_SHOULDER_M = np.array([0.25, -0.02, -0.30])
"""Position of the right shoulder relative to the eyes."""
_SHORT_M = (0.040, 0.065)
"""How far before the place the fingertip stops."""
_STEEP_DEG = (26.0, 38.0)
_FROM_THE_SIDE_M = np.array([0.30, 0.10, 0.0])
"""The wrist bends towards the thumb, so that the finger is seen from the side, not from behind the hand."""
_ROLL_DEG = (10.0, 26.0)
_REST_M = np.array([0.40, -0.62, -0.06])
"""Position of the fingertip while the arm rests out of sight, relative to the table's near edge."""


@dataclass(frozen=True, eq=False)
class Aim:
    """A pointing pose of the hand: the place meant, the fingertip, and the direction and turn of the finger."""

    place: Array
    tip: Array
    ahead: Array
    turned: Quaternion


def shoulder(half: tuple[float, float]) -> Array:
    """Return the position of the shoulder."""
    return np.asarray(np.array([0.0, EYE_M[0] - half[1], EYE_M[1]]) + _SHOULDER_M)


def draw_aim(place: Array, half: tuple[float, float], rng: Generator) -> Aim:
    """Return a random pose that points at a place: from the shoulder's side and from above, a little short of it."""
    from_shoulder = (shoulder(half) + _FROM_THE_SIDE_M - place) * (1.0, 1.0, 0.0)
    from_shoulder /= np.linalg.norm(from_shoulder)
    steep = np.radians(rng.uniform(*_STEEP_DEG))
    back = np.cos(steep) * from_shoulder + np.sin(steep) * np.array([0.0, 0.0, 1.0])
    tip = place + float(rng.uniform(*_SHORT_M)) * back
    return Aim(place, tip, -back, _turned(-back, float(rng.uniform(*_ROLL_DEG))))


def resting(half: tuple[float, float]) -> Aim:
    """Return the position of the hand before and after pointing: beside the sitter, below the picture's edge."""
    tip = np.array([_REST_M[0], -half[1] + _REST_M[1] + 0.35, _REST_M[2]])
    ahead = np.array([-0.35, 0.86, -0.36])
    return Aim(tip, tip, ahead / np.linalg.norm(ahead), _turned(ahead, 18.0))


def arm_at(tip: Array, turned: Quaternion, pointing: float, half: tuple[float, float]) -> ArmPose:
    """Return the pose of an arm with its fingertip at a place."""
    free = bones_of(ArmPose((0.0, -1.0, 0.0), Frame(turn=turned), pointing))
    own, _ = tip_of(free)
    x, y, z = (float(part) for part in tip - own)
    a, b, c = (float(part) for part in shoulder(half))
    return ArmPose((a, b, c), Frame((x, y, z), turned), pointing)


def hides_tip(pose: ArmPose, eye: Array, tip: Array) -> bool:
    """Return whether hand or forearm lies between the camera and the fingertip."""
    flesh = flesh_of(pose)
    away = tip - eye
    share = np.clip((flesh[:, :3] - eye) @ away / (away @ away), 0.0, 1.0)
    beside = np.linalg.norm(flesh[:, :3] - eye - share[:, None] * away, axis=1)
    return bool((beside < flesh[:, 3] * (share < 0.97)).any())


def flesh_of(pose: ArmPose) -> Array:
    """Return points inside hand and forearm, shape (N, 4): position and radius of the flesh around it, m."""
    bones = bones_of(pose)
    wrist, elbow = np.array(pose.hand.at), np.array(bones["forearm"].at)
    knuckles = np.array(pose.hand.point((0.09, 0.0, 0.0)))
    curled = np.array(pose.hand.point((0.095, -0.008, -0.035)))
    finger = np.array(bones["index.1"].at)
    rods: Sequence[tuple[Array, Array, float]] = (
        (wrist, knuckles, 0.034), (knuckles, curled, 0.026), (knuckles, finger, 0.014), (elbow, wrist, 0.044),
    )  # fmt: skip
    parts = [
        np.c_[start + (end - start) * np.linspace(0, 1, 7)[:, None], np.full(7, wide)] for start, end, wide in rods
    ]
    return np.concatenate(parts)


def _turned(ahead: Array, roll_deg: float) -> Quaternion:
    """Return the rotation of a hand whose stretched finger points in a direction, with the thumb up."""
    # The finger bends and leans a little: turn the hand until the finger has the direction.
    hand = facing(np.asarray(ahead), np.array([0.0, 0.0, 1.0]))
    rolled = multiply(hand, turn("x", roll_deg))
    _, finger = tip_of(bones_of(ArmPose((0.0, -1.0, 0.0), Frame(turn=rolled), 1.0)))
    off = np.cross(finger, ahead / np.linalg.norm(ahead))
    angle = float(np.arcsin(np.clip(np.linalg.norm(off), 0, 1)))
    axis = off / max(1e-12, float(np.linalg.norm(off)))
    w, (x, y, z) = np.cos(angle / 2), np.sin(angle / 2) * axis
    return multiply((float(w), float(x), float(y), float(z)), rolled)
