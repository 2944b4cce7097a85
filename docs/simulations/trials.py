"""Simulated tests whose truth is known: each trial takes one sample and says which intervals contained the truth."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from mindsight.statistics import Interval, basic_bootstrap, mean_interval, sign_flip_test

DRAWS = 1_000  # resamples or sign patterns per trial
ANNEX_A = np.array([55, 40, 30, 29, 33, 13, 24, 15]) / 100  # home table A.1, model 1; T = 0.172
# A classifier of five classes: rows the true class, columns the answer; Macro-F1 about 0.79.
CONFUSION = np.array(
    [
        [0.95, 0.02, 0.01, 0.01, 0.01],
        [0.05, 0.85, 0.05, 0.03, 0.02],
        [0.02, 0.08, 0.80, 0.05, 0.05],
        [0.05, 0.05, 0.10, 0.70, 0.10],
        [0.10, 0.05, 0.05, 0.15, 0.65],
    ]
)
ITEMS_PER_CLUSTER = 6
ALIKE = 0.3  # intraclass correlation of the items of a cluster

Rng = np.random.Generator
FloatArray = npt.NDArray[np.float64]
IndexArray = npt.NDArray[np.int64]


# --- worlds: what is true is known ----------------------------------------------------------------------------------


def skewed(n: int, rng: Rng) -> FloatArray:
    """Scores 0–100 with a long tail below; the mean is 80."""
    return 100 * rng.beta(4, 1, n)


def with_failures(n: int, rng: Rng) -> FloatArray:
    """Scores 0–100, a tenth of which are 0 because there was no output; the mean is 72."""
    return np.where(rng.random(n) < 0.1, 0.0, 100 * rng.beta(8, 2, n))


def right_or_wrong(probability: float, n: int, rng: Rng) -> FloatArray:
    """Scores of 0 or 1."""
    return (rng.random(n) < probability).astype(float)


def clusters_of(sizes: IndexArray, rng: Rng) -> tuple[FloatArray, IndexArray]:
    """Right-or-wrong items whose chance, 0.7 on average, belongs to their cluster."""
    spread = 1 / ALIKE - 1
    chance = rng.beta(0.7 * spread, 0.3 * spread, len(sizes))
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return (rng.random(len(labels)) < chance[labels]).astype(float), labels


def generalisation(accuracies: FloatArray) -> float:
    """T of home formula 1 with λ = 1."""
    return float(accuracies.mean() - accuracies.std())


def macro_f1(counts: FloatArray) -> float:
    """Macro-F1 of a confusion matrix, rows the true class."""
    return float(np.mean(2 * np.diag(counts) / (counts.sum(axis=0) + counts.sum(axis=1))))


# --- trials: one sample, one interval, did it cover? ----------------------------------------------------------------


def covers(interval: Interval | None, truth: float) -> bool:
    return interval is not None and interval.low <= truth <= interval.high


def mean_trial(world: Callable[[int, Rng], FloatArray], truth: float, n: int, rng: Rng) -> dict[str, bool]:
    return {"t": covers(mean_interval(world(n, rng)), truth)}


def mean_bootstrap_trial(n: int, rng: Rng) -> dict[str, bool]:
    values = with_failures(n, rng)
    interval = basic_bootstrap(lambda i: float(values[i].mean()), n, rng, draws=DRAWS)
    return {"bootstrap": covers(interval, 72)}


def equal_clusters_trial(n: int, rng: Rng) -> dict[str, bool]:
    values, labels = clusters_of(np.full(n, ITEMS_PER_CLUSTER), rng)
    return {
        "clusters": covers(mean_interval(values, labels), 0.7),
        "ignored": covers(mean_interval(values), 0.7),
    }


def unequal_clusters_trial(n: int, rng: Rng) -> dict[str, bool]:
    values, labels = clusters_of(rng.integers(1, 2 * ITEMS_PER_CLUSTER, n), rng)
    return {"unequal": covers(mean_interval(values, labels), 0.7)}


def cluster_bootstrap_trial(n: int, rng: Rng) -> dict[str, bool]:
    values, labels = clusters_of(np.full(n, ITEMS_PER_CLUSTER), rng)
    interval = basic_bootstrap(lambda i: float(values[i].mean()), len(values), rng, clusters=labels, draws=DRAWS)
    return {"bootstrap": covers(interval, 0.7)}


def generalisation_trial(n: int, rng: Rng) -> dict[str, bool]:
    classes = np.repeat(np.arange(len(ANNEX_A)), n)
    success = (rng.random(len(classes)) < ANNEX_A[classes]).astype(float)
    return _both(
        lambda i: generalisation(success[i].reshape(-1, n).sum(axis=1) / n), classes, generalisation(ANNEX_A), rng
    )


def macro_f1_trial(n: int, rng: Rng) -> dict[str, bool]:
    size = len(CONFUSION)
    truth = np.repeat(np.arange(size), n)
    answer = np.array([rng.choice(size, n, p=row) for row in CONFUSION]).ravel()
    cell = size * truth + answer

    def statistic(index: IndexArray) -> float:
        return macro_f1(np.bincount(cell[index], minlength=size * size).reshape(size, size).astype(float))

    return _both(statistic, truth, macro_f1(CONFUSION), rng)


def _both(statistic: Callable[[IndexArray], float], strata: IndexArray, truth: float, rng: Rng) -> dict[str, bool]:
    interval = basic_bootstrap(statistic, len(strata), rng, strata=strata, draws=DRAWS)
    if interval is None:
        raise AssertionError("every stratum has several samples")
    measured = statistic(np.arange(len(strata)))
    percentile = interval._replace(low=2 * measured - interval.high, high=2 * measured - interval.low)
    return {"basic": covers(interval, truth), "percentile": covers(percentile, truth)}


def paired_scores_trial(n: int, rng: Rng) -> dict[str, bool]:
    """Two systems on the same items: both suffer from the hard ones, the first is 4 points better on average."""
    ease = rng.beta(4, 1, n)
    first, second = (100 * ease * rng.beta(9, 1, n) for _ in range(2))
    return {
        "scores": covers(mean_interval(first - (second - 4)), 4)
    }  # the interval of paired_difference, without its p


def paired_clusters_trial(n: int, rng: Rng) -> dict[str, bool]:
    """Two systems right or wrong on items in clusters; in each cluster the one or the other finds it easier."""
    labels = np.repeat(np.arange(n), ITEMS_PER_CLUSTER)
    spread = 1 / ALIKE - 1
    chances = [rng.beta(mean * spread, (1 - mean) * spread, n) for mean in (0.7, 0.6)]
    first, second = ((rng.random(len(labels)) < chance[labels]).astype(float) for chance in chances)
    return {"clusters": covers(mean_interval(first - second, labels), 0.1)}


def equal_systems_trial(n: int, rng: Rng) -> dict[str, bool]:
    """No difference, and either system could have been the other."""
    ease = rng.beta(4, 1, n)
    first, second = (100 * ease * rng.beta(9, 1, n) for _ in range(2))
    return {"fair": _found(sign_flip_test(first - second, rng, draws=DRAWS))}


def lopsided_trial(n: int, rng: Rng) -> dict[str, bool]:
    """No difference on average, but one system is rarely much better and often a little worse."""
    return {"lopsided": _found(sign_flip_test(rng.exponential(1, n) - 1, rng, draws=DRAWS))}


def equal_clusters_of_systems_trial(n: int, rng: Rng) -> dict[str, bool]:
    labels = np.repeat(np.arange(n), ITEMS_PER_CLUSTER)
    spread = 1 / ALIKE - 1
    chances = [rng.beta(0.7 * spread, 0.3 * spread, n) for _ in range(2)]
    first, second = ((rng.random(len(labels)) < chance[labels]).astype(float) for chance in chances)
    return {
        "clusters": _found(sign_flip_test(first - second, rng, labels, draws=DRAWS)),
        "ignored": _found(sign_flip_test(first - second, rng, draws=DRAWS)),
    }


def _found(p: float | None) -> bool:
    return p is not None and p <= 0.05
