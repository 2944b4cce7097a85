"""The colour of the mug of a guest who is named."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, OPTIONS, guests
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import places, uses, well_seen


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each guest."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for guest in shuffled(rng, guests(scenes)):
        asked = {"guest": guest}
        found = sorted({one.value for scene in scenes if isinstance(one := answer(asked, scene), Found)})
        others = [colour for colour in KINDS["mug"].colours if colour not in found]
        offered = shuffled(rng, [*found, *shuffled(rng, others)][:OPTIONS])
        yield Proposal(asked=(asked,), fields={"guest": (guest, guest)}, options=colour_options(offered))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the mug at the guest's place."""
    place = places(scene.only).get(asked["guest"])
    if place is None:
        return Cannot("absent")
    mug = place.items.get("mug")
    return Cannot("false_premise") if mug is None else Found(mug.colour, uses(place.card, mug))


BELONGS = register(
    QuestionClass(
        key="object.belongings",
        version=1,
        title=("某人的杯子是什么颜色", "the colour of somebody's mug"),
        ability=("归属关系", "ownership"),
        scenes="laid",
        form="choice",
        wordings=(
            ("{guest}的马克杯是什么颜色？", "What colour is {guest}'s mug?"),
            ("摆在{guest}座位上的马克杯是哪种颜色？", "Which colour is the mug at {guest}'s place?"),
            ("按姓名牌看，{guest}的杯子是什么颜色的？", "Going by the name cards, what colour is {guest}'s mug?"),
            ("{guest}会用哪种颜色的马克杯喝水？", "A mug of which colour will {guest} drink from?"),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "reading"),
        helped_by=("depth",),
        margins=MARGINS,
    )
)
