"""Whether a lamp or a screen is on or off."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"reading_lamp", "small_tv", "tablet"})
STATES: Mapping[str, Words] = {
    "on": ("开着", "on"),
    "off": ("关着", "off"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


ON = register(
    QuestionClass(
        key="state.on",
        version=1,
        title=("电器开着还是关着", "on or off"),
        ability=("物理状态：开关", "physical state: on or off"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}开着还是关着？", "Is the {thing} on the table on or off?"),
            ("{thing}现在是开着的吗，还是关着的？", "Is the {thing} switched on or off now?"),
            ("请看{thing}：它是开着还是关着？", "Look at the {thing}: is it on or off?"),
            ("请判断{thing}处于开启还是关闭状态。", "Say whether the {thing} is on or off."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
