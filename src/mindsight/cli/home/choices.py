"""The command line of a home run: its options, their checks, and the plan they result in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from mindsight.cli.shared.options import one_of
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.execution.making import NOTHING, Resting
from mindsight.home.classes import CLASSES
from mindsight.subjects.spec import name_of
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mindsight.home.irrelevance import Reason
    from mindsight.home.plan import Means, Plan
    from mindsight.home.sealing.seal import Seal
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

SCHEMES = ("baseline", "http", "model", "python")
MOST_SEED = 10**18 - 1
"""The checker of a record accepts no larger numbers."""
MOST = 1e12
"""Upper limit of penalties and money; squares must stay finite."""
TASKS = typer.Option(",".join(CLASSES), "--tasks", help=mark("Task classes, separated by commas."))
TRIALS = typer.Option(50, "--trials", min=2, help=mark("Tasks per class."))
IRRELEVANT = typer.Option(0.5, "--irrelevant", min=0, max=1, help=mark("Share of irrelevant tasks."))
REASONS = typer.Option(
    "all",
    "--reasons",
    metavar="KINDS",
    help=mark(
        "Kinds of irrelevance, separated by commas: absent, blocked, impossible, not_home, ambiguous, missing_information, "
        "false_premise, hazardous; or narrow (the first four), or all."
    ),
)
RENDERER = typer.Option("fast", "--renderer", help=mark("fast, fine or pbr."))
INTERFACE = typer.Option("points", "--interface", help=mark("points in the picture, or a numbered menu."))
STANCE = typer.Option(
    "neutral", "--stance", help=mark("What the prompt says about impossible tasks: neutral, eager or cautious.")
)
PENALTY = typer.Option(1.0, "--penalty", min=0, help=mark("Weight λ of the spread in formula (1)."))
TASKS_PER_SCENE = typer.Option(
    1, "--tasks-per-scene", min=1, help=mark("Tasks of a class that are run one after another and share one budget.")
)
UNKNOWN = typer.Option(
    [], "--unknown", metavar="CLASS", help=mark("Class that the models did not know; may be given several times.")
)
EPOCHS = typer.Option(
    1,
    "--epochs",
    metavar="N",
    min=1,
    max=1000,
    help=mark("How often every task is run; shows the spread between runs."),
)
SUBJECT = typer.Option(
    None, "--subject", metavar="SCHEME:REST", help=mark("baseline:oracle, model:…, python:module:name or http:URL.")
)
SEED = typer.Option(7, "--seed", min=0, help=mark("Seed of the tasks."))
CONNECTIONS = typer.Option(
    None,
    "--max-connections",
    metavar="N",
    min=1,
    help=mark("Maximum number of simultaneous requests to a model, for any number of workers; 8 by default."),
)
MAX_COST = typer.Option(
    None, "--max-cost", metavar="MONEY", min=0, help=mark("Start no more tasks of a model once this is spent.")
)
MODEL_PROFILE = typer.Option(
    None,
    "--model-profile",
    metavar="NAME|FILE",
    help=mark(
        "How a model is asked for points and boxes, by default as [x, y] from 0 to 1000: claude, default, gemini, glm, gpt, internvl, "
        "minicpm, molmo, paligemma, qwen2, qwen2.5, qwen3, robopoint, seed, or a TOML file."
    ),
)
NO_PROBE = typer.Option(
    False,
    "--no-probe",
    help=mark("Do not ask a model first for three marks in a picture, to see how it writes points."),
)
DRY_RUN = typer.Option(False, "--dry-run", help=mark("Prepare the tasks, estimate the effort, test nothing."))


@dataclass(frozen=True)
class Choices:
    """The options of a home run; those that apply to models only are None if not given."""

    spec: str
    tasks: tuple[str, ...]
    trials: int = 50
    irrelevant: float = 0.5
    reasons: tuple[Reason, ...] = ()
    """Kinds of irrelevance; empty: all."""
    seed: int = 7
    renderer: str = "fast"
    interface: str = "points"
    prompt_lang: str = "zh"
    stance: str = "neutral"
    penalty: float = 1.0
    unknown: tuple[str, ...] = ()
    tasks_per_scene: int = 1
    keep_pictures: bool = True
    name: str | None = None
    temperature: float | None = None
    connections: int | None = None
    max_cost: float | None = None
    price: str | None = None
    model_profile: str | None = None
    probe: bool = True
    """Whether a model is asked first for known places, to see how it writes points."""
    seal: Seal | None = None
    """Source of the tasks, if not ``seed``."""
    epochs: int = 1
    anchors: bool = False
    """Whether the public anchors are tested too, as a separate run."""
    anchor_set: str = ""
    """Identification of the public anchors in that run."""
    resting: Resting = NOTHING
    """The review of the tasks that the run rests on."""


def chosen(
    tasks: str,
    trials: int,
    irrelevant: float,
    reasons: str,
    renderer: str,
    interface: str,
    prompt_lang: str,
    stance: str,
    penalty: float,
    unknown: list[str],
) -> Choices:
    """Return choices with these options; all others have their defaults."""
    return Choices(
        spec="",
        tasks=tuple(key.strip() for key in tasks.split(",") if key.strip()),
        trials=trials,
        irrelevant=irrelevant,
        reasons=reasons_named(reasons),
        renderer=one_of("--renderer", renderer, ("fast", "fine", "pbr")),
        interface=one_of("--interface", interface, ("points", "menu")),
        prompt_lang=one_of("--prompt-lang", prompt_lang, ("zh", "en")),
        stance=one_of("--stance", stance, ("neutral", "eager", "cautious")),
        penalty=penalty,
        unknown=tuple(unknown),
    )


def reasons_named(words: str) -> tuple[Reason, ...]:
    """Return the kinds of irrelevance that ``--reasons`` names, in the order of reports.

    Raises:
        InputError: One of them does not exist, or none is named.
    """
    from mindsight.home.irrelevance import NARROW, REASONS

    named = [word.strip() for word in words.split(",") if word.strip()]
    sets = {"all": REASONS, "narrow": NARROW}
    for name in named:
        if name not in {*REASONS, *sets}:
            raise InputError(
                "--reasons: there is no kind {name}; there are {known}", name=name, known=", ".join((*REASONS, *sets))
            )
    if not named:
        raise InputError(
            "--reasons names no kind of irrelevance; there are {known}", known=", ".join((*REASONS, *sets))
        )
    wanted = {reason for name in named for reason in sets.get(name, (name,))}
    return tuple(one for one in REASONS if one in wanted)


def plan_of(choices: Choices) -> Plan:
    """Return the plan of the run."""
    from mindsight.answers.conventions import points_otherwise
    from mindsight.home.episodes.episode import Setting
    from mindsight.home.plan import Plan

    chosen: dict[str, Any] = {"language": choices.prompt_lang, "profile": choices.renderer, "stance": choices.stance}
    chosen["model_profile"] = points_otherwise(choices.model_profile)
    rest: dict[str, Any] = {"interface": choices.interface}
    if choices.reasons:
        rest["reasons"] = choices.reasons
    return Plan(
        tasks=choices.tasks,
        trials=choices.trials,
        irrelevant=choices.irrelevant,
        seed=choices.seed,
        penalty=choices.penalty,
        unknown=choices.unknown,
        tasks_per_scene=choices.tasks_per_scene,
        keep_pictures=choices.keep_pictures,
        setting=Setting(**chosen),
        temperature=choices.temperature or 0.0,
        sealed=choices.seal.commitment if choices.seal is not None else "",
        anchors=choices.anchor_set,
        epochs=choices.epochs,
        **rest,
    )


def means_of(choices: Paid, spec: SubjectSpec, *, dry_run: bool = False) -> Means:
    """Return the means of a run; prices are looked up only if cost is counted.

    Raises:
        InputError: There is a cost limit and no price.
        MissingExtra: Inspect, whose prices are looked up, is not installed.
    """
    from mindsight.harness.models.prices import prices_of
    from mindsight.home.plan import Means

    prices = prices_of(spec, price=choices.price, limit=choices.max_cost, dry_run=dry_run)
    means = Means(cost=choices.max_cost, prices=prices)
    return means if choices.connections is None else replace(means, connections=choices.connections)


def anchored(choices: Choices) -> Choices:
    """Return the choices of the separate run on the public anchors of the same classes.

    Raises:
        InputError: A class has no anchors.
    """
    from mindsight.home.irrelevance import NARROW
    from mindsight.home.sealing.anchors import load

    known = load()
    known.refuse_unknown(choices.tasks)
    return replace(
        choices,
        seal=None,
        anchors=False,
        resting=NOTHING,
        seed=known.seed,
        trials=known.trials,
        irrelevant=known.irrelevant,
        reasons=NARROW,
        tasks_per_scene=1,
        anchor_set=known.known_by(choices.tasks),
    )


def beside(folder: Path) -> Path:
    """Return the folder of the anchor run, beside the main run's.

    Raises:
        InputError: The main run lies in storage, where nothing is beside it.
    """
    if (url := settings.called(str(folder))) != str(folder):
        raise InputError("--anchors: makes a second run beside {url}; run it with a folder of this machine", url=url)
    return folder.with_name(f"{folder.name}-anchors")


def subject_of(spec: SubjectSpec, name: str | None) -> Subject:
    """Return the subject as named in the record."""
    from mindsight.record.model import Subject

    return Subject(spec=spec.public, name=name or name_of(spec))


class Paid(Protocol):
    """The options of a run that only a model can use."""

    @property
    def temperature(self) -> float | None:
        """Its sampling temperature."""

    @property
    def connections(self) -> int | None:
        """Simultaneous requests."""

    @property
    def max_cost(self) -> float | None:
        """The most that may be spent."""

    @property
    def price(self) -> str | None:
        """What it costs."""

    @property
    def model_profile(self) -> str | None:
        """How it is asked for points."""

    @property
    def probe(self) -> bool:
        """Whether it is asked first for known places."""


class Acting(Paid, Protocol):
    """The options of a run with actions."""

    @property
    def interface(self) -> str:
        """How actions are chosen."""


def check_subject(spec: SubjectSpec, choices: Acting) -> None:
    """Refuse a subject that cannot do household tasks, and options that do not apply to it."""
    if spec.scheme not in SCHEMES:
        raise InputError(
            "{scheme}: subjects cannot do household tasks; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(SCHEMES),
        )
    if choices.interface == "menu" and choices.model_profile is not None:
        raise InputError(
            "--model-profile says how points are asked for, and --interface menu asks for none; leave one out"
        )
    refuse_for_others(spec, choices)


def refuse_for_others(spec: SubjectSpec, choices: Paid) -> None:
    """Refuse the options of models for a subject that is none."""
    if spec.scheme == "model":
        return
    for option, value in (
        ("--temperature", choices.temperature),
        ("--max-connections", choices.connections),
        ("--max-cost", choices.max_cost),
        ("--price", choices.price),
        ("--model-profile", choices.model_profile),
        ("--no-probe", None if choices.probe else True),
    ):
        if value is not None:
            raise InputError("{option}: is for models, and {subject} is none", option=option, subject=spec.public)


def check_numbers(choices: Choices) -> None:
    """Refuse numbers that the parser accepts but that cannot be computed with."""
    numbers = {"--irrelevant": choices.irrelevant, "--penalty": choices.penalty}
    refuse_unusable(choices, choices.seed, numbers)


def refuse_unusable(choices: Paid, seed: int, numbers: Mapping[str, float | None]) -> None:
    """Refuse numbers, by their option, and a seed and a cost that cannot be computed with."""
    paid = {"--temperature": choices.temperature, "--max-cost": choices.max_cost}
    for option, value in {**numbers, **paid}.items():
        if value is not None and not value <= MOST:
            raise InputError("{option}: {value} is not a number that can be used", option=option, value=str(value))
    if seed > MOST_SEED:
        raise InputError("--seed: give a number of at most {most} digits", most=len(str(MOST_SEED)))
    if choices.max_cost == 0:
        raise InputError("--max-cost: with 0 no model can be asked; --dry-run estimates the cost of a run")


def check_tasks(choices: Choices, spec: SubjectSpec) -> None:
    """Refuse a subject, classes and numbers of tasks that do not exist."""
    from mindsight.home.episodes.baselines import known_baseline

    if spec.scheme == "baseline":
        known_baseline(spec.rest)
    check_plan(choices)


def check_plan(choices: Choices) -> None:
    """Refuse classes and numbers of tasks that do not exist."""
    from mindsight.home.preparation.drawing import slots
    from mindsight.home.suite import TOGETHER

    if not choices.tasks:
        raise InputError("--tasks names no task class; see mindsight home tasks")
    if len(set(choices.tasks)) < len(choices.tasks):
        raise InputError("--tasks names a class twice: {tasks}", tasks=", ".join(choices.tasks))
    wanted = slots(
        choices.tasks,
        trials=choices.trials,
        irrelevant=choices.irrelevant,
        seed=choices.seed,
        reasons=plan_of(choices).reasons,
    )
    valid = sum(not slot.reason for slot in wanted) // len(choices.tasks)
    pairs = max(valid, choices.trials - valid)
    if choices.epochs > 1 and choices.tasks_per_scene > 1:
        raise InputError(TOGETHER)
    if choices.tasks_per_scene > pairs:
        raise InputError(
            "--tasks-per-scene: a session cannot have {count} tasks if a class has {pairs} pairs of tasks; use at most "
            "{pairs}",
            count=choices.tasks_per_scene,
            pairs=pairs,
        )
    for name in choices.unknown:
        if name not in choices.tasks:
            raise InputError(
                '--unknown: "{name}" is not among the classes tested; they are {known}',
                name=name,
                known=", ".join(choices.tasks),
            )
    if set(choices.unknown) == set(choices.tasks):
        raise InputError("--unknown names every class; at least one must be known for the comparison")
