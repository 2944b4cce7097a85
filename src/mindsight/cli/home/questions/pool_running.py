"""``mindsight home run --pool``: ask a subject the questions of a pool, with generated ones beside them if such are named, and report."""

from __future__ import annotations

import shutil
import tempfile
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.home.choices import means_of, refuse_for_others, refuse_unusable
from mindsight.cli.home.questions.running import SCHEMES, QuestionChoices, drawn, greet, probed
from mindsight.cli.home.questions.selection import questions_chosen, tell_left_out
from mindsight.cli.shared.interrupts import tasks_left
from mindsight.cli.shared.options import one_of
from mindsight.cli.shared.reviews import rest_on_review, review_of
from mindsight.cli.shared.runs import check_folder, run_test, show_run, tell_failures
from mindsight.errors import InputError, RecordError
from mindsight.execution.making import default_folder
from mindsight.subjects.spec import name_of

if TYPE_CHECKING:
    from mindsight.cli.shared.work import Work
    from mindsight.home.imported.pool import Pool
    from mindsight.home.questions.plan import QuestionPlan
    from mindsight.record.model import Scalar, Subject
    from mindsight.subjects.spec import SubjectSpec

BASELINES = ("random", "blind", "first", "decline")
"""The oracle sees generated scenes only."""


def ask_pool_and_show(
    choices: QuestionChoices,
    folder: Path,
    *,
    all_of_each: bool,
    where: Path | None,
    resume: Path | None,
    work: Work,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Take questions from a pool, ask, report; return the exit code. ``all_of_each``: every question of each class.

    Raises:
        InputError: An option cannot be used; raised before anything is asked.
    """
    from mindsight.home.imported.pool import Pool
    from mindsight.home.imported.runs.suite import ImportedTest
    from mindsight.home.questions.suite import DATA_FILE
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec, SCHEMES, example="baseline:random")
    _refuse(choices, spec)
    check_folder(where, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    pool = Pool(folder)
    plan, generated = _plan(choices, pool, all_of_each=all_of_each)
    if generated and spec.scheme == "model" and resume is None and not dry_run:
        greet(spec, plan)
    run_folder = resume or where or default_folder("home", choices.name or name_of(spec))
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        _write(data, plan, pool, generated, resume, work)
        if dry_run:
            from mindsight.cli.home.questions.rehearsal import rehearse_and_show

            rehearse_and_show(plan, data, spec, means, folder=run_folder, resume=resume is not None, as_json=as_json)
            return 0
        # Of a model the first question is tried, so consent comes first.
        review_of(data, choices.resting, spec, folder, resume)
        subject = _subject(choices, plan, pool, data, spec, resume)
        test = ImportedTest(plan, data, pool.media, spec, subject, means)
        rest_on_review(test, choices.resting, spec, folder, resume)
        run = run_test(test, run_folder, resume=resume is not None, work=work, left=tasks_left)
    show_run(run, as_json=as_json)
    return tell_failures(run)


def _refuse(choices: QuestionChoices, spec: SubjectSpec) -> None:
    if spec.scheme not in SCHEMES:
        raise InputError(
            "{scheme}: subjects cannot answer questions; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(SCHEMES),
        )
    if spec.scheme == "baseline" and spec.rest not in BASELINES:
        raise InputError(
            "baseline:{name} does not answer imported questions; there are {known}",
            name=spec.rest,
            known=", ".join(BASELINES),
        )
    given = {
        "as-text": choices.as_text,
        "as-clip": choices.as_clip,
        "evidence": choices.evidence,
        "people": choices.people,
    }
    for option, value in given.items():
        if value:
            raise InputError("--{option}: is for generated questions, not for imported ones", option=option)
    refuse_for_others(spec, choices)
    refuse_unusable(choices, choices.seed, {"--penalty": choices.penalty})
    if spec.scheme not in {"baseline", "model"}:
        from mindsight.home.questions.asking.outside import check_outside

        check_outside(spec)


def _plan(choices: QuestionChoices, pool: Pool, *, all_of_each: bool) -> tuple[QuestionPlan, tuple[str, ...]]:
    """Return the plan of a run, and those of its classes that are generated."""
    from mindsight.answers.conventions import points_otherwise
    from mindsight.home.questions.plan import QuestionPlan, whole_quartets

    own, generated = _keys(choices, [one.key for one in pool.header.classes])
    keys = own + generated
    for name in choices.unknown:
        if name not in keys:
            raise InputError(
                '--unknown: "{name}" is not among the classes tested; they are {known}',
                name=name,
                known=", ".join(keys),
            )
    several = whole_quartets(choices.trials) if generated else choices.trials
    plan = QuestionPlan(
        tasks=keys,
        trials=0 if all_of_each and not generated else several,
        seed=choices.seed,
        language=one_of("--prompt-lang", choices.prompt_lang or pool.header.language, ("zh", "en")),  # type: ignore[arg-type]
        stance=one_of("--stance", choices.stance, ("neutral", "eager", "cautious")),  # type: ignore[arg-type]
        penalty=choices.penalty,
        unknown=choices.unknown,
        keep_pictures=choices.keep_pictures,
        temperature=choices.temperature or 0.0,
        model_profile=points_otherwise(choices.model_profile),
    )
    return plan, generated


def _keys(choices: QuestionChoices, known: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes of the pool and the generated ones that dimensions, beginnings of keys and keys name.

    A word names classes of the pool, or, if it has none of that name, generated ones. All classes of the pool are tested if none is named.
    """
    from mindsight.home.questions import classes

    own = {
        word: [key for key in known if key == word or key.startswith((f"{word}.", f"{word}_"))]
        for word in choices.tasks
    }
    others = tuple(word for word, found in own.items() if not found)
    for word in others:
        if not any(key == word or key.startswith((f"{word}.", f"{word}_")) for key in classes.load()):
            raise InputError(
                '--tasks: "{name}" names neither a class of the pool nor generated questions; the pool has {known}',
                name=word,
                known=", ".join(known)[:600],
            )
    if choices.unvalidated and not others:
        raise InputError("--{option}: is for generated questions, not for imported ones", option="include-unvalidated")
    generated: tuple[str, ...] = ()
    if others:
        generated = questions_chosen(others, contested=choices.unvalidated)
        tell_left_out(others, generated)
    named = {key for found in own.values() for key in found}
    return tuple(key for key in known if key in named or not named), generated


def _write(
    data: Path, plan: QuestionPlan, pool: Pool, generated: tuple[str, ...], resume: Path | None, work: Work
) -> None:
    """Write the questions of a run: those of the folder to resume, or newly taken from the pool and drawn."""
    from mindsight.home.imported.runs.data_file import pool_of, write_chosen

    if resume is None:
        taken = pool.drawn(plan.tasks, plan.trials or None, plan.seed)
        write_chosen(data, pool.header, chain(taken, drawn(plan, generated, data, work)))
        return
    if not (resume / data.name).is_file():
        raise RecordError("{folder}: is not a run over questions; there is nothing to resume", folder=str(resume))
    shutil.copyfile(resume / data.name, data)
    if pool_of(data) != pool.header:
        raise InputError("--pool: {folder} was begun with another pool", folder=str(resume))


def _subject(
    choices: QuestionChoices, plan: QuestionPlan, pool: Pool, data: Path, spec: SubjectSpec, resume: Path | None
) -> Subject:
    from mindsight.home.imported.runs.generated import beside
    from mindsight.home.imported.runs.pictures import PoolPictures
    from mindsight.home.questions import classes
    from mindsight.home.questions.data_file import first_question
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Subject

    details: dict[str, Scalar] = {}
    if resume is not None:
        details = RunFolder.open(resume).manifest.subject.details
    elif spec.scheme == "model":
        from mindsight.home.questions.asking.models import find_model

        details = find_model(
            spec, plan, first_question(data), PoolPictures(pool.media)
        )  # of the pool, as it is the first
        forms = [one.form for one in pool.header.classes if one.key in plan.tasks]
        forms += [classes.load()[key].form for key in beside(pool.header, plan.tasks)]
        details |= probed(choices, plan, spec, forms, form=details["form"])
    return Subject(spec=spec.public, name=choices.name or name_of(spec), details=details)
