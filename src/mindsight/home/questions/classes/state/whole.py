"""Whether a thing is whole or broken."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"clay_pot", "ruler", "saucer"})
STATES: Mapping[str, Words] = {
    "whole": ("完好", "whole"),
    "broken": ("破了或断了", "broken"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


WHOLE = register(
    QuestionClass(
        key="state.whole",
        version=1,
        title=("完好还是破损", "whole or broken"),
        ability=("物理状态：完整性", "physical state: whole or damaged"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}是完好的还是坏了？", "Is the {thing} on the table whole or broken?"),
            ("{thing}现在完好吗？", "What condition is the {thing} in: whole or broken?"),
            ("请看{thing}：它有没有破损？", "Look at the {thing}: is it whole or broken?"),
            ("请判断{thing}是完好的，还是已经破了或断了。", "Say whether the {thing} is whole or broken."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
