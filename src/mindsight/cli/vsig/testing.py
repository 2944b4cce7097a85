"""Shared by the vsig commands that test a subject: run the test, print results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindsight.cli.shared.console import LISTENER, out, show, tell
from mindsight.cli.shared.interrupts import run_left
from mindsight.cli.shared.runs import print_numbers, run_test, tell_failures
from mindsight.cli.shared.settings import settings
from mindsight.cli.shared.work import part_of
from mindsight.cli.vsig.dry_run import rehearse_and_show
from mindsight.record.blocks import Table
from mindsight.text import text

if TYPE_CHECKING:
    from mindsight.execution.making import Making
    from mindsight.record.blocks import Block
    from mindsight.record.folder import RunFolder
    from mindsight.vsig.choices import Choices

_BY_TEMPLATE = "by-template"
_SHOWN = (_BY_TEMPLATE, "judge-beside", "judge-agreement")
"""Ids of the tables that are printed on the terminal."""
_TIMED = 4
"""Index of the column that counts the timed targets."""


def run_and_show(choices: Choices, making: Making, *, dry_run: bool = False, as_json: bool = False) -> int:
    """Prepare, test, report; return the exit code.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
        SubjectError: A model has no key, for instance; raised then too.
    """
    from mindsight.vsig.running.run import prepared

    resume = making.resume is not None
    with prepared(choices, making, dry_run=dry_run, listener=LISTENER) as ready:
        if dry_run:
            rehearse_and_show(ready.test, ready.folder, ready.means.prices, resume=resume, as_json=as_json)
            return 0
        run = run_test(ready.test, ready.folder, resume=resume, work=making.work(), left=run_left)
    show_results(run, as_json=as_json)
    return tell_failures(run)


def show_results(run: RunFolder, *, as_json: bool) -> None:
    """Print the results and the table per template, or everything as JSON."""
    if run.manifest.shard is not None:
        tell(part_of(run))
        return
    if as_json:
        print_numbers(run)
        return
    import json

    from mindsight.cli.shared.terminal import block_view, print_summary
    from mindsight.vsig.reporting import metrics_file

    console = out()
    print_summary(run, console, settings.language)
    for block in run.results.blocks:
        if block.id in _SHOWN:
            console.print()
            console.print(block_view(_narrowed(block), settings.language, width=console.width))
    metrics = json.loads((run.path / metrics_file.NAME).read_bytes())
    show("")
    show(metrics_file.heading(metrics))
    show(text("With all digits, under the original's key names: {file}", file=str(run.path / metrics_file.NAME)))


def _narrowed(block: Block) -> Block:
    """Return the scores per template without the count of timed targets, so that a row fits 80 columns, and without marks."""
    from mindsight.cli.shared.terminal import unmarked

    if not isinstance(block, Table) or block.id != _BY_TEMPLATE:
        return block
    kept = [place for place in range(len(block.columns)) if place != _TIMED]
    return block.model_copy(
        update={
            "title": unmarked(block.title),
            "columns": tuple(block.columns[place] for place in kept),
            "rows": tuple(tuple(row[place] for place in kept) for row in block.rows),
        }
    )
