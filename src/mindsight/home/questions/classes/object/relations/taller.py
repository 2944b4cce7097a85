"""Which of two things is taller, where both come in many sizes."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.engine.catalogue.wares import HEIGHTS_CM
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import Meant, each

RATIO, WHOLE = 1.25, 0.75
"""Least ratio of the heights, and the least share of each thing that nothing covers."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask which of each two things is taller."""
    sized = [one for one in things(scenes) if one.kind in HEIGHTS_CM]
    for pair in shuffled(rng, combinations(sized, 2)):
        one, other = shuffled(rng, pair)
        yield Proposal(
            asked=({"kinds": [one.kind, other.kind]},),
            fields={"thing": (one.zh, one.en), "other": (other.zh, other.en)},
            options=kind_options(shuffled(rng, pair)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kind of the taller one."""
    found = each(scene.only, *(Meant(kind) for kind in asked["kinds"]))
    if isinstance(found, Cannot | Unclear):
        return found
    low, high = sorted(found, key=lambda one: one.size[2])
    if high.size[2] < RATIO * low.size[2] or min(low.shown, high.shown) < WHOLE:
        return Unclear("about equally tall, or partly hidden")
    return Found(high.kind, ((0, low.name), (0, high.name)))


TALLER = register(
    QuestionClass(
        key="object.taller",
        version=1,
        title=("哪样东西更高", "which thing is taller"),
        ability=("关系：比较", "relations: comparison"),
        scenes="wares",
        form="choice",
        wordings=(
            ("{thing}和{other}，哪个更高？", "Which is taller, the {thing} or the {other}?"),
            ("桌上的{thing}与{other}相比，哪个高一些？", "On the table, is the {thing} or the {other} the taller one?"),
            (
                "比较{thing}和{other}的实际高度，较高的是哪个？",
                "Compare the real heights of the {thing} and the {other}: which is greater?",
            ),
            (
                "{thing}与{other}中，从底到顶更高的是哪一样？",
                "Which of the two is higher from bottom to top, the {thing} or the {other}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=(
            "较高者至少是较矮者的1.25倍；两物各露出至少75%",
            "the taller one is at least 1.25 times as tall; at least 75 % of each thing is visible",
        ),
    )
)
