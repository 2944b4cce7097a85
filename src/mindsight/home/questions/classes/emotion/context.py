"""What happens before somebody, and what the face then shows, which may not be what people expect."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import EXPRESSIONS, HAPPENS, by_face
from mindsight.home.questions.question import Option

_FEELINGS = ("happiness", "sadness")


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; the options are what may happen with what a face may show."""
    for top in shuffled(rng, tops_in(scenes)):
        options = tuple(_option(*one) for one in shuffled(rng, product(HAPPENS, _FEELINGS)))
        yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def _option(event: str, emotion: str) -> Option:
    (zh, en), (then_zh, then_en) = HAPPENS[event], EXPRESSIONS[emotion]
    return Option(key=f"{event}-{emotion}", zh=f"{zh}，脸上露出{then_zh}", en=f"{en}, and the face shows {then_en}")


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what happens and what the face shows; without both there is no answer."""
    found = by_face(scene, asked["top"], lambda one: "-".join(one["did"]))
    return found if not isinstance(found, Found) or "-" in found.value else Cannot("false_premise")


CONTEXT = register(
    QuestionClass(
        key="emotion.context",
        version=1,
        title=("发生的事与脸上的表情", "what happens and what the face shows"),
        ability=("表情与情境是否一致", "face against context"),
        scenes="mishaps",
        form="choice",
        wordings=(
            (
                "穿{top}上衣的人面前发生了什么，脸上随后露出什么表情？两者不一定相称。",
                "What happens before the person with the {top} top, and what does the face then show? They need not agree.",
            ),
            (
                "按时间顺序看：{top}上衣的人遇到了什么事，表情又是什么？请只说看到的，不要推测。",
                "In order of time: what does the one in the {top} top meet with, and what does the face say? Infer neither from the other.",
            ),
            (
                "哪一项同时说对了桌上发生的事和{top}上衣的人的表情？",
                "Which of these is right both about the table and about the look of the one wearing a {top} top?",
            ),
            (
                "桌上发生了一件事，{top}上衣的人有了表情。各是什么？",
                "Something happens on the table and the face above the {top} top changes. What are the two?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "滑动与跌落由物理仿真得出，表情为原型，强度不低于90%，在事情发生之后出现；两者互不相关地抽取，由画面复核",
            "what slides and falls is simulated; the expression, at 90 % or more, follows and is drawn independently of it; pictures agree",
        ),
    )
)
