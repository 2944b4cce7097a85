"""Household tasks of a subject: from choices to the finished run (home 6.4.1), and on the public anchors if these are asked for."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.engine.needs import need_engine
from mindsight.errors import InputError, RecordError
from mindsight.execution.listening import NOBODY, Listener, Step
from mindsight.execution.making import NOTHING, Making, Resting, Work
from mindsight.home.episodes.baselines import known_baseline
from mindsight.home.irrelevance import NARROW
from mindsight.home.plan import Means, Origin, Plan, Use
from mindsight.home.plugged import with_plugins
from mindsight.home.preparation.drawing import Prepared, cache_folder, prepare, slots, write_instances
from mindsight.home.preparation.wordings import wordings_of
from mindsight.home.running.carrying import Ready, Subjected, run_as_called, tell_rejections
from mindsight.home.running.checking import check_acting, check_plan, means_of
from mindsight.home.running.knowing import Known, known
from mindsight.home.running.sealed import under_seal
from mindsight.home.running.selection import are_questions
from mindsight.home.sealing import anchors as published
from mindsight.home.sealing.seal import Seal
from mindsight.home.setting import WordingSet
from mindsight.home.suite import DATA_FILE, HomeTest
from mindsight.record.folder import MANIFEST
from mindsight.resting import rest_on_review
from mindsight.runs import Run
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text


def run(subject: Subjected, *, progress: Step | None = None, language: Language = "en", **options: Any) -> Run:
    """Run a subject over household tasks, write record and report, and return the finished run.

    Args:
        subject: The subject, ``SCHEME:REST`` as on the command line, such as ``model:openai/gpt-4o`` or ``baseline:oracle``.
        progress: Called with (finished, all) as tasks are drawn and end.
        language: Language of the report.
        options: Fields of ``Plan`` (``tasks``, ``trials``, ``irrelevant``, ``prompt_lang`` …), ``Origin`` (``sealed``, ``anchors``: the
            run on these lies beside the one that is returned), ``Use`` (``name``, ``max_cost`` …) and ``Making`` (``out``, ``workers`` …).

    Raises:
        InputError: Something that was given cannot be used.
        SubjectError: The subject cannot be reached.

    Example:
        >>> import mindsight
        >>> done = mindsight.home.run("baseline:refuse", tasks=["buttons"], trials=2, out="runs/refuse")
        >>> done.measures["home.T"].value
        0.5
    """
    return run_as_called(prepared, (Origin, Plan, Use), subject, options, progress, language)


class _Job(NamedTuple):
    """A run that is made or goes on."""

    plan: Plan
    seal: Seal | None
    folder: Path
    resume: Path | None
    resting: Resting


@contextmanager
def prepared(
    spec: SubjectSpec,
    origin: Origin,
    plan: Plan,
    use: Use,
    making: Making,
    *,
    dry_run: bool = False,
    listener: Listener = NOBODY,
) -> Iterator[list[Ready]]:
    """Give the test of what was chosen, and that on the public anchors, for as long as their data are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
        SubjectError: The subject cannot be reached; raised then too.
    """
    plan = with_plugins(plan)
    plan, seal = (plan, None) if origin.sealed is None else under_seal(plan, origin.sealed)
    check_acting(spec, plan, use)
    work = making.work(dry_run=dry_run)
    if work.shard is not None and plan.tasks_per_scene > 1:
        raise InputError("--shard: tasks that share a budget need those before them; leave out --tasks-per-scene")
    making.check_folder()
    means = means_of(use, spec, dry_run=dry_run)
    need_engine()
    if spec.scheme == "baseline":
        known_baseline(spec.rest)
    if are_questions(plan.tasks):
        raise InputError(
            "--tasks: {names}: are questions; ask them with mindsight home ask", names=", ".join(plan.tasks)
        )
    check_plan(plan)
    if dry_run:
        use = use.model_copy(update={"probe": False})
    jobs = [_Job(plan, seal, making.folder, making.resume, making.resting)]
    if origin.anchors:
        jobs.append(_anchor_job(plan, making))
    # Whether the subject can be asked at all is known before anything is drawn for it.
    asked = [known(spec, job.plan, use, None, listener) if job.resume is None else None for job in jobs]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        # Both are prepared before either is run: problems with the anchors are reported before anything is tested.
        files = [
            data_of(job.plan, job.seal, job.resume, Path(workspace) / str(number), work, listener)
            for number, job in enumerate(jobs)
        ]
        yield [
            _ready(spec, job, file, means, before or known(spec, job.plan, use, job.resume, listener), listener)
            for job, file, before in zip(jobs, files, asked, strict=True)
        ]


def _ready(spec: SubjectSpec, job: _Job, data: Path, means: Means, known: Known, listener: Listener) -> Ready:
    """Return the test of one run."""
    test = HomeTest(job.plan, data, spec, known.subject, means)
    rest_on_review(test, job.resting, spec, None, job.resume, listener)
    beside = text("also, the public anchor tasks: {folder}", folder=str(job.folder)) if job.plan.anchors else None
    return Ready(test, job.folder, job.resume, means, known.found, beside)


def _anchor_job(plan: Plan, making: Making) -> _Job:
    """Return the run on the public anchors, beside the main one; it goes on if it was begun."""
    folder, resume = anchor_folder(making)
    return _Job(anchored(plan), None, folder, resume, NOTHING)


def anchor_folder(making: Making) -> tuple[Path, Path | None]:
    """Return the folder of the run on anchors, beside that of the main one, and it again if that run was begun."""
    folder = making.folder.with_name(f"{making.folder.name}-anchors")
    begun = making.resume is not None and (folder / MANIFEST).is_file()
    Making(out=None if begun else folder, resume=folder if begun else None).check_folder()
    return folder, folder if begun else None


def anchored(plan: Plan) -> Plan:
    """Return the plan of the separate run on the public anchors of the same classes.

    Raises:
        InputError: A class has no anchors.
    """
    anchors = published.load()
    anchors.refuse_unknown(plan.tasks)
    return plan.model_copy(
        update={
            "sealed": "",
            "seed": anchors.seed,
            "trials": anchors.trials,
            "irrelevant": anchors.irrelevant,
            "reasons": NARROW,
            "tasks_per_scene": 1,
            "anchors": anchors.known_by(plan.tasks),
        }
    )


def data_of(
    plan: Plan,
    seal: Seal | None,
    resume: Path | None,
    workspace: Path,
    work: Work,
    listener: Listener,
    words: Sequence[WordingSet] = (),
) -> Path:
    """Return the data file of a run, in ``workspace``: that of the run that goes on, or newly drawn tasks, optionally reworded.

    Raises:
        RecordError: There is no run of household tasks to go on with.
    """
    workspace.mkdir(exist_ok=True)
    data = workspace / DATA_FILE
    if resume is None:
        write_tasks(plan, data, work, listener, seal, words)
    elif not (resume / DATA_FILE).is_file():
        raise RecordError("{folder}: is not a run of household tasks; there is nothing to resume", folder=str(resume))
    else:
        data.write_bytes((resume / DATA_FILE).read_bytes())
    return data


def write_tasks(
    plan: Plan,
    data: Path,
    work: Work,
    listener: Listener,
    seal: Seal | None = None,
    words: Sequence[WordingSet] = (),
) -> None:
    """Draw and prove the tasks of a plan and write them, optionally with reworded instructions."""
    with listener.progress(text("preparing tasks")) as step:
        prepared = _prepared(plan, seal, work, step)
    wordings = wordings_of([one.instance for one in prepared], words, engine=work.engine, workers=work.workers)
    write_instances(data, prepared, wordings, tasks_per_scene=plan.tasks_per_scene)
    tell_rejections(prepared, listener)


def _prepared(plan: Plan, seal: Seal | None, work: Work, step: Step) -> list[Prepared]:
    """Return drawn and proved tasks; anchors were proved when they were published, and others under their name are refused."""
    if plan.anchors:
        return published.load().unchanged(plan.tasks, engine=work.engine, workers=work.workers, progress=step)
    seed = plan.seed if seal is None else seal.opening.first_seed
    # Tasks drawn from a secret seed are kept with the secret, not in the shared cache, and drawn where it is.
    cache = cache_folder() if seal is None else seal.private_cache()
    work = work if seal is None else work.at_home
    wanted = slots(plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=seed, reasons=plan.reasons)
    return prepare(wanted, cache=cache, engine=work.engine, workers=work.workers, progress=step)
