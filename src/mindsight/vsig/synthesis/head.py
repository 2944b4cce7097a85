"""The head of the person at the table, which carries the camera: it sways and follows the hand a little."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.drawing.views import View
from mindsight.vsig.synthesis.speech.timing import Timing
from mindsight.vsig.synthesis.table import EYE_M, Table

Array = NDArray[np.float64]

FOVY_DEG = 52.0
_LOOK_M = 0.05
_SWAY_M = np.array([0.0055, 0.0035, 0.0035])
_TURN_DEG = np.array([0.55, 0.40])
_HZ = (0.13, 0.22, 0.41)
_FOLLOW, _FOLLOW_S, _EARLY_S = 0.13, 0.55, 0.12


@dataclass(frozen=True, eq=False)
class Head:
    """The head's position and gaze at any time of a clip, in the frame of the table."""

    table: Table
    timing: Timing
    eye: Array
    look: Array
    phases: Array
    """Phase of each slow wave in each of its five components, in radians."""
    width_by_height: float = 16 / 9

    def at(self, time_s: float, targets: Array) -> View:
        """Return the view at a time; ``targets`` are the places pointed at, shape (strokes, 3)."""
        waves = np.sin(2 * np.pi * np.array(_HZ)[:, None] * time_s + self.phases).mean(axis=0)
        eye = self.eye + _SWAY_M * waves[:3]
        look = self.look + _FOLLOW * self._followed(time_s, targets)
        ahead = look - eye
        yaw = self.table.front.yaw + float(np.degrees(np.arctan2(-ahead[0], ahead[1]))) + _TURN_DEG[0] * waves[3]
        pitch = float(np.degrees(np.arctan2(ahead[2], np.hypot(ahead[0], ahead[1])))) + _TURN_DEG[1] * waves[4]
        return View("seat", self.table.point(eye), (yaw + 180.0) % 360.0 - 180.0, pitch, FOVY_DEG)

    def last(self, fps: float, targets: Array) -> View:
        """Return the view of the last frame."""
        return self.at((frame_count(self.timing, fps) - 1) / fps, targets)

    def _followed(self, time_s: float, targets: Array) -> Array:
        """Return the gaze's offset from the centre: it moves to a place shortly before the hand arrives there."""
        shift = np.zeros(3)
        moments = [
            (begin - _EARLY_S, target - self.look)
            for (begin, _), target in zip(self.timing.strokes, targets, strict=True)
        ]
        moments.append((self.timing.strokes[-1][1] + 0.15, np.zeros(3)))
        for moment, place in moments:
            shift = shift + (place - shift) * smooth((time_s - moment + _FOLLOW_S / 2) / _FOLLOW_S)
        return shift


def draw_head(table: Table, timing: Timing, rng: Generator) -> Head:
    """Return a random head of a person at a table."""
    back, above = EYE_M
    eye = np.array([rng.uniform(-0.025, 0.025), -table.half[1] + back, above + rng.uniform(-0.02, 0.03)])
    look = np.array([rng.uniform(-0.03, 0.03), _LOOK_M + rng.uniform(-0.02, 0.03), 0.0])
    return Head(table, timing, eye, look, rng.uniform(0, 2 * np.pi, (len(_HZ), 5)))


def frame_count(timing: Timing, fps: float) -> int:
    """Return the number of frames of a clip."""
    return round(timing.length_s * fps)


def smooth(share: float) -> float:
    """Return a movement's progress at a share of its time, starting and ending at rest (minimum jerk)."""
    s = min(max(share, 0.0), 1.0)
    return s**3 * (10 - 15 * s + 6 * s * s)


def picture_points(view: View, points: Array, aspect: float) -> Array:
    """Return the projection of points of the room: (x, y) in [0, 1] of the picture and depth in m, shape (points, 3)."""
    turned = (np.asarray(points) - np.array(view.eye)) @ view.rotation
    depth = -turned[:, 2]
    scale = np.tan(np.radians(view.fovy_deg / 2)) * np.where(np.abs(depth) > 1e-9, depth, 1e-9)
    return np.stack([0.5 + turned[:, 0] / (2 * scale * aspect), 0.5 - turned[:, 1] / (2 * scale), depth], axis=1)
