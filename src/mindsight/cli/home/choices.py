"""The command line of a home run: what was chosen, whether it can be used, and what it means to the suite."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.errors import InputError

if TYPE_CHECKING:
    from mindsight.home.plan import Plan
    from mindsight.home.sealing.seal import Seal
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

SCHEMES = ("baseline", "http", "model", "python")
_MOST_SEED = 10**18 - 1
"""The checker of a record counts with what is not larger."""
MOST = 1e12
"""No penalty and no money is more; what is squared must stay a number."""


@dataclass(frozen=True)
class Choices:
    """The command line of a home run; what only a model has is None where nothing was said."""

    spec: str
    tasks: tuple[str, ...]
    trials: int = 50
    irrelevant: float = 0.5
    seed: int = 7
    renderer: str = "fast"
    interface: str = "points"
    prompt_lang: str = "zh"
    penalty: float = 1.0
    unknown: tuple[str, ...] = ()
    tasks_per_scene: int = 1
    keep_pictures: bool = True
    name: str | None = None
    temperature: float | None = None
    connections: int | None = None
    max_cost: float | None = None
    price: str | None = None
    seal: Seal | None = None
    """Where the tasks come from, if not from ``seed``."""
    epochs: int = 1
    anchors: bool = False
    """Whether the public anchors are put too, as a run of its own."""
    anchor_set: str = ""
    """What the public anchors are known by, in that run."""


def plan_of(choices: Choices) -> Plan:
    """Return what the suite is asked for."""
    from mindsight.home.episodes.episode import Setting
    from mindsight.home.plan import Plan

    chosen: dict[str, Any] = {"language": choices.prompt_lang, "profile": choices.renderer}
    rest: dict[str, Any] = {"interface": choices.interface}
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


def anchored(choices: Choices) -> Choices:
    """Return the choices of the run beside, which puts the public anchors of the same classes.

    Raises:
        InputError: A class has none.
    """
    from mindsight.home.sealing.anchors import load

    known = load()
    known.refuse_unknown(choices.tasks)
    return replace(
        choices,
        seal=None,
        anchors=False,
        seed=known.seed,
        trials=known.trials,
        irrelevant=known.irrelevant,
        tasks_per_scene=1,
        anchor_set=known.known_by(choices.tasks),
    )


def beside(folder: Path) -> Path:
    """Return where the run of the anchors is, beside the run that it belongs to."""
    return folder.with_name(f"{folder.name}-anchors")


def subject_of(spec: SubjectSpec, name: str | None) -> Subject:
    """Return the subject as the record names it."""
    from mindsight.record.model import Subject

    return Subject(spec=spec.public, name=name or name_of(spec))


def name_of(spec: SubjectSpec) -> str:
    """Return what a subject is called that was given no name."""
    from mindsight.subjects.spec import redact

    return redact(spec.rest.rstrip("/").rpartition("/")[2])


def check_subject(spec: SubjectSpec, choices: Choices) -> None:
    """Refuse a subject that plays no household tasks, and options that it could not heed."""
    if spec.scheme not in SCHEMES:
        raise InputError(
            "{scheme}: subjects play no household tasks; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(SCHEMES),
        )
    if spec.scheme == "model":
        return
    for option, value in (
        ("--temperature", choices.temperature),
        ("--max-connections", choices.connections),
        ("--max-cost", choices.max_cost),
        ("--price", choices.price),
    ):
        if value is not None:
            raise InputError("{option}: is for models, and {subject} is none", option=option, subject=spec.public)


def check_numbers(choices: Choices) -> None:
    """Refuse what the parser takes for a number and nobody can count with."""
    for option, value in (
        ("--irrelevant", choices.irrelevant),
        ("--penalty", choices.penalty),
        ("--temperature", choices.temperature),
        ("--max-cost", choices.max_cost),
    ):
        if value is not None and not value <= MOST:
            raise InputError("{option}: {value} is not a number that can be used", option=option, value=str(value))
    if choices.seed > _MOST_SEED:
        raise InputError("--seed: give a number of at most {most} digits", most=len(str(_MOST_SEED)))
    if choices.max_cost == 0:
        raise InputError(
            "--max-cost: with nothing to spend no model can be asked; --dry-run says what a run would cost"
        )


def check_folder(where: Path | None, resume: Path | None) -> None:
    """Refuse before minutes of preparation what the walk would refuse after them."""
    from mindsight.record.folder import RunFolder, refuse_occupied

    if where is not None and resume is not None:
        raise InputError("--out and --resume each name the run folder; give one of them")
    if where is not None:
        refuse_occupied(where)
    if resume is not None:
        RunFolder.open(resume)


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
    wanted = slots(choices.tasks, trials=choices.trials, irrelevant=choices.irrelevant, seed=choices.seed)
    valid = sum(not slot.reason for slot in wanted) // len(choices.tasks)
    pairs = max(valid, choices.trials - valid)
    if choices.epochs > 1 and choices.tasks_per_scene > 1:
        raise InputError(TOGETHER)
    if choices.tasks_per_scene > pairs:
        raise InputError(
            "--tasks-per-scene: {count} tasks cannot sit together where a class has {pairs} pairs of tasks; use at most {pairs}",
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
        raise InputError("--unknown names every class; at least one must be known to be held against")
