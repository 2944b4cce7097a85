"""Let a run name the review that its data went through, and refuse to send data where their consent does not reach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mindsight.cli.shared.console import tell
from mindsight.errors import InputError
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.pipeline import Test
    from mindsight.record.model import DataReview
    from mindsight.subjects.spec import SubjectSpec


class Resting(NamedTuple):
    """What a run rests on: the review that is given, and where somebody says that the subject runs."""

    review: Path | None = None
    region: str | None = None


NOTHING = Resting()
"""What a run rests on if nobody gives a review."""


def rest_on_review(
    test: Test[Any], resting: Resting, spec: SubjectSpec, data: Path | None, resume: Path | None
) -> None:
    """Name in the manifest of a test the review that is given, or the one that lies beside the data.

    Raises:
        InputError: As ``review_of``.
    """
    from mindsight.record.model import resting_on

    found = review_of(test.data, resting, spec, data, resume)
    if found is not None and resume is None:
        test.manifest = resting_on(test.manifest, found)


def review_of(
    listed: Path, resting: Resting, spec: SubjectSpec, data: Path | None, resume: Path | None
) -> DataReview | None:
    """Return the review that a run rests on; to be called before anything of the data is shown to the subject.

    Args:
        listed: The run's list of its data.
        resting: What was given.
        spec: The subject.
        data: The data set, beside which a review may lie.
        resume: The run that goes on, whose review stays.

    Raises:
        InputError: The review that is given is one of other data, or not the one that the resumed run began with, or the data may not be
            sent where the subject runs.
    """
    from mindsight.record.folder import RunFolder
    from mindsight.review.linking import link

    region = _region(resting.region, spec)
    if resume is not None:
        before = RunFolder.open(resume).manifest.review
        if resting.review is not None and link(resting.review, listed, region) != before:
            raise InputError("--review: {folder} began without this review; leave it out", folder=str(resume))
        return before
    found = link(resting.review, listed, region) if resting.review is not None else _beside(listed, data, region)
    if found is not None and found.failed:
        tell(
            text("the review of the data found {failed} failures; the report says so", failed=found.failed),
            style="yellow",
        )
    return found


def _region(given: str | None, spec: SubjectSpec) -> str | None:
    from mindsight.review.limits import HERE, is_region
    from mindsight.subjects.spec import runs_here

    if given is None:
        return HERE if runs_here(spec) else None
    if not is_region(given):
        raise InputError(
            "--region: {value} is no country; write two letters such as CN (ISO 3166-1), or here", value=given
        )
    return given


def _beside(listed: Path, data: Path | None, region: str | None) -> DataReview | None:
    from mindsight.review.limits import SendingError
    from mindsight.review.linking import link, review_beside

    folder = None if data is None else review_beside(data)
    if folder is None:
        return None
    try:
        return link(folder, listed, region)
    except SendingError:
        raise
    except InputError as error:
        tell(text("{reason}; the run names no review", reason=error.text), style="yellow")
        return None
