"""Who sits opposite a guest, or at the guest's left or right hand."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, OPTIONS, guests, name_options
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import at_side, places, uses, well_seen

SIDES = (
    ("opposite", "正对面", "directly opposite {guest}"),
    ("left", "左手边（以该客人面朝桌子的方向为准）", "at {guest}'s left hand (as {guest} faces the table)"),
    ("right", "右手边（以该客人面朝桌子的方向为准）", "at {guest}'s right hand (as {guest} faces the table)"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each guest and side."""
    if not all(well_seen(scene) for scene in scenes):
        return
    everybody = guests(scenes)
    for guest, (side, zh, en) in shuffled(rng, ((guest, side) for guest in everybody for side in SIDES)):
        asked = {"guest": guest, "side": side}
        found = [one.value for scene in scenes if isinstance(one := answer(asked, scene), Found)]
        options = name_options(rng, found, (name for name in everybody if name != guest))
        if len(options) == OPTIONS:
            fields = {"guest": (guest, guest), "side": (zh, en.format(guest=guest))}
            yield Proposal(asked=(asked,), fields=fields, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the guest who has that place."""
    known = places(scene.only)
    place = known.get(asked["guest"])
    if place is None:
        return Cannot("absent")
    other = at_side(place, known, asked["side"])
    return Cannot("false_premise") if other is None else Found(other.guest, uses(place.card, other.card))


NEIGHBOUR = register(
    QuestionClass(
        key="object.place_neighbour",
        version=1,
        title=("谁坐在旁边", "who sits beside or opposite"),
        ability=("相对位置：以人为参照", "relative position in a person's own frame"),
        scenes="laid",
        form="choice",
        wordings=(
            (
                "客人按姓名牌就座，每人面朝桌子。谁坐在{guest}的{side}？",
                "The guests sit as the name cards say, facing the table. Who sits {side}?",
            ),
            (
                "大家按桌上的姓名牌坐好后，{guest}的{side}是谁？",
                "When all have sat down at their name cards, who is {side}?",
            ),
            (
                "请看姓名牌：坐在{guest}{side}的客人叫什么？",
                "Look at the name cards: what is the name of the guest {side}?",
            ),
            ("按这样的座次，{guest}的{side}会是哪位？", "With these places, who will be {side}?"),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        helped_by=("sides", "depth"),
        margins=MARGINS,
    )
)
