"""What the report of a vsig run shows: the headline, where it comes from, what went wrong, and samples as pictures."""

from collections.abc import Iterator, Sequence

from mindsight.record.blocks import Block, Cell, Column, Link, Table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Measure
from mindsight.text import text


def blocks(run: RunFolder, measures: Sequence[Measure]) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    del run
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (text("{name}", name=one.name), Link(value=_value(one), target=f"measure-{one.name}"), one.n)
        for one in measures
    )
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Value"), decimals=4),
        Column(title=text("Targets"), decimals=0),
    )
    yield Table(id="headline", title=text("Scores"), columns=columns, rows=rows)


def _value(measure: Measure) -> float | str:
    return measure.status if measure.value is None else round(measure.value, 6)
