"""Words for things in sentences: with an article, a colour, a side."""

from collections.abc import Iterable, Mapping

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS
from mindsight.home.questions.facts.facts import Object
from mindsight.home.questions.facts.wording.sides import SIDE_WORDS, Side
from mindsight.home.questions.question import Option, Words


def article(en: str) -> str:
    """Return an English name with its indefinite article."""
    return f"{'an' if en[0] in 'aeiou' else 'a'} {en}"


def some(one: Object) -> Words:
    """Return a thing's name, in English with an indefinite article unless it is a plural."""
    return one.zh, one.en if KINDS[one.kind].plural else article(one.en)


def stands(kind: str, colour: str, side: Side, anchor: str) -> Words:
    """Return the sentence that a thing of a kind, and of a colour if one is given, is on a side of another."""
    what, other, (side_zh, side_en) = KINDS[kind], KINDS[anchor], SIDE_WORDS[side]
    zh = f"{COLOURS[colour].zh}的{what.zh}" if colour else what.zh
    en = f"{COLOURS[colour].en} {what.en}" if colour else what.en
    verb = "are" if what.plural else "is"
    return f"{zh}在{other.zh}的{side_zh}", f"the {en} {verb} to the {side_en} of the {other.en}"


def word_options(keys: Iterable[str], words: Mapping[str, Words]) -> tuple[Option, ...]:
    """Return keys with their words as options."""
    return tuple(Option(key=key, zh=words[key][0], en=words[key][1]) for key in keys)


def offered(answers: Iterable[str], others: Iterable[str], count: int = 4) -> list[str] | None:
    """Return so many keys: all answers that are possible, filled up with others; None if they are too many or too few."""
    found = list(dict.fromkeys(answers))
    if len(found) > count:
        return None
    found += [one for one in others if one not in found][: count - len(found)]
    return found if len(found) == count else None
