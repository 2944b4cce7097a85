"""When an expression that a face shows three times is the strongest."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import by_face
from mindsight.home.questions.facts.wording.phrases import word_options
from mindsight.home.questions.question import Words

TIMES: Mapping[str, Words] = {
    "1": ("第一次", "the first time"),
    "2": ("第二次", "the second time"),
    "3": ("第三次", "the third time"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        options = word_options(shuffled(rng, TIMES), TIMES)
        yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the time at which the face moves most."""
    return by_face(scene, asked["top"], lambda one: str(one["strongest"]))


STRENGTH = register(
    QuestionClass(
        key="emotion.strength",
        version=1,
        title=("哪一次表情最强烈", "when an expression is strongest"),
        ability=("情绪的强度", "intensity of emotions"),
        scenes="faces_stronger",
        form="choice",
        wordings=(
            (
                "穿{top}上衣的人三次露出同一种表情，哪一次最强烈？",
                "The person with the {top} top shows the same expression three times. When is it strongest?",
            ),
            (
                "按时间顺序看：{top}上衣的人脸上的表情三次出现，哪次最明显？",
                "Pictures in order of time: an expression comes and goes three times above the {top} top. Which one is most intense?",
            ),
            (
                "{top}上衣的人三次动了表情，强弱不同。最强的是第几次？",
                "Three times the face of the one in the {top} top is moved, more or less. Which is the most?",
            ),
            (
                "比较{top}上衣的人三次表情的强弱，哪一次幅度最大？",
                "Compare how strongly the one wearing a {top} top makes the same face three times: which is the greatest?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "最强的一次为面部动作编码原型的全部强度，其余两次不超过45%；由画面中五官的位移复核；不含愤怒",
            "the strongest is the full prototype of facial action coding, the others at most 45 %; pictures agree; not of anger",
        ),
    )
)
