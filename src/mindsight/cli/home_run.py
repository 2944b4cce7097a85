"""What ``mindsight home run`` and ``replay`` do: prepare the tasks, walk, write the report, show the summary."""

from __future__ import annotations

import math
import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.cli.common import EXIT_ITEMS_FAILED, out, progress, settings, show, tell
from mindsight.cli.interrupts import explained, report_left, tasks_left
from mindsight.errors import InputError, MissingExtra, RecordError
from mindsight.text import Text, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.home.preparation import Prepared
    from mindsight.home.suite import Plan
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Scalar, Subject
    from mindsight.subjects.spec import SubjectSpec

_SCHEMES = ("baseline", "http", "model", "python")
_MOST_FAILURES = 20


@dataclass(frozen=True)
class Choices:
    """The command line of a home run."""

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
    keep_pictures: bool = True
    name: str | None = None


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
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec)
    _check_subject(spec)
    _check_numbers(choices)
    _check_folder(where, resume)
    need_engine()
    _check_tasks(choices, spec)
    folder = resume or where or _default_folder(choices.name or _name_of(spec))
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = _data(choices, Path(workspace), resume, workers)
        if dry_run:
            return _rehearse(choices, spec, data, folder, resume=resume is not None, as_json=as_json)
        run = play_tasks(choices, data, folder, resume=resume is not None, workers=workers)
    _show(run, as_json=as_json)
    return _tell_failures(run)


def play_tasks(choices: Choices, data: Path, folder: Path, *, resume: bool = False, workers: int = 1) -> RunFolder:
    """Let the subject do the prepared tasks, seal the run and write its report."""
    from mindsight.home.suite import HomeTest
    from mindsight.report import write_report
    from mindsight.subjects.spec import parse_subject
    from mindsight.walk import walk

    spec = parse_subject(choices.spec)
    subject = _subject_of(spec, choices.name)
    if spec.scheme != "baseline":
        subject = subject.model_copy(update={"details": _details(choices, spec, folder, resume=resume)})
    test = HomeTest(_plan(choices), data, spec, subject)
    label = text("testing {name}", name=test.manifest.subject.name)
    with explained(tasks_left, folder), progress(label) as step:
        run = walk(
            test, folder, resume=resume, engine="local" if workers > 1 else "serial", workers=workers, progress=step
        )
    with explained(report_left, folder):
        write_report(run, language=settings.language)
    return run


def prepare_data(choices: Choices, data: Path, workers: int) -> None:
    """Draw and prove the tasks of a plan, and write them down."""
    from mindsight.home.preparation import prepare, slots, write_instances

    wanted = slots(choices.tasks, trials=choices.trials, irrelevant=choices.irrelevant, seed=choices.seed)
    with explained(tasks_left, data), progress(text("preparing tasks")) as step:
        prepared = prepare(wanted, cache=cache_folder(), workers=workers, progress=step)
    write_instances(data, prepared)
    _tell_rejections(prepared)


def cache_folder() -> Path:
    """Return where proved tasks are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mindsight" / "home"


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
    from mindsight.engine.fonts import font_file
    from mindsight.engine.rendering import backend

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
    from mindsight.home.replay import replay

    played = replay(folder, task, file, language=settings.language)
    show(str(file))
    tell(played.finding, style="" if played.faithful else "yellow")
    return 0 if played.faithful else EXIT_ITEMS_FAILED


def _data(choices: Choices, workspace: Path, resume: Path | None, workers: int) -> Path:
    """Return the data file of the run: that of the folder to resume, or a new one."""
    from mindsight.home.suite import DATA_FILE

    data = workspace / DATA_FILE
    if resume is not None:
        if not (resume / DATA_FILE).is_file():
            raise RecordError("{folder}: is no run of household tasks; there is nothing to resume", folder=str(resume))
        data.write_bytes((resume / DATA_FILE).read_bytes())
    else:
        prepare_data(choices, data, workers)
    return data


def _show(run: RunFolder, *, as_json: bool) -> None:
    if as_json:
        import json

        page = run.results.model_dump(mode="json")
        # In ASCII: no terminal can be driven by what a subject is called, and any encoding can carry it.
        print(json.dumps({"measures": page["measures"], "blocks": page["blocks"]}))
    else:
        from mindsight.cli.terminal import print_summary

        print_summary(run, out(), settings.language)


def _tell_failures(run: RunFolder) -> int:
    failed = [item for item in run.items if item.status == "failed"]
    for item in failed[:_MOST_FAILURES]:
        tell(text("{id}: {reason}", id=item.id, reason=item.error or text(item.outcome)), style="yellow")
    if len(failed) > _MOST_FAILURES:
        tell(text("and {count} more; the report lists them all", count=len(failed) - _MOST_FAILURES), style="yellow")
    return EXIT_ITEMS_FAILED if failed else 0


def _tell_rejections(prepared: Sequence[Prepared]) -> None:
    rules: dict[str, int] = {}
    for one in prepared:
        for rejection in one.rejections:
            rules[rejection.rule] = rules.get(rejection.rule, 0) + 1
    if rules:
        listed = ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items()))
        tell(text("seeds passed over by rule: {rules}; the data file lists each", rules=listed))


def _rehearse(choices: Choices, spec: SubjectSpec, data: Path, folder: Path, *, resume: bool, as_json: bool) -> int:
    """Check what a run would check, and say what it would do; nothing is written but proved tasks in the cache."""
    from mindsight.home.suite import HomeTest
    from mindsight.walk import rehearse

    test = HomeTest(_plan(choices), data, spec, _subject_of(spec, choices.name))
    done = rehearse(test, folder, resume=resume)
    manifest = test.manifest
    if as_json:
        import json

        page = manifest.model_dump(mode="json", exclude={"started"})
        print(json.dumps({"folder": str(folder), "finished": done, "manifest": page}))
        return 0
    for line in _rehearsed(test.manifest, folder, done):
        show(line)
    pixels = _pixels(choices)
    steps = sum(instance.budget for instance in test.instances())
    # A picture is about one token per 750 pixels; models differ, so this is an order of magnitude.
    show(
        text(
            "at most {steps} steps, about {tokens} picture tokens if a model is shown each picture once",
            steps=steps,
            tokens=round(steps * pixels / 750),
        )
    )
    show(text("Nothing was run and nothing was written."))
    return 0


def _pixels(choices: Choices) -> int:
    """Return the pixels of one picture."""
    setting = _plan(choices).setting
    return setting.width * setting.height


def _rehearsed(manifest: Any, folder: Path, done: int) -> list[Text]:
    count = manifest.data.instances
    return [
        text("would test: {name} ({subject})", name=manifest.subject.name, subject=manifest.subject.spec),
        text("run folder: {folder}; {done} of {count} tasks are finished", folder=str(folder), done=done, count=count),
        *(text("departure: {sentence}", sentence=note.body) for note in manifest.departures),
    ]


def _plan(choices: Choices) -> Plan:
    from mindsight.home.episodes import Setting
    from mindsight.home.suite import Plan

    chosen: dict[str, Any] = {"language": choices.prompt_lang, "profile": choices.renderer}
    rest: dict[str, Any] = {"interface": choices.interface}
    return Plan(
        tasks=choices.tasks,
        trials=choices.trials,
        irrelevant=choices.irrelevant,
        seed=choices.seed,
        penalty=choices.penalty,
        unknown=choices.unknown,
        keep_pictures=choices.keep_pictures,
        setting=Setting(**chosen),
        **rest,
    )


def _subject_of(spec: SubjectSpec, name: str | None) -> Subject:
    from mindsight.record.model import Subject

    return Subject(spec=spec.public, name=name or _name_of(spec))


def _details(choices: Choices, spec: SubjectSpec, folder: Path, *, resume: bool) -> dict[str, Scalar]:
    """Return what was found out about a subject from outside: before a run, and once only."""
    from mindsight.home.outside import reach
    from mindsight.record.folder import RunFolder

    return RunFolder.open(folder).manifest.subject.details if resume else reach(spec, _plan(choices))


def _name_of(spec: SubjectSpec) -> str:
    from mindsight.subjects.spec import redact

    return redact(spec.rest.rstrip("/").rpartition("/")[2])


def _check_subject(spec: SubjectSpec) -> None:
    if spec.scheme not in _SCHEMES:
        raise InputError(
            "{scheme}: subjects play no household tasks; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(_SCHEMES),
        )


def _check_numbers(choices: Choices) -> None:
    for option, value in (("--irrelevant", choices.irrelevant), ("--penalty", choices.penalty)):
        if not math.isfinite(value):
            raise InputError("{option}: {value} is not a number that can be used", option=option, value=str(value))


def _check_folder(where: Path | None, resume: Path | None) -> None:
    """Refuse before minutes of preparation what the walk would refuse after them."""
    from mindsight.record.folder import RunFolder

    if where is not None and resume is not None:
        raise InputError("--out and --resume each name the run folder; give one of them")
    if where is not None and (where / "manifest.json").is_file():
        raise RecordError("{folder}: is not empty; choose another --out or continue with --resume", folder=str(where))
    if resume is not None:
        RunFolder.open(resume)


def _check_tasks(choices: Choices, spec: SubjectSpec) -> None:
    from mindsight.home.agents import BASELINES
    from mindsight.home.preparation import slots

    if spec.scheme == "baseline" and spec.rest not in BASELINES:
        raise InputError("there is no baseline {name}; there are {known}", name=spec.rest, known=", ".join(BASELINES))
    if not choices.tasks:
        raise InputError("--tasks names no task class; see mindsight home tasks")
    if len(set(choices.tasks)) < len(choices.tasks):
        raise InputError("--tasks names a class twice: {tasks}", tasks=", ".join(choices.tasks))
    slots(choices.tasks, trials=choices.trials, irrelevant=choices.irrelevant, seed=choices.seed)
    for name in choices.unknown:
        if name not in choices.tasks:
            raise InputError(
                '--unknown: "{name}" is not among the classes tested; they are {known}',
                name=name,
                known=", ".join(choices.tasks),
            )
    if set(choices.unknown) == set(choices.tasks):
        raise InputError("--unknown names every class; at least one must be known to be held against")


def _default_folder(name: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)[:40]
    return Path("runs") / f"{moment}-home-{safe or 'subject'}"
