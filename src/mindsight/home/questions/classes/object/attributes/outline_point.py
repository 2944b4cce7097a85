"""Where the biscuit of an outline is."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.attributes.outline import MARGINS, OUTLINES
from mindsight.home.questions.classes.object.recognition.point import APART, pointed
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.meaning import readings
from mindsight.home.questions.scenes.biscuits import KIND


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for a point on the biscuit of each outline."""
    for key in shuffled(rng, OUTLINES):
        places = found_in(answer, {"outline": key}, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=({"outline": key},), fields={"outline": OUTLINES[key]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only biscuit of the outline."""
    found = [one for one in scene.only.objects if one.kind == KIND and one.shape == asked["outline"]]
    return readings([found], pointed)


OUTLINE_POINT = register(
    QuestionClass(
        key="object.outline_point",
        version=1,
        title=("指出某种外形的饼干", "pointing at a biscuit by its outline"),
        ability=("属性：形状", "attributes: shape"),
        scenes="biscuits",
        form="point",
        wordings=(
            ("请指出{outline}的饼干。", "Point at the {outline} biscuit."),
            ("{outline}的那块饼干在哪里？请点一下。", "Where is the {outline} biscuit? Give a point on it."),
            (
                "小朋友想吃{outline}的饼干，请点出是哪一块。",
                "A child would like the {outline} biscuit: mark which one it is.",
            ),
            (
                "请在图中找到{outline}的饼干，给出它上面的一个点。",
                "Find the biscuit that is {outline} and put a point on it.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=MARGINS,
    )
)
