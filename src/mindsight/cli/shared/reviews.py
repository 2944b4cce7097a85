"""Let a run name the review that its data went through, and say on the terminal what is to be said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mindsight.cli.shared.console import LISTENER

if TYPE_CHECKING:
    from pathlib import Path

    from mindsight.execution.making import Resting
    from mindsight.pipeline import Test
    from mindsight.record.model import DataReview
    from mindsight.subjects.spec import SubjectSpec


def rest_on_review(
    test: Test[Any], resting: Resting, spec: SubjectSpec, data: Path | None, resume: Path | None
) -> None:
    """Name in the manifest of a test the review that is given, or the one that lies beside the data."""
    from mindsight import resting as rests

    rests.rest_on_review(test, resting, spec, data, resume, LISTENER)


def review_of(
    listed: Path, resting: Resting, spec: SubjectSpec, data: Path | None, resume: Path | None
) -> DataReview | None:
    """Return the review that a run rests on; to be called before anything of the data is shown to the subject."""
    from mindsight import resting as rests

    return rests.review_of(listed, resting, spec, data, resume, LISTENER)
