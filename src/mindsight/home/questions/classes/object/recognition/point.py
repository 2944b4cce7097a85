"""Where a named thing is: a point on it."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import found_in, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning

APART = 120.0
"""Least distance between the places of the thing in the two scenes, 0–1000: no point is right in both."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for a point on a thing of each kind."""
    for one in shuffled(rng, things(scenes)):
        asked = {"kind": one.kind}
        places = found_in(answer, asked, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only thing of the kind."""
    return meaning(scene.only, (Meant(asked["kind"]),), pointed)


def pointed(one: Object) -> Answer:
    """Answer by pointing at a thing."""
    return Found(one.point, ((0, one.name),), target=(0, one.name))


POINT = register(
    QuestionClass(
        key="object.point",
        version=1,
        title=("指出物体", "pointing at a thing"),
        ability=("识别与定位", "recognition and localisation"),
        scenes="tabletop",
        form="point",
        wordings=(
            ("请指出{thing}。", "Point at the {thing}."),
            ("{thing}在画面的什么位置？请点出来。", "Where in the picture is the {thing}? Give a point on it."),
            ("请在图中点一下{thing}。", "Mark the {thing} in the picture with a point."),
            ("找到桌上的{thing}，给出它上面的一个点。", "Find the {thing} on the table and give a point on it."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "物体露出至少60%，外框短边至少18像素；两个场景中的位置相距至少画面的12%",
            "at least 60 % of the thing is visible, 18 pixels on its shorter side; in the two scenes it is 12 % of the picture apart",
        ),
    )
)
