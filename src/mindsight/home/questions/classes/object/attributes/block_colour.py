"""The colour of the toy block of a form."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.attributes.toy_blocks import FORMS, colours
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import colour_options, possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the colour of the block of each form."""
    for key in shuffled(rng, FORMS):
        right = possible(answer, {"form": key}, scenes)
        others = [colour for colour in shuffled(rng, colours(scenes)) if colour not in right]
        options = offered(right, others)
        if options is not None:
            yield Proposal(
                asked=({"form": key},),
                fields={"form": FORMS[key]},
                options=colour_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of a block of the form."""

    def colour(one: Object) -> Answer:
        return Found(one.colour, ((0, one.name),))

    return meaning(scene.only, (Meant(asked["form"]),), colour)


BLOCK_COLOUR = register(
    QuestionClass(
        key="object.block_colour",
        version=1,
        title=("某种形状的积木的颜色", "colour of the block of a form"),
        ability=("属性：颜色、形状", "attributes: colour, shape"),
        scenes="blocks",
        form="choice",
        wordings=(
            ("{form}积木是什么颜色的？", "What colour is the {form} among the toy blocks?"),
            ("桌上的积木里，{form}的那块是哪种颜色？", "Among the blocks on the table, what colour is the {form}?"),
            ("请找出{form}积木，它是什么颜色？", "Find the {form} among the toy blocks: what is its colour?"),
            ("形状为{form}的积木是什么颜色？", "Of the toy blocks, look at the {form}: which colour is it?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour"),
        margins=(
            "积木露出至少60%，外框短边至少18像素；同形的两块颜色不同",
            "at least 60 % of the block is visible, 18 pixels on its shorter side; two blocks of the form differ in colour",
        ),
    )
)
