"""Whether a candle burns."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"candle"})
STATES: Mapping[str, Words] = {
    "burning": ("点着", "lit"),
    "unlit": ("没有点着", "not lit"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


BURNING = register(
    QuestionClass(
        key="state.burning",
        version=1,
        title=("是否点燃", "burning or not"),
        ability=("物理状态：燃烧", "physical state: burning"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}点着了吗？", "Is the {thing} on the table lit?"),
            ("{thing}现在有没有在燃烧？", "Is the {thing} burning now, or not?"),
            ("请看{thing}：它是否点着？", "Look at the {thing}: is it lit or not?"),
            ("请判断{thing}是否点燃。", "Say whether the {thing} is lit."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
