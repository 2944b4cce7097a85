"""Which thing hides a part of another."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.occlusion.covering import MARGINS, hiding
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import catalogue_options, possible, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.scenes.distances.lanes import FRONTS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what hides each thing."""
    kinds = {one.kind: one for one in things(scenes)}
    for kind in shuffled(rng, kinds):
        # Only what hides things here, there or not: of what is always behind, the words alone would say that it is not the answer.
        options = offered(
            possible(answer, {"kind": kind}, scenes), [one for one in shuffled(rng, FRONTS) if one != kind]
        )
        if options is not None:
            yield Proposal(
                asked=({"kind": kind},),
                fields={"thing": (kinds[kind].zh, kinds[kind].en)},
                options=catalogue_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing in front of it."""
    facts = scene.only

    def front(one: Object) -> Answer:
        found = hiding(facts, one)
        if isinstance(found, Unclear):
            return found
        if len(found) != 1:
            return Cannot("ambiguous", tuple(other.kind for other in found)) if found else Cannot("false_premise")
        return (
            Found(found[0].kind, ((0, one.name), (0, found[0].name))) if clear(found[0]) else Unclear("not seen well")
        )

    return meaning(facts, (Meant(asked["kind"]),), front)


HIDES = register(
    QuestionClass(
        key="object.hides",
        version=3,
        title=("被什么挡住", "what hides a thing"),
        ability=("关系：遮挡", "relations: occlusion"),
        scenes="lanes",
        form="choice",
        wordings=(
            ("是什么挡住了{thing}的一部分？", "What hides a part of the {thing}?"),
            (
                "{thing}没有完全露出来，它前面是什么东西？",
                "The {thing} is not seen whole. Which thing is in front of it?",
            ),
            (
                "从你的角度看，{thing}被哪样东西遮住了一些？",
                "From where you look, by which thing is the {thing} partly covered?",
            ),
            (
                "哪样东西挪开后，才能看到整个{thing}？",
                "Which thing must be taken away before you can see all of the {thing}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=MARGINS,
    )
)
