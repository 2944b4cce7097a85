"""``mindsight home validate``: run the task classes on ablations of the oracle."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.choices import (
    IRRELEVANT,
    REASONS,
    SEED,
    TASKS,
    Choices,
    check_numbers,
    check_plan,
    plan_of,
    reasons_named,
)
from mindsight.cli.home.testing import tell_rejections
from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.interrupts import explained, tasks_left
from mindsight.cli.shared.options import AS_JSON, OUT, RESUME, REVIEW, WORKERS
from mindsight.cli.shared.reviews import rest_on_review
from mindsight.cli.shared.runs import check_folder, run_test, show_run, tell_failures
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED
from mindsight.cli.shared.work import ADDRESS, ENGINE, SHARD, Work, shared_out
from mindsight.errors import InputError
from mindsight.execution.making import Resting, default_folder
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.home.plan import Plan
    from mindsight.record.folder import RunFolder


def validate(
    context: typer.Context,
    tasks: str = TASKS,
    dials: str | None = typer.Option(
        None, "--dials", help=mark("Abilities to ablate, separated by commas; all by default.")
    ),
    trials: int = typer.Option(32, "--trials", min=2, help=mark("Tasks per class.")),
    irrelevant: float = IRRELEVANT,
    reasons: str = REASONS,
    seed: int = SEED,
    where: Path | None = OUT,
    resume: Path | None = RESUME,
    review: Path | None = REVIEW,
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    shard: str = SHARD,
    as_json: bool = AS_JSON,
) -> int:
    """Run the oracle and its ablations on the same tasks."""
    choices = Choices(
        spec="baseline:oracle",
        tasks=_named(tasks),
        trials=trials,
        irrelevant=irrelevant,
        reasons=reasons_named(reasons),
        seed=seed,
        keep_pictures=False,
        resting=Resting(review=review),
    )
    check_numbers(choices)
    check_folder(where, resume)
    need_engine()
    chosen = _ablations(dials)
    check_plan(choices)
    folder = resume or where or default_folder("home", "validity")
    work = shared_out(context, workers, engine, address, shard)
    run = _run(choices, chosen, folder, resume=resume is not None, work=work)
    show_run(run, as_json=as_json)
    # What fits shows only the whole run.
    return max(tell_failures(run), 0 if work.shard is not None else _tell_misfits(run))


def _named(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def _ablations(words: str | None) -> tuple[str, ...]:
    """Return the requested ablations in the order in which they are always reported."""
    from mindsight.home.oracle.ablations import ABLATIONS, ablation_kind

    if words is None:
        return tuple(ABLATIONS)
    asked = {ablation_kind(word).key for word in _named(words)}
    if not asked:
        raise InputError("--dials names no ablation; there are {known}", known=", ".join(ABLATIONS))
    return tuple(key for key in ABLATIONS if key in asked)


def _run(choices: Choices, dials: tuple[str, ...], folder: Path, *, resume: bool, work: Work) -> RunFolder:
    """Prepare the tasks, run every solver on them, seal the run and write its report."""
    from mindsight.home.studies.validity import ValidityTest
    from mindsight.home.suite import DATA_FILE
    from mindsight.subjects.spec import parse_subject

    plan = plan_of(choices)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        if resume:
            _take_over(folder / DATA_FILE, data)
        else:
            _prepare(plan, data, work)
        test = ValidityTest(plan, dials, data)
        rest_on_review(test, choices.resting, parse_subject(choices.spec), None, folder if resume else None)
        label = text("testing ablated oracles")
        return run_test(test, folder, resume=resume, work=work, left=tasks_left, label=label)


def _take_over(kept: Path, data: Path) -> None:
    if not kept.is_file():
        raise InputError(
            "{folder}: is not a run of household tasks; there is nothing to resume", folder=str(kept.parent)
        )
    data.write_bytes(kept.read_bytes())


def _prepare(plan: Plan, data: Path, work: Work) -> None:
    from mindsight.home.preparation.drawing import cache_folder, prepare, write_instances
    from mindsight.home.studies.validity import validity_slots

    wanted = validity_slots(
        plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=plan.seed, reasons=plan.reasons
    )
    with explained(tasks_left, data), progress(text("preparing tasks")) as step:
        prepared = prepare(wanted, cache=cache_folder(), engine=work.engine, workers=work.workers, progress=step)
    write_instances(data, prepared)
    tell_rejections(prepared)


def _tell_misfits(run: RunFolder) -> int:
    from mindsight.home.studies.validity_verdicts import MISFITS, cells_of

    misfits = sum(cell.verdict in MISFITS for cell in cells_of(run.manifest, list(run.items)))
    if misfits:
        tell(text("{count} misfits: ablations and classes that are not as declared", count=misfits), style="yellow")
    return EXIT_ITEMS_FAILED if misfits else 0
