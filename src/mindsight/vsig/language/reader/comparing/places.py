"""Compare places: the same side of the same thing."""

from dataclasses import replace
from typing import NamedTuple

from mindsight.vsig.language.reader.comparing.heads import BROAD
from mindsight.vsig.language.reader.comparing.reasons import ANOTHER_REFERENCE, ANOTHER_SIDE, NO_REFERENCE, NO_SIDE
from mindsight.vsig.language.reader.comparing.things import NOTHING, Match, match_all, merged
from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.reading import Place
from mindsight.vsig.language.reader.words import Quality, words

VAGUE, UNSAID = 0.4, 0.25
"""Score of a vague side (beside), and of a place with only the side or only the thing."""
_AXES = 2
"""The lower right of a tray is its lower right corner."""
_UNSAID = (NO_SIDE, NO_REFERENCE)


class Sides(NamedTuple):
    """The agreement of two places in side and in reference."""

    relation: float | None
    reference: Match | None
    why: str = ""

    @property
    def score(self) -> float:
        """The combined score: at most a quarter if the side or the reference was left out."""
        if self.relation is None:
            return self.reference.score if self.reference is not None else 0.0
        if self.reference is None:
            return self.relation
        if not self.why:
            return self.relation * self.reference.score
        return UNSAID * max(self.relation, self.reference.score) if self.why in _UNSAID else 0.0

    @property
    def best(self) -> float:
        """The combined score if a reference that is not understood is right."""
        if self.reference is None or self.why or self.reference.hoped == self.reference.score:
            return self.score
        return (1.0 if self.relation is None else self.relation) * self.reference.hoped

    @property
    def is_unsure(self) -> bool:
        """Whether the reference is not understood."""
        return self.reference is not None and self.reference.unsure

    @property
    def is_wrong(self) -> bool:
        """Whether anything contradicts, rather than being left out."""
        return bool(self.why) and self.why not in _UNSAID


def match_place(name: Place, said: Place) -> Sides:
    """Return how well a place matches the named one."""
    name, said = _between_two(name, said), _between_two(said, name)
    mine, theirs = _sides(name), _sides(said)
    relation, why = relation_of(mine, theirs)
    if not name.references:
        return Sides(relation, None, why)
    if not said.references:
        return Sides(relation if mine else 0.0, NOTHING, why or NO_REFERENCE)
    together = merged(said.references)
    if len(together) < len(name.references):
        together = list(said.references)  # Between two alike.
    reference = match_all(name.references, together)
    if reference.wrong or _is_one_of_two(name, said):
        return Sides(relation, reference, ANOTHER_REFERENCE)
    return Sides(relation, reference, why)


_TWO = Quality("number", "2")


def _is_one_of_two(name: Place, said: Place) -> bool:
    """Return whether an answer means the middle of one of the two things between which the place is: of the left plate."""
    if len(name.references) != 1 or len(said.references) != 1 or _TWO not in name.references[0].qualities:
        return False
    told_apart = {one.family for one in said.references[0].qualities - name.references[0].qualities}
    return _TWO not in said.references[0].qualities and bool(told_apart & (RANKS | {"side"}))


def _between_two(place: Place, other: Place) -> Place:
    """Return a place between two of a kind with each of them as a reference, if the other place names two things."""
    if len(place.references) != 1 or _TWO not in place.references[0].qualities:
        return place
    (both,) = place.references
    if place.sides == {"inside"} or (place.sides == {"middle"} and len(other.references) == 1):
        return replace(place, sides=frozenset(("middle",)))
    one = replace(both, qualities=both.qualities - {_TWO})
    return replace(place, references=(one, one)) if len(other.references) > 1 else place


def _sides(place: Place) -> frozenset[str]:
    """Return the informative sides: "the table" is the same place as "on the table", "in a plate" as "on a plate"."""
    sides = place.sides
    if len(place.references) > 1 and sides == {"inside"}:
        return frozenset(("middle",))
    if len(sides) > 1:
        sides -= {"inside"}
    if len(sides) > _AXES:
        sides -= {"corner"}
    if len(place.references) == 1:
        noun = place.references[0].noun
        if noun.surface and sides <= {"top", "inside"}:
            return frozenset()
        if noun.flat and "inside" in sides:
            return sides - {"inside"} | {"top"}
    return sides


def relation_of(mine: frozenset[str], theirs: frozenset[str]) -> tuple[float | None, str]:
    """Return how well a side matches the meant one; None if none is meant."""
    vague = words().vague
    if len(theirs) > 1 and theirs & vague:
        theirs -= vague
    if mine == theirs:
        return (1.0 if mine else None), ""
    if not mine:
        return _unsided(theirs)
    if not theirs:
        return 0.0, NO_SIDE
    if theirs <= vague or mine <= vague:
        return VAGUE, ""
    if theirs < mine:
        return BROAD, ""
    return 0.0, ANOTHER_SIDE


def _unsided(theirs: frozenset[str]) -> tuple[float, str]:
    if theirs & {"under", "outside", "opposite"}:
        return 0.0, ANOTHER_SIDE
    return (1.0 if theirs <= {"top", "inside"} else BROAD), ""
