"""Shared by the commands that test a subject in a home: carry out or rehearse what is prepared, and print the results."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import LISTENER, tell
from mindsight.cli.shared.interrupts import explained, tasks_left
from mindsight.cli.shared.runs import show_run, tell_failures
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.subjects.spec import name_of, parse_subject
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from mindsight.execution.making import Making
    from mindsight.home.plan import Origin, Use
    from mindsight.home.running.carrying import Ready
    from mindsight.record.folder import RunFolder
    from mindsight.subjects.spec import SubjectSpec

SUBJECT = typer.Option(
    None, "--subject", metavar="SCHEME:REST", help=mark("baseline:oracle, model:…, python:module:name or http:URL.")
)
DRY_RUN = typer.Option(False, "--dry-run", help=mark("Prepare the tasks, estimate the effort, test nothing."))


def begun(subject: str, use: Use, making: Making, *, accepted: Sequence[str]) -> tuple[SubjectSpec, Making]:
    """Return the subject, and how the run is made: in a folder named after it, if none is given."""
    spec = parse_subject(subject, accepted, example="baseline:oracle")
    return spec, making.at("home", use.name or name_of(spec))


def refuse_stored(origin: Origin, making: Making) -> None:
    """Refuse the run on anchors where the main run lies in storage, where nothing is beside it.

    Raises:
        InputError: As said.
    """
    folder = str(making.folder)
    if origin.anchors and (url := settings.called(folder)) != folder:
        raise InputError("--anchors: makes a second run beside {url}; run it with a folder of this machine", url=url)


def run_and_show(
    prepare: AbstractContextManager[Sequence[Ready]], making: Making, *, dry_run: bool = False, as_json: bool = False
) -> int:
    """Carry out what is prepared, or say what would be done; return the exit code."""
    from mindsight.runs import carry_out

    runs: list[RunFolder] = []
    with ExitStack() as stack:
        with explained(tasks_left, making.folder):
            jobs = stack.enter_context(prepare)
        for job in jobs:
            # JSON output describes one run.
            shown = not (as_json and job.beside)
            if job.beside:
                tell(job.beside)
            if dry_run:
                if shown:
                    _rehearse(job, making, as_json=as_json)
                continue
            with explained(tasks_left, job.folder):
                run = carry_out(
                    job.test,
                    job.folder,
                    resume=job.resume is not None,
                    work=making.work(),
                    language=settings.language,
                    label=job.label,
                    listener=LISTENER,
                )
            runs.append(run)
            if shown:
                show_run(runs[-1], as_json=as_json)
    return max((tell_failures(run) for run in runs), default=0)


def _rehearse(job: Ready, making: Making, *, as_json: bool) -> None:
    """Run the checks of a run and print what it would do; write nothing but proved tasks in the cache."""
    from mindsight.cli.home.dry_run import show_dry_run
    from mindsight.execution.parallel import at_hand
    from mindsight.pipeline import rehearse

    resume = job.resume is not None
    done = rehearse(job.test, job.folder, resume=resume)
    workers = at_hand(making.work(dry_run=True).workers)
    show_dry_run(job.test, job.found, job.folder, job.means, done=done, resume=resume, workers=workers, as_json=as_json)
