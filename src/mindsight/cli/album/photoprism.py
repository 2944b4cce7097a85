"""``mindsight album photoprism``: a table of labels from saved answers of PhotoPrism."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.shared.console import show, tell
from mindsight.errors import InputError
from mindsight.text import mark, text


def import_photoprism(
    answers: Path = typer.Argument(
        ..., help=mark("JSON file with answers of GET /api/v1/photos/UID, or a folder of such files.")
    ),
    table: Path = typer.Option(..., "--out", "-o", help=mark("Table to make (CSV or XLSX).")),
) -> int:
    """Make a table of labels."""
    from mindsight.album.kits.tables import write_table
    from mindsight.album.products.photoprism import read_answers, table_rows

    if table.exists():
        raise InputError("{file}: exists already; choose another --out", file=str(table))
    imported = read_answers(answers)
    write_table(table, table_rows(imported))
    if imported.left_out:
        sources = ", ".join(f"{source} ({count})" for source, count in imported.left_out.items())
        tell(
            text("left out because they were not read from the image: labels of {sources}", sources=sources),
            style="yellow",
        )
    show(text("{count} photos: {file}", count=len(imported.rows), file=str(table)))
    return 0
