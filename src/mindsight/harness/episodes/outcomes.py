"""What comes back from an episode: every turn verbatim, what it cost, how it ended, and what the environment makes of it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.harness.episodes.answers import How, Problem
from mindsight.text import Text

Ending = Literal["done", "time", "tokens", "silence", "error"]
"""``done``: the environment says so (the subject ended it, or its steps are used up); ``time`` or ``tokens``: a limit of the
subject; ``silence``: too many answers in a row that could not be used; ``error``: it could not go on."""
ErrorKind = Literal["", "refused", "parse_error", "model_error", "infrastructure_error"]
"""``refused``: the model would not answer; ``parse_error``: nothing it said could be read; ``model_error``: the model cannot
take the task (its context is full, say). These count as the subject's own. ``infrastructure_error``: nobody's fault."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Usage(_Data):
    """Tokens: ``input`` holds cached ones too, ``output`` reasoning ones too."""

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

    ``answer`` is what it gave, verbatim; ``wish`` what the environment was asked for (None: nothing that could be read);
    ``fault`` says why the environment cannot use a wish that could be read; ``time_s`` is the time of the request that
    succeeded, without waits and repetitions.
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

    ``unreachable``: it was broken off because the subject could not be asked, not because its environment failed.
    ``result`` is what the environment's ``end`` returned, None where it could not be asked. ``tools`` says whether the
    subject was offered tools until the end; ``restarts`` how often the environment's process was replaced.
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
        """Whether the outcome says something about the subject."""
        return self.error != "infrastructure_error"

    @property
    def usage(self) -> Usage:
        """Tokens of the whole episode."""
        return sum((turn.usage for turn in self.turns), Usage())

    @property
    def model_s(self) -> float:
        """Seconds that the subject took for its answers."""
        return sum(turn.time_s for turn in self.turns)

    @property
    def repaired(self) -> int:
        """Answers that were understood only by overlooking something."""
        return sum(bool(turn.repairs) for turn in self.turns)

    @property
    def unusable(self) -> int:
        """Answers that could not be used at all."""
        return sum(bool(turn.problem) for turn in self.turns)
