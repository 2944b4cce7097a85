"""Under which of three beakers that change places a ball is at the end, by the beaker's place."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option, Words

OPTIONS = (
    ("left", "左边的杯子下面", "under the left beaker"),
    ("middle", "中间的杯子下面", "under the middle beaker"),
    ("right", "右边的杯子下面", "under the right beaker"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the ball of each colour."""
    for colour in ball_colours(scenes, rng):
        options = tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in OPTIONS)))
        yield Proposal(asked=({"colour": colour},), fields={"ball": ball_words(colour)}, options=options)


def ball_colours(scenes: Sequence[Scene], rng: Generator) -> list[str]:
    """Return the colours of balls in the scenes in random order."""
    return shuffled(rng, sorted({scene.pictures[-1].more["ball"]["colour"] for scene in scenes}))


def ball_words(colour: str) -> Words:
    """Return the name of a ball of a colour."""
    return f"{COLOURS[colour].zh}小球", f"{COLOURS[colour].en} ball"


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only beaker that has a ball of the colour under it."""
    more = scene.pictures[-1].more
    ball = more["ball"]
    if ball["colour"] != asked["colour"]:
        return Cannot("absent")
    if len(ball["places"]) != 1:
        return Cannot("ambiguous" if ball["places"] else "missing_information")
    (place,) = ball["places"]
    return Found(place, ((len(scene.pictures) - 1, f"beaker_{more['beakers'][place]}"),))


PERMANENCE = register(
    QuestionClass(
        key="commonsense.permanence",
        version=1,
        title=("小球现在在哪个杯子下面", "where the hidden ball is now"),
        ability=("物体持久性", "object permanence"),
        scenes="hiding",
        form="choice",
        wordings=(
            (
                "图片按时间先后排列，杯子扣住小球以后只在桌上滑动。最后一张里，{ball}在哪个杯子下面？",
                "The pictures follow in time; a beaker over a ball only slides. In the last one, under which beaker is the {ball}?",
            ),
            (
                "杯子带着扣住的小球在桌上滑动，换了位置。到最后，{ball}在哪个杯子底下？",
                "Beakers slide on the table with what they cover and change places. Under which one is the {ball} in the end?",
            ),
            (
                "请依次看这几张图，杯子落下后没有再抬起过：{ball}最后在什么位置？",
                "Look at the pictures in order; once down, no beaker was lifted again. Where is the {ball} in the end?",
            ),
            (
                "杯子放下后一直贴着桌面移动。看完这组图，该掀开哪个杯子才能找到{ball}？",
                "Once put down, the beakers moved without leaving the table. Which one must be lifted to find the {ball}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("time", "colour", "sides"),
        margins=(
            "杯子颜色互不相同；罩住小球时杯子抬起12厘米，小球完全可见",
            "the beakers differ in colour; while the ball is seen under one, the beakers are raised by 12 cm",
        ),
    )
)
