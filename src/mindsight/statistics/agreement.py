"""Agreement of raters: Cohen's kappa, Krippendorff's alpha and the intraclass correlations."""

from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from mindsight.statistics.arrays import ROUNDING, FloatArray, table_of

Scale = Literal["nominal", "ordinal", "interval", "ratio"]


class IntraclassCorrelations(NamedTuple):
    """The six forms of McGraw and Wong (1996), each ≤ 1; None where not estimable.

    ``single`` is the reliability of one rater's score, ``mean`` that of the mean over the k raters. In the numbering of
    Shrout and Fleiss (1979) one-way is ICC(1,·), agreement is ICC(2,·) and consistency is ICC(3,·).

    Attributes:
        oneway_single: ICC(1,1): items may have different raters.
        oneway_mean: ICC(1,k).
        agreement_single: ICC(A,1): a rater who is always stricter counts as disagreement.
        agreement_mean: ICC(A,k).
        consistency_single: ICC(C,1): a rater who is always stricter does not count as disagreement.
        consistency_mean: ICC(C,k).
    """

    oneway_single: float | None = None
    oneway_mean: float | None = None
    agreement_single: float | None = None
    agreement_mean: float | None = None
    consistency_single: float | None = None
    consistency_mean: float | None = None


def cohen_kappa(one: npt.ArrayLike, other: npt.ArrayLike) -> float | None:
    """Return Cohen's κ = (p_o - p_e)/(1 - p_e) of two raters' categories; 1 is perfect, 0 is chance, below 0 is worse.

    p_o is the share of items that both put in the same category, p_e the share expected if each kept their own frequencies independently of
    the items (Cohen 1960).

    Args:
        one: A rater's category of each item, shape (n,), as finite numbers.
        other: The other rater's, shape (n,).

    Returns:
        κ ≤ 1; None without items, or if both put all items in one and the same category.

    Raises:
        ValueError: The shapes differ or are not one-dimensional, or a category is not a finite number.

    Example:
        >>> cohen_kappa([1, 1, 0, 0], [1, 1, 0, 1])
        0.5
    """
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"ratings of shapes {first.shape} and {second.shape}; expected two of the same length")
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise ValueError("a category is missing or infinite; expected a finite number for every item")
    if not len(first):
        return None
    domain = np.unique(np.concatenate([first, second]))
    shares = [np.mean(ratings[:, None] == domain, axis=0) for ratings in (first, second)]
    expected = float(shares[0] @ shares[1])
    if len(domain) < 2:
        return None
    return (float(np.mean(first == second)) - expected) / (1 - expected)


def krippendorff_alpha(ratings: npt.ArrayLike, level: Scale = "interval") -> float | None:
    """Return Krippendorff's α = 1 - observed/expected disagreement; 1 is perfect, 0 is chance, below 0 is worse.

    Args:
        ratings: One row per rater, shape (raters, items); NaN where a rater did not rate the item.
        level: Scale of measurement, which defines the distance of two ratings; opinion scores 0–100 are "interval".

    Returns:
        α ≤ 1; None for fewer than two raters or items with two ratings, or if all of these ratings are the same.

    Raises:
        ValueError: Not a filled two-dimensional array, a rating is infinite (or negative on a ratio scale), or the level is unknown.

    Example:
        >>> round(krippendorff_alpha([[10, 20, 30], [10, 20, 40]]), 3)
        0.878
    """
    if level not in get_args(Scale):
        raise ValueError(f'level "{level}"; expected one of {", ".join(get_args(Scale))}')
    table = table_of(ratings, "raters x items")
    if np.isinf(table).any():
        raise ValueError("a rating is infinite; expected numbers, or NaN where there is none")
    if level == "ratio" and (table < 0).any():
        raise ValueError("a rating is below 0; expected none on a ratio scale")
    paired = table[:, np.sum(~np.isnan(table), axis=0) >= 2]
    domain = np.unique(paired[~np.isnan(paired)])
    if paired.shape[1] < 2 or len(domain) < 2:
        return None
    counts = np.array([np.sum(paired == value, axis=0) for value in domain], dtype=np.float64)  # (values, items)
    weighted = counts / (counts.sum(axis=0) - 1)
    frequencies = counts.sum(axis=1)
    distances = _squared_distances(domain, frequencies, level)
    # A value has distance 0 to itself, so the pairs of a rating with itself need not be removed.
    observed = float(np.sum((weighted @ counts.T) * distances))
    expected = float(frequencies @ distances @ frequencies) / float(frequencies.sum() - 1)
    return 1 - observed / expected


def icc(ratings: npt.ArrayLike) -> IntraclassCorrelations:
    """Return the six intraclass correlations from the mean squares of a complete table.

    Args:
        ratings: One row per item, shape (items, raters), finite: every rater has rated every item.

    Returns:
        The six forms; None for all of them with one item, one rater or ratings that are all the same, and for a form
        whose estimated total variance is not positive.

    Raises:
        ValueError: Not a filled two-dimensional array, or a rating is missing or infinite.

    Example:
        >>> judges = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
        >>> round(icc(judges).agreement_single, 2), round(icc(judges).agreement_mean, 2)  # Shrout and Fleiss (1979)
        (0.29, 0.62)
    """
    table = table_of(ratings, "items x raters")
    if not np.isfinite(table).all():
        raise ValueError("a rating is missing or infinite; expected a complete table")
    items, raters = table.shape
    if items < 2 or raters < 2 or np.ptp(table) == 0:
        return IntraclassCorrelations()
    centred = table - table.mean()
    by_item, by_rater = centred.mean(axis=1), centred.mean(axis=0)
    between = raters * float(by_item @ by_item) / (items - 1)
    within = float(np.sum((centred - by_item[:, None]) ** 2)) / (items * (raters - 1))
    rater = items * float(by_rater @ by_rater) / (raters - 1)
    error = float(np.sum((centred - by_item[:, None] - by_rater) ** 2)) / ((items - 1) * (raters - 1))
    bias = (rater - error) / items
    least = ROUNDING * float(np.mean(centred**2))
    return IntraclassCorrelations(
        oneway_single=_ratio(between - within, between + (raters - 1) * within, least),
        oneway_mean=_ratio(between - within, between, least),
        agreement_single=_ratio(between - error, between + (raters - 1) * error + raters * bias, least),
        agreement_mean=_ratio(between - error, between + bias, least),
        consistency_single=_ratio(between - error, between + (raters - 1) * error, least),
        consistency_mean=_ratio(between - error, between, least),
    )


def _squared_distances(domain: FloatArray, frequencies: FloatArray, level: Scale) -> FloatArray:
    """Return Krippendorff's difference function δ² between every two values, shape (values, values)."""
    one, other = domain[:, None], domain[None, :]
    match level:
        case "nominal":
            return np.asarray(one != other, dtype=np.float64)
        case "interval":
            return np.asarray((one - other) ** 2)
        case "ordinal":
            # Ratings between the two values, each end counted by half.
            middle = np.cumsum(frequencies) - frequencies / 2
            return np.asarray((middle[:, None] - middle[None, :]) ** 2)
        case "ratio":
            both = one + other
            return np.asarray(((one - other) / np.where(both > 0, both, 1.0)) ** 2)


def _ratio(above: float, below: float, least: float) -> float | None:
    return above / below if below > least else None
