"""What ``mindsight home run`` does: prepare the tasks, walk, write the report, show the summary."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.cli.common import EXIT_ITEMS_FAILED, out, progress, settings, show, tell
from mindsight.cli.interrupts import explained, report_left, run_left
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.home.preparation import Prepared
    from mindsight.home.suite import Plan
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec


@dataclass(frozen=True)
class Choices:
    """The command line of a home run, checked."""

    spec: str
    name: str | None
    tasks: tuple[str, ...]
    trials: int
    irrelevant: float
    seed: int
    renderer: str
    interface: str
    prompt_lang: str
    penalty: float
    unknown: tuple[str, ...]
    keep_pictures: bool


def run_and_show(
    choices: Choices,
    *,
    where: Path | None,
    resume: Path | None,
    workers: int,
    dry_run: bool = False,
    as_json: bool = False,
    quiet: bool = False,
) -> int:
    """Prepare, walk, report; return the exit code."""
    from mindsight.home.suite import DATA_FILE
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec)
    subject = _subject_of(spec, choices.name)
    plan = _plan(choices)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        if resume is not None and (resume / DATA_FILE).is_file():
            data.write_bytes((resume / DATA_FILE).read_bytes())
        else:
            _prepare(choices, data, workers)
        if dry_run:
            return _rehearse(plan, data)
        folder = resume or where or _default_folder(subject.name)
        return _walk(
            plan, data, spec, subject, folder, resume=resume is not None, workers=workers, as_json=as_json, quiet=quiet
        )


def cache_folder() -> Path:
    """Return where proved tasks are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mindsight" / "home"


def _walk(
    plan: Plan,
    data: Path,
    spec: SubjectSpec,
    subject: Subject,
    folder: Path,
    *,
    resume: bool,
    workers: int,
    as_json: bool,
    quiet: bool,
) -> int:
    from mindsight.home.suite import HomeTest
    from mindsight.report import write_report
    from mindsight.walk import walk

    test = HomeTest(plan, data, spec, subject)
    with explained(run_left, folder), progress(text("testing {name}", name=subject.name)) as step:
        run = walk(
            test, folder, resume=resume, engine="local" if workers > 1 else "serial", workers=workers, progress=step
        )
    with explained(report_left, folder):
        write_report(run, language=settings.language)
    _show(run, as_json=as_json, quiet=quiet)
    return EXIT_ITEMS_FAILED if any(item.status == "failed" for item in run.items) else 0


def _show(run: RunFolder, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        import json

        page = run.results.model_dump(mode="json")
        show(json.dumps({"measures": page["measures"], "blocks": page["blocks"]}, ensure_ascii=False, indent=1))
    elif not quiet:
        from mindsight.cli.terminal import print_summary

        print_summary(run, out(), settings.language)


def _prepare(choices: Choices, data: Path, workers: int) -> None:
    from mindsight.home.preparation import prepare, slots, write_instances

    wanted = slots(choices.tasks, trials=choices.trials, irrelevant=choices.irrelevant, seed=choices.seed)
    with progress(text("preparing tasks")) as step:
        prepared = prepare(wanted, cache=cache_folder(), workers=workers, progress=step)
    write_instances(data, prepared)
    _tell_rejections(prepared)


def _tell_rejections(prepared: Sequence[Prepared]) -> None:
    rules: dict[str, int] = {}
    for one in prepared:
        for rejection in one.rejections:
            rules[rejection.rule] = rules.get(rejection.rule, 0) + 1
    if rules:
        listed = ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items()))
        tell(text("seeds passed over by rule: {rules}; the data file lists each", rules=listed))


def _rehearse(plan: Plan, data: Path) -> int:
    from mindsight.home.preparation import read_instances

    instances = read_instances(data)
    steps = sum(instance.budget for instance in instances)
    pixels = plan.setting.width * plan.setting.height
    # A picture is about one token per 750 pixels; models differ, so this is an order of magnitude.
    tokens = steps * (pixels // 750 + 80)
    show(text("tasks: {count}; steps at most: {steps}", count=len(instances), steps=steps))
    show(text("tokens at most, about: {tokens} million", tokens=f"{tokens / 1e6:.1f}"))
    return 0


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
    from mindsight.errors import InputError
    from mindsight.home.agents import BASELINES
    from mindsight.record.model import Subject

    if spec.scheme == "baseline" and spec.rest not in BASELINES:
        raise InputError("there is no baseline {name}; there are {known}", name=spec.rest, known=", ".join(BASELINES))
    return Subject(spec=spec.public, name=name or spec.rest.rpartition("/")[2])


def _default_folder(name: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)[:40]
    return Path("runs") / f"{moment}-home-{safe or 'subject'}"


def film(run: Path, task: str, file: Path) -> int:
    """Write the film of a recorded task; 1 if playing it again went another way."""
    from mindsight.errors import InputError

    if file.suffix.lower() != ".mp4":
        raise InputError("--out: {file} is no MP4 file; name one that ends in .mp4", file=str(file))
    if any((folder / "manifest.json").is_file() for folder in file.resolve().parents):
        raise InputError("--out: {file} lies in a run folder, whose files are sealed; choose another", file=str(file))
    need_engine()
    from mindsight.home.replay import replay
    from mindsight.record.folder import RunFolder

    played = replay(RunFolder.open(run), task, file, language=settings.language)
    show(str(file))
    steps = len(played.item.answer["steps"])
    if played.strayed:
        tell(
            text(
                "the replay went another way from step {step} on: this is not the engine that the run was made with",
                step=played.strayed[0],
            ),
            style="yellow",
        )
    elif played.differing:
        tell(
            text(
                "{count} of {all} pictures are not the recorded ones, the first before step {step}; the rest went as recorded",
                count=len(played.differing),
                all=played.compared,
                step=played.differing[0],
            ),
            style="yellow",
        )
    elif played.compared:
        tell(text("all {count} pictures and {steps} steps are as recorded", count=played.compared, steps=steps))
    else:
        tell(text("all {steps} steps are as recorded; the run kept no pictures to compare", steps=steps))
    return 0 if played.faithful else EXIT_ITEMS_FAILED


def need_engine() -> None:
    """Say in one sentence what is missing to draw a home.

    Raises:
        MissingExtra: A library is not installed.
    """
    from importlib.util import find_spec

    from mindsight.errors import MissingExtra

    missing = [name for name in ("mujoco", "OpenGL", "PIL") if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            "the home suite lacks {modules}; run: pip install 'mindsight[home]'", modules=", ".join(missing)
        )
