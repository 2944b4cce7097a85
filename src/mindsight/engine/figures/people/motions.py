"""Motion: poses over time, and a person who carries them out in a room.

A motion says for every time which pose a person has and where the hips are. Feet that stand stay where they stand: the hips are placed so
that the standing foot does not move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.pose import Direction, Pose


@dataclass(frozen=True)
class Moment:
    """A person at one time: the pose, where the hips are in m, and the direction of the face in radians (0 looks along −y)."""

    pose: Pose
    at: Array
    yaw: float = 0.0

    def turn(self) -> Array:
        """Return the rotation matrix of the whole figure."""
        cosine, sine = np.cos(self.yaw), np.sin(self.yaw)
        return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])


@dataclass(frozen=True)
class Action:
    """What somebody does: poses over time, how long it takes in s, and whether the figure travels."""

    poses: Callable[[float], Pose]
    length_s: float
    walks: bool = False
    repeats: bool = False
    lift: Callable[[float], float] = lambda _: 0.0
    """How far the feet leave the ground, in m."""


def ease(share: float) -> float:
    """Return a share of the way that begins and ends slowly."""
    bounded = min(1.0, max(0.0, share))
    return bounded * bounded * (3 - 2 * bounded)


def blend(one: Pose, other: Pose, share: float) -> Pose:
    """Return a pose between two."""
    low = 1 - share

    def mixed(first: tuple[float, ...], last: tuple[float, ...]) -> tuple[float, float, float]:
        x, y, z = (low * a + share * b for a, b in zip(first, last, strict=True))
        return x, y, z

    def limb(first: tuple[Direction, Direction], last: tuple[Direction, Direction]) -> tuple[Direction, Direction]:
        return mixed(first[0], last[0]), mixed(first[1], last[1])

    face = {
        action: low * one.face.get(action, 0.0) + share * other.face.get(action, 0.0)
        for action in {*one.face, *other.face}
    }
    near = one if share < 0.5 else other
    return Pose(
        left_arm=limb(one.left_arm, other.left_arm),
        right_arm=limb(one.right_arm, other.right_arm),
        left_leg=limb(one.left_leg, other.left_leg),
        right_leg=limb(one.right_leg, other.right_leg),
        trunk=mixed(one.trunk, other.trunk),
        neck=mixed(one.neck, other.neck),
        lean=mixed(one.lean, other.lean),
        shrug=low * one.shrug + share * other.shrug,
        left_grip=low * one.left_grip + share * other.left_grip,
        right_grip=low * one.right_grip + share * other.right_grip,
        left_pointing=near.left_pointing,
        right_pointing=near.right_pointing,
        left_palm=low * one.left_palm + share * other.left_palm,
        right_palm=low * one.right_palm + share * other.right_palm,
        left_bend=low * one.left_bend + share * other.left_bend,
        right_bend=low * one.right_bend + share * other.right_bend,
        face=face,
    )


def through(*keys: tuple[float, Pose]) -> Callable[[float], Pose]:
    """Return a motion through poses at their times, held before the first and after the last."""

    def at(time_s: float) -> Pose:
        if time_s <= keys[0][0]:
            return keys[0][1]
        for (begin, one), (end, other) in pairwise(keys):
            if time_s < end:
                return blend(one, other, ease((time_s - begin) / (end - begin)))
        return keys[-1][1]

    return at


class Course:
    """An action of one person, placed in a room: moments at any time, the same for the same arguments."""

    def __init__(
        self,
        person: Person,
        action: Action,
        *,
        at: tuple[float, float] = (0.0, 0.0),
        yaw: float = 0.0,
        tempo: float = 1.0,
    ) -> None:
        self._person, self._action = person, action
        self._start, self._yaw, self._tempo = np.array([*at, 0.0]), yaw, tempo
        self._way = lru_cache(maxsize=4096)(self._stepped)

    def at(self, time_s: float) -> Moment:
        """Return the moment at a time in s."""
        own = time_s * self._tempo
        pose = self._action.poses(own)
        feet = self._feet(pose)
        height = -min(foot[2] for foot in feet) + self._action.lift(own)
        if self._action.walks:
            way = self._way(round(own * 60))
            turned = Moment(pose, self._start, self._yaw).turn() @ np.array([0.0, way, 0.0])
            return Moment(pose, self._start + turned + np.array([0, 0, height]), self._yaw)
        return Moment(pose, self._start + np.array([0, 0, height]), self._yaw)

    def _feet(self, pose: Pose) -> tuple[Array, Array]:
        """Return the lowest point of each foot, the hips at the origin."""
        points = self._person.points(pose)
        shoes = next(own for layer, own in zip(self._person.layers, points, strict=True) if layer.name == "shoes")
        left = shoes[:, 0] > 0
        return shoes[left][shoes[left, 2].argmin()], shoes[~left][shoes[~left, 2].argmin()]

    def _stepped(self, tick: int) -> float:
        """Return how far along y the hips have come after so many sixtieths of a second: the lower foot stands still."""
        if tick <= 0:
            return 0.0
        before, now = (self._ankles((tick - 1) / 60), self._ankles(tick / 60))
        lower = 0 if now[0][2] < now[1][2] else 1
        return float(self._way(tick - 1) - (now[lower][1] - before[lower][1]))

    @lru_cache(maxsize=4096)  # noqa: B019  (a course lives as long as its clip)
    def _ankles(self, own_s: float) -> tuple[Array, Array]:
        bones = self._person.bones(self._action.poses(own_s))
        return bones["foot.L"], bones["foot.R"]
