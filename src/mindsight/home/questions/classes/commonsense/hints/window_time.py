"""What time of day it is, by the light outside a window."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.window_weather import MARGINS, uses
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import options
from mindsight.home.questions.question import Words

DAY: Mapping[str, Words] = {"noon": ("白天", "day"), "night": ("夜里", "night")}
ABILITY: Words = ("隐藏信息：时间", "hidden information: the time of day")


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (there is one question)
    """Ask for the time of day."""
    yield Proposal(asked=({},), options=options(DAY, rng))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with day or night, if one can see outside; dusk is neither."""
    facts = scene.only
    if not facts.more["open"]:
        return Cannot("missing_information")
    time = facts.more["time"]
    return Found(time, uses(facts)) if time in DAY else Unclear("it is dusk")


WINDOW_TIME = register(
    QuestionClass(
        key="commonsense.window_time",
        version=1,
        title=("现在是白天还是夜里", "day or night"),
        ability=ABILITY,
        scenes="windows",
        form="choice",
        wordings=(
            ("现在是白天还是夜里？", "Is it day or night now?"),
            ("拍这张照片时，外面是白天还是黑夜？", "When this picture was taken, was it day or night outside?"),
            ("请判断此刻是昼还是夜。", "Judge whether it is daytime or night-time at this moment."),
            ("这时太阳在天上，还是已经入夜？", "Is the sun up at this time, or has night fallen?"),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=MARGINS,
    )
)
