"""6.2.1 without a run: the counts of a finished record of actual and predicted classes of any length."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindsight.album.classification.labels import Vocabulary, folded, tidy
from mindsight.album.classification.record import check_row, labels_of, number_key, open_record, read_class_map
from mindsight.album.classification.scoring import Kinds, Marking
from mindsight.album.kits.columns import Columns, Row, wrong_row
from mindsight.album.profile import ClassificationProfile
from mindsight.errors import InputError
from mindsight.text import text

_CHUNK = 1 << 15
_LARGEST_NUMBER = 1 << 27
"""Numbers below this are tracked in a bit map; a table of images has no larger ones."""


def count_record(path: Path, profile: ClassificationProfile, class_map: Path | None = None) -> Marking:
    """Return the confusion counts of a record; its classes are the actual classes of its images.

    The file is read in chunks; only the counts and a bit per number stay in memory.

    Args:
        path: CSV or XLSX with number, actual and predicted class.
        profile: Choices for what 6.2.1 leaves open.
        class_map: Table of the product's names and the classes of the test that they mean.

    Raises:
        InputError: The file is not such a table, or a row is wrong; the message says which and why.
    """
    pairs = _count_pairs(path)
    names: dict[str, str] = {}
    for actual, _ in pairs:
        names.setdefault(folded(actual), tidy(actual))
    classes = tuple(sorted(names.values()))
    mapped = () if class_map is None else read_class_map(class_map, classes)
    vocabulary = Vocabulary(dict.fromkeys(classes, ()), mapped)
    kinds: Kinds = Counter()
    for (actual, predicted), images in pairs.items():
        labels = vocabulary.understood(labels_of(predicted))
        kinds[names[folded(actual)], tuple(next(iter(label.items())) for label in labels)] += images
    return Marking(kinds, classes, profile)


def _count_pairs(path: Path) -> Counter[tuple[str, str]]:
    columns, rows, first, _ = open_record(path, actual=True)
    places = [place for place in columns.places if place is not None]
    number_of, pair_of = itemgetter(places[0]), itemgetter(*places[1:])
    pairs: Counter[tuple[str, str]] = Counter()
    seen = _Numbers()
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
        _name_first(path)
    return pairs


def _filled(path: Path, lines: Iterable[int], chunk: list[Row], columns: Columns) -> tuple[list[int], list[Row]]:
    """Return the row numbers and the checked rows of a chunk, without empty rows."""
    kept = [(line, cells) for line, cells in zip(lines, chunk, strict=True) if any(cells)]
    for line, cells in kept:
        check_row(path, line, cells, columns)
    return [line for line, _ in kept], [cells for _, cells in kept]


def _name_first(path: Path) -> None:
    """Raise the error of the first row without an actual class."""
    columns, rows, first, _ = open_record(path, actual=True)
    for row, cells in enumerate(rows, start=first):
        if any(cells) and not tidy(cells[columns.places[1] or 0]):
            raise wrong_row(path, row, text("has no actual class"))


class _Numbers:
    """The numbers seen so far in a table: a bit for each plain number, a set for any others."""

    def __init__(self) -> None:
        self._bits: NDArray[np.bool_] = np.zeros(1 << 16, np.bool_)
        self._others: set[str] = set()

    def add(self, path: Path, lines: Sequence[int], numbers: list[str]) -> None:
        """Add a chunk of a column.

        Raises:
            InputError: A number occurs twice; the message names the row.
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
                raise wrong_row(path, row, text("number {number} is already in an earlier row", number=number))
            if bit is None:
                self._others.add(key)
            else:
                self._bits[bit] = True

    def _grow(self, largest: int) -> None:
        if largest >= len(self._bits):
            more = np.zeros(max(largest + 1, 2 * len(self._bits)) - len(self._bits), np.bool_)
            self._bits = np.concatenate([self._bits, more])
