"""The outcome of an episode: every turn verbatim, its cost, how it ended, and the environment's result."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.answers.actions import How, Problem
from mindsight.text import Text

Ending = Literal["done", "time", "tokens", "silence", "error"]
"""``done``: the environment ended it (the subject finished, or its steps are used up); ``time`` or ``tokens``: a limit of the subject;
``silence``: too many unusable answers in a row; ``error``: it could not continue."""
ErrorKind = Literal["", "refused", "parse_error", "model_error", "infrastructure_error"]
"""``refused``: the model refused to answer; ``parse_error``: none of its answers could be read;
``model_error``: the model cannot process the task (its context is full, say). These count as the subject's failures.
``infrastructure_error``: a failure of the test's own equipment."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Usage(_Data):
    """Tokens: ``input`` includes cached ones, ``output`` includes reasoning."""

    input: int = 0
    output: int = 0
    cached: int = 0
    reasoning: int = 0

    @property
    def total(self) -> int:
        """Tokens in and out."""
        return self.input + self.output

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
        )


class Turn(_Data):
    """One answer of the subject.

    ``answer`` is the verbatim answer; ``wish`` the request to the environment (None: nothing could be read); ``fault`` says why the
    environment cannot use the request; ``time_s`` is the time of the successful request, without waits and retries.
    """

    answer: dict[str, Any]
    wish: Any = None
    how: How = "none"
    repairs: tuple[str, ...] = ()
    ignored: int = 0
    problem: Problem = ""
    fault: str = ""
    usage: Usage = Usage()
    time_s: float = 0.0


class Outcome(_Data):
    """An episode that has ended.

    ``unreachable``: it was aborted because the subject could not be reached, not because its environment failed. ``result`` is the return
    value of the environment's ``end``, None if that failed. ``tools`` states whether the subject was offered tools until the end;
    ``restarts`` counts replacements of the environment's process.
    """

    id: str
    ending: Ending
    error: ErrorKind = ""
    reason: Text | None = None
    unreachable: bool = False
    turns: tuple[Turn, ...] = ()
    result: dict[str, Any] | None = None
    tools: bool = False
    restarts: int = 0

    @property
    def tested(self) -> bool:
        """Whether the outcome counts as a test of the subject."""
        return self.error != "infrastructure_error"

    def account(self) -> dict[str, Any]:
        """Return what a record keeps of the dialogue: every turn, and what it took."""
        return {
            "turns": [turn.model_dump(mode="json") for turn in self.turns],
            "usage": self.usage.model_dump(mode="json"),
            "ending": self.ending,
            "error": self.error,
            "tools": self.tools,
            "restarts": self.restarts,
        }

    @property
    def usage(self) -> Usage:
        """Tokens of the whole episode."""
        return sum((turn.usage for turn in self.turns), Usage())

    @property
    def model_s(self) -> float:
        """Total time of the subject's answers in seconds."""
        return sum(turn.time_s for turn in self.turns)

    @property
    def repaired(self) -> int:
        """Number of answers that could be read only with repairs."""
        return sum(bool(turn.repairs) for turn in self.turns)

    @property
    def unusable(self) -> int:
        """Number of answers that could not be used."""
        return sum(bool(turn.problem) for turn in self.turns)
