"""The questions for ``inspect eval mindsight/home-questions`` and ``home-clips``, in the harness's types, without importing Inspect."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from mindsight.answers.conventions import DEFAULT, Points
from mindsight.errors import InputError
from mindsight.harness.questions.question import Question as Asked
from mindsight.harness.runs.suites import AskedQuestion, Judged
from mindsight.home import options
from mindsight.home.adapters import inspect_task
from mindsight.home.episodes.stances import STANCES, USUAL
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


def inspect_questions(  # noqa: PLR0913  (what `inspect eval -T` sets)
    *,
    tasks: str | Sequence[str] = ("object", "language", "state", "commonsense"),
    trials: int = 52,
    seed: int = 7,
    prompt_lang: Any = "zh",
    stance: Any = USUAL,
    as_text: bool = False,
    as_clip: bool = False,
    model_profile: Any = DEFAULT,
    workers: int = 1,
) -> list[AskedQuestion]:
    """Draw the questions of a plan as ``mindsight home run`` does, from the same cache.

    Raises:
        InputError: A value is not valid.
    """
    plan = plan_of_options(
        tasks=tasks, trials=trials, seed=seed, prompt_lang=prompt_lang, stance=stance, as_text=as_text, as_clip=as_clip,
        model_profile=model_profile,
    )  # fmt: skip
    pictures = Pictures()
    drawn = prepare(plan.tasks, trials=plan.trials, seed=seed, workers=workers)
    return [_asked(one, plan, pictures) for one in sorted(drawn, key=lambda one: turn_of(one.id))]


def plan_of_options(  # noqa: PLR0913  (what `inspect eval -T` sets)
    *,
    tasks: str | Sequence[str] = ("object", "language", "state", "commonsense"),
    trials: int = 52,
    seed: int = 7,
    prompt_lang: Any = "zh",
    stance: Any = USUAL,
    as_text: bool = False,
    as_clip: bool = False,
    model_profile: Any = DEFAULT,
    temperature: float = 0.0,
) -> QuestionPlan:
    """Return the plan that the options of ``inspect eval`` give.

    Raises:
        InputError: A value is not valid.
    """
    options.one_of("prompt_lang", prompt_lang, ("zh", "en"))
    options.one_of("stance", stance, STANCES)
    options.check_whole("trials", trials, 1)
    options.check_whole("seed", seed, 0)
    options.check_switch("as_text", as_text)
    options.check_switch("as_clip", as_clip)
    options.check_temperature(temperature)
    profile = options.profile_named(model_profile)
    if as_text and profile is not None:
        raise InputError(NOTHING_TO_POINT_AT)
    named = options.names_of("tasks", tasks)
    pool = classes.load()
    keys = [
        key
        for key, one in pool.items()
        if any(key == word or (key.startswith((f"{word}.", f"{word}_")) and not one.contested) for word in named)
    ]
    if not keys:
        raise InputError(
            "-T {option}: {value} is none of {known}", option="tasks", value=",".join(named), known=", ".join(pool)
        )
    return QuestionPlan(
        tasks=tuple(keys),
        trials=whole_quartets(trials),
        seed=seed,
        language=prompt_lang,
        stance=stance,
        as_text=as_text,
        as_clip=as_clip,
        model_profile=profile,
        temperature=temperature,
    )


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
