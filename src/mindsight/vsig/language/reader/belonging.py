"""Say of each thing where it stands and what it is on, in, or a part of: the button at the upper left of the panel on the wall."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mindsight.vsig.language.reader.counting import DEEP, DOWN, NTH, RANKS
from mindsight.vsig.language.reader.reading import Phrase, Place, Reading
from mindsight.vsig.language.reader.words import Quality

HOLDING = frozenset(("top", "inside"))
"""Sides on which a thing is on or in another one."""
_BORDERS = frozenset(("corner", "edge"))
_UP_AND_DOWN = frozenset((Quality("side", "top"), Quality("side", "under")))


def settled(reading: Reading, *, listed: bool = False) -> Reading:
    """Return a reading in which places on or in something are said of the things that are there.

    ``listed``: things may be parted by commas alone; then a scene beside a single thing is where that is.
    """
    things = [_with_wholes(thing) for thing in reading.things]
    if listed:
        things = _beside_scenes(things)
    places = [replace(place, references=tuple(map(_with_wholes, place.references))) for place in reading.places]
    if all(thing.noun.space for thing in things):
        places = _of_last(places)
    kept = [place for place in places if not is_frame(place)]
    if len(kept) == len(places) or not (kept or any(_is_thing(thing) for thing in things)):
        return _given_back(replace(reading, things=tuple(things), places=tuple(places)))
    done = 0
    for place in places:
        if not is_frame(place):
            done += 1
        elif done and kept[done - 1].references:
            kept[done - 1] = _placed_last(kept[done - 1], place)
        elif kept and kept[0].references and not any(_is_thing(thing) for thing in things):
            kept[0] = replace(kept[0], references=(standing_at(kept[0].references[0], place), *kept[0].references[1:]))
        else:
            things = [standing_at(thing, place) for thing in things]
    return _given_back(replace(reading, things=tuple(things), places=tuple(kept)))


def _given_back(reading: Reading) -> Reading:
    places = (replace(place, references=tuple(map(_owning, place.references))) for place in reading.places)
    return replace(reading, things=tuple(map(_owning, reading.things)), places=tuple(places))


def _owning(thing: Phrase) -> Phrase:
    """Return a thing with what is said of the table or wall that it is on, but holds of the thing only.

    On the wall, second row, the wrench; a cup on the table near the person; a box on the table that contains screws.
    """
    qualities, parts, of = set(thing.qualities), list(thing.parts), []
    for one in thing.wholes:
        if not one.noun.surface or one.head == "shelf" or thing.noun.space:
            of.append(one)
            continue
        taken = {rank for rank in _ranks_of(one) if one.head == "wall" or rank.family == DEEP}
        if {rank.family for rank in taken} & {rank.family for rank in thing.qualities}:
            taken = set()
        contents = [
            part for part in one.parts if part.head and not (part.noun.part or part.noun.whole or part.noun.surface)
        ]
        qualities |= taken
        parts += contents
        of.append(replace(one, qualities=one.qualities - taken, parts=_without(one.parts, contents)))
    if thing.noun.space and len(of) == 1 and of[0].head == "shelf" and not _ranks_of(of[0]):
        # The free space in the lowest tier of the shelves: it is the shelf that is low.
        tiers = _ranks_of(thing)
        qualities, of = qualities - tiers, [replace(of[0], qualities=of[0].qualities | tiers)]
    return replace(thing, qualities=frozenset(qualities), parts=tuple(parts), wholes=tuple(of))


def _of_last(places: list[Place]) -> list[Place]:
    """Return places where "on the left", or "near the sink", after a reference is said of that: right of the pan on the left."""
    found: list[Place] = []
    for place in places:
        if place.holds and not place.references and found and len(found[-1].references) == 1:
            (last,) = found[-1].references
            own = frozenset(Quality("side", side) for side in place.sides)
            found[-1] = replace(found[-1], references=(replace(last, qualities=last.qualities | own),))
        elif place.references and place.sides == {"beside"} and found and len(found[-1].references) == 1:
            # Left of the board near the sink: it is the board that is there.
            (last,) = found[-1].references
            found[-1] = replace(found[-1], references=(replace(last, wholes=(*last.wholes, *place.references)),))
        else:
            found.append(place)
    return found


def _beside_scenes(things: list[Phrase]) -> list[Phrase]:
    """Return the one thing of a list, on or in the others: white button, first row, control panel."""
    for kinds in (("surface",), ("surface", "whole")):
        scenes = [thing for thing in things if any(getattr(thing.noun, kind) for kind in kinds)]
        others = [thing for thing in things if thing not in scenes]
        if scenes and len(others) == 1 and others[0].head:
            ranks = frozenset(one for scene in scenes for one in scene.qualities if one.family in RANKS)
            of = tuple(replace(scene, qualities=scene.qualities - ranks) for scene in scenes)
            (thing,) = others
            return [replace(thing, qualities=thing.qualities | ranks, wholes=(*thing.wholes, *of))]
    return things


def standing_at(thing: Phrase, place: Place) -> Phrase:
    """Return a thing with where it is: on which side of what."""
    if place.sides <= HOLDING and not thing.noun.part and all(one.noun.part for one in place.references):
        return replace(thing, parts=(*thing.parts, *place.references))  # A multimeter in an orange housing.
    if place.sides <= HOLDING and (tier := _tier(place)):
        # On the second shelf is in the second tier of the shelves.
        thing = replace(thing, qualities=thing.qualities | {Quality(DOWN, tier)})
        (shelf,) = place.references
        place = replace(place, references=(replace(shelf, qualities=shelf.qualities - _ranks_of(shelf)),))
    sides = place.sides if len(place.sides) == 1 else place.sides - _BORDERS
    own = frozenset() if place.sides <= HOLDING else frozenset(Quality("side", side) for side in sides)
    if any(one.family in RANKS for one in thing.qualities) and all(one.noun.whole for one in place.references):
        # The leftmost button in the lower area of the panel: it is the area that is low.
        low = thing.qualities & _UP_AND_DOWN
        own, thing = own | low, replace(thing, qualities=thing.qualities - low)
        of = tuple(replace(one, qualities=one.qualities | own) for one in place.references)
        return replace(thing, wholes=(*thing.wholes, *of))
    return replace(thing, qualities=thing.qualities | own, wholes=(*thing.wholes, *place.references))


def _tier(place: Place) -> str:
    """Return the number of the shelf that a place is on; "" if it is on none."""
    if len(place.references) != 1 or place.references[0].head != "shelf":
        return ""
    ranks = [one for one in _ranks_of(place.references[0]) if one.family in (NTH, DOWN)]
    return ranks[0].value if len(ranks) == 1 else ""


def _ranks_of(thing: Phrase) -> frozenset[Quality]:
    return frozenset(one for one in thing.qualities if one.family in RANKS)


def is_frame(place: Place) -> bool:
    """Return whether a place is one on or in something, or a side of a surface, and not beside another thing."""
    if not (place.references and place.sides):
        return False
    scene = all(one.noun.surface or one.noun.space or one.noun.whole for one in place.references)
    middle = place.sides == {"middle"} and len(place.references) == 1  # Of two things it is between them.
    # At the lower right of a tray is in that corner of it.
    corner = len(place.sides) > 1 and all(
        one.noun.more_general in ("container", "device") or _is_ranked(one) for one in place.references
    )
    return place.sides <= HOLDING or scene or middle or corner or bool(place.sides & _BORDERS)


def _placed_last(place: Place, frame: Place) -> Place:
    return replace(place, references=(*place.references[:-1], standing_at(place.references[-1], frame)))


def _is_thing(thing: Phrase) -> bool:
    return not thing.noun.space


def _with_wholes(thing: Phrase) -> Phrase:
    of = tuple(part for part in thing.parts if _is_whole(part, thing))
    if not of:
        return thing
    return replace(thing, parts=_without(thing.parts, of), wholes=(*thing.wholes, *of))


def _without(parts: Sequence[Phrase], of: Iterable[Phrase]) -> tuple[Phrase, ...]:
    return tuple(part for part in parts if part not in of)


def _is_whole(part: Phrase, thing: Phrase) -> bool:
    if not part.head or part.noun.part:
        return False
    # The board in the second row has a screen, whatever else a board is.
    return thing.noun.part or part.noun.whole or part.noun.surface or _is_ranked(part)


def _is_ranked(thing: Phrase) -> bool:
    return any(one.family in RANKS for one in thing.qualities)
