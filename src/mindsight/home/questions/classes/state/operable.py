"""Whether a box can be opened as it is, or a padlock hangs in its hasp."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.states import kinds_in, state_of

KINDS_ASKED = frozenset({"strongbox"})
SAID = {"unlocked": "yes", "locked": "no"}
LEAST_SHOWN = 0.95
"""Share of a box that must be visible: what hides its lower half hides where a padlock would hang."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each such box."""
    for one in kinds_in(scenes, KINDS_ASKED, rng):
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if no lock keeps it shut."""
    if any(one.kind == asked["kind"] and one.shown < LEAST_SHOWN for one in scene.only.objects):
        return Unclear("a lock could be hidden")
    return state_of(asked, scene, SAID)


OPERABLE = register(
    QuestionClass(
        key="state.operable",
        version=2,
        title=("没有钥匙能否打开", "can be opened without a key"),
        ability=("物理状态：可操作性", "physical state: operable"),
        scenes="conditions",
        form="yes_no",
        wordings=(
            (
                "没有钥匙，现在能打开桌上的{thing}吗？",
                "Without a key, can the {thing} on the table be opened as it is now?",
            ),
            (
                "手边没有任何钥匙，{thing}现在能直接打开吗？",
                "With no key at hand, can one simply open the {thing} now?",
            ),
            ("不用钥匙，能不能把{thing}打开？", "Can the {thing} be opened without a key?"),
            ("请判断：不开锁能打开{thing}吗？", "Can the {thing} be opened without unlocking anything?"),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        margins=(
            "箱子正面朝向观察者，露出至少95%，外框短边至少18像素；挂锁宽5厘米",
            "the front faces the viewer, at least 95 % is visible, 18 pixels on the shorter side; a padlock is 5 cm wide",
        ),
    )
)
