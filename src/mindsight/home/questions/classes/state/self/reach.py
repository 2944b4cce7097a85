"""Whether the viewer can reach a thing on the table."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.hands import deep_m, floor_of, kinds
from mindsight.home.questions.facts.wording.meaning import meaning

REACHES_CM = (16, 20, 24, 28, 32, 36, 40, 45, 50, 55)
SHARE, LEAST_M = 0.15, 0.04
"""A thing in reach ends this share, and so far, before the reach ends; one out of reach begins as far beyond it."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each thing and reach."""
    for one, reach in shuffled(rng, product(kinds(scenes).values(), REACHES_CM)):
        asked = {"kind": one.kind, "cm": reach}
        if not any(isinstance(_judged(asked, scene, sure=True), Unclear) for scene in scenes):
            fields = {"thing": (one.zh, one.en), "reach": (f"{reach}厘米", f"{reach} cm")}
            yield Proposal(asked=(asked,), fields=fields)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if the thing's middle is within reach of the table's near edge."""
    return _judged(asked, scene, sure=False)


def _judged(asked: Asked, scene: Scene, *, sure: bool) -> Answer:
    facts, reach = scene.only, asked["cm"] / 100

    def reached(one: Object) -> Answer:
        middle, half = floor_of(facts, one)[1] - facts.more["edge_m"], deep_m(facts, one)
        spare = max(SHARE * reach, LEAST_M)
        if sure and not (0.0 < middle + half < reach - spare or middle - half > reach + spare):
            return Unclear("it is about as far as the hand reaches")
        return Found("yes" if middle < reach else "no", ((0, one.name),))

    return meaning(facts, (Meant(asked["kind"]),), reached)


REACH = register(
    QuestionClass(
        key="state.reach",
        version=1,
        title=("够不够得到", "can I reach it"),
        ability=("自身状态：可及范围", "own state: reach"),
        scenes="hands",
        form="yes_no",
        wordings=(
            (
                "你站在桌边不动，手最远能伸到桌面上离近侧桌边{reach}的地方。你够得到{thing}吗？",
                "Staying where you are, you can reach {reach} beyond the near edge of the table. Can you reach the {thing}?",
            ),
            (
                "从靠你这边的桌沿量起，你的手臂只能够到{reach}远。不挪动身体，能碰到{thing}吗？",
                "Your arms reach no farther than {reach} from the table's near edge. Without moving, can you touch the {thing}?",
            ),
            (
                "假如你的手只能越过近侧桌边{reach}，那么{thing}在你够得着的范围内吗？",
                "If your hands get {reach} past the near edge of the table, is the {thing} within their reach?",
            ),
            (
                "你的手越过眼前的桌边后最多再伸{reach}。你现在拿得到{thing}吗？",
                "Past the edge of the table before you, your hands reach {reach} and no more. Can you get hold of the {thing} now?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=(
            "物体整个在可及范围的边界以内或以外，离边界至少15%且至少4厘米；物体露出至少60%，外框短边至少18像素",
            "all of the thing is on one side of the limit, 15 % and 4 cm from it or more; 60 % of it is visible, 18 pixels wide",
        ),
    )
)
