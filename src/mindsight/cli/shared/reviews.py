"""Let a run name the review that its data went through."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindsight.cli.shared.console import tell
from mindsight.errors import InputError
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.pipeline import Test
    from mindsight.record.model import DataReview


def rest_on_review(test: Test[Any], review: Path | None, data: Path | None, resume: Path | None) -> None:
    """Name in the manifest of a test the review that is given, or the one that lies beside the data.

    Raises:
        InputError: The review that is given is one of other data, or not the one that the resumed run began with.
    """
    from mindsight.record.folder import RunFolder

    if resume is not None:
        before = RunFolder.open(resume).manifest.review
        if review is not None and _link(review, test.data) != before:
            raise InputError("--review: {folder} began without this review; leave it out", folder=str(resume))
        return
    found = _link(review, test.data) if review is not None else _beside(test.data, data)
    if found is None:
        return
    test.manifest = test.manifest.model_copy(update={"review": found})
    if found.failed:
        tell(
            text("the review of the data found {failed} failures; the report says so", failed=found.failed),
            style="yellow",
        )


def _beside(listed: Path, data: Path | None) -> DataReview | None:
    from mindsight.review.linking import review_beside

    folder = None if data is None else review_beside(data)
    if folder is None:
        return None
    try:
        return _link(folder, listed)
    except InputError as error:
        tell(text("{reason}; the run names no review", reason=error.text), style="yellow")
        return None


def _link(folder: Path, listed: Path) -> DataReview:
    from mindsight.review.linking import link

    return link(folder, listed)
