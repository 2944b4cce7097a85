"""What every command that tests a subject does in the end: walk, then write the report, and say what is left if stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindsight.cli.common import progress, settings
from mindsight.cli.interrupts import explained, report_left
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from mindsight.pipeline import Test
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text


def walked(
    test: Test[Any],
    folder: Path,
    *,
    resume: bool,
    workers: int,
    left: Callable[[Path], Text],
    label: Text | None = None,
) -> RunFolder:
    """Run a test to its end under a progress bar and write its report.

    Args:
        test: The test.
        folder: Where its run is made or goes on.
        resume: Whether it goes on.
        workers: Processes side by side.
        left: Says what is left, and what to do, where the test is interrupted.
        label: What stands beside the bar; by default that the subject is tested.
    """
    from mindsight.pipeline import walk
    from mindsight.report import write_report

    shown = label or text("testing {name}", name=test.manifest.subject.name)
    with explained(left, folder), progress(shown) as step:
        run = walk(
            test, folder, resume=resume, engine="local" if workers > 1 else "serial", workers=workers, progress=step
        )
    with explained(report_left, folder):
        write_report(run, language=settings.language)
    return run
