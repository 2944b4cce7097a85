"""The agent's view: a camera pose, its rays and projections, and the changes that ``look`` makes.

Picture coordinates are (x, y) from 0 to 1000 over the width and height of the picture last sent, origin at the top left.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.scenes.plans import ViewpointPlan

FULL_SCALE = 1000.0
PITCH_LIMIT_DEG = 75.0
ZOOM_LIMITS_DEG = (15.0, 75.0)
"""Vertical field of view from fully zoomed in to fully zoomed out."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """A camera in the room: position in m, compass yaw (0° looks along +y, 90° along −x), pitch and field of view."""

    viewpoint: str
    eye: tuple[float, float, float]
    yaw_deg: float
    pitch_deg: float
    fovy_deg: float

    @classmethod
    def at(cls, viewpoint: ViewpointPlan) -> "View":
        """Return the first view at a viewpoint."""
        forward = np.subtract(viewpoint.target, viewpoint.eye)
        yaw = float(np.degrees(np.arctan2(-forward[0], forward[1])))
        pitch = float(np.degrees(np.arctan2(forward[2], np.hypot(forward[0], forward[1]))))
        return cls(viewpoint.name, viewpoint.eye, yaw, pitch, viewpoint.fovy)

    def turned(self, right_deg: float) -> "View":
        """Return the view after turning right (left if negative)."""
        return replace(self, yaw_deg=(self.yaw_deg - right_deg + 180.0) % 360.0 - 180.0)

    def tilted(self, up_deg: float) -> "View":
        """Return the view after tilting up (down if negative), at most 75° from level."""
        return replace(self, pitch_deg=float(np.clip(self.pitch_deg + up_deg, -PITCH_LIMIT_DEG, PITCH_LIMIT_DEG)))

    def zoomed(self, factor: float) -> "View":
        """Return the view enlarged by a factor (below 1: wider), within what the camera can do."""
        half = np.arctan(np.tan(np.radians(self.fovy_deg / 2)) / factor)
        return replace(self, fovy_deg=float(np.clip(2 * np.degrees(half), *ZOOM_LIMITS_DEG)))

    def facing(self, point: tuple[float, float], aspect: float) -> "View":
        """Return the view turned and tilted so that a picture point is in the middle."""
        return self._along(self.ray(point, aspect))

    def facing_position(self, position: Array) -> "View":
        """Return the view turned and tilted so that a position in the room is in the middle."""
        return self._along(np.subtract(position, self.eye))

    def _along(self, direction: Array) -> "View":
        x, y, z = direction
        yaw = float(np.degrees(np.arctan2(-x, y)))
        pitch = float(np.degrees(np.arctan2(z, np.hypot(x, y))))
        return replace(self, yaw_deg=yaw, pitch_deg=float(np.clip(pitch, -PITCH_LIMIT_DEG, PITCH_LIMIT_DEG)))

    @property
    def rotation(self) -> Array:
        """Camera axes in the room as columns: right, up, backward; shape (3, 3)."""
        yaw, pitch = np.radians([self.yaw_deg, self.pitch_deg])
        forward = np.array([-np.sin(yaw) * np.cos(pitch), np.cos(yaw) * np.cos(pitch), np.sin(pitch)])
        right = np.array([np.cos(yaw), np.sin(yaw), 0.0])
        return np.stack([right, np.cross(right, forward), -forward], axis=1)

    def ray(self, point: tuple[float, float], aspect: float) -> Array:
        """Return the unit direction in the room through a picture point; ``aspect`` is width / height."""
        scale = np.tan(np.radians(self.fovy_deg / 2))
        across = (2 * point[0] / FULL_SCALE - 1) * scale * aspect
        upward = (1 - 2 * point[1] / FULL_SCALE) * scale
        direction = self.rotation @ np.array([across, upward, -1.0])
        return np.asarray(direction / np.linalg.norm(direction))

    def project(self, position: Array, aspect: float) -> tuple[float, float, float]:
        """Return the picture point of a position in the room and its depth in m (negative: behind the camera)."""
        right, upward, backward = self.rotation.T @ (np.asarray(position) - np.asarray(self.eye))
        depth = -float(backward)
        scale = np.tan(np.radians(self.fovy_deg / 2)) * (depth if abs(depth) > 1e-9 else 1e-9)
        x = FULL_SCALE * (0.5 + right / (scale * aspect) / 2)
        y = FULL_SCALE * (0.5 - upward / scale / 2)
        return float(x), float(y), depth
