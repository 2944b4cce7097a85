"""Read a free place whose side, or whose other end, has a clause of its own: the red box, and the space on its left."""

from dataclasses import replace
from functools import lru_cache

from mindsight.vsig.language.reader.comparing.things import merged
from mindsight.vsig.language.reader.phrasing import phrased, place_patterns
from mindsight.vsig.language.reader.reading import Phrase, Place, Reading
from mindsight.vsig.language.reader.tokens import tokens_of
from mindsight.vsig.language.reader.topics import read
from mindsight.vsig.language.reader.words import Quality

_MIDDLE = frozenset(("middle",))
_LONGEST = 200
"""A longer text is no sentence or two about one place."""


@lru_cache(maxsize=4096)
def read_place(text: str) -> Reading:
    """Return the reading of a description of a free place."""
    whole, bare = read(text), phrased(text).text
    for pattern in place_patterns() if len(bare) <= _LONGEST else ():
        found = pattern.search(bare)
        if found is None:
            continue
        said = found.groupdict()
        of = [_thing(one) for one in (_joined(said["one"], said.get("more")), said.get("other")) if one]
        ends = tuple(one for one in of if one is not None)
        sides = _sides(said["side"]) if said.get("side") else _MIDDLE
        if len(ends) == len(of) and sides:
            return replace(whole, things=(), places=(Place(sides, ends),))
    return whole


def _joined(one: str, more: str | None) -> str:
    return f"{one},{more}" if more else one


def _sides(said: str) -> frozenset[str]:
    return frozenset(side for token in tokens_of(said) for side in token.sides)


def _thing(text: str) -> Phrase | None:
    """Return the one thing that a text describes; None if it describes none, or more."""
    reading = read(text)
    things = [thing for thing in merged(reading.things) if not thing.noun.space]
    if len(things) != 1 or not things[0].head:
        return None
    own = frozenset(Quality("side", side) for place in reading.places if not place.references for side in place.sides)
    return replace(things[0], qualities=things[0].qualities | own)
