"""On what a thing stands."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.scenes.holders import CARRIERS, CONTAINERS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what each thing stands on."""
    kinds = {one.kind: one for one in things(scenes)}
    offered = [one for key, one in kinds.items() if key in CARRIERS]
    for kind in shuffled(rng, [kind for kind in kinds if kind not in (*CARRIERS, *CONTAINERS)]):
        yield Proposal(
            asked=({"kind": kind},),
            fields={"thing": (kinds[kind].zh, kinds[kind].en)},
            options=kind_options(shuffled(rng, offered)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what a thing of the kind stands on; one in a container stands on none of the things offered."""
    facts = scene.only

    def below(one: Object) -> Answer:
        found = [other for other in facts.objects if other.name == one.on and other.kind in CARRIERS]
        if not found:
            return Cannot("false_premise")
        if not clear(found[0]):
            return Unclear("not seen well")
        return Found(found[0].kind, ((0, one.name), (0, found[0].name)))

    return meaning(facts, (Meant(asked["kind"]),), below)


SUPPORT = register(
    QuestionClass(
        key="object.support",
        version=1,
        title=("放在什么上面", "what a thing stands on"),
        ability=("关系：支撑", "relations: support"),
        scenes="holders",
        form="choice",
        wordings=(
            ("{thing}放在什么上面？", "What does the {thing} stand on?"),
            ("桌上的{thing}下面垫着什么？", "What is right under the {thing} on the table?"),
            ("请找到{thing}：托着它的是什么？", "Find the {thing}: what carries it?"),
            ("{thing}摆在哪一样东西上？", "On top of which thing is the {thing}?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=(
            "物体与盛放它的东西露出至少60%，外框短边至少18像素",
            "at least 60 % of the thing and of what carries or holds it is visible, 18 pixels on the shorter side",
        ),
    )
)
