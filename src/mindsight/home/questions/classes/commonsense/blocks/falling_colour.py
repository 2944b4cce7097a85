"""The colour of the top or bottom block of the tower that will fall: first physics, then looking."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.blocks.stability import STABILITY
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Words

PLACES: Mapping[int, Words] = {-1: ("最上面", "top"), 0: ("最下面", "bottom")}
OPTIONS = 4


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the top and the bottom block."""
    for place in shuffled(rng, PLACES):
        asked = {"place": place}
        right = {found.value for found in (answer(asked, scene) for scene in scenes) if isinstance(found, Found)}
        colours = {tower["blocks"][place] for scene in scenes for tower in scene.only.more["towers"]}
        offered = shuffled(rng, [*sorted(right), *shuffled(rng, sorted(colours - right))][:OPTIONS])
        if len(offered) == OPTIONS:
            yield Proposal(asked=(asked,), fields={"place": PLACES[place]}, options=colour_options(offered))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour, if exactly one tower falls."""
    falling = [one for one in scene.only.more["towers"] if one["falls"]]
    if len(falling) != 1:
        return Cannot("ambiguous" if falling else "false_premise")
    return Found(falling[0]["blocks"][asked["place"]], ((0, falling[0]["names"][asked["place"]]),))


FALLING_COLOUR = register(
    QuestionClass(
        key="commonsense.falling_colour",
        version=1,
        title=("会倒的塔上积木的颜色", "colour of a block of the tower that falls"),
        ability=("重力与稳定性", "gravity and stability"),
        scenes="towers",
        form="choice",
        wordings=(
            (
                "松手后会倒的那座积木塔，{place}一块是什么颜色？",
                "Think of the tower of blocks that falls when it is let go: what colour is its {place} block?",
            ),
            (
                "有一座塔放手就会倒，它{place}的积木是什么颜色的？",
                "One tower falls once it is let go. What colour is its {place} block?",
            ),
            (
                "请找出站不住的那座塔，说出它{place}那块积木的颜色。",
                "Find the tower that will not stand and name the colour of its {place} block.",
            ),
            (
                "机械手一松就会塌的那座塔，{place}的积木是哪种颜色？",
                "Of the tower that collapses without a hand to hold it, which colour is the {place} block?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "depth"),
        margins=STABILITY.margins,
    )
)
