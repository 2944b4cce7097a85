"""The part of ``mindsight demo`` that reviews a kit before products are tested on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import LISTENER
from mindsight.cli.shared.settings import settings
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.text import Text


def review_kit(kit: Path, workers: int) -> list[Text]:
    """Review a kit into the folder beside it, where its runs look for a review; return the lines to print."""
    from mindsight.review.running import run
    from mindsight.review.words import summary

    folder = kit.with_name(f"{kit.name}-review")
    done = run(kit, out=folder, workers=workers, language=settings.language, listener=LISTENER)
    return [text("review of the data: {file}", file=str(done.page)), summary(done.review)]
