"""What is in a container."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, possible, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.scenes.holders import CARRIERS, CONTAINERS

TALL_M = 0.16


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what each container holds."""
    kinds = {one.kind: one for one in things(scenes)}
    # What is tall rises so far above the rim that it is never what a container is seen to hold.
    small = [kind for kind, one in kinds.items() if kind not in (*CARRIERS, *CONTAINERS) and one.size[2] < TALL_M]
    for kind in shuffled(rng, [kind for kind in kinds if kind in CONTAINERS]):
        right = possible(answer, {"kind": kind}, scenes)
        rest = [other for other in shuffled(rng, small) if other not in right]
        options = offered(right, rest)
        if options is not None:
            yield Proposal(
                asked=({"kind": kind},),
                fields={"holder": (kinds[kind].zh, kinds[kind].en)},
                options=kind_options(kinds[key] for key in shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing in the only container of the kind."""
    facts = scene.only

    def held(holder: Object) -> Answer:
        found = [one for one in facts.objects if one.inside == holder.name]
        if not found:
            return Cannot("false_premise")
        if len(found) > 1 or not clear(found[0]):
            return Unclear("several things, or one that is not seen well")
        if found[0].colour and found[0].colour == holder.colour:
            return Unclear("it hardly stands out from what holds it")
        return Found(found[0].kind, ((0, found[0].name), (0, holder.name)))

    return meaning(facts, (Meant(asked["kind"]),), held)


CONTAINMENT = register(
    QuestionClass(
        key="object.containment",
        version=3,
        title=("容器里的东西", "what is in a container"),
        ability=("关系：包含", "relations: containment"),
        scenes="holders",
        form="choice",
        wordings=(
            ("{holder}里装着什么？", "What is in the {holder}?"),
            ("桌上的{holder}里放的是什么东西？", "Which thing lies in the {holder} on the table?"),
            ("请看{holder}，里面是什么？", "Look into the {holder}: what is inside?"),
            ("{holder}里盛的是哪一样东西？", "What does the {holder} hold?"),
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
