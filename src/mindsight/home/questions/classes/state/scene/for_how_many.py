"""For how many people a group of chairs is laid out."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.state.scene.seating import MARGINS, Group, cushion_colours, of_groups
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.rooms.seats import FEWEST, MOST


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the chairs of each colour."""
    for colour in shuffled(rng, cushion_colours(scenes)):
        yield Proposal(asked=({"colour": colour},), fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number of chairs in the group."""

    def seats(group: Group) -> Answer:
        return Found(float(len(group)), tuple((0, one.name) for one in group))

    return of_groups(scene.only, asked["colour"], seats)


FOR_HOW_MANY = register(
    QuestionClass(
        key="state.for_how_many",
        version=1,
        title=("布置给几个人", "for how many it is laid out"),
        ability=("场景状态：社会用途", "scene state: social use"),
        scenes="seats",
        form="number",
        chance=round(1 / (MOST - FEWEST + 1), 6),
        wordings=(
            (
                "有{colour}坐垫的那组椅子是给几个人摆的？",
                "For how many people is the group of chairs with {colour} cushions laid out?",
            ),
            (
                "{colour}坐垫的那一组椅子上最多坐得下几个人（一人一把）？",
                "How many people can sit on the group of chairs with {colour} cushions, one on each?",
            ),
            (
                "一人一把椅子，{colour}坐垫的那组椅子招待了几位客人？",
                "With a chair for each guest, how many guests does the group of chairs with {colour} cushions serve?",
            ),
            (
                "数一数，{colour}坐垫的那组椅子为多少人准备了座位？",
                "Count: seats for how many people does the group of chairs with {colour} cushions offer?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=MARGINS,
    )
)
