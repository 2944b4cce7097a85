"""``mindsight home run``: run a subject on generated household tasks, and optionally on the public anchors."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.home.autonomy.running import (
    ALPHA,
    BUDGET,
    EMBEDDER,
    EMBEDDER_URL,
    FOREIGN,
    IN_ORDER,
    MODE,
    OWN,
    SCENES,
    AloneChoices,
    rooms_chosen,
    run_alone,
)
from mindsight.cli.home.autonomy.sealing import alone_under_seal, refuse_other, usable_seal
from mindsight.cli.home.choices import (
    CONNECTIONS,
    DRY_RUN,
    EPOCHS,
    INTERFACE,
    IRRELEVANT,
    MAX_COST,
    MODEL_PROFILE,
    NO_PROBE,
    PENALTY,
    REASONS,
    RENDERER,
    SCHEMES,
    SEED,
    STANCE,
    SUBJECT,
    TASKS,
    TASKS_PER_SCENE,
    TRIALS,
    UNKNOWN,
    Choices,
    anchored,
    beside,
    check_numbers,
    check_subject,
    check_tasks,
    chosen,
    means_of,
    plan_of,
)
from mindsight.cli.home.dry_run import show_dry_run
from mindsight.cli.home.questions.pool_running import ask_pool_and_show
from mindsight.cli.home.questions.running import QuestionChoices, ask_and_show
from mindsight.cli.home.questions.selection import are_questions, refuse_for_questions, tasks_chosen
from mindsight.cli.home.testing import asked, data_of, make_test, run_tasks
from mindsight.cli.parser.planned import was_given
from mindsight.cli.shared.console import tell
from mindsight.cli.shared.engine import need_engine
from mindsight.cli.shared.options import (
    AS_JSON,
    MODEL,
    NAME,
    NO_MEDIA,
    OUT,
    PRICE,
    PROMPT_LANG,
    REGION,
    RESUME,
    REVIEW,
    TEMPERATURE,
    WORKERS,
    one_of,
    refuse_given,
    subject_named,
)
from mindsight.cli.shared.runs import check_folder, show_run, tell_failures
from mindsight.cli.shared.work import ADDRESS, ENGINE, KEEP_OUTPUT, KEEP_PICTURES, SHARD, Work, shared_out
from mindsight.errors import InputError
from mindsight.execution.making import Resting, default_folder
from mindsight.subjects.spec import name_of
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.cli.home.testing import Known
    from mindsight.home.plan import Means


def run_home(
    context: typer.Context,
    model: str = MODEL,
    subject: str = SUBJECT,
    tasks: str = TASKS,
    trials: int = TRIALS,
    irrelevant: float = IRRELEVANT,
    reasons: str = REASONS,
    seed: int = SEED,
    epochs: int = EPOCHS,
    renderer: str = RENDERER,
    interface: str = INTERFACE,
    prompt_lang: str = PROMPT_LANG,
    stance: str = STANCE,
    penalty: float = PENALTY,
    unknown: list[str] = UNKNOWN,
    tasks_per_scene: int = TASKS_PER_SCENE,
    sealed: Path = typer.Option(
        None,
        "--sealed",
        metavar="FOLDER",
        help=mark("Run the tasks of this seal, which determines them and how they are run."),
    ),
    anchors: bool = typer.Option(False, "--anchors", help=mark("Run the public anchor tasks too, as a separate run.")),
    temperature: float = TEMPERATURE,
    name: str = NAME,
    where: Path = OUT,
    resume: Path = RESUME,
    review: Path = REVIEW,
    region: str = REGION,
    no_media: bool = NO_MEDIA,
    keep_pictures: str = KEEP_PICTURES,
    keep_output: bool = KEEP_OUTPUT,
    as_text: bool = typer.Option(
        False, "--as-text", help=mark("Questions: describe the scene in words and send no picture; a control.")
    ),
    as_clip: bool = typer.Option(
        False, "--as-clip", help=mark("Questions: send pictures that follow in time as one video, to models.")
    ),
    evidence: bool = typer.Option(
        False, "--evidence", help=mark("Questions: ask also for a point on what the answer rests on.")
    ),
    include_unvalidated: bool = typer.Option(
        False,
        "--include-unvalidated",
        help=mark("Questions: include classes about custom, culture and safety, which people have not confirmed yet."),
    ),
    people: Path = typer.Option(
        None,
        "--people",
        metavar="FILE",
        help=mark("Questions: how often people agreed, from home agreement score --out."),
    ),
    pool: Path | None = typer.Option(
        None, "--pool", metavar="FOLDER", help=mark("Questions: those of this pool, from home import.")
    ),
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    shard: str = SHARD,
    connections: int = CONNECTIONS,
    max_cost: float = MAX_COST,
    price: str = PRICE,
    model_profile: str = MODEL_PROFILE,
    no_probe: bool = NO_PROBE,
    mode: str = MODE,
    scenes: int = SCENES,
    in_order: float = IN_ORDER,
    embedder: str = EMBEDDER,
    embedder_url: str = EMBEDDER_URL,
    alpha: float = ALPHA,
    budget: int = BUDGET,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over generated household tasks, over questions about what is seen, or alone in rooms with needs."""
    work = shared_out(
        context, workers, engine, address, shard, dry_run=dry_run, pictures=keep_pictures, output=keep_output
    )
    if one_of("--mode", mode, ("instructed", "autonomous")) == "autonomous":
        refuse_given(context, FOREIGN, text("an autonomous run"))
        alone = AloneChoices(
            spec=subject_named(model, subject),
            tasks=rooms_chosen(tasks) if was_given(context, "tasks") else (),
            scenes=scenes,
            in_order=in_order,
            seed=seed,
            embedder=embedder,
            embedder_url=embedder_url,
            alpha=alpha,
            budget=budget,
            renderer=renderer,
            interface=interface,
            prompt_lang=prompt_lang,
            keep_pictures=not no_media,
            name=name,
            temperature=temperature,
            connections=connections,
            max_cost=max_cost,
            price=price,
            model_profile=model_profile,
            probe=not no_probe,
            anchors=anchors,
            resting=Resting(review=review, region=region),
        )
        if sealed is not None:
            alone = alone_under_seal(alone, sealed, lambda option: was_given(context, option))
        return run_alone(alone, where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json)
    refuse_given(context, OWN, text("a run with instructions"))
    named = tasks_chosen(tasks) if pool is None or was_given(context, "tasks") else ()
    if pool is not None or are_questions(named):
        refuse_for_questions(context, _NOT_FOR_QUESTIONS)
        asked = QuestionChoices(
            spec=subject_named(model, subject),
            tasks=named,
            trials=trials,
            seed=seed,
            prompt_lang=prompt_lang if pool is None or was_given(context, "prompt_lang") else "",
            stance=stance,
            penalty=penalty,
            unknown=tuple(unknown),
            as_text=as_text,
            as_clip=as_clip,
            evidence=evidence,
            unvalidated=include_unvalidated,
            people=people,
            keep_pictures=not no_media,
            name=name,
            temperature=temperature,
            connections=connections,
            max_cost=max_cost,
            price=price,
            model_profile=model_profile,
            probe=not no_probe,
            resting=Resting(review=review, region=region),
        )
        if pool is not None:
            every = not was_given(context, "trials")
            return ask_pool_and_show(
                asked, pool, all_of_each=every, where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json
            )
        return ask_and_show(asked, where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json)
    for option in _FOR_QUESTIONS:
        if was_given(context, option):
            raise InputError("--{option}: is for questions, not for household tasks", option=option.replace("_", "-"))
    choices = replace(
        chosen(
            ",".join(named), trials, irrelevant, reasons, renderer, interface, prompt_lang, stance, penalty, unknown
        ),
        spec=subject_named(model, subject),
        name=name,
        seed=seed,
        epochs=epochs,
        tasks_per_scene=tasks_per_scene,
        anchors=anchors,
        keep_pictures=not no_media,
        temperature=temperature,
        connections=connections,
        max_cost=max_cost,
        price=price,
        model_profile=model_profile,
        probe=not no_probe,
        resting=Resting(review=review, region=region),
    )
    if sealed is not None:
        choices = under_seal(choices, sealed, context)
    return run_and_show(choices, where=where, resume=resume, work=work, dry_run=dry_run, as_json=as_json)


_FOR_QUESTIONS = ("as_text", "as_clip", "evidence")
_NOT_FOR_QUESTIONS = (
    "irrelevant", "reasons", "epochs", "renderer", "interface", "tasks_per_scene", "sealed", "anchors",
)  # fmt: skip


def run_and_show(
    choices: Choices,
    *,
    where: Path | None,
    resume: Path | None,
    work: Work,
    dry_run: bool = False,
    as_json: bool = False,
) -> int:
    """Prepare, test, report; return the exit code.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
    """
    from mindsight.execution.parallel import at_hand
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    check_subject(spec, choices)
    check_numbers(choices)
    if work.shard is not None and choices.tasks_per_scene > 1:
        raise InputError("--shard: tasks that share a budget need those before them; leave out --tasks-per-scene")
    check_folder(where, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    need_engine()
    check_tasks(choices, spec)
    folder = resume or where or default_folder("home", choices.name or name_of(spec))
    choices = replace(choices, probe=choices.probe and not dry_run)
    jobs = [_Job(choices, folder, resume)]
    if choices.anchors:
        jobs.append(_anchor_job(choices, folder, resume))
    # Whether the subject can be asked at all is known before anything is drawn for it.
    known = [asked(job.choices, None) if job.resume is None else None for job in jobs]
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        # Both are prepared before either is run: problems with the anchors are reported before anything is tested.
        places = [(job, Path(workspace) / str(number)) for number, job in enumerate(jobs)]
        prepared = [(job, data_of(job.choices, place, job.resume, work)) for job, place in places]
        if dry_run:
            for (job, data), subject in zip(prepared, known, strict=True):
                _announce(job)
                if not (as_json and job.beside):
                    _rehearse(job, data, means, subject, workers=at_hand(work.workers), as_json=as_json)
            return 0
        runs = []
        for (job, data), subject in zip(prepared, known, strict=True):
            _announce(job)
            again = job.resume is not None
            run = run_tasks(job.choices, data, job.folder, means, known=subject, resume=again, work=work)
            # JSON output describes one run.
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
        """Whether this is the additional run on the public anchors."""
        return bool(self.choices.anchor_set)


def _announce(job: _Job) -> None:
    if job.beside:
        tell(text("also, the public anchor tasks: {folder}", folder=str(job.folder)))


def _anchor_job(choices: Choices, folder: Path, resume: Path | None) -> _Job:
    own = beside(folder)
    begun = resume is not None and (own / "manifest.json").is_file()
    check_folder(None if begun else own, own if begun else None)
    return _Job(anchored(choices), own, own if begun else None)


def _rehearse(job: _Job, data: Path, means: Means, known: Known | None, *, workers: int, as_json: bool) -> None:
    """Run the checks of a run and print what it would do; write nothing but proved tasks in the cache."""
    from mindsight.pipeline import rehearse

    folder, resume = job.folder, job.resume is not None
    test, found = make_test(job.choices, data, folder, means, known=known, resume=resume)
    done = rehearse(test, folder, resume=resume)
    show_dry_run(test, found, folder, means, done=done, resume=resume, workers=workers, as_json=as_json)


_DECIDED = (
    "tasks", "trials", "irrelevant", "reasons", "renderer", "interface", "prompt_lang", "stance", "penalty", "unknown", "epochs",
    "tasks_per_scene",
)  # fmt: skip


def under_seal(choices: Choices, folder: Path, context: typer.Context) -> Choices:
    """Return the choices of a run as fixed by its seal.

    Raises:
        InputError: The seal cannot be used, or an option contradicts it.
    """
    need_engine()
    from mindsight.home.episodes.stances import FORMER
    from mindsight.home.irrelevance import NARROW
    from mindsight.home.sealing import seal

    sealed = usable_seal(folder, alone=False)
    plan = sealed.opening.plan
    ours = replace(
        choices,
        tasks=tuple(plan["tasks"]),
        trials=plan["trials"],
        irrelevant=plan["irrelevant"],
        reasons=tuple(plan.get("reasons", NARROW)),
        penalty=plan["penalty"],
        unknown=tuple(plan["unknown"]),
        interface=plan["interface"],
        prompt_lang=plan["setting"]["language"],
        renderer=plan["setting"]["profile"],
        stance=plan["setting"].get("stance", FORMER),
        epochs=plan.get("epochs", 1),
        tasks_per_scene=plan.get("tasks_per_scene", 1),
        seed=0,
        seal=sealed,
    )
    for name in ("seed", *_DECIDED):
        value, own = getattr(choices, name), getattr(ours, name)
        if was_given(context, name) and (value != own or name == "seed"):
            refuse_other(name, value, folder)
    if seal.decided(plan_of(ours)) != plan:
        raise InputError(
            "{folder}: its plan is not one of this version of mindsight; seal another test", folder=str(folder)
        )
    return ours
