"""5.3 classification c): the record of number, actual class and predicted class, as a table.

An operator who used a product by hand fills in the same table that is written from a finished run. Several labels of one image share a
cell, best first, separated by ``|`` or ``;``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mindsight.album.classification.labels import Label, folded, seen, tidy
from mindsight.album.kits.columns import Columns, Row, Wanted, wrong_row
from mindsight.album.kits.tables import Table, open_table, read_rows
from mindsight.clauses import implements
from mindsight.record.model import Item
from mindsight.text import Language, text

NUMBER = ("number", "no.", "id", "image", "file", "编号", "图像编号", "图片编号", "序号", "文件名")
ACTUAL = ("actual class", "actual", "truth", "实际类别", "真实类别", "真实值")
PREDICTED = (
    "predicted class",
    "predicted",
    "label",
    "labels",
    "相册分类的类别",
    "相册类别",
    "相册分类",
    "预测类别",
    "预测值",
)
HEADERS: dict[Language, tuple[str, str, str]] = {
    "en": ("number", "actual class", "predicted class"),
    "zh": ("编号", "实际类别", "相册分类的类别"),
}

_HEADING = ("class", "categor", "label", "name", "target", "truth", "test", "类", "标签", "名")
"""One of these words is in the heading of the classes of a class map."""
_BETWEEN = re.compile(r"[|;｜；]")
_EXTENSION = re.compile(r"\.(?:0{1,5}|(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,5})$")


class Answered(NamedTuple):
    """One row: its row number, the image's number as a key, its actual class (empty: not stated) and the album's labels."""

    row: int
    key: str
    actual: str
    predicted: str


def number_key(number: str) -> str:
    """Return the key shared by ``0001``, ``1``, ``1.0`` and ``0001.jpg``; any other name is its own key, ``1.2`` too."""
    plain = seen(number).strip()
    stem = _EXTENSION.sub("", plain)
    return str(int(stem)) if stem.isdecimal() and len(stem) <= 18 else plain


def number_in_path(number: str) -> str:
    """Return the key of a number that may be given as the path of its file: ``inputs/0001.png``, also with backslashes."""
    key = number_key(re.split(r"[/\\]", number)[-1])
    return key if key.isdecimal() else number_key(number)


def labels_of(cell: str) -> list[Label]:
    """Return the labels of a cell, best first."""
    return [Label(name) for part in _BETWEEN.split(cell) if (name := tidy(part))]


def read_record(path: Path, table: Table | None = None) -> Iterator[Answered]:
    """Yield the rows of a record, which may be open already; the column of actual classes is optional.

    Raises:
        InputError: The file is not such a table, or a row is wrong; the message says which and why.
    """
    table = table or open_record(path, actual=False)
    columns = table.columns
    number, actual, predicted = columns.places
    assert number is not None  # noqa: S101  (needed columns are there)
    assert predicted is not None  # noqa: S101
    for row, cells in enumerate(table.rows, start=table.first):
        if any(cells):
            check_row(path, row, cells, columns)
            key = number_in_path(cells[number])
            yield Answered(row, key, tidy("" if actual is None else cells[actual]), cells[predicted])


def read_class_map(table: Path, classes: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Return the pairs of a table with the product's name in the first column and the class of the test in the second.

    The first row is the heading, unless its second cell is a class of the test.

    Args:
        table: CSV or XLSX.
        classes: All names of the classes of the test.

    Raises:
        InputError: The table cannot be read, a row has only one cell, or it is not clear whether the first row is a heading.
    """
    known = {folded(name) for name in classes}
    pairs: list[tuple[str, str]] = []
    is_first = True
    for row, cells in enumerate(read_rows(table, alone=True), start=1):
        filled = [tidy(cell) for cell in cells[:2]]
        if not any(filled):
            continue
        if len(filled) < 2 or not all(filled):
            raise wrong_row(table, row, text("needs the product's name and the class of the test"))
        if not is_first or folded(filled[1]) in known:
            pairs.append((filled[0], filled[1]))
        elif not any(word in folded(filled[1]) for word in _HEADING):
            reason = text(
                '"{name}" is neither a class of the test nor the heading “class”; correct the name, or put a heading first',
                name=filled[1],
            )
            raise wrong_row(table, row, reason)
        is_first = False
    return tuple(pairs)


def taken_of(labels: Sequence[dict[str, str]], actual: str, several: str) -> dict[str, str]:
    """Return the label that is scored: the first, or with ``any`` the right one at any position; empty if there is none."""
    if several == "any" and {"class": actual} in labels:
        return {"class": actual}
    return labels[0] if labels else {}


@implements("album", "5.3-classification-c")
def record_rows(items: Iterable[Item], language: Language = "en") -> Iterator[Row]:
    """Yield the rows of a run's record: number, actual and predicted class of each image (5.3 classification c).

    Labels are given as classes of the test where they could be mapped; an image without an answer has an empty cell.
    """
    yield list(HEADERS[language])
    for item in items:
        labels = (next(iter(label.values())) for label in item.terms["labels"])
        yield [item.id, item.terms["actual"], "|".join(_BETWEEN.sub("/", label) for label in labels)]


def open_record(path: Path, *, actual: bool) -> Table:
    """Open a table with the columns number, actual and predicted class; ``actual`` makes that column required."""
    return open_table(path, (Wanted(NUMBER), Wanted(ACTUAL, actual), Wanted(PREDICTED)))


def check_row(path: Path, row: int, cells: Row, columns: Columns) -> None:
    """Refuse a row with too few or too many cells, or without a number.

    Raises:
        InputError: The row is wrong; the message says which and why.
    """
    if len(cells) != columns.width and (len(cells) < columns.width or any(cells[columns.width :])):
        reason = text("has {found} cells, the first row has {expected}", found=len(cells), expected=columns.width)
        raise wrong_row(path, row, reason)
    if not cells[columns.places[0] or 0].strip():
        raise wrong_row(path, row, text("has no number"))
