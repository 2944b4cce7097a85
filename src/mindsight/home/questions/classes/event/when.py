"""In which pictures of a series somebody does something: from which to which."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import ACTIONS, MARGINS, by_top, people_in, tops_in, wearing

_CHANCE = 0.5
"""Whoever guesses that it is done in one half of the series is right in one of the two scenes that have an answer."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask when whoever wears a colour does one of the two things that all its wearers do; no answer may be right twice."""
    for top in shuffled(rng, tops_in(scenes)):
        done = {act for scene in scenes for one in people_in(scene) if one["top"] == top for act in one["did"]}
        for act in shuffled(rng, sorted(done)):
            asked = {"top": top, "act": act}
            spans = sorted(found_in(answer, asked, scenes))
            # A span over two that lie apart matches neither by half.
            if all(one[1] + 1 < other[0] for one, other in pairwise(spans)):
                yield Proposal(asked=(asked,), fields={"top": wearing(top), "act": ACTIONS[act]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the numbers of the first and the last picture of it."""

    def span(one: Mapping[str, Any]) -> list[int] | None:
        found = [own for act, own in zip(one["did"], one["spans"], strict=False) if act == asked["act"]]
        return found[0] if len(found) == 1 and found[0][0] else None

    return by_top(scene, asked["top"], span)


WHEN = register(
    QuestionClass(
        key="event.when",
        version=1,
        title=("什么时候做的", "when something is done"),
        ability=("事件检测与定位：何时", "detecting and locating events: when"),
        scenes="acts_in_order",
        form="span",
        wordings=(
            (
                "从第几张到第几张画面，穿{top}上衣的人在{act}？",
                "From which picture to which does the person with the {top} top {act}?",
            ),
            (
                "请找出{top}上衣的人{act}的那一段：第一张和最后一张画面各是第几张？",
                "Find the part of the series in which the one with the {top} top is seen to {act}: its first and its last picture.",
            ),
            (
                "{top}上衣的人{act}，是在哪几张连续的画面里？",
                "In which run of pictures do we see the person in the {top} top {act}?",
            ),
            (
                "这一组画面按先后编号。{top}上衣的那个人{act}从几号开始，到几号结束？",
                "The pictures are numbered in order. At which number does the one wearing a {top} top begin to {act}, at which end?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
        chance=_CHANCE,
    )
)
