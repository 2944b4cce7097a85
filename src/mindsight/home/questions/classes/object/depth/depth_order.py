"""Three things on a table in the order of their distance from the viewer."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, by_nearness, surely_ordered
from mindsight.home.questions.facts.wording.meaning import meaning

COUNT = 3


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the order of each three things."""
    for three in shuffled(rng, combinations(things(scenes), COUNT)):
        asked = {"kinds": [one.kind for one in three]}
        if not any(isinstance(_judged(asked, scene, sure=True), Unclear) for scene in scenes):
            yield Proposal(asked=(asked,), options=kind_options(shuffled(rng, three)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kinds from the nearest to the farthest."""
    return _judged(asked, scene, sure=False)


def _judged(asked: Asked, scene: Scene, *, sure: bool) -> Answer:
    facts = scene.only

    def ordered(*objects: Object) -> Answer:
        if sure and not surely_ordered(facts, objects):
            return Unclear("two are about equally far")
        return Found([one.kind for one in by_nearness(facts, objects)], tuple((0, one.name) for one in objects))

    return meaning(facts, tuple(Meant(kind) for kind in asked["kinds"]), ordered)


DEPTH_ORDER = register(
    QuestionClass(
        key="object.depth_order",
        version=2,
        title=("由近到远排列", "from the nearest to the farthest"),
        ability=("属性：深度排序", "attributes: depth order"),
        scenes="depths",
        form="sequence",
        wordings=(
            (
                "请把下面三样东西按离你由近到远的顺序排列。",
                "Put these three things in the order of their distance from you, the nearest first.",
            ),
            (
                "以拍摄者为准，这三样东西从最近到最远依次是哪些？",
                "From where the picture was taken, in what order do these three things come, from near to far?",
            ),
            (
                "三样东西中哪样离你最近、哪样其次、哪样最远？请按此顺序回答。",
                "Which of the three is nearest to you, which comes next, and which is farthest? Answer in that order.",
            ),
            (
                "请判断到三样东西的距离，由小到大列出它们。",
                "Judge how far each of the three is from you and list them from the smallest distance to the largest.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=(
            "相邻两个距离之比至少为1.10，落脚点的远近顺序与之一致；物体露出至少60%，外框短边至少18像素",
            "each is 10 % farther than the one before, and so are the places where they stand; 60 % of each is visible, 18 pixels wide",
        ),
    )
)
