"""Which thing falls if the block of a colour is taken away."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.wording.meaning import meaning

BLOCK = "brick_block"


def items_of(facts: Facts) -> list[Object]:
    """Return the things that stand on the structures."""
    return [one for one in facts.objects if one.category not in {"fixture", "part"} and not one.kind.endswith("_block")]


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each colour of a block."""
    colours = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == BLOCK})
    items = [one for one in things(scenes) if not one.kind.endswith("_block")]
    for colour in shuffled(rng, colours):
        said = COLOURS[colour]
        yield Proposal(
            asked=({"colour": colour},),
            fields={"colour": (said.zh, said.en)},
            options=kind_options(shuffled(rng, items)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only thing that falls; that something falls is a false premise if nothing does."""
    facts = scene.only
    items = items_of(facts)
    if any(not clear(one) for one in items):
        return Unclear("a thing is not seen well")

    def falls(block: Object) -> Answer:
        falling = [one for one in items if one.name in facts.more["falls"].get(block.name, ())]
        if len(falling) != 1:
            return Cannot("ambiguous" if falling else "false_premise")
        return Found(falling[0].kind, ((0, block.name), (0, falling[0].name)))

    return meaning(facts, (Meant(BLOCK, asked["colour"]),), falls)


FALLS_IF = register(
    QuestionClass(
        key="commonsense.falls_if",
        version=1,
        title=("抽走积木，什么会掉下来", "what falls if a block is taken away"),
        ability=("重力与稳定性：支撑", "gravity and stability: support"),
        scenes="supports",
        form="choice",
        wordings=(
            ("如果把{colour}积木抽走，哪样东西会掉下来？", "If the {colour} block is taken away, which thing falls?"),
            ("抽掉{colour}的那块积木，什么会跟着倒下？", "Pull out the {colour} block: what comes down with it?"),
            (
                "假如有人拿走{colour}积木，桌上哪件东西会摔下来？",
                "If somebody removes the {colour} block, which of the things drops?",
            ),
            (
                "{colour}积木一拿走，哪样东西就失去支撑而落下？",
                "Which thing loses its support and falls when the {colour} block is removed?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "kinds", "depth"),
        margins=(
            "每块积木逐一抽走的仿真与静力判断一致；积木和物体露出至少60%，外框短边至少18像素",
            "simulations without each block agree with statics; at least 60 % of all is visible, 18 pixels on the shorter side",
        ),
    )
)
