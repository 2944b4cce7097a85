"""A model's answer as it came, whatever the server put it in."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

READING_RULE = 3
"""Raised with any change of how an answer is read, by whatever suite; part of a result's identity."""

REASONING = ("reasoning_content", "reasoning", "reasoning_details", "thinking", "thinking_blocks", "thoughts")
"""Where servers put the reasoning of a model, beside its answer."""


class Answer(BaseModel):
    """A model's verbatim answer: its text, and tool calls as (name, arguments as sent).

    ``stop`` is why it ended: ``stop``, ``max_tokens``, ``content_filter``, …; ``reasoning`` is what the server kept apart as thoughts.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    stop: str = "stop"
    reasoning: str = ""


def answer_from(text: str, facts: Mapping[str, Any], *, stop: str = "stop") -> Answer:
    """Return an answer from its text and from what the record keeps beside it: calls, why it ended, thoughts, a refusal."""
    kept = facts.get("calls")
    calls = (
        [tuple(map(str, call)) for call in kept if isinstance(call, list | tuple)]
        if isinstance(kept, list | tuple)
        else []
    )
    thoughts = next((facts[name] for name in REASONING if isinstance(facts.get(name), str)), "")
    ended = facts.get("stop")
    return Answer(
        text=text,
        calls=tuple((call[0], call[1]) for call in calls if len(call) == 2),
        stop=ended if isinstance(ended, str) and ended else stop,
        reasoning=thoughts,
    )
