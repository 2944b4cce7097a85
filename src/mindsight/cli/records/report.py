"""``mindsight report``: the report of a run again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import typer

from mindsight.cli.records.refusals import PAGE, refuse_changed
from mindsight.cli.shared.console import show
from mindsight.cli.shared.interrupts import explained, report_left
from mindsight.cli.shared.settings import settings
from mindsight.text import mark


def report(runs: list[Path] = typer.Argument(..., help=mark("Run folders."))) -> int:
    """Write reports again."""
    from mindsight.record.folder import RunFolder
    from mindsight.report import write_report

    for path in runs:
        folder = RunFolder.open(path)
        complete = folder.manifest.state == "complete"
        with explained(report_left, path), folder.locked() if complete else nullcontext():
            if complete:
                folder.clear()
                refuse_changed(path, derived=PAGE)
            page = write_report(folder, language=settings.language)
        show(str(page))
    return 0
