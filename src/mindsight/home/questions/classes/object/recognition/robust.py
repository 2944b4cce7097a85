"""What the thing in a red frame is, in pictures that are blurred, noisy, dark or coarse: the same one at each strength."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from numpy.random import Generator

from mindsight.home.questions.classes import Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.marked import answer, framings
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.disturbed import LEVELS

LEAST_PX = 44.0
"""Least shorter side of a framed thing, pixels, so that the coarsest picture shows it seven pixels wide."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Frame things as in the class of marked things; the disturbance is that of the scenes."""
    how = scenes[0].only.more["disturbed"]
    for one in framings(scenes, rng, LEAST_PX):
        yield replace(one, asked=tuple({**asked, "disturbed": how} for asked in one.asked))


ROBUST = register(
    QuestionClass(
        key="object.robust",
        version=1,
        title=("干扰下的识别", "recognition under disturbance"),
        ability=(
            "识别的鲁棒性：模糊、噪声、黑暗、低分辨率",
            "robust recognition: blur, noise, darkness, low resolution",
        ),
        scenes="disturbed",
        form="choice",
        wordings=(
            ("红框里的东西是什么？", "What is the thing in the red frame?"),
            ("用红框标出的是什么物品？", "Which thing does the red frame mark?"),
            ("请认出红框中的物品。", "Identify the thing in the red frame."),
            ("红框框住的是哪样东西？", "What does the red frame surround?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "物体露出至少60%，外框短边至少44像素，框离其他物体有间隙；同一问题依次以无干扰和三级强度出现",
            "at least 60 % of the thing is visible, 44 pixels on its shorter side; it comes undisturbed and at three strengths",
        ),
        strengths=LEVELS,
    )
)
