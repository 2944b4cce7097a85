"""Which of two pictures a sentence about the side of a thing fits."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.wording.fitting import WHICH, which
from mindsight.home.questions.facts.wording.phrases import stands
from mindsight.home.questions.facts.wording.sides import SIDE_WORDS, side_of


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Say of each thing that it is on a side of each other one."""
    for (one, anchor), side in shuffled(rng, product(permutations(things(scenes), 2), SIDE_WORDS)):
        zh, en = stands(one.kind, "", side, anchor.kind)
        yield Proposal(
            asked=({"kind": one.kind, "anchor": anchor.kind, "side": side},),
            fields={"sentence": (zh, f"{en[0].upper()}{en[1:]}")},
            options=WHICH,
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only picture that the sentence fits."""
    return which(scene, asked["kind"], lambda facts: _fits(facts, asked))


def _fits(facts: Facts, asked: Asked) -> bool | Unclear:
    ones, anchors = ([o for o in facts.objects if o.kind == kind] for kind in (asked["kind"], asked["anchor"]))
    if not all(clear(one) for one in (*ones, *anchors)):
        return Unclear("not seen well")
    sides = {side_of(facts, one, anchor) for one in ones for anchor in anchors}
    if len(sides) > 1 or None in sides:
        return Unclear("neither clearly to the left nor to the right")
    return sides == {asked["side"]}


MATCH = register(
    QuestionClass(
        key="language.match",
        version=1,
        title=("哪幅图相符：位置", "which picture: place"),
        ability=("图文匹配：文本与哪幅图一致", "image–text match: which picture agrees with the text"),
        scenes="pairs",
        form="choice",
        wordings=(
            (
                "哪幅图与这句话相符？“从观察者看，{sentence}。”",
                "Which picture agrees with this sentence? “{sentence}, as the viewer sees it.”",
            ),
            (
                "“{sentence}。”（左右以观察者为准）这说的是哪一幅图？",
                "“{sentence}.” (Left and right are the viewer's.) Which of the pictures is that about?",
            ),
            (
                "两幅图中，哪一幅符合描述“{sentence}”（左右以画面为准）？",
                "Which of the two pictures fits the description “{sentence}” (left and right as in the picture)?",
            ),
            (
                "请选出与描述一致的图：{sentence}（从你的角度看）。",
                "Choose the picture that fits: {sentence}, from where you look.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides", "time"),
        margins=(
            "物体露出至少60%；左右相隔至少5厘米、15°，画面中2.5%；颜色取自名称各异的调色板",
            "60 % of each thing visible; left and right 5 cm and 15° apart, 2.5 % of the picture; colours with different names",
        ),
    )
)
