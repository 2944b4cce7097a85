"""Home 6.2: the link between a run and the review of its data: made when the run begins, checked whenever somebody holds both."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.record.log import read_lines
from mindsight.record.model import DataReview
from mindsight.review.facts import FileLine
from mindsight.review.limits import SendingError, refusal
from mindsight.review.reviewing import FILES, REVIEW, read_review
from mindsight.review.verifying import contradictions
from mindsight.review.words import named
from mindsight.text import Text, text

_LISTS = ("items", "samples")
"""The fields of the data lists of the suites that name files with their hashes."""


def review_beside(data: Path) -> Path | None:
    """Return the folder in which the review of a data set is looked for: ``kit-review`` beside ``kit``; None if there is none."""
    folder = data.resolve().with_name(f"{data.resolve().name}-review")
    return folder if (folder / REVIEW).is_file() else None


def link(folder: Path, listed: Path, region: str | None = None) -> DataReview:
    """Return how a run names a review; ``listed`` is the run's list of its data, ``region`` where its subject runs, as far as known.

    Raises:
        InputError: There is no review, it contradicts itself, it is one of other data, or what it reviewed may not be sent there.
    """
    refuse_unreliable(folder)
    found = read_review(folder)
    region = None if found.limits is None else region
    if reason := refusal(found.limits, region):
        raise SendingError("{folder}: {reason}", folder=str(folder), reason=reason)
    if missing := unreviewed(folder, listed):
        raise InputError(
            "{folder}: is the review of other data: {count} files of the run are not in it; review the data as they are now",
            folder=str(folder),
            count=missing,
        )
    return named(found, canonical.sha256_of_file(folder / REVIEW)).model_copy(update={"region": region})


def refuse_unreliable(folder: Path) -> None:
    """Refuse a folder without a review, or with one that contradicts its seal or itself.

    Raises:
        InputError: It is one.
    """
    if not (folder / REVIEW).is_file():
        raise InputError(
            "{folder}: holds no review of data; make one with: mindsight review DATA --out {folder}", folder=str(folder)
        )
    if wrong := next(contradictions(folder), None):
        raise InputError("{folder}: the review cannot be relied on: {reason}", folder=str(folder), reason=wrong)


def disagreements(folder: Path, run: RunFolder) -> Iterator[Text]:
    """Yield where a run and the review that is said to be its own do not belong together, a sentence each.

    Raises:
        RecordError: A file of the review cannot be read.
    """
    said = run.manifest.review
    if said is None:
        yield text("the run names no review of its data")
        return
    found = canonical.sha256_of_file(folder / REVIEW) if (folder / REVIEW).is_file() else "–"
    if found != said.sha256:
        yield text("the run names the review {expected}, this one is {found}", expected=said.sha256, found=found)
        return
    yield from contradictions(folder)
    review = read_review(folder)
    if said.model_copy(update={"region": None}) != named(review, found):
        yield text("the run says something else of the review than what it says itself")
    if reason := refusal(review.limits, said.region):
        yield reason
    if missing := unreviewed(folder, run.path / run.manifest.data.file):
        yield text("{count} files of the run are not in the review", count=missing)


def unreviewed(folder: Path, listed: Path) -> int:
    """Return how many files that a run's list of data names, by their hashes, a review did not see.

    A list that was itself reviewed, as that of a kit or of generated tasks, vouches for all that it names.
    """
    seen = {line.sha256 for line in read_lines(folder / FILES, FileLine)}
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
