"""Which of two pictures shows exactly one thing of a kind."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.wording.fitting import WHICH, which


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for exactly one of each kind."""
    for one in shuffled(rng, things(scenes)):
        if KINDS[one.kind].plural:
            continue
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=WHICH)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only picture that shows exactly one."""
    return which(scene, asked["kind"], lambda facts: _fits(facts, asked))


def _fits(facts: Facts, asked: Asked) -> bool | Unclear:
    ones = [one for one in facts.objects if one.kind == asked["kind"]]
    return len(ones) == 1 if all(clear(one) for one in ones) else Unclear("not seen well")


MATCH_ONE = register(
    QuestionClass(
        key="language.match_one",
        version=1,
        title=("哪幅图相符：数量", "which picture: number"),
        ability=("图文匹配：文本与哪幅图一致", "image–text match: which picture agrees with the text"),
        scenes="pairs",
        form="choice",
        wordings=(
            (
                "哪幅图里恰好只有一个{thing}？",
                "Which picture shows exactly one {thing}?",
            ),
            (
                "两幅图中，哪一幅的桌上不多不少只有一个{thing}？",
                "In which of the two pictures is there one {thing} on the table, no more and no fewer?",
            ),
            (
                "“桌上有且只有一个{thing}。”这句话符合哪幅图？",
                "“There is exactly one {thing} on the table.” Which picture does that fit?",
            ),
            (
                "数一数每幅图里有几个{thing}：哪幅图里的数目正好是一？",
                "For each picture, count how often a thing of the kind “{thing}” is on the table. Where is the number one?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "time"),
        margins=(
            "物体露出至少60%；左右相隔至少5厘米、15°，画面中2.5%；颜色取自名称各异的调色板",
            "60 % of each thing visible; left and right 5 cm and 15° apart, 2.5 % of the picture; colours with different names",
        ),
    )
)
