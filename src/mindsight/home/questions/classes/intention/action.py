"""What somebody does."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import ACTIONS, MARGINS, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        keys = offered(possible(answer, asked, scenes), shuffled(rng, ACTIONS))
        if keys:
            yield Proposal(
                asked=(asked,), fields={"top": wearing(top)}, options=word_options(shuffled(rng, keys), ACTIONS)
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing that the person does."""

    def done(one: Mapping[str, Any]) -> str | None:
        return one["did"][0] if one["did"] else None

    return by_top(scene, asked["top"], done)


ACTION = register(
    QuestionClass(
        key="intention.action",
        version=1,
        title=("一个人在做什么", "what somebody does"),
        ability=("人的动作", "human actions"),
        scenes="acts",
        form="choice",
        wordings=(
            (
                "这些画面每隔0.45秒拍一张。穿{top}上衣的人在做什么？",
                "The pictures are 0.45 seconds apart. What does the person with the {top} top do?",
            ),
            (
                "按时间顺序看这几张图：{top}上衣的那个人做了哪个动作？",
                "Look at the pictures in order: which action does the one with the {top} top carry out?",
            ),
            (
                "从先后几张画面看，{top}上衣的人做的是什么动作？",
                "Judging by the pictures one after the other, what is the person in the {top} top doing?",
            ),
            (
                "哪一项说的是{top}上衣的人在这段时间里的动作？",
                "Which of these describes what the one wearing a {top} top does in this time?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
