"""Programs on the facts of two pictures of a room: from where and which way the second was taken, as the first viewer has it.

Nothing but what both pictures show tells where the second viewer stood: the things in common, at their places before each viewer.
"""

import math
from typing import NamedTuple

import numpy as np

from mindsight.home.questions.facts.facts import Facts, Object, Scene

EDGE, LARGEST_M, LEAST_PX = 5.0, 1.65, 14.0
"""Things that help to tell: away from the picture's edge (0–1000), not too large, and not too small in the picture."""


class Step(NamedTuple):
    """How the second viewer differs: turned right by some degrees (left if negative), moved right and ahead by some metres."""

    turned_deg: float
    right_m: float
    ahead_m: float


def landmarks(facts: Facts) -> dict[str, Object]:
    """Return the things that a picture shows whole, by name."""
    return {
        one.name: one
        for one in facts.objects
        if one.pixels and one.side_px >= LEAST_PX and min(one.box) > EDGE and max(one.box) < 1000 - EDGE
    }


def shared(scene: Scene) -> list[str]:
    """Return the names of the things that both pictures show whole and that are not very large."""
    first, second = (landmarks(facts) for facts in scene.pictures)
    return sorted(name for name in first.keys() & second.keys() if max(first[name].size) <= LARGEST_M)


def same_room(scene: Scene) -> bool:
    """Return whether anything is in both pictures."""
    first, second = ({one.name for one in facts.objects if one.pixels} for facts in scene.pictures)
    return bool(first & second)


def step(scene: Scene) -> Step | None:
    """Return how the second viewer differs from the first; None if fewer than two things tell."""
    names = shared(scene)
    if len(names) < 2:
        return None
    before, after = (np.array([_floor(facts, name) for name in names]) for facts in scene.pictures)
    weights = np.array([1 / (0.15 + max(scene.pictures[0].named(name).size)) ** 2 for name in names])
    weights = (weights / weights.sum())[:, None]
    middle, other = (weights * before).sum(0), (weights * after).sum(0)
    # The rotation that best takes places before the second viewer to places before the first, in the plane.
    p, q = after - other, before - middle
    dot, cross = float((weights * p * q).sum()), float((weights[:, 0] * (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0])).sum())
    angle = math.atan2(cross, dot)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    right, ahead = middle - turn @ other
    return Step(-math.degrees(angle), float(right), float(ahead))


def _floor(facts: Facts, name: str) -> tuple[float, float]:
    """Return where a thing is on the floor before the viewer: to the right and ahead, m."""
    return floor_from(facts, facts.named(name).at)


def floor_from(facts: Facts, at: tuple[float, ...]) -> tuple[float, float]:
    """Return where a place of the room is on the floor before the viewer: to the right and ahead, m."""
    right, _, _ = facts.axes
    away = (at[0] - facts.eye[0], at[1] - facts.eye[1])
    return away[0] * right[0] + away[1] * right[1], away[1] * right[0] - away[0] * right[1]
