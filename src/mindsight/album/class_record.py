"""5.3 classification c): the record of number, actual class and the class that the album gave, as a table.

The same table is brought back by whoever operated a product by hand, written from a finished run, and counted without a
run. Several labels of one image stand in one cell, the best first, with ``|`` or ``;`` between them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.album.classification import Counts
from mindsight.album.labels import Label, Vocabulary, folded, tidy
from mindsight.album.tables import Columns, Row, Wanted, find_columns, read_rows, wrong_row
from mindsight.clauses import implements
from mindsight.errors import InputError
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

_BETWEEN = re.compile(r"[|;｜；]")
_CHUNK = 1 << 15
_LARGEST_NUMBER = 1 << 27
"""Numbers below take a bit map; a table of images has no greater ones."""


class Answered(NamedTuple):
    """One row: where it stands, the image's number as a key, its actual class (empty: not said) and the album's labels."""

    row: int
    key: str
    actual: str
    predicted: str


class Tally(NamedTuple):
    """A counted record: the classes, images by actual and predicted class, and labels outside of the classes with counts."""

    classes: tuple[str, ...]
    counts: Counts
    unlisted: dict[str, int]


def number_key(number: str) -> str:
    """Return what ``0001``, ``1`` and ``0001.jpg`` have in common; any other name stands for itself."""
    plain = number.strip()
    stem = re.sub(r"\.[A-Za-z0-9]{1,5}$", "", plain)
    return str(int(stem)) if stem.isascii() and stem.isdigit() and len(stem) <= 18 else plain


def labels_of(cell: str) -> list[Label]:
    """Return the labels of a cell, the best first."""
    return [Label(name) for part in _BETWEEN.split(cell) if (name := tidy(part))]


def read_record(path: Path) -> Iterator[Answered]:
    """Yield the rows of a record; the actual class need not be there.

    Raises:
        InputError: The file is no such table, or a row is wrong: says which and why.
    """
    rows = read_rows(path)
    columns = _columns(path, rows, actual=False)
    number, actual, predicted = columns.places
    assert number is not None  # noqa: S101  (needed columns are there)
    assert predicted is not None  # noqa: S101
    for row, cells in enumerate(rows, start=2):
        if any(cells):
            _check(path, row, cells, columns)
            key = number_key(cells[number])
            yield Answered(row, key, tidy("" if actual is None else cells[actual]), cells[predicted])


def count_record(path: Path, *, class_map: Sequence[tuple[str, str]] = (), several: str = "top") -> Tally:
    """Return the confusion counts of a record; its classes are those that images actually belong to.

    A million rows are read piece by piece: what is kept is the counts and a bit for each number.

    Args:
        path: CSV or XLSX with number, actual and predicted class.
        class_map: Pairs of a product's name and the class that it means.
        several: ``top`` takes the first of several labels; ``any`` the actual class if it is among them.

    Raises:
        InputError: The file is no such table, or a row is wrong: says which and why.
    """
    pairs = _count_pairs(path)
    names: dict[str, str] = {}
    for actual, _ in pairs:
        names.setdefault(folded(actual), tidy(actual))
    classes = tuple(sorted(names.values()))
    place = {name: number for number, name in enumerate(classes)}
    vocabulary = Vocabulary(dict.fromkeys(classes, ()), class_map)
    counts = np.zeros((len(classes), len(classes) + 1), np.int64)
    unlisted: Counter[str] = Counter()
    for (actual, predicted), images in pairs.items():
        own = names[folded(actual)]
        labels = vocabulary.understood(labels_of(predicted))
        unlisted.update({label["other"]: images for label in labels if "other" in label})
        taken = taken_of(labels, own, several)
        counts[place[own], place.get(taken.get("class", ""), -1)] += images
    return Tally(classes, counts, dict(unlisted.most_common()))


def taken_of(labels: Sequence[dict[str, str]], actual: str, several: str) -> dict[str, str]:
    """Return the label that counts: the first, or under ``any`` the right one wherever it stands; none is empty."""
    if several == "any" and {"class": actual} in labels:
        return {"class": actual}
    return labels[0] if labels else {}


@implements("album", "5.3-classification-c")
def record_rows(items: Iterable[Item], language: Language = "en") -> Iterator[Row]:
    """Yield the record of a run: number, actual class and the album's class of each image (5.3 classification c).

    Labels stand as the test understood them: the class's own name where the product used another; an image without an
    answer has an empty cell.
    """
    yield list(HEADERS[language])
    for item in items:
        labels = (next(iter(label.values())) for label in item.terms["labels"])
        yield [item.id, item.terms["actual"], "|".join(_BETWEEN.sub("/", label) for label in labels)]


def _count_pairs(path: Path) -> Counter[tuple[str, str]]:
    rows = read_rows(path)
    columns = _columns(path, rows, actual=True)
    places = [place for place in columns.places if place is not None]
    number_of, pair_of = itemgetter(places[0]), itemgetter(*places[1:])
    pairs: Counter[tuple[str, str]] = Counter()
    seen, first = _Numbers(), 2
    while chunk := list(islice(rows, _CHUNK)):
        lines: Sequence[int] = range(first, first + len(chunk))
        first += len(chunk)
        if set(map(len, chunk)) != {columns.width} or not all(map(number_of, chunk)):
            lines, chunk = _filled(path, lines, chunk, columns)
        seen.add(path, lines, list(map(number_of, chunk)))
        pairs.update(map(pair_of, chunk))
    if not pairs:
        raise InputError("{file}: holds no rows below its header", file=str(path))
    nameless = next((pair for pair in pairs if not tidy(pair[0])), None)
    if nameless is not None:
        _name_first(path, columns)
    return pairs


def _filled(path: Path, lines: Iterable[int], chunk: list[Row], columns: Columns) -> tuple[list[int], list[Row]]:
    """Return the rows of a piece without the empty ones, each checked, and where they stand."""
    kept = [(line, cells) for line, cells in zip(lines, chunk, strict=True) if any(cells)]
    for line, cells in kept:
        _check(path, line, cells, columns)
    return [line for line, _ in kept], [cells for _, cells in kept]


def _name_first(path: Path, columns: Columns) -> None:
    """Raise the error of the first row without an actual class."""
    rows = read_rows(path)
    next(rows)
    for row, cells in enumerate(rows, start=2):
        if any(cells) and not tidy(cells[columns.places[1] or 0]):
            raise wrong_row(path, row, text("has no actual class"))


def _columns(path: Path, rows: Iterator[Row], *, actual: bool) -> Columns:
    header = next(rows, [])
    return find_columns(path, header, (Wanted(NUMBER), Wanted(ACTUAL, actual), Wanted(PREDICTED)))


def _check(path: Path, row: int, cells: Row, columns: Columns) -> None:
    if len(cells) != columns.width and (len(cells) < columns.width or any(cells[columns.width :])):
        reason = text("has {found} cells, the first row has {expected}", found=len(cells), expected=columns.width)
        raise wrong_row(path, row, reason)
    if not cells[columns.places[0] or 0].strip():
        raise wrong_row(path, row, text("has no number"))


class _Numbers:
    """The numbers of a table that were seen: a bit for each plain number, any other as it is."""

    def __init__(self) -> None:
        self._bits: NDArray[np.bool_] = np.zeros(1 << 16, np.bool_)
        self._others: set[str] = set()

    def add(self, path: Path, lines: Sequence[int], numbers: list[str]) -> None:
        """Take a piece of a column.

        Raises:
            InputError: A number was there before; names the row.
        """
        try:
            values = np.fromiter(map(int, numbers), np.int64, len(numbers))
            plain = bool(len(values)) and int(values.min()) >= 0 and int(values.max()) < _LARGEST_NUMBER
        except (ValueError, OverflowError):
            plain = False
        if plain:
            self._grow(int(values.max()))
            if not self._bits[values].any() and len(np.unique(values)) == len(values):
                self._bits[values] = True
                return
        self._add_each(path, lines, numbers)

    def _add_each(self, path: Path, lines: Sequence[int], numbers: list[str]) -> None:
        for row, number in zip(lines, numbers, strict=True):
            key = number_key(number)
            bit = int(key) if key.isascii() and key.isdigit() and int(key) < _LARGEST_NUMBER else None
            if bit is not None:
                self._grow(bit)
            if key in self._others or (bit is not None and self._bits[bit]):
                raise wrong_row(path, row, text("number {number} stands in an earlier row already", number=number))
            if bit is None:
                self._others.add(key)
            else:
                self._bits[bit] = True

    def _grow(self, largest: int) -> None:
        if largest >= len(self._bits):
            more = np.zeros(max(largest + 1, 2 * len(self._bits)) - len(self._bits), np.bool_)
            self._bits = np.concatenate([self._bits, more])
