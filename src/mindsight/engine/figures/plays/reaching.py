"""Hands that go to a place: the directions of an arm's two bones, so that the palm is where it shall be."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Moment, blend
from mindsight.engine.figures.people.pose import Direction, Pose, Side

PALM_M = 0.08
"""From the wrist to the middle of an adult's palm, along the forearm."""
_ELBOW = np.array([0.35, 0.45, -1.0])
"""Where an elbow points that bends: outwards, back and down, outwards as on the left side."""
_STRETCHED = 0.985
"""Share of an arm's length that is reached at most."""


def reach_m(person: Person, pose: Pose) -> float:
    """Return the length of an arm to the middle of the palm."""
    upper, lower = _lengths(person.bones(pose), "L")
    return upper + lower


def reaching(
    person: Person, moment: Moment, share: float, *, left: Array | None = None, right: Array | None = None
) -> Moment:
    """Return a moment in which palms have gone a share of their way to places in the room; the rest of the body stays."""
    if share <= 0:
        return moment
    reached = moment.pose
    bones = person.bones(moment.pose)
    targets: tuple[tuple[Side, Array | None], ...] = (("left", left), ("right", right))
    for side, place in targets:
        if place is not None:
            way = moment.turn().T @ (place - moment.at)
            arm = _arm(bones, moment.pose, side, way)
            reached = replace(reached, left_arm=arm) if side == "left" else replace(reached, right_arm=arm)
    return replace(moment, pose=blend(moment.pose, reached, min(1.0, share)))


def _lengths(bones: dict[str, Array], letter: str) -> tuple[float, float]:
    shoulder, elbow, wrist = (bones[f"{name}.{letter}"] for name in ("upperarm01", "lowerarm01", "wrist"))
    upper, lower = float(np.linalg.norm(elbow - shoulder)), float(np.linalg.norm(wrist - elbow))
    return upper, lower * (1 + PALM_M / 0.25)


def _arm(bones: dict[str, Array], pose: Pose, side: Side, place: Array) -> tuple[Direction, Direction]:
    letter, mirror = ("L", np.ones(3)) if side == "left" else ("R", np.array([-1.0, 1, 1]))
    upper, lower = _lengths(bones, letter)
    way = place - bones[f"upperarm01.{letter}"]
    far = float(np.clip(np.linalg.norm(way), abs(upper - lower) + 0.02, _STRETCHED * (upper + lower)))
    ahead = way / np.linalg.norm(way)
    # The elbow lies on a circle about the way; the cosine theorem says how far along, its own wish in which direction.
    along = (upper**2 + far**2 - lower**2) / (2 * far)
    out = _ELBOW * mirror
    out = out - (out @ ahead) * ahead
    elbow = along * ahead + np.sqrt(max(upper**2 - along**2, 0.0)) * out / np.linalg.norm(out)
    carried = (Rotation.from_rotvec(pose.lean) * Rotation.from_rotvec(pose.trunk)).inv()
    return _direction(carried.apply(elbow) * mirror), _direction(carried.apply(far * ahead - elbow) * mirror)


def _direction(way: Array) -> Direction:
    x, y, z = (float(one) for one in way / np.linalg.norm(way))
    return x, y, z
