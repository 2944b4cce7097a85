"""Whose mug has a certain colour."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, OPTIONS, guests, name_options
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import places, uses, well_seen


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each colour of mugs."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for colour in shuffled(
        rng, sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == "mug"})
    ):
        asked = {"colour": colour}
        found = possible(answer, asked, scenes)
        options = name_options(rng, found, guests(scenes))
        if len(options) == OPTIONS:
            words = COLOURS[colour]
            yield Proposal(asked=(asked,), fields={"colour": (words.zh, words.en)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the guest at whose place the only mug of the colour is."""
    found = [
        place
        for place in places(scene.only).values()
        if "mug" in place.items and place.items["mug"].colour == asked["colour"]
    ]
    if len(found) != 1:
        return Cannot("ambiguous", tuple(place.guest for place in found)) if found else Cannot("absent")
    return Found(found[0].guest, uses(found[0].card, found[0].items["mug"]))


OWNER = register(
    QuestionClass(
        key="object.owner",
        version=1,
        title=("杯子是谁的", "whose mug it is"),
        ability=("归属关系", "ownership"),
        scenes="laid",
        form="choice",
        wordings=(
            ("{colour}的马克杯是谁的？", "Whose is the {colour} mug?"),
            ("按桌上的姓名牌，谁用{colour}的马克杯？", "According to the name cards, who has the {colour} mug?"),
            ("{colour}马克杯摆在谁的座位上？", "At whose place is the {colour} mug?"),
            ("桌上那只{colour}的马克杯属于哪位客人？", "To which guest does the {colour} mug on the table belong?"),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "reading"),
        helped_by=("depth",),
        margins=MARGINS,
    )
)
