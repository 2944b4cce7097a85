"""Choose what stands beside a headline number in a terminal: the figures without which it would be misread.

They are taken from the tables of the report as they are recorded; nothing is computed here.
"""

from collections.abc import Iterator, Sequence

from mindsight.record.blocks import Block, Cell, Link, Table
from mindsight.text import Text

SUMMARY = "summary"
_SOURCES = ("headline", "unread-shares")
_FIGURES = frozenset(
    (
        *("home.T_valid", "home.T_gain", "home.T_read", "home.NR"),
        *("home.S_perfect", "home.S_plain"),
        *("home.unread", "vsig.unread"),
    )
)
_COLUMNS = 3
"""A figure's name, its value, and its interval or number of answers; what it says is in the report."""


def accompanying(blocks: Sequence[Block]) -> Iterator[Table]:
    """Yield the tables of a report cut down to the figures that must accompany its summary; nothing if it has none."""
    tables = [block for block in blocks if isinstance(block, Table)]
    above = {name for table in tables if table.id == SUMMARY for row in table.rows for name in _measures(row)}
    for table in tables:
        rows = tuple(row[:_COLUMNS] for row in table.rows if _FIGURES.intersection(_measures(row)) - above)
        if rows and table.id in _SOURCES:
            shown = {"title": unmarked(table.title), "columns": table.columns[:_COLUMNS], "rows": rows}
            yield table.model_copy(update=shown)


def unmarked(title: Text) -> Text:
    """Return the title of a table without the failed canaries, which stand in the title of the summary already."""
    inner = title.args.get("title")
    return inner if isinstance(inner, Text) else title


def _measures(row: Sequence[Cell]) -> set[str]:
    return {cell.target.removeprefix("measure-") for cell in row if isinstance(cell, Link)}
