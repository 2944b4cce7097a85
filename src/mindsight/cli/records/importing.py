"""``mindsight import``: a log of ``inspect eval`` of our questions becomes a record."""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path

import typer

from mindsight.cli.shared.console import progress
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.options import AS_JSON, NAME, NO_MEDIA, WORKERS
from mindsight.cli.shared.runs import check_folder, run_test, show_run, tell_failures
from mindsight.cli.shared.work import Work
from mindsight.errors import InputError, MissingExtra
from mindsight.text import mark, text

LOG = typer.Argument(..., metavar="LOG.eval", help=mark("Log of inspect eval mindsight/home-questions."))


def import_log(
    log: Path = LOG,
    where: Path = typer.Option(
        ..., "--out", "-o", metavar="DIR", help=mark("Folder of the record; must not exist yet.")
    ),
    name: str = NAME,
    no_media: bool = NO_MEDIA,
    workers: int = WORKERS,
    as_json: bool = AS_JSON,
) -> int:
    """Make a record of what Inspect logged; what the log does not say is marked."""
    from dataclasses import replace

    if not log.is_file():
        raise InputError("{file}: there is no such file", file=str(log))
    if find_spec("inspect_ai") is None:
        raise MissingExtra("logs of Inspect AI need inspect-ai; run: pip install 'mindsight[home]'")
    check_folder(where, None)
    need_engine()
    from mindsight.harness.questions.log_reading import read_header
    from mindsight.home.questions.data_file import write_questions
    from mindsight.home.questions.drawing import prepare
    from mindsight.home.questions.logged import LoggedTest, facts_of_log, plan_of_log
    from mindsight.home.questions.suite import DATA_FILE
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    header = read_header(log)
    plan = replace(plan_of_log(log, header), keep_pictures=not no_media)
    spec = SubjectSpec("model", header.model)
    work = Work(workers)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        with progress(text("drawing questions")) as step:
            questions = prepare(plan.tasks, trials=plan.trials, seed=plan.seed, workers=work.workers, progress=step)
        write_questions(data, questions)
        subject = Subject(
            spec=spec.public, name=name or header.model.rpartition("/")[2], details=facts_of_log(log, header)
        )
        run = run_test(
            LoggedTest(plan, data, spec, subject, log),
            where,
            resume=False,
            work=work,
            left=lambda folder: text("{folder}: the import was broken off; import the log again", folder=str(folder)),
            label=text("reading answers"),
        )
    show_run(run, as_json=as_json)
    return tell_failures(run)
