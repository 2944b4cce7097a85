"""The ladder of structured output: a schema, then any JSON object, then words alone; a server that refuses one gets the next.

Which rung a server takes is found out once for a run, not for each question.
"""

from collections.abc import Iterator
from typing import Any, get_args

from mindsight.harness.questions.question import Rung

RUNGS: tuple[Rung, ...] = get_args(Rung)
REFUSALS = frozenset((400, 404, 415, 422, 501))
"""The server would not have the request as it stood."""


class Ladder:
    """The rungs that are left of a run."""

    def __init__(self, first: Rung) -> None:
        self._current = RUNGS.index(first)
        self._taken: set[Rung] = set()

    def rungs(self, schema: dict[str, Any] | None) -> Iterator[Rung]:
        """Yield the rungs on which a question is to be tried, one after another."""
        if schema is None:
            yield "plain"
            return
        yield from RUNGS[self._current :]

    def proven(self, rung: Rung) -> bool:
        """Whether an answer has come on a rung: a refusal on it is then not about the form."""
        return rung in self._taken

    def held(self, rung: Rung) -> None:
        """Note that an answer came on a rung: the run goes down to it, unless one above has held before."""
        self._taken.add(rung)
        place = RUNGS.index(rung)
        if not self._taken & set(RUNGS[:place]):
            self._current = max(self._current, place)


def response_format(rung: Rung, schema: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what a request says of the answer's form; None where it says nothing."""
    if rung == "json_schema" and schema is not None:
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    return {"type": "json_object"} if rung == "json_object" else None
