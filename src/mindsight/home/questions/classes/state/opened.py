"""Whether a thing with a lid, flaps, covers or a screen is open or closed."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"cardboard_box", "laptop", "photo_album", "wooden_chest"})
STATES: Mapping[str, Words] = {
    "open": ("打开的", "open"),
    "closed": ("合上的", "closed"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


OPEN = register(
    QuestionClass(
        key="state.open",
        version=1,
        title=("开着还是合着", "open or closed"),
        ability=("物理状态：开合", "physical state: open or closed"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}是打开的还是合上的？", "Is the {thing} on the table open or closed?"),
            ("{thing}现在是开着还是合着？", "Is the {thing} open or closed now?"),
            ("请看{thing}：它处于哪种状态？", "Look at the {thing}: which state is it in?"),
            ("请判断{thing}是打开的还是合上的。", "Say whether the {thing} is open or closed."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
