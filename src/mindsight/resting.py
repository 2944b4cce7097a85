"""Name in a run the review that its data went through, and refuse to send data where their consent does not reach."""

from pathlib import Path
from typing import Protocol

from mindsight.errors import InputError
from mindsight.execution.listening import Listener
from mindsight.execution.making import Resting
from mindsight.record.folder import RunFolder
from mindsight.record.model import DataReview, Manifest, resting_on
from mindsight.review.limits import HERE, SendingError, is_region
from mindsight.review.linking import link, review_beside
from mindsight.subjects.spec import SubjectSpec, runs_here
from mindsight.text import text


class Reviewed(Protocol):
    """What of a test its review concerns."""

    manifest: Manifest
    data: Path
    """The file that lists the data."""


def rest_on_review(
    test: Reviewed, resting: Resting, spec: SubjectSpec, data: Path | None, resume: Path | None, listener: Listener
) -> None:
    """Name in the manifest of a test the review that is given, or the one that lies beside the data.

    Raises:
        InputError: As ``review_of``.
    """
    found = review_of(test.data, resting, spec, data, resume, listener)
    if found is not None and resume is None:
        test.manifest = resting_on(test.manifest, found)


def review_of(
    listed: Path, resting: Resting, spec: SubjectSpec, data: Path | None, resume: Path | None, listener: Listener
) -> DataReview | None:
    """Return the review that a run rests on; to be called before anything of the data is shown to the subject.

    Args:
        listed: The run's list of its data.
        resting: What was given.
        spec: The subject.
        data: The data set, beside which a review may lie.
        resume: The run that goes on, whose review stays.
        listener: Hears of failures that a review found, and of a review that cannot be named.

    Raises:
        InputError: The review that is given is one of other data, or not the one that the resumed run began with, or the data may not be
            sent where the subject runs.
    """
    region = _region(resting.region, spec)
    if resume is not None:
        before = RunFolder.open(resume).manifest.review
        if resting.review is not None and link(resting.review, listed, region) != before:
            raise InputError("--review: {folder} began without this review; leave it out", folder=str(resume))
        return before
    found = (
        link(resting.review, listed, region) if resting.review is not None else _beside(listed, data, region, listener)
    )
    if found is not None and found.failed:
        listener.tell(text("the review of the data found {failed} failures; the report says so", failed=found.failed))
    return found


def _region(given: str | None, spec: SubjectSpec) -> str | None:
    if given is None:
        return HERE if runs_here(spec) else None
    if not is_region(given):
        raise InputError(
            "--region: {value} is no country; write two letters such as CN (ISO 3166-1), or here", value=given
        )
    return given


def _beside(listed: Path, data: Path | None, region: str | None, listener: Listener) -> DataReview | None:
    folder = None if data is None else review_beside(data)
    if folder is None:
        return None
    try:
        return link(folder, listed, region)
    except SendingError:
        raise
    except InputError as error:
        listener.tell(text("{reason}; the run names no review", reason=error.text))
        return None
