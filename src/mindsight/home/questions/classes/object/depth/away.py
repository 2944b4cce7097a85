"""How far a piece of furniture is from the viewer, in centimetres."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.depth.room_order import floor_m
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import found_in, shuffled, told_apart
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.furniture import furniture
from mindsight.home.questions.facts.wording.meaning import meaning

SHARE = 0.25


def tolerance(true_cm: float) -> float:
    """Return how far an answer may be off, cm."""
    return SHARE * true_cm


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the distance of each piece, if no number is right in both scenes."""
    for one in shuffled(rng, furniture(scenes)):
        values = found_in(answer, {"kind": one.kind}, scenes)
        if len(values) == 2 and told_apart(values, tolerance):
            yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the distance along the floor to the piece's middle."""
    facts = scene.only

    def away(one: Object) -> Answer:
        return Found(float(round(100 * floor_m(facts, one))), ((0, one.name),))

    return meaning(facts, (Meant(asked["kind"]),), away, tolerance=tolerance)


AWAY = register(
    QuestionClass(
        key="object.away",
        version=2,
        title=("离你有多远", "how far away it is"),
        ability=("属性：深度估计、空间结构", "attributes: depth, spatial structure"),
        scenes="floor",
        form="number",
        chance=0.5,  # of the best constant guess
        unit="cm",
        wordings=(
            (
                "从你脚下到{thing}的中心大约有多远？请以厘米回答。",
                "About how far is it from where you stand to the middle of the {thing}? Answer in centimetres.",
            ),
            (
                "估计一下：沿地面从拍摄者到{thing}有多少厘米？",
                "Estimate: how many centimetres is it along the floor from the camera to the {thing}?",
            ),
            (
                "你要走大约多少厘米才能到{thing}那里（按到它中心算）？",
                "About how many centimetres would you have to walk to be where the {thing} is (to its middle)?",
            ),
            (
                "以厘米为单位，观察者与{thing}之间的水平距离大约是多少？",
                "In centimetres, what is about the level distance between the viewer and the {thing}?",
            ),
        ),
        propose=propose,
        answer=answer,
        tolerance=tolerance,
        needs=("kinds", "depth"),
        margins=(
            "允许误差25%；家具完整入画并露出至少60%；没有一个数在两个场景中都对",
            "25 % off is allowed; the piece is wholly in the picture and 60 % visible; no number is right in both scenes",
        ),
    )
)
