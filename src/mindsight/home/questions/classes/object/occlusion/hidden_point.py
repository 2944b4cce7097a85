"""The thing that another one hides in part: a point on what can be seen of it."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.occlusion.covering import MARGINS, hidden_by
from mindsight.home.questions.classes.object.recognition.point import APART
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what is behind each thing."""
    for one in shuffled(rng, things(scenes)):
        places = found_in(answer, {"kind": one.kind}, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only thing behind it."""
    facts = scene.only

    def behind(one: Object) -> Answer:
        found = hidden_by(facts, one)
        if isinstance(found, Unclear):
            return found
        if len(found) != 1:
            return Cannot("ambiguous" if found else "false_premise")
        (other,) = found
        if not clear(other):
            return Unclear("not seen well")
        return Found(other.point, ((0, one.name), (0, other.name)), target=(0, other.name))

    return meaning(facts, (Meant(asked["kind"]),), behind)


HIDDEN_POINT = register(
    QuestionClass(
        key="object.hidden_point",
        version=2,
        title=("指出被挡住的东西", "point at what is partly hidden"),
        ability=("关系：遮挡", "relations: occlusion"),
        scenes="lanes",
        form="point",
        wordings=(
            (
                "有一样东西被{thing}挡住了一部分，请指出它。",
                "The {thing} hides a part of something: point at that thing.",
            ),
            (
                "{thing}后面露出半截的是什么？请点在它身上。",
                "What looks out from behind the {thing}? Give a point on it.",
            ),
            ("请点出被{thing}遮住一部分的那样东西。", "Point at the thing that the {thing} covers in part."),
            (
                "哪样东西的一部分被{thing}遮着？请在图中点一下它露出的地方。",
                "Of which thing is a part out of sight because of the {thing}? Mark what is to be seen of it.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth",),
        margins=MARGINS,
    )
)
