"""On which side of somebody who sits on a seat another piece of furniture is: the seat's own left, right, front and behind."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.rooms.furniture import angle_deg, doubled, furniture, quarter
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option

SIDES = (
    ("front", "前面", "in front of you"),
    ("left", "左边", "to your left"),
    ("behind", "后面", "behind you"),
    ("right", "右边", "to your right"),
)
"""The sides in the order of angles, every 90° counter-clockwise from the front on."""
OPTIONS = 2
WITHIN_DEG, OF_TWO_DEG, APART_M = 28.0, 36.0, 0.85
"""What a question keeps to; an answer only needs to know which side is nearest."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the side of each piece of furniture as each seat has it, with the two sides on which it is as options.

    Of all four, in front would be right more often than the others: seats face the room.
    """
    pieces = furniture(scenes)
    seats = {one.kind for scene in scenes for one in scene.only.objects if one.name in scene.only.more["facing"]}
    for seat, other in shuffled(rng, ((a, b) for a in pieces for b in pieces if a.kind in seats and a.kind != b.kind)):
        asked = {"seat": seat.kind, "kind": other.kind}
        known = possible(answer, asked, scenes)
        if len(known) != OPTIONS:
            continue
        if any(isinstance(_judged(asked, scene, _within(asked, scene), APART_M), Unclear) for scene in scenes):
            continue
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in SIDES if key in known]
        yield Proposal(
            asked=(asked,),
            fields={"seat": (seat.zh, seat.en), "thing": (other.zh, other.en)},
            options=tuple(shuffled(rng, options)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the side on which the piece is."""
    return _judged(asked, scene, 45.0, 0.0)


def _within(asked: Asked, scene: Scene) -> float:
    return OF_TWO_DEG if doubled(scene.only, asked["seat"], asked["kind"]) else WITHIN_DEG


def _judged(asked: Asked, scene: Scene, within_deg: float, apart_m: float) -> Answer:
    facts = scene.only

    def beside(seat: Object, other: Object) -> Answer:
        away = (other.at[0] - seat.at[0], other.at[1] - seat.at[1])
        side = quarter(angle_deg(facts.more["facing"][seat.name], away), within_deg)
        if side is None or (away[0] ** 2 + away[1] ** 2) ** 0.5 < apart_m:
            return Unclear("between two sides")
        return Found(SIDES[side][0], ((0, seat.name), (0, other.name)))

    return meaning(facts, (Meant(asked["seat"]), Meant(asked["kind"])), beside)


FRAME = register(
    QuestionClass(
        key="object.frame",
        version=2,
        title=("前后左右（坐着的人的视角）", "left, right, in front, behind (the frame of somebody seated)"),
        ability=("相对位置：以物体为参照", "relative position in an object's own frame"),
        scenes="floor",
        form="choice",
        wordings=(
            (
                "想象你端正地坐在{seat}上，目视前方：{thing}在你的哪一边？",
                "Imagine that you sit upright on the {seat} and look straight ahead: where is the {thing}?",
            ),
            (
                "你背靠靠背坐在{seat}上。此时{thing}在你的哪一边？",
                "You sit on the {seat}, leaning back. Where is the {thing} then?",
            ),
            (
                "如果你在{seat}上坐好，脸朝正前方，{thing}会在你的什么方位？",
                "If you sat down on the {seat} and faced straight forward, where would the {thing} be?",
            ),
            (
                "假设你正坐在{seat}上朝前看，请判断{thing}在你的哪个方向。",
                "Suppose you are sitting on the {seat}, facing forward. In which direction from you is the {thing}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("sides",),
        helped_by=("depth",),
        margins=(
            "方向与所答方位相差不超过28°（有两件可指时不超过36°），两件家具中心相距至少85厘米，两件都完整入画并露出至少60%",
            "the direction is within 28° of the side (36° if two fit), middles are 85 cm apart or more, both are whole and 60 % visible",
        ),
    )
)
