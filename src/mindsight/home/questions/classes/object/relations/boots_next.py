"""The colour of the boots next to a pair in a row, to the left or to the right."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.relations.neighbour import SIDES
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered

BOOTS = "boots"


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the neighbour of the boots of each colour on each side."""
    tones = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == BOOTS})
    for tone, side in shuffled(rng, product(tones, SIDES)):
        asked = {"colour": tone, "side": side}
        options = offered(possible(answer, asked, scenes), shuffled(rng, tones), len(tones))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"colour": (COLOURS[tone].zh, COLOURS[tone].en), "side": SIDES[side]},
                options=colour_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the next pair on that side; nothing is beyond the ends of the row."""
    facts = scene.only
    row = [one for one in facts.objects if one.kind == BOOTS]
    if any(not clear(one) for one in row):
        return Unclear("a pair is not seen well")
    row.sort(key=lambda one: facts.seen_from(one.at)[0])

    def beside(one: Object) -> Answer:
        place = row.index(one) + (1 if asked["side"] == "right" else -1)
        if not 0 <= place < len(row):
            return Cannot("false_premise")
        return Found(row[place].colour, ((0, one.name), (0, row[place].name)))

    return meaning(facts, (Meant(BOOTS, asked["colour"]),), beside)


BOOTS_NEXT = register(
    QuestionClass(
        key="object.boots_next",
        version=1,
        title=("紧挨着的靴子是什么颜色", "the colour of the boots next to a pair"),
        ability=("相对位置：左右相邻", "relative position: next to"),
        scenes="boots",
        form="choice",
        wordings=(
            (
                "从你的角度看，紧挨在{colour}靴子{side}边的那双靴子是什么颜色？",
                "As you see it, what colour are the boots right next to the {colour} pair, on its {side}?",
            ),
            (
                "这一排靴子里，{colour}的{side}侧下一双是哪种颜色（以画面为准）？",
                "In this row, which colour has the next pair to the {side} of the {colour} boots in the picture?",
            ),
            (
                "找到{colour}的那双靴子，它{side}边相邻的一双是什么颜色的？",
                "Find the {colour} boots. Of what colour is the pair that follows them on the {side}?",
            ),
            (
                "请说出画面中{colour}靴子{side}手边第一双靴子的颜色。",
                "Name the colour of the first pair to the {side} of the {colour} boots in the picture.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "sides"),
        margins=(
            "靴子排成一行，相邻两双相距29厘米，都露出至少60%；颜色取自名称各异的调色板",
            "the boots stand in one row, 29 cm from pair to pair, 60 % of each is visible; colours with different names",
        ),
    )
)
