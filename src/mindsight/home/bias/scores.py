"""The arithmetic of the audit: AUC within templates, accuracy and chance, intervals, a test, and the verdict.

All functions are pure. A ``Forecast`` holds the probability of every label for every question, shape (n, labels), and the fold in
which each question was left out; several are the same questions divided into folds anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from scipy.stats import norm, rankdata

from mindsight.statistics.arrays import FloatArray, IndexArray

MOST_AUC = 0.55
MOST_GAIN = 0.02
"""Greatest AUC, and greatest accuracy above chance, of wording that gives nothing away."""
LEVEL = 0.05
"""Level of the one-sided test that tells a class above its limits from bad luck."""
FEWEST = 20
"""Fewest groups with which anything is estimated."""
THIN = 8
"""Templates with fewer questions are taken together: the commonest label of a handful is far above chance by luck."""
SHUFFLES = 499

Verdict = Literal["within", "unclear", "above", "not_estimable"]


class Value(NamedTuple):
    """A number, its 95 % interval, and the probability of such a number or a greater one if words told nothing."""

    value: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class Coded:
    """Labels, groups and templates as numbers 0 …, each of shape (n,); ``blocks`` are those within which labels may be swapped."""

    labels: IndexArray
    groups: IndexArray
    templates: IndexArray
    blocks: IndexArray


class Forecast(NamedTuple):
    """The probability of every label for every question, shape (n, labels), and the fold of each question, shape (n,)."""

    probabilities: FloatArray
    folds: IndexArray


def separation(forecasts: Sequence[Forecast], coded: Coded) -> tuple[float, FloatArray] | None:
    """Return the AUC within templates and folds, and the influence of each question on it; None if no labels can be compared.

    The AUC is the share of pairs of questions (i, j) of one template and fold with different labels in which question i is
    given the greater probability of the label of i; ties count half. With two labels, one template and one fold it is the area
    under the ROC curve (Mann & Whitney 1947). With more labels it is the mean of one against the rest, weighted by pairs.
    Across folds nothing is compared: a model that learnt from j but not from i knows one label of the kind of i less, which
    alone pulls the AUC of innocent words below 0.5 and would hide leaks.
    The influence of a question is the first-order change of the AUC with its weight (Hájek projection; for two labels its
    variance is that of DeLong et al. 1988, but for n instead of n - 1), so that groups can be summed.

    Args:
        forecasts: Forecasts from one division into folds or several, whose pairs are pooled.
        coded: Labels, groups and templates.
    """
    n, labels = len(coded.labels), coded.labels
    wins, pairs = np.zeros(n), np.zeros(n)
    for one in forecasts:
        for own in strata(one, coded):
            mine = one.probabilities[own, labels[own]][:, None]
            others = one.probabilities[np.ix_(own, labels[own])].T
            rivals = labels[own][:, None] != labels[own]
            won = rivals * ((mine > others) + 0.5 * (mine == others))
            # A pair counts for both of its questions.
            wins[own] += won.sum(axis=1) + won.sum(axis=0)
            pairs[own] += 2 * rivals.sum(axis=1)
    total = pairs.sum() / 2
    if not total:
        return None
    area = float(wins.sum() / 2 / total)
    return area, (wins - area * pairs) / total


def strata(forecast: Forecast, coded: Coded) -> list[IndexArray]:
    """Return the questions that are compared with each other: those of one template and one fold."""
    keys = coded.templates * (int(forecast.folds.max()) + 1) + forecast.folds
    order = np.argsort(keys, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)


def chance_hits(coded: Coded) -> FloatArray:
    """Return for each question the share of the commonest label in its template, shape (n,): what templates alone give."""
    found = np.zeros(len(coded.labels))
    for template in np.unique(coded.templates):
        own = coded.templates == template
        found[own] = np.bincount(coded.labels[own]).max() / own.sum()
    return found


def spread_over_groups(influences: FloatArray, groups: IndexArray) -> float:
    """Return the standard error of a sum of influences whose groups are independent: √(Σ over groups of their sum²)."""
    return float(np.sqrt(np.square(np.bincount(groups, weights=influences)).sum()))


def auc(forecasts: Sequence[Forecast], coded: Coded, shuffled: Sequence[IndexArray]) -> Value | None:
    """Return the AUC of forecasts with interval and p, or None if no labels can be compared."""
    found = separation(forecasts, coded)
    if found is None:
        return None
    area, influences = found
    ranked = [_ranked(one, coded) for one in forecasts]
    by_luck = [_area_of(ranked, labels) for labels in shuffled]
    spread = spread_over_groups(influences, coded.groups)
    return _value(area, spread, _exceeded(_area_of(ranked, coded.labels), by_luck))


def accuracy(forecasts: Sequence[Forecast], coded: Coded, shuffled: Sequence[IndexArray]) -> Value:
    """Return the share of questions whose most probable label is right, the mean of all forecasts, with interval and p."""
    guesses = [one.probabilities.argmax(axis=1) for one in forecasts]

    def hits(labels: IndexArray) -> FloatArray:
        return np.asarray(sum(guess == labels for guess in guesses) / len(guesses), dtype=np.float64)

    own = hits(coded.labels)
    mean = float(own.mean())
    by_luck = [float(hits(labels).mean()) for labels in shuffled]
    spread = spread_over_groups((own - mean) / len(own), coded.groups)
    return _value(mean, spread, _exceeded(mean, by_luck))


def shuffles(coded: Coded, rng: np.random.Generator, count: int = SHUFFLES) -> list[IndexArray]:
    """Return labels shuffled: what they could as well have been if the words told nothing.

    Within blocks that are groups, labels change places. Otherwise groups of the same size and templates exchange all of theirs: the
    questions about one set of scenes may share answers, and labels spread one by one would vary less than those of such groups.
    """
    rows = _blocks(coded) if np.array_equal(coded.blocks, coded.groups) else _groups_alike(coded)
    found = []
    for _ in range(count):
        labels = coded.labels.copy()
        for own in rows:
            labels[own] = coded.labels[rng.permutation(own)]
        found.append(labels)
    return found


def _blocks(coded: Coded) -> list[IndexArray]:
    return [np.flatnonzero(coded.blocks == block) for block in np.unique(coded.blocks)]


def _groups_alike(coded: Coded) -> list[IndexArray]:
    """Return the questions of groups that may exchange labels, each array of shape (groups, questions of each, by template)."""
    found: dict[tuple[int, ...], list[IndexArray]] = {}
    for group in np.unique(coded.groups):
        own = np.flatnonzero(coded.groups == group)
        own = own[np.argsort(coded.templates[own], kind="stable")]
        found.setdefault(tuple(coded.templates[own].tolist()), []).append(own)
    return [np.array(own) for own in found.values()]


def verdict(areas: Sequence[Value], accuracies: Sequence[Value], chance: float) -> Verdict:
    """Return the verdict on one question, of all models together.

    *within*: no AUC is above 0.55 and no accuracy more than 2 points above chance. If one is, *above*: unbiased wording would
    give as much with a probability of at most 5 % (the least p times the number of values, Bonferroni); else *unclear*:
    above a limit, but perhaps by luck. Only *within* passes; *unclear* asks for more instances and is no pass.
    """
    values = (*areas, *accuracies)
    over = any(one.value > MOST_AUC for one in areas) or any(one.value > chance + MOST_GAIN for one in accuracies)
    if not over:
        return "within"
    return "above" if len(values) * min(one.p for one in values) <= LEVEL else "unclear"


def _ranked(forecast: Forecast, coded: Coded) -> tuple[FloatArray, IndexArray]:
    """Return the rank of each probability within its label and stratum, shape (n, labels), and the stratum of each question."""
    ranks = np.zeros_like(forecast.probabilities)
    stratum = np.zeros(len(coded.labels), np.int64)
    for number, own in enumerate(strata(forecast, coded)):
        ranks[own] = rankdata(forecast.probabilities[own], axis=0)
        stratum[own] = number
    return ranks, stratum


def _area_of(ranked: Sequence[tuple[FloatArray, IndexArray]], labels: IndexArray) -> float:
    """Return the AUC from ranks: Σ (ranks of those with a label - m(m + 1)/2) / Σ m(M - m), m of M in a stratum with it."""
    won = pairs = 0.0
    for ranks, stratum in ranked:
        known = ranks.shape[1]
        counts = np.bincount(stratum * known + labels, minlength=(int(stratum.max()) + 1) * known).reshape(-1, known)
        won += float(ranks[np.arange(len(labels)), labels].sum() - (counts * (counts + 1) / 2).sum())
        pairs += float((counts * (counts.sum(axis=1, keepdims=True) - counts)).sum())
    return won / pairs if pairs else 0.5


def _exceeded(found: float, by_luck: Sequence[float]) -> float:
    """Return the p of a permutation test, (1 + number of shuffles at least as great) / (1 + shuffles)."""
    return (1 + sum(one >= found - 1e-9 for one in by_luck)) / (1 + len(by_luck))


def _value(value: float, spread: float, p: float) -> Value:
    reach = float(norm.ppf(0.975)) * spread
    return Value(value, max(0.0, value - reach), min(1.0, value + reach), p)
