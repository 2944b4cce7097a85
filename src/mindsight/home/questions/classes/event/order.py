"""Which of two actions somebody carried out first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import ACTIONS, MARGINS, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour: all wearers carry out the same two actions."""
    for top in shuffled(rng, tops_in(scenes)):
        keys = possible(answer, {"top": top}, scenes)
        if len(keys) == 2:
            options = word_options(shuffled(rng, keys), ACTIONS)
            yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the first of the two."""

    def first(one: Mapping[str, Any]) -> str | None:
        return one["did"][0] if len(one["did"]) == 2 else None

    return by_top(scene, asked["top"], first)


ORDER = register(
    QuestionClass(
        key="event.order",
        version=1,
        title=("先做了什么", "what was done first"),
        ability=("事件的时间顺序", "the order of events"),
        scenes="acts_in_order",
        form="choice",
        wordings=(
            (
                "这些画面每隔半秒拍一张。穿{top}上衣的人先做了哪个动作？",
                "The pictures are half a second apart. What does the person with the {top} top do first?",
            ),
            (
                "按时间顺序看：{top}上衣的人两个动作里哪个在前？",
                "Look at the pictures in order: which of two actions comes first for the one with the {top} top?",
            ),
            (
                "穿{top}上衣的人接连做了两个动作，第一个是什么？",
                "The person in the {top} top does two things one after the other. What is the first?",
            ),
            (
                "在{top}上衣的人的两个动作中，哪一个更早？",
                "Of the two actions of the one wearing a {top} top, which is the earlier?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
    )
)
