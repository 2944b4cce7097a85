"""What kind of seat faces a way, as the viewer sees it."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.rooms.facing import WAYS
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.rooms.furniture import angle_deg, furniture

WITHIN_DEG, NOT_DEG = 28.0, 52.0
"""How far a seat that faces a way may be turned from it, and how far one that does not is at least."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the seat that faces each way."""
    kinds = {one.kind for scene in scenes for one in scene.only.objects if one.name in scene.only.more["facing"]}
    seats = [one for one in furniture(scenes) if one.kind in kinds]
    for way, zh, en in shuffled(rng, WAYS):
        asked = {"way": way}
        if len(seats) > 1 and not any(isinstance(_judged(asked, one, WITHIN_DEG, NOT_DEG), Unclear) for one in scenes):
            yield Proposal(asked=(asked,), fields={"way": (zh, en)}, options=kind_options(shuffled(rng, seats)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the kind of the only seat, or of all seats, whose front is turned that way rather than another."""
    return _judged(asked, scene, 45.0, 45.0)


def _judged(asked: Asked, scene: Scene, within_deg: float, not_deg: float) -> Answer:
    facts = scene.only
    turned = 90.0 * [key for key, _, _ in WAYS].index(asked["way"])
    found = []
    for one in (one for one in facts.objects if one.name in facts.more["facing"]):
        to_viewer = (facts.eye[0] - one.at[0], facts.eye[1] - one.at[1])
        off = abs((angle_deg(to_viewer, facts.more["facing"][one.name]) - turned + 180.0) % 360.0 - 180.0)
        if not clear(one) or within_deg < off < not_deg:
            return Unclear("a seat is not seen well, or is turned between two ways")
        if off <= within_deg:
            found.append(one)
    kinds = sorted({one.kind for one in found})
    if len(kinds) != 1:
        return Cannot("ambiguous", tuple(kinds)) if kinds else Cannot("false_premise")
    return Found(kinds[0], tuple((0, one.name) for one in found))


FACING_WHICH = register(
    QuestionClass(
        key="object.facing_which",
        version=1,
        title=("哪种座位朝这边", "which kind of seat faces a way"),
        ability=("空间结构：朝向", "spatial structure: orientation"),
        scenes="floor",
        form="choice",
        wordings=(
            ("有靠背的座位里，哪一种的正面{way}？", "Of the seats with a back, which kind has its front turned {way}?"),
            (
                "房间里哪种带靠背的座位是{way}的（以你的视角为准）？",
                "Which kind of seat with a back faces {way}, as you see it?",
            ),
            (
                "坐在哪种有靠背的座位上，人会正好{way}？",
                "On which kind of seat with a back would a person look {way}?",
            ),
            (
                "请找出{way}摆放的座位（有靠背，以观察者为准），它是哪一种？",
                "Find the seat, one with a back, that is turned {way} in the viewer's directions. Of which kind is it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        helped_by=("sides",),
        margins=(
            "朝向该方向的座位正面与之相差不超过28°，其余相差至少52°；座位都完整入画并露出至少60%",
            "fronts that are turned the way are within 28° of it, all others 52° or more off; seats are whole and 60 % visible",
        ),
    )
)
