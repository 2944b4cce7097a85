"""Which of two things is nearer to the viewer."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, by_nearness, surely_ordered
from mindsight.home.questions.facts.wording.meaning import meaning


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask which of each two things is nearer."""
    for pair in shuffled(rng, combinations(things(scenes), 2)):
        one, other = shuffled(rng, pair)
        asked = {"kinds": [one.kind, other.kind]}
        if any(isinstance(_judged(asked, scene, sure=True), Unclear) for scene in scenes):
            continue
        yield Proposal(
            asked=(asked,),
            fields={"thing": (one.zh, one.en), "other": (other.zh, other.en)},
            options=kind_options(shuffled(rng, (one, other))),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kind of the nearer one."""
    return _judged(asked, scene, sure=False)


def _judged(asked: Asked, scene: Scene, *, sure: bool) -> Answer:
    facts = scene.only

    def nearer(one: Object, other: Object) -> Answer:
        if sure and not surely_ordered(facts, (one, other)):
            return Unclear("about equally near")
        return Found(by_nearness(facts, (one, other))[0].kind, ((0, one.name), (0, other.name)))

    return meaning(facts, tuple(Meant(kind) for kind in asked["kinds"]), nearer)


NEARER = register(
    QuestionClass(
        key="object.nearer",
        version=2,
        title=("哪个更近", "which is nearer"),
        ability=("属性：深度估计", "attributes: depth"),
        scenes="tabletop",
        form="choice",
        wordings=(
            ("{thing}和{other}，哪个离你更近？", "Which is nearer to you, the {thing} or the {other}?"),
            ("离观察者更近的是{thing}还是{other}？", "Is the {thing} or the {other} closer to the viewer?"),
            (
                "比较{thing}与{other}到拍摄者的距离，哪个较近？",
                "Compare how far the {thing} and the {other} are from whoever took the picture: which is closer?",
            ),
            (
                "{thing}与{other}，哪一个到你的距离更短？",
                "Which of the two is at the shorter distance from you, the {thing} or the {other}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=(
            "两个距离之比至少为1.10，落脚点的远近顺序与之一致",
            "the distances differ by at least 10 %, and the places where the things stand are in the same order",
        ),
    )
)
