"""Read CSV and XLSX tables row by row, and write them so that text stays text.

A spreadsheet treats a cell that begins with ``=``, ``+``, ``-`` or ``@`` as a formula and would run it. In XLSX such a cell is stored as
text. CSV has no types: there an apostrophe is put before it and removed again in reading.
"""

import codecs
import csv
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from mindsight.album.classification.labels import folded
from mindsight.errors import InputError, MissingExtra
from mindsight.reasons import reason_of, system_reason
from mindsight.text import Text

Row = list[str]

DELIMITERS = (",", ";", "\t")
LONGEST_CELL = 32_767
"""Most characters in a cell of a spreadsheet."""

MOST_SHEET_ROWS = 1_048_576

_ENCODINGS = ("utf-8-sig", "gb18030")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PIECE = 1 << 20
_LARGEST_WORKBOOK = 4 << 30
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_QUOTED = re.compile(r"'+[=+\-@\t\r]")
# Characters that XML 1.0 does not allow.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Columns(NamedTuple):
    """Indices of the wanted columns of a table; None for a missing optional one."""

    places: tuple[int | None, ...]
    width: int


class Wanted(NamedTuple):
    """A column of a table: its possible names, and whether it is required."""

    names: tuple[str, ...]
    needed: bool = True


def is_table(path: Path) -> bool:
    """Return whether a path has the suffix of a table."""
    return path.suffix.lower() in {".csv", ".tsv", ".txt", ".xlsx"}


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a CSV file or of the first sheet of an XLSX file as text, the header first.

    Raises:
        InputError: The file cannot be read, or is not a table.
    """
    if path.suffix.lower() == ".xlsx":
        return _sheet_rows(path)
    return _csv_rows(path)


def find_columns(path: Path, header: Sequence[str], wanted: Sequence[Wanted]) -> Columns:
    """Return the indices of the wanted columns in a header.

    Raises:
        InputError: A required column is missing, or a column occurs twice.
    """
    known = [folded(cell) for cell in header]
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


def wrong_row(path: Path, row: int, reason: Text) -> InputError:
    """Return the error of one row of a table, counted from 1 as a spreadsheet does; the header is row 1."""
    return InputError("{file}: row {row}: {reason}", file=str(path), row=row, reason=reason)


def write_table(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write rows of text as CSV (UTF-8 with BOM, as spreadsheets expect it) or as XLSX, by the name of the file.

    Raises:
        InputError: The name ends in neither suffix, or there are more rows than a sheet can have.
    """
    suffix = path.suffix.lower()
    if suffix == ".csv":
        with path.open("w", encoding="utf-8-sig", newline="", errors="backslashreplace") as file:
            csv.writer(file).writerows([_as_text(cell) for cell in row] for row in rows)
    elif suffix == ".xlsx":
        _write_sheet(path, rows)
    else:
        raise InputError("{file}: a table is written as .csv or .xlsx; choose one of these endings", file=str(path))


def _as_text(cell: str) -> str:
    return "'" + cell if _FORMULA.match(cell) else cell


def as_read(cell: str) -> str:
    """Return a cell of a CSV file without the apostrophe that protects it from being read as a formula."""
    return cell[1:] if cell[:1] == "'" and _QUOTED.match(cell) else cell


def _csv_rows(path: Path) -> Iterator[Row]:
    encoding, apostrophes = _encoding(path)
    try:
        with path.open(encoding=encoding, newline="") as file:
            first = next((line for line in file if line.strip("\r\n")), "")
            if "\0" in first:
                raise InputError("{file}: is not a table of text; save it as CSV or XLSX", file=str(path))
            file.seek(0)
            reader = csv.reader(file, delimiter=_delimiter(first), strict=True)
            try:
                yield from (([as_read(cell) for cell in row] for row in reader) if apostrophes else reader)
            except csv.Error as error:
                raise wrong_row(path, reader.line_num, reason_of(error, "csv")) from error
    except (OSError, UnicodeError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else reason_of(error, encoding)
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=reason) from error


def _delimiter(first: str) -> str:
    """Return the most frequent delimiter of the first line; a comma if there is none."""
    return max(DELIMITERS, key=first.count)


def _encoding(path: Path) -> tuple[str, bool]:
    """Return the first encoding that decodes the whole file, and whether its cells have protective apostrophes."""
    apostrophes = False
    try:
        with path.open("rb") as file:
            if file.read(2) in _UTF16:
                return "utf-16", True
            for encoding in _ENCODINGS:
                file.seek(0)
                decoder = codecs.getincrementaldecoder(encoding)()
                try:
                    while piece := file.read(_PIECE):
                        apostrophes = apostrophes or b"'" in piece
                        decoder.decode(piece)
                    decoder.decode(b"", final=True)
                except UnicodeDecodeError:
                    continue
                return encoding, apostrophes
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error
    raise InputError("{file}: is neither UTF-8 nor GB 18030; save it as CSV in UTF-8", file=str(path))


def _sheet_rows(path: Path) -> Iterator[Row]:
    openpyxl = _openpyxl()
    _refuse_bomb(path)
    try:
        # Opened here, so that a workbook that the library refuses is closed too.
        with path.open("rb") as file:
            yield from _cells_of(openpyxl, file)
    except Exception as error:
        # On a damaged workbook the library lets through any exception of its parts.
        raise InputError(
            "{file}: is not a workbook that can be read ({reason}); save it as XLSX or CSV again",
            file=str(path),
            reason=reason_of(f"{type(error).__name__}: {error}"[:200], "openpyxl"),
        ) from error


def _cells_of(openpyxl: Any, file: IO[bytes]) -> Iterator[Row]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # unknown styles and extensions do not matter here
        # Values, not formulas: what the operator saw in the cell.
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # other programs write wrong dimensions
    width = 0
    for row in sheet.iter_rows(values_only=True):
        cells = [_cell(value) for value in row]
        # A row ends at its last edited cell, which does not indicate the table's width.
        while len(cells) > width and not cells[-1]:
            cells.pop()
        width = width or len(cells)
        yield cells + [""] * (width - len(cells))


def _refuse_bomb(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else reason_of(error, "zipfile")
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=reason) from error
    if size > _LARGEST_WORKBOOK:
        raise InputError(
            "{file}: unpacks to more than {limit} GiB; tables of this kind are never so large",
            file=str(path),
            limit=_LARGEST_WORKBOOK >> 30,
        )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    # A spreadsheet stores 1 as 1.0.
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _write_sheet(path: Path, rows: Iterable[Sequence[str]]) -> None:
    openpyxl = _openpyxl()
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for number, row in enumerate(rows, start=1):
        if number > MOST_SHEET_ROWS:
            raise InputError(
                "{file}: a sheet holds at most {limit} rows; write the table as .csv",
                file=str(path),
                limit=MOST_SHEET_ROWS,
            )
        sheet.append([_text_cell(openpyxl, sheet, cell) for cell in row])
    book.save(path)


def _text_cell(openpyxl: Any, sheet: Any, value: str) -> Any:
    cell = openpyxl.cell.WriteOnlyCell(sheet, _NO_XML.sub("�", value)[:LONGEST_CELL])
    # Without this, "=1+1" would become a formula.
    cell.data_type = "s"
    cell.quotePrefix = _FORMULA.match(value) is not None
    return cell


def _openpyxl() -> Any:
    try:
        import openpyxl
        import openpyxl.cell
    except ImportError as error:
        raise MissingExtra(
            'reading and writing XLSX needs openpyxl; pip install "mindsight[album]", or use CSV'
        ) from error
    return openpyxl
