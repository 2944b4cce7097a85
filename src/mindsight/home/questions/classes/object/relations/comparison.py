"""Which of two blocks is taller."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.attributes.toy_blocks import coloured, colours
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Object, Scene

TALLER = 1.4
"""Least ratio of the heights."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask which of the blocks of each two colours is taller."""
    for pair in shuffled(rng, combinations(colours(scenes), 2)):
        one, other = shuffled(rng, pair)
        yield Proposal(
            asked=({"colours": [one, other]},),
            fields={
                "one": (COLOURS[one].zh, COLOURS[one].en),
                "other": (COLOURS[other].zh, COLOURS[other].en),
            },
            options=colour_options(shuffled(rng, pair)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the taller block."""

    def taller(*both: Object) -> Answer:
        low, high = sorted(both, key=lambda one: one.size[2])
        if high.size[2] < TALLER * low.size[2]:
            return Unclear("about equally tall")
        return Found(high.colour, ((0, low.name), (0, high.name)))

    return coloured(scene.only, *asked["colours"], program=taller)


COMPARISON = register(
    QuestionClass(
        key="object.comparison",
        version=1,
        title=("哪块积木更高", "which block is taller"),
        ability=("关系：比较", "relations: comparison"),
        scenes="blocks",
        form="choice",
        wordings=(
            ("{one}积木和{other}积木，哪一块更高？", "Which block is taller, the {one} one or the {other} one?"),
            ("更高的是{one}的积木还是{other}的积木？", "Is the {one} block or the {other} block the higher one?"),
            (
                "比一比{one}积木与{other}积木的高度，哪块高？",
                "Compare the heights of the {one} and the {other} block: which is taller?",
            ),
            (
                "{one}积木与{other}积木相比，顶部离桌面更高的是哪块？",
                "Of the {one} and the {other} block, whose top is higher above the table?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour"),
        margins=(
            "较高者至少是较矮者的1.4倍；积木露出至少60%，外框短边至少18像素",
            "the taller one is at least 1.4 times as tall; at least 60 % of each block is visible, 18 pixels on its shorter side",
        ),
    )
)
