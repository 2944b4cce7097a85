"""The outline of the biscuit with icing of a colour."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.biscuits import KIND

OUTLINES: Mapping[str, Words] = {
    "round": ("圆形", "round"),
    "square": ("正方形", "square"),
    "triangle": ("三角形", "triangular"),
    "heart": ("心形", "heart-shaped"),
    "star": ("五角星形", "star-shaped"),
    "moon": ("月牙形", "crescent-shaped"),
}
MARGINS: Words = (
    "饼干露出至少60%，外框短边至少18像素；六种外形各不相同",
    "at least 60 % of the biscuit is visible, 18 pixels on its shorter side; the six outlines differ plainly",
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the biscuit of each colour."""
    for colour in shuffled(
        rng, sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == KIND})
    ):
        options = offered(possible(answer, {"colour": colour}, scenes), shuffled(rng, OUTLINES))
        if options is not None:
            yield Proposal(
                asked=({"colour": colour},),
                fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)},
                options=word_options(shuffled(rng, options), OUTLINES),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the outline of a biscuit of the colour."""

    def outline(one: Object) -> Answer:
        return Found(one.shape, ((0, one.name),))

    return meaning(scene.only, (Meant(KIND, asked["colour"]),), outline)


OUTLINE = register(
    QuestionClass(
        key="object.outline",
        version=1,
        title=("饼干的外形", "outline of a biscuit"),
        ability=("属性：形状", "attributes: shape"),
        scenes="biscuits",
        form="choice",
        wordings=(
            ("抹了{colour}糖霜的饼干是什么形状？", "What shape is the biscuit with {colour} icing?"),
            ("桌上{colour}的那块饼干是哪种外形？", "Which outline has the {colour} biscuit on the table?"),
            ("做{colour}饼干用的是什么形状的模子？", "Which shape had the cutter that made the {colour} biscuit?"),
            ("请看{colour}糖霜的饼干，说出它的形状。", "Look at the biscuit with {colour} icing and name its shape."),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "kinds"),
        margins=MARGINS,
    )
)
