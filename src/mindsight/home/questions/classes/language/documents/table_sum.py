"""The sum of a person's row in a table."""

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
    """Ask for the sum of each person's row."""
    days = [day for day in DAYS if values(scenes, "table", day)]
    for key, who in shuffled(rng, product(titles(scenes, "table"), values(scenes, "table", "name"))):
        title, what = LISTS[key]
        yield Proposal(
            asked=({"table": key, "who": who, "days": days},),
            fields={"title": title, "what": what, "who": PERSONS[who]},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the sum of the numbers in the person's row."""

    def program(paper: Paper) -> Answer:
        row = paper.row_of("name", asked["who"])
        return Found(float(sum(paper.at(row, day) for day in asked["days"])), paper.use)

    return reading(scene.only, "table", asked["table"], program)


TABLE_SUM = register(
    QuestionClass(
        key="language.table_sum",
        version=1,
        title=("表格：求和", "table: a sum"),
        ability=("文档理解：计算", "document understanding: arithmetic"),
        scenes="desk",
        form="number",
        wordings=(
            (
                "看“{title}”表：{who}这几天一共{what}？",
                "Look at the table “{title}”: how many {what} does {who} have on all days together?",
            ),
            (
                "把“{title}”表里{who}那一行的数加起来，是多少？",
                "Add up {who}'s row in the table “{title}”. What is the sum?",
            ),
            (
                "按“{title}”表算，表中各天合计，{who}{what}？",
                "According to the table “{title}”, what is {who}'s total of {what} over the days listed?",
            ),
            (
                "请算出“{title}”表中{who}各天的总数。",
                "Work out the total of all days for {who} in the table “{title}”.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
        chance=0.02,
    )
)
