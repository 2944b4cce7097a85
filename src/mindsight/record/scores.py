"""From items to measures: one score per item and measure, then their means with clustered intervals.

A suite says how one item's terms give its scores; everything after that is the same for all suites and stands here.
``scores.csv`` holds the table, so that a reader needs no program of ours to look at it.
"""

import csv
import hashlib
import heapq
import io
import math
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from mindsight.errors import RecordError
from mindsight.record.model import Interval, Item, Measure, MeasureStatus, Signature
from mindsight.statistics import mean_interval

LEVEL = 0.95
_AT_ONCE = 4096
FIXED = ("id", "cluster", "status", "outcome")
"""Columns before those of the measures."""

Words = list[str] | NDArray[Any]
"""A column of words: of a table that was read or computed an array, in which a short word takes sixteen bytes."""

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


@dataclass(frozen=True)
class ScoreTable:
    """The scores of all items, one column per measure; NaN where an item has none."""

    ids: Words
    clusters: Words
    statuses: Words
    outcomes: Words
    columns: dict[str, NDArray[np.float64]]

    def column(self, name: str) -> NDArray[np.float64]:
        """Return the scores of one measure, shape (items,)."""
        return self.columns[name]


def tabulate(items: Iterable[Item], names: Sequence[str], score: Callable[[Item], Scores]) -> ScoreTable:
    """Score every item and return the table in the order of the item numbers, whatever order they ended in."""
    fixed = _Fixed()
    numbers = array("d")
    for item in items:
        scores = score(item)
        fixed.add((item.id, item.cluster, item.status, item.outcome))
        found = (scores.get(name) for name in names)
        numbers.extend(math.nan if one is None else one for one in found)
    ids, clusters, statuses, outcomes = fixed.columns()
    order = np.argsort(ids, kind="stable")
    matrix = np.frombuffer(numbers, dtype=np.float64).reshape(len(order), len(names))[order]
    columns = {name: matrix[:, i] for i, name in enumerate(names)}
    return ScoreTable(ids[order], clusters[order], statuses[order], outcomes[order], columns)


class _Fixed:
    """Collects the words of many rows: as objects only a few thousand at a time."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, ...]] = []
        self._parts: list[NDArray[Any]] = [np.empty((0, len(FIXED)), dtype=np.dtypes.StringDType())]

    def add(self, row: Sequence[str]) -> None:
        """Add a row."""
        self._rows.append(tuple(row))
        if len(self._rows) == _AT_ONCE:
            self._pack()

    def columns(self) -> tuple[NDArray[Any], ...]:
        """Return the columns."""
        self._pack()
        whole = np.concatenate(self._parts)
        return tuple(np.ascontiguousarray(whole[:, place]) for place in range(len(FIXED)))

    def _pack(self) -> None:
        if self._rows:
            self._parts.append(np.array(self._rows, dtype=np.dtypes.StringDType()))
            self._rows = []


def measure(kind: MeasureKind, table: ScoreTable, signature: Signature) -> Measure:
    """Return the mean of a column with its interval; what is infinite or empty becomes a status, never a number."""
    scores = table.column(kind.name)
    finite = np.isfinite(scores)
    n = int(finite.sum())
    value: float | None = None
    interval = None
    status: MeasureStatus = "exact" if np.isposinf(scores).any() else "not_scored"
    if n:
        values = scores[finite]
        value, status = math.fsum(values.tolist()) / n, "scored"
        clusters = [cluster for cluster, there in zip(table.clusters, finite, strict=True) if there]
        found = mean_interval(values, clusters, level=LEVEL)
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
    columns = list(table.columns.values())
    page = io.BytesIO()
    page.write(_line([*FIXED, *table.columns]).encode())
    for index, fixed in enumerate(zip(table.ids, table.clusters, table.statuses, table.outcomes, strict=True)):
        page.write(_line([*fixed, *(_cell(column[index]) for column in columns)]).encode())
    return page.getvalue()


def from_csv(path: Path) -> ScoreTable:
    """Read ``scores.csv`` back.

    Raises:
        RecordError: The file is missing or is no table of scores.
    """
    fixed = _Fixed()
    numbers = array("d")
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            header = next(rows, [])
            if tuple(header[:4]) != FIXED:
                raise ValueError(header[:4])
            for row in rows:
                if len(row) != len(header):
                    raise ValueError(row[:4])
                fixed.add(row[: len(FIXED)])
                numbers.extend(float(cell) if cell else math.nan for cell in row[4:])
        ids, clusters, statuses, outcomes = fixed.columns()
        matrix = np.frombuffer(numbers, dtype=np.float64).reshape(len(ids), len(header) - 4)
    except (OSError, ValueError) as error:
        raise RecordError("{file}: is not a table of scores; run mindsight rescore", file=str(path)) from error
    return ScoreTable(ids, clusters, statuses, outcomes, {name: matrix[:, i] for i, name in enumerate(header[4:])})


def _line(cells: Sequence[object]) -> str:
    # The writer quotes only what its own line end consists of, and a name may hold either character.
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue().removesuffix("\r\n") + "\n"


def _cell(value: float) -> str:
    return "" if math.isnan(value) else repr(float(value))
