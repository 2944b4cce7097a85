"""Fallbacks of structured output: a schema, then any JSON object, then text alone; the next is tried if a server refuses one.

The fallback that a server accepts is determined once per run, not for each question.
"""

from collections.abc import Iterator
from typing import Any, get_args

from mindsight.harness.questions.question import Fallback

FALLBACKS: tuple[Fallback, ...] = get_args(Fallback)
REFUSALS = frozenset((400, 404, 415, 422, 501))
"""HTTP statuses of a server that refuses the request's form."""


class Fallbacks:
    """The remaining fallbacks of a run."""

    def __init__(self, first: Fallback) -> None:
        self._current = FALLBACKS.index(first)
        self._taken: set[Fallback] = set()

    def remaining(self, schema: dict[str, Any] | None) -> Iterator[Fallback]:
        """Yield the fallbacks to try for a question, in order."""
        if schema is None:
            yield "plain"
            return
        yield from FALLBACKS[self._current :]

    def proven(self, fallback: Fallback) -> bool:
        """Return whether a fallback has succeeded before: a refusal is then not about the form."""
        return fallback in self._taken

    def succeeded(self, fallback: Fallback) -> None:
        """Record that a fallback succeeded: the run continues with it, unless an earlier one has succeeded before."""
        self._taken.add(fallback)
        place = FALLBACKS.index(fallback)
        if not self._taken & set(FALLBACKS[:place]):
            self._current = max(self._current, place)


def response_format(fallback: Fallback, schema: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the request's parameter for the answer's form; None for none."""
    if fallback == "json_schema" and schema is not None:
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    return {"type": "json_object"} if fallback == "json_object" else None
