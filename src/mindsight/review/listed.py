"""Which files a run's list of data names, by their hashes, and which of them are not among those of a review."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.record import canonical

_LISTS = ("items", "samples")
"""The fields of the data lists of the suites that name files with their hashes."""


def unseen(seen: set[str], listed: Path) -> int:
    """Return how many files that a run's list of data names are not among the hashes that a review saw.

    A list that was itself reviewed, as that of a kit or of generated tasks, vouches for all that it names.
    """
    if canonical.sha256_of_file(listed) in seen:
        return 0
    page = canonical.load(listed)
    pool = page.get("pool") if isinstance(page, dict) else None
    if isinstance(pool, dict):
        return len(_of_pool(pool, page["items"]) - seen)
    named = set(_hashes([page.get(name) for name in _LISTS] if isinstance(page, dict) else []))
    # A list without hashes is generated data: it is reviewed as a whole or not at all.
    return len(named - seen) if named else 1


def _of_pool(pool: Any, items: Any) -> set[str]:
    """Return the hashes of the list of all questions and of the pictures of those that were taken; generated ones are not of the pool."""
    own = {str(one.get("key")) for one in pool.get("classes", ())}
    taken = (one for one in items if one.get("kind") in own)
    return {str(pool.get("questions_sha256")), *(name for one in taken for name in one.get("pictures", ()))}


def _hashes(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("sha256"), str):
            yield value["sha256"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _hashes(one)
