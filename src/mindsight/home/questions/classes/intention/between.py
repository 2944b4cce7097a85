"""What two people do with each other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import BETWEEN, by_top, tops_in, wearing
from mindsight.home.questions.facts.wording.phrases import offered, word_options


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour, and the other one."""
    for top in shuffled(rng, tops_in(scenes)):
        asked = {"top": top}
        keys = offered(possible(answer, asked, scenes), shuffled(rng, BETWEEN))
        if keys:
            options = word_options(shuffled(rng, keys), BETWEEN)
            yield Proposal(asked=(asked,), fields={"top": wearing(top)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what the two do."""

    def done(one: Mapping[str, Any]) -> str | None:
        return one["did"][0] if one["did"] else None

    return by_top(scene, asked["top"], done)


BETWEEN_TWO = register(
    QuestionClass(
        key="intention.between",
        version=2,
        title=("两个人之间在做什么", "what two people do with each other"),
        ability=("行为意图：两个人的互动", "intention: what two people do with each other"),
        scenes="between",
        form="choice",
        wordings=(
            (
                "这些画面按时间先后排列。穿{top}上衣的人和另一个人之间在做什么？",
                "The pictures follow in time. What do the person with the {top} top and the other one do with each other?",
            ),
            (
                "从先后几张画面看，{top}上衣的人和旁边那个人是怎样一回事？",
                "Look at the pictures in order: what goes on between the one with the {top} top and the second person?",
            ),
            (
                "哪一项说的是{top}上衣的人与另一人的互动？",
                "Which of these describes how the person in the {top} top and the other act towards each other?",
            ),
            (
                "画面里有两个人，其中一个穿{top}上衣。他们俩在做什么？",
                "Of two people, one is wearing a {top} top. What are the two of them doing?",
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
