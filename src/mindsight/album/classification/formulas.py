"""T/GDCSA 022-2024, 6.2.1: precision, recall and F1 of each class, and the Macro-F1 score.

Everything follows from one table of counts. Its rows are the actual classes; its columns are the N classes of formula (4), in the same
order and possibly more of them, and a last column for no label or a label outside the N.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.clauses import implements

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

LEVEL = 0.95
_MANY_CLASSES = 100


class Reading(NamedTuple):
    """Choices for what 6.2.1 leaves open; the values are those of a profile."""

    unlisted: Literal["miss", "left_out"] = "miss"
    zero_division: Literal["zero", "one", "left_out"] = "zero"
    macro: Literal["mean_of_f1", "f1_of_means"] = "mean_of_f1"


class Cases(NamedTuple):
    """Table 2 for each class, shape (…, N): true positives, false positives and false negatives."""

    tp: NDArray[Any]
    fp: NDArray[Any]
    fn: NDArray[Any]


class Rates(NamedTuple):
    """Results of formulas (1) to (4), each in [0, 1]: one value per class, shape (…, N), and their means, shape (…).

    NaN is a 0/0 that the reading leaves out.
    """

    precision: Floats
    recall: Floats
    f1: Floats
    macro_precision: Floats
    macro_recall: Floats
    macro_f1: Floats


class Limits(NamedTuple):
    """Lower and upper bounds of the intervals of all rates; NaN where a bound cannot be estimated."""

    low: Rates
    high: Rates


@implements("album", "table.2")
def cases(counts: Counts) -> Cases:
    """Return the confusion matrix of each class (table 2): every other class is its negative class.

    An image in the last column is a false negative of its own class and not a false positive of any.

    Args:
        counts: Number of images of actual class i with predicted class j, shape (K, N + 1), K ≤ N; the last column counts labels outside
            the N classes.

    Raises:
        ValueError: The shape is wrong, or a count is negative.

    Example:
        >>> cases(np.array([[8, 2, 0], [1, 8, 1]]))
        Cases(tp=array([8, 8]), fp=array([1, 2]), fn=array([2, 2]))
    """
    _check(counts)
    tp = np.zeros(counts.shape[1] - 1, np.int64)
    actual = tp.copy()
    tp[: len(counts)] = np.diagonal(counts)
    actual[: len(counts)] = counts.sum(axis=1)
    return Cases(tp, counts[:, :-1].sum(axis=0) - tp, actual - tp)


def rates(of: Cases, reading: Reading = Reading()) -> Rates:  # noqa: B008  (a tuple cannot be changed)
    """Return precision, recall, F1 and their means over the classes (6.2.1, formulas 1 to 4), each in [0, 1].

    F1 is 2·TP / (2·TP + FP + FN): formula (3) with (1) and (2) substituted. It is 0/0 only where a class has neither images nor
    predictions, and 0 where precision and recall are 0.

    Args:
        of: Counts of each class, shape (…, N).
        reading: The value of 0/0, and the classes that enter the mean of formula (4).
    """
    tp, fp, fn = of
    precision = _ratio(tp, tp + fp, reading)
    recall = _ratio(tp, tp + fn, reading)
    f1 = _ratio(2 * tp, 2 * tp + fp + fn, reading)
    means = _mean(precision), _mean(recall)
    if reading.macro == "mean_of_f1":
        return Rates(precision, recall, f1, *means, _mean(f1))
    return Rates(precision, recall, f1, *means, _harmonic(*means))


@implements("album", "6.2.1")
def macro_f1_points(counts: Counts, reading: Reading = Reading()) -> float:  # noqa: B008
    """Return the Macro-F1 score in points, 0..100 (6.2.1, formula 4): the mean F1 of the N classes times 100.

    Args:
        counts: As for `cases`.
        reading: Choices for what the clause leaves open.

    Returns:
        The score; NaN where the reading leaves out every class.

    Example:
        >>> macro_f1_points(np.array([[8, 2, 0], [2, 8, 0]]))
        80.0
    """
    return float(rates(cases(counted(counts, reading)), reading).macro_f1) * 100


def counted(counts: Counts, reading: Reading) -> Counts:
    """Return the counts without the last column if the reading leaves it out, else unchanged."""
    if reading.unlisted == "miss":
        return counts
    kept = counts.copy()
    kept[:, -1] = 0
    return kept


def draws_for(classes: int) -> int:
    """Return the number of resamples for this number of classes: fewer when each takes more memory."""
    return 10_000 if classes <= _MANY_CLASSES else 2_000


def resampled(counts: Counts, rng: np.random.Generator, draws: int) -> Cases:
    """Return the cases of bootstrap resamples, each with as many images of every actual class as the data, shape (draws, N).

    Images of a class with the same prediction are interchangeable, so a resample is a multinomial draw over a row: the cost depends on the
    number of classes, not of images.
    """
    _check(counts)
    n = counts.shape[1] - 1
    tp, predicted, actual = (np.zeros((draws, n), np.int64) for _ in range(3))
    for place, row in enumerate(counts):
        (cells,) = row.nonzero()
        if not len(cells):
            continue
        drawn = rng.multinomial(row.sum(), row[cells] / row.sum(), size=draws)
        listed = cells < n
        predicted[:, cells[listed]] += drawn[:, listed]
        tp[:, place] += drawn[:, cells == place].sum(axis=1)
        actual[:, place] = row.sum()
    return Cases(tp, predicted - tp, actual - tp)


def intervals(
    counts: Counts,
    rng: np.random.Generator,
    reading: Reading = Reading(),  # noqa: B008
    *,
    draws: int | None = None,
    level: float = LEVEL,
) -> Limits | None:
    """Return a basic bootstrap interval of every rate, resampled within each actual class and clipped to [0, 1].

    Args:
        counts: As for `cases`, of the images that count.
        rng: Random generator.
        reading: Choices for what the clause leaves open.
        draws: Number of resamples; `draws_for` the classes if left out.
        level: Nominal coverage, in (0, 1).

    Returns:
        The bounds; NaN for a rate that is the same in nearly all resamples or 0/0 in one of them, because its spread cannot be estimated.
        None if a class has a single image.
    """
    images = counts.sum(axis=1)
    if ((images == 1).any() or not images.any()) and len(images):
        return None
    number = draws_for(counts.shape[0]) if draws is None else draws
    estimates, replicates = rates(cases(counts), reading), rates(resampled(counts, rng, number), reading)
    ends = [_ends(value, drawn, level) for value, drawn in zip(estimates, replicates, strict=True)]
    return Limits(Rates(*(low for low, _ in ends)), Rates(*(high for _, high in ends)))


def match_clusters(counts: Counts, ties: Counts | None = None) -> NDArray[np.intp]:
    """Return the identity of each cluster, or -1: the one-to-one matching with the most correct images.

    A product that only groups a person's pictures does not name its clusters; the best matching names them.

    Args:
        counts: Images of identity i in cluster j, shape (K, C).
        ties: Tie break between equally good matchings: the one with the larger sum of these integers ≥ 0 is taken.

    Raises:
        ValueError: The numbers are too large to be added exactly.

    Example:
        >>> match_clusters(np.array([[0, 9], [7, 1]]))
        array([1, 0])
    """
    from scipy.optimize import linear_sum_assignment

    found = np.full(counts.shape[1], -1, np.intp)
    if not counts.size:
        return found
    weights = counts.astype(object)
    if ties is not None:
        weights = weights * (int(ties.max()) * min(counts.shape) + 1) + ties
    if int(weights.max()) * min(counts.shape) >= 1 << 53:
        raise ValueError("the counts and their tie-breaks are too large for exact sums")
    identities, clusters = linear_sum_assignment(weights.astype(np.float64), maximize=True)
    # A cluster without any image of an identity is not that identity.
    there = counts[identities, clusters] > 0
    found[clusters[there]] = identities[there]
    return found


def _check(counts: Counts) -> None:
    if counts.ndim != 2 or not 0 < counts.shape[0] < counts.shape[1]:
        raise ValueError(f"counts need a row for each class and a column more, got shape {counts.shape}")
    if counts.min() < 0:
        raise ValueError("a count is negative")


def _ratio(part: NDArray[Any], whole: NDArray[Any], reading: Reading) -> Floats:
    of_nothing = {"zero": 0.0, "one": 1.0, "left_out": np.nan}[reading.zero_division]
    return np.asarray(np.divide(part, whole, out=np.full(np.shape(whole), of_nothing), where=whole > 0))


def _mean(values: Floats) -> Floats:
    """Return the mean over the last axis, the classes, of the values that are not left out (NaN)."""
    there = ~np.isnan(values)
    number = there.sum(axis=-1)
    total = np.where(there, values, 0.0).sum(axis=-1)
    return np.asarray(np.divide(total, number, out=np.full(np.shape(total), np.nan), where=number > 0))


def _harmonic(a: Floats, b: Floats) -> Floats:
    total = np.asarray(a + b)
    return np.asarray(np.divide(2 * a * b, total, out=total.copy(), where=total > 0))


def _ends(estimate: Floats, replicates: Floats, level: float) -> tuple[Floats, Floats]:
    lower, upper = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2], axis=0)
    alike = lower == upper
    low, high = (np.clip(2 * estimate - end, 0.0, 1.0) for end in (upper, lower))
    return np.where(alike, np.nan, low), np.where(alike, np.nan, high)
