"""In which pictures of a series a face shows an expression: from its onset to its offset."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import people_in, tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import CONFUSED, EXPRESSIONS, MARGINS, by_face

_CHANCE = 0.5
"""Whoever guesses that it is shown in one half of the series is right in one of the two scenes that have an answer."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask when the face above a colour shows one of the two things that it shows; no answer may be right twice."""
    felt = sorted({one for scene in scenes for person in people_in(scene) for one in person["did"]})
    for top in shuffled(rng, tops_in(scenes)):
        for emotion in shuffled(rng, felt) if {*felt} != CONFUSED else ():
            asked = {"top": top, "emotion": emotion}
            spans = sorted(found_in(answer, asked, scenes))
            # A span over two that lie apart matches neither by half.
            if all(one[1] + 1 < other[0] for one, other in pairwise(spans)):
                yield Proposal(asked=(asked,), fields={"top": wearing(top), "emotion": EXPRESSIONS[emotion]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the numbers of the first and the last picture of it."""

    def span(one: Mapping[str, Any]) -> Any:
        return dict(zip(one["did"], one["spans"], strict=True)).get(asked["emotion"])

    found = by_face(scene, asked["top"], span)
    return Cannot("false_premise") if isinstance(found, Found) and found.value is None else found


WHEN = register(
    QuestionClass(
        key="emotion.when",
        version=1,
        title=("表情从何时到何时", "from when to when a face shows something"),
        ability=("情绪的起止", "onset and offset of emotions"),
        scenes="faces_changing",
        form="span",
        wordings=(
            (
                "从第几张到第几张画面，穿{top}上衣的人脸上流露出{emotion}？",
                "From which picture to which does the face of the person with the {top} top show {emotion}?",
            ),
            (
                "请找出{top}上衣的人露出{emotion}的那一段：第一张和最后一张画面各是第几张？",
                "Find the part of the series in which {emotion} is seen above the {top} top: its first and its last picture.",
            ),
            (
                "{top}上衣的人表情为{emotion}，是在哪几张连续的画面里？",
                "In which run of pictures does the one in the {top} top express {emotion}?",
            ),
            (
                "这一组画面按先后编号。{top}上衣的人{emotion}的表情从几号起，到几号止？",
                "Pictures are numbered in order. At which number does {emotion} begin for the one wearing a {top} top, where does it end?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=MARGINS,
        chance=_CHANCE,
    )
)
