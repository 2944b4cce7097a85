"""Into which other glass the beans of a glass can be poured without spilling."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.pouring.pour_overflow import ABILITY, MARGINS, tones
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, found_in, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.scenes.motion.pouring import GLASS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each glass, with the other colours as options."""
    known = tones(scenes)
    for tone in shuffled(rng, known):
        asked = {"from": tone}
        others = [one for one in known if one != tone]
        if set(found_in(answer, asked, scenes)) <= set(others):
            fields = {"one": (COLOURS[tone].zh, COLOURS[tone].en)}
            yield Proposal(asked=(asked,), fields=fields, options=colour_options(shuffled(rng, others)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the only glass that takes all of them."""
    facts = scene.only
    pours = facts.more["pours"]

    def takes(source: Object) -> Answer:
        if not facts.more["amounts"][source.name]:
            return Cannot("false_premise")
        others = [one for one in facts.objects if one.kind == GLASS and one.name != source.name]
        if any(f"{source.name}>{one.name}" not in pours for one in others):
            return Unclear("this pouring was not simulated")
        fits = [one for one in others if pours[f"{source.name}>{one.name}"] == "fits"]
        if len(fits) != 1:
            return Cannot("ambiguous" if fits else "impossible")
        return Found(fits[0].colour, ((0, source.name), (0, fits[0].name)))

    return meaning(facts, (Meant(GLASS, asked["from"]),), takes)


POUR_INTO = register(
    QuestionClass(
        key="commonsense.pour_into",
        version=2,
        title=("哪个杯子装得下", "which glass takes the beans of another"),
        ability=ABILITY,
        scenes="pouring",
        form="choice",
        wordings=(
            (
                "要把{one}杯里的豆子全倒进另一个杯子而不溢出，该倒进哪种颜色的杯子？",
                "All beans of the {one} glass are to go into another glass without spilling. Which colour is the glass that takes them?",
            ),
            (
                "另外的杯子里，哪种颜色的一个还装得下{one}杯的全部豆子？",
                "Which colour is the other glass that still has room for everything in the {one} glass?",
            ),
            (
                "{one}杯的豆子倒进哪个杯子不会撒出来？请说颜色。",
                "Into which glass can the {one} glass be emptied without beans falling beside it? Give its colour.",
            ),
            (
                "想腾空{one}杯，豆子一粒不撒，应倒入什么颜色的杯子？",
                "To empty the {one} glass and lose no bean, into the glass of which colour must one pour?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
