"""Motions: what a person does, as functions of time.

A motion says for every time which pose a person has and where the hips are. Feet that stand stay where they stand: the hips are placed so
that the standing foot does not move.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.pose import HANGING, STANDING, Direction, Pose

_SOLE = 0.085
"""Height of the ankle above the ground, as a share of the length of a leg."""


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
    sole: Callable[[float], float] = lambda _: 1.0
    """Share of the height of standing at which the hips would be if the legs did not carry them; 1: the legs decide."""


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

    def limb(
        first: tuple[Direction, Direction], last: tuple[Direction, Direction]
    ) -> tuple[Direction, Direction]:
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
        face=face,
    )


def through(*keys: tuple[float, Pose]) -> Callable[[float], Pose]:
    """Return a motion through poses at their times, held before the first and after the last."""

    def at(time_s: float) -> Pose:
        if time_s <= keys[0][0]:
            return keys[0][1]
        for (begin, one), (end, other) in zip(keys, keys[1:], strict=False):
            if time_s < end:
                return blend(one, other, ease((time_s - begin) / (end - begin)))
        return keys[-1][1]

    return at


STAND = Pose()
_RAISED = Pose(right_arm=((0.5, -0.15, 0.15), (0.15, -0.25, 1.0)), right_grip=0.0)
_POINT = Pose(right_arm=((0.25, -0.95, 0.0), (0.05, -1.0, 0.05)), right_pointing=True)
_SAT = Pose(left_leg=((0.12, -1, -0.06), (0.05, 0.02, -1)), right_leg=((0.12, -1, -0.06), (0.05, 0.02, -1)),
            left_arm=((0.18, -0.3, -0.95), (-0.05, -0.9, -0.35)), right_arm=((0.18, -0.3, -0.95), (-0.05, -0.9, -0.35)))  # fmt: skip
_BENT = Pose(trunk=(1.15, 0, 0), neck=(0.2, 0, 0), left_arm=((0.1, -0.35, -1), (0.0, -0.5, -1)), right_arm=((0.1, -0.35, -1), (0, -0.5, -1)),
             left_leg=((0.12, -0.35, -1), (0.05, 0.35, -1)), right_leg=((0.12, -0.35, -1), (0.05, 0.35, -1)))  # fmt: skip
_CROUCHED = Pose(left_leg=((0.16, -0.85, -0.55), (0.05, 0.6, -0.8)), right_leg=((0.16, -0.85, -0.55), (0.05, 0.6, -0.8)), trunk=(0.7, 0, 0),
                 left_arm=((0.15, 0.5, -0.9), (0.05, 0.1, -1)), right_arm=((0.15, 0.5, -0.9), (0.05, 0.1, -1)))  # fmt: skip
_STRETCHED = Pose(left_arm=((0.25, -0.25, 1), (0.1, -0.2, 1)), right_arm=((0.25, -0.25, 1), (0.1, -0.2, 1)))
_OPEN_HANDS = Pose(left_arm=((0.3, -0.65, -0.55), (-0.25, -0.95, 0.1)), right_arm=((0.3, -0.65, -0.55), (-0.25, -0.95, 0.1)), left_grip=0.05, right_grip=0.05)
_CLAPPED = replace(_OPEN_HANDS, left_arm=((0.2, -0.7, -0.5), (-0.62, -0.8, 0.1)), right_arm=((0.2, -0.7, -0.5), (-0.62, -0.8, 0.1)))
_AT_MOUTH = Pose(right_arm=((0.45, -0.55, -0.55), (-0.45, -0.2, 0.95)), right_grip=0.65, neck=(-0.15, 0, 0))
_LEG_BACK = Pose(right_leg=((0.1, 0.35, -1), (0.05, 0.9, -0.6)), left_arm=((0.2, -0.4, -1), (0.05, -0.6, -0.9)), right_arm=((0.3, 0.4, -1), (0.1, 0.2, -1)))
_KICKED = Pose(right_leg=((0.1, -0.8, -0.75), (0.05, -0.75, -0.7)), left_arm=((0.3, 0.4, -1), (0.1, 0.2, -1)), right_arm=((0.2, -0.4, -1), (0.05, -0.6, -0.9)), trunk=(-0.12, 0, 0))
_PUSHING = Pose(left_arm=((0.15, -1, -0.15), (-0.02, -1, 0)), right_arm=((0.15, -1, -0.15), (-0.02, -1, 0)), left_grip=0, right_grip=0, trunk=(0.25, 0, 0))
_READY = Pose(left_arm=((0.25, 0.25, -0.9), (0.05, -1, 0.05)), right_arm=((0.25, 0.25, -0.9), (0.05, -1, 0.05)), left_grip=0, right_grip=0)


def _wave(time_s: float) -> Pose:
    raised = ease(time_s / 0.6) * ease((3.0 - time_s) / 0.6)
    swing = 0.35 * np.sin(2 * np.pi * 1.6 * time_s)
    high = replace(_RAISED, right_arm=((0.5, -0.15, 0.15), (0.15 + swing, -0.25, 1.0)))
    return blend(STAND, high, raised)


def _clap(time_s: float) -> Pose:
    inside = ease(time_s / 0.5) * ease((3.0 - time_s) / 0.5)
    share = 0.5 - 0.5 * float(np.cos(2 * np.pi * 1.8 * time_s))
    return blend(STAND, blend(_OPEN_HANDS, _CLAPPED, share), inside)


def stride(phase: float, *, step: float = 0.42, run: float = 0.0) -> Pose:
    """Return the pose of walking at a phase of the gait (1 is two steps); ``step`` is how far legs swing, ``run`` 1 for running."""

    def leg(own: float) -> tuple[Direction, Direction]:
        swing = step * float(np.cos(2 * np.pi * own))
        bend = (0.55 + 0.7 * run) * max(0.0, float(np.sin(2 * np.pi * own + np.pi))) ** 1.5 + 0.08 + 0.25 * run
        return (0.09, -swing - 0.3 * bend, -1.0), (0.04, -swing + 0.9 * bend, -1.0)

    def arm(own: float) -> tuple[Direction, Direction]:
        swing = (0.75 * step + 0.2 * run) * float(np.cos(2 * np.pi * own))
        fold = 0.9 * run
        return (0.16, swing, -0.98 + 0.1 * run), (0.05, swing - 0.25 - fold, -0.95 + 0.75 * run)

    turned = 0.10 * float(np.cos(2 * np.pi * phase))
    return Pose(
        left_leg=leg(phase), right_leg=leg(phase + 0.5), left_arm=arm(phase), right_arm=arm(phase + 0.5),
        trunk=(0.05 + 0.2 * run, 0.0, turned), neck=(-0.05 - 0.15 * run, 0.0, -turned),
    )  # fmt: skip


ACTIONS: Mapping[str, Action] = {
    "stand": Action(lambda t: replace(STAND, trunk=(0.012 * float(np.sin(1.7 * t)), 0, 0)), 3.0, repeats=True),
    "walk": Action(lambda t: stride(0.95 * t), 3.0, walks=True, repeats=True),
    "run": Action(lambda t: stride(1.45 * t, step=0.75, run=1.0), 2.5, walks=True, repeats=True),
    "wave": Action(_wave, 3.0),
    "point": Action(through((0.2, STAND), (0.9, _POINT), (2.2, _POINT), (2.9, STAND)), 3.0),
    "bend": Action(through((0.2, STAND), (1.3, _BENT), (1.9, _BENT), (3.0, STAND)), 3.2),
    "sit down": Action(through((0.2, STAND), (1.6, _SAT)), 2.4),
    "stand up": Action(through((0.5, _SAT), (1.8, STAND)), 2.4),
    "jump": Action(
        through((0.2, STAND), (0.8, _CROUCHED), (1.0, _STRETCHED), (1.45, STAND), (1.6, _CROUCHED), (2.1, STAND)),
        2.4,
        lift=lambda t: max(0.0, 2.6 * (t - 0.95) - 4.905 * (t - 0.95) ** 2) if 0.95 < t < 1.5 else 0.0,
    ),
    "clap": Action(_clap, 3.0),
    "drink": Action(through((0.2, STAND), (1.1, _AT_MOUTH), (2.2, replace(_AT_MOUTH, neck=(-0.4, 0, 0))), (3.2, STAND)), 3.4),
    "kick": Action(through((0.2, STAND), (0.8, _LEG_BACK), (1.05, _KICKED), (1.7, STAND)), 2.2),
    "push": Action(through((0.2, STAND), (0.8, _READY), (1.5, _PUSHING), (2.1, _PUSHING), (2.8, STAND)), 3.0),
    "cheer": Action(through((0.2, STAND), (0.7, _STRETCHED), (1.2, replace(_STRETCHED, trunk=(-0.1, 0, 0))), (2.4, _STRETCHED), (3.0, STAND)), 3.2),
}  # fmt: skip


class Course:
    """An action of one person, placed in a room: moments at any time, the same for the same arguments."""

    def __init__(
        self, person: Person, action: Action, *, at: tuple[float, float] = (0.0, 0.0), yaw: float = 0.0, tempo: float = 1.0
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
            return Moment(pose, self._start + turned + [0, 0, height], self._yaw)
        return Moment(pose, self._start + [0, 0, height], self._yaw)

    def _feet(self, pose: Pose) -> tuple[Array, Array]:
        """Return the lowest point of each foot, the hips at the origin."""
        points = self._person.points(pose)
        shoes = next(
            own for layer, own in zip(self._person.layers, points, strict=True) if layer.name == "shoes"
        )
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


__all__ = ["ACTIONS", "HANGING", "STANDING", "Action", "Course", "Moment", "blend", "ease", "stride", "through"]
