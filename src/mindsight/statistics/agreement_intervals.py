"""Intervals of rater agreement: Cohen's kappa and Krippendorff's alpha, with whole clusters as the independent units.

Both are smooth functions of means over items, so each is linearised: every item gets a value, the values' mean is the
coefficient, and their spread is that of its estimate (the infinitesimal jackknife). The interval is then that of a mean. Nothing is random,
so equal ratings give equal bounds, and no resample can make the coefficient undefined, as often happens with few items.
"""

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from mindsight.statistics.agreement import cohen_kappa, krippendorff_alpha
from mindsight.statistics.arrays import FloatArray, Labels
from mindsight.statistics.intervals import Interval, mean_interval

FixedScale = Literal["nominal", "interval", "ratio"]
"""The scales on which the distance of two ratings does not depend on the other ratings."""


def cohen_kappa_interval(
    one: npt.ArrayLike, other: npt.ArrayLike, clusters: Labels | None = None, level: float = 0.95
) -> Interval | None:
    """Return the interval of Cohen's κ of two raters' categories; the variance is that of Fleiss, Cohen and Everitt (1969).

    The item's value is κ + (a - p_o)/(1 - p_e) - (1 - p_o)/(1 - p_e)² · (q_x + p_y - 2 p_e): a is 1 if both chose alike, else 0; p and q
    are the raters' shares of each category, x and y their choices.

    Args:
        one: A rater's category of each item, shape (n,), as finite numbers.
        other: The other's, shape (n,).
        clusters: The cluster of each item, shape (n,); None: each item is its own cluster.
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval; None if κ is not estimable or there are fewer than two clusters. Its width is 0 if both always agree.

    Raises:
        ValueError: As for ``cohen_kappa`` and ``mean_interval``.
    """
    kappa = cohen_kappa(one, other)
    if kappa is None:
        return None
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    domain = np.unique(np.concatenate([first, second]))
    places = [np.searchsorted(domain, ratings) for ratings in (first, second)]
    shares = [np.bincount(place, minlength=len(domain)) / len(first) for place in places]
    alike = (first == second).astype(np.float64)
    observed, expected = float(alike.mean()), float(shares[0] @ shares[1])
    by_chance = shares[1][places[0]] + shares[0][places[1]] - 2 * expected
    values = kappa + (alike - observed) / (1 - expected) - (1 - observed) / (1 - expected) ** 2 * by_chance
    return mean_interval(values, clusters, level)


def krippendorff_alpha_interval(
    ratings: npt.ArrayLike,
    clusters: Labels | None = None,
    level: float = 0.95,
    *,
    scale: FixedScale = "interval",
) -> Interval | None:
    """Return the interval of Krippendorff's α.

    With weights w of the items α = 1 - (N - 1) Σ w D / (F' Δ F), where D is an item's disagreement, m its ratings, N = Σ w m, F
    the frequencies of the values and Δ their distances; an item's value is α + n · ∂α/∂w at w = 1, less the mean of these.

    Args:
        ratings: One row per rater, shape (raters, items); NaN where a rater did not rate the item.
        clusters: The cluster of each item, shape (items,); None: each item is its own cluster.
        level: Nominal coverage, in (0, 1).
        scale: Scale of measurement; ordinal is not supported, because its distances depend on all ratings.

    Returns:
        The interval; None if α is not estimable or fewer than two clusters have items with two ratings.

    Raises:
        ValueError: As for ``krippendorff_alpha`` and ``mean_interval``; the scale is ordinal.
    """
    if scale not in get_args(FixedScale):
        raise ValueError(f'scale "{scale}"; expected one of {", ".join(get_args(FixedScale))}')
    alpha = krippendorff_alpha(ratings, scale)
    if alpha is None:
        return None
    table = np.asarray(ratings, dtype=np.float64)
    rated = np.sum(~np.isnan(table), axis=0) >= 2
    # Missing labels are reported even for items that are left out.
    labels = None if clusters is None else [label for label, counts in zip(clusters, rated, strict=True) if counts]
    return mean_interval(alpha + _slopes(table[:, rated], scale), labels, level)


def _slopes(table: FloatArray, scale: FixedScale) -> FloatArray:
    """Return n · ∂α/∂w of each item, less their mean."""
    domain = np.unique(table[~np.isnan(table)])
    counts = np.array([np.sum(table == value, axis=0) for value in domain], dtype=np.float64)  # (values, items)
    distances = _distances(domain, scale)
    each = counts.sum(axis=0)
    disagreements = np.sum((distances @ counts) * counts, axis=0) / (each - 1)
    frequencies, whole = counts.sum(axis=1), float(each.sum())
    apart = float(frequencies @ distances @ frequencies)
    total = float(disagreements.sum())
    pull = 2 * (frequencies @ distances @ counts)
    slopes = -(disagreements * (whole - 1) + total * each - total * (whole - 1) * pull / apart) / apart
    return np.asarray(table.shape[1] * (slopes - slopes.mean()))


def _distances(domain: FloatArray, scale: FixedScale) -> FloatArray:
    """Return Krippendorff's difference function δ² between every two values, shape (values, values)."""
    one, other = domain[:, None], domain[None, :]
    if scale == "nominal":
        return np.asarray(one != other, dtype=np.float64)
    if scale == "interval":
        return np.asarray((one - other) ** 2)
    both = one + other
    return np.asarray(((one - other) / np.where(both > 0, both, 1.0)) ** 2)
