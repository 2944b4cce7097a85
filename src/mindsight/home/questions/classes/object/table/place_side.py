"""On which side of a guest another one sits."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, guests
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import at_side, places, uses, well_seen
from mindsight.home.questions.question import Option

SIDES = (
    Option(key="opposite", zh="正对面", en="directly opposite"),
    Option(key="left", zh="左手边", en="at the left hand"),
    Option(key="right", zh="右手边", en="at the right hand"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each two guests."""
    if all(well_seen(scene) for scene in scenes):
        for guest, other in shuffled(rng, permutations(guests(scenes), 2)):
            yield Proposal(
                asked=({"guest": guest, "other": other},),
                fields={"guest": (guest, guest), "other": (other, other)},
                options=tuple(shuffled(rng, SIDES)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the side, from the guest's own point of view; places that are not next to or opposite each other have none."""
    known = places(scene.only)
    one, other = known.get(asked["guest"]), known.get(asked["other"])
    if one is None or other is None:
        return Cannot("absent")
    for side in SIDES:
        if at_side(one, known, side.key) is other:
            return Found(side.key, uses(one.card, other.card))
    return Cannot("false_premise")


PLACE_SIDE = register(
    QuestionClass(
        key="object.place_side",
        version=1,
        title=("坐在客人的哪一边", "on which side of a guest"),
        ability=("相对位置：以人为参照", "relative position in a person's own frame"),
        scenes="laid",
        form="choice",
        wordings=(
            (
                "客人按姓名牌就座，每人面朝桌子。{other}坐在{guest}的哪一边？",
                "The guests sit as the name cards say, facing the table. On which side of {guest} does {other} sit?",
            ),
            (
                "大家按桌上的姓名牌坐好后，对{guest}来说，{other}在哪边？",
                "When all have sat down at their name cards, where is {other} for {guest}?",
            ),
            (
                "请看姓名牌：以{guest}面朝桌子的方向为准，{other}坐在哪一侧？",
                "Look at the name cards: as {guest} faces the table, on which side is {other}?",
            ),
            (
                "假如你是坐在桌边的{guest}，{other}在你的哪一边？",
                "If you were {guest}, seated at the table, on which side of you would {other} be?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("sides", "reading", "depth"),
        margins=MARGINS,
    )
)
