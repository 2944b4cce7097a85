"""Read the sheet of an XLSX workbook that a person sees, or refuse what a person sees otherwise than it is stored."""

import datetime as dt
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from mindsight.album.kits.columns import Row, Wanted, find_columns, is_filled, wrong_row
from mindsight.album.kits.scanning import Area, Look, scan
from mindsight.errors import InputError, MissingExtra
from mindsight.reasons import reason_of
from mindsight.text import Text, text

_BUILT_IN_PERCENTAGES = (9, 10)
_FIRST_OWN_FORMAT = 164
_UNCALCULATED = re.compile(rb"""fullCalcOnLoad\s*=\s*["'](1|true)["']""")
_LITERAL = re.compile(r'"[^"]*"|\\.')
"""What a format shows as it is: a quoted percent sign does not mean hundredths."""
_DATES = (dt.date, dt.time, dt.timedelta)


class Sheet(NamedTuple):
    """The sheet that is read, and how many hidden rows of it are read like all others."""

    name: str
    hidden: int


def sheet_rows(path: Path, wanted: Sequence[Wanted], *, alone: bool = True) -> Iterator[Any]:
    """Yield the chosen sheet of a workbook, a ``Sheet``, and then its rows as text.

    A merged cell counts for each of its rows. Hidden rows are read: a filter hides rows that are answers all the same.

    Args:
        path: The XLSX file.
        wanted: The columns that the table has; without any the first two columns are read.
        alone: Whether a workbook is refused of which several sheets could be the table; else the first of them is read.

    Raises:
        InputError: The file is no workbook, no sheet or several are the table, or a cell of a wanted column cannot be read as it is seen.
    """
    openpyxl = need_openpyxl()
    try:
        # Opened here, so that a workbook that the library refuses is closed too.
        with path.open("rb") as file:
            yield from _chosen_rows(path, openpyxl, file, wanted, alone=alone)
    except InputError:
        raise
    except Exception as error:
        # On a damaged workbook the library lets through any exception of its parts.
        raise InputError(
            "{file}: is not a workbook that can be read ({reason}); save it as XLSX or CSV again",
            file=str(path),
            reason=reason_of(f"{type(error).__name__}: {error}"[:200], "openpyxl"),
        ) from error


def need_openpyxl() -> Any:
    """Return the library that reads and writes workbooks.

    Raises:
        MissingExtra: It is not installed.
    """
    try:
        import openpyxl
        import openpyxl.cell
    except ImportError as error:
        raise MissingExtra(
            'reading and writing XLSX needs openpyxl; pip install "mindsight[album]", or use CSV'
        ) from error
    return openpyxl


def _chosen_rows(path: Path, openpyxl: Any, file: IO[bytes], wanted: Sequence[Wanted], *, alone: bool) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # unknown styles and extensions do not matter here
        # Values, not formulas: what the operator saw in the cell.
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
    sheet, top, header = _choose(path, book, wanted, alone=alone)
    look = _look(book, sheet)
    yield Sheet(sheet.title, look.hidden)
    columns = [0, 1] if not wanted else [at for at in find_columns(path, header, wanted).places if at is not None]
    for column in columns:
        if column + 1 in look.problems:
            raise wrong_row(path, *look.problems[column + 1], sheet.title)
    yield from _text_rows(
        path,
        sheet,
        columns,
        [_Merged(column, columns, top, look.merged) for column in columns] if look.merged else [],
    )


def _text_rows(path: Path, sheet: Any, columns: Sequence[int], merged: Sequence["_Merged"]) -> Iterator[Row]:
    width = 0
    for row, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = [_cell(value) for value in values]
        # A row ends at its last edited cell, which does not indicate the table's width.
        while len(cells) > width and not cells[-1]:
            cells.pop()
        width = width or len(cells)
        cells += [""] * (width - len(cells))
        for reason in (merge.fill(cells, row) for merge in merged):
            if reason is not None:
                raise wrong_row(path, row, reason, sheet.title)
        for column in columns:
            # A number beyond all dates that is formatted as one comes as an error.
            if column < len(values) and (isinstance(values[column], _DATES) or values[column] == "#VALUE!"):
                reason = text(
                    "holds the date or time {value}; format the column as text and type what is meant",
                    value=cells[column],
                )
                raise wrong_row(path, row, reason, sheet.title)
        yield cells


def _choose(path: Path, book: Any, wanted: Sequence[Wanted], *, alone: bool) -> tuple[Any, int, Row]:
    """Return the visible sheet that is the table, with the number and the cells of its first filled row."""
    visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    if not visible:
        raise InputError("{file}: has no visible sheet; show the sheet that holds the table", file=str(path))
    for sheet in visible:
        sheet.reset_dimensions()  # other programs write wrong dimensions
    tops = [(sheet, *_first_row(sheet)) for sheet in visible]
    filled = [top for top in tops if top[2]]
    if len(filled) < 2:
        return (filled or tops)[0]
    fitting = [top for top in filled if _fits(path, top[2], wanted)]
    if fitting and (len(fitting) == 1 or not alone):
        return fitting[0]
    names = ", ".join(f"“{sheet.title}”" for sheet, *_ in fitting or filled)
    if fitting:
        raise InputError(
            "{file}: the sheets {sheets} could each be the table; hide or delete all but one",
            file=str(path),
            sheets=names,
        )
    columns = ", ".join(column.names[0] for column in wanted if column.needed)
    raise InputError(
        "{file}: none of the sheets {sheets} has the columns {columns} in its first row",
        file=str(path),
        sheets=names,
        columns=columns,
    )


def _first_row(sheet: Any) -> tuple[int, Row]:
    for row, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = [_cell(value) for value in values]
        if is_filled(cells):
            return row, cells
    return 0, []


def _fits(path: Path, header: Row, wanted: Sequence[Wanted]) -> bool:
    try:
        find_columns(path, header, wanted)
    except InputError:
        return False
    return True


def _look(book: Any, sheet: Any) -> Look:
    formats = dict(enumerate(book._number_formats, _FIRST_OWN_FORMAT))  # noqa: SLF001  (there is no public way to styles)
    percentages = frozenset(
        str(style)
        for style, found in enumerate(book._cell_styles)  # noqa: SLF001
        if found.numFmtId in _BUILT_IN_PERCENTAGES or "%" in _LITERAL.sub("", formats.get(found.numFmtId, ""))
    )
    archive = book._archive  # noqa: SLF001
    page = archive.read("xl/workbook.xml") if "xl/workbook.xml" in archive.namelist() else b""
    with sheet._get_source() as source:  # noqa: SLF001
        return scan(source, percentages, uncalculated=_UNCALCULATED.search(page) is not None)


class _Merged:
    """The merged areas of one column, which give each of their rows the value of the first."""

    def __init__(self, place: int, read: Sequence[int], header: int, areas: Iterable[Area]) -> None:
        self._place = place
        self._others = [other + 1 for other in read if other != place]
        self._header = header
        touching = (area for area in areas if area.left <= place + 1 <= area.right and area.bottom > header)
        self._areas = iter(sorted(touching, key=lambda area: area.top))
        self._area = next(self._areas, None)
        self._value = ""

    def fill(self, cells: Row, row: int) -> Text | None:
        """Give a row the value of the area that it is in; return what is wrong if that is not clear. Rows are given in order."""
        while self._area is not None and row > self._area.bottom:
            self._area = next(self._areas, None)
        area = self._area
        if area is None or row < area.top or row <= self._header:
            return None
        if not is_filled(cells):
            self._value = "" if row == area.top else self._value
            return None
        joined = any(area.left <= other <= area.right for other in self._others)
        if joined or area.left != self._place + 1 or area.top <= self._header:
            return text("is merged across columns or with the header; unmerge its cells")
        if row == area.top:
            self._value = cells[self._place]
        cells[self._place] = self._value
        return None


def _cell(value: Any) -> str:
    if value is None:
        return ""
    # A spreadsheet stores 1 as 1.0.
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
