"""Whether somebody among three acts with both of the others, with one of them against the other, or alone against both."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import SIDES, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; all sides are options."""
    for top in shuffled(rng, tops_in(scenes)):
        options = word_options(shuffled(rng, SIDES), SIDES)
        yield Proposal(asked=({"top": top},), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the side that somebody takes."""

    def side(one: Mapping[str, Any]) -> str | None:
        return one["part"] or None

    return by_top(scene, asked["top"], side)


GROUP = register(
    QuestionClass(
        key="intention.group",
        version=1,
        title=("三个人中与谁一起、与谁相对", "with whom and against whom among three"),
        ability=("群体行为意图：合作与对抗", "group behaviour: together or against each other"),
        scenes="groups",
        form="choice",
        wordings=(
            (
                "画面里有三个人。穿{top}上衣的人站在哪一边？",
                "There are three people. On whose side is the person with the {top} top?",
            ),
            (
                "看先后几张画面：{top}上衣的人与另外两人是合作还是对抗？",
                "Look at the pictures in order: is the one in the {top} top working with the other two or against them?",
            ),
            (
                "哪一项说的是{top}上衣的人在三人中的处境？",
                "Which of these describes where the person wearing a {top} top stands among the three?",
            ),
            (
                "三人之间发生的事里，{top}上衣的人和谁一起，和谁相对？",
                "In what happens between the three, with whom and against whom does the one with a {top} top act?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "画面中三人各关节位置的变化与所有三人活动、所有分工逐一比较，最接近的须与时间表一致，次接近的活动至少差1.25倍",
            "joints in the pictures are compared with every doing of three in every order: the likest is true, the next 1.25 times as far",
        ),
    )
)
