"""Find the columns of a table by the names in its first row, and name a row that is wrong."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mindsight.album.classification.labels import folded, tidy
from mindsight.errors import InputError
from mindsight.text import Text

Row = list[str]


class Columns(NamedTuple):
    """Indices of the wanted columns of a table; None for a missing optional one."""

    places: tuple[int | None, ...]
    width: int


class Wanted(NamedTuple):
    """A column of a table: its possible names, and whether it is required."""

    names: tuple[str, ...]
    needed: bool = True


def find_columns(path: Path, header: Sequence[str], wanted: Sequence[Wanted]) -> Columns:
    """Return the indices of the wanted columns in a header.

    Raises:
        InputError: A required column is missing, or a column occurs twice.
    """
    known = [folded(tidy(cell)) for cell in header]
    places: list[int | None] = []
    for column in wanted:
        found = [place for place, cell in enumerate(known) if cell in {folded(name) for name in column.names}]
        if len(found) > 1:
            raise InputError('{file}: has two columns "{name}"; keep one', file=str(path), name=header[found[1]])
        if not found and column.needed:
            raise InputError(
                '{file}: has no column "{name}"; its first row holds: {found}',
                file=str(path),
                name=column.names[0],
                found=", ".join(header)[:300] or "–",
            )
        places.append(found[0] if found else None)
    return Columns(tuple(places), len(header))


def is_filled(cells: Sequence[str]) -> bool:
    """Return whether a row holds anything but spaces."""
    return any(cell.strip() for cell in cells)


def wrong_row(path: Path, row: int, reason: Text, sheet: str | None = None) -> InputError:
    """Return the error of one row of a table, counted from 1 as a spreadsheet does; a workbook's sheet is named."""
    if sheet is None:
        return InputError("{file}: row {row}: {reason}", file=str(path), row=row, reason=reason)
    return InputError(
        "{file}, sheet “{sheet}”: row {row}: {reason}", file=str(path), sheet=sheet, row=row, reason=reason
    )
