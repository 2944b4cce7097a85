"""What a face gives away for a moment when a present is opened, and what it then shows."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import EXPRESSIONS, by_face
from mindsight.home.questions.question import Option


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; the options are all that may be given away with all that may be shown."""
    first, then = scenes[0].pictures[-1].more["feelings"]
    for top in shuffled(rng, tops_in(scenes)):
        options = tuple(_option(*one) for one in shuffled(rng, product(first, then)))
        yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def _option(leaks: str, shows: str) -> Option:
    (zh, en), (then_zh, then_en) = EXPRESSIONS[leaks], EXPRESSIONS[shows]
    return Option(
        key=f"{leaks}-{shows}",
        zh=f"一闪而过的是{zh}，之后露出的是{then_zh}",
        en=f"{en} for a moment, and then {then_en}",
    )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what the face gives away and what it shows; without both there is no answer."""
    found = by_face(scene, asked["top"], lambda one: "-".join(one["did"]))
    return found if not isinstance(found, Found) or "-" in found.value else Cannot("false_premise")


MASKED = register(
    QuestionClass(
        key="emotion.masked",
        version=1,
        title=("拆礼物时流露的与露出的", "what is given away and what is shown over a present"),
        ability=("流露的情绪与展示的情绪", "feelings given away against feelings shown"),
        scenes="presents",
        form="choice",
        wordings=(
            (
                "穿{top}上衣的人打开礼物时，脸上先闪过什么，随后又摆出什么表情？",
                "The person with the {top} top opens a present. What flashes over the face, and what does it show afterwards?",
            ),
            (
                "{top}上衣的人拆开盒子的一瞬间流露了什么，之后给人看的又是什么？",
                "What does the one in the {top} top give away when the box opens, and what is put on then?",
            ),
            (
                "盖子打开以后，{top}上衣的人的脸先后有两种表情，第一种很短。各是什么？",
                "Once the lid is open, the face above the {top} top has two expressions, the first of them short. Which?",
            ),
            (
                "哪一项同时说对了{top}上衣的人收到礼物时藏不住的和露出来的表情？",
                "Which of these is right about both looks of the one wearing a {top} top at the present: the slip and the show?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "先露的表情强度六到七成，不到0.5秒，相隔0.1秒取一张；后露的不低于90%且保持到最后；恐惧与愤怒不用；由画面复核",
            "the first is at 60 to 70 %, gone within 0.5 s, pictures 0.1 s apart; the second at 90 % or more, to the end; pictures agree",
        ),
    )
)
