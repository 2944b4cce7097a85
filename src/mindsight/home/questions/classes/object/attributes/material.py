"""What a thing is made of."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.catalogue.wares import HEIGHTS_CM
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option

MATERIALS = (
    Option(key="wood", zh="木头", en="wood"),
    Option(key="metal", zh="金属", en="metal"),
    Option(key="glass", zh="玻璃", en="glass"),
    Option(key="china", zh="陶瓷", en="china"),
)
LEAST_PX, LEAST_SHOWN = 32.0, 0.85
"""Least shorter side, pixels, and visible share of a thing whose material is asked for: without its foot a goblet looks like a cup."""


def plain(one: Object) -> bool:
    """Return whether what a thing is and consists of can be seen."""
    return one.side_px >= LEAST_PX and one.shown >= LEAST_SHOWN


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the material of each kind that comes in all of them."""
    for one in shuffled(rng, things(scenes)):
        if one.kind in HEIGHTS_CM:
            yield Proposal(
                asked=({"kind": one.kind},),
                fields={"thing": (one.zh, one.en)},
                options=tuple(shuffled(rng, MATERIALS)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the material of a thing of the kind."""

    def material(one: Object) -> Answer:
        return Found(one.material, ((0, one.name),)) if plain(one) else Unclear("it is small, or a part is hidden")

    return meaning(scene.only, (Meant(asked["kind"]),), material)


MATERIAL = register(
    QuestionClass(
        key="object.material",
        version=3,
        title=("物体的材质", "material of a thing"),
        ability=("属性：材质", "attributes: material"),
        scenes="wares",
        form="choice",
        wordings=(
            ("{thing}是什么材质的？", "What is the {thing} made of?"),
            ("桌上的{thing}是用什么做的？", "Which material is the {thing} on the table made from?"),
            ("请看{thing}，它的材质是哪一种？", "Look at the {thing}: of which of these materials is it?"),
            ("请说出{thing}的材质。", "Name the material of the {thing}."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "物体露出至少85%，外框短边至少32像素；木纹、金属光泽、透明和青花各不相同",
            "at least 85 % of the thing is visible, 32 pixels on its shorter side; grain, shine, clearness and glaze differ plainly",
        ),
    )
)
