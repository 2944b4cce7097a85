"""Who asks for something in a note."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import PERSONS, REQUESTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask who makes each request."""
    writers = values(scenes, "note", "title")
    for request in shuffled(rng, values(scenes, "note", "request")):
        asked = {"request": request}
        found = possible(answer, asked, scenes)
        options = offered(found, shuffled(rng, writers))
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"request": (REQUESTS[request][0].removeprefix("请"), REQUESTS[request][1])},
                options=word_options(shuffled(rng, options), PERSONS),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the one person whose note makes the request; a note that lies face down may make it as well as not."""
    pages = scene.only.more["papers"]
    notes = [Paper(page) for page in pages if page["cells"]]
    asking = [one for one in notes if asked["request"] in one.column("request")]
    if not asking:
        return Cannot("absent" if len(notes) == len(pages) else "missing_information")
    writers = {one.column("title")[0] for one in asking}
    return Found(writers.pop(), asking[0].use) if len(writers) == 1 else Cannot("ambiguous", tuple(sorted(writers)))


NOTE_WRITER = register(
    QuestionClass(
        key="language.note_writer",
        version=1,
        title=("便条：谁写的", "note: who wrote it"),
        ability=("提取图像文字：便条", "text in the picture: notes"),
        scenes="notes",
        form="choice",
        wordings=(
            (
                "是谁留便条请人“{request}”？",
                "Who left a note with the request “{request}”?",
            ),
            (
                "桌上请求“{request}”的便条是谁写的？",
                "Which person wrote the note on the table that says “{request}”?",
            ),
            (
                "哪个人在便条里要别人“{request}”？",
                "Whose note asks somebody to do this: “{request}”?",
            ),
            (
                "写着“{request}”的便条署的是谁的名字？",
                "Whose name is under the note with the words “{request}”?",
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
