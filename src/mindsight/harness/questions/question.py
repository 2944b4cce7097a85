"""What a question to a model holds, how it is asked, and what comes back: plain values, nothing of Inspect."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from mindsight.harness.episodes.outcomes import ErrorKind, Usage
from mindsight.harness.runs.settings import Budget, ModelSpec
from mindsight.text import Text

Fallback = Literal["json_schema", "json_object", "plain"]
"""How a form is asked for: by a schema that the server holds the model to, by any JSON object, or by words alone."""
MediumKind = Literal["image", "audio", "video"]
MOST_TEXT = 1_000_000
"""Characters of an answer that are kept; no model writes as many, a broken server may."""


class Words(NamedTuple):
    """Text in a message."""

    text: str


class Medium(NamedTuple):
    """A picture, a sound or a video in a message."""

    kind: MediumKind
    mime: str
    data: bytes


Part = Words | Medium


@dataclass(frozen=True)
class Question:
    """One message to a model.

    ``parts`` is called in a thread, once, just before the question is sent. ``schema`` is the JSON Schema of the answer.
    """

    id: str
    parts: Callable[[], Sequence[Part]]
    system: str = ""
    schema: dict[str, Any] | None = None


class Replied(BaseModel):
    """What became of a question.

    ``text`` is the answer verbatim and ``said`` what came with it: why it ended, reasoning, a refusal. ``error`` is empty
    where there is an answer, whatever is in it. ``fallback`` is how the form was asked for in the end; ``sent`` the bytes of
    each kind of medium; ``time_s`` the time of the request that succeeded, without waits and repetitions.
    ``unreachable``: the model could not be asked, not: there was nothing to ask. ``model`` is what the server calls it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    error: ErrorKind = ""
    reason: Text | None = None
    unreachable: bool = False
    text: str = ""
    said: dict[str, Any] = {}
    usage: Usage = Usage()
    time_s: float = 0.0
    fallback: Fallback = "plain"
    sent: dict[str, int] = {}
    model: str = ""

    @property
    def tested(self) -> bool:
        """Whether the reply says something about the model."""
        return self.error != "infrastructure_error"

    @property
    def stop(self) -> str:
        """Why the answer ended."""
        return str(self.said.get("stop", ""))


class Asking(NamedTuple):
    """How questions are put.

    ``makers`` is how many questions are made ready at once, beside those that are at the server. ``fallback`` is how the form is
    asked for at first. ``logs`` is the folder for Inspect's log, without media; None keeps none.
    """

    spec: ModelSpec
    answer_tokens: int = 2048
    connections: int = 8
    makers: int = 2
    give_up_after: int = 5
    budget: Budget = Budget()
    fallback: Fallback = "json_schema"
    logs: Path | None = None
    name: str = "mindsight"
    extra: str = "vsig"


class Met(NamedTuple):
    """What the first question to a model shows: who answers, which fallback its server takes, what an answer takes.

    ``model`` is what the server calls the model that answered, ``text`` what it said.
    """

    server: str
    fallback: Fallback
    usage: Usage
    time_s: float
    model: str = ""
    text: str = ""
