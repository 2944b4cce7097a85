"""Beside T, S and the overall score stand the figures without which they would be misread, as the record has them."""

from pathlib import Path

import pytest
from rich.console import Console

from mindsight.cli.shared.terminal import accompanying, print_summary
from mindsight.record.blocks import Column, Link, Table
from mindsight.record.folder import RunFolder
from mindsight.text import text

RECORDS = Path(__file__).parents[2] / "golden" / "records"


def table(name: str, *measures: str) -> Table:
    """Return a table with a row for each measure: its name, a value, and what else a report has of it."""
    heads = ("Index", "Value", "95 % interval", "What it says")
    rows = tuple((text(one), Link(value=0.25, target=f"measure-{one}"), None, text("words")) for one in measures)
    return Table(id=name, title=text(name), columns=tuple(Column(title=text(one)) for one in heads), rows=rows)


def figures(*tables: Table) -> list[str]:
    """Return the names of the figures that stand beside a summary."""
    return [str(row[0]) for one in accompanying(tables) for row in one.rows]


@pytest.mark.parametrize(
    ("name", "title", "measure"),
    [
        ("home-model", "T over valid tasks alone", "home.T_valid"),
        ("home-model", "gain over the best trivial subject", "home.T_gain"),
        ("home-refuse", "gain over the best trivial subject", "home.T_gain"),
    ],
)
def test_t_is_printed_with_the_figures_of_the_record(name: str, title: str, measure: str) -> None:
    run = RunFolder.open(RECORDS / name)
    console = Console(width=80)
    with console.capture() as printed:
        print_summary(run, console, "en")
    value = run.results.measure(measure).value
    assert value is not None
    (line,) = [line for line in printed.get().splitlines() if line.startswith(title)]
    assert f"{value:.3f}".replace("-", "−") in line


def test_what_was_not_read_is_among_them_once() -> None:
    beside = table("headline", "home.T", "home.T_valid", "home.T_gain", "home.NR", "home.f_mean")
    unread = table("unread-shares", "home.unread", "home.unread.cut")
    assert figures(table("summary", "home.T"), beside, unread) == [
        "home.T_valid",
        "home.T_gain",
        "home.NR",
        "home.unread",
    ]
    assert figures(table("summary", "home.T", "home.NR"), beside) == ["home.T_valid", "home.T_gain"]
    assert figures(table("summary", "vsig.overall"), table("headline", "vsig.overall"), unread) == ["home.unread"]


def test_failed_canaries_are_named_in_the_title_of_the_summary_alone() -> None:
    headline = table("headline", "vsig.unread")
    marked = text("{title} — {marks}", title=headline.title, marks=text("transcript: not read"))
    (shown,) = accompanying([table("summary"), headline.model_copy(update={"title": marked})])
    assert str(shown.title) == "headline"


def test_a_run_without_such_figures_has_no_table_of_them() -> None:
    assert figures(table("summary", "album.psnr")) == []
    assert figures(table("summary", "album.psnr"), table("overview", "album.psnr_gain")) == []
