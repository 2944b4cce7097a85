"""For whom the note of a person is."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for whom each person's note is."""
    pool = values(scenes, "note", "to")
    for who in shuffled(rng, titles(scenes, "note")):
        asked = {"who": who}
        found = possible(answer, asked, scenes)
        options = offered(found, [one for one in shuffled(rng, pool) if one != who])
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"who": PERSONS[who]},
                options=word_options(shuffled(rng, options), PERSONS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the person to whom the signed note is addressed."""
    return reading(scene.only, "note", asked["who"], lambda paper: Found(paper.column("to")[0], paper.use))


NOTE_FOR = register(
    QuestionClass(
        key="language.note_for",
        version=1,
        title=("便条：写给谁", "note: for whom"),
        ability=("提取图像文字：便条", "text in the picture: notes"),
        scenes="notes",
        form="choice",
        wordings=(
            (
                "{who}的便条是写给谁的？",
                "Whom is the note from {who} for?",
            ),
            (
                "看桌上署名{who}的便条：收条的人是谁？",
                "Look at the note signed by {who}: who is to get it?",
            ),
            (
                "{who}留的便条要给哪个人看？",
                "Who should read the note that {who} left?",
            ),
            (
                "{who}在便条开头称呼的是谁？",
                "Whom does {who} address at the top of the note?",
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
