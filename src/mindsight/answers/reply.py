"""A model's answer as it came, whatever the server put it in."""

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """A model's verbatim answer: its text, and tool calls as (name, arguments as sent).

    ``stop`` is why it ended: ``stop``, ``max_tokens``, ``content_filter``, …; ``reasoning`` is what the server kept apart as thoughts.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    stop: str = "stop"
    reasoning: str = ""
