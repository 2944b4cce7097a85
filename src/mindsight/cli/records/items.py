"""``mindsight items``: the items of a run with their scores, filtered, sorted, page by page, or as a table for other programs."""

from __future__ import annotations

import csv
import io
import json
import math
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import localized, out, printable, show
from mindsight.cli.shared.options import RUN
from mindsight.errors import InputError, MissingExtra
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = 20


def items(
    run: Path = RUN,
    where: list[str] = typer.Option(
        [],
        "--where",
        metavar="CONDITION",
        help=mark("Only items like this: outcome=scored, album.psnr<60; all must hold."),
    ),
    by: str | None = typer.Option(
        None, "--sort", metavar="COLUMN", help=mark("Sort by this column; without a score last.")
    ),
    descending: bool = typer.Option(False, "--descending", help=mark("Sort from the greatest to the least.")),
    columns: str = typer.Option(
        "", "--columns", metavar="NAMES", help=mark("Only these columns, with commas between.")
    ),
    skip: int = typer.Option(0, "--skip", min=0, help=mark("Leave out so many items.")),
    limit: int | None = typer.Option(None, "--limit", min=1, help=mark("Show at most so many items; 20 by default.")),
    table: Path | None = typer.Option(
        None, "--out", "-o", help=mark("Write all of them to this file instead: .csv or .parquet.")
    ),
    as_json: bool = typer.Option(False, "--json", help=mark("Print each item as a line of JSON.")),
) -> int:
    """Show items."""
    from mindsight.record.folder import SCORES, refuse_inside
    from mindsight.record.opening import open_sealed
    from mindsight.record.rows import Rows, parse_condition

    if table is not None and as_json:
        raise InputError("--json prints the items and --out writes them to a file; give one of them")
    if table is not None and table.suffix.lower() not in {".csv", ".parquet"}:
        raise InputError("{file}: write a table as .csv or .parquet", file=str(table))
    if descending and by is None:
        raise InputError("--descending: give the column with --sort")
    folder = open_sealed(run, {SCORES})
    rows = Rows(folder.path / SCORES, [parse_condition(one) for one in where])
    most = limit if limit is not None or table is not None else PAGE
    page = rows.page(skip=skip, limit=most, by=by, descending=descending)
    places = [rows.place(name.strip()) for name in columns.split(",")] if columns else [*range(len(rows.header))]
    header, shown = [rows.header[place] for place in places], ([row[place] for place in places] for row in page)
    if table is not None:
        refuse_inside(table, run)
        _need_writer(table)
        if table.exists():
            raise InputError("{file}: exists; choose another --out", file=str(table))
        count = (_write_parquet if table.suffix.lower() == ".parquet" else _write)(table, header, shown)
        show(text("{file}: {count} items", file=str(table), count=count))
    elif as_json:
        for row in shown:
            print(json.dumps({name: _value(name, cell) for name, cell in zip(header, row, strict=True)}))
    else:
        _print(header, list(shown), first=skip + 1)
    return 0


def _value(name: str, cell: str) -> str | float | None:
    """Return a cell as JSON has it; infinity, which JSON has not, stays a word."""
    from mindsight.record.scores import FIXED

    if name in FIXED:
        return cell
    return None if not cell else cell if math.isinf(float(cell)) else float(cell)


def _need_writer(table: Path) -> None:
    if table.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise MissingExtra("{file}: needs pyarrow; run: pip install 'mindsight[export]'", file=str(table))


def _write_parquet(path: Path, header: list[str], rows: Iterable[list[str]]) -> int:
    from mindsight.export.rows import write_rows

    return write_rows(path, header, rows)


def _write(path: Path, header: list[str], rows: Iterable[list[str]]) -> int:
    from mindsight.album.kits.tables import as_text
    from mindsight.files.whole import whole_file
    from mindsight.record.scores import FIXED

    count = 0
    with whole_file(path) as file:
        words = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(words, lineterminator="\n")
        writer.writerow(map(as_text, header))
        for row in rows:
            writer.writerow(as_text(cell) if name in FIXED else cell for name, cell in zip(header, row, strict=True))
            count += 1
        words.detach()
    return count


def _print(header: list[str], rows: list[list[str]], *, first: int) -> None:
    from rich.text import Text as Line

    from mindsight.cli.shared.layout import Heading, tabular
    from mindsight.record.scores import FIXED

    if not rows:
        show(text("no item is like this"))
        return
    console = out()
    title = text("Items {first} to {last}", first=first, last=first + len(rows) - 1)
    headings = [Heading(printable(name), folds=name in FIXED, right=name not in FIXED) for name in header]
    shown = [[_shown(name, cell) for name, cell in zip(header, row, strict=True)] for row in rows]
    console.print(tabular(Line(localized(title), "bold"), headings, shown, console.width))


def _shown(name: str, cell: str) -> str:
    found = _value(name, cell)
    return f"{found:.4g}" if isinstance(found, float) else printable(found or "–")
