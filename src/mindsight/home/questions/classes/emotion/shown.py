"""Which expression a face shows."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import CONFUSED, EXPRESSIONS, MARGINS, by_face
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        found = possible(answer, {"top": top}, scenes)
        others = [one for one in EXPRESSIONS if one not in CONFUSED]
        keys = offered(found, shuffled(rng, others))
        if keys and not {*keys} >= CONFUSED:
            options = word_options(shuffled(rng, keys), EXPRESSIONS)
            yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only expression."""
    return by_face(scene, asked["top"], lambda one: str(one["did"][0]))


SHOWN = register(
    QuestionClass(
        key="emotion.shown",
        version=1,
        title=("脸上的表情", "what a face shows"),
        ability=("面部表情", "facial expression"),
        scenes="faces",
        form="choice",
        wordings=(
            (
                "穿{top}上衣的人脸上露出了什么表情？",
                "Which emotion shows on the face of the person with the {top} top?",
            ),
            (
                "按时间顺序看：{top}上衣的人流露出哪种情绪？",
                "Looking at the pictures in order: what does the face above the {top} top express?",
            ),
            ("请辨认{top}上衣的人的面部表情。", "Name the facial expression of the one in the {top} top."),
            (
                "{top}上衣的这个人，表情说明了哪种情绪？",
                "The person wearing a {top} top: which feeling does the expression tell of?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
