"""Programs on facts about furniture on a floor: which pieces there are, angles between directions, free distances."""

import math
from collections.abc import Sequence

import numpy as np

from mindsight.home.questions.facts.facts import Facts, Object, Scene


def pieces_in(facts: Facts) -> list[Object]:
    """Return the pieces of furniture whose reach is known."""
    return [one for one in facts.objects if one.name in facts.more["reach"]]


def furniture(scenes: Sequence[Scene]) -> list[Object]:
    """Return one piece of furniture of each kind in the scenes, by kind."""
    found = {one.kind: one for scene in scenes for one in pieces_in(scene.only)}
    return [found[kind] for kind in sorted(found)]


def doubled(facts: Facts, *kinds: str) -> bool:
    """Return whether there are several pieces of any of some kinds.

    That their answers differ is seen sooner than what each of them is, so smaller margins do.
    """
    return any(sum(one.kind == kind for one in facts.objects) > 1 for kind in kinds)


def angle_deg(ahead: Sequence[float], away: Sequence[float]) -> float:
    """Return the angle from one direction on the floor to another, counter-clockwise seen from above, −180 to 180."""
    across = ahead[0] * away[1] - ahead[1] * away[0]
    return math.degrees(math.atan2(across, ahead[0] * away[0] + ahead[1] * away[1]))


def quarter(angle: float, within_deg: float) -> int | None:
    """Return which quarter turn (0 to 3) an angle is within some degrees of; None if it is of none."""
    turns = round(angle / 90)
    return turns % 4 if abs(angle - 90 * turns) <= within_deg else None


def clearance_m(facts: Facts, one: Object, other: Object) -> float:
    """Return the free distance on the floor between two pieces: the widest strip between them, from their reach in each direction."""
    mine, theirs = np.array(facts.more["reach"][one.name]), np.array(facts.more["reach"][other.name])
    # In a direction, the other begins where its reach in the opposite direction ends.
    free = -np.roll(theirs, -len(theirs) // 2) - mine
    return max(0.0, float(free.max()))
