"""How far apart two things are, in centimetres."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled, things, told_apart
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning

SHARE, LEAST_CM, NEAR_M = 0.25, 4.0, 0.12
"""Tolerance as a share of the distance, at least so many centimetres; things closer than this are not asked about."""


def tolerance(true_cm: float) -> float:
    """Return how far an answer may be off, cm."""
    return max(SHARE * true_cm, LEAST_CM)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the distance of each two things, if no number is right in both scenes."""
    for one, other in shuffled(rng, combinations(things(scenes), 2)):
        asked = {"kinds": [one.kind, other.kind]}
        values = found_in(answer, asked, scenes)
        if len(values) == 2 and told_apart(values, tolerance):
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en), "other": (other.zh, other.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the level distance between the things' middles."""

    def apart(one: Object, other: Object) -> Answer:
        apart_m = math.dist(one.at[:2], other.at[:2])
        if apart_m < NEAR_M:
            return Unclear("they are close together")
        return Found(float(round(100 * apart_m)), ((0, one.name), (0, other.name)))

    return meaning(scene.only, tuple(Meant(kind) for kind in asked["kinds"]), apart, tolerance=tolerance)


DISTANCE = register(
    QuestionClass(
        key="object.distance",
        version=2,
        title=("两物相距多远", "distance between two things"),
        ability=("属性：深度估计、空间结构", "attributes: depth, spatial structure"),
        scenes="tabletop",
        form="number",
        chance=0.35,  # of the best constant guess
        unit="cm",
        wordings=(
            (
                "{thing}和{other}的中心在桌面上相距多少厘米？请估计。",
                "How far apart on the table are the {thing} and the {other}, from middle to middle? Estimate it in centimetres.",
            ),
            (
                "沿桌面量，从{thing}的中心到{other}的中心大约有多少厘米？",
                "Measured along the table, about how many centimetres is it from the middle of the {thing} to the middle of the {other}?",
            ),
            (
                "估一估：{thing}与{other}之间（按中心算）有多少厘米？",
                "Estimate the distance between the {thing} and the {other} (between their middles) in centimetres.",
            ),
            (
                "以厘米为单位，{thing}离{other}大约多远（从中心到中心）？",
                "In centimetres, about how far is the {thing} from the {other}, from middle to middle?",
            ),
        ),
        propose=propose,
        answer=answer,
        tolerance=tolerance,
        needs=("kinds", "depth"),
        margins=(
            "允许误差25%（至少4厘米），相距至少12厘米；没有一个数在两个场景中都对",
            "25 % off is allowed (at least 4 cm), the things are at least 12 cm apart; no number is right in both scenes",
        ),
    )
)
