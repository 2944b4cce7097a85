"""What one of two people does to the other: the two parts of one doing are both among the options."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import ROLES, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import offered, word_options

_ORDERED = list(ROLES)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; beside every part stands its counterpart, which takes time or an eye for who is who."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        parts = possible(answer, asked, scenes)
        keys = offered(dict.fromkeys([*parts, *map(_counterpart, parts)]), shuffled(rng, ROLES))
        if keys:
            options = word_options(shuffled(rng, keys), ROLES)
            yield Proposal(asked=(asked,), fields={"top": wearing(top)}, options=options)


def _counterpart(part: str) -> str:
    return _ORDERED[_ORDERED.index(part) ^ 1]


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the part of the person who is meant."""

    def part(one: Mapping[str, Any]) -> str | None:
        return one["part"] or None

    return by_top(scene, asked["top"], part)


ROLE = register(
    QuestionClass(
        key="intention.role",
        version=1,
        title=("两人之中一个对另一个做什么", "what one of two people does to the other"),
        ability=("行为意图：互动中谁做什么", "intention: who does what to whom"),
        scenes="between",
        form="choice",
        wordings=(
            (
                "这些画面按时间先后排列。穿{top}上衣的人对另一个人做了什么，或者遇到了什么？",
                "The pictures follow in time. What does the person with the {top} top do to the other one, or undergo?",
            ),
            (
                "按时间顺序看：两个人之中，穿{top}上衣的那个是哪一方？",
                "Look at the pictures in order: of the two, which side is the one with the {top} top on?",
            ),
            (
                "从先后几张画面看，下面哪一项说的是穿{top}上衣的人，而不是另一个人？",
                "Judging by the pictures in order, which of these is true of the person in the {top} top and not of the other?",
            ),
            (
                "两人之间有一件事。穿{top}上衣的人在其中做什么？",
                "Something happens between two people. What is the part of the one wearing a {top} top in it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "画面中两人各关节位置的变化与所有互动逐一比较，最接近的一种须与时间表一致，次接近的至少差1.25倍",
            "both people's joints in the pictures are compared with every doing: the likest is the true one, the next 1.25 times as far",
        ),
    )
)
