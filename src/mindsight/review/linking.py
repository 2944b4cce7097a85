"""Home 6.2: the link between a run and the review of its data: made when the run begins, checked whenever somebody holds both."""

from collections.abc import Iterator
from pathlib import Path

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.record.log import read_lines
from mindsight.record.model import DataReview
from mindsight.review.facts import FileLine
from mindsight.review.limits import SendingError, refusal
from mindsight.review.listed import unseen
from mindsight.review.reviewing import FILES, REVIEW, read_review
from mindsight.review.verifying import contradictions
from mindsight.review.words import named
from mindsight.text import Text, text


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
    """Return how many files that a run's list of data names, by their hashes, a review did not see."""
    return unseen({line.sha256 for line in read_lines(folder / FILES, FileLine)}, listed)
