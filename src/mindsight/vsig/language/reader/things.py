"""Compare two things: a contradiction is wrong, an omission counts by its weight."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.lexicon import relation
from mindsight.vsig.language.reader.positions import SIDES, standing
from mindsight.vsig.language.reader.reading import Phrase, with_qualities
from mindsight.vsig.language.reader.reasons import (
    ANOTHER_ATTRIBUTE,
    ANOTHER_COLOUR,
    ANOTHER_OBJECT,
    ANOTHER_SIDE,
    FEWER_OBJECTS,
    MORE_OBJECTS,
    NOTHING_NAMED,
    TOO_GENERAL,
    UNCLEAR_PLACE,
    UNKNOWN_WORD,
)
from mindsight.vsig.language.reader.words import Family, Quality, words

NAMED, DESCRIBED = 0.6, 0.4
"""Weights of a thing's name and of its qualities."""
BROAD, NARROWER, WIDER, ALIKE = 0.5, 1.0, 0.9, 0.8
"""Score of a word that is too general, more special, more general, or the name of a similar shape."""
ADDED, LOOSE, STRANGE = 0.5, 0.8, 0.6
_SIDE = Family(weight=2.0, near=frozenset(), free=False, opposed=frozenset())
UNRANKED = 0.6
"""Highest score of an answer that leaves out which one in a row is meant."""
_PART = 1.0
_MOST = 5
_LOOSE_KINDS = frozenset(("", "thing", "device", "food", "furniture"))
"""Kinds so broad that one member may describe another: a phone charger."""


class Match(NamedTuple):
    """The agreement of two descriptions. ``why`` says what does not fit; ``described`` is None if the name has no qualities.

    ``unsure``: the words are not understood well enough to say whether they mean the same; ``most`` is the highest score possible.
    """

    head: float
    described: float | None
    why: str = ""
    wrong: bool = False
    unsure: bool = False
    most: float = 1.0

    @property
    def best(self) -> float:
        """The combined score if what is not understood is right: 0 if anything contradicts."""
        if self.wrong:
            return 0.0
        return min(self.most, self.head * (NAMED + DESCRIBED * (1.0 if self.described is None else self.described)))

    @property
    def score(self) -> float:
        """The combined score if what is not understood is wrong."""
        return 0.0 if self.unsure else self.best


NOTHING = Match(0.0, None, NOTHING_NAMED, wrong=True)


def match(name: Phrase, said: Phrase) -> Match:
    """Return how well ``said`` describes what ``name`` names."""
    head, doubt = _heads(name, said)
    if not head:
        return Match(0.0, None, doubt, wrong=True)
    where = standing(name.qualities, said.qualities)
    described, why = _described(name, said)
    if why or where.wrong:
        return Match(head, 0.0, why or ANOTHER_SIDE, wrong=True)
    if head <= BROAD and not described:
        return Match(0.0, described, NOTHING_NAMED, wrong=True)
    if name.others - said.others and said.others - name.others:
        head *= STRANGE
    if not any(one.family == "number" for one in name.qualities) and any(q.family == "number" for q in said.qualities):
        head *= ADDED
    if _heaped(name, said):
        head *= ADDED
    if described is not None and described < 0:
        head, described = head * ADDED, 1.0 + described
    doubt = doubt or (UNCLEAR_PLACE if where.doubtful else "")
    most = UNRANKED if where.missed else 1.0
    return Match(head, described, doubt or ("" if head > BROAD else TOO_GENERAL), unsure=bool(doubt), most=most)


def _heaped(name: Phrase, said: Phrase) -> bool:
    """Return whether an answer lists things before the last one, to be right whichever is meant: cup mug glass bottle."""
    nouns = words().nouns
    more = [one for one in said.others - name.others if one in nouns and one != name.head]
    kind = said.noun.more_general
    kin = kind not in _LOOSE_KINDS and any(nouns[one].more_general == kind for one in more)
    return kin or len(more) > 1 or len(said.others - name.others) > _MOST


def _heads(name: Phrase, said: Phrase) -> tuple[float, str]:
    """Return how well a thing is named: 0 with the reason, or more than 0 with what is not certain about it."""
    if name.head == said.head:
        return (1.0, "") if name.head or name.qualities else (0.0, NOTHING_NAMED)
    if not said.head or said.noun.broad:
        return _broad(name, said), ""
    if not name.head or name.noun.broad:
        return (0.0, ANOTHER_OBJECT) if name.noun.part else (ALIKE, "")
    if name.noun.form:
        found = _form(name, said)
        return found, "" if found else ANOTHER_OBJECT
    if said.noun.form:
        return _broad(name, said), ""
    return _named(name.head, said.head)


def _broad(name: Phrase, said: Phrase) -> float:
    """Return the score of an answer that names no thing, or one that could be anything."""
    if name.noun.form or not name.head or name.noun.broad:
        shapes = _shapes(name)
        theirs = _shapes(said)
        return WIDER if not shapes or shapes & theirs or _near("shape", shapes, theirs) else BROAD
    return BROAD


def _form(name: Phrase, said: Phrase) -> float:
    """Return the score of an answer if the name is a shape: another word for that shape, or a thing that has it."""
    mine, theirs = _shapes(name), _shapes(said)
    if said.noun.form:
        if not mine or not theirs:
            return ALIKE
        return NARROWER if mine & theirs or _near("shape", mine, theirs) else 0.0
    inherent = {one.value for one in said.noun.qualities if one.family == "shape"}
    return ALIKE if inherent & mine or _near("shape", mine, inherent) else 0.0


def _shapes(phrase: Phrase) -> set[str]:
    return _values(phrase, "shape")


def _values(phrase: Phrase, family: str) -> set[str]:
    """Return the values of a family said of a thing; those implied by its noun count only if there are no others."""
    said = {one.value for one in phrase.qualities if one.family == family}
    inherent = {one.value for one in phrase.noun.qualities if one.family == family}
    return said | inherent if phrase.noun.form else said or inherent


def _near(family: str, mine: Iterable[str], theirs: Iterable[str]) -> bool:
    near = words().families[family].near if family in words().families else frozenset()
    theirs = tuple(theirs)
    return any(frozenset((one, other)) in near for one in mine for other in theirs)


def _named(name: str, said: str) -> tuple[float, str]:
    if said in _general(name):
        return WIDER, ""
    if name in _general(said):
        return NARROWER, ""
    if not (name.startswith("?") or said.startswith("?")):
        return 0.0, ANOTHER_OBJECT
    mine, theirs = name.removeprefix("?"), said.removeprefix("?")
    if not mine.isascii() and (mine.endswith(theirs) or theirs.endswith(mine)):
        return WIDER, ""
    return _BY_RELATION[relation(name, said)]


_BY_RELATION = {
    "same": (1.0, ""),
    "wider": (WIDER, ""),
    "narrower": (NARROWER, ""),
    "related": (1.0, UNKNOWN_WORD),
    "unknown": (1.0, UNKNOWN_WORD),
    "different": (0.0, ANOTHER_OBJECT),
}


def _general(noun: str) -> list[str]:
    """Return the more general nouns for a noun: 马克杯 is a cup."""
    found: list[str] = []
    while (noun := words().nouns[noun].more_general if noun in words().nouns else "") and len(found) < _MOST:
        found.append(noun)
    return found


def _described(name: Phrase, said: Phrase) -> tuple[float | None, str]:
    """Return the share of the name's qualities that are said, below 0 if others were said; or the contradiction."""
    described = total = 0.0
    more = False
    for weight, share, why in (*_qualities(name, said), *_parts(name, said)):
        if why:
            return None, why
        more |= share < 0
        described, total = described + weight * abs(share), total + weight
    if _is_opaque(name, said) or not _is_made_alike(name, said) or _lacks(name, said):
        return None, ANOTHER_ATTRIBUTE
    if why := _strange_colour(name, said):
        return None, why
    return (None if not total else described / total - 1 if more else described / total), ""


def _qualities(name: Phrase, said: Phrase) -> Iterator[tuple[float, float, str]]:
    """Yield, for each family of a name and each other word, its weight, how much of it is said, and what contradicts."""
    where = standing(name.qualities, said.qualities)
    if where.weight:
        yield where.weight, where.share, ""
    for family in sorted({one.family for one in name.qualities if not _is_position(one)}):
        rule = words().families.get(family, _SIDE)
        yield (rule.weight, *_family(name, said, family, rule))
    named = {said.head.removeprefix("?"), *said.others, *(part.head.removeprefix("?") for part in said.parts)}
    for other in sorted(name.others):
        yield 1.0, float(other in named), ""


def _is_position(one: Quality) -> bool:
    return one.family in RANKS or (one.family == "side" and one.value in SIDES)


def _parts(name: Phrase, said: Phrase) -> Iterator[tuple[float, float, str]]:
    for part in name.parts:
        weight = 2 * _PART if any(one.family == "colour" for one in part.qualities) else _PART
        yield (weight, *_part(part, name, said))


def _lacks(name: Phrase, said: Phrase) -> bool:
    return any(part.head in said.lacking for part in name.parts) or any(
        part.head in name.lacking for part in said.parts
    )


_CLEAR = Quality("clarity", "transparent")


def _is_opaque(name: Phrase, said: Phrase) -> bool:
    """Return whether an answer gives a colour to what is only transparent."""
    if _CLEAR not in name.qualities:
        return False
    mine, theirs = ({one.family for one in phrase.qualities} for phrase in (name, said))
    return "colour" not in mine and "colour" in theirs and "clarity" not in theirs


def _is_made_alike(name: Phrase, said: Phrase) -> bool:
    """Return whether the material of an answer is implied by the name's noun (纸杯)."""
    mine = {one.value for one in name.noun.qualities if one.family == "material"}
    theirs = {one.value for one in said.qualities if one.family == "material"}
    return not (mine and theirs) or bool(mine & theirs)


def _strange_colour(name: Phrase, said: Phrase) -> str:
    """Return the contradiction if a name gives colours to parts only and an answer gives another one to the whole."""
    if not name.parts or any(one.family == "colour" for one in name.qualities):
        return ""
    known = {one.value for part in name.parts for one in part.qualities if one.family == "colour"}
    own = {one.value for one in said.qualities if one.family == "colour"}
    matched = any(part.qualities and _same_part(part, other) for part in name.parts for other in said.parts)
    strange = own and known and not own & known and not _near("colour", known, own)
    return ANOTHER_COLOUR if strange and not matched else ""


def _same_part(one: Phrase, other: Phrase) -> bool:
    return (
        not other.head or one.head == other.head or other.head in _general(one.head) or one.head in _general(other.head)
    )


def _family(name: Phrase, said: Phrase, family: str, rule: Family) -> tuple[float, str]:
    """Return how much of a family is said, below 0 if more is said; or the contradiction."""
    mine = {one.value for one in name.qualities if one.family == family}
    theirs = _values(said, family)
    if not theirs:
        inner = {
            one.value
            for part in said.parts
            if _shows(part, family)
            for one in (*part.qualities, *part.noun.qualities)
            if one.family == family
        }
        return (LOOSE if inner & mine else 0.0), ""
    shared = {one for one in mine if one in theirs or _near(family, (one,), theirs)}
    strange = {one for one in theirs if one not in mine and not _near(family, (one,), mine)}
    if rule.free:
        opposed = any(frozenset((one, other)) in rule.opposed for one in mine for other in theirs)
        return len(shared) / len(mine), ANOTHER_ATTRIBUTE if opposed else ""
    if not shared or len(strange) > len(shared):
        return 0.0, {"colour": ANOTHER_COLOUR, "side": ANOTHER_SIDE}.get(family, ANOTHER_ATTRIBUTE)
    return (-1 if strange else 1) * len(shared) / len(mine), ""


def _shows(part: Phrase, family: str) -> bool:
    """Return whether a part's quality applies to the whole: a red casing makes a thing red, its content does not."""
    return not part.head or part.noun.skin or (part.noun.part and family != "colour")


def _part(part: Phrase, name: Phrase, said: Phrase) -> tuple[float, str]:
    """Return how well a part is described: as a part, or as if it were the whole (an orange multimeter for its casing)."""
    for other in said.parts:
        if _same_part(part, other):
            found, why = _described(part, other)
            return (1.0 if found is None else abs(found)), why
    if any(_excludes(part, other) for other in said.parts):
        return 0.0, ANOTHER_ATTRIBUTE
    families = {one.family for one in name.qualities}
    own = [one for one in part.qualities if one.family not in families]
    if not own:
        return 0.0, ""
    shared = [
        one
        for one in own
        if one.value in _values(said, one.family) or _near(one.family, (one.value,), _values(said, one.family))
    ]
    if not shared and any(_is_opposite(one, _values(said, one.family)) for one in own):
        return 0.0, ANOTHER_ATTRIBUTE
    return LOOSE * len(shared) / len(own), ""


def _excludes(part: Phrase, other: Phrase) -> bool:
    """Return whether two different contents exclude each other: a glass of milk is not one of juice."""
    kind = part.noun.more_general
    return (
        bool(kind) and kind != "thing" and not (part.noun.part or other.noun.part) and kind == other.noun.more_general
    )


def _is_opposite(quality: Quality, theirs: set[str]) -> bool:
    return quality.family == "clarity" and bool(theirs) and quality.value not in theirs


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
    if not related and other.head in _general(one.head):
        related = True
    elif not related and one.head in _general(other.head):
        one, other, related = other, one, True
    if not related and one.noun.form and other.noun.form:
        related = True
    if not related or _contradict(one, other):
        return None
    return with_qualities(one, other)


def _contradict(one: Phrase, other: Phrase) -> bool:
    for family in {quality.family for quality in one.qualities}:
        rule = words().families.get(family, _SIDE)
        mine, theirs = ({q.value for q in phrase.qualities if q.family == family} for phrase in (one, other))
        if theirs and not rule.free and not mine & theirs and not _near(family, mine, theirs):
            return True
    return False


def match_all(names: Sequence[Phrase], said: Sequence[Phrase]) -> Match:
    """Return how well things match the named ones, each used once, in any order."""
    if not said:
        return NOTHING
    if len(names) != len(said) or len(names) > _MOST:
        why = MORE_OBJECTS if len(said) > len(names) else FEWER_OBJECTS
        return Match(0.0, None, why, wrong=True)
    return max((_together(names, order) for order in permutations(said)), key=lambda one: (one.score, one.best))


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
    )
