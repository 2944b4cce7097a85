"""The colour of the beaker under which a ball is at the end."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.hiding import permanence
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the beaker."""
    colours = {colour for scene in scenes for colour in scene.pictures[-1].more["beakers"].values()}
    for colour in permanence.ball_colours(scenes, rng):
        yield Proposal(
            asked=({"colour": colour},),
            fields={"ball": permanence.ball_words(colour)},
            options=colour_options(shuffled(rng, sorted(colours))),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the beaker's colour."""
    found = permanence.answer(asked, scene)
    if not isinstance(found, Found):
        return found
    return found._replace(value=scene.pictures[-1].more["beakers"][found.value])


PERMANENCE_COLOUR = register(
    QuestionClass(
        key="commonsense.permanence_colour",
        version=1,
        title=("小球在什么颜色的杯子下面", "the colour of the beaker that hides the ball"),
        ability=("物体持久性", "object permanence"),
        scenes="hiding",
        form="choice",
        wordings=(
            (
                "图片按时间先后排列，杯子扣住小球以后只在桌上滑动。最后扣着{ball}的杯子是什么颜色？",
                "The pictures follow in time; a beaker over a ball only slides. Which colour has the one over the {ball} in the end?",
            ),
            (
                "杯子带着扣住的小球在桌上滑动。到最后，{ball}藏在什么颜色的杯子下面？",
                "Beakers slide on the table with what they cover. In the end, what colour is the beaker that hides the {ball}?",
            ),
            (
                "杯子落下后没有再抬起过。看完这组图，要找到{ball}，该掀开什么颜色的杯子？",
                "Once down, no beaker was lifted again. After these pictures, which colour of beaker must be lifted to find the {ball}?",
            ),
            (
                "请依次看这几张图，说出罩住{ball}的杯子的颜色。",
                "Look at the pictures in order and name the colour of the beaker that covers the {ball}.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("time", "colour"),
        margins=permanence.PERMANENCE.margins,
    )
)
