"""On which day somebody's week has an appointment."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import DAYS, EVENTS, PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the day of each appointment of each person."""
    for who, event in shuffled(rng, product(titles(scenes, "planner"), values(scenes, "planner", "event"))):
        asked = {"who": who, "event": event}
        days = possible(answer, asked, scenes)
        options = offered(days, shuffled(rng, DAYS))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"who": PERSONS[who], "event": EVENTS[event]},
                options=word_options(sorted(options, key=list(DAYS).index), DAYS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the day in the appointment's row."""

    def program(paper: Paper) -> Answer:
        return Found(paper.at(paper.row_of("event", asked["event"]), "day"), paper.use)

    return reading(scene.only, "planner", asked["who"], program)


CALENDAR = register(
    QuestionClass(
        key="language.calendar",
        version=1,
        title=("日程：哪一天", "calendar: which day"),
        ability=("提取图像文字：日程与日历", "text in the picture: calendars"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "看{who}的一周安排：“{event}”在星期几？",
                "Look at {who}'s week: on which day is “{event}”?",
            ),
            (
                "按照纸上{who}这一周的计划，哪天是“{event}”？",
                "According to the sheet with {who}'s week, which day has “{event}”?",
            ),
            (
                "{who}的周计划里，“{event}”安排在哪一天？",
                "In {who}'s plan for the week, what day is “{event}” put down for?",
            ),
            (
                "查一查{who}的一周：“{event}”写在星期几那一行？",
                "Check {who}'s week: next to which day is “{event}” written?",
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
