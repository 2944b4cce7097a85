"""The part of ``mindsight demo`` that reviews a kit before products are tested on it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import progress
from mindsight.cli.shared.settings import settings
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.text import Text


def review_kit(kit: Path, workers: int) -> list[Text]:
    """Review a kit into the folder beside it, where its runs look for a review; return the lines to print."""
    from mindsight.review.page import write_page
    from mindsight.review.reviewing import Means, media_files, review
    from mindsight.review.words import summary

    folder = kit.with_name(f"{kit.name}-review")
    with progress(text("reading the files")) as step:
        found = review(kit, folder, on=datetime.now(UTC).date(), means=Means("local", workers, step))
    with progress(text("making contact sheets")) as step:
        page = write_page(found, folder, kit, media_files(folder), language=settings.language, progress=step)
    return [text("review of the data: {file}", file=str(page)), summary(found)]
