"""From items to measures: one score per item and measure, then their means with clustered intervals.

A suite says how one item's terms give its scores; everything after that is the same for all suites and stands here.
``scores.csv`` holds the table, so that a reader needs no program of ours to look at it.
"""

import csv
import hashlib
import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError
from mindsight.record.columns import Few, Labels, Names, Numbers, Words, numbered
from mindsight.record.model import Interval, Item, Measure, MeasureStatus, Signature
from mindsight.statistics import mean_interval
from mindsight.statistics.arrays import mean_of

LEVEL = 0.95
_AT_ONCE = 4096
FIXED = ("id", "cluster", "status", "outcome")
"""Columns before those of the measures."""

Scores = Mapping[str, float | None]
"""Scores of one item by measure; None: this item has none and does not count, ±inf: exact, counted apart."""


@dataclass(frozen=True)
class MeasureKind:
    """What a measure is, apart from any value: its name, clause, unit, range and direction."""

    name: str
    clause: str
    unit: str
    low: float | None = None
    high: float | None = None
    better: Literal["higher", "lower"] = "higher"


class Column:
    """The scores of all items in one measure: as long as few are different a byte or four for each, otherwise eight.

    It is read like a row of numbers; the array of all of them is made anew each time.
    """

    def __init__(self, scores: Iterable[float] = ()) -> None:
        self._few: Few[float] | None = Few()
        self._all = Numbers("d")
        for score in scores:
            self.add(score)

    def add(self, score: float) -> None:
        """Add a row."""
        if self._few is not None:
            # By its value a negative zero would be any other zero.
            if (score or math.copysign(1, score) > 0) and len(self._few.different) < _AT_ONCE:
                self._few.add(float(score))
                return
            self._all, self._few = Numbers("d", self._few), None
        self._all.append(score)

    def ordered(self, order: NDArray[np.int64]) -> "Column":
        """Return the rows in another order."""
        again = Column()
        if self._few is None:
            again._few = None
            again._all.add_array(self._all.array()[order])
        else:
            again._few = self._few.ordered(order)
        return again

    def __len__(self) -> int:
        return len(self._all) if self._few is None else len(self._few)

    def __iter__(self) -> Iterator[float]:
        return iter(self._all if self._few is None else self._few)

    @overload
    def __getitem__(self, rows: int) -> float: ...
    @overload
    def __getitem__(self, rows: slice | Sequence[int] | NDArray[Any]) -> NDArray[np.float64]: ...
    def __getitem__(self, rows: int | slice | Sequence[int] | NDArray[Any]) -> float | NDArray[np.float64]:
        if isinstance(rows, int | np.integer):
            return float(self._all[int(rows)] if self._few is None else self._few[int(rows)])
        if isinstance(rows, slice) and rows.step in {None, 1}:
            begin, end, _ = rows.indices(len(self))
            return self._numbers(begin, end)
        return np.asarray(self._numbers(0, len(self))[rows])

    def _numbers(self, begin: int, end: int) -> NDArray[np.float64]:
        if self._few is None:
            return self._all.array(begin, end)
        return np.asarray(np.array(self._few.different, np.float64)[self._few.numbers_between(begin, end)])

    def __array__(self, dtype: DTypeLike | None = None, *, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self[:], dtype=dtype, copy=copy)


@dataclass(frozen=True)
class ScoreTable:
    """The scores of all items, one column per measure; NaN where an item has none."""

    ids: Words
    clusters: Words
    statuses: Words
    outcomes: Words
    columns: Mapping[str, Column | NDArray[np.float64]]

    def column(self, name: str) -> NDArray[np.float64]:
        """Return the scores of one measure, shape (items,)."""
        return np.asarray(self.columns[name])

    def cluster_numbers(self) -> NDArray[Any]:
        """Return the clusters as numbers, in the order in which they first come."""
        return numbered(self.clusters)

    def clusters_of(self, rows: NDArray[np.bool_]) -> NDArray[Any]:
        """Return the clusters of the rows that are asked for, as numbers."""
        return self.cluster_numbers()[rows]


def tabulate(items: Iterable[Item], names: Sequence[str], score: Callable[[Item], Scores]) -> ScoreTable:
    """Score every item and return the table in the order of the item numbers, whatever order they ended in."""
    rows = _Rows(names)
    for item in items:
        scores = score(item)
        found = (scores.get(name) for name in names)
        rows.add(
            (item.id, item.cluster, item.status, item.outcome), (math.nan if one is None else one for one in found)
        )
    return rows.table(ordered=True)


class _Rows:
    """Collects the rows of a table."""

    def __init__(self, names: Sequence[str]) -> None:
        self._ids, self._clusters = Names(), Labels()
        self._statuses, self._outcomes = Few[str](), Few[str]()
        self._alone = True
        self._columns = {name: Column() for name in names}

    def add(self, fixed: Sequence[str], scores: Iterable[float]) -> None:
        """Add a row."""
        id_, cluster, status, outcome = fixed
        if self._alone and cluster != id_:
            # Until now every item was a cluster of its own, and its id has stood for it.
            self._alone, self._clusters = False, Labels(self._ids if len(self._statuses) else None)
        if not self._alone:
            self._clusters.add(cluster)
        self._ids.add(id_)
        self._statuses.add(status)
        self._outcomes.add(outcome)
        for column, score in zip(self._columns.values(), scores, strict=True):
            column.add(score)

    def table(self, *, ordered: bool = False) -> ScoreTable:
        """Return the table, by the ids of its rows if asked for."""
        ids, order = self._ids.sorted() if ordered else (self._ids, None)
        clusters: Words = ids if self._alone else self._clusters.column()
        statuses, outcomes, columns = self._statuses, self._outcomes, self._columns
        if order is not None:
            clusters = ids if self._alone else self._clusters.column().ordered(order)
            statuses, outcomes = statuses.ordered(order), outcomes.ordered(order)
            columns = {name: column.ordered(order) for name, column in columns.items()}
        return ScoreTable(ids, clusters, statuses, outcomes, columns)


def measure(kind: MeasureKind, table: ScoreTable, signature: Signature) -> Measure:
    """Return the mean of a column with its interval; what is infinite or empty becomes a status, never a number."""
    scores = table.column(kind.name)
    finite = np.isfinite(scores)
    n = int(finite.sum())
    value: float | None = None
    interval = None
    status: MeasureStatus = "exact" if np.isposinf(scores).any() else "not_scored"
    if n:
        values = scores if n == len(scores) else scores[finite]
        value, status = mean_of(values), "scored"
        found = mean_interval(values, table.clusters_of(finite), level=LEVEL)
        if found is not None:
            # A bound beyond the measure's range says nothing that the end of the range does not.
            low = found.low if kind.low is None else max(found.low, kind.low)
            high = found.high if kind.high is None else min(found.high, kind.high)
            interval = Interval(low=low, high=high, level=LEVEL, method=found.method)
    return Measure(
        name=kind.name,
        value=value,
        status=status,
        unit=kind.unit,
        clause=kind.clause,
        n=n,
        interval=interval,
        low=kind.low,
        high=kind.high,
        better=kind.better,
        signature=signature,
    )


def sample(ids: Iterable[str], most: int) -> list[str]:
    """Return at most so many ids, in their order, drawn by their hashes: the same each time, and among those of any larger sample."""
    return sorted(heapq.nsmallest(most, ids, key=lambda id_: hashlib.sha256(id_.encode("utf-8", "replace")).digest()))


def to_csv(table: ScoreTable) -> bytes:
    """Return ``scores.csv``: a header, then a line per item; a score is empty where there is none."""
    return b"".join(CsvPieces(table))


class CsvPieces:
    """``scores.csv`` by pieces of some thousand lines, written anew each time."""

    def __init__(self, table: ScoreTable) -> None:
        self._table = table

    def __iter__(self) -> Iterator[bytes]:
        return _pieces(self._table)


def _pieces(table: ScoreTable) -> Iterator[bytes]:
    lines: list[str] = []
    # The writer quotes only what its own line end consists of, and a name may hold either character.
    writer = csv.writer(_Ended(lines), lineterminator="\r\n")
    writer.writerow([*FIXED, *table.columns])
    columns = list(table.columns.values())
    for begin in range(0, max(1, len(table.ids)), _AT_ONCE):
        rows = slice(begin, begin + _AT_ONCE)
        fixed = (table.ids[rows], table.clusters[rows], table.statuses[rows], table.outcomes[rows])
        scores = (map(_cell, column[rows].tolist()) for column in columns)
        writer.writerows(zip(*fixed, *scores, strict=True))
        yield "".join(lines).encode()
        lines.clear()


class _Ended:
    """Takes the lines of a writer of tables and ends each by a single character."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, line: str) -> None:
        self._lines.append(line.removesuffix("\r\n") + "\n")


def from_csv(path: Path) -> ScoreTable:
    """Read ``scores.csv`` back.

    Raises:
        RecordError: The file is missing or is no table of scores.
    """
    try:
        file = path.open(encoding="utf-8", newline="")
    except OSError as error:
        raise _no_table(path) from error
    with file:
        try:
            lines = csv.reader(file)
            header = next(lines, [])
            if tuple(header[:4]) != FIXED:
                raise _no_table(path)
            rows = _Rows(header[4:])
            for row in lines:
                if len(row) != len(header):
                    raise _no_table(path)
                rows.add(row[:4], (float(cell) if cell else math.nan for cell in row[4:]))
        except decoder_errors() as error:
            raise _no_table(path) from error
    return rows.table()


def _no_table(path: Path) -> RecordError:
    return RecordError("{file}: is not a table of scores; run mindsight rescore", file=str(path))


def _cell(value: float) -> str:
    return "" if math.isnan(value) else repr(float(value))
