"""Which expression passes over a face in less than half a second."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import CONFUSED, EXPRESSIONS, FLEETING, by_face
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; at half strength anger is taken for a smile, and is no option."""
    for top in shuffled(rng, tops_in(scenes)):
        found = possible(answer, {"top": top}, scenes)
        others = [one for one in EXPRESSIONS if one not in {*CONFUSED, "anger"}]
        keys = offered(found, [*shuffled(rng, others), shuffled(rng, sorted(CONFUSED))[0]])
        if keys and not {*keys} >= CONFUSED:
            options = word_options(shuffled(rng, keys), EXPRESSIONS)
            yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the expression that passes."""
    return by_face(scene, asked["top"], lambda one: str(one["did"][0]))


MICRO = register(
    QuestionClass(
        key="emotion.micro",
        version=1,
        title=("一闪而过的表情", "which expression flashes over a face"),
        ability=("微表情", "micro-expressions"),
        scenes="faces_brief",
        form="choice",
        wordings=(
            (
                "这些画面相隔1/15秒。穿{top}上衣的人脸上闪过了哪种表情？",
                "The pictures are 1/15 of a second apart. Which expression flashes over the face above the {top} top?",
            ),
            (
                "按时间顺序看：{top}上衣的人脸上有一丝表情不到半秒就消失了。那是什么表情？",
                "Look at the pictures in order: the one in the {top} top gives something away for less than half a second. What is it?",
            ),
            (
                "请辨认穿{top}上衣的人的微表情。",
                "Name the micro-expression of the person wearing a {top} top.",
            ),
            (
                "{top}上衣的人面部短暂而轻微地动了一下，流露出哪种情绪？",
                "Briefly and faintly a feeling shows in the face of the one with the {top} top. Which feeling?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=FLEETING,
    )
)
