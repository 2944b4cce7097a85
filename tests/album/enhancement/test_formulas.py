"""6.3.2 and 6.3.3 against scikit-image, exact integers and the clauses' own numbers."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from skimage.metrics import peak_signal_noise_ratio, structural_similarity

from album.making import Pixels, library_photo, rough_picture
from mindsight.album import (
    PairTerms,
    grey,
    pair_terms,
    psnr_db,
    psnr_points,
    read_picture,
    ssim_index,
    ssim_points,
    windowed_ssim,
)
from mindsight.album.enhancement.formulas import check_terms
from mindsight.album.enhancement.preparation import degrade
from mindsight.album.profile import load_profile

LIBRARY = ("astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg")
SIDES = st.integers(1, 40)
Pair = tuple[Pixels, Pixels]


@st.composite
def pairs(draw: st.DrawFn, sides: st.SearchStrategy[int] = SIDES) -> Pair:
    shape = (draw(sides), draw(sides))
    values = st.integers(0, 255) if draw(st.booleans()) else st.sampled_from([0, 1, 254, 255])
    one, other = (draw(arrays(np.uint8, shape, elements=values)) for _ in range(2))
    return one, other


def degraded(reference: Pixels) -> list[Pixels]:
    """Return a photograph degraded in three ways."""
    _, squeezed = cv2.imencode(".jpg", reference, [cv2.IMWRITE_JPEG_QUALITY, 30])
    return [
        grey(degrade(reference, load_profile(), np.random.default_rng(1))),
        grey(np.asarray(cv2.imdecode(squeezed, cv2.IMREAD_COLOR), dtype=np.uint8)),
        np.roll(grey(reference), 1, axis=1),
    ]


def check_against_the_library(photo: Path) -> None:
    colour = read_picture(photo).pixels
    reference = grey(colour)
    for output in degraded(colour):
        terms = pair_terms(reference, output)
        expected = peak_signal_noise_ratio(reference, output, data_range=int(reference.max()))
        assert psnr_db(terms) == pytest.approx(expected, abs=1e-9)
        full = peak_signal_noise_ratio(reference, output, data_range=255)
        assert psnr_db(terms, peak=255) == pytest.approx(full, abs=1e-9)
        check_windowed(reference, output)


def check_windowed(reference: Pixels, output: Pixels) -> None:
    expected = structural_similarity(
        reference, output, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255
    )
    assert windowed_ssim(reference, output) == pytest.approx(expected, abs=1e-9)
    assert windowed_ssim(reference, output, precision="single") == pytest.approx(expected, abs=3e-6)


@pytest.mark.parametrize("name", LIBRARY)
def test_psnr_and_windowed_ssim_are_those_of_scikit_image_on_its_photographs(name: str) -> None:
    check_against_the_library(library_photo(name))


@pytest.mark.parametrize(("folder", "count"), [("cbsd68", 8), ("kodak24", 3)])
def test_psnr_and_windowed_ssim_are_those_of_scikit_image_on_benchmark_photographs(
    folder: str, count: int, real_data: Path
) -> None:
    for photo in sorted((real_data / "album" / folder).iterdir())[:count]:
        check_against_the_library(photo)


@pytest.mark.parametrize("shape", [(11, 11), (12, 700), (700, 12), (97, 523), (96 + 10, 512 + 10), (107, 523)])
def test_windowed_ssim_at_sizes_that_do_not_fit_its_tiles(shape: tuple[int, int]) -> None:
    reference = rough_picture(shape)
    noise = np.random.default_rng(1).normal(0, 30, shape)
    check_windowed(reference, np.clip(reference + noise, 0, 255).astype(np.uint8))
    check_windowed(reference, 255 - reference)


@given(pairs(st.integers(11, 40)))
def test_single_precision_stays_close_to_double_on_any_pictures(pair: Pair) -> None:
    assert windowed_ssim(*pair, precision="single") == pytest.approx(windowed_ssim(*pair), abs=3e-4)


@pytest.mark.parametrize("levels", [(255, 135), (0, 255), (128, 127), (254, 255), (0, 0)])
def test_single_precision_stays_close_to_double_on_flat_pictures(levels: tuple[int, int]) -> None:
    reference, output = (np.full((20, 30), level, np.uint8) for level in levels)
    expected = windowed_ssim(reference, output)
    assert windowed_ssim(reference, output, precision="single") == pytest.approx(expected, abs=3e-4)


@pytest.mark.parametrize("shape", [(10, 11), (11, 10), (1, 500), (500, 1), (1, 1), (20, 20, 3)])
def test_windowed_ssim_needs_a_grey_picture_as_large_as_its_window(shape: tuple[int, ...]) -> None:
    picture = rough_picture(shape)
    with pytest.raises(ValueError, match="at least 11×11"):
        windowed_ssim(picture, picture)


@pytest.mark.parametrize("side", [7, 33, 101, 255])
def test_ssim_is_that_of_scikit_image_with_one_window_over_the_whole_picture(side: int) -> None:
    colour = read_picture(library_photo("astronaut.png")).pixels
    crop = np.ascontiguousarray(colour[60 : 60 + side, 150 : 150 + side])
    reference = grey(crop)
    for output in degraded(crop):
        expected = structural_similarity(reference, output, win_size=side, use_sample_covariance=False, data_range=255)
        assert ssim_index(pair_terms(reference, output)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("fill", [(255, 0), (0, 255), (255, 255), (254, 255)])
def test_the_sums_of_a_12_megapixel_picture_are_exact(fill: tuple[int, int]) -> None:
    reference, output = (np.full((3000, 4000), value, dtype=np.uint8) for value in fill)
    n, (a, b) = 12_000_000, fill
    assert pair_terms(reference, output) == PairTerms(n, n * a, n * b, n * a * a, n * b * b, n * (a - b) ** 2, a)


@given(pairs())
def test_the_sums_are_those_of_plain_integers(pair: Pair) -> None:
    x, y = (picture.astype(np.int64) for picture in pair)
    expected = (x.size, x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), ((x - y) ** 2).sum(), x.max())
    terms = pair_terms(*pair)
    assert terms == expected
    assert all(type(term) is int for term in terms)


def test_the_channels_of_a_colour_picture_count_as_pixels() -> None:
    x, y = rough_picture((30, 20, 3), 1), rough_picture((30, 20, 3), 2)
    assert pair_terms(x, y) == pair_terms(x.reshape(30, 60), y.reshape(30, 60))


@given(pairs())
def test_ssim_is_symmetric_and_lies_in_its_range(pair: Pair) -> None:
    index = ssim_index(pair_terms(*pair))
    assert index == ssim_index(pair_terms(*pair[::-1]))
    assert -1 <= index <= 1
    assert 0 <= ssim_points(index) <= 100


@given(pairs())
def test_scores_do_not_change_when_both_pictures_are_transposed(pair: Pair) -> None:
    assert pair_terms(*pair) == pair_terms(pair[0].T, pair[1].T)


def test_windowed_ssim_does_not_change_when_both_pictures_are_transposed() -> None:
    x, y = rough_picture((120, 530), 1), rough_picture((120, 530), 2)
    assert windowed_ssim(x, y) == pytest.approx(windowed_ssim(x.T, y.T), abs=1e-12)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_more_psnr_never_scores_less(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= psnr_points(low) <= psnr_points(high) <= 100


# 6.3.2, formula (7): the edges of its bands and the middle between them.
BANDS = {
    -math.inf: 0, 0: 0, 19.9: 0, 20: 0, 20.1: 0.6, 25: 30, 29.9: 59.4, 30: 60, 30.1: 60.4, 35: 80, 39.9: 99.6, 40: 100,
    40.1: 100, math.inf: 100,
}  # fmt: skip


@pytest.mark.parametrize(("db", "points"), BANDS.items())
def test_formula_7(db: float, points: float) -> None:
    assert psnr_points(db) == pytest.approx(points, abs=1e-12)


# 6.3.3, formula (9): positive values times 100, everything else 0.
@pytest.mark.parametrize(("index", "points"), [(1, 100), (0.934, 93.4), (1e-9, 1e-7), (0, 0), (-0.2, 0), (-1, 0)])
def test_formula_9(index: float, points: float) -> None:
    assert ssim_points(index) == pytest.approx(points, abs=1e-12)


@pytest.mark.parametrize("index", [math.nan, 1.001, -1.001, math.inf])
def test_formula_9_refuses_what_is_no_ssim(index: float) -> None:
    with pytest.raises(ValueError, match="SSIM lies in"):
        ssim_points(index)


def test_formula_7_refuses_what_is_no_number() -> None:
    with pytest.raises(ValueError, match="not a number"):
        psnr_points(math.nan)


def test_identical_pictures_have_infinite_psnr_and_all_points() -> None:
    picture = rough_picture((20, 30))
    terms = pair_terms(picture, picture)
    assert psnr_db(terms) == math.inf
    assert psnr_points(psnr_db(terms)) == 100
    assert ssim_points(ssim_index(terms)) == 100


def test_an_all_black_reference() -> None:
    black, other = np.zeros((20, 30), np.uint8), np.full((20, 30), 3, np.uint8)
    assert psnr_db(pair_terms(black, other)) == -math.inf
    assert psnr_points(psnr_db(pair_terms(black, other))) == 0
    assert psnr_points(psnr_db(pair_terms(black, black))) == 100
    assert ssim_index(pair_terms(black, black)) == 1


def test_the_peak_is_the_reference_s_not_the_output_s() -> None:
    dark, bright = np.full((9, 9), 50, np.uint8), np.full((9, 9), 100, np.uint8)
    assert psnr_db(pair_terms(dark, bright)) == pytest.approx(0, abs=1e-12)
    assert psnr_db(pair_terms(bright, dark)) == pytest.approx(20 * math.log10(2), abs=1e-12)


@pytest.mark.parametrize(
    ("reference", "output", "message"),
    [
        (np.zeros((3, 4), np.uint8), np.zeros((4, 3), np.uint8), "must be equal"),
        (np.zeros((3, 4), np.uint16), np.zeros((3, 4), np.uint8), "8-bit"),
        (np.zeros((0, 4), np.uint8), np.zeros((0, 4), np.uint8), "empty"),
    ],
)
def test_pictures_that_cannot_be_compared(reference: Pixels, output: Pixels, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pair_terms(reference, output)
    with pytest.raises(ValueError, match=message):
        windowed_ssim(reference, output)


@given(pairs())
@settings(max_examples=50)
def test_the_terms_of_every_pair_may_come_back_from_a_file(pair: Pair) -> None:
    terms = pair_terms(*pair)
    assert check_terms(terms._asdict()) == terms


GOOD = pair_terms(rough_picture((20, 20), 1), rough_picture((20, 20), 2))._asdict()


@pytest.mark.parametrize(
    "change",
    [
        {"pixels": 0}, {"pixels": -400}, {"pixels": 1}, {"sum_reference": -1}, {"sum_output": 10**9},
        {"squares_reference": 0}, {"squares_output": 10**9}, {"squared_error": -1}, {"squared_error": 10**9},
        {"peak": 256}, {"peak": -1}, {"more": 1}, {"squared_error": 0},
        {"squared_error": GOOD["squared_error"] + 1},
    ],
)  # fmt: skip
def test_terms_that_no_pair_has_are_refused(change: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="terms"):
        check_terms(GOOD | change)


def test_terms_that_are_incomplete_are_refused() -> None:
    with pytest.raises(ValueError, match=r"squared_error.*got none"):
        check_terms({})
