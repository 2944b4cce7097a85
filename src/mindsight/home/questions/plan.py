"""The user's choices for a run over questions."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator

from mindsight.answers.conventions import ModelProfile, points_otherwise
from mindsight.errors import InputError
from mindsight.home.questions.question import Question
from mindsight.home.setting import LANGUAGE, MODEL_PROFILE, STANCE, TaskStance
from mindsight.plans import Names, Option, PlanModel, Share, Switch, Usable, Whole
from mindsight.text import Language, mark

NOTHING_TO_POINT_AT = mark(
    "a model profile (--model-profile) and --as-text: a scene in words has no picture to point into; choose one"
)
FOUR = 4
"""Questions of one wording."""


class QuestionPlan(PlanModel):
    """Everything that a user may choose about a run over questions and that can change its scores.

    ``as_text``: scenes are described in words and no picture is sent; a control that tells thinking from seeing. ``as_clip``:
    pictures that follow in time are sent as one video. ``evidence``: the subject also points at what its answer rests on.
    ``model_profile``: how a model is asked for points and boxes, if not as usual. ``people``: how often people agreed with the truth of
    a class of this version: its key, right answers, all answers. Of a pool, 0 questions of each class are all.

    Example:
        >>> QuestionPlan(tasks=("object.count",), trials=8).trials
        8
    """

    tasks: Annotated[
        Names, Option(mark("Classes, abilities or dimensions of questions, separated by commas."), panel="what")
    ] = ("object", "language", "state", "commonsense")
    trials: Annotated[Whole, Option(mark("Questions per class."))] = Field(default=52, ge=0)
    seed: Annotated[Whole, Option(mark("Seed of the tasks."))] = Field(default=7, ge=0)
    language: Annotated[Language, Option(LANGUAGE, name="prompt-lang")] = "zh"
    stance: Annotated[TaskStance, Option(STANCE)] = "neutral"
    penalty: Annotated[Usable, Option(mark("Weight λ of the spread in formula (1)."))] = Field(default=1.0, ge=0)
    unknown: Annotated[
        tuple[str, ...],
        Option(mark("Class that the models did not know; may be given several times."), metavar="CLASS", several=True),
    ] = ()
    as_text: Annotated[
        Switch,
        Option(mark("Questions: describe the scene in words and send no picture; a control."), sets=True),
    ] = False
    as_clip: Annotated[
        Switch,
        Option(
            mark("Questions: send pictures that follow in time as one video, to models."),
            sets=True,
            only_for=("model",),
        ),
    ] = False
    evidence: Annotated[
        Switch, Option(mark("Questions: ask also for a point on what the answer rests on."), sets=True)
    ] = False
    keep_pictures: Annotated[Switch, Option(mark("Keep no pictures."), name="no-media", panel="output", sets=False)] = (
        True
    )
    temperature: Annotated[Share, Option(mark("Temperature of a model; 0 by default."), only_for=("model",))] = Field(
        default=0.0, ge=0, le=2
    )
    model_profile: Annotated[ModelProfile | None, Option(MODEL_PROFILE, metavar="NAME|FILE", only_for=("model",))] = (
        None
    )
    people: tuple[tuple[str, int, int], ...] = ()

    @field_validator("model_profile", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        return points_otherwise(value) if isinstance(value, str) else value


class Sources(PlanModel):
    """Where questions come from, and what people said of them.

    Example:
        >>> Sources().unvalidated
        False
    """

    unvalidated: Annotated[
        Switch,
        Option(
            mark("Questions: include classes about custom, culture and safety, which people have not confirmed yet."),
            name="include-unvalidated",
            sets=True,
        ),
    ] = False
    people: Annotated[
        Path | None,
        Option(mark("Questions: how often people agreed, from home agreement score --out."), metavar="FILE"),
    ] = None
    pool: Annotated[
        Path | None,
        Option(mark("Questions: those of this pool, from home import."), metavar="FOLDER", panel="what"),
    ] = None


def plan_page(plan: QuestionPlan) -> dict[str, Any]:
    """Return a plan as a manifest holds it; it names a profile only where points are asked for otherwise than usual."""
    page = {name: list(value) if isinstance(value, tuple) else value for name, value in dict(plan).items()}
    page["people"] = [list(one) for one in plan.people]
    del page["model_profile"]
    if plan.model_profile is not None:
        page["model_profile"] = plan.model_profile.model_dump(mode="json")
    return page


def plan_of(page: Mapping[str, Any]) -> QuestionPlan:
    """Return a plan as a manifest holds it, with much else."""
    return QuestionPlan.of({name: page[name] for name in QuestionPlan.model_fields if name in page}, prefix="plan.")


def whole_quartets(trials: int) -> int:
    """Return the least multiple of four that is not below a number of questions.

    Raises:
        InputError: It is more than a seed can give.
    """
    from mindsight.home.preparation.drawing import MOST_PAIRS  # loads the engine, which no list of options needs

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
