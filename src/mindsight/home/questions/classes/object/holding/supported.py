"""What stands on something that carries things."""

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


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what each thing that carries another carries."""
    kinds = {one.kind: one for one in things(scenes)}
    small = [kind for kind in kinds if kind not in (*CARRIERS, *CONTAINERS)]
    for kind in shuffled(rng, [kind for kind in kinds if kind in CARRIERS]):
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
    """Answer with the only thing on the only carrier of the kind."""
    facts = scene.only

    def held(holder: Object) -> Answer:
        found = [one for one in facts.objects if one.on == holder.name]
        if not found:
            return Cannot("false_premise")
        if len(found) > 1 or not clear(found[0]):
            return Unclear("several things, or one that is not seen well")
        return Found(found[0].kind, ((0, found[0].name), (0, holder.name)))

    return meaning(facts, (Meant(asked["kind"]),), held)


SUPPORTED = register(
    QuestionClass(
        key="object.supported",
        version=1,
        title=("上面放着的东西", "what stands on something"),
        ability=("关系：支撑", "relations: support"),
        scenes="holders",
        form="choice",
        wordings=(
            ("{holder}上放着什么？", "What stands on the {holder}?"),
            ("桌上的{holder}上面是什么东西？", "Which thing is on top of the {holder} on the table?"),
            ("请看{holder}，它托着什么？", "Look at the {holder}: what does it carry?"),
            ("哪一样东西摆在{holder}上？", "Which thing has been put on the {holder}?"),
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
