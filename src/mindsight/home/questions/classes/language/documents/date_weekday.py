"""On which weekday the ringed date of the month is."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import DAYS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the weekday of the ringed date."""
    found = possible(answer, {}, scenes)
    options = offered(found, shuffled(rng, DAYS))
    if options is not None:
        yield Proposal(asked=({},), options=word_options(sorted(options, key=list(DAYS).index), DAYS))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the weekday in whose column the only ringed date stands."""
    del asked

    def program(paper: Paper) -> Answer:
        ringed = paper.cells(ringed=True)
        if len(ringed) != 1:
            return Cannot("ambiguous" if ringed else "absent")
        return Found(ringed[0]["col"], paper.use)

    return reading(scene.only, "month", "month", program)


DATE_WEEKDAY = register(
    QuestionClass(
        key="language.date_weekday",
        version=1,
        title=("日历：圈出的是星期几", "calendar: the weekday of the ringed date"),
        ability=("提取图像文字：日程与日历", "text in the picture: calendars"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "月历上用红笔圈出的那一天是星期几？",
                "On which weekday is the date with the red ring on the monthly calendar?",
            ),
            (
                "桌上的月历圈出的日子是星期几？",
                "What day of the week is the ringed date on the calendar of the month?",
            ),
            (
                "看桌上的月历：红圈里的日期在星期几那一列？",
                "Look at the monthly calendar: in which weekday's column is the red ring?",
            ),
            (
                "月历上被圈起来的日期是一周中的哪一天？",
                "Which day of the week does the ringed date of the monthly calendar fall on?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
    )
)
