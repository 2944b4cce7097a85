"""Whether a thing would stay where it is without the block of a colour: both worlds are simulated."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.blocks.falls_if import BLOCK, FALLS_IF
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each thing and each colour of a block."""
    colours = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == BLOCK})
    items = [one for one in things(scenes) if not one.kind.endswith("_block")]
    for item, colour in shuffled(rng, product(items, colours)):
        said = COLOURS[colour]
        yield Proposal(
            asked=({"kind": item.kind, "colour": colour},),
            fields={"thing": (item.zh, item.en), "colour": (said.zh, said.en)},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if the thing stays."""
    facts = scene.only

    def stays(item: Object, block: Object) -> Answer:
        falls = item.name in facts.more["falls"].get(block.name, ())
        return Found("no" if falls else "yes", ((0, item.name), (0, block.name)))

    return meaning(facts, (Meant(asked["kind"]), Meant(BLOCK, asked["colour"])), stays)


COUNTERFACTUAL = register(
    QuestionClass(
        key="commonsense.counterfactual",
        version=1,
        title=("没有这块积木还会在上面吗", "would it stay without this block"),
        ability=("反事实推理", "counterfactual reasoning"),
        scenes="supports",
        form="yes_no",
        wordings=(
            (
                "假如没有{colour}积木，{thing}还会待在现在的高处吗？",
                "If the {colour} block were not there, would the {thing} still be up where it is?",
            ),
            (
                "要是一开始就没有{colour}的那块积木，{thing}能停在它现在的位置吗？",
                "Had there never been the {colour} block, could the {thing} rest where it is now?",
            ),
            (
                "设想{colour}积木消失了：{thing}还留在原处吗？",
                "Imagine that the {colour} block vanishes: does the {thing} stay in its place?",
            ),
            (
                "不要{colour}积木，{thing}也照样不会掉下来吗？",
                "Even without the {colour} block, does the {thing} stay up?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "kinds", "depth"),
        margins=FALLS_IF.margins,
    )
)
