"""The colour of a thing named by its kind."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning

PLAIN = frozenset(
    {"mug", "bowl", "plate", "teapot", "book", "wallet", "torch", "alarm_clock", "phone", "power_bank", "tissue_box",
     "milk_carton", "toy_car", "toy_train", "umbrella", "first_aid_kit", "wool_hat", "candle", "tea_tin"}
)  # fmt: skip
"""Kinds with one colour by which anyone would call them."""
OPTIONS = 4


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the colour of a thing of each kind."""
    for one in shuffled(rng, things(scenes)):
        if one.kind in PLAIN:
            palette = KINDS[one.kind].colours
            seen = {other.colour for scene in scenes for other in scene.only.objects if other.kind == one.kind}
            others = [colour for colour in shuffled(rng, palette) if colour not in seen]
            offered = shuffled(rng, [*sorted(seen), *others][:OPTIONS])
            if len(offered) == OPTIONS:
                yield Proposal(
                    asked=({"kind": one.kind},),
                    fields={"thing": (one.zh, one.en)},
                    options=colour_options(offered),
                )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's colour."""

    def colour(one: Object) -> Answer:
        return Found(one.colour, ((0, one.name),))

    return meaning(scene.only, (Meant(asked["kind"]),), colour)


COLOUR = register(
    QuestionClass(
        key="object.colour",
        version=1,
        title=("物体的颜色", "colour of a thing"),
        ability=("属性：颜色", "attributes: colour"),
        scenes="tabletop",
        form="choice",
        wordings=(
            ("{thing}是什么颜色的？", "What colour is the {thing}?"),
            ("桌上的{thing}是哪种颜色？", "Which colour is the {thing} on the table?"),
            ("请看桌上的{thing}，它是什么颜色？", "Look at the {thing} on the table: what is its colour?"),
            ("请说出{thing}的颜色。", "Name the colour of the {thing}."),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=(
            "物体露出至少60%，外框短边至少18像素；颜色取自名称各异的调色板",
            "at least 60 % of the thing is visible, 18 pixels on its shorter side; colours of the palette have different names",
        ),
    )
)
