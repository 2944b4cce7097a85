"""Which date is ringed on the month's calendar."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the ringed date."""
    del scenes, rng
    yield Proposal(asked=({},))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only date in a ring."""
    del asked

    def program(paper: Paper) -> Answer:
        ringed = paper.cells(ringed=True)
        if len(ringed) != 1:
            return Cannot("ambiguous" if ringed else "absent")
        return Found(float(ringed[0]["value"]), paper.use)

    return reading(scene.only, "month", "month", program)


DATE = register(
    QuestionClass(
        key="language.date",
        version=1,
        title=("日历：圈出的日期", "calendar: the ringed date"),
        ability=("提取图像文字：日程与日历", "text in the picture: calendars"),
        scenes="desk",
        form="number",
        wordings=(
            (
                "月历上用红笔圈出的那一天是几号？",
                "Which day of the month has the red ring on the calendar?",
            ),
            (
                "桌上的月历圈了几号？",
                "What date is ringed on the monthly calendar on the table?",
            ),
            (
                "看桌上的月历，红圈里的数字是多少？",
                "Look at the monthly calendar on the table: what number is in the red ring?",
            ),
            (
                "月历上被圈起来的是哪一天？请答出日期的数字。",
                "Which date is ringed on the monthly calendar? Give the number of the day.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
        chance=0.033,
    )
)
