"""Programs on facts about a viewer's own hands: which are in view, what each holds, how far things are from them."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from mindsight.home.questions.facts.facts import Facts, Object, Scene

Side = Literal["left", "right"]
HAND = "robot_hand"
_ASIDE_M, _BEYOND_M = 0.09, 0.07
"""What is held is at most so far beside the middle of the hand, and its middle at most so far beyond the tips of the fingers."""


class Hand(NamedTuple):
    """A hand that is in view, and where the tips of its fingers are: to the viewer's right, and ahead along the floor, m."""

    seen: Object
    tip: tuple[float, float]


def floor_of(facts: Facts, one: Object) -> tuple[float, float]:
    """Return how far a thing's middle is to the viewer's right and ahead along the floor, m."""
    right, _, _ = facts.axes
    away = (one.at[0] - facts.eye[0], one.at[1] - facts.eye[1])
    return away[0] * right[0] + away[1] * right[1], away[1] * right[0] - away[0] * right[1]


def deep_m(facts: Facts, one: Object) -> float:
    """Return half the depth of a thing as the viewer sees it, m."""
    right, _, _ = facts.axes
    return (abs(right[1]) * one.size[0] + abs(right[0]) * one.size[1]) / 2


def hands(facts: Facts) -> dict[Side, Hand]:
    """Return the hands that are in view."""
    found: dict[Side, Hand] = {}
    for one in facts.objects:
        if one.kind == HAND and one.pixels:
            right, ahead = floor_of(facts, one)
            found["left" if right < 0 else "right"] = Hand(one, (right, ahead + deep_m(facts, one)))
    return found


def loose(facts: Facts) -> list[Object]:
    """Return the things that are to be seen, without the hands."""
    return [one for one in facts.objects if one.category not in {"fixture", "part"} and one.kind != HAND and one.pixels]


def held(facts: Facts, hand: Hand) -> Object | None:
    """Return what a hand holds."""
    for one in loose(facts):
        right, ahead = floor_of(facts, one)
        if abs(right - hand.tip[0]) < _ASIDE_M and ahead < hand.tip[1] + _BEYOND_M:
            return one
    return None


def away_m(facts: Facts, hand: Hand, one: Object) -> float:
    """Return how far a thing's middle is from the tips of a hand, along the floor, m."""
    return math.dist(hand.tip, floor_of(facts, one))


def kinds(scenes: Sequence[Scene]) -> dict[str, Object]:
    """Return one thing of each kind in the scenes, without hands, by kind."""
    found = {one.kind: one for scene in scenes for one in loose(scene.only)}
    return {kind: found[kind] for kind in sorted(found)}
