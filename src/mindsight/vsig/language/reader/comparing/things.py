"""Compare two things: a contradiction is wrong, an omission counts by its weight."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from mindsight.vsig.language.reader.comparing.described import SIDE, compared, general, near, same_part, unsaid
from mindsight.vsig.language.reader.comparing.heads import BROAD, heads
from mindsight.vsig.language.reader.comparing.positions import standing
from mindsight.vsig.language.reader.comparing.reasons import (
    ANOTHER_REFERENCE,
    ANOTHER_SIDE,
    FEWER_OBJECTS,
    MORE_OBJECTS,
    NOTHING_NAMED,
    TOO_GENERAL,
    UNCLEAR_PLACE,
    UNKNOWN_WORD,
)
from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.lexicon import relation
from mindsight.vsig.language.reader.reading import Phrase, with_qualities
from mindsight.vsig.language.reader.words import Quality, words

NAMED, DESCRIBED = 0.6, 0.4
"""Weights of a thing's name and of its qualities."""
ADDED, STRANGE = 0.5, 0.6
UNRANKED = 0.6
"""Highest score of an answer that leaves out which one in a row is meant."""
WHOLE_UNSAID = 0.9
"""Factor for an answer that does not say what the thing is on, in, or a part of."""
_MOST = 5
_MOST_OF = Quality("most", "yes")
"""Of several things the largest, the tallest, …: as telling as a place in a row."""
_LOOSE_KINDS = frozenset(("", "thing", "device", "food", "furniture"))
"""Kinds so broad that one member may describe another: a phone charger."""


class Match(NamedTuple):
    """The agreement of two descriptions. ``why`` says what does not fit; ``described`` is None if the name has no qualities.

    ``unsure``: the words are not understood well enough to say whether they mean the same; ``most`` is the highest score possible,
    ``hope`` the score if words that are not understood say what is missing.
    """

    head: float
    described: float | None
    why: str = ""
    wrong: bool = False
    unsure: bool = False
    most: float = 1.0
    hope: float = 0.0

    @property
    def best(self) -> float:
        """The combined score if what is not understood is right: 0 if anything contradicts."""
        if self.wrong:
            return 0.0
        return min(self.most, self.head * (NAMED + DESCRIBED * (1.0 if self.described is None else self.described)))

    @property
    def hoped(self) -> float:
        """The highest score that any meaning of what is not understood would give."""
        return max(self.best, 0.0 if self.wrong else self.hope)

    @property
    def score(self) -> float:
        """The combined score if what is not understood is wrong."""
        return 0.0 if self.unsure else self.best


NOTHING = Match(0.0, None, NOTHING_NAMED, wrong=True)


def match(name: Phrase, said: Phrase) -> Match:
    """Return how well ``said`` describes what ``name`` names."""
    head, doubt = heads(name, said)
    if not head and _may_be(name, said):
        head, doubt = 1.0, UNKNOWN_WORD
    if not head:
        return Match(0.0, None, doubt, wrong=True)
    where = standing(name.qualities, said.qualities)
    described, why = compared(name, said)
    if why or where.wrong:
        return Match(head, 0.0, why or ANOTHER_SIDE, wrong=True)
    if head <= BROAD and not described:
        return Match(0.0, described, NOTHING_NAMED, wrong=True)
    whole, named = _held(name.wholes, said.wholes)
    if not whole:
        return Match(head, described, ANOTHER_REFERENCE, wrong=True)
    hope = _hope(name, said) * head * whole
    if _is_strange(name, said):
        head *= STRANGE
    if not any(one.family == "number" for one in name.qualities) and any(q.family == "number" for q in said.qualities):
        head *= ADDED
    if _heaped(name, said):
        head *= ADDED
    if described is not None and described < 0:
        head, described = head * ADDED, 1.0 + described
    doubt = doubt or (UNCLEAR_PLACE if where.doubtful else "")
    missed = where.missed or _leaves_out_most(name, said)
    most = min(named, UNRANKED if missed else 1.0)
    return Match(
        head * whole,
        described,
        doubt or ("" if head > BROAD else TOO_GENERAL),
        unsure=bool(doubt),
        most=most,
        hope=min(most, hope),
    )


def _may_be(name: Phrase, said: Phrase) -> bool:
    """Return whether two words may name the same, because one is no known kind of thing and all else that is said agrees."""
    if not (name.head.startswith("?") or said.head.startswith("?")) or not name.qualities:
        return False
    described, why = compared(name, said)
    return not why and described == 1.0


def _hope(name: Phrase, said: Phrase) -> float:
    """Return the share of a score if words that are not understood mean those of the name that are not said; 0 if there are none."""
    mine, theirs = unsaid(name, said), unsaid(said, name)
    strange = [one for one in theirs if one not in words().nouns]
    if not mine or not any(_is_open(one, other) for one in mine for other in strange):
        return 0.0
    described, why = compared(replace(name, others=name.others - mine), said)
    return 0.0 if why else NAMED + DESCRIBED * (1.0 if described is None else abs(described))


def _is_open(one: str, other: str) -> bool:
    """Return whether it is not known if two modifiers mean the same."""
    mine, theirs = (word if word in words().nouns else f"?{word}" for word in (one, other))
    return relation(mine, theirs) in ("unknown", "related") or one.isascii() != other.isascii()


def _leaves_out_most(name: Phrase, said: Phrase) -> bool:
    """Return whether an answer says nothing of what makes a thing the largest, tallest, … of its like."""
    sizes = {one.family for one in name.qualities} & {"size", "length", "thickness"}
    said_of = {one.family for one in said.qualities}
    return _MOST_OF in name.qualities and not said_of & {*sizes, "most"}


def _is_strange(name: Phrase, said: Phrase) -> bool:
    """Return whether an answer has another modifier or part in the place of one that it leaves out."""
    mine, theirs = unsaid(name, said), unsaid(said, name)
    if theirs and said.head in general(name.head):
        return True  # A start button is no emergency stop button, though that is a button.
    if any(one.isascii() == other.isascii() for one in mine for other in theirs):
        return True
    pairs = [(one, other) for one in name.parts for other in said.parts if one.head and other.head]
    alike = [(one, other) for one, other in pairs if heads(one, other)[0]]
    if any(not one.noun.bound and not other.noun.bound for one, other in pairs) and not alike:
        return True
    return any(_is_other_kind(one, other) for one, other in alike)


def _is_other_kind(one: Phrase, other: Phrase) -> bool:
    """Return whether two parts are told from their like in different ways: a green handle, a wooden one."""
    mine, theirs = ({quality.family for quality in part.qualities} for part in (one, other))
    return bool(mine and theirs) and not mine & theirs


def _held(mine: Sequence[Phrase], theirs: Sequence[Phrase]) -> tuple[float, float]:
    """Return a factor for what the thing is said to be on, in, or a part of, and the highest score possible.

    The factor is 0 if it is on, in, or a part of another one; the highest score is lower if which one of several is left out.
    """
    unsaid, most, named = WHOLE_UNSAID if any(not _is_scene(one) for one in mine) else 1.0, 1.0, False
    for one in mine:
        found = [match(one, other) for other in theirs if not _is_piece_of(one, other)]
        if len(found) < len(theirs):
            named = True  # On the panel of the oscilloscope is on the oscilloscope.
            continue
        right = [each for each in found if not each.wrong]
        if right:
            named, most = True, min(most, max(each.most for each in right))
        elif any(heads(one, other)[0] for other in theirs):
            return 0.0, 1.0
        elif any(quality.family in RANKS for quality in one.qualities):
            # The red button on the board in the second row: which board has to be said.
            most = min(most, UNRANKED)
    if not named and any(_excludes(one, other) for one in mine for other in theirs):
        return 0.0, 1.0
    return (1.0 if named else unsaid), most


def _is_piece_of(one: Phrase, other: Phrase) -> bool:
    """Return whether one thing is said to have the other: 示波器 and 示波器面板."""
    own = {one.head, one.head.removeprefix("?")} - {""}
    if _is_scene(one):
        return bool(own & other.others)  # A panel of the wall.
    return bool(own & (other.others | {piece.head for piece in other.parts}))


def _is_scene(thing: Phrase) -> bool:
    return thing.noun.space or thing.noun.surface


def _excludes(one: Phrase, other: Phrase) -> bool:
    """Return whether a thing cannot be on both: on the wall, on the floor; a panel may be on a machine on a table."""
    tables = [_is_table(thing) for thing in (one, other)]
    wholes = [thing.noun.whole for thing in (one, other)]
    if any(thing.noun.broad or not thing.head or thing.head.startswith("?") for thing in (one, other)):
        return False
    return not all(wholes) and not (any(tables) and any(wholes))


def _is_table(thing: Phrase) -> bool:
    return thing.noun.surface and "table" in (thing.head, thing.noun.more_general)


def _heaped(name: Phrase, said: Phrase) -> bool:
    """Return whether an answer lists things before the last one, to be right whichever is meant: cup mug glass bottle."""
    nouns = words().nouns
    more = [one for one in said.others - name.others if one in nouns and one != name.head]
    kind = said.noun.more_general
    kin = kind not in _LOOSE_KINDS and any(nouns[one].more_general == kind for one in more)
    return kin or len(more) > 1 or len(said.others - name.others) > _MOST


def merged(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Return the things of a text, with repeated mentions merged."""
    found: list[Phrase] = []
    for phrase in _whole(phrases):
        for place, known in enumerate(found):
            if (same := _same(known, phrase)) is not None:
                found[place] = same
                break
        else:
            found.append(phrase)
    return found


def _whole(phrases: Sequence[Phrase]) -> Sequence[Phrase]:
    """Return things joined with the parts that are listed beside them: 灰色笔身、带黄色部分的笔."""
    bound = [phrase for phrase in phrases if phrase.noun.bound]
    things = [phrase for phrase in phrases if not phrase.noun.bound]
    if not bound or len(things) != 1:
        return phrases
    (thing,) = things
    # A quality of the main part is one of the thing.
    bodies = [with_qualities(thing, replace(piece, parts=())) for piece in bound if piece.head == "pen_body"]
    return [replace(bodies[0] if bodies else thing, parts=(*thing.parts, *bound))]


def _same(one: Phrase, other: Phrase) -> Phrase | None:
    if not one.head or one.noun.broad:
        one, other = other, one
    related = one.head == other.head or not other.head or other.noun.broad
    if not related and other.head in general(one.head):
        related = True
    elif not related and one.head in general(other.head):
        one, other, related = other, one, True
    if not related and one.noun.form and other.noun.form:
        related = True
    if not related or contradict(one, other):
        return None
    return with_qualities(one, other)


def contradict(one: Phrase, other: Phrase) -> bool:
    """Return whether a quality of one thing excludes one of another."""
    for family in {quality.family for quality in one.qualities}:
        rule = words().families.get(family, SIDE)
        mine, theirs = ({q.value for q in phrase.qualities if q.family == family} for phrase in (one, other))
        if theirs and not rule.free and not mine & theirs and not near(family, mine, theirs):
            return True
    # A bottle with a blue cap is none with a red one.
    return any(same_part(mine, its) and contradict(mine, its) for mine in one.parts for its in other.parts if its.head)


def match_all(names: Sequence[Phrase], said: Sequence[Phrase]) -> Match:
    """Return how well things match the named ones, each used once, in any order."""
    if not said:
        return NOTHING
    if len(names) != len(said) or len(names) > _MOST:
        why = MORE_OBJECTS if len(said) > len(names) else FEWER_OBJECTS
        return Match(0.0, None, why, wrong=True)
    return max((_together(names, order) for order in permutations(said)), key=lambda one: (one.score, one.hoped))


def _together(names: Sequence[Phrase], said: Sequence[Phrase]) -> Match:
    matches = [match(name, one) for name, one in zip(names, said, strict=True)]
    described = [one.described for one in matches if one.described is not None]
    wrong = next((one for one in matches if one.wrong), None)
    if wrong is not None:
        return wrong
    return Match(
        sum(one.head for one in matches) / len(matches),
        sum(described) / len(described) if described else None,
        next((one.why for one in matches if one.why), ""),
        unsure=any(one.unsure for one in matches),
        most=min(one.most for one in matches),
        hope=sum(one.hoped for one in matches) / len(matches),
    )
