"""Is the whole experiment consistent? The answers to each item against the generalised score distribution (GSD), by a G-test.

Nawała, Janowski, Ćmiel and Rusek, "Describing Subjective Experiment Consistency by p-Value P–P Plot" (ACM MM 2020). The test needs a
scale of five steps; answers of 0 to 100 are put to the nearest anchor of the tables (0, 40, 60, 80, 100). In place of the authors'
resampling all possible counts of so many raters are listed, so that p is exact and nothing is random.
"""

import functools
import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import comb, gammaln, ndtri, xlogy

from mindsight.statistics.arrays import FloatArray, table_of

ANCHORS = (0.0, 40.0, 60.0, 80.0, 100.0)
"""The values that tables 3 and 4 describe."""
STEPS = len(ANCHORS)
MOST_RATERS = 30
"""With more, the possible counts are too many to be listed."""
LEVELS = (0.01, 0.05, 0.1, 0.2)
"""Values of p at which the share of items is judged."""

_QUALITIES = np.round(np.linspace(1.0, 5.0, 401), 2)
_CONFIDENCES = np.round(np.linspace(0.0025, 1.0, 400), 4)
_COARSE = 8
_TINY = float(np.finfo(np.float64).eps)

IntArray = npt.NDArray[np.int64]


class Fit(NamedTuple):
    """The GSD nearest to an item's answers: quality ψ in 1 … 5, confidence ρ in (0, 1] (1: all agree), G statistic T, exact p."""

    quality: float
    confidence: float
    statistic: float
    p: float


class Share(NamedTuple):
    """Which share of the items has p at or below ``level``, and from which share on the experiment is doubtful at 5 %."""

    level: float
    share: float
    limit: float


class Consistency(NamedTuple):
    """The fit of each item, the shares, and whether none of them is above its limit."""

    fits: tuple[Fit, ...]
    shares: tuple[Share, ...]
    consistent: bool


def nearest_anchors(ratings: npt.ArrayLike) -> IntArray:
    """Return for each item how many answers are nearest to each anchor, shape (items, 5); halfway goes to the upper one.

    Args:
        ratings: One row per item, shape (items, raters), in points of 0 to 100, finite.
    """
    table = table_of(ratings, "items x raters")
    edges = [(low + high) / 2 for low, high in itertools.pairwise(ANCHORS)]
    steps = np.searchsorted(edges, table, side="right")
    return np.stack([np.sum(steps == step, axis=1) for step in range(STEPS)], axis=1).astype(np.int64)


def gsd(quality: npt.ArrayLike, confidence: npt.ArrayLike) -> FloatArray:
    """Return the probabilities of the answers 1 … 5 under the generalised score distribution, last axis 5.

    With Vmax = (ψ-1)(5-ψ), Vmin = (⌈ψ⌉-ψ)(ψ-⌊ψ⌋) and C = 3/4 · Vmax/(Vmax-Vmin): below C a beta-binomial distribution, from C on a
    mixture of the binomial one and that of the least variance. The mean is ψ, the variance ρ·Vmin + (1-ρ)·Vmax.

    Args:
        quality: ψ, the expected answer, in [1, 5].
        confidence: ρ, in (0, 1]; 1 is the least variance that a mean of ψ allows.
    """
    psi, rho = np.broadcast_arrays(np.asarray(quality, dtype=np.float64), np.asarray(confidence, dtype=np.float64))
    score = np.arange(1, STEPS + 1)
    ends = (psi <= 1) | (psi >= 5)
    inside = np.where(ends, 3.0, psi)
    most = (inside - 1) * (5 - inside)
    least = (np.ceil(inside) - inside) * (inside - np.floor(inside))
    edge = 0.75 * most / (most - least)
    share = (inside - 1) / 4
    mixed = np.where(edge >= 1, 0.0, (rho - edge) / np.where(edge >= 1, 1.0, 1 - edge))[..., None]
    binomial = comb(4, score - 1) * share[..., None] ** (score - 1) * (1 - share[..., None]) ** (5 - score)
    upper = mixed * np.maximum(0.0, 1 - np.abs(score - inside[..., None])) + (1 - mixed) * binomial
    lower = _beta_binomial(share, np.minimum(rho, edge * (1 - 1e-12)), edge)
    found = np.where((rho < edge)[..., None], lower, upper)
    return np.asarray(np.where(ends[..., None], score == np.round(psi)[..., None], found), dtype=np.float64)


def fit(counts: npt.ArrayLike) -> Fit:
    """Return the GSD of greatest likelihood on a grid (ψ by 0.01, ρ by 0.0025), T = Σ n·ln(n / (N·p)), and its p.

    p is the chance of a T at least as great under the distribution found, over all counts of N answers, each with its own best
    distribution. Answers in one step, or in two neighbouring ones, always fit: p = 1.

    Args:
        counts: Number of answers at each of the five steps, shape (5,), at least one and at most 30 in all.

    Raises:
        ValueError: Not five counts, or too many or no answers.
    """
    found = np.asarray(counts, dtype=np.int64)
    total = int(found.sum())
    if found.shape != (STEPS,) or (found < 0).any() or not 1 <= total <= MOST_RATERS:
        raise ValueError(f"counts {found.tolist()}; expected five, of 1 to {MOST_RATERS} answers in all")
    listed, places, statistics = _all_fits(total)
    own = int(np.flatnonzero((listed == found).all(axis=1))[0])
    quality, confidence = float(_QUALITIES[places[own, 0]]), float(_CONFIDENCES[places[own, 1]])
    return Fit(quality, confidence, float(statistics[own]), _p_of(found, own, listed, places, statistics))


def consistency(counts: npt.ArrayLike) -> Consistency | None:
    """Return the fit of every item, and whether more items fit badly than chance explains.

    With p uniform, the share of items at or below α exceeds α + 1.645·√(α(1-α)/n) in 5 % of experiments; one such α is a sign that
    the experiment is not consistent (other tasks understood, two groups of raters). With few raters p takes few values, and the test
    finds little: three answers can hardly contradict any distribution.

    Args:
        counts: One row per item, shape (items, 5): number of answers at each step.

    Returns:
        None for fewer than three answers to an item, more than 30, or no items.
    """
    table = np.asarray(counts, dtype=np.int64)
    totals = table.sum(axis=1) if table.ndim == 2 and len(table) else np.zeros(1)
    if totals.min() < 3 or totals.max() > MOST_RATERS:
        return None
    known = {key: fit(key) for key in dict.fromkeys(map(tuple, table.tolist()))}
    fits = tuple(known[key] for key in map(tuple, table.tolist()))
    p_values = np.array([one.p for one in fits])
    shares = tuple(_share(level, p_values) for level in LEVELS)
    return Consistency(fits, shares, all(one.share <= one.limit for one in shares))


def _share(level: float, p_values: FloatArray) -> Share:
    limit = level + float(ndtri(0.95)) * float(np.sqrt(level * (1 - level) / len(p_values)))
    return Share(level, float(np.mean(p_values <= level)), limit)


def _beta_binomial(share: FloatArray, rho: FloatArray, edge: FloatArray) -> FloatArray:
    """Return the probabilities of 0 … 4 under the beta-binomial distribution with α + β = ρ/(C - ρ) and mean 4 · share."""
    concentration = rho / (edge - rho)
    a, b = share * concentration, (1 - share) * concentration
    rising_a, rising_b, rising = (_rising(value) for value in (a, b, concentration))
    parts = [comb(4, k) * rising_a[k] * rising_b[4 - k] / rising[4] for k in range(STEPS)]
    return np.stack(parts, axis=-1)


def _rising(value: FloatArray) -> list[FloatArray]:
    """Return x(x+1)…(x+k-1) for k = 0 … 4."""
    found = [np.ones_like(value)]
    for k in range(4):
        found.append(found[-1] * (value + k))
    return found


@functools.cache
def _grid() -> FloatArray:
    """Return the probabilities on the grid, shape (ψ, ρ, 5)."""
    return gsd(_QUALITIES[:, None], _CONFIDENCES[None, :])


@functools.cache
def _all_fits(total: int) -> tuple[IntArray, IntArray, FloatArray]:
    """Return all counts of so many answers, the grid places of their best distributions, and their T."""
    bars = np.array(list(itertools.combinations(range(total + STEPS - 1), STEPS - 1)), dtype=np.int64)
    ends = np.concatenate([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), total + STEPS - 1)], axis=1)
    listed = np.diff(ends, axis=1) - 1
    logs = np.log(np.maximum(_grid(), _TINY))
    places = np.concatenate([_best(part, logs) for part in np.array_split(listed, max(1, len(listed) // 256))])
    best = _grid()[places[:, 0], places[:, 1]]
    expected = total * np.maximum(best, _TINY)
    statistics = np.sum(xlogy(listed, np.maximum(listed, 1) / expected), axis=1)
    return listed, places, statistics


def _best(counts: IntArray, logs: FloatArray) -> IntArray:
    """Return the grid places of greatest likelihood: first on a coarse grid, then around its best place."""
    rows = np.unique(np.r_[0 : len(_QUALITIES) : _COARSE, len(_QUALITIES) - 1])
    columns = np.unique(np.r_[0 : len(_CONFIDENCES) : _COARSE, len(_CONFIDENCES) - 1])
    # Whole numbers as floats: a product of mixed types takes ten times as long.
    coarse = counts.astype(np.float64) @ logs[np.ix_(rows, columns)].reshape(-1, STEPS).T
    row, column = np.unravel_index(np.argmax(coarse, axis=1), (len(rows), len(columns)))
    return _climbed(logs, counts, rows[row], columns[column])


def _climbed(logs: FloatArray, counts: IntArray, y: IntArray, x: IntArray) -> IntArray:
    """Return the best places around the starts, then around those, until none moves: the likelihood has slanting ridges."""
    found = np.stack([y, x], axis=1).astype(np.int64)
    reach = np.arange(-_COARSE, _COARSE + 1)
    moving = np.arange(len(counts))
    while len(moving):
        near_y = np.clip(found[moving, 0, None] + reach, 0, logs.shape[0] - 1)
        near_x = np.clip(found[moving, 1, None] + reach, 0, logs.shape[1] - 1)
        near = np.einsum(
            "myxs,ms->myx", logs[near_y[:, :, None], near_x[:, None, :]], counts[moving].astype(np.float64)
        )
        at_y, at_x = np.divmod(np.argmax(near.reshape(len(moving), -1), axis=1), len(reach))
        each = np.arange(len(moving))
        best = np.stack([near_y[each, at_y], near_x[each, at_x]], axis=1)
        moved = (best != found[moving]).any(axis=1)
        found[moving] = best
        moving = moving[moved]
    return found


def _p_of(counts: IntArray, own: int, listed: IntArray, places: IntArray, statistics: FloatArray) -> float:
    filled = np.flatnonzero(counts)
    if len(filled) == 1 or (len(filled) == 2 and filled[1] - filled[0] == 1):
        return 1.0
    total = int(counts.sum())
    best = np.maximum(_grid()[places[own, 0], places[own, 1]], 0.0)
    chance = np.exp(gammaln(total + 1) - gammaln(listed + 1).sum(axis=1) + xlogy(listed, best).sum(axis=1))
    # Values that differ by rounding only are equally great.
    reached = statistics >= statistics[own] - 1e-9 * max(1.0, float(statistics[own]))
    return min(1.0, float(chance[reached].sum()))
