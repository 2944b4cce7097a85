"""The only block that can be taken away without anything falling."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.blocks.falls_if import FALLS_IF
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (there is one question)
    """Ask for the block."""
    yield Proposal(asked=({},))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Point at the only block that carries nothing; if each carries something, that there is one is a false premise."""
    facts = scene.only
    blocks = [one for one in facts.objects if one.kind.endswith("_block") and one.pixels]
    if any(not clear(one) for one in blocks):
        return Unclear("a block is not seen well")
    spare = [one for one in blocks if not facts.more["falls"].get(one.name)]
    if len(spare) != 1:
        return Cannot("ambiguous" if spare else "false_premise")
    (one,) = spare
    return Found(f"{one.point[0]:.0f} {one.point[1]:.0f}", ((0, one.name),), (0, one.name))


SPARE_BLOCK = register(
    QuestionClass(
        key="commonsense.spare_block",
        version=1,
        title=("哪块积木可以拿走", "which block can be spared"),
        ability=("重力与稳定性：支撑", "gravity and stability: support"),
        scenes="supports",
        form="point",
        wordings=(
            (
                "有一块积木可以拿走而不让任何东西掉下来，请指出它。",
                "One block can be taken away without making anything fall: point at it.",
            ),
            (
                "请指出那块没有承重、拿走也没事的积木。",
                "Point at the block that bears nothing and can be removed safely.",
            ),
            (
                "哪一块积木抽走以后，别的都不会倒？请指出来。",
                "Which block can be pulled out so that nothing else comes down? Point at it.",
            ),
            (
                "只有一块积木是多余的：拿掉它，什么都不会动。请指出这块积木。",
                "Just one block is not needed: without it nothing moves. Point at that block.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth",),
        margins=FALLS_IF.margins,
    )
)
