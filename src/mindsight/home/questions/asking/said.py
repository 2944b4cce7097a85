"""A subject's raw answer to a question."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from mindsight.text import Text


class Said(NamedTuple):
    """The answer verbatim, what came with it, what was sent, and the error if there was no answer."""

    text: str
    ending: str = ""
    error: Text | None = None
    said: Mapping[str, Any] = MappingProxyType({})
    sent: Mapping[str, Any] = MappingProxyType({})
    took_s: float = 0.0
