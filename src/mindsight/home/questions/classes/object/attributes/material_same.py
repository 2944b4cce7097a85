"""Which thing is made of the same material as another."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from numpy.random import Generator

from mindsight.engine.catalogue.wares import HEIGHTS_CM
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.attributes.material import plain
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
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
    if any(not plain(one) for one in wares):
        return Unclear("a thing is not seen well")

    def alike(one: Object) -> Answer:
        if not plain(one):
            return Unclear("it is small, or a part is hidden")
        found = [other for other in wares if other.material == one.material]
        kinds = sorted({other.kind for other in found})
        if len(kinds) != 1:
            return Cannot("ambiguous", tuple(kinds)) if kinds else Cannot("false_premise")
        return Found(kinds[0], ((0, one.name), *((0, other.name) for other in found)))

    return meaning(scene.only, (Meant(asked["kind"]),), alike)


MATERIAL_SAME = register(
    QuestionClass(
        key="object.material_same",
        version=3,
        title=("与某物材质相同的东西", "what is made of the same"),
        ability=("属性：材质", "attributes: material"),
        scenes="wares",
        form="choice",
        wordings=(
            (
                "桌上的哪一样东西有一件与{thing}材质相同？",
                "Of which of these is one on the table made of the same material as the {thing}?",
            ),
            (
                "列出的东西里，哪一样有一件和{thing}是用同一种材料做的？",
                "Of which of the things listed does one consist of the same material as the {thing}?",
            ),
            (
                "选项里哪一样东西，桌上有一件摸起来与{thing}是同一种材质？",
                "Of which of the choices would one on the table feel like the {thing}, being of the same material?",
            ),
            (
                "请从选项中找出一样：桌上至少有一件它与{thing}材质相同。",
                "Find the one among the choices of which at least one piece shares its material with the {thing}.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "问到的器物露出至少85%，外框短边至少32像素；木纹、金属光泽、透明和青花各不相同",
            "85 % of each ware asked about is visible, 32 pixels on its shorter side; grain, shine, clearness and glaze differ plainly",
        ),
    )
)
