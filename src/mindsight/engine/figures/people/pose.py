"""Poses in plain terms: where limbs point, how far trunk and head are turned, what the fingers do.

All directions and turns are in the figure's own axes: x to its left, y backwards, z up. A limb's directions are
those of its two bones as the trunk sees them; turns of the trunk carry everything above.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from scipy.spatial.transform import Rotation

from mindsight.engine.figures.people.anatomy import Array

Side = Literal["left", "right"]
Direction = tuple[float, float, float]
Turn = tuple[float, float, float]
"""A rotation vector in radians."""

_LETTER: Mapping[Side, str] = {"left": "L", "right": "R"}
_SIDES: tuple[Side, Side] = ("left", "right")
_FINGERS = (2, 3, 4, 5)
_HAND = ("wrist", "finger1-3", "finger2-1", "finger3-1", "finger3-3", "finger5-1")
HANGING: tuple[Direction, Direction] = ((0.16, 0.04, -0.98), (0.08, -0.16, -0.98))
"""A left arm at rest: upper arm and forearm."""
STANDING: tuple[Direction, Direction] = ((0.10, -0.02, -0.99), (0.05, 0.03, -0.99))
"""A left leg at rest: thigh and shin."""


@dataclass(frozen=True)
class Pose:
    """A pose of the whole body.

    Arms and legs are pairs of directions (the right side's are mirrored: x is outwards on both sides). ``trunk`` and
    ``neck`` turn the spine and the head against it; ``lean`` turns the whole figure about its hips. A grip closes the
    fingers from 0 to 1; ``pointing`` leaves the first one out.
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
    left_bend: float = 0.0
    right_bend: float = 0.0
    """How far the hand is bent back at the wrist, in radians."""
    face: Mapping[str, float] = field(default_factory=dict)


class Skeleton:
    """The bones of one body at rest: where each begins, and its frame, as matrices (4, 4) by name."""

    def __init__(self, placed: Mapping[str, Array]) -> None:
        self._placed = placed

    def turns(self, pose: Pose) -> dict[str, Array]:
        """Return the turn of each bone that a pose turns, as the body model wants it: in the bone's own frame at rest."""
        found: dict[str, Array] = {}
        for number in range(1, 6):
            found[f"spine0{number}"] = np.array(pose.trunk) / 5
        for bone in ("neck01", "neck02", "neck03", "head"):
            found[bone] = np.array(pose.neck) / 4
        for side in _SIDES:
            self._side(found, pose, side)
        return {bone: self._placed[bone][:3, :3].T @ turn for bone, turn in found.items()}

    def _side(self, found: dict[str, Array], pose: Pose, side: Side) -> None:
        left, letter = side == "left", _LETTER[side]
        inwards = -1 if left else 1
        found[f"clavicle.{letter}"] = np.array([0, inwards * 0.35 * pose.shrug, 0])
        palm = inwards * (pose.left_palm if left else pose.right_palm)
        self._limb(found, side, pose.left_arm if left else pose.right_arm, ("upperarm01", "lowerarm01", "wrist"), palm)
        self._limb(found, side, pose.left_leg if left else pose.right_leg, ("upperleg01", "lowerleg01", "foot"), 0.0)
        found[f"wrist.{letter}"] = -self._across[letter] * (pose.left_bend if left else pose.right_bend)
        grip = pose.left_grip if left else pose.right_grip
        self._fingers(found, letter, grip, points=pose.left_pointing if left else pose.right_pointing)

    def _limb(
        self,
        found: dict[str, Array],
        side: Side,
        ways: tuple[Direction, Direction],
        bones: tuple[str, str, str],
        twist: float,
    ) -> None:
        mirror = np.array([1 if side == "left" else -1, 1, 1])
        upper, lower, end = (f"{bone}.{_LETTER[side]}" for bone in bones)
        first = between(self._way(upper, lower), np.array(ways[0]) * mirror)
        second = between(first.apply(self._way(lower, end)), np.array(ways[1]) * mirror)
        # The second bone's turn is given as its parent sees it.
        own = first.inv() * second * first
        if twist:
            own = own * Rotation.from_rotvec(self._way(lower, end) * twist)
        found[upper], found[lower] = first.as_rotvec(), own.as_rotvec()
        if bones[2] == "foot":
            # Feet stay level with the ground while the figure stands upright.
            found[end] = (first * own).inv().as_rotvec()

    def _fingers(self, found: dict[str, Array], letter: str, grip: float, *, points: bool) -> None:
        across = self._across[letter]
        for finger in _FINGERS:
            share = 0.05 if points and finger == 2 else 1.15 if points else grip
            for part, most in ((1, 1.3), (2, 1.5), (3, 1.0)):
                found[f"finger{finger}-{part}.{letter}"] = across * most * share
        for part, most in ((2, 0.5), (3, 0.7)):
            found[f"finger1-{part}.{letter}"] = across * most * (0.9 if points else grip)

    @cached_property
    def _across(self) -> dict[str, Array]:
        """The axis that the fingers of each hand bend about: across the hand, so that a positive turn closes it."""
        return {letter: self._axis(letter) for letter in _LETTER.values()}

    def _axis(self, letter: str) -> Array:
        at = {bone: self._placed[f"{bone}.{letter}"][:3, 3] for bone in _HAND}
        along = at["finger3-3"] - at["finger3-1"]
        back = np.cross(along, at["finger2-1"] - at["finger5-1"])
        if np.dot(back, at["wrist"] - at["finger1-3"]) < 0:
            back = -back
        axis = np.cross(back, along)
        return np.asarray(axis / np.linalg.norm(axis))

    def _way(self, bone: str, child: str) -> Array:
        way = self._placed[child][:3, 3] - self._placed[bone][:3, 3]
        return np.asarray(way / np.linalg.norm(way))


def between(one: Array, other: Array) -> Rotation:
    """Return the shortest rotation that turns one direction into another."""
    start, end = one / np.linalg.norm(one), other / np.linalg.norm(other)
    axis = np.cross(start, end)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-9:
        return Rotation.identity() if np.dot(start, end) > 0 else Rotation.from_rotvec([0, 0, np.pi])
    return Rotation.from_rotvec(axis / sine * np.arctan2(sine, float(np.dot(start, end))))
