"""Point at what "it" means: of two things that were named, the one that has the colour."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.wording.phrases import some
from mindsight.home.questions.facts.wording.sides import PLAIN


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Name two things of plain colours, and a colour that "it" has."""
    plain = [one for one in things(scenes) if one.kind in PLAIN]
    colours = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind in PLAIN})
    for pair, colour in shuffled(rng, product(combinations(plain, 2), colours)):
        one, other = shuffled(rng, pair)
        yield Proposal(
            asked=({"kinds": [one.kind, other.kind], "colour": colour},),
            fields={
                "one": some(one),
                "other": some(other),
                "colour": (COLOURS[colour].zh, COLOURS[colour].en),
            },
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the one of the two that has the colour; none with it refutes the sentence, both leave it open."""
    there = {kind: [one for one in scene.only.objects if one.kind == kind] for kind in asked["kinds"]}
    every = [one for group in there.values() for one in group]
    if any(not clear(one) for one in every):
        return Unclear("not seen well")
    fitting = [one for one in every if one.colour == asked["colour"]]
    if not fitting:
        return Cannot("false_premise")
    if len(fitting) > 1:
        return Cannot("ambiguous")
    if not all(there.values()):
        return Unclear("only one of the two is there: some people would point at it")
    return Found(list(fitting[0].point), ((0, fitting[0].name),), (0, fitting[0].name))


REFERENCE_PRONOUN = register(
    QuestionClass(
        key="language.reference_pronoun",
        version=1,
        title=("代词指的是什么", "what a pronoun means"),
        ability=("指代消解：代词到区域", "reference resolution: from a pronoun to a region"),
        scenes="spread",
        form="point",
        wordings=(
            (
                "桌上有{one}和{other}。它是{colour}的。请指出这里的“它”。",
                "On the table are {one} and {other}. It is {colour}. Point at what “it” means.",
            ),
            (
                "“我把{one}和{other}放在桌上了，它是{colour}的。”“它”指的是哪一个？请指出来。",
                "“I put {one} and {other} on the table. It is {colour}.” Which of them is “it”? Point at it.",
            ),
            (
                "画面里有{one}，还有{other}；它是{colour}的。请点出“它”所指的东西。",
                "The picture shows {one} and also {other}; it is {colour}. Show where the thing is that “it” stands for.",
            ),
            (
                "{one}、{other}都放在桌上，把{colour}的它拿给我。“它”在画面的什么位置？",
                "There they are on the table, {one} and {other}. Hand it to me: it is {colour}. Where in the picture is “it”?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour"),
        margins=(
            "物体露出至少60%，外框短边至少18像素；颜色取自名称各异的调色板",
            "at least 60 % of each thing is visible, 18 pixels on its shorter side; colours of the palette have different names",
        ),
    )
)
