"""Lay out tables for a terminal of any width: as columns if the words fit, else as one record per row.

Nothing is left out and no word is broken. Numbers and intervals never wrap; names and sentences may, between words and between Chinese
characters, which are two cells wide.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text as Line

from mindsight.cli.parser.folding import WORDS, fold

_LEAST_TITLE, _LEAST_CELL = 8, 16
"""Sentences are not readable in narrower columns."""

_GAP = 2


class Heading(NamedTuple):
    """A column: its title, whether its cells may wrap, and whether it contains numbers."""

    title: str
    folds: bool = False
    right: bool = False


def tabular(title: Line, headings: Sequence[Heading], rows: Sequence[Sequence[str]], width: int) -> RenderableType:
    """Return rows under headings if that fits the width, else a record for each row."""
    columns = [[row[place] for row in rows] for place in range(len(headings))]
    least = [_least_width(heading, cells) for heading, cells in zip(headings, columns, strict=True)]
    most = [max(map(cell_len, (heading.title, *cells))) for heading, cells in zip(headings, columns, strict=True)]
    room = width - _GAP * (len(headings) - 1)
    if sum(least) > room:
        return Group(Line(fold(title.plain, width), title.style), "", *_records(headings, rows, width))
    return _grid(Line(fold(title.plain, width), title.style), headings, rows, _shared(least, most, room))


def _least_width(heading: Heading, cells: Sequence[str]) -> int:
    inside = (_least(cell, _LEAST_CELL) if heading.folds else cell_len(cell) for cell in cells)
    return max(_least(heading.title, _LEAST_TITLE), *inside, 1)


def _least(sentence: str, readable: int) -> int:
    """Return the smallest width at which a sentence breaks no word and stays readable."""
    return max([min(cell_len(sentence), readable), *(cell_len(word.strip()) for word in WORDS.findall(sentence))])


def _shared(least: Sequence[int], most: Sequence[int], room: int) -> list[int]:
    """Return the widths: each at least its minimum, with spare room given to those that lack most."""
    widths = [min(low, high) for low, high in zip(least, most, strict=True)]
    for _ in range(room - sum(widths)):
        lacking = [high - width for high, width in zip(most, widths, strict=True)]
        if max(lacking) <= 0:
            break
        widths[lacking.index(max(lacking))] += 1
    return widths


def _grid(
    title: Line, headings: Sequence[Heading], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> RenderableType:
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for heading, width in zip(headings, widths, strict=True):
        justify = "right" if heading.right else "left"
        grid.add_column(Line(fold(heading.title, width)), justify=justify, width=width, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        grid.add_row(*(Line(fold(cell, width)) for cell, width in zip(row, widths, strict=True)))
    return Group(title, "", grid)


def _records(headings: Sequence[Heading], rows: Sequence[Sequence[str]], width: int) -> Iterator[Line]:
    """Yield a record for each row: every cell with the name of its column, the first highlighted."""
    for number, row in enumerate(rows):
        if number:
            yield Line("")
        for place, (heading, cell) in enumerate(zip(headings, row, strict=True)):
            yield _field(heading, cell, width, indent=2 if place else 0)


def _field(heading: Heading, value: str, width: int, *, indent: int) -> Line:
    """Return ``name: value``; wrapped lines are indented once more, and a number moves to its own line before it wraps."""
    separator = "：" if any(cell_len(sign) == 2 for sign in heading.title) else ": "
    label, most = heading.title + separator, width - indent - 2
    whole = cell_len(label + value) <= most or heading.folds or cell_len(value) > most
    first, *rest = (fold(label + value, most) if whole else f"{fold(label.rstrip(), most)}\n{value}").split("\n")
    line = Line(" " * indent + first, "" if indent else "bold")
    if indent:
        line.stylize("dim", indent, indent + min(len(heading.title), len(first)))
    for more in rest:
        line.append("\n" + " " * (indent + 2) + more)
    return line
