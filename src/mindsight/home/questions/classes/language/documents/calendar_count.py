"""On how many days somebody's week has an appointment."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the number of days with an appointment."""
    for who in shuffled(rng, titles(scenes, "planner")):
        yield Proposal(asked=({"who": who},), fields={"who": PERSONS[who]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number of rows that have an appointment and no dash."""

    def program(paper: Paper) -> Answer:
        return Found(float(sum(event != "" for event in paper.column("event"))), paper.use)

    return reading(scene.only, "planner", asked["who"], program)


CALENDAR_COUNT = register(
    QuestionClass(
        key="language.calendar_count",
        version=1,
        title=("日程：有几天有安排", "calendar: on how many days"),
        ability=("提取图像文字：日程与日历", "text in the picture: calendars"),
        scenes="desk",
        form="number",
        wordings=(
            (
                "看{who}的一周安排：有几天写了事情？",
                "Look at {who}'s week: how many days have an appointment?",
            ),
            (
                "纸上{who}这一周的计划里，一共有几天有安排？",
                "On the sheet with {who}'s week, on how many days is something planned?",
            ),
            (
                "{who}的周计划中，有安排的日子一共几天？",
                "In {who}'s plan for the week, what is the number of days that are not free?",
            ),
            (
                "数一数：{who}这一周有几天不是空的？",
                "Count the days of {who}'s week on which something is written. How many are there?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
        chance=0.33,
    )
)
