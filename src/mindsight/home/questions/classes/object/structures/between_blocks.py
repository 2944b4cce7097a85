"""The colour of the block between two others in a tower."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.structures.on_block import ON_BLOCK
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.meaning import agreed
from mindsight.home.questions.facts.wording.phrases import offered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what is between the blocks of each two colours."""
    if not all("towers" in scene.only.more for scene in scenes):
        return
    colours = sorted({colour for scene in scenes for one in scene.only.more["towers"] for colour in one["blocks"]})
    for pair in shuffled(rng, combinations(colours, 2)):
        one, other = shuffled(rng, pair)
        asked = {"colours": [one, other]}
        options = offered(possible(answer, asked, scenes), [own for own in shuffled(rng, colours) if own not in pair])
        if options is not None:
            fields = {name: (COLOURS[own].zh, COLOURS[own].en) for name, own in (("one", one), ("other", other))}
            yield Proposal(asked=(asked,), fields=fields, options=colour_options(shuffled(rng, options)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the only block between; nothing is between blocks of two towers, or between two that touch."""
    towers = scene.only.more["towers"]
    places = [
        [(number, level) for number, one in enumerate(towers) for level, own in enumerate(one["blocks"]) if own == tone]
        for tone in asked["colours"]
    ]
    return agreed([_middle(towers, *both) for both in product(*places)]) if all(places) else Cannot("absent")


def _middle(towers: Sequence[Mapping[str, Sequence[str]]], one: tuple[int, int], other: tuple[int, int]) -> Answer:
    low, high = sorted((one[1], other[1]))
    if one[0] != other[0] or high - low == 1:
        return Cannot("false_premise")
    if high - low > 2:
        return Unclear("several blocks are between them")
    tower = towers[one[0]]
    return Found(tower["blocks"][low + 1], tuple((0, tower["names"][level]) for level in (low, low + 1, high)))


BETWEEN_BLOCKS = register(
    QuestionClass(
        key="object.between_blocks",
        version=1,
        title=("夹在两块积木之间的一块", "the block between two others"),
        ability=("相对位置：之间", "relative position: between"),
        scenes="towers",
        form="choice",
        wordings=(
            (
                "在积木塔里，夹在{one}积木和{other}积木之间的那块是什么颜色？",
                "In the towers, what colour is the block between the {one} and the {other} block?",
            ),
            (
                "同一座塔中，{one}与{other}两块积木之间隔着一块，它是什么颜色？",
                "In one tower a single block separates the {one} block from the {other} one. What is its colour?",
            ),
            (
                "{one}积木和{other}积木叠在同一座塔里，它们中间的一块是哪种颜色？",
                "The {one} and the {other} block are parts of one tower: which colour has the block in the middle of the two?",
            ),
            (
                "请说出上下紧贴{one}积木和{other}积木的那一块的颜色。",
                "Name the colour of the block that touches both the {one} and the {other} block, one above and one below.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=ON_BLOCK.margins,
    )
)
