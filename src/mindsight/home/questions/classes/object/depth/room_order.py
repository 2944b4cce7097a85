"""Three pieces of furniture in the order of their distance from the viewer."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.furniture import furniture
from mindsight.home.questions.facts.wording.meaning import meaning

COUNT, FARTHER_M, FARTHER, TALL_M = 3, 0.40, 1.12, 1.2
"""How many pieces are sorted, and by how much each is farther away than the one before."""


def floor_m(facts: Facts, one: Object) -> float:
    """Return how far the middle of a piece is from the viewer along the floor, m."""
    return math.dist(facts.eye[:2], one.at[:2])


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the order of each three pieces."""
    # What is tall, such as a floor lamp, is wholly in a picture only far away: its kind alone would say that it comes last.
    low = [one for one in furniture(scenes) if one.size[2] < TALL_M]
    for three in shuffled(rng, combinations(low, COUNT)):
        asked = {"kinds": [one.kind for one in three]}
        if not any(isinstance(_judged(asked, scene, sure=True), Unclear) for scene in scenes):
            yield Proposal(asked=(asked,), options=kind_options(shuffled(rng, three)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kinds from the nearest to the farthest."""
    return _judged(asked, scene, sure=False)


def _judged(asked: Asked, scene: Scene, *, sure: bool) -> Answer:
    facts = scene.only

    def ordered(*pieces: Object) -> Answer:
        found = sorted(pieces, key=lambda one: floor_m(facts, one))
        away = [floor_m(facts, one) for one in found]
        if sure and any(far < max(near + FARTHER_M, FARTHER * near) for near, far in pairwise(away)):
            return Unclear("two are about equally far")
        return Found([one.kind for one in found], tuple((0, one.name) for one in found))

    return meaning(facts, tuple(Meant(kind) for kind in asked["kinds"]), ordered)


ROOM_ORDER = register(
    QuestionClass(
        key="object.room_order",
        version=2,
        title=("房间里由近到远", "furniture from near to far"),
        ability=("属性：深度排序", "attributes: depth order"),
        scenes="floor",
        form="sequence",
        wordings=(
            (
                "从你站的地方走过去，先到哪件、后到哪件？请把三件家具由近到远排列。",
                "Sort these three pieces of furniture by how far you would have to walk to them, the nearest first.",
            ),
            (
                "房间里的这三件东西，按到观察者的距离从近到远怎么排？",
                "In which order, from near to far, do these three pieces stand from the viewer?",
            ),
            (
                "请由近及远列出这三件家具或用品。",
                "List these three pieces of furniture from the closest to you to the most distant.",
            ),
            (
                "量一量从你到每件家具的地面距离，从短到长依次是哪三件？",
                "Measured along the floor from where you are, what is the order of the three from the shortest distance to the longest?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        # The rooms are seen from above, so that where a piece stands in the picture mostly tells the order by itself.
        helped_by=("depth",),
        margins=(
            "相邻两件的距离（从脚下到中心）相差至少40厘米且至少12%；每件完整入画并露出至少60%",
            "each is at least 40 cm and 12 % farther (to its middle) than the one before; all are wholly in the picture and 60 % visible",
        ),
    )
)
