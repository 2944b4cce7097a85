"""Which of four sentences fits the picture: they differ in the colour of a thing or in its side."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import stands
from mindsight.home.questions.facts.wording.sides import PLAIN, SIDE_WORDS, side_of
from mindsight.home.questions.question import Option


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Offer two colours of a thing, on two sides of another."""
    for one, anchor in shuffled(rng, permutations(things(scenes), 2)):
        if one.kind not in PLAIN:
            continue
        had = sorted({o.colour for scene in scenes for o in scene.only.objects if o.kind == one.kind})
        others = [colour for colour in shuffled(rng, KINDS[one.kind].colours) if colour not in had]
        colours = [*shuffled(rng, had), *others][:2]
        options = [
            Option(
                key=f"{colour} {side}",
                zh=f"{zh}。",
                en=f"{en[0].upper()}{en[1:]}.",
            )
            for colour, side in product(colours, SIDE_WORDS)
            for zh, en in (stands(one.kind, colour, side, anchor.kind),)
        ]
        yield Proposal(
            asked=({"kind": one.kind, "anchor": anchor.kind, "colours": colours},),
            options=tuple(shuffled(rng, options)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the sentence whose colour and side are right; none fits without one thing of each kind and a colour on offer."""

    def about(one: Object, anchor: Object) -> Answer:
        side = side_of(scene.only, one, anchor)
        if side is None:
            return Unclear("neither clearly to the left nor to the right")
        if one.colour not in asked["colours"]:
            return Cannot("false_premise")
        return Found(f"{one.colour} {side}", ((0, one.name), (0, anchor.name)))

    return meaning(scene.only, (Meant(asked["kind"]), Meant(asked["anchor"])), about)


SENTENCE = register(
    QuestionClass(
        key="language.sentence",
        version=1,
        title=("选出相符的句子", "which sentence fits"),
        ability=("图文匹配：一词之差", "image–text match: one word changed"),
        scenes="tabletop",
        form="choice",
        wordings=(
            (
                "下面哪句话描述的是这幅画面？（左右以观察者为准）",
                "Which of these sentences describes the picture? (Left and right are the viewer's.)",
            ),
            (
                "以你看到的左右为准，哪个句子与画面相符？",
                "With left and right as you see them, which sentence agrees with the picture?",
            ),
            (
                "这几句话只差一两个词，哪一句说对了？左右以画面为准。",
                "These sentences differ in a word or two. Which one is right? Left and right are those of the picture.",
            ),
            (
                "请选出符合画面的描述（从你的角度看左右）。",
                "Choose the description that fits the picture (left and right from where you look).",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour", "sides"),
        margins=(
            "物体露出至少60%；横向相隔至少5厘米，偏离正前正后至少15°，画面中相隔2.5%；颜色取自名称各异的调色板",
            "60 % of each thing visible; 5 cm apart sideways, 15° off the line of sight, 2.5 % of the picture; named colours",
        ),
    )
)
