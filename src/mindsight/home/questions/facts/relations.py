"""Programs on facts that classes share: which object is meant, and where one is from another as the viewer has it.

Margins make answers certain: what is seen must be seen well, and directions must differ clearly.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.question import Words

LEAST_PX = 18.0
"""Least shorter side of an object's box, pixels."""
LEAST_SHOWN = 0.6
"""Least share of an object that nothing covers."""
NEARER = 1.10
"""Least ratio of two distances of which one is called greater."""


class Meant(NamedTuple):
    """A description of one object: its kind, and its colour if that is said."""

    kind: str
    colour: str = ""

    def fits(self, one: Object) -> bool:
        """Return whether an object is as described."""
        return one.kind == self.kind and self.colour in {"", one.colour}


def words_for(one: Object, *, coloured: bool = False) -> Words:
    """Return an object's name in Chinese and English, with its colour if wanted."""
    if not coloured:
        return one.zh, one.en
    colour = COLOURS[one.colour]
    return f"{colour.zh}{one.zh}", f"{colour.en} {one.en}"


def clear(one: Object) -> bool:
    """Return whether the picture shows an object well enough to ask about it."""
    return one.side_px >= LEAST_PX and one.shown >= LEAST_SHOWN


def bearing_deg(facts: Facts, one: Object, other: Object) -> tuple[float, float]:
    """Return where one object is from another on a level: the angle clockwise from "behind" as the viewer looks, and the distance in m."""
    right, _, _ = facts.axes
    ahead = (-right[1], right[0])
    away = (one.at[0] - other.at[0], one.at[1] - other.at[1])
    sideways, behind = away[0] * right[0] + away[1] * right[1], away[0] * ahead[0] + away[1] * ahead[1]
    return math.degrees(math.atan2(sideways, behind)) % 360, math.hypot(*away)


def away_m(facts: Facts, one: Object) -> float:
    """Return how far the middle of an object is from the viewer's eye, m."""
    return math.dist(facts.eye, one.at)


def by_nearness(facts: Facts, objects: Sequence[Object]) -> list[Object]:
    """Return objects from the nearest to the viewer to the farthest."""
    return sorted(objects, key=lambda one: away_m(facts, one))


def surely_ordered(facts: Facts, objects: Sequence[Object]) -> bool:
    """Return whether each object is 10 % farther from the viewer than the one before it.

    Their feet must be in the same order, or one who looks at where they stand could say otherwise.
    """
    ordered = by_nearness(facts, objects)
    away = [away_m(facts, one) for one in ordered]
    feet = [math.dist(facts.eye, (*one.at[:2], one.at[2] - one.size[2] / 2)) for one in ordered]
    return all(
        far >= NEARER * near and foot < next_foot
        for near, far, foot, next_foot in zip(away, away[1:], feet, feet[1:], strict=False)
    )
