"""``mindsight vsig agreement``: agreement of slots, a judge and people on the descriptions of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.parser.planned import option_of
from mindsight.cli.records.refusals import computable
from mindsight.cli.shared.console import out, show, tell
from mindsight.cli.shared.options import RUN
from mindsight.cli.shared.settings import settings
from mindsight.errors import InputError
from mindsight.text import mark, text
from mindsight.vsig.choices import Choices

if TYPE_CHECKING:
    from mindsight.record.folder import RunFolder

_WITH_A_LINE = 2
"""Fewest line ends in a table with more than a header."""


def agreement(
    run: Path = RUN,
    human_marks: Path = option_of(Choices, "human_marks"),
    sheet: Path | None = typer.Option(
        None,
        "--sheet",
        metavar="FILE.csv",
        help=mark("Write the table that people fill in: each description with the right name, without any mark."),
    ),
    as_json: bool = typer.Option(False, "--json", help=mark("Print the numbers as JSON.")),
) -> int:
    """Print the agreement, or write the table for raters."""
    from mindsight.record.opening import open_sealed
    from mindsight.vsig.models.replays import refuse_other_suite

    folder = open_sealed(run)
    refuse_other_suite(folder)
    with computable(folder):
        return _show(folder, human_marks, as_json=as_json) if sheet is None else _write_sheet(folder, sheet)


def _write_sheet(folder: RunFolder, sheet: Path) -> int:
    from mindsight.files.whole import write_whole
    from mindsight.record.folder import refuse_inside
    from mindsight.vsig.dataset.data_file import SampleList
    from mindsight.vsig.judge.human import sheet as page_of

    refuse_inside(sheet, folder.path)
    if sheet.exists():
        raise InputError("{file}: is there already, and may hold marks; choose another name", file=str(sheet))
    samples = SampleList(folder.path / folder.manifest.data.file)
    page = page_of(samples, {item.id: item for item in folder.items})
    if page.count(b"\n") < _WITH_A_LINE:
        raise InputError("{folder}: holds no description that people could mark", folder=str(folder.path))
    write_whole(sheet, page)
    show(text("table for raters: {file}; each of them fills in rater and mark in a copy", file=str(sheet)))
    return 0


def _show(folder: RunFolder, human_marks: Path | None, *, as_json: bool) -> int:
    from mindsight.cli.shared.terminal import block_view
    from mindsight.vsig.judge.agreement import agreements, table, unmatched_marks
    from mindsight.vsig.judge.human import marks_in, read_bytes
    from mindsight.vsig.judge.record import judgements_of
    from mindsight.vsig.reporting.judge_blocks import human_marks_of

    human = human_marks_of(folder)
    if human_marks is not None:
        human = marks_in(read_bytes(human_marks), str(human_marks))
    judgements = {one.id: one for one in judgements_of(folder)}
    if not judgements and human is None:
        raise InputError(
            "{folder}: there is nothing to compare; it has no judge (--judge), and no marks of people were given "
            "(--human-marks FILE)",
            folder=str(folder.path),
        )
    items = sorted(folder.items, key=lambda item: item.id)
    found = agreements(items, judgements, human)
    lost = 0 if human is None else unmatched_marks(items, human)
    if lost:
        tell(text("{count} marks match no description of this run and are left out", count=lost), style="yellow")
    if human is not None and not any(one.n for one in found):
        raise InputError("{folder}: none of the marks matches a description of this run", folder=str(folder.path))
    if as_json:
        print(json.dumps([one.page() for one in found]))
        return 0
    console = out()
    console.print(block_view(table(found), settings.language, width=console.width))
    return 0
