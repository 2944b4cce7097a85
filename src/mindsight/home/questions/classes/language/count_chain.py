"""How many things are on one side of another."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.sides import SIDE_WORDS, beside


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the number of things on each side of each thing."""
    for one, side in shuffled(rng, product(things(scenes), SIDE_WORDS)):
        yield Proposal(
            asked=({"kind": one.kind, "side": side},),
            fields={"thing": (one.zh, one.en), "side": SIDE_WORDS[side]},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number of things on the side."""

    def about(anchor: Object) -> Answer:
        found = beside(scene.only, anchor)
        if isinstance(found, Unclear):
            return found
        counted = found.on(asked["side"])
        return Found(float(len(counted)), tuple((0, one.name) for one in (anchor, *counted)))

    return meaning(scene.only, (Meant(asked["kind"]),), about)


COUNT_CHAIN = register(
    QuestionClass(
        key="language.count_chain",
        version=1,
        title=("视觉问答：筛选并计数", "visual question: filter and count"),
        ability=("视觉问答", "visual question answering"),
        scenes="spread",
        form="number",
        wordings=(
            (
                "从你的角度看，桌上有几样东西在{thing}的{side}？",
                "As you see it, how many things on the table are to the {side} of the {thing}?",
            ),
            (
                "数一数：桌面上{thing}{side}的东西一共有几样？",
                "Count the things on the table that lie or stand to the {side} of the {thing}.",
            ),
            (
                "以{thing}为界，它{side}的桌面上有多少样东西？",
                "Take the {thing}: how many things on the table are {side} of it?",
            ),
            (
                "画面中，桌上位于{thing}{side}的物品有几样？",
                "In the picture, what is the number of things on the table to the {side} of the {thing}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        helped_by=("depth",),
        margins=(
            "每样东西都明显在左或在右：横向至少5厘米，偏离正前正后至少15°，画面中也至少相隔2.5%",
            "each thing is clearly left or right: 5 cm sideways, 15° off the line of sight, 2.5 % apart in the picture",
        ),
        chance=0.25,
    )
)
