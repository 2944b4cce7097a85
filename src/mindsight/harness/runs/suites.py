"""A suite's part in ``inspect eval mindsight/<suite>``: plain values, independent of Inspect."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from mindsight.errors import InputError
from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.questions.question import Question

SUITES = {
    "home": "mindsight.home.adapters.inspect_task",
    "home-autonomous": "mindsight.home.autonomy.runs.inspect_rooms",
}
"""Module names by suite, imported on demand, so that the harness does not depend on them."""


QUESTIONS = {"home": "mindsight.home.questions.asking.inspect_questions"}
"""Module names by suite of those that ask questions."""


def check_options(given: Iterable[str], known: Sequence[str]) -> None:
    """Refuse options that a task does not have.

    Raises:
        InputError: There is one.
    """
    for name in given:
        if name not in known:
            raise InputError("-T {name}: there is no such option; there are {known}", name=name, known=", ".join(known))


class Judged(NamedTuple):
    """The judged result of an item: whether it is right, and the facts for computing measures."""

    correct: bool
    facts: dict[str, Any]


class Suite(Protocol):
    """Protocol of the modules in ``SUITES``; ``OPTIONS`` are the names that ``inspect_items`` takes."""

    OPTIONS: Sequence[str]

    def inspect_items(self, **options: Any) -> tuple[Sequence[Item], Dialogue, str]:
        """Return the items, the dialogue, and the ``module:factory`` of the environment.

        The options are those of the command line, ``workers`` among them.
        """

    def judge(self, item: Item, result: dict[str, Any]) -> Judged:
        """Judge an item from the return value of the environment's ``end``."""

    def measures(self, judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
        """Return the suite's measures from each item's share of right answers and its facts."""


class AskedQuestion(NamedTuple):
    """A question, and the function that judges an answer to it."""

    question: Question
    judge: Callable[[str], Judged]


class QuestionSuite(Protocol):
    """Protocol of the modules in ``QUESTIONS``; ``CLIPS`` are the options with which questions are asked about clips."""

    OPTIONS: Sequence[str]
    CLIPS: Mapping[str, Any]

    def inspect_questions(self, **options: Any) -> Sequence[AskedQuestion]:
        """Return the questions; the options are those of the command line, ``workers`` among them."""

    def measures(self, judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
        """Return the suite's measures from each question's share of right answers and its facts."""
