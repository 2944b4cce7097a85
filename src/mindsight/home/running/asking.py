"""Questions to a subject about what is seen: from choices to the finished run, generated ones or those of a pool that somebody brings."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mindsight.engine.needs import need_engine
from mindsight.errors import InputError
from mindsight.execution.listening import NOBODY, Listener, Step
from mindsight.execution.making import Making
from mindsight.home.plan import Use
from mindsight.home.questions import classes
from mindsight.home.questions.plan import QuestionPlan, Sources
from mindsight.home.running.carrying import Ready, Subjected, run_as_called
from mindsight.home.running.checking import check_options, check_scheme
from mindsight.home.running.pools import PoolQuestions, taken
from mindsight.home.running.questions import Questions, generated
from mindsight.home.running.selection import questions_chosen
from mindsight.runs import Run
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language

ANSWERING = ("baseline", "model", "python", "command", "http")
"""Schemes of subjects that can answer questions."""
WORSE_TRIALS = 48
"""Questions of each class that give each of three disturbances every strength once."""


def ask(subject: Subjected, *, progress: Step | None = None, language: Language = "en", **options: Any) -> Run:
    """Ask a subject questions about what is seen, write record and report, and return the finished run.

    Args:
        subject: The subject, ``SCHEME:REST`` as on the command line.
        progress: Called with (finished, all) as questions are drawn and answered.
        language: Language of the report.
        options: Fields of ``QuestionPlan`` (``tasks``, ``trials``, ``as_text`` …), ``Sources`` (``pool``, ``people`` …), ``Use`` and
            ``Making``.

    Raises:
        InputError: Something that was given cannot be used.
        SubjectError: The subject cannot be reached.

    Example:
        >>> import mindsight
        >>> done = mindsight.home.ask("baseline:oracle", tasks=["object.count"], trials=4, out="runs/asked")
        >>> done.measures["home.T"].value
        1.0
    """
    return run_as_called(prepared, (Sources, QuestionPlan, Use), subject, options, progress, language)


@contextmanager
def prepared(
    spec: SubjectSpec,
    sources: Sources,
    plan: QuestionPlan,
    use: Use,
    making: Making,
    *,
    listener: Listener = NOBODY,
) -> Iterator[list[Ready]]:
    """Give the test of what was chosen for as long as its data are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is drawn.
        SubjectError: The subject cannot be reached; of a model raised then too.
    """
    with drawn(spec, sources, plan, use, making, listener=listener) as questions:
        yield [Ready(questions.test(use, making, listener), making.folder, making.resume, questions.means)]


@contextmanager
def drawn(
    spec: SubjectSpec,
    sources: Sources,
    plan: QuestionPlan,
    use: Use,
    making: Making,
    *,
    dry_run: bool = False,
    listener: Listener = NOBODY,
) -> Iterator[Questions | PoolQuestions]:
    """Give the questions of what was chosen for as long as their files are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is drawn.
        SubjectError: A model cannot be reached; raised then too.
    """
    check_scheme(spec, ANSWERING, "questions")
    check_options(spec, plan, use)
    make = generated if sources.pool is None else taken
    with make(spec, sources, plan, use, making, dry_run=dry_run, listener=listener) as questions:
        yield questions


def worse(plan: QuestionPlan) -> QuestionPlan:
    """Return the plan over those of its classes that come with pictures made worse.

    Raises:
        InputError: None does.
    """
    need_engine()
    rising = [key for key, one in classes.load().items() if one.strengths > 1]
    keys = tuple(key for key in questions_chosen(plan.tasks) if key in rising)
    if not keys:
        raise InputError(
            "--tasks: {names}: not asked with pictures made worse; there are {known}",
            names=", ".join(plan.tasks),
            known=", ".join(rising),
        )
    trials = plan.trials if "trials" in plan.model_fields_set else WORSE_TRIALS
    return plan.model_copy(update={"tasks": keys, "trials": trials})
