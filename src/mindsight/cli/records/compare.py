"""``mindsight compare``: runs of different subjects on the same test, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.records.refusals import computable, refuse_target
from mindsight.cli.shared.console import out, tell
from mindsight.cli.shared.options import AS_JSON
from mindsight.cli.shared.settings import settings
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mindsight.record.comparison import Comparison
    from mindsight.record.folder import RunFolder


def compare(
    runs: list[Path] = typer.Argument(
        ..., help=mark("Two run folders or more; the others are compared with the first.")
    ),
    page: Path = typer.Option(None, "--out", "-o", help=mark("Write the comparison as a page too.")),
    seed: int = typer.Option(7, "--seed", min=0, help=mark("Seed of the sign flips.")),
    as_json: bool = AS_JSON,
) -> int:
    """Compare runs."""
    import json

    from mindsight.cli.shared.terminal import block_view
    from mindsight.record.blocks import Curve
    from mindsight.record.opening import open_sealed
    from mindsight.runs import compare_folders

    if page is not None:
        refuse_target(page)
    folders = [open_sealed(path) for path in runs]
    with computable(*folders):
        comparison = compare_folders(folders, seed)
    if as_json:
        for warning in comparison.warnings:
            tell(warning, style="yellow")
        print(json.dumps(comparison.as_json()))
    else:
        console = out()
        # Figures are for the page.
        # A comparison has no file of results: the rest of a long table stands on the page, or in the JSON.
        rest = "--json"
        if page is not None:
            rest = str(page)
        for block in (block for block in comparison.blocks if not isinstance(block, Curve)):
            console.print(block_view(block, settings.language, width=console.width, rest=rest))
            console.print()
    if page is not None:
        _write_comparison(comparison, folders, page)
        tell(text("page: {file}", file=str(page)))
    return 0


def compare_on_page(runs: Sequence[Path], page: Path, *, seed: int) -> Comparison:
    """Compare runs, write the page and print nothing."""
    from mindsight.record.opening import open_sealed
    from mindsight.runs import compare_folders

    folders = [open_sealed(path) for path in runs]
    comparison = compare_folders(folders, seed)
    _write_comparison(comparison, folders, page)
    return comparison


def _write_comparison(comparison: Comparison, folders: Sequence[RunFolder], page: Path) -> None:
    from mindsight.files.whole import write_whole
    from mindsight.record.compared.runs import addresses
    from mindsight.report import render_page

    title, reports = text("Comparison of subjects"), addresses(folders, page)
    drawn = render_page(title, comparison.blocks, {}, language=settings.language, elsewhere=reports)
    write_whole(page, drawn.encode())
