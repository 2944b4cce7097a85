"""Whether a thing is like new or worn: rusty, peeling, scuffed."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import MARGINS, kinds_in, options, state_of
from mindsight.home.questions.question import Words

KINDS_ASKED = frozenset({"football", "metal_bucket", "painted_crate"})
STATES: Mapping[str, Words] = {
    "new": ("崭新", "like new"),
    "worn": ("旧损", "old and worn"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the state of each such thing."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options(STATES, rng))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing's state."""
    return state_of(asked, scene, {state: state for state in STATES})


WORN = register(
    QuestionClass(
        key="state.worn",
        version=1,
        title=("崭新还是旧损", "new or worn"),
        ability=("物理状态：老化", "physical state: ageing"),
        scenes="conditions",
        form="choice",
        wordings=(
            (
                "桌上的{thing}看上去是崭新的还是旧损的？",
                "Does the {thing} on the table look like new, or old and worn?",
            ),
            ("{thing}的新旧程度如何？", "How new or worn is the {thing}?"),
            ("请看{thing}的表面：它是新的还是旧的？", "Look at the surface of the {thing}: is it like new or worn?"),
            ("请判断{thing}是崭新还是旧损。", "Say whether the {thing} is like new or worn."),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=MARGINS,
    )
)
