"""The uncertainty of T (home formula 1), and the difference in T between two subjects.

The classes of a test are fixed; only the tasks within each are drawn at random. Sampling noise increases the spread of the
measured accuracies, the spread is subtracted, and so T is biased low, by 0.05 with ten tasks per class. The corrected T
subtracts the mean sampling variance from the variance over the classes before taking the root.

Its interval recovers variances (MOVER, Zou and Donner 2008): the limits of the mean accuracy come from Wilson limits, those
of the spread from inverting a test of its square, which is valid at 0 too, and both are combined at the point estimate. Its
width is not 0 even if all tasks ended alike; ``docs/explanation/home-generalisation.md`` simulates its coverage. The basic
bootstrap is here for comparison.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from mindsight.home.scoring.generalisation import Counts, Outcomes, check_penalty
from mindsight.statistics import Interval, wilson_limits
from mindsight.statistics.arrays import (
    ROUNDING,
    FloatArray,
    IndexArray,
    Labels,
    Values,
    check_level,
    mean_of,
    numbers_of,
)
from mindsight.statistics.arrays import sample_of as row_of


@dataclass(frozen=True, slots=True)
class Strata:
    """Right answers per stratum: the valid and the irrelevant tasks of a class if counted separately, else the whole class.

    Attributes:
        right: Number of tasks that ended correctly, shape (strata,).
        trials: Number of tasks, shape (strata,), each ≥ 2.
        classes: The class of each stratum, 0 … M-1, shape (strata,).
    """

    right: FloatArray
    trials: FloatArray
    classes: IndexArray

    @property
    def count(self) -> int:
        """Number of classes M."""
        return int(self.classes.max()) + 1

    @property
    def weights(self) -> FloatArray:
        """Share of each stratum in its class."""
        return self.trials / self.by_class(self.trials)[self.classes]

    def by_class(self, values: FloatArray) -> FloatArray:
        """Return the sum of the values of each class."""
        return np.asarray(np.bincount(self.classes, values, self.count), dtype=np.float64)


class CorrectedIndex(NamedTuple):
    """T with the sampling noise removed from its spread.

    Attributes:
        value: Mean accuracy less the penalty times the corrected spread.
        interval: Interval of the true T.
        spread: Corrected standard deviation over the classes, 0 if chance explains all of it.
        noise: Mean sampling variance of a class accuracy.
    """

    value: float
    interval: Interval
    spread: float
    noise: float


class Difference(NamedTuple):
    """Corrected T of a first subject less that of a second.

    Attributes:
        value: The difference.
        interval: Interval of the true difference.
        correlation: Correlation of the two estimates because of shared tasks, -1 … 1; 0 for separate tests.
    """

    value: float
    interval: Interval
    correlation: float


def strata_of(classes: Sequence[Counts | Outcomes]) -> Strata | None:
    """Return the strata of a subject's classes; None, "not estimable", if a class has fewer than two tasks.

    The number of valid and of irrelevant tasks is set by the test's plan, so chance acts within each kind. If the kinds
    are not counted separately, or one has a single task, the class is one stratum; that overstates the noise.
    """
    rows = [(number, *part) for number, one in enumerate(classes) for part in _parts(one)]
    if not rows or min(trials for _, _, trials in rows) < 2:
        return None
    numbers, right, trials = zip(*rows, strict=True)
    return Strata(np.array(right, dtype=float), np.array(trials, dtype=float), np.array(numbers, dtype=np.int64))


def corrected_index(strata: Strata, *, penalty: float = 1.0, level: float = 0.95) -> CorrectedIndex:
    """Return the noise-corrected T with its interval.

    σ² = max(0, population variance of the f_m - (1 - 1/M) · mean sampling variance of the f_m); the factor is there
    because the mean of the classes carries part of their noise.

    Args:
        strata: Right answers and tasks of each class.
        penalty: Weight λ of the spread, ≥ 0.
        level: Nominal coverage of the interval, in (0, 1).

    Raises:
        ValueError: The penalty is negative or the level lies outside (0, 1).

    Example:
        >>> strata = strata_of([Counts(tp=40, tn=0, fp=10, fn=0), Counts(tp=30, tn=0, fp=20, fn=0)])
        >>> round(corrected_index(strata).value, 3)  # 0.7 less a spread of 0.1, of which noise is taken
        0.611
    """
    check_penalty(penalty)
    check_level(level)
    found = _moments(strata, float(ndtri((1 + level) / 2)))
    value = found.mean - penalty * found.spread
    upper, lower = penalty * (found.spread_high - found.spread), penalty * (found.spread - found.spread_low)
    low = value - _joined(found.mean - found.mean_low, upper, found.correlation)
    high = value + _joined(found.mean_high - found.mean, lower, found.correlation)
    if found.spread_low == 0:
        # The classes may not differ at all; then the true T is the mean.
        high = max(high, found.mean_high)
    return CorrectedIndex(value, Interval(low, high, level, "recovered variances"), found.spread, found.noise)


def bootstrap_interval(
    strata: Strata, rng: np.random.Generator, *, penalty: float = 1.0, draws: int = 2_000, level: float = 0.95
) -> Interval:
    """Return the basic bootstrap interval of T as the document defines it, resampling tasks within each stratum.

    Its distribution is that of `mindsight.statistics.basic_bootstrap` over single tasks with strata, but it is much faster.
    Its width is 0 if all tasks ended alike, which is misleading; the interval of `corrected_index` has no such flaw.

    Args:
        strata: Right answers and tasks of each class.
        rng: Random generator for the resamples.
        penalty: Weight λ of the spread, ≥ 0.
        draws: Number of resamples, at least 2/(1-level).
        level: Nominal coverage, in (0, 1).

    Raises:
        ValueError: A number is out of its range.
    """
    check_penalty(penalty)
    check_level(level)
    if draws * (1 - level) < 2 - 1e-12:
        raise ValueError(f"{draws} draws are too few for level {level}; expected at least {math.ceil(2 / (1 - level))}")
    shares = strata.right / strata.trials
    drawn = rng.binomial(strata.trials.astype(np.int64), shares, size=(draws, len(shares))) / strata.trials
    membership = np.equal.outer(np.arange(strata.count), strata.classes) * strata.weights
    accuracies = np.vstack([shares, drawn]) @ membership.T
    indices = accuracies.mean(axis=1) - penalty * accuracies.std(axis=1)
    low, high = np.quantile(indices[1:], [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(2 * indices[0] - high), float(2 * indices[0] - low), level, "basic bootstrap")


def difference(first: CorrectedIndex, second: CorrectedIndex, *, correlation: float = 0.0) -> Difference:
    """Return by how much two subjects differ in corrected T.

    Args:
        first: The first subject.
        second: The second subject, with the same penalty and level, on the same classes.
        correlation: Of the two estimates. 0 is right for separate tasks; for shared tasks it usually makes the interval
            too wide, and `paired_difference` gives a better one.

    Raises:
        ValueError: The levels differ.
    """
    one, other = first.interval, second.interval
    if one.level != other.level:
        raise ValueError(f"levels {one.level} and {other.level}; expected the same")
    value = first.value - second.value
    low = value - _joined(first.value - one.low, other.high - second.value, correlation)
    high = value + _joined(one.high - first.value, second.value - other.low, correlation)
    return Difference(value, Interval(low, high, one.level, "recovered variances"), correlation)


def paired_difference(
    first: Values,
    second: Values,
    classes: Labels,
    *,
    kinds: Labels | None = None,
    penalty: float = 1.0,
    level: float = 0.95,
) -> Difference | None:
    """Return by how much two subjects differ in corrected T on the same tasks, the classes fixed.

    Args:
        first: 1 for each task that the first subject ended correctly, else 0. Shape (n,).
        second: The same for the second subject, on the same tasks in the same order.
        classes: The class of each task, shape (n,).
        kinds: "valid" or "irrelevant" for each task, or any other strata within the classes; None if not known.
        penalty: Weight λ of the spread, ≥ 0.
        level: Nominal coverage, in (0, 1).

    Returns:
        The difference; None if a class, or a kind within it, has fewer than two tasks.

    Raises:
        ValueError: A score is neither 0 nor 1, the rows differ in length, or a number is out of its range.
    """
    rows = [row_of(first, "scores of the first subject"), row_of(second, "scores of the second subject")]
    if len(rows[0]) != len(rows[1]):
        raise ValueError(f"{len(rows[0])} scores of the first subject and {len(rows[1])} of the second")
    if not all(np.isin(row, (0, 1)).all() for row in rows):
        raise ValueError("a score is neither 0 nor 1; a task ended rightly or it did not")
    class_of = numbers_of(classes, len(rows[0]), "class")
    kind_of = numbers_of(kinds, len(rows[0]), "kind") if kinds is not None else np.zeros(len(rows[0]), dtype=np.int64)
    pairs, stratum_of = np.unique(np.stack([class_of, kind_of]), axis=1, return_inverse=True)
    stratum_of = stratum_of.reshape(-1)
    trials = np.bincount(stratum_of).astype(float)
    if trials.min() < 2:
        return None
    right = [np.bincount(stratum_of, row).astype(float) for row in (*rows, rows[0] * rows[1])]
    one, other = (Strata(row, trials, pairs[0]) for row in right[:2])
    correlation = _correlation(one, other, right[2], penalty, float(ndtri((1 + level) / 2)))
    indices = [corrected_index(strata, penalty=penalty, level=level) for strata in (one, other)]
    return difference(indices[0], indices[1], correlation=correlation)


class _Moments(NamedTuple):
    mean: float
    mean_low: float
    mean_high: float
    spread: float
    spread_low: float
    spread_high: float
    correlation: float
    noise: float


def _parts(one: Counts | Outcomes) -> list[tuple[int, int]]:
    """Return the numbers of right answers and of tasks in each stratum of a class."""
    if isinstance(one, Outcomes):
        if min(one.valid, one.irrelevant) >= 2:
            return [(one.tp, one.valid), (one.tn_declined + one.tn_idle, one.irrelevant)]
        one = one.counts
    return [(one.tp + one.tn, one.trials)]


def _moments(strata: Strata, z: float) -> _Moments:
    """Return mean and corrected spread over the classes, each with its limits at the normal quantile z."""
    count, shares, squares = strata.count, strata.right / strata.trials, strata.weights**2
    # One division each, so that equal accuracies are exactly equal and rounding of their mean adds no spread.
    accuracies = strata.by_class(strata.right) / strata.by_class(strata.trials)
    mean = mean_of(accuracies)
    deviations = accuracies - (accuracies[0] if accuracies.min() == accuracies.max() else mean)
    noise = float(strata.by_class(squares * shares * (1 - shares) / (strata.trials - 1)).mean())
    chance = (1 - 1 / count) * noise
    excess = float((deviations**2).mean()) - chance
    variance = excess if excess > ROUNDING * chance else 0.0
    low, high = wilson_limits(strata.right, strata.trials, z)
    spread_low, spread_high, correlation = _spread_limits(strata, deviations, variance, z)
    return _Moments(
        mean=mean,
        mean_low=mean - math.sqrt(float((squares * (shares - low) ** 2).sum())) / count,
        mean_high=mean + math.sqrt(float((squares * (high - shares) ** 2).sum())) / count,
        spread=math.sqrt(variance),
        spread_low=spread_low,
        spread_high=spread_high,
        correlation=correlation,
        noise=noise,
    )


def _spread_limits(strata: Strata, deviations: FloatArray, variance: float, z: float) -> tuple[float, float, float]:
    """Return the limits of the spread, and the correlation of its square with the mean.

    The estimate of σ² has the variance a·σ² + b. Both limits solve (estimate - σ²)² = z² (a·σ² + b): a quadratic
    equation, as with Wilson's interval, which is valid at an estimate of 0 too.
    """
    count, spread_squared = strata.count, float((deviations**2).mean())
    if count == 1:
        return 0.0, 0.0, 0.0
    variances = _smooth_variances(strata, z)
    typical = (
        float((deviations**2 * variances).sum()) / (count * spread_squared)
        if spread_squared > 0
        else float(variances.mean())
    )
    a = 4 * typical / count
    b = 2 * (1 - 1 / count) * float((variances**2).mean()) / count
    middle = variance + z * z * a / 2
    half = z * math.sqrt(a * variance + b + (z * a / 2) ** 2)
    covariance = 2 * float((deviations * variances).sum()) / count**2
    scale = math.sqrt(float(variances.sum()) / count**2 * (a * spread_squared + b))
    return math.sqrt(max(middle - half, 0.0)), math.sqrt(middle + half), min(max(covariance / scale, -1.0), 1.0)


def _smooth_variances(strata: Strata, z: float) -> FloatArray:
    """Return the sampling variance of each class accuracy, z² tasks added as in Wilson's interval: never 0."""
    shares = (strata.right + z * z / 2) / (strata.trials + z * z)
    return strata.by_class(strata.weights**2 * shares * (1 - shares) / strata.trials)


def _correlation(one: Strata, other: Strata, both: FloatArray, penalty: float, z: float) -> float:
    """Return the correlation of two estimates of T on the same tasks, to first order."""
    covariances = both / one.trials - one.right / one.trials * (other.right / other.trials)
    shared = one.by_class(one.weights**2 * covariances / one.trials)
    slopes = [_slopes(strata, penalty) for strata in (one, other)]
    variances = [
        float((slope**2 * _smooth_variances(strata, z)).sum())
        for slope, strata in zip(slopes, (one, other), strict=True)
    ]
    scale = math.sqrt(variances[0] * variances[1])
    return min(max(float((slopes[0] * slopes[1] * shared).sum()) / scale, -1.0), 1.0) if scale > 0 else 0.0


def _slopes(strata: Strata, penalty: float) -> FloatArray:
    """Return the derivative of T by each class accuracy."""
    # As in `_moments`: if the accuracies are equal, rounding must not look like a spread.
    accuracies = strata.by_class(strata.right) / strata.by_class(strata.trials)
    alike = accuracies.min() == accuracies.max()
    deviations, spread = accuracies - accuracies.mean(), 0.0 if alike else float(accuracies.std())
    return np.asarray((1 - penalty * deviations / spread if spread > 0 else np.ones(strata.count)) / strata.count)


def _joined(one: float, other: float, correlation: float) -> float:
    """Return the distance from a difference to its limit, from the distances of its two parts."""
    return math.sqrt(max(one * one + other * other - 2 * correlation * one * other, 0.0))
