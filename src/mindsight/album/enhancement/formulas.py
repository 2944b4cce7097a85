"""T/GDCSA 022-2024, 6.3.2 and 6.3.3: the PSNR score and the SSIM score of an enhanced picture.

Each pair of pictures is reduced to six exact integer sums and one maximum. All numbers of the two clauses follow from these terms, so a
record keeps the terms and the scores can be recomputed without the pictures.
"""

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.clauses import implements

Pixels = NDArray[np.uint8]

FULL_SCALE = 255
"""L of formula (8): the largest value an 8-bit pixel can take."""

C1 = (0.01 * FULL_SCALE) ** 2
C2 = (0.03 * FULL_SCALE) ** 2

# Windowed SSIM of Wang et al. 2004, the standard's reference [5]: an 11 x 11 Gaussian window of sigma 1.5.
_RADIUS = 5
_SIGMA = 1.5
# With tiles this small all eight float64 buffers fit in the cache; passes over all of a 12-megapixel picture are slower.
_TILE_ROWS, _TILE_COLUMNS = 96, 512
# Bytes per picture of a pair that fit in the cache while its sums are computed.
_IN_CACHE = 1 << 18


class PairTerms(NamedTuple):
    """Sufficient statistics of one reference and one output, exact integers.

    ``peak`` is MAX_I of 6.3.2: the largest pixel value of the reference.

    Example:
        >>> PairTerms(2, 100, 100, 10000, 8200, 200, 100).peak
        100
    """

    pixels: int
    sum_reference: int
    sum_output: int
    squares_reference: int
    squares_output: int
    squared_error: int
    peak: int


class Sums(NamedTuple):
    """The part of a pair's terms that depends on one picture alone, exact integers."""

    total: int
    squares: int


def early_sums(output: Pixels) -> Sums | None:
    """Return the sums of a small output, computed while it is still in the cache; None for a larger one."""
    return _sums(output) if output.size <= _IN_CACHE else None


def pair_terms(reference: Pixels, output: Pixels, *, output_sums: Sums | None = None) -> PairTerms:
    """Return the sums from which formulas (5), (6) and (8) follow.

    Args:
        reference: Picture I, uint8, shape (H, W) for the standard's grey pictures; (H, W, 3) treats every channel value as a pixel, as many
            published PSNR values do.
        output: Picture K, the same shape and type.
        output_sums: ``early_sums(output)``; computed here if left out.

    Raises:
        ValueError: The pictures differ in shape, are not 8-bit or are empty.

    Example:
        >>> reference, output = np.array([[0, 100]], np.uint8), np.array([[10, 90]], np.uint8)
        >>> pair_terms(reference, output)
        PairTerms(pixels=2, sum_reference=100, sum_output=100, squares_reference=10000, squares_output=8200, squared_error=200, peak=100)
    """
    _check(reference, output)
    if output_sums is not None:
        return _band_terms(reference, output, output_sums)
    # Each sum is a pass over the pixels: by bands, only the first pass reads from memory and the others from the cache.
    rows = max(1, _IN_CACHE * len(reference) // reference.size)
    bands = (np.s_[top : top + rows] for top in range(0, len(reference), rows))
    *sums, peaks = zip(
        *(_band_terms(reference[band], output[band], _sums(output[band])) for band in bands), strict=True
    )
    return PairTerms._make([*map(sum, sums), max(peaks)])


def _band_terms(reference: Pixels, output: Pixels, output_sums: Sums) -> PairTerms:
    sums = _sums(reference)
    return PairTerms(
        pixels=reference.size,
        sum_reference=sums.total,
        sum_output=output_sums.total,
        squares_reference=sums.squares,
        squares_output=output_sums.squares,
        squared_error=round(cv2.norm(reference, output, cv2.NORM_L2SQR)),
        peak=int(reference.max()),
    )


def _sums(picture: Pixels) -> Sums:
    # cv2.norm returns a float that can be slightly below the integer: round, never truncate.
    return Sums(round(sum(cv2.sumElems(picture))), round(cv2.norm(picture, cv2.NORM_L2SQR)))


def check_terms(stored: Mapping[str, int]) -> PairTerms:
    """Return the terms of a pair read from a file, checked.

    Raises:
        ValueError: A term is missing or unknown, or no pair of 8-bit pictures has these terms.
    """
    if set(stored) != set(PairTerms._fields):
        raise ValueError(f"the terms of a pair are {', '.join(PairTerms._fields)}; got {', '.join(stored) or 'none'}")
    terms = PairTerms(**stored)
    if not (terms.pixels > 0 and 0 <= terms.peak <= FULL_SCALE and _are_of_pictures(terms)):
        raise ValueError("no two 8-bit pictures have these terms")
    return terms


def _are_of_pictures(terms: PairTerms) -> bool:
    """Return whether 8-bit pictures can have these sums: range, parity, spread and Cauchy-Schwarz are checked."""
    n, sum_x, sum_y, squares_x, squares_y, error, peak = terms
    # One pixel of the reference is its peak; the others are not above it.
    rest = _are_of_grey_levels(n - 1, sum_x - peak, squares_x - peak * peak, peak)
    if not (rest and _are_of_grey_levels(n, sum_y, squares_y, FULL_SCALE)):
        return False
    products, odd = divmod(squares_x + squares_y - error, 2)
    if odd or not 0 <= products <= min(peak * sum_y, FULL_SCALE * sum_x):
        return False
    covariance = n * products - sum_x * sum_y
    variances = (n * squares_x - sum_x * sum_x) * (n * squares_y - sum_y * sum_y)
    return covariance * covariance <= variances and _least_squares(n, abs(sum_x - sum_y)) <= error


def _are_of_grey_levels(n: int, total: int, squares: int, largest: int) -> bool:
    """Return whether n integers in 0..largest can have this sum and sum of squares, as far as bounds show."""
    if n == 0:
        return total == 0 and squares == 0
    in_range = 0 <= total <= largest * n and _least_squares(n, total) <= squares <= largest * total
    # An integer is odd exactly when its square is.
    return in_range and total % 2 == squares % 2


def _least_squares(n: int, total: int) -> int:
    """Return the smallest sum of squares of n integers with this sum: that of values as equal as possible."""
    low, above = divmod(total, n)
    return (n - above) * low * low + above * (low + 1) * (low + 1)


def psnr_db(terms: PairTerms, *, peak: int | None = None) -> float:
    """Return PSNR in dB (6.3.2, formulas 5 and 6): 20·log10(MAX_I / √MSE).

    Args:
        terms: Sums of the pair; MSE is ``squared_error / pixels``.
        peak: MAX_I, in 1..255. By default the largest pixel value of the reference, as in the clause; most published values use 255.

    Returns:
        PSNR in dB: +inf for identical pictures, -inf for an all-black reference (MAX_I = 0) and another output.

    Example:
        >>> terms = pair_terms(np.array([[0, 100]], np.uint8), np.array([[10, 90]], np.uint8))
        >>> psnr_db(terms)  # 20·log10(100 / √100)
        20.0
    """
    if terms.squared_error == 0:
        return math.inf
    largest = terms.peak if peak is None else peak
    if largest == 0:
        return -math.inf
    return 10 * math.log10(largest * largest * terms.pixels / terms.squared_error)


@implements("album", "6.3.2")
def psnr_points(db: float) -> float:
    """Return the PSNR score in points, 0..100 (6.3.2, formula 7).

    Six points per dB from 20 to 30 dB, four from 30 to 40 dB, 100 from 40 dB on, 0 below 20 dB.

    Args:
        db: PSNR in dB; ±inf are allowed.

    Raises:
        ValueError: ``db`` is not a number.

    Example:
        >>> [psnr_points(db) for db in (19.9, 20, 30, 35, 40)]
        [0.0, 0.0, 60.0, 80.0, 100.0]
    """
    if math.isnan(db):
        raise ValueError("PSNR is not a number; formula (7) needs a value in dB")
    if db >= 40:
        return 100.0
    if db >= 30:
        return 60 + (db - 30) * 40 / 10
    if db >= 20:
        return (db - 20) * 60 / 10
    return 0.0


def ssim_index(terms: PairTerms) -> float:
    """Return the global SSIM in [-1, 1] (6.3.3, formula 8).

    Means, variances and the covariance are population moments of the whole picture, as printed in the clause; there
    are no local windows. The moments are formed from exact integers: Σxy = (Σx² + Σy² − Σ(x−y)²) / 2.

    Args:
        terms: Sums of the pair.

    Example:
        >>> picture = np.array([[0, 100], [200, 50]], np.uint8)
        >>> ssim_index(pair_terms(picture, picture))
        1.0
    """
    n = terms.pixels
    sum_x, sum_y = terms.sum_reference, terms.sum_output
    products = (terms.squares_reference + terms.squares_output - terms.squared_error) // 2
    mean_x, mean_y = sum_x / n, sum_y / n
    variance_x = (n * terms.squares_reference - sum_x * sum_x) / (n * n)
    variance_y = (n * terms.squares_output - sum_y * sum_y) / (n * n)
    covariance = (n * products - sum_x * sum_y) / (n * n)
    luminance = (2 * mean_x * mean_y + C1) / (mean_x * mean_x + mean_y * mean_y + C1)
    return luminance * ((2 * covariance + C2) / (variance_x + variance_y + C2))


@implements("album", "6.3.3")
def ssim_points(index: float) -> float:
    """Return the SSIM score in points, 0..100 (6.3.3, formula 9): SSIM · 100 if positive, else 0.

    Args:
        index: SSIM in [-1, 1].

    Raises:
        ValueError: ``index`` is not a number in [-1, 1].

    Example:
        >>> ssim_points(0.75), ssim_points(-0.2)
        (75.0, 0.0)
    """
    if not -1 - 1e-9 <= index <= 1 + 1e-9:
        raise ValueError(f"SSIM lies in [-1, 1], got {index}")
    return min(max(index, 0.0) * 100, 100.0)


def windowed_ssim(reference: Pixels, output: Pixels, *, precision: Literal["double", "single"] = "double") -> float:
    """Return the mean SSIM of Wang et al. 2004 over an 11x11 Gaussian window, σ = 1.5, in [-1, 1].

    The standard cites this method (reference [5]) but prints the global formula; the windowed value is reported beside the score and never
    enters it. Only windows fully inside the picture count, moments are population moments, L = 255: scikit-image's
    ``structural_similarity(gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255)``.

    With u = x + y and v = x − y four filters give all five local moments.

    Args:
        reference: Grey picture, uint8, shape (H, W), both sides at least 11.
        output: The same shape and type.
        precision: ``double`` agrees with scikit-image to 1e-9; ``single``, in less than half the time, to 3e-6 on
            photographs and to 3e-4 on any pictures: flat ones far apart in brightness are the worst.

    Raises:
        ValueError: The pictures differ in shape, are not grey 8-bit or are smaller than the window.

    Example:
        >>> picture = np.arange(256, dtype=np.uint8).reshape(16, 16)
        >>> windowed_ssim(picture, picture)
        1.0
    """
    _check(reference, output)
    if reference.ndim != 2 or min(reference.shape) < 2 * _RADIUS + 1:
        raise ValueError(f"windowed SSIM needs grey pictures of at least 11×11 pixels, got shape {reference.shape}")
    number: type[np.floating[Any]] = np.float64 if precision == "double" else np.float32
    rows, columns = (side - 2 * _RADIUS for side in reference.shape)
    buffers = np.empty((8, 0, 0), number)
    sums = []
    for left in range(0, columns, _TILE_COLUMNS):
        for top in range(0, rows, _TILE_ROWS):
            tile = np.s_[top : top + _TILE_ROWS + 2 * _RADIUS, left : left + _TILE_COLUMNS + 2 * _RADIUS]
            x, y = reference[tile], output[tile]
            if x.shape != buffers.shape[1:]:
                buffers = np.empty((8, *x.shape), number)
            sums.append(_tile_sum(x, y, buffers))
    return math.fsum(sums) / float(rows * columns)


def _tile_sum(x: Pixels, y: Pixels, buffers: NDArray[Any]) -> float:
    """Return the sum of the local SSIM over the inside of one tile, computed in place in the given buffers."""
    u, v, uu, vv, mean_u, mean_v, mean_uu, mean_vv = buffers
    depth = cv2.CV_64F if buffers.dtype == np.float64 else cv2.CV_32F
    # In single precision the square of the mean swamps the variance unless u is first centred near zero.
    centre = 0 if depth == cv2.CV_64F else FULL_SCALE
    cv2.addWeighted(x, 1, y, 1, -centre, u, depth)
    cv2.subtract(x, y, v, dtype=depth)
    np.multiply(u, u, out=uu)
    np.multiply(v, v, out=vv)
    # Added once here, 2·C2 appears in both variance factors below; 2·C1 likewise.
    for source, filtered, constant in ((u, mean_u, 0), (v, mean_v, 0), (uu, mean_uu, 2 * C2), (vv, mean_vv, 0)):
        cv2.sepFilter2D(source, depth, _WINDOW, _WINDOW, filtered, delta=constant)
    inside = np.s_[_RADIUS:-_RADIUS]
    a, b, variance_u, variance_v = mean_u[inside], mean_v[inside], mean_uu[inside], mean_vv[inside]
    numerator, second = u[inside], v[inside]
    np.multiply(a, a, out=numerator)
    variance_u -= numerator
    b *= b
    variance_v -= b
    if centre:
        a += centre
    a *= a
    a += 2 * C1
    np.subtract(a, b, out=numerator)
    np.subtract(variance_u, variance_v, out=second)
    numerator *= second
    a += b
    variance_u += variance_v
    a *= variance_u
    numerator /= a
    return float(numerator[:, inside].sum(dtype=np.float64))


def _gaussian_window() -> NDArray[np.float64]:
    offsets = np.arange(-_RADIUS, _RADIUS + 1)
    weights = np.exp(-(offsets**2) / (2 * _SIGMA**2))
    return np.asarray(weights / weights.sum(), dtype=np.float64)


_WINDOW = _gaussian_window()


def _check(reference: Pixels, output: Pixels) -> None:
    if reference.shape != output.shape:
        raise ValueError(f"the output has shape {output.shape}, its reference {reference.shape}; they must be equal")
    if reference.dtype != np.uint8 or output.dtype != np.uint8:
        raise ValueError(f"pictures must be 8-bit, got {reference.dtype} and {output.dtype}")
    if reference.size == 0:
        raise ValueError("the pictures are empty")
