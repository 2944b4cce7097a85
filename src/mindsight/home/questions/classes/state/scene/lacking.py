"""What a guest's place at the table lacks."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, guests
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import places, uses, well_seen
from mindsight.home.questions.question import Option

THINGS = (
    ("mug", "马克杯", "the mug"),
    ("fork", "叉子", "the fork"),
    ("spoon", "勺子", "the spoon"),
    ("apple", "苹果", "the apple"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each guest."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for guest in shuffled(rng, guests(scenes)):
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in THINGS]
        yield Proposal(
            asked=({"guest": guest},), fields={"guest": (guest, guest)}, options=tuple(shuffled(rng, options))
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the one thing that is not at the guest's place."""
    place = places(scene.only).get(asked["guest"])
    if place is None:
        return Cannot("absent")
    missing = [key for key, _, _ in THINGS if key not in place.items]
    if len(missing) != 1:
        return Cannot("ambiguous" if missing else "false_premise")
    return Found(missing[0], uses(place.card, *place.items.values()))


LACKING = register(
    QuestionClass(
        key="state.lacking",
        version=1,
        title=("座位上还缺什么", "what a place lacks"),
        ability=("场景状态：布置是否完整", "scene state: is it complete"),
        scenes="laid",
        form="choice",
        wordings=(
            (
                "每位客人都该有盘子、马克杯、叉子、勺子和一个苹果。{guest}的座位上还缺哪一样？",
                "Every guest is to have a plate, a mug, a fork, a spoon and an apple. What is still missing at {guest}'s place?",
            ),
            (
                "完整的一套是盘子、马克杯、叉子、勺子和苹果。给{guest}还要补上哪一样？",
                "A complete place has a plate, mug, fork, spoon and apple. What must still be brought for {guest}?",
            ),
            (
                "桌上每个座位本该有盘子、马克杯、叉子、勺子、苹果各一件。{guest}少了什么？",
                "Each place should have a plate, a mug, a fork, a spoon and an apple. Which of them does {guest} not have?",
            ),
            (
                "客人每人一只盘子、一只马克杯、一把叉子、一把勺子和一个苹果。{guest}那里漏放了什么？",
                "Each guest gets a plate, a mug, a fork, a spoon and an apple. What was forgotten at {guest}'s place?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "reading"),
        helped_by=("depth",),
        margins=MARGINS,
    )
)
