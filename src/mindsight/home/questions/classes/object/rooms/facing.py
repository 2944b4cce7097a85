"""Which way a seat faces, as the viewer sees it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.furniture import angle_deg, furniture, quarter
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option

WAYS = (
    ("towards", "朝向你", "towards you"),
    ("right", "朝向你的右边", "to your right"),
    ("away", "背对着你", "away from you"),
    ("left", "朝向你的左边", "to your left"),
)
"""The ways in the order of angles, every 90° counter-clockwise, seen from above, from the direction to the viewer on."""
WITHIN_DEG, APART_DEG = 20.0, 50.0
"""How far a seat may be turned from a way; by how much two of a kind differ, so that one sees that they face different ways."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask which way each seat faces."""
    seats = {one.kind for scene in scenes for one in scene.only.objects if one.name in scene.only.more["facing"]}
    for one in shuffled(rng, (one for one in furniture(scenes) if one.kind in seats)):
        asked = {"kind": one.kind}
        if any(isinstance(_judged(asked, scene, _within(asked, scene)), Unclear) for scene in scenes):
            continue
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in WAYS]
        yield Proposal(asked=(asked,), fields={"seat": (one.zh, one.en)}, options=tuple(shuffled(rng, options)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the way that the seat's front is nearest to."""
    return _judged(asked, scene, 45.0)


def _within(asked: Asked, scene: Scene) -> float:
    ways = [scene.only.more["facing"][one.name] for one in scene.only.objects if one.kind == asked["kind"]]
    if len(ways) == 1:
        return WITHIN_DEG
    return 45.0 if all(abs(angle_deg(one, other)) > APART_DEG for one, other in combinations(ways, 2)) else 0.0


def _judged(asked: Asked, scene: Scene, within_deg: float) -> Answer:
    facts = scene.only

    def faces(one: Object) -> Answer:
        to_viewer = (facts.eye[0] - one.at[0], facts.eye[1] - one.at[1])
        way = quarter(angle_deg(to_viewer, facts.more["facing"][one.name]), within_deg)
        return Unclear("between two ways") if way is None else Found(WAYS[way][0], ((0, one.name),))

    return meaning(facts, (Meant(asked["kind"]),), faces)


FACING = register(
    QuestionClass(
        key="object.facing",
        version=1,
        title=("座位朝哪边", "which way a seat faces"),
        ability=("空间结构：朝向", "spatial structure: orientation"),
        scenes="floor",
        form="choice",
        wordings=(
            ("从你的角度看，{seat}的正面朝哪边？", "As you see it, which way does the front of the {seat} face?"),
            (
                "坐在{seat}上的人会面朝哪个方向（以你的视角为准）？",
                "Which way would somebody sitting on the {seat} look, as you see it?",
            ),
            (
                "请判断{seat}的朝向（以观察者为准）。",
                "Judge which way the {seat} is turned, in the viewer's directions.",
            ),
            (
                "{seat}是朝向你、背对你，还是朝左或朝右？",
                "Does the {seat} face you, face away from you, or face left or right?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        helped_by=("sides",),
        margins=(
            "座位正面与所答方向相差不超过20°（同类有两件时朝向相差50°以上），座位完整入画并露出至少60%",
            "the seat's front is within 20° of the way (two of a kind differ by 50° or more); it is whole and 60 % visible",
        ),
    )
)
