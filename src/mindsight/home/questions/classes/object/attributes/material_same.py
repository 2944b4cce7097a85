"""Which thing is made of the same material as another."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from numpy.random import Generator

from mindsight.engine.catalogue.wares import HEIGHTS_CM
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.attributes.material import LEAST_PX
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning

OPTIONS = 3


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask of each kind that comes in several materials, and each two or three others."""
    kinds = {one.kind: one for one in things(scenes) if one.kind in HEIGHTS_CM}
    for kind, of in shuffled(
        rng, product(kinds, chain(combinations(kinds, OPTIONS), combinations(kinds, OPTIONS - 1)))
    ):
        if kind not in of:
            yield Proposal(
                asked=({"kind": kind, "of": list(of)},),
                fields={"thing": (kinds[kind].zh, kinds[kind].en)},
                options=kind_options(kinds[key] for key in shuffled(rng, of)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only one of some kinds of things that is made of the same."""
    wares = [one for one in scene.only.objects if one.kind in asked["of"]]
    if any(not clear(one) or one.side_px < LEAST_PX for one in wares):
        return Unclear("a thing is not seen well")

    def alike(one: Object) -> Answer:
        if one.side_px < LEAST_PX:
            return Unclear("it is small")
        found = [other for other in wares if other.material == one.material]
        kinds = sorted({other.kind for other in found})
        if len(kinds) != 1:
            return Cannot("ambiguous", tuple(kinds)) if kinds else Cannot("false_premise")
        return Found(kinds[0], ((0, one.name), *((0, other.name) for other in found)))

    return meaning(scene.only, (Meant(asked["kind"]),), alike)


MATERIAL_SAME = register(
    QuestionClass(
        key="object.material_same",
        version=2,
        title=("与某物材质相同的东西", "what is made of the same"),
        ability=("属性：材质", "attributes: material"),
        scenes="wares",
        form="choice",
        wordings=(
            ("下面哪样东西的材质与{thing}相同？", "Which of these is made of the same material as the {thing}?"),
            (
                "列出的东西里有一样和{thing}是用同一种材料做的，是哪一样？",
                "One of the things listed consists of the same material as the {thing}: which?",
            ),
            (
                "选项里摸起来与{thing}是同一种材质的是什么？",
                "Which of the choices would feel like the {thing}, being of the same material?",
            ),
            (
                "请从选项中找出与{thing}材质一样的那件器物。",
                "Find the one among the choices that shares its material with the {thing}.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "问到的器物露出至少60%，外框短边至少32像素；木纹、金属光泽、透明和青花各不相同",
            "60 % of each ware asked about is visible, 32 pixels on its shorter side; grain, shine, clearness and glaze differ plainly",
        ),
    )
)
