"""Rules for ending an episode because of its subject, shared by models and other agents."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mindsight.harness.episodes.outcomes import Ending, ErrorKind, Outcome, Turn
from mindsight.harness.runs.settings import Limits
from mindsight.text import Text

HOW: dict[Ending, str] = {
    "done": "silence",
    "time": "time",
    "tokens": "time",
    "silence": "silence",
    "error": "silence",
}
"""Ending reported to the environment when the subject stops; an environment that has already ended ignores it."""


class RunStopped(Exception):  # noqa: N818  (an event, not a fault)
    """The whole run ends: the current episode is dropped as if it had never begun."""


@dataclass
class Progress:
    """The state of an episode: its turns so far, and how it ended."""

    turns: list[Turn] = field(default_factory=list)
    ending: Ending = "done"
    error: ErrorKind = ""
    reason: Text | None = None
    unreachable: bool = False
    elsewhere: Text | None = None
    """Why the last answer was empty, if the server put it beside."""

    def stop(self, ending: Ending, error: ErrorKind = "", reason: Text | None = None) -> None:
        """Record how the episode ended."""
        self.ending, self.error, self.reason = ending, error, reason

    @property
    def broken(self) -> bool:
        """Whether something other than the subject failed."""
        return self.error == "infrastructure_error"

    def outcome(self, item: str, result: dict[str, Any] | None, *, tools: bool, restarts: int) -> Outcome:
        """Return the outcome."""
        error = self.error or _never_understood(self.turns)
        return Outcome(
            id=item,
            ending=self.ending,
            error=error,
            reason=self.elsewhere if error == "parse_error" else self.reason,
            unreachable=self.unreachable,
            turns=tuple(self.turns),
            result=result,
            tools=tools,
            restarts=restarts,
        )


def over(turns: Sequence[Turn], limits: Limits) -> Ending | None:
    """Return why the episode ends after the last answer, which is then not executed; None if it goes on."""
    if sum(turn.time_s for turn in turns) > limits.model_s:
        return "time"
    if limits.tokens is not None and sum(turn.usage.total for turn in turns) > limits.tokens:
        return "tokens"
    last = turns[-limits.unusable :]
    return "silence" if len(last) == limits.unusable and all(map(unusable, last)) else None


def unusable(turn: Turn) -> bool:
    """Return whether an answer contains no action at all; unknown, ambiguous and out-of-range actions cost a step instead."""
    return turn.problem not in {"", "unknown_name", "several", "ambiguous"}


def _never_understood(turns: Sequence[Turn]) -> ErrorKind:
    if not turns or not all(map(unusable, turns)):
        return ""
    return "refused" if all(turn.problem == "refused" for turn in turns) else "parse_error"


class OutOfTime(Exception):  # noqa: N818  (an event, not a fault)
    """An agent did not answer within its remaining time."""


class AgentFailed(Exception):  # noqa: N818  (reads as what it is)
    """An agent failed by its own fault."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
