"""The user's choices for a run over questions."""

from collections.abc import Iterable
from dataclasses import dataclass

from mindsight.errors import InputError
from mindsight.home.episodes.stances import Stance
from mindsight.home.preparation.drawing import MOST_PAIRS
from mindsight.home.questions.question import Question
from mindsight.text import Language

FOUR = 4
"""Questions of one wording."""


@dataclass(frozen=True)
class QuestionPlan:
    """Everything that a user may choose about a run over questions and that can change its scores.

    ``as_text``: scenes are described in words and no picture is sent; a control that tells thinking from seeing. ``as_clip``:
    pictures that follow in time are sent as one video. ``evidence``: the subject also points at what its answer rests on.
    """

    tasks: tuple[str, ...]
    trials: int = 52
    seed: int = 7
    language: Language = "zh"
    stance: Stance = "neutral"
    penalty: float = 1.0
    unknown: tuple[str, ...] = ()
    as_text: bool = False
    as_clip: bool = False
    evidence: bool = False
    keep_pictures: bool = True
    temperature: float = 0.0
    people: tuple[tuple[str, int, int], ...] = ()
    """How often people agreed with the truth of a class of this version: its key, right answers, all answers."""


def whole_quartets(trials: int) -> int:
    """Return the least multiple of four that is not below a number of questions.

    Raises:
        InputError: It is more than a seed can give.
    """
    if trials > 2 * MOST_PAIRS:
        raise InputError(
            "--trials: {trials} is more than one seed can give; a class has at most {most} pairs of tasks",
            trials=trials,
            most=MOST_PAIRS,
        )
    return -(-trials // FOUR) * FOUR


def turn_of(name: str) -> str:
    """Return when a question is asked, by its id: the first of all wordings, then the second, so that those of one are far apart."""
    return name.rpartition("-")[2]


def of_group(questions: Iterable[Question]) -> dict[str, list[Question]]:
    """Return questions by wording."""
    found: dict[str, list[Question]] = {}
    for one in questions:
        found.setdefault(one.group, []).append(one)
    return found
