"""How a model is reached, how much it may take, and what it may cost."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.models.dialects import Dialect

ToolUse = Literal["auto", "on", "off"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelSpec(_Data):
    """A model: ``name`` is ``provider/model`` of Inspect, or a bare name for any server that speaks OpenAI's protocol.

    ``base_url`` says where such a server is (else ``OPENAI_BASE_URL``, else OpenAI). A key is never written here: it comes
    from the environment. ``timeout_s`` is the limit of one attempt; a request is tried ``retries`` times more, and after
    ``patience_s`` in all no longer.
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


class Limits(_Data):
    """What one episode may take; part of a result's identity.

    ``model_s``: seconds of successful requests. ``tokens``: in and out, in all; None for no limit. ``answer_tokens``: in one
    answer. ``pictures``: how many of the last pictures are sent along. ``unusable``: answers in a row that cannot be used.
    """

    model_s: float = Field(default=900.0, gt=0)
    tokens: int | None = Field(default=None, ge=1)
    answer_tokens: int = Field(default=4096, ge=1)
    pictures: int = Field(default=3, ge=1)
    unusable: int = Field(default=5, ge=1)


class Prices(_Data):
    """Money for a million tokens, in any currency."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return what so many tokens cost."""
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


class Budget(_Data):
    """What a whole run may use: when it is spent nothing more is begun, and the run can be continued.

    ``used`` is what the run had used before it was continued. ``cost`` counts only where there are ``prices``.
    """

    tokens: int | None = Field(default=None, ge=1)
    cost: float | None = Field(default=None, gt=0)
    prices: Prices | None = None
    used: Usage = Usage()


class Effort(_Data):
    """How much happens at once, and when to give up: after so many items in a row that could not be tested."""

    workers: int = Field(default=2, ge=1)
    connections: int = Field(default=8, ge=1)
    give_up_after: int = Field(default=5, ge=1)
    call_limit_s: float = Field(default=120.0, gt=0)


class Found(_Data):
    """What the probe found: whether the model calls tools, what a picture takes, how long an answer, and who answered.

    ``answer_tokens`` is the length of an answer to a trivial question: a model that thinks aloud shows there. ``server`` is
    an address without name, password or query, or the provider where its library knows the address. ``unread`` is the
    beginning of what a model that calls no tools said when asked for a line of JSON, if that could not be read.
    """

    tools: bool
    picture_tokens: int
    answer_s: float
    answer_tokens: int = 0
    server: str = ""
    unread: str = ""
