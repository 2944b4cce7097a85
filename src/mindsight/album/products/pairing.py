"""5.4: read the table that assigns exported files to inputs: two columns, number and file."""

from pathlib import Path

from mindsight.album.classification.record import number_in_path
from mindsight.album.kits.columns import Wanted, is_filled, wrong_row
from mindsight.album.kits.tables import open_table
from mindsight.errors import InputError
from mindsight.names import composed
from mindsight.text import text

_COLUMNS = (
    Wanted(("number", "no.", "id", "编号", "图像编号", "图片编号", "序号")),
    Wanted(("file", "file name", "output", "文件", "文件名", "输出图像", "输出文件")),
)


def read_pairing(path: Path) -> dict[str, str]:
    """Return number (without leading zeros) → file from a CSV or XLSX table.

    Raises:
        InputError: The file is not such a table, a number or file occurs twice, or a row is wrong; the message says which.
    """
    table = open_table(path, _COLUMNS)
    number_at, file_at = (place or 0 for place in table.columns.places)
    found: dict[str, str] = {}
    files: set[str] = set()
    for row, cells in enumerate(table.rows, start=table.first):
        if not is_filled(cells):
            continue
        if len(cells) <= max(number_at, file_at):
            reason = text(
                "has {found} cells, the first row has {expected}", found=len(cells), expected=table.columns.width
            )
            raise wrong_row(path, row, reason)
        number, file = number_in_path(cells[number_at]), composed(cells[file_at].strip())
        if not number.isascii() or not number.isdigit():
            raise wrong_row(path, row, text('"{number}" is not a number of the kit', number=number[:80]))
        if not file or "/" in file or "\\" in file:
            raise wrong_row(path, row, text('"{file}" is not a plain file name in the folder', file=file[:80]))
        if number in found:
            raise wrong_row(path, row, text("number {number} is already in an earlier row", number=number))
        if file in files:
            raise wrong_row(path, row, text("file {file} is already in an earlier row", file=file[:80]))
        found[number] = file
        files.add(file)
    if not found:
        raise InputError("{file}: holds no rows below its header", file=str(path))
    return found


def pairing_sheet(path: Path) -> str | None:
    """Return the sheet of a workbook that the assignment is read from; None for CSV."""
    sheet = open_table(path, _COLUMNS).sheet
    return None if sheet is None else sheet.name
