"""Point at a thing that is described by its place and size: the tallest, or the nearest, of those on one side of another."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import dist

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.sides import SIDE_WORDS, beside

WHICH = {
    "tallest": ("最高的那个", "tallest thing"),
    "lowest": ("最矮的那个", "lowest thing"),
    "nearest": ("离它最近的那个", "thing nearest to it"),
}
RATIO, LEAST_M = 1.25, 0.02
"""How much more the first must have than the second, as a ratio and in m."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each extreme on each side of each thing."""
    for one, side, which in shuffled(rng, product(things(scenes), SIDE_WORDS, WHICH)):
        yield Proposal(
            asked=({"kind": one.kind, "side": side, "which": which},),
            fields={"thing": (one.zh, one.en), "side": SIDE_WORDS[side], "which": WHICH[which]},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing on the side that is first by a margin; several or one must be there."""
    facts = scene.only

    def about(anchor: Object) -> Answer:
        found = beside(facts, anchor)
        if isinstance(found, Unclear):
            return found
        first = _first(asked["which"], anchor, found.on(asked["side"]))
        if not isinstance(first, Object):
            return first
        return Found(first.name, ((0, anchor.name), (0, first.name)), (0, first.name))

    return meaning(facts, (Meant(asked["kind"]),), about)


def _first(which: str, anchor: Object, others: Sequence[Object]) -> Object | Cannot | Unclear:
    if not others:
        return Cannot("absent")

    def amount(one: Object) -> float:
        return dist(one.at[:2], anchor.at[:2]) if which == "nearest" else one.size[2]

    ordered = sorted(others, key=amount, reverse=which == "tallest")
    if len(ordered) > 1:
        small, large = sorted(amount(one) for one in ordered[:2])
        if large < RATIO * small or large - small < LEAST_M:
            return Unclear("two are nearly alike in this")
    return ordered[0] if clear(ordered[0]) else Unclear("not seen well")


REFERENCE = register(
    QuestionClass(
        key="language.reference",
        version=1,
        title=("指出所描述的物体", "point at what is described"),
        ability=("指代消解：描述到区域", "reference resolution: from a description to a region"),
        scenes="spread",
        form="point",
        wordings=(
            (
                "从你的角度看，桌上{thing}{side}的东西里，请指出{which}。",
                "Of the things on the table to the {side} of the {thing}, as you see it, point at the {which}.",
            ),
            (
                "请看{thing}{side}的桌面，在那里的东西中点出{which}。",
                "Look at what is on the table {side} of the {thing} and point at the {which}.",
            ),
            (
                "以{thing}为准，它{side}的物品当中，{which}在画面的什么位置？",
                "Take the {thing}: among the things to its {side}, where in the picture is the {which}?",
            ),
            (
                "画面中位于{thing}{side}的物品里，{which}是哪个？请指出来。",
                "Among the things to the {side} of the {thing} in the picture, which is the {which}? Point at it.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        helped_by=("depth",),
        margins=(
            "所指之物在高度或距离上至少领先25%且不少于2厘米；左右相隔至少5厘米、15°",
            "the thing meant is ahead in height or distance by 25 % and 2 cm; left and right are 5 cm and 15° apart",
        ),
    )
)
