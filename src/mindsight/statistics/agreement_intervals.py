"""Intervals of rater agreement: Cohen's kappa and Krippendorff's alpha, with whole clusters as the independent units.

Both are smooth functions of means over items, so each is linearised: every item gets a value, the values' mean is the
coefficient, and their spread is that of its estimate (the infinitesimal jackknife). From there on it is the interval of a
mean. Nothing is drawn at random, so who has the ratings gets the same ends, and no resample can fall where the coefficient
is not defined, as those of few items often do.
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

    The item's value is κ + (a - p_o)/(1 - p_e) - (1 - p_o)/(1 - p_e)² · (q_x + p_y - 2 p_e): a says whether both chose alike, p
    and q are the raters' shares of each category, x and y what they chose.

    Args:
        one: A rater's category of each item, shape (n,), as finite numbers.
        other: The other's, shape (n,).
        clusters: The cluster of each item, shape (n,); None: each item stands alone.
        level: Nominal coverage, in (0, 1).

    Returns:
        The interval; None where κ is not estimable, and for fewer than two clusters. It has no width where both always agree.

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
        clusters: The cluster of each item, shape (items,); None: each item stands alone.
        level: Nominal coverage, in (0, 1).
        scale: Scale of measurement; on an ordinal one distances depend on all ratings, and that is not provided for.

    Returns:
        The interval; None where α is not estimable, and for fewer than two clusters of items that two have rated.

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
    # A label that is missing must be found also where the item does not count.
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
