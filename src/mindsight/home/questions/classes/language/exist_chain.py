"""Whether a thing of a kind is on one side of another."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import some
from mindsight.home.questions.facts.wording.sides import SIDE_WORDS, beside


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each kind on each side of each other one."""
    for (one, anchor), side in shuffled(rng, product(permutations(things(scenes), 2), SIDE_WORDS)):
        yield Proposal(
            asked=({"kind": one.kind, "anchor": anchor.kind, "side": side},),
            fields={"thing": some(one), "anchor": (anchor.zh, anchor.en), "side": SIDE_WORDS[side]},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with yes if one or more of the kind are on the side."""

    def about(anchor: Object) -> Answer:
        found = beside(scene.only, anchor, only=asked["kind"])
        if isinstance(found, Unclear):
            return found
        fitting = found.on(asked["side"])
        return Found("yes" if fitting else "no", tuple((0, one.name) for one in (anchor, *fitting)))

    return meaning(scene.only, (Meant(asked["anchor"]),), about)


EXIST_CHAIN = register(
    QuestionClass(
        key="language.exist_chain",
        version=1,
        title=("视觉问答：筛选并判断有无", "visual question: filter and say whether there is one"),
        ability=("视觉问答", "visual question answering"),
        scenes="tabletop",
        form="yes_no",
        wordings=(
            (
                "从你的角度看，桌上{anchor}的{side}有{thing}吗？",
                "As you see it, do you find {thing} to the {side} of the {anchor} on the table?",
            ),
            (
                "看桌上的{anchor}：它的{side}有没有{thing}？",
                "Look to the {side} of the {anchor} on the table: can you see {thing} there?",
            ),
            (
                "在画面中{anchor}{side}的桌面上，能找到{thing}吗？",
                "Does the picture show {thing} on the table to the {side} of the {anchor}?",
            ),
            (
                "请看{anchor}的{side}，那里放着{thing}吗？",
                "To the {side} of the {anchor}, does the table hold {thing}?",
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
    )
)
