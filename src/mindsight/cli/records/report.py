"""``mindsight report``: the report of a run again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import typer

from mindsight.cli.records.refusals import PAGE, refuse_changed, refuse_target
from mindsight.cli.records.signatures import LOG_KEY, PUBLIC_KEY, TIMESTAMP_ROOT, signature_blocks
from mindsight.cli.shared.console import show
from mindsight.cli.shared.interrupts import explained, report_left
from mindsight.cli.shared.runs import open_begun, say_unfinished
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark


def report(
    runs: list[Path] = typer.Argument(..., help=mark("Run folders.")),
    page: Path | None = typer.Option(
        None, "--out", "-o", help=mark("Write the report of one run, with its signatures, to this page instead.")
    ),
    public_key: list[Path] = PUBLIC_KEY,
    timestamp_root: list[Path] = TIMESTAMP_ROOT,
    log_key: list[Path] = LOG_KEY,
) -> int:
    """Write reports again."""
    from mindsight.record.folder import RunFolder
    from mindsight.report import write_report

    if page is not None:
        return _report_elsewhere(runs, page, public_key, timestamp_root, log_key)
    if public_key or timestamp_root or log_key:
        raise InputError(
            "signatures come after the seal, so a report shows them on a page of its own only: give --out PAGE"
        )
    for path in runs:
        folder = RunFolder.open(path)
        complete = folder.manifest.state == "complete"
        with explained(report_left, path), folder.locked() if complete else nullcontext():
            if complete:
                folder.clear()
                refuse_changed(path, derived=PAGE)
            else:
                say_unfinished(folder)
            written = write_report(folder, language=settings.language)
        show(str(written))
    return 0


def _report_elsewhere(runs: list[Path], page: Path, keys: list[Path], roots: list[Path], logs: list[Path]) -> int:
    """Write the report of one run to a page outside its folder; the record is not touched."""
    from mindsight.record.folder import refuse_inside, write_whole
    from mindsight.report import render_html

    if len(runs) != 1:
        raise InputError("--out takes the report of one run; name one")
    refuse_target(page)
    refuse_inside(page, runs[0])
    run = open_begun(runs[0])
    if run.manifest.state == "complete":
        refuse_changed(runs[0], derived=PAGE)
    signatures = signature_blocks(runs[0], keys, roots, logs)
    write_whole(page, render_html(run, language=settings.language, signatures=signatures).encode())
    show(str(page))
    return 0
