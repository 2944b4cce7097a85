"""Point at what somebody on a seat has straight in front of them."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.rooms.furniture import angle_deg, furniture, pieces_in
from mindsight.home.questions.facts.wording.meaning import meaning

WITHIN_DEG, CLEAR_DEG, FURTHER = 24.0, 36.0, 1.35
"""It lies within the first angle; whatever else lies within the second is this many times as far away."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each seat."""
    seats = {one.kind for scene in scenes for one in scene.only.objects if one.name in scene.only.more["facing"]}
    for one in shuffled(rng, (one for one in furniture(scenes) if one.kind in seats)):
        asked = {"kind": one.kind}
        if any(isinstance(_judged(asked, scene, WITHIN_DEG, CLEAR_DEG, FURTHER), Unclear) for scene in scenes):
            continue
        yield Proposal(asked=(asked,), fields={"seat": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the nearest piece of furniture straight ahead of the seat."""
    middle = (WITHIN_DEG + CLEAR_DEG) / 2
    return _judged(asked, scene, middle, middle, 1.0)


def _judged(asked: Asked, scene: Scene, within_deg: float, clear_deg: float, further: float) -> Answer:
    facts = scene.only

    def ahead(seat: Object) -> Answer:
        found = []
        for one in pieces_in(facts):
            away = (one.at[0] - seat.at[0], one.at[1] - seat.at[1])
            angle = abs(angle_deg(facts.more["facing"][seat.name], away))
            if one.name != seat.name and angle <= clear_deg:
                found.append(((away[0] ** 2 + away[1] ** 2) ** 0.5, angle, one))
        found.sort(key=lambda entry: entry[0])
        if not found or found[0][1] > within_deg or not clear(found[0][2]):
            return Unclear("nothing is straight ahead")
        if len(found) > 1 and found[1][0] < further * found[0][0]:
            return Unclear("something else is nearly as near")
        one = found[0][2]
        return Found(f"{one.name} {one.point}", ((0, seat.name), (0, one.name)), target=(0, one.name))

    return meaning(facts, (Meant(asked["kind"]),), ahead)


IN_FRONT = register(
    QuestionClass(
        key="object.in_front",
        version=1,
        title=("座位正前方的家具", "what is straight ahead of a seat"),
        ability=("相对位置：以物体为参照", "relative position in an object's own frame"),
        scenes="floor",
        form="point",
        wordings=(
            (
                "有人坐在{seat}上目视正前方：请指出其正前方最近的那件家具或用品。",
                "Somebody sits on the {seat} and looks straight ahead: point at the nearest piece of furniture ahead of them.",
            ),
            (
                "{seat}正对着的最近的一件东西是哪一件？请指出来。",
                "Which is the nearest thing that the {seat} faces directly? Point at it.",
            ),
            (
                "从{seat}上坐着的人的角度看，正前方离得最近的东西在图中哪里？",
                "Where in the picture is the nearest thing straight ahead of a person sitting on the {seat}?",
            ),
            (
                "请点出{seat}正前方最近的东西。",
                "Point at the nearest thing directly in front of the {seat} (in the direction in which one sits).",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        helped_by=("depth",),
        margins=(
            "目标偏离正前方不超过24°；正前方36°以内的其他东西至少远三分之一",
            "the thing is within 24° of straight ahead; whatever else is within 36° is at least a third farther away",
        ),
    )
)
