"""What a measure is called in words: its suite says so in the tables it saved, and nowhere else."""

from mindsight.record.blocks import Link, Table
from mindsight.record.model import Results
from mindsight.text import Text, text


def title_of(measure: str, results: Results) -> tuple[Text | None, Text | None]:
    """Return what the saved tables call a measure: the row's name, and the column's where the row holds several."""
    target = f"measure-{measure}"
    for block in results.blocks:
        # The summary has the document's words for its rows; the other tables name the measure itself.
        if not isinstance(block, Table) or block.id == "summary":
            continue
        for row in block.rows:
            named = [cell for cell in row if isinstance(cell, Text)]
            linked = [place for place, cell in enumerate(row) if isinstance(cell, Link) and cell.target == target]
            several = sum(isinstance(cell, Link) and cell.target.startswith("measure-") for cell in row) > 1
            if linked and named:
                return named[0], block.columns[linked[0]].title if several else None
    return None, None


def name_of(measure: str, results: Results) -> Text:
    """Return a measure's name for a table of its own: title and part, or the bare name where no table has one."""
    title, part = title_of(measure, results)
    if title is None:
        return text("{name}", name=measure)
    return title if part is None else text("{title}: {part}", title=title, part=part)
