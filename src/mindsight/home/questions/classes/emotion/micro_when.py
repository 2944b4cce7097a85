"""In which pictures of a series a micro-expression is seen."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.doings import tops_in, wearing
from mindsight.home.questions.facts.wording.feelings import FLEETING, by_face

_CHANCE = 0.5
"""Whoever guesses the first half of the series, or the second, is right in one of the two scenes that have an answer."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about whoever wears a colour; no answer may be right twice."""
    for top in shuffled(rng, tops_in(scenes)):
        spans = sorted(found_in(answer, {"top": top}, scenes))
        if all(one[1] < other[0] for one, other in pairwise(spans)):
            yield Proposal(asked=({"top": top},), fields={"top": wearing(top)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the numbers of the first and the last picture of it."""
    return by_face(scene, asked["top"], lambda one: list(one["spans"][0]))


MICRO_WHEN = register(
    QuestionClass(
        key="emotion.micro_when",
        version=1,
        title=("微表情出现在哪几张", "from when to when a micro-expression is seen"),
        ability=("微表情的起止", "onset and offset of micro-expressions"),
        scenes="faces_brief",
        form="span",
        wordings=(
            (
                "这些画面相隔1/15秒。从第几张到第几张，穿{top}上衣的人脸上有一丝表情？",
                "The pictures are 1/15 of a second apart. From which to which does something show in the face above the {top} top?",
            ),
            (
                "{top}上衣的人脸上闪过一个表情，不到半秒。第一张和最后一张看得出它的画面各是第几张？",
                "For less than half a second the one in the {top} top gives something away. Name the first and the last picture of it.",
            ),
            (
                "画面按先后编号。{top}上衣的人的微表情从几号起，到几号止？",
                "Pictures are numbered in order. Where does the micro-expression of the person with the {top} top begin and end?",
            ),
            (
                "在哪几张连续的画面里，{top}上衣的人的脸轻微地动了？",
                "In which run of pictures is the face of the one wearing a {top} top not at rest?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=FLEETING,
        chance=_CHANCE,
    )
)
