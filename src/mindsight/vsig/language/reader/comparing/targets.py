"""Score how well a reading describes a target: an object or a space."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from mindsight.vsig.language.reader.belonging import HOLDING
from mindsight.vsig.language.reader.comparing.places import Sides, match_place, relation_of
from mindsight.vsig.language.reader.comparing.reasons import (
    ANOTHER_SIDE,
    MORE_PLACES,
    NO_PLACE,
    NO_SIDE,
    NOTHING_NAMED,
)
from mindsight.vsig.language.reader.comparing.things import ADDED, DESCRIBED, NAMED, NOTHING, Match, match_all, merged
from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.reading import Phrase, Place, Reading, with_qualities
from mindsight.vsig.language.reader.words import Quality

MOST_PLACES = 6
_BESIDE = frozenset(("beside",))
_EMPTY = Quality("state", "empty")
"""An empty stretch of something (空灶台) is a place."""


@dataclass(frozen=True, slots=True)
class Found:
    """A score with its slots and reasons; a missing slot had nothing to compare. ``wrong``: something contradicts.

    ``best`` is the score if words that are not understood mean the right thing; below 0 it is the score.
    """

    score: float
    slots: dict[str, float] = field(default_factory=dict)
    why: str = ""
    wrong: bool = False
    best: float = -1.0

    @property
    def most(self) -> float:
        """The highest score possible."""
        return 0.0 if self.wrong else max(self.score, self.best)


def missing(why: str) -> Found:
    """Return the score 0 of an answer that is wrong as a whole."""
    return Found(0.0, {}, why, wrong=True)


def object_found(name: Reading, said: Reading) -> Found:
    """Return how well a reading describes the object in another reading."""
    if len(said.places) > MOST_PLACES:
        return missing(MORE_PLACES)
    here = [place for place in said.places if place.sides]
    wanted = [place for place in name.places if place.sides and place.references]
    names, things = _with_open_sides(name), _with_open_sides(said)
    found = match_all(names, things)
    slots = _slots(found)
    if found.wrong:
        return Found(0.0, slots, found.why, wrong=True)
    if _is_elsewhere(names, here):
        return Found(0.0, slots, ANOTHER_SIDE, wrong=True)
    sides = [_best(place, here) for place in wanted]
    share = sum(_share(one) for one in sides) / len(sides) if sides else 1.0
    if sides:
        slots["relation"] = share
    if wrong := next((one.why for one in sides if one.is_wrong), ""):
        return Found(0.0, slots, wrong, wrong=True)
    # The vise left of the second box: left of which box has to be said.
    most = min((one.reference.most for one in sides if one.reference is not None), default=1.0)
    best = min(most, found.best * (NAMED + DESCRIBED * share))
    unsure = found.unsure or any(one.is_unsure for one in sides)
    return Found(
        0.0 if unsure else best, slots, found.why, best=max(best, min(most, found.hoped * (NAMED + DESCRIBED * share)))
    )


def _is_elsewhere(names: Sequence[Phrase], said: Sequence[Place]) -> bool:
    """Return whether an answer has a thing beside what it is on: beside the tripod, not on it."""
    beside = [place for place in said if len(place.references) == 1 and not place.sides & HOLDING]
    of = [whole for thing in names for whole in thing.wholes if not (whole.noun.surface or whole.noun.whole)]
    return any(
        not match_all([whole], place.references).wrong for whole in of for place in beside if place.sides == _BESIDE
    )


def _with_open_sides(reading: Reading) -> list[Phrase]:
    """Return the things, with the sides that are said of nothing else: the cup, on the left."""
    own = frozenset(side for place in reading.places if not place.references for side in place.sides)
    return [thing if _own_sides(thing) else _with_sides(thing, own) for thing in merged(reading.things)]


def _share(one: Sides) -> float:
    if one.reference is None or one.reference.wrong:
        return one.relation or 0.0
    return (1.0 if one.relation is None else one.relation) * one.reference.best


def _own_sides(thing: Phrase) -> frozenset[str]:
    return frozenset(one.value for one in thing.qualities if one.family == "side")


def _with_sides(thing: Phrase, sides: Iterable[str]) -> Phrase:
    return replace(thing, qualities=thing.qualities | {Quality("side", side) for side in sides})


def _slots(found: Match) -> dict[str, float]:
    slots = {"object": found.head}
    if found.described is not None:
        slots["attribute"] = found.described
    return slots


def space_found(name: Sequence[Place], said: Reading) -> Found:
    """Return how well a reading describes a space: a side of something, or the thing that something is put on."""
    here = places_of(said)
    if len(here) > MOST_PLACES:
        return missing(MORE_PLACES)
    if not here:
        return missing(NOTHING_NAMED)
    if not said.acts and said.places and any(_is_thing(thing) for thing in _rest(said)):
        return missing(NO_PLACE)
    if _contradictory(here):
        return missing(MORE_PLACES)
    best = [_best(place, here) for place in name]
    slots = _space_slots(best)
    if wrong := next((one.why for one in best if one.is_wrong), ""):
        return Found(0.0, slots, wrong, wrong=True)
    score, most = (sum(values) / len(best) for values in ([one.score for one in best], [one.best for one in best]))
    added = ADDED if len(here) > len(name) + 1 else 1.0
    return Found(added * score, slots, next((why for one in best if (why := _why(one))), ""), best=added * most)


def _why(sides: Sides) -> str:
    return sides.why or (sides.reference.why if sides.reference is not None else "")


def _space_slots(best: Sequence[Sides]) -> dict[str, float]:
    relations = [one.relation for one in best if one.relation is not None]
    references = [one.reference for one in best if one.reference is not None]
    qualities = [one.described for one in references if one.described is not None]
    slots = {"relation": sum(relations) / len(relations)} if relations else {}
    if references:
        slots["reference"] = sum(one.head for one in references) / len(references)
    if qualities:
        slots["attribute"] = sum(qualities) / len(qualities)
    return slots


def _best(name: Place, said: Sequence[Place]) -> Sides:
    # The best of several places counts; a wrong one only if none is right.
    return max(
        (match_place(name, one) for one in said),
        key=lambda one: (one.score, one.best, not one.is_wrong),
        default=Sides(0.0, NOTHING if name.references else None, NO_SIDE),
    )


def places_of(reading: Reading) -> list[Place]:
    """Return the places in a reading; a thing alone is a place too (on the table: the table)."""
    places = list(reading.places)
    things = [thing for thing in reading.things if _is_thing(thing)]
    places = _within(reading, places)
    if not places:
        references = [thing for thing in merged(reading.things) if not thing.noun.space]
        owners = [part for thing in reading.things if thing.noun.space for part in thing.parts]
        named = references or owners or list(reading.things)
        return [Place(frozenset(), tuple(named))] if named else []
    if things and not reading.acts:
        # The cup, left side: the side belongs to the cup.
        places = [replace(one, references=tuple(merged(things))) if _is_open(one) else one for one in places]
    # In the area of the table, on the table right of the cup: neither area nor table is informative.
    places = [_of_owner(one) for one in places]
    places = _ranked(places, reading)
    telling = [one for one in places if not _is_surface(one)]
    return telling or places


def _ranked(places: list[Place], reading: Reading) -> list[Place]:
    """Return places with the row or distance of an area said of what it is in or beside: the free slot in row 2 of the tray."""
    ranks = frozenset(
        one for thing in reading.things if thing.noun.space for one in thing.qualities if one.family in RANKS
    )
    if not ranks:
        return places
    more = Phrase(qualities=ranks)
    return [
        replace(one, references=(*one.references[:-1], with_qualities(one.references[-1], more)))
        if one.references
        else one
        for one in places
    ]


def _within(reading: Reading, places: list[Place]) -> list[Place]:
    """Return the places, with the sides of an area in something: in the tray, the lower right corner."""
    areas = [thing for thing in reading.things if not thing.head or thing.noun.space]
    if len(areas) != 1 or len(areas) != len(reading.things) or len(places) > 1:
        return places
    sides = frozenset(one.value for one in areas[0].qualities if one.family == "side")
    if not sides:
        return places
    if places and places[0].references and places[0].sides <= HOLDING:
        return [replace(places[0], sides=sides)]
    return places if places or not areas[0].wholes else [Place(sides, areas[0].wholes)]


def _is_open(place: Place) -> bool:
    return not (place.references or place.holds)


def _of_owner(place: Place) -> Place:
    if len(place.references) != 1 or not place.references[0].noun.space or not place.references[0].parts:
        return place
    return Place(frozenset(), place.references[0].parts)


def _rest(reading: Reading) -> list[Phrase]:
    """Return the things of a reading that are not the reference of a place."""
    if any(_is_open(one) for one in reading.places):
        return []
    return list(reading.things)


def _is_thing(thing: Phrase) -> bool:
    noun = thing.noun
    return bool(thing.head) and not (noun.space or noun.surface or _EMPTY in thing.qualities)


def _is_surface(place: Place) -> bool:
    if len(place.references) != 1:
        return False
    noun = place.references[0].noun
    return (noun.surface or noun.space) and place.sides <= {"top", "inside", "beside"}


def _contradictory(places: Sequence[Place]) -> bool:
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            alike = not (one.references and other.references) or not match_all(one.references, other.references).wrong
            if alike and one.sides and other.sides and relation_of(one.sides, other.sides)[1] == ANOTHER_SIDE:
                return True
    return False
