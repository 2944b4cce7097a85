"""Point at something that belongs to a guest who is named."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, guests
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import places, uses, well_seen

THINGS = (("mug", "马克杯", "mug"), ("apple", "苹果", "apple"))
"""What is large enough to be pointed at and not at every place."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each guest and thing."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for guest, (kind, zh, en) in shuffled(rng, ((guest, thing) for guest in guests(scenes) for thing in THINGS)):
        yield Proposal(asked=({"guest": guest, "kind": kind},), fields={"guest": (guest, guest), "thing": (zh, en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing at the guest's place."""
    place = places(scene.only).get(asked["guest"])
    if place is None:
        return Cannot("absent")
    one = place.items.get(asked["kind"])
    if one is None:
        return Cannot("false_premise")
    return Found(f"{one.name} {one.point}", uses(place.card, one), target=(0, one.name))


THEIRS = register(
    QuestionClass(
        key="object.theirs",
        version=1,
        title=("指出某人的东西", "point at somebody's thing"),
        ability=("归属关系", "ownership"),
        scenes="laid",
        form="point",
        wordings=(
            ("请指出{guest}的{thing}。", "Point at {guest}'s {thing}."),
            ("属于{guest}的{thing}在图中哪里？", "Where in the picture is the {thing} that belongs to {guest}?"),
            (
                "按姓名牌，哪一个{thing}是{guest}的？请点出来。",
                "Going by the name cards, which {thing} is {guest}'s? Point at it.",
            ),
            ("{guest}座位上的{thing}在什么位置？", "At which point of the picture is the {thing} of {guest}'s place?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "reading"),
        helped_by=("depth",),
        margins=MARGINS,
    )
)
