"""Whether a vessel or tray is full, half full or empty."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"egg_tray", "juice_glass", "sweet_jar"})
STATES: Mapping[str, Words] = {
    "full": ("满的", "full"),
    "half_full": ("一半", "half full"),
    "empty": ("空的", "empty"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


FULL = register(
    QuestionClass(
        key="state.full",
        version=1,
        title=("满、半满或空", "full, half full or empty"),
        ability=("物理状态：盛装程度", "physical state: how full"),
        scenes="conditions",
        form="choice",
        wordings=(
            ("桌上的{thing}是满的、一半，还是空的？", "Is the {thing} on the table full, half full or empty?"),
            ("{thing}里装了多少？", "How full is the {thing}?"),
            ("请看{thing}：里面还有多少东西？", "Look at the {thing}: how much is in it?"),
            ("请判断{thing}的盛装程度。", "Say how full the {thing} is."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
