"""Read CSV and XLSX tables row by row, and write them so that text stays text.

Every table of the product is opened here: labels, ratings, class maps and names, lists of images, assignments of files.

A spreadsheet treats a cell that begins with ``=``, ``+``, ``-`` or ``@`` as a formula and would run it. In XLSX such a cell is stored as
text. CSV has no types: there an apostrophe is put before it and removed again in reading.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from mindsight.album.kits.columns import Columns, Row, Wanted, find_columns, is_filled, wrong_row
from mindsight.album.kits.workbooks import Sheet, need_openpyxl, sheet_rows
from mindsight.errors import InputError
from mindsight.files.whole import whole_file
from mindsight.reasons import reason_of, system_reason

DELIMITERS = (",", ";", "\t")
_BLANK = " \r\n" + "".join(DELIMITERS)
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


class Table(NamedTuple):
    """An opened table.

    Attributes:
        columns: Where the wanted columns are.
        rows: The rows below the header, as text.
        first: Row number of the first of them, as a spreadsheet counts.
        sheet: The sheet of a workbook that is read; None for CSV.
    """

    columns: Columns
    rows: Iterator[Row]
    first: int
    sheet: Sheet | None


def is_table(path: Path) -> bool:
    """Return whether a path has the suffix of a table."""
    return path.suffix.lower() in {".csv", ".tsv", ".txt", ".xlsx"}


def open_table(path: Path, wanted: Sequence[Wanted]) -> Table:
    """Open a table whose first filled row names its columns; of a workbook the visible sheet that has them.

    Raises:
        InputError: The file cannot be read, is not such a table, or several sheets are.
    """
    rows, sheet = _rows_of(path, wanted)
    number, header = next(((number, row) for number, row in enumerate(rows, start=1) if is_filled(row)), (0, Row()))
    if not header:
        names = [column.names[0] for column in wanted if column.needed]
        raise InputError(
            '{file}: is empty, so it has no column "{name}"; its first row names the columns {columns}',
            file=str(path),
            name=names[0],
            columns=", ".join(names),
        )
    return Table(find_columns(path, header, wanted), rows, number + 1, sheet)


def read_rows(path: Path, *, alone: bool = False) -> Iterator[Row]:
    """Yield all rows of a CSV file, or of the first filled visible sheet of an XLSX file, as text.

    Args:
        path: The file.
        alone: Whether a workbook with several such sheets is refused.

    Raises:
        InputError: The file cannot be read, or is not a table.
    """
    return _rows_of(path, (), alone=alone)[0]


def _rows_of(path: Path, wanted: Sequence[Wanted], *, alone: bool = True) -> tuple[Iterator[Row], Sheet | None]:
    if path.suffix.lower() != ".xlsx":
        return _csv_rows(path), None
    _refuse_bomb(path)
    rows = sheet_rows(path, wanted, alone=alone)
    return rows, next(rows)


def write_table(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write rows of text as CSV (UTF-8 with BOM, as spreadsheets expect it) or as XLSX, by the name of the file.

    Raises:
        InputError: The name ends in neither suffix, or there are more rows than a sheet can have.
    """
    suffix = path.suffix.lower()
    if suffix not in {".csv", ".xlsx"}:
        raise InputError("{file}: a table is written as .csv or .xlsx; choose one of these endings", file=str(path))
    with whole_file(path) as file:
        if suffix == ".xlsx":
            _write_sheet(path, file, rows)
            return
        words = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", errors="backslashreplace")
        csv.writer(words).writerows([as_text(cell) for cell in row] for row in rows)
        words.detach()


def as_text(cell: str) -> str:
    """Return a cell of a CSV file as no spreadsheet takes it for a formula."""
    return "'" + cell if _FORMULA.match(cell) else cell


def as_read(cell: str) -> str:
    """Return a cell of a CSV file without the apostrophe that protects it from being read as a formula."""
    return cell[1:] if cell[:1] == "'" and _QUOTED.match(cell) else cell


def _csv_rows(path: Path) -> Iterator[Row]:
    encoding, apostrophes = _encoding(path)
    try:
        with path.open(encoding=encoding, newline="") as file:
            first = next((line for line in file if line.strip(_BLANK)), "")
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


def _write_sheet(path: Path, file: IO[bytes], rows: Iterable[Sequence[str]]) -> None:
    openpyxl = need_openpyxl()
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
    book.save(file)


def _text_cell(openpyxl: Any, sheet: Any, value: str) -> Any:
    cell = openpyxl.cell.WriteOnlyCell(sheet, _NO_XML.sub("�", value)[:LONGEST_CELL])
    # Without this, "=1+1" would become a formula.
    cell.data_type = "s"
    cell.quotePrefix = _FORMULA.match(value) is not None
    return cell
