"""Tokens used by a recorded run for samples and canaries, as far as the server reported them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mindsight.errors import RecordError
from mindsight.harness.episodes.outcomes import Usage
from mindsight.record.folder import MANIFEST, RunFolder
from mindsight.record.model import Item


def used_by(run: RunFolder) -> Usage:
    """Return the tokens that a run has used so far."""
    return sum(map(usage_of, run.items), usage_of_canaries(run.manifest.canaries))


def usage_of(item: Item) -> Usage:
    """Return the tokens that a recorded sample used, as far as the server reported them."""
    said = item.answer.get("said")
    return Usage.model_validate((said.get("tokens") if isinstance(said, dict) else None) or {})


def usage_of_canaries(held: dict[str, Any]) -> Usage:
    """Return the tokens that the canaries used."""
    with readable_canaries():
        return sum(
            (Usage.model_validate(one["answer"]["said"].get("tokens") or {}) for one in held.get("asked", ())), Usage()
        )


@contextmanager
def readable_canaries() -> Iterator[None]:
    """Turn errors in a manifest's canaries into one sentence.

    Raises:
        RecordError: The canaries are not as a run writes them.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(
            "{file}: field {field} is not as it should be; the file was damaged or changed",
            file=MANIFEST,
            field="canaries.asked",
        ) from error
