"""``mindsight album record``: number, actual and predicted class of a classification run as a table (clause 5.3 c)."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.records.refusals import computable
from mindsight.cli.shared.console import show
from mindsight.cli.shared.options import RUN
from mindsight.cli.shared.settings import settings
from mindsight.errors import RecordError
from mindsight.text import mark, text


def write_record(
    run: Path = RUN,
    target: Path = typer.Option(..., "--out", "-o", help=mark("Table to write: .csv or .xlsx.")),
) -> None:
    """Write the record of a run as a table; the sealed run itself is not changed."""
    from mindsight.album.classification.record import record_rows
    from mindsight.album.kits.tables import write_table
    from mindsight.record.folder import ITEMS, refuse_inside
    from mindsight.record.opening import open_sealed

    folder = open_sealed(run, {ITEMS})
    if folder.manifest.kind != "classification":
        raise RecordError("{folder}: is not a run of a classification", folder=str(run))
    refuse_inside(target, run)
    with computable(folder):
        items = sorted(folder.items, key=lambda item: item.id)
        rows = list(record_rows(items, settings.language))
    write_table(target, rows)
    show(text("record: {file} ({count} images)", file=str(target), count=len(items)))
