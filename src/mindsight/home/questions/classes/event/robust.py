"""In which pictures of a series a block slides, in pictures that are blurred or dark or few: the same series at each strength."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.disturbed import LEVELS
from mindsight.home.questions.scenes.motion.slides import BLOCK

_CHANCE = 0.5
"""Whoever guesses the first half of the series, or the second, is right in one of the two scenes that have an answer."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each of the blocks; the disturbance is that of the scenes."""
    how = scenes[0].pictures[-1].more["disturbed"]
    tones = sorted({tone for scene in scenes for tone in scene.pictures[-1].more["slides"]})
    for tone in shuffled(rng, tones):
        fields = {"tone": (COLOURS[tone].zh, COLOURS[tone].en)}
        yield Proposal(asked=({"tone": tone, "disturbed": how},), fields=fields)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the numbers of the first and the last picture of it."""
    found = scene.pictures[-1].more["slides"]
    if asked["tone"] not in found:
        return Cannot("absent")
    span = found[asked["tone"]]
    return Cannot("false_premise") if span is None else Found(list(span), ((0, f"{BLOCK}_{asked['tone']}"),))


ROBUST = register(
    QuestionClass(
        key="event.robust",
        version=2,
        title=("干扰下何时滑动", "when something slides, under disturbance"),
        ability=(
            "事件定位的鲁棒性：模糊、黑暗、低帧率",
            "robust location of events: blur, darkness, low frame rate",
        ),
        scenes="slides_disturbed",
        form="span",
        wordings=(
            (
                "从第几张到第几张画面，{tone}积木在滑动？",
                "From which picture to which does the {tone} block slide?",
            ),
            (
                "{tone}积木被推了一下。它在路上的第一张和最后一张画面各是第几张？",
                "The {tone} block is given a push. Name the first and the last picture in which it is on its way.",
            ),
            (
                "画面按先后编号。{tone}积木从几号起离开原处，到几号还没停下？",
                "Pictures are numbered in order. From which number to which is the {tone} block on its way between its two places?",
            ),
            (
                "{tone}积木不在起点也不在终点，是在哪几张连续的画面里？",
                "In which run of pictures is the {tone} block neither where it started nor where it stops?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "滑动由物理仿真得出，至少占4张画面，早晚各一段；离起点和终点都超过1.2厘米才算，由画面复核；同一问题依次以无干扰和三级强度出现",
            "sliding is simulated, in 4 pictures at least, early or late, 1.2 cm from both ends; pictures agree; at rising strengths",
        ),
        chance=_CHANCE,
        strengths=LEVELS,
    )
)
