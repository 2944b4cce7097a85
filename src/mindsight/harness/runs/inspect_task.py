"""``inspect eval mindsight/home``: a suite's items as an Inspect task, run with the same agent as our own runs."""

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, cast

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, GenerateConfig, ModelOutput, get_model
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, accuracy, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo
from inspect_ai.util import LimitExceededError, concurrency

from mindsight.harness.episodes.dialogue import Dialogue, Item, words_hash
from mindsight.harness.episodes.episode import ModelAgent
from mindsight.harness.episodes.rules import RunStopped
from mindsight.harness.models.inspect_model import with_local_counts
from mindsight.harness.processes.slots import Slot
from mindsight.harness.runs.settings import Effort, Limits, ModelSpec
from mindsight.harness.runs.suites import SUITES, Suite, check_options
from mindsight.harness.runs.task import aside, asked
from mindsight.text import say

JUDGED = "judged"
"""Key in a sample's metadata for its result."""


def suite_task(suite: str, options: Mapping[str, Any]) -> Task:
    """Return a suite's items as a task.

    Raises:
        InputError: The suite has no option of that name, or cannot use its value.
    """
    module = _module(suite)
    check_options(options, module.OPTIONS)
    items, dialogue, environment = module.inspect_items(**options)
    limits, spec, effort = Limits(), ModelSpec(name="-"), Effort()
    workers = int(options.get("workers", effort.workers))
    return Task(
        dataset=MemoryDataset([Sample(id=item.id, input=item.instruction or "-") for item in items]),
        solver=episodes(_Table(module, items, dialogue, environment, limits, workers)),
        scorer=outcome(),
        metrics=[accuracy(), measures(suite)],
        name=suite,
        # A failed episode is listed and does not end the others; by default Inspect retries without limit.
        fail_on_error=False,
        config=GenerateConfig(
            max_retries=spec.retries,
            timeout=spec.patience_s,
            attempt_timeout=spec.timeout_s,
            max_tokens=limits.answer_tokens,
            temperature=spec.temperature,
        ),
        metadata={"limits": limits.model_dump(), "words": f"sha256-{words_hash(dialogue.language)}"},
    )


class _Table:
    """Items, and environments that are reused from sample to sample."""

    def __init__(
        self,
        suite: Suite,
        items: Sequence[Item],
        dialogue: Dialogue,
        environment: str,
        limits: Limits,
        workers: int,
    ) -> None:
        self._suite = suite
        self._items = {item.id: item for item in items}
        self._dialogue = dialogue
        self._limits = limits
        self._workers = workers
        self._open = partial(Slot, environment, call_limit_s=Effort().call_limit_s)
        self._free: list[Slot] = []

    async def run(self, state: TaskState) -> None:
        """Run a sample's item and store its result.

        Raises:
            LimitExceededError: One of Inspect's own limits is met; nothing is stored.
            RuntimeError: It could not be tested, because of the test's own equipment.
        """
        item = self._items[str(state.sample_id)]
        async with concurrency("mindsight/environments", self._workers):
            slot = self._free.pop() if self._free else self._open()
            agent = ModelAgent(self._dialogue, self._limits, "auto", partial(_ask, state), aside)
            try:
                ended = await agent.run(item, slot)
            except RunStopped as stopped:
                self._free.append(slot)
                raise stopped.__cause__ or stopped from None
            # A slot whose episode was aborted in any other way is not reused; its process ends with it.
            self._free.append(slot)
        # The turns make the log enough to take the episode again; what came of it is judged below.
        state.metadata["outcome"] = ended.model_dump(mode="json", exclude={"result"})
        if not ended.tested or ended.result is None:
            raise RuntimeError(say(ended.reason, "en") if ended.reason else "the item could not be tested")
        correct, facts = self._suite.judge(item, ended.result)
        state.metadata[JUDGED] = {"correct": correct, **facts}


async def _ask(state: TaskState, messages: list[ChatMessage], tools: list[ToolInfo]) -> ModelOutput:
    try:
        return await asked(state, with_local_counts(get_model()), messages, tools)
    except LimitExceededError as error:
        raise RunStopped from error


@solver
def episodes(table: _Table) -> Solver:
    """Return the solver that runs the sample's item."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        await table.run(state)
        return state

    return solve


@metric
def measures(suite: str) -> Metric:
    """Return the suite's measures over all items."""

    def computed(scores: list[SampleScore]) -> dict[str, float]:
        found = [(score.score.as_float(), score.score.metadata or {}) for score in scores]
        return _module(suite).measures(found)

    return cast("Metric", computed)


@scorer(metrics=[accuracy()])
def outcome() -> Scorer:
    """Return the scorer that reads a sample's result; 1 is right, and an aborted episode is not scored."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        judged = state.metadata.get(JUDGED)
        if judged is None:
            return Score(value=float("nan"), explanation="The episode was broken off by a limit of Inspect's own.")
        return Score(value=int(judged["correct"]), answer=str(judged.get("outcome", "")), metadata=dict(judged))

    return score


def _module(suite: str) -> Suite:
    return cast("Suite", import_module(SUITES[suite]))
