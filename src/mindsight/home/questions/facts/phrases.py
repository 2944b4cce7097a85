"""Words for things in sentences: with an article, a colour, a side."""

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS
from mindsight.home.questions.facts.facts import Object
from mindsight.home.questions.facts.sides import SIDE_WORDS, Side
from mindsight.home.questions.question import Words


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
