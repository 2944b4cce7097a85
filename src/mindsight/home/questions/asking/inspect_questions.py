"""The questions for ``inspect eval mindsight/home-questions`` and ``home-clips``, in the harness's types, without importing Inspect."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from mindsight.answers.conventions import Points
from mindsight.errors import InputError
from mindsight.harness.questions.question import Question as Asked
from mindsight.harness.runs.suites import AskedQuestion, Judged
from mindsight.home import options
from mindsight.home.adapters import inspect_task
from mindsight.home.questions import classes
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.messages import parts_of, schema_of, system_prompt
from mindsight.home.questions.drawing import prepare
from mindsight.home.questions.plan import NOTHING_TO_POINT_AT, QuestionPlan, turn_of, whole_quartets
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.judging import judge
from mindsight.home.questions.scoring.reading import read

CLIPS_TASK = "home-clips"
CLIPS: Mapping[str, Any] = {"tasks": "event,intention,emotion", "as_clip": True}
"""The options of that task where they are not given: what happens over time, each clip sent as one video."""


OPTIONS = options.names_of(QuestionPlan)


def inspect_questions(*, workers: int = 1, **given: Any) -> list[AskedQuestion]:
    """Draw the questions of a plan as ``mindsight home ask`` does, from the same cache.

    Raises:
        InputError: A value is not valid.
    """
    plan = plan_of_options(**given)
    pictures = Pictures()
    drawn = prepare(plan.tasks, trials=plan.trials, seed=plan.seed, workers=workers)
    return [_asked(one, plan, pictures) for one in sorted(drawn, key=lambda one: turn_of(one.id))]


def plan_of_options(**given: Any) -> QuestionPlan:
    """Return the plan that the options of ``inspect eval`` give.

    Raises:
        InputError: A value is not valid.
    """
    plan: QuestionPlan = options.chosen(QuestionPlan, given)
    if plan.as_text and plan.model_profile is not None:
        raise InputError(NOTHING_TO_POINT_AT)
    if plan.trials < 1:
        raise InputError("-T trials: give a number from 1 on")
    pool = classes.load()
    keys = tuple(
        key
        for key, one in pool.items()
        if any(key == word or (key.startswith((f"{word}.", f"{word}_")) and not one.contested) for word in plan.tasks)
    )
    if not keys:
        options.check_keys([",".join(plan.tasks)], pool)
    return plan.model_copy(update={"tasks": keys, "trials": whole_quartets(plan.trials)})


def _asked(question: Question, plan: QuestionPlan, pictures: Pictures) -> AskedQuestion:
    def parts() -> Any:
        return parts_of(question, plan, [] if plan.as_text else pictures.of(question))

    points = pictures.points(question, plan.model_profile)
    asked = Asked(
        id=question.id,
        parts=parts,
        system=system_prompt(plan, points),
        schema=schema_of(question, plan),
    )
    return AskedQuestion(asked, partial(_judged, question, points))


def _judged(question: Question, points: Points, said: str) -> Judged:
    found = judge(question, read(said, question, points))
    facts = {"task": question.kind, "valid": question.valid, "reason": question.truth.reason, "outcome": found.outcome}
    return Judged(found.outcome in {"TP", "TN"}, {**facts, "manner": found.manner})


def measures(judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
    """Return T by formula (1), the measures always reported with it, and f of each class."""
    return inspect_task.measures(judged)
