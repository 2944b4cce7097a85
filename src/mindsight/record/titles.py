"""Titles of measures, taken from the tables that a suite saved."""

from collections.abc import Iterable, Iterator, Mapping

from mindsight.record.blocks import Block, Cell, Column, Link, Table
from mindsight.record.model import Measure, Results
from mindsight.text import Text, text

_MEASURE = "measure-"

Titles = Mapping[str, tuple[Text, Text | None]]
"""Measure → title of its row, and of its column if the row has several measures."""
Named = tuple[Measure, Text, Text]
"""A measure, its title, and the part that distinguishes it from others with the same title."""
NAMES = "names"
"""Id of the table of measure titles, which a page does not show as a block."""


def names_table(named: Iterable[Named]) -> Table:
    """Return the table of measure titles, for suites whose tables for readers name only some."""
    rows = tuple(
        (
            what,
            which,
            Link(value=text(one.status) if one.value is None else round(one.value, 6), target=_MEASURE + one.name),
        )
        for one, what, which in named
    )
    heads = (text("Measure"), text("Condition"), text("Value"))
    columns = tuple(Column(title=head, align="left") for head in heads)
    return Table(id=NAMES, title=text("What the measures are called"), columns=columns, rows=rows)


def titles_of(results: Results) -> Titles:
    """Return the titles of measures in the saved tables: from the table of titles, else from the first that names one."""
    found: dict[str, tuple[Text, Text | None]] = {}
    for what, which, cell in (row for block in results.blocks if block.id == NAMES for row in _rows(block)):
        if isinstance(what, Text) and isinstance(which, Text) and isinstance(cell, Link):
            found[cell.target.removeprefix(_MEASURE)] = (what, which)
    for block in results.blocks:
        # The summary's rows have the document's words; the other tables name the measure itself.
        if not isinstance(block, Table) or block.id == "summary":
            continue
        for row in block.rows:
            named = [cell for cell in row if isinstance(cell, Text)]
            linked = [
                (place, cell.target.removeprefix(_MEASURE))
                for place, cell in enumerate(row)
                if isinstance(cell, Link) and cell.target.startswith(_MEASURE)
            ]
            for place, measure in linked if named else ():
                found.setdefault(measure, (named[0], block.columns[place].title if len(linked) > 1 else None))
    return found


def _rows(block: Block) -> Iterator[tuple[Cell, Cell, Cell]]:
    for row in block.rows if isinstance(block, Table) else ():
        if len(row) == 3:
            yield row[0], row[1], row[2]


def name_of(measure: str, titles: Titles) -> Text:
    """Return a measure's name for a table of its own: title and part, or the bare name if no table has a title."""
    if measure not in titles:
        return text("{name}", name=measure)
    title, part = titles[measure]
    return title if part is None else text("{title}: {part}", title=title, part=part)
