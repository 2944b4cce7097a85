"""``mindsight import``: a log of ``inspect eval`` of our tasks or questions becomes a record."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import typer

from mindsight.cli.shared.console import progress
from mindsight.cli.shared.options import AS_JSON, NAME, NO_MEDIA, WORKERS
from mindsight.cli.shared.runs import run_test, show_run, tell_failures
from mindsight.cli.shared.work import Work
from mindsight.engine.needs import need_engine
from mindsight.errors import InputError, MissingExtra, RecordError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.harness.questions.log_reading import LogHeader
    from mindsight.pipeline import Test
    from mindsight.record.model import Scalar, Subject

LOG = typer.Argument(
    ...,
    metavar="LOG.eval",
    help=mark("Log of inspect eval mindsight/home, home-autonomous, home-questions or home-clips."),
)


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
    from mindsight.record.folder import refuse_occupied

    if not log.is_file():
        raise InputError("{file}: there is no such file", file=str(log))
    if find_spec("inspect_ai") is None:
        raise MissingExtra("logs of Inspect AI need inspect-ai; run: pip install 'mindsight[home]'")
    refuse_occupied(where, resumable=False)
    need_engine()
    from mindsight.harness.questions.log_reading import read_header

    header = read_header(log)
    make = _MAKERS.get(header.task.removeprefix("mindsight/"))
    if make is None:
        raise InputError(
            "{file}: is a log of the task {task}; only those of {known} can be imported",
            file=str(log),
            task=header.task,
            known=", ".join(f"mindsight/{one}" for one in _MAKERS),
        )
    work = Work(workers)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        test = make(_Log(log, header, name, keep_pictures=not no_media, workers=work.workers), Path(workspace))
        with _whole_or_gone(where):
            run = run_test(
                test,
                where,
                resume=False,
                work=work,
                left=lambda _: text("stopped; nothing was kept, import the log again"),
                label=text("reading answers"),
            )
    show_run(run, as_json=as_json)
    return tell_failures(run)


@contextmanager
def _whole_or_gone(where: Path) -> Iterator[None]:
    """Remove a record that was not made to its end: all of it is in the log, so that nothing is to go on with."""
    from mindsight.record.folder import MANIFEST, RunFolder

    try:
        yield
    except BaseException:
        if (where / MANIFEST).is_file() and RunFolder.open(where).manifest.state != "complete":
            # The lock is refused if somebody else began a run here meanwhile.
            with suppress(RecordError), RunFolder(where).locked():
                shutil.rmtree(where)
        raise


class _Log:
    """A log, and how it is to be imported."""

    def __init__(self, path: Path, header: LogHeader, name: str | None, *, keep_pictures: bool, workers: int) -> None:
        self.path, self.header, self.keep_pictures, self.workers = path, header, keep_pictures, workers
        self._name = name

    def plan(self, made: Any, usual: Mapping[str, Any] = MappingProxyType({})) -> Any:
        """Return the plan that the options of the log make; ``usual`` are those of its task where they were not given."""
        from mindsight.harness.runs.suites import check_options

        options = {**usual, **{name: value for name, value in self.header.options.items() if name != "workers"}}
        check_options(options, made.OPTIONS)
        given = self.header.temperature
        plan = made.plan_of_options(**options, temperature=0.0 if given is None else given)
        return plan.model_copy(update={"keep_pictures": self.keep_pictures})

    def subject(self, more: dict[str, Scalar]) -> Subject:
        """Return the subject, as far as the log knows it."""
        from mindsight.home.logs import facts_of_log
        from mindsight.record.model import Subject
        from mindsight.subjects.spec import SubjectSpec

        spec = SubjectSpec("model", self.header.model)
        details = {**more, **facts_of_log(self.path, self.header)}
        return Subject(spec=spec.public, name=self._name or self.header.model.rpartition("/")[2], details=details)


def _questions(log: _Log, workspace: Path) -> Test[Any]:
    from mindsight.home.logs import refuse_epochs
    from mindsight.home.questions.asking import inspect_questions
    from mindsight.home.questions.data_file import write_questions
    from mindsight.home.questions.drawing import prepare
    from mindsight.home.questions.logged import LoggedTest
    from mindsight.home.questions.suite import DATA_FILE
    from mindsight.subjects.spec import SubjectSpec

    refuse_epochs(log.path, log.header)
    clips = log.header.task.removeprefix("mindsight/") == inspect_questions.CLIPS_TASK
    usual = inspect_questions.CLIPS if clips else {}
    plan, data = log.plan(inspect_questions, usual), workspace / DATA_FILE
    with progress(text("drawing questions")) as step:
        questions = prepare(plan.tasks, trials=plan.trials, seed=plan.seed, workers=log.workers, progress=step)
    write_questions(data, questions)
    return LoggedTest(plan, data, SubjectSpec("model", log.header.model), log.subject({}), log.path)


def _tasks(log: _Log, workspace: Path) -> Test[Any]:
    from mindsight.home.adapters import inspect_task
    from mindsight.home.adapters.logged import LoggedTasks, episodes_of_log, offered
    from mindsight.home.preparation.drawing import write_instances
    from mindsight.home.suite import DATA_FILE
    from mindsight.subjects.spec import SubjectSpec

    plan, data = log.plan(inspect_task), workspace / DATA_FILE
    with progress(text("preparing tasks")) as step:
        prepared = inspect_task.tasks_of(plan, workers=log.workers, progress=step)
    write_instances(data, prepared)
    held = episodes_of_log(log.path, log.header, [one.instance for one in prepared], plan.setting.language)
    spec = SubjectSpec("model", log.header.model)
    return LoggedTasks(plan, data, spec, log.subject({**offered(held), "temperature": plan.temperature}), held)


def _rooms(log: _Log, workspace: Path) -> Test[Any]:
    from mindsight.home.adapters.logged import LoggedRooms, episodes_of_log, offered
    from mindsight.home.autonomy.runs import inspect_rooms
    from mindsight.home.autonomy.runs.totals import DATA_FILE
    from mindsight.home.preparation.drawing import write_instances
    from mindsight.subjects.spec import SubjectSpec

    plan, data = log.plan(inspect_rooms), workspace / DATA_FILE
    with progress(text("preparing rooms")) as step:
        prepared = inspect_rooms.rooms_of(plan, workers=log.workers, progress=step)
    write_instances(data, prepared)
    held = episodes_of_log(log.path, log.header, [one.instance for one in prepared], plan.setting.language)
    spec = SubjectSpec("model", log.header.model)
    return LoggedRooms(plan, data, spec, log.subject({**offered(held), "temperature": plan.temperature}), held)


_MAKERS: dict[str, Callable[[_Log, Path], Test[Any]]] = {
    "home": _tasks,
    "home-autonomous": _rooms,
    "home-questions": _questions,
    "home-clips": _questions,
}
