"""Which of two glasses of different width holds more beans."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.pouring.pour_overflow import MARGINS, tones
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.scenes.motion.pouring import GLASS, MORE

_LOOSE = 0.85
"""Share of the least ratio that is asked of what a picture shows."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each two glasses."""
    for one, other in shuffled(rng, combinations(tones(scenes), 2)):
        fields = {name: (COLOURS[tone].zh, COLOURS[tone].en) for name, tone in (("one", one), ("other", other))}
        yield Proposal(
            asked=({"of": [one, other]},), fields=fields, options=colour_options(shuffled(rng, (one, other)))
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the one that holds more."""
    facts = scene.only

    def more(*glasses: Object) -> Answer:
        ordered = sorted((float(facts.more["amounts"][one.name]), one.colour) for one in glasses)
        if not ordered[0][0]:
            return Unclear("one is empty, and so holds less")
        if ordered[1][0] < _LOOSE * MORE * ordered[0][0]:
            return Unclear("both hold about as much")
        return Found(ordered[1][1], tuple((0, one.name) for one in glasses))

    one, other = asked["of"]
    return meaning(facts, (Meant(GLASS, one), Meant(GLASS, other)), more)


POUR_MORE = register(
    QuestionClass(
        key="commonsense.pour_more",
        version=2,
        title=("哪杯豆子多", "which glass holds more beans"),
        ability=("物理常识：量的守恒", "physical common sense: conservation of amounts"),
        scenes="pouring",
        form="choice",
        wordings=(
            ("{one}杯和{other}杯，哪杯装的豆子更多？", "The {one} and the {other} glass: which holds more beans?"),
            (
                "比较{one}杯与{other}杯中豆子的多少（不看高度看总量），多的是哪一杯？",
                "Compare how much is in the {one} glass and in the {other} one, by amount and not by level. Which has more?",
            ),
            (
                "把{one}杯和{other}杯的豆子分别倒出来称，哪杯的更重？",
                "If the beans of the {one} and of the {other} glass were weighed, which would be heavier?",
            ),
            (
                "{one}杯和{other}杯里都有豆子，哪杯的总量大？",
                "There are beans in the {one} glass and in the {other} glass. Where is the larger amount?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
