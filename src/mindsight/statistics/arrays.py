"""Check and convert arguments: rows of scores, tables of ratings, labels of clusters."""

import itertools
import math
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IndexArray = npt.NDArray[np.integer[Any]]
Values = Sequence[float] | npt.NDArray[Any]
Labels = Sequence[Hashable] | npt.NDArray[Any]

ROUNDING = 1e-12  # relative: values that differ by less are equal
_BLOCK = 1_000_000  # random numbers in memory at once
_AT_ONCE = 4096  # numbers that are objects at one time
_FEW = 64  # clusters, each of which is looked for among all samples rather than ordering them


def sample_of(values: Values, name: str) -> FloatArray:
    """Return the values as one row of finite numbers, shape (n,), n ≥ 1, or raise ValueError naming them."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1 or sample.size == 0:
        raise ValueError(f"{name} have shape {sample.shape}; expected one row of at least one number")
    if not np.isfinite(sample).all():
        raise ValueError(f"{name}: number {int(np.argmin(np.isfinite(sample)))} (from 0) is not finite")
    return sample


def table_of(ratings: npt.ArrayLike, axes: str) -> FloatArray:
    """Return the ratings as a filled table with two axes, or raise ValueError naming the axes."""
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(f"ratings have shape {table.shape}; expected a filled array of {axes}")
    return table


def numbers_of(labels: Labels | None, count: int, name: str) -> IndexArray:
    """Number the labels 0, 1, … in order of appearance; without labels each sample is its own cluster.

    Args:
        labels: One label per sample, shape (count,), none of them missing (None, NaN).
        count: Number of samples, ≥ 1.
        name: What the labels denote, for the message.

    Raises:
        ValueError: A label is missing, or there is not one for each sample.
    """
    if count < 1:
        raise ValueError(f"{count} samples; expected at least 1")
    if labels is None:
        return np.arange(count, dtype=np.int32)
    if isinstance(labels, np.ndarray) and labels.ndim != 1:
        raise ValueError(f"{name} labels have shape {labels.shape}; expected one row")
    if len(labels) != count:
        raise ValueError(f"{len(labels)} {name} labels for {count} values; expected one for each")
    if isinstance(labels, np.ndarray) and labels.dtype.kind in "iuT":
        return _numbered(labels)
    seen: dict[Hashable, int] = {}
    for place, label in enumerate(labels):
        if label is None or label != label:  # noqa: PLR0124  (NaN is the label that is not itself)
            raise ValueError(f"value {place} (from 0) has no {name} label; expected one for each")
        seen.setdefault(label, len(seen))
    return np.array([seen[label] for label in labels], dtype=np.int32)


def _numbered(labels: npt.NDArray[Any]) -> IndexArray:
    """Number the labels of an array, of which none is missing, without an object for each."""
    if (labels[1:] > labels[:-1]).all():
        return np.arange(len(labels), dtype=np.int32)
    if labels.dtype.kind in "iu" and labels[0] == 0 and _is_numbered(labels):
        return np.asarray(labels, dtype=np.int32)
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    numbers = np.empty(len(first), dtype=np.int32)
    numbers[np.argsort(first)] = np.arange(len(first))
    return numbers[inverse]


def _is_numbered(labels: npt.NDArray[Any]) -> bool:
    """Return whether numbers that begin with 0 were given in order of appearance: each is known, or the next one."""
    return bool((labels[1:] <= np.maximum.accumulate(labels[:-1]) + 1).all())


def check_level(level: float) -> None:
    """Raise ValueError unless the nominal coverage lies in (0, 1)."""
    if not 0 < level < 1:
        raise ValueError(f"level {level}; expected a number between 0 and 1, such as 0.95")


def mean_of(sample: FloatArray) -> float:
    """Return the mean; fsum rounds once, so plain Python gives the same last digit in any order of the items."""
    return math.fsum(each(sample)) / len(sample)


def each(sample: FloatArray) -> Iterator[float]:
    """Yield the numbers of an array as Python's, of which only a few thousand are in memory at a time."""
    for begin in range(0, len(sample), _AT_ONCE):
        yield from sample[begin : begin + _AT_ONCE].tolist()


def totals_of(sample: FloatArray, numbers: IndexArray, less: float = 0.0) -> FloatArray:
    """Return the sum of each cluster's values, each ``less`` so much, by its number; every cluster has a member."""
    count = int(numbers.max()) + 1
    if count == len(sample):
        totals = np.empty(count)
        totals[numbers] = sample
        totals -= less
        return totals
    sums = (math.fsum((group - less).tolist()) for group in _groups(sample, numbers, count))
    return np.fromiter(sums, dtype=np.float64, count=count)


def _groups(sample: FloatArray, numbers: IndexArray, count: int) -> Iterator[FloatArray]:
    """Yield the values of each cluster in their order."""
    ordered = bool((numbers[1:] >= numbers[:-1]).all())
    if count <= _FEW and not ordered:
        yield from (sample[numbers == number] for number in range(count))
        return
    order = None if ordered else np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers)).tolist()
    for begin, end in itertools.pairwise([0, *ends]):
        yield sample[begin:end] if order is None else sample[order[begin:end]]


def blocks(draws: int, width: int) -> Iterator[int]:
    """Yield block sizes that add up to ``draws``, each small enough for rows of this width in memory."""
    rows = max(1, _BLOCK // width)
    yield from (min(rows, draws - done) for done in range(0, draws, rows))
