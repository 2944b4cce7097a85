"""Compare what is said of a thing with what its name says of it, quality by quality and part by part."""

from collections.abc import Iterable, Iterator

from mindsight.vsig.language.reader.comparing.positions import SIDES, standing
from mindsight.vsig.language.reader.comparing.reasons import ANOTHER_ATTRIBUTE, ANOTHER_COLOUR, ANOTHER_SIDE
from mindsight.vsig.language.reader.counting import RANKS
from mindsight.vsig.language.reader.lexicon import relation
from mindsight.vsig.language.reader.reading import Phrase
from mindsight.vsig.language.reader.words import Family, Quality, words

LOOSE = 0.8
"""Share of a part's quality that is said of the whole thing."""
SIDE = Family(weight=2.0, near=frozenset(), free=False, opposed=frozenset())
_PART = 1.0
_MOST = 5


def compared(name: Phrase, said: Phrase) -> tuple[float | None, str]:
    """Return the share of the name's qualities that are said, below 0 if others were said; or the contradiction."""
    described = total = 0.0
    more = False
    for weight, share, why in (*_qualities(name, said), *_parts(name, said)):
        if why:
            return None, why
        more |= share < 0
        described, total = described + weight * abs(share), total + weight
    if any(frozenset((one, other)) in words().excluded for one in name.qualities for other in said.qualities):
        return None, ANOTHER_ATTRIBUTE
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
        rule = words().families.get(family, SIDE)
        yield (rule.weight, *_family(name, said, family, rule))
    for other in sorted(name.others):
        yield 1.0, float(other not in unsaid(name, said)), ""


def unsaid(name: Phrase, said: Phrase) -> frozenset[str]:
    """Return the modifiers of a name that an answer does not say in any words."""
    named = {_as_head(said.head), *map(_as_head, said.others), *(_as_head(part.head) for part in said.parts)}
    return frozenset(one for one in name.others if not any(_means(_as_head(one), other) for other in named))


def _as_head(word: str) -> str:
    return word if not word or word.startswith("?") or word in words().nouns else f"?{word}"


def _means(one: str, other: str) -> bool:
    return one == other or (bool(other) and relation(one, other) in ("same", "wider", "narrower"))


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
    matched = any(part.qualities and same_part(part, other) for part in name.parts for other in said.parts)
    strange = own and known and not own & known and not near("colour", known, own)
    return ANOTHER_COLOUR if strange and not matched else ""


def same_part(one: Phrase, other: Phrase) -> bool:
    """Return whether two parts are, or may be, of the same kind."""
    if not other.head or one.head == other.head or one.head in other.also or other.head in one.also:
        return True
    if other.head in general(one.head) or one.head in general(other.head):
        return True
    return "?" in one.head[:1] + other.head[:1] and relation(one.head, other.head) == "same"


def _family(name: Phrase, said: Phrase, family: str, rule: Family) -> tuple[float, str]:
    """Return how much of a family is said, below 0 if more is said; or the contradiction."""
    mine = {one.value for one in name.qualities if one.family == family}
    theirs = values(said, family)
    if not theirs:
        inner = {
            one.value
            for part in said.parts
            if _shows(part, family)
            for one in (*part.qualities, *part.noun.qualities)
            if one.family == family
        }
        return (LOOSE if inner & mine else 0.0), ""
    shared = {one for one in mine if one in theirs or near(family, (one,), theirs)}
    strange = {one for one in theirs if one not in mine and not near(family, (one,), mine)}
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
        if same_part(part, other):
            found, why = compared(part, other)
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
        if one.value in values(said, one.family) or near(one.family, (one.value,), values(said, one.family))
    ]
    if not shared and any(_is_opposite(one, values(said, one.family)) for one in own):
        return 0.0, ANOTHER_ATTRIBUTE
    return LOOSE * len(shared) / len(own), ""


def _excludes(part: Phrase, other: Phrase) -> bool:
    """Return whether two different contents exclude each other: a glass of milk is not one of juice."""
    kind = part.noun.more_general
    if kind == other.noun.more_general == "thing" and not (part.noun.part or other.noun.part or other.noun.broad):
        return True  # A box of nuts is none of screws.
    return (
        bool(kind) and kind != "thing" and not (part.noun.part or other.noun.part) and kind == other.noun.more_general
    )


def _is_opposite(quality: Quality, theirs: set[str]) -> bool:
    return quality.family == "clarity" and bool(theirs) and quality.value not in theirs


def shapes(phrase: Phrase) -> set[str]:
    """Return the shapes of a thing."""
    return values(phrase, "shape")


def values(phrase: Phrase, family: str) -> set[str]:
    """Return the values of a family said of a thing; those implied by its noun count only if there are no others."""
    said = {one.value for one in phrase.qualities if one.family == family}
    inherent = {one.value for one in phrase.noun.qualities if one.family == family}
    return said | inherent if phrase.noun.form else said or inherent


def near(family: str, mine: Iterable[str], theirs: Iterable[str]) -> bool:
    """Return whether a value of a family may stand for another one."""
    alike = words().families[family].near if family in words().families else frozenset()
    theirs = tuple(theirs)
    return any(frozenset((one, other)) in alike for one in mine for other in theirs)


def general(noun: str) -> list[str]:
    """Return the more general nouns for a noun: 马克杯 is a cup."""
    found: list[str] = []
    while (noun := words().nouns[noun].more_general if noun in words().nouns else "") and len(found) < _MOST:
        found.append(noun)
    return found
