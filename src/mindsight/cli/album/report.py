"""``mindsight album report``: the runs of one product's functions on one page, in the form of table 1."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import out, tell
from mindsight.cli.shared.settings import settings
from mindsight.errors import RecordError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.album.reporting.product_report import Joined


def join_runs(
    runs: list[Path] = typer.Argument(..., help=mark("Sealed run folders of one product.")),
    product: Path | None = typer.Option(
        None,
        "--product",
        help=mark("Product file (TOML); shows which functions were not tested and which kinds the product lacks."),
    ),
    page: Path = typer.Option(Path("product-report.html"), "--out", "-o", help=mark("Page to write.")),
    as_json: bool = typer.Option(False, "--json", help=mark("Print the combined results as JSON too.")),
) -> int:
    """Join runs on one page."""
    import json

    from mindsight.cli.records.refusals import refuse_target
    from mindsight.cli.shared.terminal import block_view

    refuse_target(page)
    joined = join_on_page(runs, product, page)
    if as_json:
        print(json.dumps(joined.as_json()))
    else:
        console = out()
        for block in joined.blocks:
            console.print(block_view(block, settings.language, width=console.width))
            console.print()
    tell(text("page: {file}", file=str(page)))
    return 0


def join_on_page(runs: Sequence[Path], product: Path | None, page: Path) -> Joined:
    """Join runs of one product, write the page and print nothing."""
    from mindsight.album.products.product_file import ProductFile
    from mindsight.album.reporting.product_report import join
    from mindsight.cli.records.refusals import computable
    from mindsight.files.whole import write_whole
    from mindsight.record.compared.runs import addresses
    from mindsight.record.opening import open_sealed
    from mindsight.report import render_page

    file = None if product is None else ProductFile(product)
    folders = [open_sealed(run) for run in runs]
    for run in runs:
        _refuse_doubtful(run)
    with computable(*folders):
        joined = join(folders, file)
    drawn = render_page(joined.title, joined.blocks, {}, language=settings.language, elsewhere=addresses(folders, page))
    write_whole(page, drawn.encode())
    return joined


def _refuse_doubtful(run: Path) -> None:
    """Refuse a run that fails the checker: the joined page would not show its errors.

    Raises:
        RecordError: The run fails; the message quotes the checker's first finding.
    """
    from mindsight.cli.records.refusals import refuse_rebuilt_otherwise
    from mindsight.record import checker

    findings, _ = checker.check(str(run))
    if findings:
        raise RecordError(
            "{folder}: is left out, because the checker finds: {finding}",
            folder=str(run),
            finding=findings[0].say(settings.language),
        )
    refuse_rebuilt_otherwise(run)
