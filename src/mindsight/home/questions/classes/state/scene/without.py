"""Which guest at a table still lacks something."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.table.guests import MARGINS, OPTIONS, guests, name_options
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.places import places, uses, well_seen

THINGS = (("mug", "马克杯", "mug"), ("fork", "叉子", "fork"), ("spoon", "勺子", "spoon"), ("apple", "苹果", "apple"))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each thing."""
    if not all(well_seen(scene) for scene in scenes):
        return
    for kind, zh, en in shuffled(rng, THINGS):
        asked = {"kind": kind}
        found = possible(answer, asked, scenes)
        options = name_options(rng, found, guests(scenes))
        if len(options) == OPTIONS:
            yield Proposal(asked=(asked,), fields={"thing": (zh, en)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only guest at whose place the thing is not."""
    found = [place for place in places(scene.only).values() if asked["kind"] not in place.items]
    if len(found) != 1:
        return Cannot("ambiguous", tuple(place.guest for place in found)) if found else Cannot("false_premise")
    return Found(found[0].guest, uses(found[0].card, *found[0].items.values()))


WITHOUT = register(
    QuestionClass(
        key="state.without",
        version=1,
        title=("谁还没有", "who still lacks it"),
        ability=("场景状态：布置是否完整", "scene state: is it complete"),
        scenes="laid",
        form="choice",
        wordings=(
            ("有一位客人的座位上没有{thing}，是谁？", "One guest has no {thing}. Which guest is it?"),
            ("摆桌时漏放了一份{thing}，漏的是谁的？", "When the table was laid, one {thing} was forgotten. Whose?"),
            ("还要给哪位客人补上{thing}？", "Which is the only guest whose {thing} has still to be brought?"),
            (
                "按姓名牌看，只有谁没有{thing}？",
                "Going by the name cards, which is the only place where the {thing} is missing?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "reading"),
        helped_by=("depth",),
        margins=MARGINS,
    )
)
