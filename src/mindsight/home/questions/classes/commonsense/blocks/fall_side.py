"""To which side a tower of blocks will fall."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.blocks.stability import STABILITY
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Option, Words

SIDES = (("left", "向左", "to the left"), ("right", "向右", "to the right"))
TOWERS: dict[str, Words] = {
    "left": ("左边", "left"),
    "middle": ("中间", "middle"),
    "right": ("右边", "right"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each tower."""
    if not all("towers" in scene.only.more for scene in scenes):
        return
    for tower in shuffled(rng, TOWERS):
        options = tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in SIDES)))
        yield Proposal(asked=({"tower": tower},), fields={"which": TOWERS[tower]}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the side to which it falls; a tower that stands falls to none."""
    one = next((one for one in scene.only.more["towers"] if one["side"] == asked["tower"]), None)
    if one is None:
        return Unclear("the tower is not seen apart from another")
    if not one["falls"]:
        return Cannot("false_premise")
    return Found(one["falls"], tuple((0, name) for name in one["names"]))


FALL_SIDE = register(
    QuestionClass(
        key="commonsense.fall_side",
        version=1,
        title=("积木塔向哪边倒", "to which side a tower falls"),
        ability=("重力与稳定性", "gravity and stability"),
        scenes="towers",
        form="choice",
        wordings=(
            (
                "松手以后，{which}那座积木塔向哪边倒？",
                "When it is let go, to which side does the {which} tower of blocks fall?",
            ),
            (
                "{which}那座塔放手后会倒，它的积木掉向哪一侧？",
                "The {which} tower falls once it is let go: on which side do its blocks come down?",
            ),
            (
                "机械手松开后，{which}的积木塔朝哪个方向倒下？",
                "With no hand holding it, in which direction does the {which} tower topple?",
            ),
            ("请判断{which}那座积木塔倒下的方向。", "Say to which side the {which} tower of blocks falls over."),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "sides"),
        margins=STABILITY.margins,
    )
)
