"""How an expression changes."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import CONFUSED, EXPRESSIONS, MARGINS, by_face
from mindsight.home.questions.question import Option


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; the only options are the two orders."""
    for top in shuffled(rng, tops_in(scenes)):
        keys = possible(answer, {"top": top}, scenes)
        if len(keys) == 2 and {*keys[0].split("-")} != CONFUSED:
            options = tuple(_option(key) for key in shuffled(rng, keys))
            yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def _option(key: str) -> Option:
    (zh, en), (then_zh, then_en) = (EXPRESSIONS[one] for one in key.split("-"))
    return Option(key=key, zh=f"先{zh}，后{then_zh}", en=f"{en}, then {then_en}")


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the expressions in their order."""
    return by_face(scene, asked["top"], lambda one: "-".join(one["did"]))


CHANGE = register(
    QuestionClass(
        key="emotion.change",
        version=1,
        title=("表情怎样变化", "how an expression changes"),
        ability=("情绪的变化", "change of emotions"),
        scenes="faces_changing",
        form="choice",
        wordings=(
            ("穿{top}上衣的人，表情怎样变化？", "How does the expression of the person with the {top} top change?"),
            (
                "按时间顺序看：{top}上衣的人先后流露出哪两种情绪？",
                "Pictures in order of time: which feelings does the one in the {top} top show in turn?",
            ),
            (
                "{top}上衣的人脸上的情绪先是什么，后是什么？",
                "What shows on the face above the {top} top first, and what afterwards?",
            ),
            (
                "请说出{top}上衣的人前后表情的变化。",
                "Tell how the look of the one wearing a {top} top turns from one thing to another.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
