"""``mindsight merge``: the shards of a run become the record of the whole run."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.records.refusals import computable
from mindsight.cli.shared.console import progress
from mindsight.cli.shared.interrupts import explained, merge_left, report_left
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.runs import show_run, tell_failures
from mindsight.cli.shared.settings import settings
from mindsight.text import mark, text


def merge(
    shards: list[Path] = typer.Argument(..., help=mark("Folders of the shards, in any order.")),
    where: Path = typer.Option(..., "--out", "-o", help=mark("Run folder to make.")),
    kit: Path | None = typer.Option(None, "--kit", metavar="FOLDER", help=mark("The kit, for shards of an album run.")),
    as_json: bool = AS_JSON,
) -> int:
    """Join shards, write the report, print the results."""
    from mindsight import merging
    from mindsight.record.folder import RunFolder, refuse_inside
    from mindsight.report import write_report

    refuse_inside(where, *shards, *([] if kit is None else [kit]))
    # Lines are copied as they are: what no number can be made of shows only now.
    with explained(merge_left, where), computable(*map(RunFolder, shards)), progress(text("merging")) as step:
        run = merging.merge(shards, where, kit=kit, language=settings.language, progress=step)
    with explained(report_left, where):
        write_report(run, language=settings.language)
    show_run(run, as_json=as_json)
    return tell_failures(run)
