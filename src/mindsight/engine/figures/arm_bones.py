"""The bones of a right arm: their lengths, the bending of the hand's joints, and their frames for a wanted pose.

In the frame of the hand x runs from the wrist to the knuckles, y towards the thumb and z out of its back. A bone's frame has
its origin at its joint and x along it, so that bending is a turn about y.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.geometry.frames import Frame, Quaternion, multiply, rotate, turn
from mindsight.engine.geometry.shapes import Vector

Array = NDArray[np.float64]

UPPER_M, FORE_M = 0.30, 0.26
"""Length from shoulder to elbow, and from elbow to wrist."""
_STRETCH = 0.985
"""Greatest share of its length to which an arm stretches; to reach further, the shoulder moves."""


@dataclass(frozen=True)
class Finger:
    """A finger: its knuckle in the frame of the hand, its lean towards the thumb, the lengths and radii of its bones, m."""

    knuckle: Vector
    lean_deg: float
    bones: tuple[float, float, float]
    radii: tuple[float, float, float, float]


FINGERS: Mapping[str, Finger] = {
    "index": Finger((0.090, 0.0275, 0.003), 3.0, (0.046, 0.027, 0.021), (0.0098, 0.0086, 0.0078, 0.0066)),
    "middle": Finger((0.094, 0.0065, 0.0045), 0.5, (0.050, 0.031, 0.022), (0.0098, 0.0088, 0.0080, 0.0068)),
    "ring": Finger((0.089, -0.0140, 0.003), -3.0, (0.046, 0.029, 0.022), (0.0094, 0.0083, 0.0075, 0.0064)),
    "little": Finger((0.079, -0.0330, -0.002), -7.0, (0.037, 0.022, 0.019), (0.0084, 0.0073, 0.0066, 0.0056)),
}
THUMB = Finger((0.020, 0.026, -0.012), 0.0, (0.047, 0.033, 0.024), (0.0140, 0.0112, 0.0102, 0.0082))

Bends = Mapping[str, tuple[float, float, float]]
"""Bend of each finger's joints in degrees, from the knuckle on."""

POINTING: Bends = {
    "index": (2.0, 5.0, 4.0),
    "middle": (76.0, 96.0, 48.0),
    "ring": (80.0, 98.0, 50.0),
    "little": (80.0, 94.0, 46.0),
}
RELAXED: Bends = {
    "index": (14.0, 22.0, 12.0),
    "middle": (24.0, 34.0, 18.0),
    "ring": (30.0, 38.0, 20.0),
    "little": (34.0, 38.0, 20.0),
}
BIND: Bends = {
    "index": (4.0, 8.0, 5.0),
    "middle": (46.0, 60.0, 32.0),
    "ring": (48.0, 64.0, 34.0),
    "little": (50.0, 62.0, 32.0),
}
"""The pose in which the skin is made, in the middle of its range of bending."""
_THUMB_POINTING = ((9.0, 11.0), (-6.0, 9.0), (-34.0, 17.0))
_THUMB_RELAXED = ((42.0, 22.0), (18.0, 2.0), (-8.0, 2.0))
"""Turn of each bone of the thumb away from the fingers, and down, degrees; pointing, it lies along the curled middle finger."""
_THUMB_BIND = 0.35
"""How far the thumb points in the pose in which the skin is made: clear of the fingers, or their skins would be one."""

TIP_M = 0.0062
"""How far the flesh of the index finger extends beyond its last bone."""


@dataclass(frozen=True)
class ArmPose:
    """The pose of an arm: shoulder and hand in the room, and how far the hand points (0 relaxed, 1 pointing)."""

    shoulder: Vector
    hand: Frame
    pointing: float


def bones_of(pose: ArmPose) -> dict[str, Frame]:
    """Return the frame of every bone in the room, by its name."""
    found = {"hand": pose.hand, **_fingers(pose.hand, bends_at(pose.pointing), pose.pointing)}
    return {**found, **_arm(pose)}


def tip_of(bones: Mapping[str, Frame]) -> tuple[Array, Array]:
    """Return the tip of the index finger and the direction of its last two bones."""
    last = bones["index.2"]
    tip = np.array(last.point((FINGERS["index"].bones[2] + TIP_M, 0.0, 0.0)))
    ahead = tip - np.array(bones["index.1"].at)
    return tip, np.asarray(ahead / np.linalg.norm(ahead))


def bends_at(pointing: float) -> Bends:
    """Return the bends of the fingers between relaxed (0) and pointing (1)."""
    return {name: _between(RELAXED[name], POINTING[name], pointing) for name in FINGERS}


def bind_bones() -> dict[str, Frame]:
    """Return the bones in the pose in which the skin is made, in the frame of the hand; the forearm is straight behind."""
    back = Frame((-FORE_M, 0.0, 0.0))
    return {"hand": Frame(), **_fingers(Frame(), BIND, _THUMB_BIND), "forearm": back}


def _between(
    first: tuple[float, float, float], second: tuple[float, float, float], share: float
) -> tuple[float, float, float]:
    a, b, c = (x + (y - x) * share for x, y in zip(first, second, strict=True))
    return (a, b, c)


def _fingers(hand: Frame, bends: Bends, pointing: float) -> dict[str, Frame]:
    found: dict[str, Frame] = {}
    for name, finger in FINGERS.items():
        bone = hand.inside(finger.knuckle, turn("z", finger.lean_deg))
        for place, (length, bend) in enumerate(zip(finger.bones, bends[name], strict=True)):
            bone = bone.inside((0.0, 0.0, 0.0), turn("y", bend))
            found[f"{name}.{place}"] = bone
            bone = bone.inside((length, 0.0, 0.0))
    bone = hand.inside(THUMB.knuckle)
    for place, length in enumerate(THUMB.bones):
        relaxed, closed = _THUMB_RELAXED[place], _THUMB_POINTING[place]
        away, down = (a + (b - a) * pointing for a, b in zip(relaxed, closed, strict=True))
        bone = bone.inside((0.0, 0.0, 0.0), multiply(turn("z", away), turn("y", down)))
        found[f"thumb.{place}"] = bone
        bone = bone.inside((length, 0.0, 0.0))
    return found


def _arm(pose: ArmPose) -> dict[str, Frame]:
    """Return the frames of upper arm and forearm, with the elbow down and outwards."""
    wrist, shoulder = np.array(pose.hand.at), np.array(pose.shoulder)
    way = wrist - shoulder
    far = float(np.linalg.norm(way))
    longest = _STRETCH * (UPPER_M + FORE_M)
    if far > longest:
        shoulder, far = wrist - way / far * longest, longest
    ahead = way / np.linalg.norm(way)
    along = (far**2 + UPPER_M**2 - FORE_M**2) / (2 * far)
    aside = float(np.sqrt(max(0.0, UPPER_M**2 - along**2)))
    out = np.cross(ahead, (0.0, 0.0, 1.0))
    hang = 0.55 * out / max(1e-9, float(np.linalg.norm(out))) + np.array([0.0, 0.0, -0.83])
    hang -= (hang @ ahead) * ahead
    elbow = shoulder + along * ahead + aside * hang / np.linalg.norm(hang)
    up = rotate(pose.hand.turn, (0.0, 0.0, 1.0))
    fore = wrist - elbow
    return {
        "upperarm": Frame(_vector(shoulder), facing(elbow - shoulder, np.array([0.0, 0.0, 1.0]))),
        "forearm": Frame(_vector(wrist - fore), facing(fore, 0.5 * up + np.array([0.0, 0.0, 0.5]))),
    }


def facing(ahead: Array, up: Array) -> Quaternion:
    """Return the rotation that brings x to a direction and z as near as possible to another."""
    x = np.asarray(ahead) / np.linalg.norm(ahead)
    z = np.asarray(up) - (np.asarray(up) @ x) * x
    z /= np.linalg.norm(z)
    return _quaternion(np.stack([x, np.cross(z, x), z], axis=1))


def _quaternion(matrix: Array) -> Quaternion:
    """Return the quaternion of a rotation matrix (Shepperd's method: divide by the largest of its four parts)."""
    trace, diagonal = float(np.trace(matrix)), np.diagonal(matrix)
    squares = np.array([trace, *diagonal])
    place = int(np.argmax(squares))
    if place == 0:
        w = np.sqrt(1 + trace) / 2
        skew = np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]])
        x, y, z = skew / (4 * w)
        return (float(w), float(x), float(y), float(z))
    i = place - 1
    j, k = (i + 1) % 3, (i + 2) % 3
    own = np.sqrt(1 + matrix[i, i] - matrix[j, j] - matrix[k, k]) / 2
    parts = np.zeros(4)
    parts[0] = (matrix[k, j] - matrix[j, k]) / (4 * own)
    parts[1 + i] = own
    parts[1 + j] = (matrix[j, i] + matrix[i, j]) / (4 * own)
    parts[1 + k] = (matrix[k, i] + matrix[i, k]) / (4 * own)
    w, x, y, z = (float(part) for part in parts)
    return (w, x, y, z)


def _vector(point: Array) -> Vector:
    x, y, z = (float(part) for part in point)
    return (x, y, z)
