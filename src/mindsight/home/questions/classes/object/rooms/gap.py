"""Whether something of a stated width fits between two pieces of furniture."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.furniture import clearance_m, doubled, furniture, pieces_in
from mindsight.home.questions.facts.wording.meaning import meaning

WIDTHS_CM = (30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200, 220)
LEANING = frozenset({"floor_lamp", "potted_plant"})
"""Pieces that are wider above than at the foot: people could disagree where their gaps begin."""
SPARE, OF_TWO, SIDEWAYS_DEG, BESIDE_M = 1.33, 1.15, 60.0, 0.12
"""The gap is this many times as wide or as narrow as the thing, less if two gaps could be meant; it lies at most this far from crosswise
to the line of sight."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each pair of pieces whether things of several widths fit."""
    pairs = shuffled(rng, combinations((one for one in furniture(scenes) if one.kind not in LEANING), 2))
    for one, other in pairs:
        for width in shuffled(rng, WIDTHS_CM):
            first, second = (one, other) if rng.random() < 0.5 else (other, one)
            asked = {"kinds": [one.kind, other.kind], "width_cm": width}
            if any(isinstance(_judged(asked, scene, careful=True), Unclear) for scene in scenes):
                continue
            yield Proposal(
                asked=(asked,),
                fields={
                    "one": (first.zh, first.en),
                    "other": (second.zh, second.en),
                    "width": (f"{width}厘米", f"{width} cm"),
                },
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with whether the free distance is larger than the width."""
    return _judged(asked, scene, careful=False)


def _judged(asked: Asked, scene: Scene, *, careful: bool) -> Answer:
    facts = scene.only

    two = doubled(facts, *asked["kinds"])
    spare = OF_TWO if two else SPARE

    def fits(one: Object, other: Object) -> Answer:
        free, width = clearance_m(facts, one, other), asked["width_cm"] / 100
        if careful and not two and (not _crosswise(facts, one, other) or _between(facts, one, other)):
            return Unclear("the gap is not seen well")
        if careful and width / spare < free < width * spare:
            return Unclear("it is a close fit")
        return Found("yes" if free > width else "no", ((0, one.name), (0, other.name)))

    return meaning(facts, tuple(Meant(kind) for kind in asked["kinds"]), fits)


def _crosswise(facts: Facts, one: Object, other: Object) -> bool:
    """Return whether the gap between two pieces lies crosswise to the line of sight."""
    line, middle = np.subtract(other.at, one.at)[:2], np.add(other.at, one.at)[:2] / 2
    sight = middle - np.array(facts.eye[:2])
    along = abs(float(line @ sight)) / float(np.linalg.norm(line) * np.linalg.norm(sight) + 1e-9)
    return bool(along < np.sin(np.radians(SIDEWAYS_DEG)))


def _between(facts: Facts, one: Object, other: Object) -> bool:
    """Return whether a third piece stands in or near the line between two."""
    start, line = np.array(one.at[:2]), np.subtract(other.at, one.at)[:2]
    for third in pieces_in(facts):
        if third.name not in {one.name, other.name}:
            away = np.subtract(third.at[:2], start)
            share = float(np.clip(away @ line / max(float(line @ line), 1e-9), 0.0, 1.0))
            if float(np.linalg.norm(away - share * line)) < BESIDE_M + max(third.size[:2]) / 2:
                return True
    return False


GAP = register(
    QuestionClass(
        key="object.free_space",
        version=1,
        title=("放不放得下", "does it fit between"),
        ability=("空间结构：可用空间", "spatial structure: free space"),
        scenes="floor",
        form="yes_no",
        wordings=(
            (
                "在{one}和{other}之间的空隙里，放得下一个{width}宽的柜子吗？",
                "Would a cupboard {width} wide fit into the gap between the {one} and the {other}?",
            ),
            (
                "{one}与{other}之间的净距有没有{width}？",
                "Is the free distance between the {one} and the {other} at least {width}?",
            ),
            (
                "不挪动家具，{width}宽的箱子能放进{one}和{other}中间吗？",
                "Without moving any furniture, can a box {width} wide stand between the {one} and the {other}?",
            ),
            (
                "{one}和{other}之间够不够放下宽{width}的桌子？",
                "Is there enough room between the {one} and the {other} for a table {width} wide?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth",),
        margins=(
            "净距至少比给定宽度大33%或小25%，空隙大致横对视线，中间没有别的家具",
            "the free distance is 33 % larger or 25 % smaller than the width; the gap lies crosswise to the line of sight and is empty",
        ),
    )
)
