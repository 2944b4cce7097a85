"""How many times somebody did something."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import ACTIONS, MARGINS, by_top, people_in, tops_in, wearing

MOST = 3
"""Most times that anything is done: a guess from one to three is right once in three."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask how often whoever wears a colour does what all its wearers do."""
    for top in shuffled(rng, tops_in(scenes)):
        done = {act for scene in scenes for one in people_in(scene) if one["top"] == top for act in one["did"]}
        for act in shuffled(rng, sorted(done)):
            yield Proposal(asked=({"top": top, "act": act},), fields={"top": wearing(top), "act": ACTIONS[act]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Count."""

    def times(one: Mapping[str, Any]) -> int | None:
        return one["did"].count(asked["act"]) or None

    return by_top(scene, asked["top"], times)


COUNT = register(
    QuestionClass(
        key="event.count",
        version=2,
        title=("做了几次", "how many times something was done"),
        ability=("事件检测：重复的次数", "detecting events: counting repetitions"),
        scenes="acts_repeated",
        form="number",
        wordings=(
            (
                "这些画面每隔0.3秒拍一张。穿{top}上衣的人{act}几次？",
                "The pictures are 0.3 seconds apart. How many times does the person with the {top} top {act}?",
            ),
            (
                "按时间顺序看：{top}上衣的人做“{act}”共几次？",
                "Look at the pictures in order: how often does the one with the {top} top {act}?",
            ),
            (
                "请数一数：{top}上衣的人一共{act}多少次？",
                "Count, please: on how many occasions does the person in the {top} top {act}?",
            ),
            (
                "在这段时间里，{top}上衣的那个人{act}了几回？",
                "How often within this time does the one wearing a {top} top {act}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
        chance=round(1 / MOST, 6),
    )
)
