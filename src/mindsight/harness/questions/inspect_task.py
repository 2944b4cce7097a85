"""``inspect eval mindsight/home-questions`` and ``home-clips``: a suite's questions as an Inspect task, asked and judged as in our runs."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, accuracy, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from mindsight.harness.episodes.conversation import answer_of
from mindsight.harness.questions.interview import messages_of
from mindsight.harness.runs.settings import ModelSpec
from mindsight.harness.runs.suites import QUESTIONS, QuestionSuite, check_options

ANSWER_TOKENS = 4096


def questions_task(suite: str, options: Mapping[str, Any], *, clips: bool = False) -> Task:
    """Return a suite's questions as a task; ``clips``: those about what happens over time, unless options say otherwise.

    Raises:
        InputError: The suite has no option of that name, or cannot use its value.
    """
    module = _module(suite)
    check_options(options, module.OPTIONS)
    asked = module.inspect_questions(**{**(module.CLIPS if clips else {}), **options})
    spec = ModelSpec(name="-")
    return Task(
        dataset=MemoryDataset([Sample(id=one.question.id, input="-") for one in asked]),
        solver=ask({one.question.id: one for one in asked}),
        scorer=outcome(),
        metrics=[accuracy(), measures(suite)],
        name=f"{suite}-{'clips' if clips else 'questions'}",
        fail_on_error=False,
        config=GenerateConfig(
            max_retries=spec.retries,
            timeout=spec.patience_s,
            attempt_timeout=spec.timeout_s,
            max_tokens=ANSWER_TOKENS,
            temperature=spec.temperature,
        ),
    )


@solver
def ask(asked: Mapping[str, Any]) -> Solver:
    """Return the solver that asks the sample's question and has the suite judge the answer."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        one = asked[str(state.sample_id)]
        messages, _ = messages_of(one.question)
        state.messages = messages
        state.output = await get_model().generate(messages)
        correct, facts = one.judge(str(answer_of(state.output)[1]["text"]))
        state.metadata["judged"] = {"correct": correct, **facts}
        return state

    return solve


@metric
def measures(suite: str) -> Metric:
    """Return the suite's measures over all questions."""

    def computed(scores: list[SampleScore]) -> dict[str, float]:
        return _module(suite).measures([(score.score.as_float(), score.score.metadata or {}) for score in scores])

    return cast("Metric", computed)


@scorer(metrics=[accuracy()])
def outcome() -> Scorer:
    """Return the scorer that reads a sample's result; 1 is right, also of a question that is rightly left alone."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        judged = state.metadata.get("judged")
        if judged is None:
            return Score(value=float("nan"), explanation="The question was not asked.")
        return Score(value=int(judged["correct"]), answer=str(judged.get("outcome", "")), metadata=dict(judged))

    return score


def _module(suite: str) -> QuestionSuite:
    return cast("QuestionSuite", import_module(QUESTIONS[suite]))
