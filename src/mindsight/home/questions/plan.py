"""The user's choices for a run over questions."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from mindsight.answers.conventions import ModelProfile
from mindsight.errors import InputError
from mindsight.home.episodes.stances import Stance
from mindsight.home.preparation.drawing import MOST_PAIRS
from mindsight.home.questions.question import Question
from mindsight.text import Language, mark

NOTHING_TO_POINT_AT = mark(
    "a model profile (--model-profile) and --as-text: a scene in words has no picture to point into; choose one"
)
FOUR = 4
"""Questions of one wording."""


@dataclass(frozen=True)
class QuestionPlan:
    """Everything that a user may choose about a run over questions and that can change its scores.

    ``as_text``: scenes are described in words and no picture is sent; a control that tells thinking from seeing. ``as_clip``:
    pictures that follow in time are sent as one video. ``evidence``: the subject also points at what its answer rests on.
    ``model_profile``: how a model is asked for points and boxes, if not as usual.
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
    model_profile: ModelProfile | None = None
    people: tuple[tuple[str, int, int], ...] = ()
    """How often people agreed with the truth of a class of this version: its key, right answers, all answers."""


def plan_page(plan: QuestionPlan) -> dict[str, Any]:
    """Return a plan as a manifest holds it; it names a profile only where points are asked for otherwise than usual."""
    page = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(plan).items()}
    page["people"] = [list(one) for one in plan.people]
    del page["model_profile"]
    if plan.model_profile is not None:
        page["model_profile"] = plan.model_profile.model_dump(mode="json")
    return page


def plan_of(page: Mapping[str, Any]) -> QuestionPlan:
    """Return a plan as a manifest holds it."""
    known = {field.name for field in fields(QuestionPlan)}
    chosen: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in page.items() if name in known
    }
    chosen["people"] = tuple(tuple(one) for one in page.get("people", ()))
    if "model_profile" in chosen:
        chosen["model_profile"] = ModelProfile.model_validate(chosen["model_profile"])
    return QuestionPlan(**chosen)


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
