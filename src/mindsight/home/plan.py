"""The user's choices for a home run: those that decide its scores, and how much of a model it may use."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Protocol

from pydantic import Field, field_validator

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.settings import Budget, Effort, Prices
from mindsight.home.classes import CLASSES
from mindsight.home.irrelevance import NARROW, REASONS, Reason
from mindsight.home.setting import Interface, Setting, TaskSetting
from mindsight.plans import Names, Option, PlanModel, RefusedValueError, Share, Switch, Usable, Whole, listed
from mindsight.record.model import Item as Recorded
from mindsight.text import mark, text

ANNEX = "annex-a"
"""The eight household tasks."""


class Asked(Protocol):
    """The part of a plan on which it depends how a model or an agent is asked."""

    @property
    def setting(self) -> Setting:
        """How rooms are shown and actions carried out."""

    @property
    def interface(self) -> Interface:
        """How actions are chosen."""

    @property
    def temperature(self) -> float:
        """Sampling temperature of a model."""


class Plan(PlanModel):
    """Everything that somebody may choose about a run of household tasks and that can change its scores.

    Attributes:
        tasks: Classes of tasks; ``annex-a`` names all.
        reasons: Kinds of irrelevance that are wanted; each class has those of them that it supports.
        temperature: Sampling temperature of a model; other subjects have none.
        sealed: The commitment if the tasks come from a secret seed; ``seed`` then only serves built-in subjects that act at random.
        tasks_per_scene: Tasks of a class that are run one after another with a shared budget.
        anchors: Name and hash of the set of public anchor tasks, if the run uses them.
        epochs: How often every task is run; if more than once, the items are called ``desk-0001@1`` and so on.

    Example:
        >>> Plan(tasks=("buttons", "desk"), trials=10).trials
        10
    """

    tasks: Annotated[Names, Option(mark("Task classes, separated by commas."), panel="what")] = tuple(CLASSES)
    trials: Annotated[Whole, Option(mark("Tasks per class."))] = Field(default=50, ge=2)
    irrelevant: Annotated[Share, Option(mark("Share of irrelevant tasks."))] = Field(default=0.5, ge=0, le=1)
    seed: Annotated[Whole, Option(mark("Seed of the tasks."))] = Field(default=7, ge=0)
    reasons: Annotated[
        tuple[Reason, ...],
        Option(
            mark(
                "Kinds of irrelevance, separated by commas: absent, blocked, impossible, not_home, ambiguous, missing_information, "
                "false_premise, hazardous; or narrow (the first four), or all."
            ),
            metavar="KINDS",
            shown="all",
        ),
    ] = REASONS
    penalty: Annotated[Usable, Option(mark("Weight λ of the spread in formula (1)."))] = Field(default=1.0, ge=0)
    unknown: Annotated[
        tuple[str, ...],
        Option(mark("Class that the models did not know; may be given several times."), metavar="CLASS", several=True),
    ] = ()
    interface: Annotated[Interface, Option(mark("points in the picture, or a numbered menu."))] = "points"
    keep_pictures: Annotated[Switch, Option(mark("Keep no pictures."), name="no-media", panel="output", sets=False)] = (
        True
    )
    setting: TaskSetting = TaskSetting()
    temperature: Annotated[Share, Option(mark("Temperature of a model; 0 by default."), only_for=("model",))] = Field(
        default=0.0, ge=0, le=2
    )
    sealed: str = ""
    tasks_per_scene: Annotated[
        Whole, Option(mark("Tasks of a class that are run one after another and share one budget."))
    ] = Field(default=1, ge=1)
    anchors: str = ""
    epochs: Annotated[
        Whole, Option(mark("How often every task is run; shows the spread between runs."), metavar="N")
    ] = Field(default=1, ge=1, le=1000)

    @field_validator("tasks", mode="after")
    @classmethod
    def _whole_annex(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return with_annex(value)

    @field_validator("reasons", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        return reasons_named(value) if isinstance(value, str) else value

    @field_validator("reasons")
    @classmethod
    def _some(cls, value: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return value or reasons_named("")

    @field_validator("setting", mode="before")
    @classmethod
    def _chosen(cls, value: object) -> object:
        return TaskSetting(**dict(value)) if isinstance(value, Setting) else value


class Origin(PlanModel):
    """Where tasks or rooms come from, if they are not newly drawn.

    Example:
        >>> Origin().sealed is None
        True
    """

    sealed: Annotated[
        Path | None,
        Option(
            mark("Run the tasks of this seal, which determines them and how they are run."),
            metavar="FOLDER",
            panel="what",
        ),
    ] = None
    anchors: Annotated[
        Switch,
        Option(mark("Run the public anchor tasks too, as a separate run."), panel="what", sets=True),
    ] = False


class Use(PlanModel):
    """What a subject is called, and what may be used of a model: no score depends on it.

    Example:
        >>> Use(name="My agent").name
        'My agent'
    """

    name: Annotated[str | None, Option(mark("The subject's name."), panel="what")] = None
    connections: Annotated[
        Whole | None,
        Option(
            mark("Maximum number of simultaneous requests to a model, for any number of workers; 8 by default."),
            name="max-connections",
            metavar="N",
            panel="limits",
            only_for=("model",),
        ),
    ] = Field(default=None, ge=1)
    max_cost: Annotated[
        Usable | None,
        Option(
            mark("Start no more tasks of a model once this is spent."),
            metavar="MONEY",
            panel="limits",
            only_for=("model",),
        ),
    ] = Field(default=None, ge=0)
    price: Annotated[
        str | None,
        Option(
            mark("Price of a model for a million input and output tokens."),
            metavar="IN,OUT",
            panel="limits",
            only_for=("model",),
        ),
    ] = None
    probe: Annotated[
        Switch,
        Option(
            mark("Do not ask a model first for three marks in a picture, to see how it writes points."),
            name="no-probe",
            sets=False,
            only_for=("model",),
        ),
    ] = True


class Conditions(PlanModel):
    """Under which conditions the same tasks are run.

    Example:
        >>> Conditions(conditions=("fine", "blur-2")).conditions
        ('fine', 'blur-2')
    """

    conditions: Annotated[
        Names,
        Option(
            mark(
                "Separated by commas: stance, fast, fine, pbr, wording-b, language, blur, noise, dark, or one such as stance-eager or "
                "blur-2; by default stance,fine,pbr,wording-b,language,blur-2,noise-25,dark-4."
            ),
            metavar="NAMES",
            panel="what",
        ),
    ] = ()


class Ablations(PlanModel):
    """Which abilities are taken away from the oracle; all if none are named.

    Example:
        >>> Ablations().dials is None
        True
    """

    dials: Annotated[
        Names | None, Option(mark("Abilities to ablate, separated by commas; all by default."), panel="what")
    ] = None


class ValidityPlan(Plan):
    """The plan of a test of validity, by default with as many tasks as tell abilities apart, and without pictures.

    Example:
        >>> ValidityPlan().trials
        32
    """

    trials: Annotated[Whole, Option(mark("Tasks per class."))] = Field(default=32, ge=2)
    keep_pictures: bool = False


def with_annex(words: Sequence[str]) -> tuple[str, ...]:
    """Return words in their order, with all household tasks in the place of ``annex-a``."""
    return tuple(key for word in words for key in (CLASSES if word == ANNEX else (word,)))


def reasons_named(words: str) -> tuple[Reason, ...]:
    """Return the kinds of irrelevance that words with commas name, in the order of reports.

    Raises:
        RefusedValueError: One of them does not exist, or none is named.
    """
    named = listed(words)
    sets: dict[str, tuple[Reason, ...]] = {"all": REASONS, "narrow": NARROW}
    known = ", ".join((*REASONS, *sets))
    for name in named:
        if name not in {*REASONS, *sets}:
            raise RefusedValueError(text("there is no kind {name}; there are {known}", name=name, known=known))
    if not named:
        raise RefusedValueError(text("no kind of irrelevance is named; there are {known}", known=known))
    wanted = {reason for name in named for reason in sets.get(name, (name,))}
    return tuple(reason for reason in REASONS if reason in wanted)


@dataclass(frozen=True)
class Means:
    """What a run with a model may use. None of it can change a score, and none of it is recorded.

    ``connections`` is the number of concurrent requests; ``cost`` is the most that may be spent at ``prices``; ``used`` is
    what the finished tasks took.
    """

    connections: int = Effort().connections
    cost: float | None = None
    prices: Prices | None = None
    used: Usage = field(default_factory=Usage)

    def after(self, items: Iterable[Recorded]) -> "Means":
        """Return the means of a run that continues after some items."""
        if self.cost is None:
            return self
        return replace(self, used=sum(map(usage_of, items), Usage()))

    @property
    def budget(self) -> Budget:
        """What the whole run may use."""
        return Budget(cost=self.cost, prices=self.prices, used=self.used)


def usage_of(item: Recorded) -> Usage:
    """Return the tokens that a recorded task or question took."""
    said = item.answer.get("said")
    return Usage.model_validate(
        item.answer.get("usage") or (said.get("tokens") if isinstance(said, dict) else None) or {}
    )
