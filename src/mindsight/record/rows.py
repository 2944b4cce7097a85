"""Rows of ``scores.csv`` read one after another: filtered, sorted, a page of them; a run may have more than memory holds."""

import csv
import heapq
import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError, RecordError
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import FIXED, sample

_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
_CONDITION = re.compile(r"([^<>=!]+)(<=|>=|!=|=|<|>)(.*)", re.DOTALL)

KEPT = 1_000
"""Items whose pictures stay in a run that keeps few."""
_PICTURE = re.compile(rb'"([0-9a-f]{64}\.[0-9a-z]{1,9})"')

Row = list[str]


@dataclass(frozen=True)
class Condition:
    """A column, a sign and a value: ``outcome=wrong_size``, ``album.psnr<60``; an empty score meets only ``=``."""

    column: str
    sign: str
    value: str


def parse_condition(words: str) -> Condition:
    """Return the condition that is written as one word.

    Raises:
        InputError: It is none.
    """
    match = _CONDITION.fullmatch(words)
    if match is None:
        raise InputError(
            '"{condition}" is no condition; write a column, a sign (= != < <= > >=) and a value, such as outcome=scored',
            condition=words,
        )
    return Condition(match[1].strip(), match[2], match[3].strip())


def _is_score(cell: str) -> bool:
    """Return whether a cell is empty or a number."""
    try:
        return not cell or not math.isnan(float(cell))
    except ValueError:
        return False


class Rows:
    """The rows of a table of scores that meet all conditions, read anew at each iteration.

    Raises:
        InputError: A condition names no column, or compares words by their size.
        RecordError: The file is no table of scores.
    """

    def __init__(self, path: Path, conditions: Sequence[Condition] = ()) -> None:
        self._path = path
        self.header = next(self._read(), [])
        if tuple(self.header[: len(FIXED)]) != FIXED:
            raise self._no_table()
        self._tests = [(self.place(one.column), self._test(one)) for one in conditions]

    def __iter__(self) -> Iterator[Row]:
        for row in islice(self._read(), 1, None):
            if len(row) != len(self.header) or not all(map(_is_score, row[len(FIXED) :])):
                raise self._no_table()
            if all(test(row[place]) for place, test in self._tests):
                yield row

    def place(self, column: str) -> int:
        """Return where a column is."""
        if column not in self.header:
            raise InputError(
                "there is no column {column}; there are {known}", column=column, known=", ".join(self.header)
            )
        return self.header.index(column)

    def page(self, *, skip: int, limit: int | None, by: str | None = None, descending: bool = False) -> Iterator[Row]:
        """Return some rows, in the order of a column if one is named; only as many are kept as are before the page's end."""
        end = None if limit is None else skip + limit
        if by is None:
            return islice(self, skip, end)
        place = self.place(by)
        words = place < len(FIXED)

        def key(row: Row) -> tuple[bool, str | float]:
            cell = row[place]
            if words:
                return False, cell
            # What has no score comes last in either order.
            return not cell, 0.0 if not cell else float(cell) * (-1 if descending else 1)

        if words and descending:
            ordered = sorted(self, key=key, reverse=True)
            return islice(ordered, skip, end)
        return islice(sorted(self, key=key) if end is None else heapq.nsmallest(end, self, key=key), skip, end)

    def _test(self, one: Condition) -> Callable[[str], bool]:
        words = self.place(one.column) < len(FIXED)
        if words or not one.value:
            if one.sign not in {"=", "!="}:
                raise InputError(
                    "{column}{sign}{value}: only numbers have a size; use = or !=",
                    column=one.column,
                    sign=one.sign,
                    value=one.value,
                )
            return lambda cell: (cell == one.value) == (one.sign == "=")
        try:
            wanted = float(one.value)
        except ValueError as error:
            raise InputError("{column}: {value} is no number", column=one.column, value=one.value) from error
        compare = _SIGNS[one.sign]
        return lambda cell: bool(cell) and compare(float(cell), wanted)

    def _read(self) -> Iterator[Row]:
        try:
            with self._path.open(encoding="utf-8", newline="") as file:
                yield from csv.reader(file)
        except decoder_errors(OSError) as error:
            raise self._no_table() from error

    def _no_table(self) -> RecordError:
        return RecordError("{file}: is not a table of scores; run mindsight rescore", file=str(self._path))


def kept(run: RunFolder, policy: str) -> tuple[set[str], set[str]]:
    """Return the ids of the items whose pictures stay, and the names of the pictures that the report shows.

    Only scores, ids and results decide, so that the checker, by a rule of its own, finds out whose pictures must be there.
    """
    rows = Rows(run.path / SCORES)
    drawn = sample((row[0] for row in rows), KEPT) if policy == "sampled" else [row[0] for row in _worst(rows)]
    shown = (getattr(block, "item", None) for block in run.results.blocks)
    pictures = _PICTURE.findall((run.path / RESULTS).read_bytes())
    return {*drawn, *filter(None, shown)}, {name.decode() for name in pictures}


def _worst(rows: Rows) -> list[Row]:
    """Return the worst rows: those that failed, then by the first score of each, those without any last."""

    def rank(row: Row) -> tuple[bool, float, str]:
        first = next(filter(None, row[len(FIXED) :]), "inf")
        return row[FIXED.index("status")] != "failed", float(first), row[FIXED.index("id")]

    return heapq.nsmallest(KEPT, rows, key=rank)
