"""Which of some pieces of furniture is nearest to another."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.rooms.furniture import clearance_m, doubled, furniture, pieces_in
from mindsight.home.questions.facts.wording.meaning import meaning

RATIO, FURTHER_M = 1.35, 0.30
OF_TWO = (1.1, 0.10)
"""Margins for each of two pieces to which different ones are nearest."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask of each piece which of two kinds is nearer to it: kinds that all scenes show which show that piece once.

    Of more than two, a sofa would be right more often than a stool, since long pieces are near to much: words alone would tell.
    """
    pieces = furniture(scenes)
    for one in shuffled(rng, pieces):
        once = [scene for scene in scenes if sum(other.kind == one.kind for other in scene.only.objects) == 1]
        there = [other for other in pieces if other.kind != one.kind and all(_has(scene, other.kind) for scene in once)]
        for offered in shuffled(rng, combinations(there, 2)):
            asked = {"kind": one.kind, "of": sorted(other.kind for other in offered)}
            if any(isinstance(_judged(asked, scene, *_margins(asked, scene)), Unclear) for scene in scenes):
                continue
            yield Proposal(
                asked=(asked,),
                fields={"thing": (one.zh, one.en)},
                options=kind_options(shuffled(rng, offered)),
            )


def _has(scene: Scene, kind: str) -> bool:
    return any(one.kind == kind for one in scene.only.objects)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kind of the nearest piece, measured between their nearest sides."""
    return _judged(asked, scene, 1.0, 0.0)


def _margins(asked: Asked, scene: Scene) -> tuple[float, float]:
    return OF_TWO if doubled(scene.only, asked["kind"]) else (RATIO, FURTHER_M)


def _judged(asked: Asked, scene: Scene, ratio: float, further_m: float) -> Answer:
    facts = scene.only
    offered = [other for other in pieces_in(facts) if other.kind in asked["of"]]
    if any(not clear(other) for other in offered):
        return Unclear("a piece is not seen well")

    def nearest(one: Object) -> Answer:
        away = sorted((clearance_m(facts, one, other), other.kind, other.name) for other in offered)
        others = [far for far, kind, _ in away if kind != away[0][1]] if away else []
        if not others or min(others) < max(ratio * away[0][0], away[0][0] + further_m):
            return Unclear("two are about equally near")
        return Found(away[0][1], ((0, one.name), (0, away[0][2])))

    return meaning(facts, (Meant(asked["kind"]),), nearest)


NEAR = register(
    QuestionClass(
        key="object.near",
        version=2,
        title=("离某件家具最近的", "nearest to a piece of furniture"),
        ability=("比较关系：远近", "comparison: distance"),
        scenes="floor",
        form="choice",
        wordings=(
            ("下列哪一种离{thing}最近？", "Which of these is nearest to the {thing}?"),
            (
                "在实际房间里，离{thing}最近的是下面哪一个？",
                "In the room itself, which of the following stands nearest to the {thing}?",
            ),
            (
                "从{thing}出发，最先走到的是选项中的哪一样？",
                "Starting from the {thing}, which of the options has the shortest way?",
            ),
            ("选项中与{thing}实际距离最短的是哪个？", "Which option has the smallest real distance from the {thing}?"),
        ),
        propose=propose,
        answer=answer,
        needs=("depth",),
        margins=(
            "其余选项与它的净距至少是最近者的1.35倍，并至少多30厘米（有两件可指时1.1倍、10厘米）",
            "the free distance to every other option is at least 1.35 times the least and 30 cm more (1.1 times and 10 cm if two fit)",
        ),
    )
)
