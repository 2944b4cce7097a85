"""Fallbacks of structured output: a schema, then any JSON object, then words alone; a server that refuses one gets the next.

Which fallback a server takes is found out once for a run, not for each question.
"""

from collections.abc import Iterator
from typing import Any, get_args

from mindsight.harness.questions.question import Fallback

FALLBACKS: tuple[Fallback, ...] = get_args(Fallback)
REFUSALS = frozenset((400, 404, 415, 422, 501))
"""The server would not have the request as it stood."""


class Ladder:
    """The fallbacks that are left of a run."""

    def __init__(self, first: Fallback) -> None:
        self._current = FALLBACKS.index(first)
        self._taken: set[Fallback] = set()

    def fallbacks(self, schema: dict[str, Any] | None) -> Iterator[Fallback]:
        """Yield the fallbacks on which a question is to be tried, one after another."""
        if schema is None:
            yield "plain"
            return
        yield from FALLBACKS[self._current :]

    def proven(self, fallback: Fallback) -> bool:
        """Whether an answer has come on a fallback: a refusal on it is then not about the form."""
        return fallback in self._taken

    def held(self, fallback: Fallback) -> None:
        """Note that an answer came on a fallback: the run goes down to it, unless one above has held before."""
        self._taken.add(fallback)
        place = FALLBACKS.index(fallback)
        if not self._taken & set(FALLBACKS[:place]):
            self._current = max(self._current, place)


def response_format(fallback: Fallback, schema: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what a request says of the answer's form; None where it says nothing."""
    if fallback == "json_schema" and schema is not None:
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    return {"type": "json_object"} if fallback == "json_object" else None
