"""The place of the only part that opens in a certain way."""

import math
from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.fronts.frames import EDGE_TO_EDGE, around, fits, parts, whole
from mindsight.home.questions.classes.object.recognition.point import APART, pointed
from mindsight.home.questions.facts.answer import Answer, Cannot, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Words

WAYS: Mapping[str, Words] = {
    "left": ("铰链在左边、像门一样转开的", "swings like a door, with its hinge on the left"),
    "right": ("铰链在右边、像门一样转开的", "swings like a door, with its hinge on the right"),
    "out": ("像抽屉一样向外拉出的", "is pulled out like a drawer"),
    "down": ("铰链在下边、向下翻开的", "folds down, with its hinge at the bottom"),
    "up": ("铰链在后边、向上掀开的", "is lifted like a lid"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the part that opens in each way."""
    for way in shuffled(rng, WAYS):
        places = found_in(answer, {"way": way}, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=({"way": way},), fields={"way": WAYS[way]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only such part."""
    facts = scene.only
    found = [one for one in parts(facts) if facts.more["opens"][one.name] == asked["way"]]
    seen = [one for one in found if whole(one) and fits(around(one), EDGE_TO_EDGE)]
    if len(seen) > 1 or not found:
        return Cannot("ambiguous" if seen else "absent")
    return pointed(seen[0]) if seen == found else Unclear("such a part is small or not wholly in the picture")


OPENS_BY = register(
    QuestionClass(
        key="object.opens_by",
        version=1,
        title=("指出以某种方式打开的部件", "the part that opens in a certain way"),
        ability=("铰链关系", "hinge relations"),
        scenes="fronts",
        form="point",
        wordings=(
            ("请指出{way}那个部件（左右以图中所见为准）。", "Point at the part that {way} (as the picture shows it)."),
            (
                "图中哪一个门、抽屉或盖子是{way}？请在它上面点一下。",
                "Which door, drawer or lid in the picture {way}? Mark it with a point.",
            ),
            (
                "看一看把手和边缘，找出{way}部件，给出它上面的一个点。",
                "Look at handles and edges and give a point on the part that {way}.",
            ),
            (
                "这些柜门、抽屉和盖子里，哪个是{way}？请点出来。",
                "Of these fronts and lids, one {way}: where is it? Point at it.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        helped_by=("sides",),
        margins=(
            "这样打开的部件若只有一个，短边至少26像素，整个在画面里，没有另一个只露出一部分；两个场景中的位置相距至少画面的12%",
            "the only part that opens so is 26 pixels wide and whole, no other is seen in part; its places are 12 % apart",
        ),
    )
)
