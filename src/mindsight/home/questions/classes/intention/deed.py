"""What somebody does with a thing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import DEEDS, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        keys = offered(possible(answer, asked, scenes), shuffled(rng, DEEDS))
        if keys:
            options = word_options(shuffled(rng, keys), DEEDS)
            yield Proposal(asked=(asked,), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing that the person does."""

    def done(one: Mapping[str, Any]) -> str | None:
        return one["did"][0] if one["did"] else None

    return by_top(scene, asked["top"], done)


DEED = register(
    QuestionClass(
        key="intention.deed",
        version=1,
        title=("一个人对东西做什么", "what somebody does with a thing"),
        ability=("人对物的动作", "what people do with things"),
        scenes="deeds",
        form="choice",
        wordings=(
            (
                "这些画面按时间先后排列。穿{top}上衣的人对面前的东西做了什么？",
                "The pictures follow in time. What does the person with the {top} top do with the thing there?",
            ),
            (
                "按时间顺序看这几张图：{top}上衣的那个人在用东西做什么？",
                "Look at the pictures in order: what is the one with the {top} top doing with the object?",
            ),
            (
                "从先后几张画面看，哪一项是{top}上衣的人所做的？",
                "Judging by the pictures one after the other, which of these does the person in the {top} top do?",
            ),
            (
                "画面里只有一个人。这个穿{top}上衣的人做的是哪件事？",
                "There is one person only. Which of these is done by this one wearing a {top} top?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "画面中各关节位置的变化与所有动作逐一比较，最接近的一种须与时间表一致，次接近的至少差1.25倍",
            "how the joints move in the pictures is compared with every deed: the likest is the true one, the next 1.25 times as far",
        ),
    )
)
