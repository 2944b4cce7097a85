"""Programs on facts about a laid table: who has which place, what is there, who sits opposite and beside whom."""

import math
from typing import NamedTuple

import numpy as np

from mindsight.home.questions.facts.facts import Array, Facts, Object, Scene

CARD, PLATE = "name_card", "plate"
ITEMS = ("plate", "mug", "fork", "spoon", "apple")
LEAST_SHOWN, LEAST_PX = 0.6, 9.0


class Place(NamedTuple):
    """A place at the table: the guest's name, the card, and what is there, by kind."""

    guest: str
    card: Object
    items: dict[str, Object]

    @property
    def ahead(self) -> Array:
        """The direction in which the guest looks: from the plate to the card."""
        way = np.subtract(self.card.at[:2], self.items[PLATE].at[:2])
        return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9))


def places(facts: Facts) -> dict[str, Place]:
    """Return the places at the table by guest; whatever lies on the table belongs to the nearest card."""
    found = {one.read[0]: Place(one.read[0], one, {}) for one in facts.objects if one.kind == CARD and one.read}
    for one in facts.objects:
        if one.kind in ITEMS and found:
            nearest = min(found.values(), key=lambda place: math.dist(place.card.at[:2], one.at[:2]))
            nearest.items[one.kind] = one
    return {guest: place for guest, place in sorted(found.items()) if PLATE in place.items}


def well_seen(scene: Scene) -> bool:
    """Return whether all names can be read, and all that lies on the table is seen well."""
    for one in scene.only.objects:
        if one.kind == CARD and (not one.read or one.shown < LEAST_SHOWN):
            return False
        if one.kind in ITEMS and (one.shown < LEAST_SHOWN or one.side_px < LEAST_PX):
            return False
    return True


def at_side(one: Place, others: dict[str, Place], side: str) -> Place | None:
    """Return the guest ``opposite`` one, or at one's ``left`` or ``right`` hand; None if that seat is free."""
    ahead = one.ahead
    right = np.array([ahead[1], -ahead[0]])
    for other in others.values():
        away = np.subtract(other.card.at[:2], one.card.at[:2])
        forward, across = float(away @ ahead), float(away @ right)
        beside = abs(forward) < 0.12 and 0.35 < abs(across) < 0.95
        if side == "opposite" and 0.08 < forward < 0.45 and abs(across) < 0.25:
            return other
        if side in {"left", "right"} and beside and (across > 0) == (side == "right"):
            return other
    return None


def uses(*objects: Object) -> tuple[tuple[int, str], ...]:
    """Return objects as evidence."""
    return tuple((0, one.name) for one in objects)
