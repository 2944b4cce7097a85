"""What the ball would run into if the blocks were not there: both worlds are simulated."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.rolling.rolls_into import MARGINS, into, options
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the ball, with all things but the blocks as options."""
    yield Proposal(asked=({},), options=options(scenes, rng, blocks=False))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with what is hit first in the world without blocks."""
    return into(scene.only, "bare")


ROLLS_WITHOUT = register(
    QuestionClass(
        key="commonsense.rolls_without",
        version=3,
        title=("没有积木时小球会撞上什么", "what the ball would run into without the blocks"),
        ability=("反事实推理", "counterfactual reasoning"),
        scenes="rolling",
        form="choice",
        wordings=(
            (
                "假如桌上的两块积木都不在，斜坡上的弹珠球会先撞上什么？",
                "If the two blocks were not on the table, what would the marble on the ramp run into first?",
            ),
            (
                "先拿走两块长方体积木，再松开弹珠球，它首先碰到哪样东西？",
                "Take both brick-shaped blocks away, then let the marble go: which thing does it touch first?",
            ),
            (
                "设想没有积木：弹珠球滚下斜坡后最先击中什么？",
                "Imagine the table without its blocks. What does the marble strike first after the ramp?",
            ),
            (
                "要是积木从来没放在桌上，弹珠球滚下来会碰到谁？",
                "Had the blocks never been put there, what would the rolling marble meet?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "kinds"),
        margins=MARGINS,
    )
)
