"""What the note of a person asks for."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import PERSONS, REQUESTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what each person's note asks for."""
    pool = values(scenes, "note", "request")
    for who in shuffled(rng, titles(scenes, "note")):
        asked = {"who": who}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, pool))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"who": PERSONS[who]},
                options=word_options(shuffled(rng, options), REQUESTS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the request on the note that the person signed."""
    return reading(scene.only, "note", asked["who"], lambda paper: Found(paper.column("request")[0], paper.use))


NOTE = register(
    QuestionClass(
        key="language.note",
        version=1,
        title=("便条：请求的是什么", "note: what it asks for"),
        ability=("提取图像文字：便条", "text in the picture: notes"),
        scenes="notes",
        form="choice",
        wordings=(
            (
                "{who}写的便条上请别人做什么？",
                "What does the note from {who} ask for?",
            ),
            (
                "看桌上署名{who}的便条：要做的是哪件事？",
                "Look at the note signed by {who}: what is to be done?",
            ),
            (
                "{who}留的便条上写了什么请求？",
                "What request did {who} leave on the note?",
            ),
            (
                "按{who}留下的便条，该做什么？",
                "Going by the note that {who} left, what should be done?",
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
