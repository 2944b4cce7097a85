"""Which domino falls last."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.dominoes.domino_first import answer, offered
from mindsight.home.questions.classes.commonsense.dominoes.row import ABILITY, MARGINS
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the last."""
    yield from offered({"which": "last"}, scenes, rng)


DOMINO_LAST = register(
    QuestionClass(
        key="commonsense.domino_last",
        version=1,
        title=("哪块骨牌最后倒", "which domino falls last"),
        ability=ABILITY,
        scenes="dominoes",
        form="choice",
        wordings=(
            (
                "松手后，斜着的那块骨牌倒下并撞倒其他骨牌。最后倒下的是什么颜色的？",
                "When they are let go, the leaning domino falls and knocks others over. What colour is the last to fall?",
            ),
            (
                "斜的那块骨牌引起连锁反应，连锁到哪种颜色的一块为止？",
                "The leaning domino starts a chain reaction. With the domino of which colour does it end?",
            ),
            (
                "放开所有骨牌，斜着的一块先倒；会倒的骨牌里哪种颜色的最后倒？",
                "All dominoes are released and the leaning one goes first. Of those that fall, which colour falls last?",
            ),
            (
                "从斜着的骨牌开始一块撞一块，最后被撞倒的是哪种颜色？",
                "From the leaning domino on, one knocks over the next. What is the colour of the last one knocked over?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=MARGINS,
    )
)
