"""Which of two things is nearer to the viewer."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import Meant, by_nearness, each, surely_ordered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask which of each two things is nearer."""
    for pair in shuffled(rng, combinations(things(scenes), 2)):
        one, other = shuffled(rng, pair)
        asked = {"kinds": [one.kind, other.kind]}
        if not all(_sure(asked, scene) for scene in scenes):
            continue
        yield Proposal(
            asked=(asked,),
            fields={"thing": (one.zh, one.en), "other": (other.zh, other.en)},
            options=kind_options(shuffled(rng, (one, other))),
        )


def _sure(asked: Asked, scene: Scene) -> bool:
    found = each(scene.only, *(Meant(kind) for kind in asked["kinds"]))
    return isinstance(found, Cannot | Unclear) or surely_ordered(scene.only, found)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kind of the nearer one."""
    found = each(scene.only, *(Meant(kind) for kind in asked["kinds"]))
    if isinstance(found, Cannot | Unclear):
        return found
    ordered = by_nearness(scene.only, found)
    return Found(ordered[0].kind, tuple((0, one.name) for one in found))


NEARER = register(
    QuestionClass(
        key="object.nearer",
        version=1,
        title=("哪个更近", "which is nearer"),
        ability=("属性：深度估计", "attributes: depth"),
        scenes="tabletop",
        form="choice",
        wordings=(
            ("{thing}和{other}，哪个离你更近？", "Which is nearer to you, the {thing} or the {other}?"),
            ("离观察者更近的是{thing}还是{other}？", "Is the {thing} or the {other} closer to the viewer?"),
            (
                "比较{thing}与{other}到拍摄者的距离，哪个较近？",
                "Compare how far the {thing} and the {other} are from the camera: which is closer?",
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
