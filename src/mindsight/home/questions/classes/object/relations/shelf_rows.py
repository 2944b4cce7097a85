"""What the classes about a bookcase share: which things stand on one board, in their order.

Boards are told apart by the heights at which things stand, so that the same program works on what a picture shows.
"""

from mindsight.home.questions.facts.answer import Unclear
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.facts.relations import clear

SAME_M, OTHER_M = 0.10, 0.20
"""Feet that differ by less stand on one board, by more on different ones (boards are 35 cm apart)."""


def foot_m(one: Object) -> float:
    """Return the height at which a thing stands."""
    return one.at[2] - one.size[2] / 2


def across_m(facts: Facts, one: Object) -> float:
    """Return how far to the viewer's right a thing is, m."""
    return facts.seen_from(one.at)[0]


def row(facts: Facts, one: Object) -> list[Object] | Unclear:
    """Return the things on the board of one of them, from left to right as the viewer sees them."""
    found = [
        other
        for other in facts.objects
        if other.category not in {"fixture", "part"} and abs(foot_m(other) - foot_m(one)) < SAME_M
    ]
    if not all(clear(other) for other in found):
        return Unclear("a thing on the board is not seen well")
    return sorted(found, key=lambda other: across_m(facts, other))
