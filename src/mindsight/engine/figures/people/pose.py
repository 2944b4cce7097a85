"""Poses in plain terms: where limbs point, how far trunk and head are turned, what the fingers do.

All directions and turns are in the figure's own axes: x to its left, y backwards, z up. A limb's directions are those of its two bones as the
trunk sees them; turns of the trunk carry everything above.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np
from scipy.spatial.transform import Rotation

from mindsight.engine.figures.people.anatomy import Array, anatomy
from mindsight.engine.figures.people.dress import average

Side = Literal["left", "right"]
Direction = tuple[float, float, float]
Turn = tuple[float, float, float]
"""A rotation vector in radians."""

_LETTER: Mapping[Side, str] = {"left": "L", "right": "R"}
_FINGERS = (2, 3, 4, 5)
HANGING: tuple[Direction, Direction] = ((0.16, 0.04, -0.98), (0.08, -0.16, -0.98))
"""A left arm at rest: upper arm and forearm."""
STANDING: tuple[Direction, Direction] = ((0.10, -0.02, -0.99), (0.05, 0.03, -0.99))
"""A left leg at rest: thigh and shin."""


@dataclass(frozen=True)
class Pose:
    """A pose of the whole body.

    Arms and legs are pairs of directions (the right side's are mirrored: x is outwards on both sides). ``trunk``, ``neck`` turn the spine and the
    head against it; ``lean`` turns the whole figure about its hips. ``grip`` closes the fingers from 0 to 1; ``pointing`` leaves the first one out.
    """

    left_arm: tuple[Direction, Direction] = HANGING
    right_arm: tuple[Direction, Direction] = HANGING
    left_leg: tuple[Direction, Direction] = STANDING
    right_leg: tuple[Direction, Direction] = STANDING
    trunk: Turn = (0.0, 0.0, 0.0)
    neck: Turn = (0.0, 0.0, 0.0)
    lean: Turn = (0.0, 0.0, 0.0)
    shrug: float = 0.0
    left_grip: float = 0.25
    right_grip: float = 0.25
    left_pointing: bool = False
    right_pointing: bool = False
    left_palm: float = 0.0
    right_palm: float = 0.0
    """Turn of the forearm about itself in radians, inwards positive."""
    face: Mapping[str, float] = field(default_factory=dict)


def turns(pose: Pose) -> dict[str, Turn]:
    """Return the turn of each bone against its parent, in the figure's axes at rest."""
    found: dict[str, Array] = {}
    for number in range(1, 6):
        found[f"spine0{number}"] = np.array(pose.trunk) / 5
    for bone in ("neck01", "neck02", "neck03", "head"):
        found[bone] = np.array(pose.neck) / 4
    sides: tuple[Side, Side] = ("left", "right")
    for side in sides:
        out = 1 if side == "left" else -1
        arm, leg = (pose.left_arm, pose.left_leg) if side == "left" else (pose.right_arm, pose.right_leg)
        grip = pose.left_grip if side == "left" else pose.right_grip
        points = pose.left_pointing if side == "left" else pose.right_pointing
        palm = pose.left_palm if side == "left" else pose.right_palm
        letter = _LETTER[side]
        found[f"clavicle.{letter}"] = np.array([0, -out * 0.35 * pose.shrug, 0])
        _limb(found, side, arm, ("upperarm01", "lowerarm01", "wrist", "finger3-1"), palm * -out)
        _limb(found, side, leg, ("upperleg01", "lowerleg01", "foot", "toe3-1"), 0.0)
        _fingers(found, side, grip, points=points)
    return {bone: (float(turn[0]), float(turn[1]), float(turn[2])) for bone, turn in found.items()}


def _limb(
    found: dict[str, Array], side: Side, ways: tuple[Direction, Direction], bones: tuple[str, str, str, str], twist: float
) -> None:
    letter = _LETTER[side]
    mirror = np.array([1 if side == "left" else -1, 1, 1])
    upper, lower, end, _ = (f"{bone}.{letter}" for bone in bones)
    first = between(_way(upper, lower), np.array(ways[0]) * mirror)
    second = between(first.apply(_way(lower, end)), np.array(ways[1]) * mirror)
    # The second bone's turn is given as its parent sees it.
    own = first.inv() * second * first
    if twist:
        own = own * Rotation.from_rotvec(_way(lower, end) * twist)
    found[upper], found[lower] = first.as_rotvec(), own.as_rotvec()
    if bones[2] == "foot":
        # Feet stay level with the ground while the figure stands upright.
        found[end] = (first * own).inv().as_rotvec()


def _fingers(found: dict[str, Array], side: Side, grip: float, *, points: bool) -> None:
    letter = _LETTER[side]
    across = _across(side)
    for finger in _FINGERS:
        share = 0.05 if points and finger == 2 else 1.15 if points else grip
        for part, most in ((1, 1.3), (2, 1.5), (3, 1.0)):
            found[f"finger{finger}-{part}.{letter}"] = across * most * share
    thumb = 0.9 if points else grip
    for part, most in ((2, 0.5), (3, 0.7)):
        found[f"finger1-{part}.{letter}"] = across * most * thumb


@lru_cache(maxsize=2)
def _across(side: Side) -> Array:
    """Return the axis that fingers bend about, at rest: across the hand, so that a positive turn closes it."""
    letter = _LETTER[side]
    places = {bone: place[:3, 3] for bone, place in _placed().items()}
    along = places[f"finger3-3.{letter}"] - places[f"finger3-1.{letter}"]
    row = places[f"finger2-1.{letter}"] - places[f"finger5-1.{letter}"]
    back = np.cross(along, row)
    back = back if np.dot(back, places[f"wrist.{letter}"] - places[f"finger1-3.{letter}"]) > 0 else -back
    axis = np.cross(back, along)
    return np.asarray(axis / np.linalg.norm(axis))


def between(one: Array, other: Array) -> Rotation:
    """Return the shortest rotation that turns one direction into another."""
    start, end = one / np.linalg.norm(one), other / np.linalg.norm(other)
    axis = np.cross(start, end)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-9:
        return Rotation.identity() if np.dot(start, end) > 0 else Rotation.from_rotvec([0, 0, np.pi])
    return Rotation.from_rotvec(axis / sine * np.arctan2(sine, float(np.dot(start, end))))


@lru_cache(maxsize=1)
def _placed() -> dict[str, Array]:
    model = anatomy().model
    placed = np.asarray(model.forward_skeleton(**average()), dtype=np.float64)
    return dict(zip(model.joint_names, placed, strict=True))


@lru_cache(maxsize=64)
def _way(bone: str, child: str) -> Array:
    way = _placed()[child][:3, 3] - _placed()[bone][:3, 3]
    return np.asarray(way / np.linalg.norm(way))


def local(bone: str, turn: Turn) -> Array:
    """Return a turn in the figure's axes as the body model wants it: in the bone's own frame at rest."""
    return np.asarray(_placed()[bone][:3, :3].T @ np.array(turn))
