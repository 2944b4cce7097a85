"""A subject's raw answer to a question."""

from dataclasses import dataclass, field
from typing import Any

from mindsight.text import Text


@dataclass(frozen=True)
class Said:
    """The answer verbatim, what came with it, what was sent, and the error if there was no answer."""

    text: str
    ending: str = ""
    error: Text | None = None
    said: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)
    took_s: float = 0.0
