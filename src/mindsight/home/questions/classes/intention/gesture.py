"""What somebody wants of the viewer, by a gesture."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import GESTURES, MARGINS, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        keys = offered(possible(answer, asked, scenes), shuffled(rng, GESTURES))
        if keys:
            options = word_options(shuffled(rng, keys), GESTURES)
            yield Proposal(asked=(asked,), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only gesture."""

    def done(one: Mapping[str, Any]) -> str | None:
        return one["did"][0] if one["did"] else None

    return by_top(scene, asked["top"], done)


GESTURE = register(
    QuestionClass(
        key="intention.gesture",
        version=1,
        title=("手势是什么意思", "what a gesture means"),
        ability=("行为意图：对观察者的手势", "intention: gestures towards the viewer"),
        scenes="gestures",
        form="choice",
        wordings=(
            (
                "这些画面每隔0.4秒拍一张。穿{top}上衣的人用手势向您表示什么？",
                "The pictures are 0.4 seconds apart. What does the person with the {top} top tell you by a gesture?",
            ),
            (
                "按时间顺序看：{top}上衣的人想让您做什么？",
                "Look at the pictures in order: what does the one with the {top} top want of you?",
            ),
            (
                "{top}上衣的人面对您做了一个手势。这是什么意思？",
                "The person in the {top} top makes a sign to you. What does it mean?",
            ),
            (
                "哪一项说明了穿{top}上衣的人手势的含义？",
                "Which of these is meant by the gesture of the one wearing a {top} top?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
