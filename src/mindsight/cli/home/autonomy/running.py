"""``mindsight home run --mode autonomous``: draw rooms with needs, leave a subject alone in them, report S."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.choices import SCHEMES, beside, check_subject, means_of, refuse_unusable
from mindsight.cli.home.probing import told
from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.interrupts import explained, tasks_left
from mindsight.cli.shared.models import tell_habits
from mindsight.cli.shared.options import one_of
from mindsight.cli.shared.reviews import rest_on_review
from mindsight.cli.shared.runs import check_folder, run_test, show_run, tell_failures
from mindsight.cli.shared.work import Work
from mindsight.errors import InputError, RecordError
from mindsight.execution.making import NOTHING, Resting, default_folder
from mindsight.subjects.spec import name_of
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from mindsight.harness.runs.settings import Found
    from mindsight.home.autonomy.runs.plan import AlonePlan
    from mindsight.home.autonomy.runs.suite import AloneTest
    from mindsight.home.plan import Means
    from mindsight.home.preparation.drawing import Prepared
    from mindsight.home.sealing.seal import Seal
    from mindsight.record.model import Scalar, Subject
    from mindsight.subjects.spec import SubjectSpec

MODE = typer.Option(
    "instructed",
    "--mode",
    help=mark("instructed: tasks are given (index T). autonomous: the subject is left alone in a room (index S)."),
)
SCENES = typer.Option(50, "--scenes", min=2, help=mark("Autonomous: rooms per class."))
IN_ORDER = typer.Option(
    0.2, "--in-order", min=0, max=1, help=mark("Autonomous: share of rooms in which nothing needs doing.")
)
EMBEDDER = typer.Option(
    "lexical",
    "--embedder",
    metavar="NAME",
    help=mark(
        "Autonomous: text embedding of formula (2): lexical, wordllama, minilm, st:FOLDER, st:NAME or openai:MODEL."
    ),
)
EMBEDDER_URL = typer.Option(
    "", "--embedder-url", metavar="URL", help=mark("Address of the server for openai:MODEL, else OPENAI_BASE_URL.")
)
ALPHA = typer.Option(0.5, "--alpha", min=0, max=1, help=mark("Autonomous: weight α of the relevance in formula (4)."))
BUDGET = typer.Option(
    None,
    "--budget",
    min=1,
    metavar="STEPS",
    help=mark("Autonomous: steps in each room; by default twice those of the oracle and ten more."),
)
OWN = ("scenes", "in_order", "embedder", "embedder_url", "alpha", "budget")
"""Parameters of the command that only autonomous runs use."""
FOREIGN = (
    "trials", "irrelevant", "reasons", "epochs", "stance", "penalty", "unknown", "tasks_per_scene", "as_text", "as_clip", "evidence",
    "include_unvalidated", "people",
)  # fmt: skip
"""Parameters that they do not use."""


@dataclass(frozen=True)
class AloneChoices:
    """The options of an autonomous run."""

    spec: str
    tasks: tuple[str, ...]
    scenes: int
    in_order: float
    seed: int
    embedder: str
    embedder_url: str
    alpha: float
    budget: int | None
    renderer: str
    interface: str
    prompt_lang: str
    keep_pictures: bool = True
    name: str | None = None
    temperature: float | None = None
    connections: int | None = None
    max_cost: float | None = None
    price: str | None = None
    model_profile: str | None = None
    probe: bool = True
    seal: Seal | None = None
    resting: Resting = NOTHING
    anchors: bool = False
    """Whether the public anchor rooms are tested too, as a separate run."""
    anchor_set: str = ""
    """Identification of the public anchor rooms in that run."""


def rooms_chosen(words: str) -> tuple[str, ...]:
    """Return the classes of rooms that ``--tasks`` names, each once.

    Raises:
        InputError: It names none.
    """
    named = tuple(dict.fromkeys(word for part in words.split(",") if (word := part.strip())))
    if not named:
        raise InputError("--tasks names no class of rooms; leave it out for all of them")
    return named


def run_alone(
    choices: AloneChoices, *, where: Path | None, resume: Path | None, work: Work, dry_run: bool, as_json: bool
) -> int:
    """Draw rooms, leave the subject alone in them, report; return the exit code.

    Raises:
        InputError: An option cannot be used; raised before anything is drawn.
    """
    from mindsight.execution.parallel import at_hand
    from mindsight.home.autonomy.embedders.choosing import open_embedder
    from mindsight.home.autonomy.runs.suite import AloneTest
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    check_subject(spec, choices)
    refuse_unusable(choices, choices.seed, {})
    check_folder(where, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    need_engine()
    if spec.scheme == "baseline":
        from mindsight.home.autonomy.runs.baselines import LEFT_ALONE
        from mindsight.home.episodes.baselines import known_baseline

        known_baseline(spec.rest, LEFT_ALONE)
    embedder = open_embedder(choices.embedder, url=choices.embedder_url)
    folder = resume or where or default_folder("home", choices.name or name_of(spec))
    choices = replace(choices, probe=choices.probe and not dry_run)
    jobs = [(choices, folder, resume), *(_anchor_jobs(choices, folder, resume) if choices.anchors else ())]
    # Whether the subject can be asked at all is known before anything is drawn for it.
    known = [_subject(one, alone_plan(one), spec, None) if old is None else None for one, _, old in jobs]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        # Both are prepared before either is run: problems with the anchors are reported before anything is tested.
        data = [_data(one, Path(workspace) / str(at), old, work) for at, (one, _, old) in enumerate(jobs)]
        runs = []
        for (one, own, old), drawn, asked in zip(jobs, data, known, strict=True):
            plan = alone_plan(one)
            subject, found = asked or _subject(one, plan, spec, old)
            if one.anchor_set:
                tell(text("also, the public anchor rooms: {folder}", folder=str(own)))
            if dry_run and as_json and one.anchor_set:
                continue
            test = AloneTest(plan, drawn, spec, subject, embedder, means)
            rest_on_review(test, one.resting, spec, None, old)
            if dry_run:
                _rehearse(test, found, own, means, resume=old, workers=at_hand(work.workers), as_json=as_json)
                continue
            run = run_test(test, own, resume=old is not None, work=work, left=tasks_left)
            # JSON output describes one run.
            if not (as_json and one.anchor_set):
                show_run(run, as_json=as_json)
            runs.append(run)
    return max((tell_failures(run) for run in runs), default=0)


def _anchor_jobs(
    choices: AloneChoices, folder: Path, resume: Path | None
) -> list[tuple[AloneChoices, Path, Path | None]]:
    """Return the choices and folder of the separate run in the public anchor rooms of the same classes."""
    from mindsight.home.autonomy import rooms
    from mindsight.home.sealing.anchors import load_rooms

    own = beside(folder)
    begun = resume is not None and (own / "manifest.json").is_file()
    check_folder(None if begun else own, own if begun else None)
    known, keys = load_rooms(), choices.tasks or tuple(rooms.load())
    known.refuse_unknown(keys)
    anchored = replace(
        choices,
        tasks=keys,
        seal=None,
        resting=NOTHING,
        seed=known.seed,
        scenes=known.scenes,
        in_order=known.empty,
        anchor_set=known.known_by(keys),
    )
    return [(anchored, own, own if begun else None)]


def alone_plan(choices: AloneChoices) -> AlonePlan:
    """Return the plan of a run.

    Raises:
        InputError: An option has a value that does not exist.
    """
    from mindsight.answers.conventions import points_otherwise
    from mindsight.home.autonomy import rooms
    from mindsight.home.autonomy.runs.plan import AlonePlan
    from mindsight.home.episodes.episode import Setting
    from mindsight.home.episodes.stances import ALONE

    setting = Setting(
        language=one_of("--prompt-lang", choices.prompt_lang, ("zh", "en")),
        profile=one_of("--renderer", choices.renderer, ("fast", "fine", "pbr")),
        stance=ALONE,
        budget=choices.budget,
        model_profile=points_otherwise(choices.model_profile),
    )
    return AlonePlan(
        tasks=choices.tasks or tuple(rooms.load()),
        scenes=choices.scenes,
        empty=choices.in_order,
        seed=choices.seed,
        alpha=choices.alpha,
        interface=one_of("--interface", choices.interface, ("points", "menu")),  # type: ignore[arg-type]
        keep_pictures=choices.keep_pictures,
        setting=setting,
        temperature=choices.temperature or 0.0,
        sealed="" if choices.seal is None else choices.seal.commitment,
        anchors=choices.anchor_set,
    )


def _data(choices: AloneChoices, workspace: Path, resume: Path | None, work: Work) -> Path:
    """Return the data file of a run: that of the folder to resume, or newly drawn rooms."""
    from mindsight.cli.home.testing import tell_rejections
    from mindsight.home.autonomy.runs.totals import DATA_FILE
    from mindsight.home.preparation.drawing import read_instances, write_instances

    workspace.mkdir()
    data = workspace / DATA_FILE
    if resume is not None:
        if not (resume / DATA_FILE).is_file():
            raise RecordError(
                "{folder}: is not a run of autonomous tasks; there is nothing to resume", folder=str(resume)
            )
        read_instances(resume / DATA_FILE)
        data.write_bytes((resume / DATA_FILE).read_bytes())
        return data
    with explained(tasks_left, data), progress(text("preparing rooms")) as step:
        prepared = (_anchors if choices.anchor_set else _drawn)(choices, work, step)
    write_instances(data, prepared)
    tell_rejections(prepared)
    return data


def _drawn(choices: AloneChoices, work: Work, step: Callable[[int, int], None]) -> list[Prepared]:
    """Draw and prove the rooms of a plan."""
    from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
    from mindsight.home.preparation.drawing import cache_folder

    plan, sealed = alone_plan(choices), choices.seal
    seed = plan.seed if sealed is None else sealed.opening.first_seed
    # Rooms drawn from a secret seed are kept with the secret, not in the shared cache, and drawn where it is.
    cache = cache_folder() if sealed is None else sealed.private_cache()
    work = work if sealed is None else work.at_home
    wanted = places(plan.tasks, scenes=plan.scenes, empty=plan.empty, seed=seed)
    return prepare_rooms(wanted, cache=cache, engine=work.engine, workers=work.workers, progress=step)


def _anchors(choices: AloneChoices, work: Work, step: Callable[[int, int], None]) -> list[Prepared]:
    """Draw the public anchor rooms."""
    from mindsight.home.sealing.anchors import load_rooms

    return load_rooms().unchanged(choices.tasks, engine=work.engine, workers=work.workers, progress=step)


def _subject(
    choices: AloneChoices, plan: AlonePlan, spec: SubjectSpec, resume: Path | None
) -> tuple[Subject, Found | None]:
    """Return the subject with what is known of it: from the record of a resumed run, else by probing it."""
    from mindsight.home.adapters.outside import details_of, probe_model, question, reach
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Subject

    details: dict[str, Scalar] = {}
    found = None
    if resume is not None:
        details = RunFolder.open(resume).manifest.subject.details
    elif spec.scheme == "model":
        found = question(spec, plan)
        details = details_of(found, plan)
        tell_habits(spec.rest, found.habits, found.elsewhere)
        if choices.probe:
            details |= told(probe_model(spec, plan), plan.setting.model_profile, spec)
    elif spec.scheme != "baseline":
        details = reach(spec, plan)
    return Subject(spec=spec.public, name=choices.name or name_of(spec), details=details), found


def _rehearse(
    test: AloneTest,
    found: Found | None,
    folder: Path,
    means: Means,
    *,
    resume: Path | None,
    workers: int,
    as_json: bool,
) -> None:
    """Run the checks of a run and print what it would do; write nothing but proved rooms in the cache."""
    from mindsight.cli.home.dry_run import show_dry_run
    from mindsight.pipeline import rehearse

    done = rehearse(test, folder, resume=resume is not None)
    show_dry_run(test, found, folder, means, done=done, resume=resume is not None, workers=workers, as_json=as_json)
