"""What ``mindsight home run`` and ``replay`` do: prepare the tasks, walk, write the report, show the summary."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.common import EXIT_ITEMS_FAILED, out, progress, settings, show, tell
from mindsight.cli.home.choices import (
    SCHEMES,
    Choices,
    anchored,
    beside,
    check_folder,
    check_numbers,
    check_subject,
    check_tasks,
    name_of,
    plan_of,
    subject_of,
)
from mindsight.cli.interrupts import explained, tasks_left
from mindsight.cli.pipeline import walked
from mindsight.errors import InputError, MissingExtra, RecordError
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.harness.runs.settings import Found
    from mindsight.home.adapters.outside import Means
    from mindsight.home.preparation.drawing import Prepared
    from mindsight.home.preparation.instances import WordingSet
    from mindsight.home.suite import HomeTest
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Scalar, Subject

_MOST_FAILURES = 20


def run_and_show(
    choices: Choices,
    *,
    where: Path | None,
    resume: Path | None,
    workers: int,
    dry_run: bool = False,
    as_json: bool = False,
) -> int:
    """Prepare, walk, report; return the exit code.

    Raises:
        InputError: An option cannot be used; said before anything is prepared.
    """
    from mindsight.cli.home.models import means_of
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    check_subject(spec, choices)
    check_numbers(choices)
    check_folder(where, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    need_engine()
    check_tasks(choices, spec)
    folder = resume or where or default_folder(choices.name or name_of(spec))
    jobs = [_Job(choices, folder, resume)]
    if choices.anchors:
        jobs.append(_anchor_job(choices, folder, resume))
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        # Both are prepared before either is played: what is amiss with the anchors is said before anything is tested.
        prepared = [(job, _data(job, Path(workspace), workers)) for job in jobs]
        if dry_run:
            for job, data in prepared:
                _announce(job)
                if not (as_json and job.beside):
                    _rehearse(job, data, means, workers=workers, as_json=as_json)
            return 0
        runs = []
        for job, data in prepared:
            _announce(job)
            run = play_tasks(job.choices, data, job.folder, means, resume=job.resume is not None, workers=workers)
            # What a program reads is one run.
            if not (as_json and job.beside):
                show_run(run, as_json=as_json)
            runs.append(run)
    return max([tell_failures(run) for run in runs])


@dataclass(frozen=True)
class _Job:
    """One run folder that a command makes or continues."""

    choices: Choices
    folder: Path
    resume: Path | None

    @property
    def beside(self) -> bool:
        """Whether this is the run of the public anchors, beside the one that was asked for."""
        return bool(self.choices.anchor_set)


def _announce(job: _Job) -> None:
    if job.beside:
        tell(text("beside it, the public anchor tasks: {folder}", folder=str(job.folder)))


def _anchor_job(choices: Choices, folder: Path, resume: Path | None) -> _Job:
    own = beside(folder)
    begun = resume is not None and (own / "manifest.json").is_file()
    check_folder(None if begun else own, own if begun else None)
    return _Job(anchored(choices), own, own if begun else None)


def play_tasks(
    choices: Choices, data: Path, folder: Path, means: Means | None = None, *, resume: bool = False, workers: int = 1
) -> RunFolder:
    """Let the subject do the prepared tasks, seal the run and write its report."""
    test, _ = _test(choices, data, folder, means, resume=resume)
    return walked(test, folder, resume=resume, workers=workers, left=tasks_left)


def prepare_data(choices: Choices, data: Path, workers: int, words: Sequence[WordingSet] = ()) -> None:
    """Draw and prove the tasks of a plan, and write them down, with their instructions in other words if there are to be."""
    from mindsight.home.preparation.drawing import cache_folder, prepare, slots, write_instances
    from mindsight.home.preparation.wordings import wordings_of

    sealed = choices.seal
    seed = choices.seed if sealed is None else sealed.opening.first_seed
    # What a secret seed gives is kept with the secret, not where anybody looks.
    cache = cache_folder() if sealed is None else sealed.private_cache()
    wanted = slots(choices.tasks, trials=choices.trials, irrelevant=choices.irrelevant, seed=seed)
    with explained(tasks_left, data), progress(text("preparing tasks")) as step:
        prepared = prepare(wanted, cache=cache, workers=workers, progress=step)
    if choices.anchor_set:
        _refuse_other_anchors(prepared)
    wordings = wordings_of([one.instance for one in prepared], words, workers=workers)
    write_instances(data, prepared, wordings, tasks_per_scene=choices.tasks_per_scene)
    tell_rejections(prepared)


def _refuse_other_anchors(prepared: Sequence[Prepared]) -> None:
    """Refuse to call anchors what are none."""
    from mindsight.home.sealing.anchors import load

    for sentence in load().different([one.instance for one in prepared]):
        raise InputError(sentence.message, **sentence.args)


def need_engine() -> None:
    """Say in one sentence what is missing to draw a home.

    Raises:
        MissingExtra: A library, a way to draw or the typeface is not there.
    """
    from importlib.util import find_spec

    missing = [name for name in ("mujoco", "OpenGL", "PIL") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            "the home suite lacks {modules}; run: pip install 'mindsight[home]'", modules=", ".join(missing)
        )
    from mindsight.engine.drawing.prints.fonts import font_file
    from mindsight.engine.drawing.rendering import backend

    backend()
    font_file()


def film(run: Path, task: str, file: Path) -> int:
    """Write the film of a recorded task and say whether it went as recorded; 1 if it did not."""
    from mindsight.record.folder import RunFolder

    if file.suffix.lower() != ".mp4":
        raise InputError("--out: {file} is no MP4 file; name one that ends in .mp4", file=str(file))
    if any((folder / "manifest.json").is_file() for folder in file.resolve().parents):
        raise InputError("--out: {file} lies in a run folder, whose files are sealed; choose another", file=str(file))
    folder = RunFolder.open(run)
    need_engine()
    from mindsight.home.episodes.replay import replay

    played = replay(folder, task, file, language=settings.language)
    show(str(file))
    tell(played.finding, style="" if played.faithful else "yellow")
    return 0 if played.faithful else EXIT_ITEMS_FAILED


def _data(job: _Job, workspace: Path, workers: int) -> Path:
    """Return the data file of the run: that of the folder to resume, or a new one."""
    from mindsight.home.suite import DATA_FILE

    choices, resume = job.choices, job.resume
    place = workspace / "anchors" if job.beside else workspace
    place.mkdir(exist_ok=True)
    data = place / DATA_FILE
    if resume is not None:
        if not (resume / DATA_FILE).is_file():
            raise RecordError("{folder}: is no run of household tasks; there is nothing to resume", folder=str(resume))
        data.write_bytes((resume / DATA_FILE).read_bytes())
    else:
        prepare_data(choices, data, workers)
    return data


def show_run(run: RunFolder, *, as_json: bool) -> None:
    """Print what a run found: its summary, or measures and blocks as data."""
    if as_json:
        import json

        page = run.results.model_dump(mode="json")
        # In ASCII: no terminal can be driven by what a subject is called, and any encoding can carry it.
        print(json.dumps({"measures": page["measures"], "blocks": page["blocks"]}))
    else:
        from mindsight.cli.terminal import print_summary

        print_summary(run, out(), settings.language)


def tell_failures(run: RunFolder) -> int:
    """Name the tasks that could not be tested; return the exit code that says whether there are any."""
    failed = [item for item in run.items if item.status == "failed"]
    for item in failed[:_MOST_FAILURES]:
        tell(text("{id}: {reason}", id=item.id, reason=item.error or text(item.outcome)), style="yellow")
    if len(failed) > _MOST_FAILURES:
        tell(text("and {count} more; the report lists them all", count=len(failed) - _MOST_FAILURES), style="yellow")
    return EXIT_ITEMS_FAILED if failed else 0


def tell_rejections(prepared: Sequence[Prepared]) -> None:
    """Say which rules of generation passed seeds over."""
    rules: dict[str, int] = {}
    for one in prepared:
        for rejection in one.rejections:
            rules[rejection.rule] = rules.get(rejection.rule, 0) + 1
    if rules:
        listed = ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items()))
        tell(text("seeds passed over by rule: {rules}; the data file lists each", rules=listed))


def _test(
    choices: Choices, data: Path, folder: Path, means: Means | None, *, resume: bool
) -> tuple[HomeTest, Found | None]:
    """Return the test of a subject, and what was found where it had to be asked: before a run, and once only."""
    from mindsight.home.adapters.outside import Means
    from mindsight.home.suite import HomeTest
    from mindsight.subjects.spec import parse_subject

    subject, found = asked(choices, folder if resume else None)
    return HomeTest(plan_of(choices), data, parse_subject(choices.spec), subject, means or Means()), found


def asked(choices: Choices, resume: Path | None) -> tuple[Subject, Found | None]:
    """Return the subject with what was found of it, from the record of a run that is resumed, else by asking it."""
    from mindsight.home.adapters.outside import details_of, question, reach
    from mindsight.record.folder import RunFolder
    from mindsight.subjects.spec import parse_subject

    spec, plan, found = parse_subject(choices.spec), plan_of(choices), None
    details: dict[str, Scalar] = {}
    if resume is not None:
        details = RunFolder.open(resume).manifest.subject.details
    elif spec.scheme == "model":
        found = question(spec, plan)
        details = details_of(found, plan)
        if found.unread:
            tell(
                text(
                    "{model}: calls no tools, and its answer to a trial question for one line of JSON could not be read. It "
                    "said: “{answer}”. If it answers tasks like this, the result will show its form and not its ability.",
                    model=spec.rest,
                    answer=" ".join(found.unread.split()),
                ),
                style="yellow",
            )
    elif spec.scheme != "baseline":
        details = reach(spec, plan)
    return subject_of(spec, choices.name).model_copy(update={"details": details}), found


def _rehearse(job: _Job, data: Path, means: Means, *, workers: int, as_json: bool) -> None:
    """Check what a run would check, and say what it would do; nothing is written but proved tasks in the cache."""
    from mindsight.cli.home.dry_run import show_rehearsal
    from mindsight.home.estimate import forecast
    from mindsight.pipeline import rehearse
    from mindsight.record.folder import RunFolder

    choices, folder, resume = job.choices, job.folder, job.resume is not None
    test, found = _test(choices, data, folder, means, resume=resume)
    done = rehearse(test, folder, resume=resume)
    expected = None
    if choices.spec.startswith("model:"):
        finished = list(RunFolder.open(folder).items) if resume else []
        expected = forecast(test, finished, means=means, workers=workers, found=found)
    show_rehearsal(test, expected, folder, done=done, as_json=as_json)


def default_folder(name: str) -> Path:
    """Return a run folder that is named after the moment and the subject."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)[:40]
    return Path("runs") / f"{moment}-home-{safe or 'subject'}"
