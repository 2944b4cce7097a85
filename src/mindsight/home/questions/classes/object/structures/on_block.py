"""The colour of the block right above or below another one in a tower."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.meaning import agreed
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.question import Words

WAYS: Mapping[str, Words] = {"above": ("上面", "on top of"), "below": ("下面", "underneath")}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for what is above and below the block of each colour."""
    if not all("towers" in scene.only.more for scene in scenes):
        return
    colours = sorted({colour for scene in scenes for one in scene.only.more["towers"] for colour in one["blocks"]})
    for colour, way in shuffled(rng, product(colours, WAYS)):
        asked = {"colour": colour, "way": way}
        options = offered(possible(answer, asked, scenes), [one for one in shuffled(rng, colours) if one != colour])
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en), "way": WAYS[way]},
                options=colour_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the next block; nothing is above the top of a tower or below its foot."""
    step = 1 if asked["way"] == "above" else -1
    found = []
    for tower in scene.only.more["towers"]:
        for level, colour in enumerate(tower["blocks"]):
            if colour == asked["colour"]:
                found.append(_next(tower, level, level + step))
    return agreed(found) if found else Cannot("absent")


def _next(tower: Mapping[str, Sequence[str]], level: int, other: int) -> Answer:
    if not 0 <= other < len(tower["blocks"]):
        return Cannot("false_premise")
    return Found(tower["blocks"][other], ((0, tower["names"][level]), (0, tower["names"][other])))


ON_BLOCK = register(
    QuestionClass(
        key="object.on_block",
        version=1,
        title=("紧挨着的上面或下面一块", "the next block above or below"),
        ability=("相对位置：上下", "relative position: above, below"),
        scenes="towers",
        form="choice",
        wordings=(
            (
                "积木塔里，紧挨着{colour}积木{way}的那块是什么颜色？",
                "In the towers, what colour is the block directly {way} the {colour} one?",
            ),
            (
                "找到{colour}的积木，它正{way}紧接着的一块是哪种颜色？",
                "Find the {colour} block. Which colour has the block right {way} it?",
            ),
            (
                "与{colour}积木相邻、在它{way}的积木是什么颜色的？",
                "What is the colour of the block that lies {way} the {colour} block and touches it?",
            ),
            (
                "只看塔中{colour}积木的{way}一块：它是什么颜色？",
                "Look only at the block that comes immediately {way} the {colour} one in its tower: what is its colour?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour",),
        margins=(
            "塔的每块积木都是一整块单色，相邻两块上下相接，正面全部可见",
            "every block of a tower has one colour, lies flat on the next, and shows its whole front",
        ),
    )
)
