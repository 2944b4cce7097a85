"""The form of the block of a colour."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.attributes.toy_blocks import FORMS, coloured, colours, form_options
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.phrases import offered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the form of the block of each colour."""
    for key in shuffled(rng, colours(scenes)):
        right = possible(answer, {"colour": key}, scenes)
        others = [form for form in shuffled(rng, FORMS) if form not in right]
        options = offered(right, others)
        if options is not None:
            yield Proposal(
                asked=({"colour": key},),
                fields={"colour": (COLOURS[key].zh, COLOURS[key].en)},
                options=form_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the form of a block of the colour."""

    def form(one: Object) -> Answer:
        return Found(one.kind, ((0, one.name),))

    return coloured(scene.only, asked["colour"], program=form)


SHAPE = register(
    QuestionClass(
        key="object.shape",
        version=1,
        title=("积木的形状", "form of a toy block"),
        ability=("属性：形状", "attributes: shape"),
        scenes="blocks",
        form="choice",
        wordings=(
            ("{colour}积木是什么形状？", "What form has the {colour} block?"),
            ("桌上那块{colour}的积木是哪种形状？", "Which shape is the {colour} toy block on the table?"),
            ("请说出{colour}积木的形状。", "Name the shape of the {colour} block."),
            (
                "看一看{colour}的积木：它属于下面哪一种形状？",
                "Look at the {colour} block: which of these shapes is it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour"),
        margins=(
            "积木露出至少60%，外框短边至少18像素；同色的两块形状不同",
            "at least 60 % of the block is visible, 18 pixels on its shorter side; two blocks of the colour differ in form",
        ),
    )
)
