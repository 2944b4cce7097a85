"""Whether a tower that falls would stand without its top block."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.blocks.fall_side import TOWERS
from mindsight.home.questions.classes.commonsense.blocks.stability import STABILITY
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each tower."""
    if all("towers" in scene.only.more for scene in scenes):
        for tower in shuffled(rng, TOWERS):
            yield Proposal(asked=({"tower": tower},), fields={"which": TOWERS[tower]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if it stands without the block; that a tower falls which stands is a false premise."""
    one = next((one for one in scene.only.more["towers"] if one["side"] == asked["tower"]), None)
    if one is None:
        return Unclear("the tower is not seen apart from another")
    if not one["falls"]:
        return Cannot("false_premise")
    return Found("no" if one["topless"] else "yes", tuple((0, name) for name in one["names"]))


WITHOUT_TOP = register(
    QuestionClass(
        key="commonsense.without_top",
        version=1,
        title=("去掉最上面一块会不会站住", "would it stand without its top block"),
        ability=("反事实推理", "counterfactual reasoning"),
        scenes="towers",
        form="yes_no",
        wordings=(
            (
                "{which}那座积木塔一松手就会倒。假如没有最上面那块，它站得住吗？",
                "The {which} tower of blocks falls when it is let go. Would it stand if its top block were not there?",
            ),
            (
                "放手后，{which}的积木塔会塌。要是少了顶上那一块，它还会立着吗？",
                "Let go, the {which} tower of blocks collapses. Had it no top block, would it stay up?",
            ),
            (
                "{which}的塔现在这样是站不住的。如果当初没放最上面的积木，它能站住吗？",
                "As it is, the {which} tower cannot stand. If the top block had never been put there, could it?",
            ),
            (
                "没有机械手夹住，{which}那座塔就倒。只拿走顶上一块积木，能让它站稳吗？",
                "With no hand to hold it, the {which} tower falls. Would taking away only the top block make it stand?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "sides"),
        margins=STABILITY.margins,
    )
)
