"""Read a table of results, accuracies or counts, and report in one sentence any cell that cannot be used.

There are three forms, distinguished by the first row; the model comes first, the other columns may be in any order:

    model, suitcase, buttons, …              accuracies in [0, 1], or in percent
    model, class, tp, tn, fp, fn             counts, a row for each model and class
    model, suitcase.tp, suitcase.tn, …       counts, a row for each model

Instead of the four counts there may be the six that keep valid and irrelevant tasks apart: tp, fp_valid, fn,
tn_declined, tn_idle, fp_irrelevant. Beside either there may be nr: irrelevant tasks that were not read or not reached.
"""

import codecs
import csv
import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

from mindsight.decoding import reading, whole
from mindsight.errors import InputError
from mindsight.home.scoring.generalisation import Counts, Outcomes, Result, ResultsRow
from mindsight.text import Text, text

_KINDS: dict[frozenset[str], type[Counts] | type[Outcomes]] = {
    frozenset(one.name for one in fields(kind)) - left_out: kind
    for kind in (Counts, Outcomes)
    for left_out in (set(), {"nr"})
}
_NAMES = {name for names in _KINDS for name in names}
_RESERVED = {"模型": "model", "任务类别": "class", "类别": "class", "任务": "class"}
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?([eE]-?[0-9]{1,3})?|\.[0-9]+")
_COUNT = re.compile(r"[0-9]{1,12}")
_SHOWN = 40


class ResultsTable(NamedTuple):
    """A table of results: its models, each with the same classes in the same order, and the hash of its bytes."""

    rows: list[ResultsRow]
    sha256: str


class _Cell(NamedTuple):
    """A cell and its position: the row as a spreadsheet counts, the column by its heading."""

    file: str
    row: int
    column: str
    value: str

    def wrong(self, expected: Text) -> InputError:
        return InputError(
            "{file}, row {row}, column {column}: found {found}, expected {expected}",
            file=self.file,
            row=self.row,
            column=self.column,
            found=f'"{self.value[:_SHOWN]}"' if self.value else text("nothing"),
            expected=expected,
        )


def read_results(path: Path, *, percent: bool = False) -> ResultsTable:
    """Read a table of results, UTF-8 with or without a byte order mark, or GBK.

    Args:
        path: The CSV file; cells are separated by commas, semicolons or tabs.
        percent: Read accuracies as percentages. A cell with a percent sign always is one.

    Raises:
        InputError: The file cannot be read, or a cell cannot be used; names row and column.
    """
    with reading(str(path), "CSV"):
        content = whole(path, piped=True)
    return ResultsTable(_models(path, content, percent=percent), hashlib.sha256(content).hexdigest())


def _models(path: Path, content: bytes, *, percent: bool) -> list[ResultsRow]:
    rows = list(_rows(path, content))
    if len(rows) < 2:
        raise InputError(
            "{file}: holds no results; expected a row of headings and a row for each model", file=str(path)
        )
    (_, heads), *body = rows
    heads = [_RESERVED.get(head, head) for head in heads]
    _check_headings(path, heads)
    table = [
        [
            _Cell(str(path), number, head, value)
            for head, value in zip(heads, _whole(path, number, row, heads), strict=True)
        ]
        for number, row in body
    ]
    lowered = [head.lower() for head in heads]
    if lowered[1] == "class" and len(heads) > 2:
        found = _tidy(path, lowered, table)
    elif all(head.rpartition(".")[2] in _NAMES for head in lowered[1:]):
        found = [_wide_counts(row) for row in table]
    else:
        return _without_twins([_accuracies(row, percent=percent) for row in table], path)
    if percent:
        raise InputError("{file}: holds counts; --percent is for accuracies", file=str(path))
    return _without_twins(found, path)


def _rows(path: Path, content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, with their numbers, cells stripped."""
    decoded = _decoded(path, content)
    first = decoded.lstrip(" ,;\t\r\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    with reading(str(path), "CSV"):
        for number, row in enumerate(csv.reader(io.StringIO(decoded, newline=""), delimiter=delimiter, strict=True), 1):
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield number, cells


def _decoded(path: Path, content: bytes) -> str:
    if b"\0" not in content:
        for encoding in ("utf-8", "gb18030"):
            try:
                return content.removeprefix(codecs.BOM_UTF8).decode(encoding)
            except UnicodeDecodeError:
                continue
    raise InputError("{file}: is not text in UTF-8 or GBK; save the table as CSV", file=str(path))


def _check_headings(path: Path, heads: Sequence[str]) -> None:
    if len(heads) < 2:
        raise InputError("{file}: has a single column; expected the model first, then the classes", file=str(path))
    for place, head in enumerate(heads):
        if not head and place:
            raise InputError("{file}: column {number} of row 1 has no heading", file=str(path), number=place + 1)
        if _folded(head) in map(_folded, heads[:place]):
            raise InputError('{file}: the heading "{name}" occurs twice', file=str(path), name=head[:_SHOWN])
        if place and head == "T":
            raise InputError('{file}: the column "T" is the result, not a task class; leave it out', file=str(path))


def _folded(head: str) -> str:
    """Return a heading in the form that is compared: the case of counts such as ``tp`` does not matter."""
    name, dot, figure = head.rpartition(".")
    return name + dot + figure.lower() if figure.lower() in _NAMES else head


def _whole(path: Path, number: int, row: list[str], heads: Sequence[str]) -> list[str]:
    # Spreadsheets drop or add empty cells at the end of a row.
    row = row + [""] * (len(heads) - len(row))
    if any(row[len(heads) :]):
        raise InputError(
            "{file}, row {row}: found {found} cells, expected {expected} as in row 1",
            file=str(path),
            row=number,
            found=len(row),
            expected=len(heads),
        )
    return row[: len(heads)]


def _tidy(path: Path, heads: Sequence[str], table: Sequence[Sequence[_Cell]]) -> list[ResultsRow]:
    """Return the models of a table with a row for each model and class."""
    kind = _KINDS.get(frozenset(heads[2:]))
    if kind is None:
        raise InputError(
            "{file}: found the columns {found} after model and class, expected {four} or {six}",
            file=str(path),
            found=", ".join(heads[2:])[:200],
            four="tp, tn, fp, fn",
            six="tp, fp_valid, fn, tn_declined, tn_idle, fp_irrelevant",
        )
    found: dict[str, ResultsRow] = {}
    for model, name, *counts in table:
        row = found.setdefault(_name_of(model), ResultsRow(model.value))
        if _name_of(name) in row.classes:
            raise name.wrong(text("each class once for each model"))
        row.classes[name.value] = kind(**{head: _count(cell) for head, cell in zip(heads[2:], counts, strict=True)})
    classes = next(iter(found.values())).classes
    for row in found.values():
        if different := sorted(classes.keys() ^ row.classes.keys()):
            raise InputError(
                '{file}: the model "{model}" and the first model do not have the same classes; they differ in "{name}"',
                file=str(path),
                model=row.name,
                name=different[0],
            )
    return [ResultsRow(row.name, {name: row.classes[name] for name in classes}) for row in found.values()]


def _wide_counts(row: Sequence[_Cell]) -> ResultsRow:
    """Return the model of a row with columns such as ``suitcase.tp``."""
    counts: dict[str, dict[str, _Cell]] = {}
    for cell in row[1:]:
        name, _, figure = cell.column.rpartition(".")
        counts.setdefault(name, {})[figure.lower()] = cell
    found: dict[str, Result] = {}
    for name, cells in counts.items():
        kind = _KINDS.get(frozenset(cells))
        if kind is None or not name:
            raise InputError(
                '{file}: found the columns {found} for the class "{name}", expected {four} or {six}',
                file=row[0].file,
                found=", ".join(cells),
                name=name,
                four="tp, tn, fp, fn",
                six="tp, fp_valid, fn, tn_declined, tn_idle, fp_irrelevant",
            )
        found[name] = kind(**{figure: _count(cell) for figure, cell in cells.items()})
    return ResultsRow(_name_of(row[0]), found)


def _accuracies(row: Sequence[_Cell], *, percent: bool) -> ResultsRow:
    return ResultsRow(_name_of(row[0]), {cell.column: _accuracy(cell, percent=percent) for cell in row[1:]})


def _accuracy(cell: _Cell, *, percent: bool) -> float:
    # Chinese keyboards type the full-width sign.
    digits = cell.value.removesuffix("%").removesuffix("％").rstrip()
    hundredths = percent or digits != cell.value
    most = 100 if hundredths else 1
    if not _NUMBER.fullmatch(digits) or float(digits) > most:
        if hundredths:
            raise cell.wrong(text("a percentage from 0 to 100"))
        raise cell.wrong(text("a number from 0 to 1, or with --percent from 0 to 100"))
    return float(digits) / most


def _count(cell: _Cell) -> int:
    if not _COUNT.fullmatch(cell.value):
        raise cell.wrong(text("a whole number, 0 or more"))
    return int(cell.value)


def _name_of(cell: _Cell) -> str:
    if not cell.value:
        raise cell.wrong(text("a name"))
    return cell.value


def _without_twins(rows: list[ResultsRow], path: Path) -> list[ResultsRow]:
    names = [row.name for row in rows]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError('{file}: the model "{name}" occurs twice', file=str(path), name=name[:_SHOWN])
    return rows
