"""Rotations and frames for placing things. Quaternions are (w, x, y, z)."""

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.geometry.shapes import Vector

Quaternion = tuple[float, float, float, float]
NO_TURN: Quaternion = (1.0, 0.0, 0.0, 0.0)
Array = NDArray[np.float64]


def turn(axis: str, degrees: float) -> Quaternion:
    """Return the quaternion of a turn about the ``x``, ``y`` or ``z`` axis."""
    half = np.deg2rad(degrees) / 2
    vector = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}[axis]
    w, (x, y, z) = np.cos(half), (np.sin(half) * np.array(vector))
    return (float(w), float(x), float(y), float(z))


def multiply(*turns: Quaternion) -> Quaternion:
    """Return the product of rotations; the last one is applied first."""
    result = np.array(turns[0])
    for other in turns[1:]:
        product = np.zeros(4)
        mujoco.mju_mulQuat(product, result, np.array(other))
        result = product
    w, x, y, z = (float(part) for part in result)
    return (w, x, y, z)


def rotate(quaternion: Quaternion, vector: Vector | Array) -> Array:
    """Return a vector turned by a quaternion."""
    result = np.zeros(3)
    mujoco.mju_rotVecQuat(result, np.asarray(vector, float), np.asarray(quaternion, float))
    return result


@dataclass(frozen=True)
class Frame:
    """A position and an orientation in the room."""

    at: Vector = (0.0, 0.0, 0.0)
    turn: Quaternion = NO_TURN

    def inside(self, at: Vector, turn: Quaternion = NO_TURN) -> "Frame":
        """Return the room frame of a pose given in this frame."""
        return Frame(self.point(at), multiply(self.turn, turn))

    def seen(self, other: "Frame") -> "Frame":
        """Return another frame of the room relative to this one."""
        w, x, y, z = self.turn
        back: Quaternion = (w, -x, -y, -z)
        a, b, c = (float(part) for part in rotate(back, np.subtract(other.at, self.at)))
        return Frame((a, b, c), multiply(back, other.turn))

    def point(self, at: Vector) -> Vector:
        """Return a point of this frame in the coordinates of the room."""
        x, y, z = (float(part) for part in np.asarray(self.at) + rotate(self.turn, at))
        return (x, y, z)

    def points(self, places: Array) -> Array:
        """Return points of this frame, shape (..., 3), in the coordinates of the room, as ``point`` does for one."""
        w, x, y, z = self.turn
        a, b, c = np.moveaxis(places, -1, 0)
        # The same order of operations as MuJoCo's own rotation, so that results agree to the last bit.
        p, q, r = w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a
        turned = np.stack([a + 2 * (y * r - z * q), b + 2 * (z * p - x * r), c + 2 * (x * q - y * p)], -1)
        return np.asarray(np.array(self.at) + turned)
