"""Whether a sentence about the colour and the side of a thing is true of the picture."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.sides import PLAIN, SIDE_WORDS, side_of


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Say of each thing of a plain colour, in turn of each colour it has in a scene, that it is on a side of another thing."""
    colours: dict[str, set[str]] = {}
    for scene in scenes:
        for one in scene.only.objects:
            if one.kind in PLAIN and not KINDS[one.kind].plural:
                colours.setdefault(one.kind, set()).add(one.colour)
    for (one, anchor), side in shuffled(rng, product(permutations(things(scenes), 2), SIDE_WORDS)):
        for colour in shuffled(rng, sorted(colours.get(one.kind, ()))):
            yield Proposal(
                asked=({"kind": one.kind, "colour": colour, "anchor": anchor.kind, "side": side},),
                fields={
                    "thing": (one.zh, one.en),
                    "colour": (COLOURS[colour].zh, COLOURS[colour].en),
                    "anchor": (anchor.zh, anchor.en),
                    "side": SIDE_WORDS[side],
                },
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with yes if both the colour and the side are right."""

    def about(one: Object, anchor: Object) -> Answer:
        side = side_of(scene.only, one, anchor)
        if side is None:
            return Unclear("neither clearly to the left nor to the right")
        true = side == asked["side"] and one.colour == asked["colour"]
        return Found("yes" if true else "no", ((0, one.name), (0, anchor.name)))

    return meaning(scene.only, (Meant(asked["kind"]), Meant(asked["anchor"])), about)


TRUTH = register(
    QuestionClass(
        key="language.truth",
        version=1,
        title=("句子是否属实", "is the sentence true"),
        ability=("图文匹配：文本描述是否与图像一致", "image–text match: does the text agree with the picture"),
        scenes="tabletop",
        form="yes_no",
        wordings=(
            (
                "这句话与画面相符吗？“从观察者看，桌上的{thing}是{colour}的，在{anchor}的{side}。”",
                "Does this agree with the picture? “As the viewer sees it, the {thing} is {colour} and to the {side} of the {anchor}.”",
            ),
            (
                "有人这样描述画面：“{thing}是{colour}的，位于{anchor}的{side}（以观察者的方向为准）。”他说得对吗？",
                "Somebody says: “The {thing} is {colour} and, in the viewer's directions, {side} of the {anchor}.” Is that right?",
            ),
            (
                "判断正误：画面中的{thing}是{colour}的，并且从你的角度看在{anchor}的{side}。",
                "True or false: the {thing} in the picture is {colour} and, as you see it, to the {side} of the {anchor}.",
            ),
            (
                "从你的角度看，{thing}在{anchor}的{side}，而且是{colour}的。这个说法属实吗？",
                "As you see it, the {thing} is to the {side} of the {anchor}, and it is {colour}. Is this statement true?",
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
