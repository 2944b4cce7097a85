"""``mindsight report``: the report of a run again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.records.refusals import PAGE, refuse_changed, refuse_target
from mindsight.cli.records.signatures import LOG_KEY, PUBLIC_KEY, TIMESTAMP_ROOT, signature_blocks
from mindsight.cli.shared.console import show
from mindsight.cli.shared.interrupts import explained, report_left
from mindsight.cli.shared.runs import open_begun, say_unfinished
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.record.blocks import Block
    from mindsight.record.folder import RunFolder


def report(
    runs: list[Path] = typer.Argument(..., help=mark("Run folders.")),
    page: Path | None = typer.Option(
        None, "--out", "-o", help=mark("Write the report of one run, with its signatures, to this page instead.")
    ),
    add: list[str] = typer.Option(
        [],
        "--add",
        metavar="PLUGIN",
        help=mark("With --out: further blocks of a plug-in, by its name or file; may be repeated."),
    ),
    public_key: list[Path] = PUBLIC_KEY,
    timestamp_root: list[Path] = TIMESTAMP_ROOT,
    log_key: list[Path] = LOG_KEY,
) -> int:
    """Write reports again."""
    from mindsight.record.folder import RunFolder
    from mindsight.report import write_report

    if page is not None:
        return _report_elsewhere(runs, page, add, (public_key, timestamp_root, log_key))
    if add:
        raise InputError("--add: a report within a run is part of its record; give --out PAGE")
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


def _report_elsewhere(runs: list[Path], page: Path, add: list[str], keys: tuple[list[Path], ...]) -> int:
    """Write the report of one run to a page outside its folder; the record is not touched."""
    from mindsight.files.whole import write_whole
    from mindsight.record.folder import refuse_inside
    from mindsight.report import render_html

    if len(runs) != 1:
        raise InputError("--out takes the report of one run; name one")
    refuse_target(page)
    refuse_inside(page, runs[0])
    run = open_begun(runs[0])
    if run.manifest.state == "complete":
        refuse_changed(runs[0], derived=PAGE)
    signatures = signature_blocks(runs[0], *keys)
    further = _added(add, run) if add else ()
    written = render_html(run, language=settings.language, signatures=signatures, further=further)
    write_whole(page, written.encode())
    show(str(page))
    return 0


def _added(words: list[str], run: RunFolder) -> Sequence[Block]:
    """Return the blocks that plug-ins add to the page of a complete run."""
    from mindsight.export.contents import read_contents
    from mindsight.export.plugged import further_blocks

    return further_blocks(words, read_contents(run))
