"""The model of ITU-T P.910 (and P.913 §12.4): a rating is the item's quality, plus the rater's bias, plus the rater's own noise."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mindsight.statistics.arrays import FloatArray, table_of

_MOST_STEPS = 1000
_STILL = 1e-8
"""Points by which the qualities together move in a step that ends the search."""
_LEAST_VARIANCE = 1e-8
"""Added to a rater's variance: one whose answers fit exactly must not get infinite weight."""


class Likelihood(NamedTuple):
    """The maximum-likelihood estimates.

    Attributes:
        quality: Of each item, in points, shape (items,).
        quality_error: Its standard error, by the spread of the raters at that item, shape (items,).
        bias: Of each rater, in points, mean 0, shape (raters,).
        inconsistency: Of each rater: standard deviation of the noise, in points, shape (raters,).
        weight: Share of each rater in the qualities, mean over items, sum 1, shape (raters,).
        steps: How many steps the search took.
        settled: Whether it came to rest.
    """

    quality: FloatArray
    quality_error: FloatArray
    bias: FloatArray
    inconsistency: FloatArray
    weight: FloatArray
    steps: int
    settled: bool


def maximum_likelihood(ratings: npt.ArrayLike) -> Likelihood:
    """Return the estimates of x_ij = ψ_i + Δ_j + υ_j·ε, ε standard normal, by alternating projection (ITU-T P.910, annex E).

    Each step: υ_j is the standard deviation of what is left; ψ_i the mean of x_ij - Δ_j weighted by 1/υ_j²; Δ_j the mean of
    x_ij - ψ_i. At the end the biases are shifted to mean 0 and the qualities with them. With very few raters the likelihood has no
    maximum: all weight goes to one of them, which ``weight`` shows.

    Args:
        ratings: One row per item, shape (items, raters); NaN where a rater did not rate the item; every item and every rater has one or
            more.

    Raises:
        ValueError: An item or a rater has no rating.
    """
    table = table_of(ratings, "items x raters")
    there = ~np.isnan(table)
    if not (there.any(axis=0).all() and there.any(axis=1).all()):
        raise ValueError("an item or a rater has no rating; leave it out")
    quality = np.nanmean(table, axis=1)
    bias = np.nanmean(table - quality[:, None], axis=0)
    spread, step, moved = np.zeros(table.shape[1]), 0, np.inf
    weights = there.astype(np.float64)
    while moved >= _STILL and step < _MOST_STEPS:
        spread = np.nanstd(table - quality[:, None] - bias, axis=0)
        weights = there / (spread**2 + _LEAST_VARIANCE)
        before, quality = quality, np.nansum((table - bias) * weights, axis=1) / weights.sum(axis=1)
        bias = np.nanmean(table - quality[:, None], axis=0)
        moved = float(np.linalg.norm(quality - before))
        step += 1
    left = table - quality[:, None] - bias
    error = np.nanstd(left, axis=1) / np.sqrt(there.sum(axis=1))
    shift = float(bias.mean())
    share = (weights / weights.sum(axis=1, keepdims=True)).mean(axis=0)
    return Likelihood(quality + shift, error, bias - shift, spread, share, step, moved < _STILL)
