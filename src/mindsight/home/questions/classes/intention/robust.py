"""In which pictures somebody signals to the viewer, in pictures that are blurred or dark or few: the same series at each strength."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import MARGINS, by_top, tops_in, wearing
from mindsight.home.questions.scenes.disturbed import LEVELS

_CHANCE = 0.5
"""Whoever guesses the first half of the series, or the second, is right in one of the two scenes that have an answer."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; the disturbance is that of the scenes."""
    how = scenes[0].pictures[-1].more["disturbed"]
    for top in shuffled(rng, tops_in(scenes)):
        yield Proposal(asked=({"top": top, "disturbed": how},), fields={"top": wearing(top)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the numbers of the first and the last picture of it."""

    def span(one: Mapping[str, Any]) -> list[int] | None:
        return list(one["spans"][0]) if len(one["did"]) == 1 and one["spans"][0][0] else None

    return by_top(scene, asked["top"], span)


ROBUST = register(
    QuestionClass(
        key="intention.robust",
        version=1,
        title=("干扰下何时打手势", "when somebody signals, under disturbance"),
        ability=(
            "识别对机器意图的鲁棒性：模糊、黑暗、低帧率",
            "robust recognition of being addressed: blur, darkness, low frame rate",
        ),
        scenes="signals_disturbed",
        form="span",
        wordings=(
            (
                "从第几张到第几张画面，穿{top}上衣的人在向你打手势？",
                "From which picture to which does the person with the {top} top signal something to you?",
            ),
            (
                "{top}上衣的人想对你表示什么：第一张和最后一张看得出来的画面各是第几张？",
                "The one in the {top} top wants to tell you something by hand. Name the first and the last picture of it.",
            ),
            (
                "画面按先后编号。{top}上衣的那个人从几号开始对你做手势，到几号结束？",
                "The pictures are numbered. Where does the gesture of the person in the {top} top begin, and where is it over?",
            ),
            (
                "在哪几张连续的画面里，穿{top}上衣的人的手是在对你示意？",
                "In which run of pictures are the hands of the one wearing a {top} top meant for you?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            f"{MARGINS[0]}；手势早晚各一段；同一问题依次以无干扰和三级强度出现",
            f"{MARGINS[1]}; gestures come early or late; at rising strengths",
        ),
        chance=_CHANCE,
        strengths=LEVELS,
    )
)
