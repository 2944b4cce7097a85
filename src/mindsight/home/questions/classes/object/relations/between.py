"""What stands between two things on a shelf."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.relations.shelf_rows import row
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, possible, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.phrases import offered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what stands between each two things."""
    kinds = {one.kind: one for one in things(scenes)}
    for pair in shuffled(rng, combinations(kinds, 2)):
        one, other = shuffled(rng, pair)
        asked = {"kinds": [one, other]}
        right = possible(answer, asked, scenes)
        rest = [kind for kind in shuffled(rng, kinds) if kind not in {*right, *pair}]
        options = offered(right, rest)
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"thing": (kinds[one].zh, kinds[one].en), "other": (kinds[other].zh, kinds[other].en)},
                options=kind_options(kinds[key] for key in shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing between the two, if they stand on one shelf."""
    facts = scene.only

    def middle(one: Object, other: Object) -> Answer:
        together = row(facts, one)
        if isinstance(together, Unclear):
            return together
        if other not in together:
            return Cannot("false_premise")
        first, last = sorted(together.index(end) for end in (one, other))
        among = together[first + 1 : last]
        if not among:
            return Cannot("false_premise")
        if len(among) > 1:
            return Unclear("several things are between them")
        return Found(among[0].kind, tuple((0, each.name) for each in (one, other, among[0])))

    return meaning(facts, tuple(Meant(kind) for kind in asked["kinds"]), middle)


BETWEEN = register(
    QuestionClass(
        key="object.between",
        version=1,
        title=("两物之间的东西", "what is between two things"),
        ability=("相对位置：之间", "relative position: between"),
        scenes="shelf",
        form="choice",
        wordings=(
            (
                "同一层上，{thing}和{other}之间放着什么？",
                "What stands between the {thing} and the {other} on their shelf?",
            ),
            (
                "在书架的同一层，什么东西夹在{thing}与{other}中间？",
                "On the bookcase, which thing is between the {thing} and the {other} on the same shelf?",
            ),
            (
                "{thing}和{other}在同一层，它们中间是什么？",
                "The {thing} and the {other} share a shelf: what is between them?",
            ),
            (
                "请说出书架同一层上位于{thing}与{other}之间的东西。",
                "Name the thing that stands between the {thing} and the {other} on one shelf.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "两物之间恰有一样东西；这一层的每样东西露出至少60%，外框短边至少18像素",
            "exactly one thing is between them; at least 60 % of everything on the shelf is visible, 18 pixels on its shorter side",
        ),
    )
)
