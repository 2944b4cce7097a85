"""Settings of a run: access to the model, limits, budget."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.answers.conventions import Dialect
from mindsight.execution.failures import GIVE_UP_AFTER
from mindsight.harness.episodes.outcomes import Usage
from mindsight.text import Text

ToolUse = Literal["auto", "on", "off"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelSpec(_Data):
    """A model: ``name`` is ``provider/model`` of Inspect, or a bare name for any server with OpenAI's protocol.

    ``base_url`` is the server's address (else ``OPENAI_BASE_URL``, else OpenAI). A key is never stored here: it comes from the environment.
    ``timeout_s`` is the limit of one attempt; a request is retried ``retries`` times, for at most ``patience_s`` in total.
    """

    name: str
    base_url: str = ""
    dialect: Dialect = "openai"
    stream: bool | None = None
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    extra_body: dict[str, Any] = {}
    timeout_s: int = Field(default=180, ge=1)
    retries: int = Field(default=6, ge=0)
    patience_s: int = Field(default=900, ge=1)
    first_wait_s: float = 1.0


def temperature_sent(planned: float, details: Mapping[str, Any]) -> float | None:
    """Return the temperature that is sent; None if the server refuses one, as found by the first questions to it."""
    return None if "temperature" in str(details.get("sent_without", "")).split(", ") else planned


class Limits(_Data):
    """Limits of one episode; part of a result's identity.

    ``model_s``: seconds of successful requests. ``tokens``: input and output in total; None for no limit. ``answer_tokens``: in one answer.
    ``pictures``: number of last pictures sent. ``unusable``: unusable answers in a row.
    """

    model_s: float = Field(default=900.0, gt=0)
    tokens: int | None = Field(default=None, ge=1)
    answer_tokens: int = Field(default=4096, ge=1)
    pictures: int = Field(default=3, ge=1)
    unusable: int = Field(default=5, ge=1)


class Prices(_Data):
    """Prices per million tokens, in any currency."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return the cost of these tokens."""
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


class Budget(_Data):
    """Budget of a run: when it is spent nothing more is begun, and the run can be resumed.

    ``used`` is what the run had used before it was resumed. ``cost`` applies only if there are ``prices``.
    """

    tokens: int | None = Field(default=None, ge=1)
    cost: float | None = Field(default=None, gt=0)
    prices: Prices | None = None
    used: Usage = Usage()


class Effort(_Data):
    """Concurrency, and the number of untested items in a row after which a run ends."""

    workers: int = Field(default=2, ge=1)
    connections: int = Field(default=8, ge=1)
    give_up_after: int = Field(default=GIVE_UP_AFTER, ge=1)
    call_limit_s: float = Field(default=120.0, gt=0)


class Found(_Data):
    """Findings of the probe: whether the model calls tools, tokens of a picture, length of an answer, name of the model.

    ``answer_tokens`` is the length of an answer to a trivial question: a model with visible reasoning is recognised by it. ``server`` is an
    address without user, password or query, or the provider if its library knows the address. ``unread`` is the beginning of the answer to
    a request for a JSON line, for a model without tool calls, if it could not be read. ``habits`` is how the server wants to be asked, as
    far as it differs from the protocol; ``elsewhere`` says that the answer was empty because the server put it beside.
    """

    tools: bool
    picture_tokens: int
    answer_s: float
    answer_tokens: int = 0
    server: str = ""
    unread: str = ""
    habits: dict[str, Any] = {}
    elsewhere: Text | None = None
