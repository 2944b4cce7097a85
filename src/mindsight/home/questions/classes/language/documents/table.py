"""The number of a person and a day in a table."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.scenes.papers.words import DAYS, LISTS, PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the number of each person on each day."""
    names, days = values(scenes, "table", "name"), [day for day in DAYS if values(scenes, "table", day)]
    for key, who, day in shuffled(rng, product(titles(scenes, "table"), names, days)):
        title, (how_many, what) = LISTS[key]
        yield Proposal(
            asked=({"table": key, "who": who, "day": day},),
            fields={"title": title, "what": (how_many, what), "who": PERSONS[who], "day": DAYS[day]},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number in the person's row and the day's column."""

    def program(paper: Paper) -> Answer:
        return Found(float(paper.at(paper.row_of("name", asked["who"]), asked["day"])), paper.use)

    return reading(scene.only, "table", asked["table"], program)


TABLE = register(
    QuestionClass(
        key="language.table",
        version=1,
        title=("表格：查数", "table: look up a number"),
        ability=("文档理解", "document understanding"),
        scenes="desk",
        form="number",
        wordings=(
            (
                "看“{title}”表：{who}{day}{what}？",
                "Look at the table “{title}”: how many {what} does {who} have on {day}?",
            ),
            (
                "根据“{title}”那张表，{who}在{day}{what}？",
                "According to the table “{title}”, what is {who}'s number of {what} on {day}?",
            ),
            (
                "“{title}”表里，{day}这一列、{who}这一行的数是多少？",
                "In the table “{title}”, what number is in the column of {day} and the row of {who}?",
            ),
            (
                "请在“{title}”表中查出：{day}{who}{what}。",
                "Find in the table “{title}” how many {what} are noted for {who} on {day}.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
        chance=0.03,
    )
)
