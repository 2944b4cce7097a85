"""What somebody's week has on a day."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import DAYS, EVENTS, PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what each person has on each day."""
    events = values(scenes, "planner", "event")
    for who, day in shuffled(rng, product(titles(scenes, "planner"), DAYS)):
        asked = {"who": who, "day": day}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, events))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"who": PERSONS[who], "day": DAYS[day]},
                options=word_options(shuffled(rng, options), EVENTS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the appointment in the day's row; on a free day there is none."""

    def program(paper: Paper) -> Answer:
        event = paper.at(paper.row_of("day", asked["day"]), "event")
        return Found(event, paper.use) if event else Cannot("false_premise")

    return reading(scene.only, "planner", asked["who"], program)


CALENDAR_EVENT = register(
    QuestionClass(
        key="language.calendar_event",
        version=1,
        title=("日程：当天的安排", "calendar: what is on that day"),
        ability=("提取图像文字：日程与日历", "text in the picture: calendars"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "看{who}的一周安排：{day}写的是哪件事？",
                "Look at {who}'s week: which appointment is written down for {day}?",
            ),
            (
                "纸上{who}这一周的计划里，{day}要做的是什么？",
                "On the sheet with {who}'s week, what is the appointment on {day}?",
            ),
            (
                "{who}的周计划中，{day}安排的是哪一项？",
                "In {who}'s plan for the week, which of these is put down for {day}?",
            ),
            (
                "查一查{who}的一周：{day}那一行写的活动是什么？",
                "Check {who}'s week: what activity stands next to {day}?",
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
