"""Point at the note of a person."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import reading, titles
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the place of each person's note."""
    for who in shuffled(rng, titles(scenes, "note")):
        yield Proposal(asked=({"who": who},), fields={"who": PERSONS[who]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the note that the person signed."""
    facts = scene.only
    return reading(
        facts,
        "note",
        asked["who"],
        lambda paper: Found(list(facts.named(paper.name).point), paper.use, (0, paper.name)),
    )


NOTE_POINT = register(
    QuestionClass(
        key="language.note_point",
        version=1,
        title=("指出便条", "point at a note"),
        ability=("指代消解：描述到区域", "reference resolution: from a description to a region"),
        scenes="notes",
        form="point",
        wordings=(
            (
                "请指出{who}写的便条。",
                "Point at the note that {who} wrote.",
            ),
            (
                "桌上哪一张便条署名{who}？请点出它。",
                "Which note on the table is signed by {who}? Point at it.",
            ),
            (
                "{who}留的便条在画面的什么位置？",
                "Where in the picture is the note left by {who}?",
            ),
            (
                "找出{who}所写的那张便条并指出来。",
                "Find the note written by {who} and point at it.",
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
