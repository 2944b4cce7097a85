"""What a measure is called in words: its suite says so in the tables it saved, and nowhere else."""

from collections.abc import Mapping

from mindsight.record.blocks import Link, Table
from mindsight.record.model import Results
from mindsight.text import Text, text

_MEASURE = "measure-"

Titles = Mapping[str, tuple[Text, Text | None]]
"""By measure: the row's name, and the column's where the row holds several measures."""


def titles_of(results: Results) -> Titles:
    """Return what the saved tables call the measures; the first table that names one decides."""
    found: dict[str, tuple[Text, Text | None]] = {}
    for block in results.blocks:
        # The summary has the document's words for its rows; the other tables name the measure itself.
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


def name_of(measure: str, titles: Titles) -> Text:
    """Return a measure's name for a table of its own: title and part, or the bare name where no table has one."""
    if measure not in titles:
        return text("{name}", name=measure)
    title, part = titles[measure]
    return title if part is None else text("{title}: {part}", title=title, part=part)
