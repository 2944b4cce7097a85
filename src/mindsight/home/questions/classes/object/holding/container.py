"""In which container a thing is."""

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
    """Ask for the container of each thing."""
    kinds = {one.kind: one for one in things(scenes)}
    offered = [one for key, one in kinds.items() if key in CONTAINERS]
    for kind in shuffled(rng, [kind for kind in kinds if kind not in (*CARRIERS, *CONTAINERS)]):
        yield Proposal(
            asked=({"kind": kind},),
            fields={"thing": (kinds[kind].zh, kinds[kind].en)},
            options=kind_options(shuffled(rng, offered)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the container of a thing of the kind; one that is in none is not in any."""
    facts = scene.only

    def around(one: Object) -> Answer:
        found = [other for other in facts.objects if other.name == one.inside and other.kind in CONTAINERS]
        if not found:
            return Cannot("false_premise")
        if not clear(found[0]):
            return Unclear("not seen well")
        if one.colour and one.colour == found[0].colour:
            return Unclear("it hardly stands out from what holds it")
        return Found(found[0].kind, ((0, one.name), (0, found[0].name)))

    return meaning(facts, (Meant(asked["kind"]),), around)


CONTAINER = register(
    QuestionClass(
        key="object.container",
        version=2,
        title=("在哪个容器里", "in which container"),
        ability=("关系：包含", "relations: containment"),
        scenes="holders",
        form="choice",
        wordings=(
            ("{thing}装在什么里面？", "What is the {thing} in?"),
            ("桌上的{thing}放在哪种容器里？", "Which kind of container holds the {thing} on the table?"),
            ("请找到{thing}：盛着它的是什么？", "Find the {thing}: what has it been put into?"),
            ("{thing}在哪一样容器里？", "In which of the containers is the {thing}?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "depth"),
        margins=(
            "物体与盛放它的东西露出至少60%，外框短边至少18像素；物体与容器颜色不同",
            "at least 60 % of the thing and of what carries or holds it is visible, 18 pixels on the shorter side; their colours differ",
        ),
    )
)
