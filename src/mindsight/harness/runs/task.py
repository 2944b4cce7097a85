"""Items as an Inspect task: one sample per item, a solver that runs its episode, settings that avoid hangs and data loss."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from inspect_ai import Task, eval_async
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, Model, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolInfo

from mindsight.harness.episodes.conversation import usage_of
from mindsight.harness.episodes.dialogue import Item
from mindsight.harness.episodes.episode import ModelAgent
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.harness.episodes.rules import RunStopped
from mindsight.harness.models.inspect_model import open_model
from mindsight.harness.processes.slots import Slot
from mindsight.harness.runs.accounts import Account
from mindsight.harness.runs.plans import Plan

Report = Callable[[Outcome], None]


async def evaluate(plan: Plan, items: Sequence[Item], account: Account, report: Report, logs: Path) -> None:
    """Run every item and report each outcome as it ends."""
    effort = plan.effort
    slots = [Slot(plan.environment, call_limit_s=effort.call_limit_s) for _ in range(min(effort.workers, len(items)))]
    model = open_model(plan.spec, connections=effort.connections, answer_tokens=plan.limits.answer_tokens)
    try:
        async with model:
            task = _task(plan, items, _Runners(plan, items, account, report, slots), model)
            kept = plan.logs is not None
            await carry_out(task, model, logs, keep=kept, pictures=kept, at_once=len(slots))
    finally:
        for slot in slots:
            slot.close()


async def carry_out(task: Task, model: Model, logs: Path, *, keep: bool, pictures: bool, at_once: int) -> None:
    """Have Inspect run a task; ``keep`` states whether its log contains the messages, ``pictures`` whether media too."""
    _silence()
    await eval_async(
        task,
        model=model,
        log_dir=str(logs),
        log_format="eval",
        log_level="critical",
        log_level_transcript="warning",
        # Our own record is written as each item ends; Inspect's log is additional evidence.
        log_buffer=1,
        log_realtime=False,
        log_images=pictures,
        log_samples=keep,
        log_header_only=True,
        max_samples=at_once,
        fail_on_error=False,
        score=False,
        ctl_server=False,
    )


def _task(plan: Plan, items: Sequence[Item], runners: "_Runners", model: Model) -> Task:
    samples = [Sample(id=item.id, input=item.instruction or "-") for item in items]
    return Task(dataset=MemoryDataset(samples), solver=episode(runners, model), name=plan.name)


@solver
def episode(runners: "_Runners", model: Model) -> Solver:
    """Return the solver that runs the sample's item."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        with contextlib.suppress(RunStopped):
            await runners.run(state, model)
        return state

    return solve


class _Runners:
    """Assigns free slots to samples."""

    def __init__(self, plan: Plan, items: Sequence[Item], account: Account, report: Report, slots: list[Slot]) -> None:
        self._plan = plan
        self._items = {item.id: item for item in items}
        self._account = account
        self._report = report
        self._free: asyncio.Queue[Slot] = asyncio.Queue()
        for slot in slots:
            self._free.put_nowait(slot)
        self._threads = anyio.CapacityLimiter(2 * len(slots))

    async def run(self, state: TaskState, model: Model) -> None:
        """Run a sample's item in the next free slot and report the outcome."""
        slot = await self._free.get()
        try:
            self._account.begin()
            agent = ModelAgent(
                self._plan.dialogue,
                self._plan.limits,
                self._plan.tools,
                partial(self._ask, state, model),
                partial(aside, limiter=self._threads),
            )
            outcome = await agent.run(self._items[str(state.sample_id)], slot)
            state.metadata["outcome"] = outcome.model_dump(mode="json", exclude={"result", "turns"})
            self._account.ended(outcome)
            self._report(outcome)
        except RunStopped:
            raise
        except Exception as error:
            # Inspect would only log the error and continue.
            self._account.fail(error)
            raise RunStopped from error
        finally:
            self._free.put_nowait(slot)

    async def _ask(
        self, state: TaskState, model: Model, messages: list[ChatMessage], tools: list[ToolInfo]
    ) -> ModelOutput:
        self._account.check()
        output = await asked(state, model, messages, tools)
        self._account.pay(usage_of(output))
        return output


async def asked(state: TaskState, model: Model, messages: list[ChatMessage], tools: list[ToolInfo]) -> ModelOutput:
    """Ask a model, given messages and tools; the sample stores the conversation."""
    state.messages = list(messages)
    output = await model.generate(messages, tools=tools)
    state.output = output
    if not output.empty:
        state.messages.append(output.message)
    return output


async def aside(
    slot: Slot, method: Callable[..., Any], *arguments: Any, limiter: anyio.CapacityLimiter | None = None
) -> Any:
    """Call a slot's method in a thread; if the call is no longer awaited, it ends with its process."""
    try:
        return await anyio.to_thread.run_sync(method, *arguments, abandon_on_cancel=True, limiter=limiter)
    except anyio.get_cancelled_exc_class():
        slot.abandon()
        raise


def _silence() -> None:
    """Keep Inspect from drawing on the screen: output to users is the suite's task."""
    with contextlib.suppress(ImportError):  # a private name: if it moves, Inspect prints a few lines
        from inspect_ai.util._display import init_display_type

        init_display_type("none")
