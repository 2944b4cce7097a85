"""What it costs to score a finished table of a million images, held against scikit-learn's confusion matrix alone.

Both read the same CSV file. Ours also checks every row, refuses numbers that appear twice, maps labels to classes and
gives the rates with their intervals.
"""

import csv
import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.rows import Row

IMAGES, CLASSES, ROUNDS, TARGET = 1_000_000, 20, 5, 3.0


def measure() -> Iterator[Row]:
    """Yield the one row."""
    with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
        table = _write(Path(folder) / "record.csv")
        ours: list[float] = []
        theirs: list[float] = []
        for number in range(ROUNDS + 1):
            for way, taken in ((_scored, ours), (_counted_by_scikit_learn, theirs)):
                seconds = _timed(way, table)
                if number:
                    taken.append(seconds)
        counts, other = _scored(table), _counted_by_scikit_learn(table)
        if not np.array_equal(counts, other):
            raise RuntimeError("the two confusion matrices differ")
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    limit = f"reading: a million rows in {statistics.median(ours):.1f} CPU s, with nothing kept but counts and a bit a number"
    name = "album: score of a table of 1,000,000 rows / scikit-learn's confusion_matrix, reading in both"
    yield Row(name, ratio, "×", f"≤ {TARGET:g}", ratio <= TARGET, limit)


def _write(path: Path) -> Path:
    rng = np.random.default_rng(1)
    names = [f"class {number:02d}" for number in range(CLASSES)]
    actual = rng.integers(0, CLASSES, IMAGES)
    predicted = np.where(rng.random(IMAGES) < 0.8, actual, rng.integers(0, CLASSES, IMAGES))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["number", "actual class", "predicted class"])
        writer.writerows(
            (f"{n:07d}", names[a], names[p]) for n, (a, p) in enumerate(zip(actual, predicted, strict=True), 1)
        )
    return path


def _scored(table: Path) -> np.ndarray:
    from mindsight.album.classification.formulas import cases, intervals, rates
    from mindsight.album.classification.table import count_record
    from mindsight.album.profile import load_profile

    counts = count_record(table, load_profile(kind="classification")).counts
    rates(cases(counts))
    intervals(counts, np.random.default_rng(1))
    return counts[:, :-1]


def _counted_by_scikit_learn(table: Path) -> np.ndarray:
    from sklearn.metrics import confusion_matrix

    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        _, actual, predicted = zip(*rows, strict=True)
    counts: np.ndarray = confusion_matrix(actual, predicted)
    return counts


def _timed(way: Callable[[Path], object], table: Path) -> float:
    gc.collect()
    started = time.process_time()
    way(table)
    return time.process_time() - started
