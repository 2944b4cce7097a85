"""How many dominoes fall."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.dominoes.row import ABILITY, MARGINS, story, uses
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (there is one question)
    """Ask for the number."""
    yield Proposal(asked=({},))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the number, the leaning one included."""
    row = story(scene.only)
    return row if isinstance(row, Cannot) else Found(len(row["falls"]), uses(scene.only, *row["falls"]))


DOMINO_COUNT = register(
    QuestionClass(
        key="commonsense.domino_count",
        version=1,
        title=("会倒几块骨牌", "how many dominoes fall"),
        ability=ABILITY,
        scenes="dominoes",
        form="number",
        chance=0.2,
        unit="",
        wordings=(
            (
                "松手后，斜着的那块骨牌会倒下并引起连锁反应。连同它在内，一共倒几块？",
                "When they are let go, the leaning domino falls and starts a chain reaction. How many fall, that one included?",
            ),
            (
                "放开所有骨牌，从斜着的一块开始，总共会有几块倒下？",
                "All dominoes are released. Beginning with the leaning one, how many fall over in all?",
            ),
            (
                "斜着的骨牌一倒，算上它自己，倒下的骨牌有多少块？",
                "Count the dominoes that fall once the leaning one goes, with itself among them: how many?",
            ),
            (
                "不再扶着骨牌时，斜的那块先倒。最后倒下的骨牌共有几块？",
                "With nobody holding them the leaning domino goes first. What is the number of fallen dominoes at the end?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=MARGINS,
    )
)
