"""How the turns of a subject were read: in the form that was asked for, in another one, or not at all."""

from collections.abc import Iterator, Sequence

from mindsight.answers.unread import CAUSES, answers_in, unread_in
from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.model import Item
from mindsight.text import Text, text


def reading_table(items: Sequence[Item]) -> Iterator[Table]:
    """Yield a table of how the turns were read; nothing if there were none, as with built-in subjects."""
    found = unread_in(items)
    if not found.answers:
        return
    repaired = sum(_repaired(item) for item in items)
    counts: list[tuple[Text, int]] = [
        (text("read in the form asked"), found.answers - repaired - found.count),
        (text("read in another form"), repaired),
        (text("not read"), found.count),
        *((text("not read: {cause}", cause=CAUSES[cause]), count) for cause, count in found.causes.most_common()),
    ]
    rows: list[tuple[Cell, ...]] = [(title, count, round(100 * count / found.answers, 6)) for title, count in counts]
    columns = (
        Column(title=text("Answers"), align="left"),
        Column(title=text("Turns"), decimals=0),
        Column(title=text("share, %"), decimals=1),
    )
    yield Table(id="readability", title=text("How the answers were read"), columns=columns, rows=tuple(rows))


def _repaired(item: Item) -> int:
    """Return how many turns of a task were read after a repair."""
    turns = item.answer.get("turns", ())
    read = (turn for (cause, _), turn in zip(answers_in(item), turns, strict=False) if not cause)
    return sum(bool(turn["repairs"]) for turn in read)
