"""``mindsight home run`` over questions: draw them, ask a subject, report."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.home.choices import means_of, refuse_for_others, refuse_unusable
from mindsight.cli.home.probing import told
from mindsight.cli.home.questions.selection import questions_chosen, tell_left_out
from mindsight.cli.shared.console import progress
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
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.home.plan import Means
    from mindsight.home.questions.plan import QuestionPlan
    from mindsight.home.questions.question import Question
    from mindsight.home.questions.suite import QuestionsTest
    from mindsight.record.model import Scalar, Subject
    from mindsight.subjects.spec import SubjectSpec

SCHEMES = ("baseline", "model", "python", "command", "http")


@dataclass(frozen=True)
class QuestionChoices:
    """The options of a run over questions."""

    spec: str
    tasks: tuple[str, ...]
    trials: int
    seed: int
    prompt_lang: str
    stance: str
    penalty: float
    unknown: tuple[str, ...]
    keep_pictures: bool
    name: str | None
    temperature: float | None
    connections: int | None
    max_cost: float | None
    price: str | None
    model_profile: str | None = None
    probe: bool = True
    as_text: bool = False
    as_clip: bool = False
    evidence: bool = False
    unvalidated: bool = False
    people: Path | None = None
    resting: Resting = NOTHING


def ask_and_show(
    choices: QuestionChoices, *, where: Path | None, resume: Path | None, work: Work, dry_run: bool, as_json: bool
) -> int:
    """Draw questions, ask, report; return the exit code.

    Raises:
        InputError: An option cannot be used; raised before anything is drawn.
    """
    from mindsight.subjects.spec import parse_subject

    spec = parse_subject(choices.spec, SCHEMES, example="baseline:oracle")
    if spec.scheme not in SCHEMES:
        raise InputError(
            "{scheme}: subjects cannot answer questions; use one of {known}",
            scheme=spec.scheme,
            known=", ".join(SCHEMES),
        )
    refuse_for_others(spec, choices)
    if choices.as_clip:
        _check_clip(choices, spec)
    refuse_unusable(choices, choices.seed, {"--penalty": choices.penalty})
    check_folder(where, resume)
    means = means_of(choices, spec, dry_run=dry_run)
    need_engine()
    plan = _plan(choices)
    if spec.scheme == "baseline":
        from mindsight.home.questions.asking.baselines import known_baseline

        known_baseline(spec.rest)
    elif spec.scheme != "model":
        from mindsight.home.questions.asking.outside import check_outside

        check_outside(spec)
    elif resume is None and not dry_run:
        greet(spec, plan)
    folder = resume or where or default_folder("home", choices.name or name_of(spec))
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = _data(plan, Path(workspace), resume, work)
        if dry_run:
            from mindsight.cli.home.questions.rehearsal import rehearse_and_show

            rehearse_and_show(plan, data, spec, means, folder=folder, resume=resume is not None, as_json=as_json)
            return 0
        test = _test(choices, plan, data, spec, means, resume)
        run = run_test(test, folder, resume=resume is not None, work=work, left=tasks_left)
    show_run(run, as_json=as_json)
    return tell_failures(run)


def greet(spec: SubjectSpec, plan: QuestionPlan) -> None:
    """Ask a model trivial questions before any are drawn, and tell how its server wants to be asked.

    Raises:
        SubjectError: It cannot be used.
    """
    from mindsight.home.questions.asking.models import greet_model

    met = greet_model(spec, plan)
    tell_habits(spec.rest, met.habits, met.elsewhere)


def _check_clip(choices: QuestionChoices, spec: SubjectSpec) -> None:
    if spec.scheme != "model":
        raise InputError("{option}: is for models, and {subject} is none", option="--as-clip", subject=spec.public)
    if choices.as_text:
        raise InputError("--as-clip sends videos and --as-text none; choose one")


def _plan(choices: QuestionChoices) -> QuestionPlan:
    from mindsight.answers.conventions import points_otherwise
    from mindsight.home.questions.plan import NOTHING_TO_POINT_AT, QuestionPlan, whole_quartets

    if choices.as_text and choices.model_profile is not None:
        raise InputError(NOTHING_TO_POINT_AT)
    counts = _counts(choices.people)
    keys = questions_chosen(choices.tasks, contested=choices.unvalidated, confirmed=_confirmed(counts))
    tell_left_out(choices.tasks, keys)
    people = tuple((key, *counts[key]) for key in keys if key in counts)
    for name in choices.unknown:
        if name not in keys:
            raise InputError(
                '--unknown: "{name}" is not among the classes tested; they are {known}',
                name=name,
                known=", ".join(keys),
            )
    stance: dict[str, str] = {"stance": one_of("--stance", choices.stance, ("neutral", "eager", "cautious"))}
    return QuestionPlan(
        tasks=keys,
        trials=whole_quartets(choices.trials),
        seed=choices.seed,
        language=one_of("--prompt-lang", choices.prompt_lang, ("zh", "en")),  # type: ignore[arg-type]
        stance=stance["stance"],  # type: ignore[arg-type]
        penalty=choices.penalty,
        unknown=choices.unknown,
        as_text=choices.as_text,
        as_clip=choices.as_clip,
        evidence=choices.evidence,
        keep_pictures=choices.keep_pictures,
        temperature=choices.temperature or 0.0,
        model_profile=points_otherwise(choices.model_profile),
        people=people,
    )


def _counts(path: Path | None) -> dict[str, tuple[int, int]]:
    """Return how often people agreed with the truth of each class, of all their answers, as far as the file has its version."""
    if path is None:
        return {}
    from mindsight.home.questions import classes
    from mindsight.home.questions.people.answers import read_agreements

    found = read_agreements(path)
    places = {key: (key, one.version) for key, one in classes.load().items()}
    return {key: found[place] for key, place in places.items() if place in found}


def _confirmed(counts: Mapping[str, tuple[int, int]]) -> frozenset[str]:
    """Return the classes with whose truth people agree often enough."""
    from mindsight.home.questions.people.answers import confirmed

    return frozenset(key for key, (right, asked) in counts.items() if confirmed(right, asked))


def _data(plan: QuestionPlan, workspace: Path, resume: Path | None, work: Work) -> Path:
    """Return the data file of a run: that of the folder to resume, or newly drawn questions."""
    from mindsight.home.questions.data_file import write_questions
    from mindsight.home.questions.suite import DATA_FILE

    data = workspace / DATA_FILE
    if resume is not None:
        if not (resume / DATA_FILE).is_file():
            raise RecordError("{folder}: is not a run over questions; there is nothing to resume", folder=str(resume))
        shutil.copyfile(resume / DATA_FILE, data)
        return data
    write_questions(data, drawn(plan, plan.tasks, data, work))
    return data


def drawn(plan: QuestionPlan, keys: tuple[str, ...], data: Path, work: Work) -> Iterator[Question]:
    """Return newly drawn questions of some of a plan's classes; without classes nothing needs the engine."""
    from mindsight.home.questions.drawing import prepare

    if not keys:
        return iter(())
    need_engine()
    with explained(tasks_left, data), progress(text("drawing questions")) as step:
        return prepare(
            keys, trials=plan.trials, seed=plan.seed, engine=work.engine, workers=work.workers, progress=step
        )


def _test(
    choices: QuestionChoices, plan: QuestionPlan, data: Path, spec: SubjectSpec, means: Means, resume: Path | None
) -> QuestionsTest:
    from mindsight.home.questions.suite import QuestionsTest

    test = QuestionsTest(plan, data, spec, _subject(choices, plan, data, spec, resume), means)
    rest_on_review(test, choices.resting, spec, None, resume)
    return test


def _subject(
    choices: QuestionChoices, plan: QuestionPlan, data: Path, spec: SubjectSpec, resume: Path | None
) -> Subject:
    from mindsight.home.questions import classes
    from mindsight.home.questions.asking.files import Pictures
    from mindsight.home.questions.data_file import first_question
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Subject

    details: dict[str, Scalar] = {}
    if resume is not None:
        details = RunFolder.open(resume).manifest.subject.details
    elif spec.scheme == "model":
        from mindsight.home.questions.asking.models import find_model

        details = find_model(spec, plan, first_question(data), Pictures())
        forms = (classes.load()[key].form for key in plan.tasks)
        details |= probed(choices, plan, spec, forms, form=details["form"])
    return Subject(spec=spec.public, name=choices.name or name_of(spec), details=details)


def probed(
    choices: QuestionChoices, plan: QuestionPlan, spec: SubjectSpec, forms: Iterable[str], *, form: Scalar
) -> dict[str, Scalar]:
    """Say how a model writes points, if questions of the run ask for any, and return the detail for the record."""
    from mindsight.home.questions.asking.models import probe_model

    return told(probe_model(spec, plan, forms, form=form), plan.model_profile, spec) if choices.probe else {}
