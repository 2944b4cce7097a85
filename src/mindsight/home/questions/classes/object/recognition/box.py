"""The extent of a named thing in the picture: a box around it."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning

WHOLE, EDGE, LEAST_PX = 0.92, 4.0, 30.0
"""Least share of the thing that nothing covers, its distance from the picture's edge (0–1000), and its least side in pixels."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the box of a thing of each kind whose boxes in two scenes have nothing in common."""
    for one in shuffled(rng, things(scenes)):
        asked = {"kind": one.kind}
        boxes = found_in(answer, asked, scenes)
        if len(boxes) == 2 and not meet(*boxes):
            yield Proposal(asked=(asked,), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the box of the only thing of the kind, if all of it is in the picture."""
    return meaning(scene.only, (Meant(asked["kind"]),), boxed)


def boxed(one: Object) -> Answer:
    """Answer with the box of a thing."""
    if one.shown < WHOLE or one.side_px < LEAST_PX or min(one.box) < EDGE or max(one.box) > 1000 - EDGE:
        return Unclear("a part of it is hidden or cut off")
    return Found(one.box, ((0, one.name),))


def meet(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two boxes have anything in common."""
    return all(max(one[axis], other[axis]) < min(one[axis + 2], other[axis + 2]) for axis in (0, 1))


BOX = register(
    QuestionClass(
        key="object.box",
        version=1,
        title=("框出物体", "box around a thing"),
        ability=("识别与定位", "recognition and localisation"),
        scenes="tabletop",
        form="box",
        wordings=(
            ("请框出{thing}。", "Draw a box around the {thing}."),
            ("请给出{thing}的外框。", "Give the bounding box of the {thing}."),
            (
                "{thing}在图中占多大范围？请用方框表示。",
                "Which part of the picture does the {thing} take up? Give a box.",
            ),
            ("用一个紧贴的方框把{thing}框起来。", "Put a close-fitting box around the {thing}."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "物体至少92%可见且不贴画面边缘，外框短边至少30像素；与正确外框的交并比达到0.5即算对",
            "at least 92 % of the thing is visible, away from the picture's edge, 30 pixels on its shorter side; an IoU of 0.5 is enough",
        ),
    )
)
