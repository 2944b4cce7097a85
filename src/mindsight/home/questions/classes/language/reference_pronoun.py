"""Point at what "it" means: of two things that were named, the one that is where the sentence says."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.meaning import meaning
from mindsight.home.questions.facts.phrases import some
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.sides import SIDE_WORDS, side_of


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Name two things and a third one, beside which "it" is said to be."""
    kinds = things(scenes)
    for pair, anchor, side in shuffled(rng, product(combinations(kinds, 2), kinds, SIDE_WORDS)):
        if anchor in pair:
            continue
        one, other = shuffled(rng, pair)
        yield Proposal(
            asked=({"kinds": [one.kind, other.kind], "anchor": anchor.kind, "side": side},),
            fields={
                "one": some(one),
                "other": some(other),
                "anchor": (anchor.zh, anchor.en),
                "side": SIDE_WORDS[side],
            },
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the one of the two that is on the side; none there refutes the sentence, both leave it open."""
    there = {kind: [one for one in scene.only.objects if one.kind == kind] for kind in asked["kinds"]}
    if any(not clear(one) for group in there.values() for one in group):
        return Unclear("not seen well")

    def about(anchor: Object) -> Answer:
        fitting, doubtful = [], False
        for one in (one for group in there.values() for one in group):
            side = side_of(scene.only, one, anchor)
            doubtful |= side is None
            fitting += [one] * (side == asked["side"])
        if len({one.kind for one in fitting}) > 1:
            return Cannot("ambiguous")
        if doubtful:
            return Unclear("neither clearly to the left nor to the right")
        if not fitting:
            return Cannot("false_premise")
        if len(fitting) > 1 or not all(there.values()):
            # One of two alike, or the only one that is there: some people would still point at it.
            return Unclear(f"the sentence is not quite right: {', '.join(one.name for one in fitting)}")
        return Found(fitting[0].kind, ((0, fitting[0].name), (0, anchor.name)), (0, fitting[0].name))

    return meaning(scene.only, (Meant(asked["anchor"]),), about)


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
                "桌上有{one}和{other}。从你的角度看，它在{anchor}的{side}。请指出这里的“它”。",
                "On the table are {one} and {other}. From where you look, it is to the {side} of the {anchor}. What is “it”? Point.",
            ),
            (
                "“我把{one}和{other}放在桌上了，它在{anchor}的{side}。”（左右以画面为准）“它”指的是哪一个？请指出来。",
                "“I put {one} and {other} on the table. It is {side} of the {anchor}.” (As the picture shows it.) Point at what “it” means.",
            ),
            (
                "画面里有{one}，还有{other}；它位于{anchor}的{side}。请点出“它”所指的东西。",
                "The picture shows {one} and {other}; it is {side} of the {anchor}. Show where the thing is that “it” stands for.",
            ),
            (
                "{one}、{other}都放在桌上。从你的角度看，它就在{anchor}的{side}。“它”是哪一个？请指出来。",
                "There they are on the table: {one} and {other}. To the {side} of the {anchor} is where it is. What is “it”? Point there.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        margins=(
            "物体露出至少60%；横向相隔至少5厘米，偏离正前正后至少15°，画面中相隔2.5%",
            "60 % of each thing is visible; 5 cm apart sideways, 15° off straight behind or in front, 2.5 % of the picture",
        ),
    )
)
