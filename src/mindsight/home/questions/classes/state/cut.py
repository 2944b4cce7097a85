"""Whether food is whole or has been cut."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"cheese", "melon", "pie"})
STATES: Mapping[str, Words] = {
    "uncut": ("完整，没有切过", "uncut"),
    "cut": ("已经切开", "cut"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


CUT = register(
    QuestionClass(
        key="state.cut",
        version=1,
        title=("是否切开", "cut or uncut"),
        ability=("物理状态：切割", "physical state: cut"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}切过了吗？", "Has the {thing} on the table been cut?"),
            ("{thing}现在是完整的，还是已经切开了？", "Is the {thing} still uncut, or has it been cut?"),
            ("请看{thing}：它有没有被切开？", "Look at the {thing}: has anybody cut it?"),
            ("请判断{thing}是完整的还是切开的。", "Say whether the {thing} is cut or uncut."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
