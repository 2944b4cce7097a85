"""How tall a thing is, in centimetres."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.catalogue.wares import HEIGHTS_CM
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled, things, told_apart
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning

SHARE, WHOLE = 0.25, 0.85
"""Tolerance as a share of the height, and the least share of the thing that nothing covers."""


def tolerance(true_cm: float) -> float:
    """Return how far an answer may be off, cm."""
    return SHARE * true_cm


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the height of each kind that comes in several sizes, if no number is right in both scenes."""
    for one in shuffled(rng, things(scenes)):
        values = found_in(answer, {"kind": one.kind}, scenes)
        if one.kind in HEIGHTS_CM and len(values) == 2 and told_apart(values, tolerance):
            yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the height of a thing of the kind."""

    def height(one: Object) -> Answer:
        whole = one.shown >= WHOLE and min(one.box) > 0 and max(one.box) < 1000
        return Found(float(round(100 * one.size[2])), ((0, one.name),)) if whole else Unclear("a part is hidden")

    return meaning(scene.only, (Meant(asked["kind"]),), height, tolerance=tolerance)


SIZE = register(
    QuestionClass(
        key="object.size",
        version=3,
        title=("物体有多高", "height of a thing"),
        ability=("属性：大小、三维形状", "attributes: size, 3-D shape"),
        scenes="wares",
        form="number",
        chance=0.5,  # of the best constant guess
        unit="cm",
        wordings=(
            ("{thing}有多高？请用厘米估计。", "How tall is the {thing}? Estimate it in centimetres."),
            (
                "估一估桌上的{thing}的高度是多少厘米。",
                "Estimate the height of the {thing} on the table in centimetres.",
            ),
            (
                "{thing}从底到顶大约有多少厘米？",
                "About how many centimetres does the {thing} measure from bottom to top?",
            ),
            ("请估计{thing}的高度，以厘米为单位。", "Give an estimate of how high the {thing} is, in centimetres."),
        ),
        propose=propose,
        answer=answer,
        tolerance=tolerance,
        needs=("kinds", "depth"),
        margins=(
            "允许误差25%，物体露出至少85%；旁边有大小众所周知的罐头，没有一个数在两个场景中都对",
            "25 % off is allowed, 85 % of the thing is visible; a can of familiar size is near, no number is right in both scenes",
        ),
    )
)
