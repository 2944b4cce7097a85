"""What stands next to a thing on its shelf, to the left or to the right."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.relations.shelf_rows import row
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, possible, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered

SIDES = {"left": ("左", "left"), "right": ("右", "right")}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the neighbour of each thing on each side."""
    kinds = {one.kind: one for one in things(scenes)}
    for kind, side in shuffled(rng, product(kinds, SIDES)):
        asked = {"kind": kind, "side": side}
        right = possible(answer, asked, scenes)
        rest = [other for other in shuffled(rng, kinds) if other not in {*right, kind}]
        options = offered(right, rest)
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"thing": (kinds[kind].zh, kinds[kind].en), "side": SIDES[side]},
                options=kind_options(kinds[key] for key in shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the next thing on that side of the shelf."""
    facts = scene.only

    def beside(one: Object) -> Answer:
        together = row(facts, one)
        if isinstance(together, Unclear):
            return together
        place = together.index(one) + (1 if asked["side"] == "right" else -1)
        if not 0 <= place < len(together):
            return Cannot("false_premise")
        return Found(together[place].kind, ((0, one.name), (0, together[place].name)))

    return meaning(facts, (Meant(asked["kind"]),), beside)


NEIGHBOUR = register(
    QuestionClass(
        key="object.neighbour",
        version=1,
        title=("紧挨着的东西", "what is next to a thing"),
        ability=("相对位置：左右相邻", "relative position: next to"),
        scenes="shelf",
        form="choice",
        wordings=(
            (
                "从你的角度看，书架上紧挨着{thing}{side}边的是什么？",
                "From where you look, what is the next thing to the {side} of the {thing} on its shelf?",
            ),
            (
                "画面中，同一层上{thing}的{side}边紧接着放的是什么东西？",
                "In the picture, which thing comes next to the {side} of the {thing} on the same shelf?",
            ),
            (
                "{thing}{side}手边的下一样东西是什么（以你看到的方向为准）？",
                "As you see it, which thing is the immediate {side} neighbour of the {thing}?",
            ),
            (
                "请说出画面中{thing}{side}侧、同一层上离它最近的东西。",
                "Name the nearest thing on the same shelf to the {side} of the {thing} in the picture.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        margins=(
            "这一层的每样东西露出至少60%，外框短边至少18像素，彼此相距至少3.5厘米",
            "at least 60 % of everything on the shelf is visible, 18 pixels on its shorter side, 3.5 cm from the next thing",
        ),
    )
)
