"""Run one episode with a model: show a picture, read the answer, execute the action, until the end or a limit."""

from collections.abc import Awaitable, Callable
from typing import Any

from inspect_ai.model import ChatMessage, ModelOutput
from inspect_ai.tool import ToolInfo

from mindsight.harness.episodes.conversation import Conversation, answer_of, elsewhere, tool_infos, usage_of
from mindsight.harness.episodes.dialogue import Dialogue, Item
from mindsight.harness.episodes.outcomes import Outcome, Turn
from mindsight.harness.episodes.rules import HOW, Progress, RunStopped, over
from mindsight.harness.models.faults import blame, status_of
from mindsight.harness.processes.slots import InfrastructureError, Observation, Slot
from mindsight.harness.runs.settings import Limits, ToolUse
from mindsight.text import text

Ask = Callable[[list[ChatMessage], list[ToolInfo]], Awaitable[ModelOutput]]
"""Asks the model, given messages and tools."""
Aside = Callable[..., Awaitable[Any]]
"""Calls a blocking method of a slot without blocking the event loop."""

TOOLLESS_TURNS = 2
"""After this many answers without a tool call, a model that was offered tools is asked for JSON lines."""
_TOOLS_REJECTED = frozenset((400, 404, 422, 501))


class ModelAgent:
    """Runs episodes with one model."""

    def __init__(self, dialogue: Dialogue, limits: Limits, tools: ToolUse, ask: Ask, aside: Aside) -> None:
        self._dialogue = dialogue
        self._limits = limits
        self._offered = tools != "off" and bool(dialogue.tools) and dialogue.reads == "calls"
        self._may_fall_back = tools == "auto"
        self._infos = tool_infos(dialogue.tools) if self._offered else []
        self._ask = ask
        self._aside = aside

    async def run(self, item: Item, slot: Slot) -> Outcome:
        """Run one episode to its end; errors are part of the outcome."""
        progress, tools, result = Progress(), self._offered, None
        try:
            first = await self._aside(slot, slot.open, item.opening)
            conversation = Conversation(
                self._dialogue, item.instruction, first, tools=tools, pictures=self._limits.pictures
            )
            await self._take_turns(conversation, first, slot, progress)
            tools = conversation.tools
            if not progress.broken:
                result = await self._aside(slot, slot.end, HOW[progress.ending])
        except InfrastructureError as error:
            progress.stop("error", "infrastructure_error", error.text)
        return progress.outcome(item.id, result, tools=tools, restarts=slot.restarts)

    async def _take_turns(
        self, conversation: Conversation, observation: Observation, slot: Slot, progress: Progress
    ) -> None:
        while not observation.get("done"):
            output = await self._output(conversation, progress)
            if output is None:
                return
            progress.turns.append(turn := self._turn(output, observation))
            progress.elsewhere = elsewhere(output)
            if ending := over(progress.turns, self._limits):
                progress.stop(ending)
                return
            observation = self._dialogue.explained(turn, await self._aside(slot, slot.act, turn.wish))
            conversation.answered(None if output.empty else output.message, observation)
            if self._may_fall_back and never_called(progress.turns):
                conversation.tools = False

    async def _output(self, conversation: Conversation, progress: Progress) -> ModelOutput | None:
        try:
            output = await self._ask(conversation.messages(), self._infos if conversation.tools else [])
        except RunStopped:
            raise
        except Exception as error:  # noqa: BLE001  (whatever it is: the episode ends and the run goes on)
            if (
                self._may_fall_back
                and conversation.tools
                and not progress.turns
                and status_of(error) in _TOOLS_REJECTED
            ):
                conversation.tools = False
                return await self._output(conversation, progress)
            progress.stop("error", *blame(error))
            progress.unreachable = progress.broken
            return None
        if not output.empty and output.stop_reason == "model_length":
            progress.stop("error", "model_error", text("the model's context is full"))
            return None
        return output

    def _turn(self, output: ModelOutput, observation: Observation) -> Turn:
        answer, verbatim = answer_of(output)
        return self._dialogue.turn(answer, verbatim, observation, usage=usage_of(output), time_s=output.time or 0.0)


def never_called(turns: list[Turn]) -> bool:
    """Return whether a model that was offered tools has never used them."""
    return len(turns) == TOOLLESS_TURNS and all(turn.how != "tool" for turn in turns)
