"""Who has most on a day according to a table."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import DAYS, LISTS, PERSONS

APART = 2
"""Least distance between the largest number and the next."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask who has most on each day."""
    names, days = values(scenes, "table", "name"), [day for day in DAYS if values(scenes, "table", day)]
    for key, day in shuffled(rng, product(titles(scenes, "table"), days)):
        asked = {"table": key, "day": day}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, names))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"title": LISTS[key][0], "day": DAYS[day]},
                options=word_options(shuffled(rng, options), PERSONS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the person whose number is highest in the day's column."""

    def program(paper: Paper) -> Answer:
        numbers = [number for number in paper.column(asked["day"]) if not isinstance(number, str)]
        ordered = sorted(zip(numbers, paper.column("name"), strict=True), reverse=True)
        if ordered[0][0] - ordered[1][0] < APART:
            return Unclear("two are nearly alike")
        return Found(ordered[0][1], paper.use)

    return reading(scene.only, "table", asked["table"], program)


TABLE_MOST = register(
    QuestionClass(
        key="language.table_most",
        version=1,
        title=("表格：谁最多", "table: who has most"),
        ability=("文档理解：比较", "document understanding: comparison"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "看“{title}”表：{day}谁的数最大？",
                "Look at the table “{title}”: who has the highest number on {day}?",
            ),
            (
                "根据“{title}”那张表，{day}排第一的是谁？",
                "According to the table “{title}”, who is first on {day}?",
            ),
            (
                "“{title}”表的{day}一列里，数字最大的是哪个人？",
                "In the column of {day} of the table “{title}”, whose number is largest?",
            ),
            (
                "比较“{title}”表中{day}的数，谁最多？",
                "Compare the numbers of {day} in the table “{title}”: who has most?",
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
