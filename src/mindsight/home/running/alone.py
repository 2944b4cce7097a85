"""A subject left alone in rooms: from choices to the finished run (home 6.4.2), and in the public anchor rooms if these are asked for."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.engine.needs import need_engine
from mindsight.errors import InputError, RecordError
from mindsight.execution.listening import NOBODY, Listener, Step
from mindsight.execution.making import NOTHING, Making, Resting, Work
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.embedders.choosing import open_embedder
from mindsight.home.autonomy.embedders.embedder import Embedder
from mindsight.home.autonomy.runs.baselines import LEFT_ALONE
from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
from mindsight.home.autonomy.runs.plan import AlonePlan, Embedding
from mindsight.home.autonomy.runs.suite import AloneTest
from mindsight.home.autonomy.runs.totals import DATA_FILE
from mindsight.home.episodes.baselines import known_baseline
from mindsight.home.plan import Means, Origin, Use
from mindsight.home.preparation.drawing import Prepared, cache_folder, read_instances, write_instances
from mindsight.home.running.carrying import Ready, Subjected, run_as_called, tell_rejections
from mindsight.home.running.checking import check_acting, means_of
from mindsight.home.running.knowing import Known, known
from mindsight.home.running.sealed import rooms_under_seal
from mindsight.home.running.tasks import anchor_folder
from mindsight.home.sealing import anchors as published
from mindsight.home.sealing.seal import Seal
from mindsight.resting import rest_on_review
from mindsight.runs import Run
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text


def alone(subject: Subjected, *, progress: Step | None = None, language: Language = "en", **options: Any) -> Run:
    """Leave a subject alone in rooms, write record and report, and return the finished run.

    Args:
        subject: The subject, ``SCHEME:REST`` as on the command line.
        progress: Called with (finished, all) as rooms are drawn and end.
        language: Language of the report.
        options: Fields of ``AlonePlan`` (``tasks``, ``scenes``, ``in_order`` …), ``Embedding``, ``Origin``, ``Use`` and ``Making``.

    Raises:
        InputError: Something that was given cannot be used.
        SubjectError: The subject cannot be reached.

    Example:
        >>> import mindsight
        >>> done = mindsight.home.alone("baseline:oracle", tasks=["desk"], scenes=2, out="runs/alone")
        >>> round(done.measures["home.S"].value, 2)  # as much as the perfect set gets: needs resemble each other
        0.71
    """
    return run_as_called(prepared, (Origin, AlonePlan, Embedding, Use), subject, options, progress, language)


class _Job(NamedTuple):
    """A run that is made or goes on."""

    plan: AlonePlan
    seal: Seal | None
    folder: Path
    resume: Path | None
    resting: Resting


@contextmanager
def prepared(
    spec: SubjectSpec,
    origin: Origin,
    plan: AlonePlan,
    embedding: Embedding,
    use: Use,
    making: Making,
    *,
    dry_run: bool = False,
    listener: Listener = NOBODY,
) -> Iterator[list[Ready]]:
    """Give the test of what was chosen, and that in the public anchor rooms, for as long as their data are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is drawn.
        SubjectError: The subject cannot be reached; raised then too.
    """
    seal = None
    if origin.sealed is not None:
        plan, seal = rooms_under_seal(plan, embedding, origin.sealed)
    if not plan.tasks and "tasks" in plan.model_fields_set:
        raise InputError("--tasks names no class of rooms; leave it out for all of them")
    plan = plan.model_copy(update={"tasks": plan.tasks or tuple(rooms.load())})
    check_acting(spec, plan, use)
    work = making.work(dry_run=dry_run)
    making.check_folder()
    means = means_of(use, spec, dry_run=dry_run)
    need_engine()
    if spec.scheme == "baseline":
        known_baseline(spec.rest, LEFT_ALONE)
    embedder = open_embedder(embedding.embedder, url=embedding.embedder_url)
    if dry_run:
        use = use.model_copy(update={"probe": False})
    jobs = [_Job(plan, seal, making.folder, making.resume, making.resting)]
    if origin.anchors:
        jobs.append(_Job(anchored(plan), None, *anchor_folder(making), NOTHING))
    # Whether the subject can be asked at all is known before anything is drawn for it.
    asked = [known(spec, job.plan, use, None, listener) if job.resume is None else None for job in jobs]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        # Both are prepared before either is run: problems with the anchors are reported before anything is tested.
        files = [_data(job, Path(workspace) / str(number), work, listener) for number, job in enumerate(jobs)]
        yield [
            _ready(
                spec, job, file, embedder, means, before or known(spec, job.plan, use, job.resume, listener), listener
            )
            for job, file, before in zip(jobs, files, asked, strict=True)
        ]


def _ready(
    spec: SubjectSpec, job: _Job, data: Path, embedder: Embedder, means: Means, known: Known, listener: Listener
) -> Ready:
    """Return the test of one run."""
    test = AloneTest(job.plan, data, spec, known.subject, embedder, means)
    rest_on_review(test, job.resting, spec, None, job.resume, listener)
    beside = text("also, the public anchor rooms: {folder}", folder=str(job.folder)) if job.plan.anchors else None
    return Ready(test, job.folder, job.resume, means, known.found, beside)


def anchored(plan: AlonePlan) -> AlonePlan:
    """Return the plan of the separate run in the public anchor rooms of the same classes.

    Raises:
        InputError: A class has no anchors.
    """
    anchors = published.load_rooms()
    anchors.refuse_unknown(plan.tasks)
    return plan.model_copy(
        update={
            "sealed": "",
            "seed": anchors.seed,
            "scenes": anchors.scenes,
            "empty": anchors.empty,
            "anchors": anchors.known_by(plan.tasks),
        }
    )


def _data(job: _Job, workspace: Path, work: Work, listener: Listener) -> Path:
    """Return the data file of a run: that of the run that goes on, or newly drawn rooms."""
    workspace.mkdir()
    data, resume = workspace / DATA_FILE, job.resume
    if resume is not None:
        if not (resume / DATA_FILE).is_file():
            raise RecordError(
                "{folder}: is not a run of autonomous tasks; there is nothing to resume", folder=str(resume)
            )
        read_instances(resume / DATA_FILE)
        data.write_bytes((resume / DATA_FILE).read_bytes())
        return data
    with listener.progress(text("preparing rooms")) as step:
        drawn = _prepared(job.plan, job.seal, work, step)
    write_instances(data, drawn)
    tell_rejections(drawn, listener)
    return data


def _prepared(plan: AlonePlan, seal: Seal | None, work: Work, step: Step) -> list[Prepared]:
    """Return drawn and proved rooms, or the public anchors."""
    if plan.anchors:
        return published.load_rooms().unchanged(plan.tasks, engine=work.engine, workers=work.workers, progress=step)
    seed = plan.seed if seal is None else seal.opening.first_seed
    # Rooms drawn from a secret seed are kept with the secret, not in the shared cache, and drawn where it is.
    cache = cache_folder() if seal is None else seal.private_cache()
    work = work if seal is None else work.at_home
    wanted = places(plan.tasks, scenes=plan.scenes, empty=plan.empty, seed=seed)
    return prepare_rooms(wanted, cache=cache, engine=work.engine, workers=work.workers, progress=step)
