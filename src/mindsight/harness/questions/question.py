"""Questions to a model, how they are asked, and replies: plain values, independent of Inspect."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from mindsight.answers.reply import REASONING, Answer
from mindsight.execution.failures import GIVE_UP_AFTER
from mindsight.harness.episodes.outcomes import ErrorKind, Usage
from mindsight.harness.runs.settings import Budget, ModelSpec
from mindsight.text import Text

Fallback = Literal["json_schema", "json_object", "plain"]
"""How a form is requested: by a schema that the server enforces, as any JSON object, or by text alone."""
MediumKind = Literal["image", "audio", "video"]
MOST_TEXT = 1_000_000
"""Characters of an answer that are kept; only a broken server sends more."""


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
    """The reply to a question, or the error.

    ``text`` is the answer verbatim and ``said`` what came with it: why it ended, reasoning, a refusal. ``error`` is empty if there is an
    answer of any content. ``fallback`` is how the form was finally requested; ``sent`` the bytes of each kind of medium; ``time_s`` the
    time of the successful request, without waits and retries. ``unreachable``: the model could not be asked, although there was a question.
    ``model`` is the server's name for it.
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
        """Whether the reply counts as a test of the model."""
        return self.error != "infrastructure_error"

    @property
    def answer(self) -> Answer:
        """The answer with its tool calls and the reasoning beside it."""
        calls = tuple((name, arguments) for name, arguments in self.said.get("calls", ()))
        reasoning = next((self.said[name] for name in REASONING if name in self.said), "")
        return Answer(text=self.text, calls=calls, stop=self.stop or "stop", reasoning=reasoning)

    @property
    def stop(self) -> str:
        """Why the answer ended."""
        return str(self.said.get("stop", ""))


class Asking(NamedTuple):
    """How questions are asked.

    ``makers`` is the number of questions prepared at once, besides those sent. ``fallback`` is how the form is requested first.
    """

    spec: ModelSpec
    answer_tokens: int = 2048
    connections: int = 8
    makers: int = 2
    give_up_after: int = GIVE_UP_AFTER
    budget: Budget = Budget()
    fallback: Fallback = "json_schema"
    extra: str = "vsig"


class Met(NamedTuple):
    """Findings of the first question to a model: its name, the fallback its server accepts, tokens and time of an answer.

    ``model`` is the server's name for the model, ``text`` its answer. ``habits`` is how the server wants to be asked, as far as it differs
    from the protocol; ``elsewhere`` says that the answer was empty because the server put it beside.
    """

    server: str
    fallback: Fallback
    usage: Usage
    time_s: float
    model: str = ""
    text: str = ""
    habits: Mapping[str, Any] = MappingProxyType({})
    elsewhere: Text | None = None

    @property
    def details(self) -> dict[str, Any]:
        """What a record keeps of the model."""
        return {"server": self.server, "form": self.fallback, **self.habits}
