"""Whether a dish or board is clean or dirty."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"bowl", "chopping_board", "plate"})
STATES: Mapping[str, Words] = {
    "clean": ("干净", "clean"),
    "stained": ("脏", "dirty"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


CLEAN = register(
    QuestionClass(
        key="state.clean",
        version=1,
        title=("干净还是脏", "clean or dirty"),
        ability=("物理状态：洁净", "physical state: cleanness"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}是干净的还是脏的？", "Is the {thing} on the table clean or dirty?"),
            ("{thing}现在干净吗，还是已经脏了？", "Is the {thing} clean, or is it dirty?"),
            ("请看{thing}：它是干净的还是脏的？", "Look at the {thing}: is it clean or dirty?"),
            ("请判断{thing}是干净还是脏。", "Say whether the {thing} is clean or dirty."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
