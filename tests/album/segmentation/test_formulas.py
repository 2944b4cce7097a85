"""6.4.2 and 6.4.3 against scikit-learn, exact fractions and the clauses' own words."""

from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import accuracy_score, jaccard_score

from album.making import Pixels, library_photo, rough_picture
from mindsight.album import grey, read_picture
from mindsight.album.segmentation.formulas import (
    THRESHOLDS,
    Border,
    Counts,
    MaskTerms,
    Share,
    iou_of_empty_masks,
    is_of_a_mask,
    mask_terms,
    output_terms,
    overlap,
    pixel_accuracy,
    pixels_of,
    soft_overlap,
    thresholds_of,
    trivial_pixels,
    value_of,
    worst_greys,
    worst_pixels,
)

BORDERS: tuple[Border, ...] = ("background", "foreground", "left_out")
LEVELS = st.integers(0, 255) | st.sampled_from([0, 1, 127, 128, 254, 255])
BINARY = st.sampled_from([0, 255])
Pair = tuple[Pixels, Pixels]


@st.composite
def pairs(draw: st.DrawFn, levels: st.SearchStrategy[int] | None = None) -> Pair:
    shape = (draw(st.integers(1, 30)), draw(st.integers(1, 30)))
    values = levels or (LEVELS if draw(st.booleans()) else BINARY)
    one, other = (draw(arrays(np.uint8, shape, elements=values)) for _ in range(2))
    return one, other


def check_against_the_library(truth: Pixels, output: Pixels) -> None:
    terms = output_terms(truth, output, THRESHOLDS)
    for step in THRESHOLDS:
        actual, found = (truth >= step).ravel(), (output >= step).ravel()
        pixels = pixels_of(terms.counts[step], "background")
        assert value_of(pixel_accuracy(pixels)) == accuracy_score(actual, found)
        assert value_of(overlap(pixels), empty=1.0) == jaccard_score(actual, found, zero_division=1)
    least, most = (int(choose(truth, output).astype(np.int64).sum()) for choose in (np.minimum, np.maximum))
    assert soft_overlap(terms.greys, 0, "background") == Share(least, most)


@pytest.mark.parametrize("name", ["astronaut.png", "chelsea.png", "coffee.png", "coins.png"])
def test_accuracy_and_overlap_are_those_of_scikit_learn_on_masks_of_its_neighbours_photographs(name: str) -> None:
    picture = grey(read_picture(library_photo(name)).pixels)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), dtype=np.uint8)
    check_against_the_library(picture, soft)
    check_against_the_library(np.where(picture > 100, 255, 0).astype(np.uint8), soft)


def test_accuracy_and_overlap_are_those_of_scikit_learn_on_masks_made_by_hand(real_data: Path) -> None:
    files = sorted((real_data / "album" / "segmentation" / "masks").iterdir())
    assert len(files) == 32
    for file in files[::5]:
        mask = grey(read_picture(file).pixels)
        check_against_the_library(mask, np.roll(mask, (7, -5), axis=(0, 1)))


@pytest.mark.parametrize("fill", [(255, 0), (0, 255), (255, 255), (254, 255), (128, 127)])
def test_the_counts_of_12_megapixels_are_exact(fill: tuple[int, int]) -> None:
    truth, output = (np.full((3000, 4000), value, np.uint8) for value in fill)
    n, (a, b) = 12_000_000, fill
    terms = output_terms(truth, output, THRESHOLDS)
    for step, counts in terms.counts.items():
        expected = [0, 0, 0, 0]
        expected[{(True, True): 0, (False, True): 1, (True, False): 2, (False, False): 3}[a >= step, b >= step]] = n
        assert counts == (*expected, 0, 0)
    assert terms.greys == (n * min(fill), n * max(fill), 0)


@given(pairs(), st.sampled_from([None, 1, 128, 254]), st.integers(1, 255))
@settings(max_examples=200)
def test_the_counts_are_those_of_plain_integers(pair: Pair, undecided: int | None, own: int) -> None:
    truth, output = pair
    decided = np.ones(truth.shape, bool) if undecided is None else truth != undecided
    terms = output_terms(truth, output, thresholds_of(own), undecided=undecided)
    assert set(terms.counts) == {*THRESHOLDS, own}
    for step, counts in terms.counts.items():
        mine, its = truth >= step, output >= step
        parts = (mine & its & decided, ~mine & its & decided, mine & ~its & decided, ~mine & ~its & decided)
        assert counts == tuple(int(part.sum()) for part in (*parts, its & ~decided, ~its & ~decided))
        assert all(type(count) is int for count in counts)
    x, y = (picture.astype(np.int64) for picture in pair)
    assert terms.greys == (np.minimum(x, y)[decided].sum(), np.maximum(x, y)[decided].sum(), y[~decided].sum())


@pytest.mark.parametrize("shape", [(701, 803), (1, 262_145), (524_288, 1), (3, 5), (1, 1)])
def test_the_counts_do_not_depend_on_where_the_parts_of_a_picture_end(shape: tuple[int, int]) -> None:
    random = np.random.default_rng(shape[1])
    truth, output = (
        random.choice(np.array([0, 0, 0, 1, 64, 127, 128, 254, 255, 255, 255], np.uint8), shape) for _ in range(2)
    )
    terms = output_terms(truth, output, THRESHOLDS)
    for step, counts in terms.counts.items():
        mine, its = truth >= step, output >= step
        assert counts[:4] == tuple(int(part.sum()) for part in (mine & its, ~mine & its, mine & ~its, ~mine & ~its))
    x, y = (mask.astype(np.int64) for mask in (truth, output))
    assert terms.greys == (np.minimum(x, y).sum(), np.maximum(x, y).sum(), 0)


@given(pairs(), st.sampled_from(BORDERS))
def test_values_are_exact_fractions_in_their_range_and_pool_by_adding(pair: Pair, border: Border) -> None:
    halves = [output_terms(*(mask[:, part] for mask in pair), THRESHOLDS, undecided=128)
              for part in (np.s_[: pair[0].shape[1] // 2 or 1], np.s_[pair[0].shape[1] // 2 or 1 :]) if pair[0][:, part].size]  # fmt: skip
    whole = output_terms(*pair, THRESHOLDS, undecided=128)
    for step in THRESHOLDS:
        found = [pixels_of(half.counts[step], border) for half in halves]
        pixels = pixels_of(whole.counts[step], border)
        assert tuple(map(sum, zip(*found, strict=True))) == pixels
        for share in (pixel_accuracy(pixels), overlap(pixels)):
            assert 0 <= share.part <= share.whole
            if share.whole:
                assert value_of(share) == float(Fraction(share.part, share.whole))


@given(pairs())
def test_overlap_is_symmetric_and_accuracy_does_not_know_which_class_is_which(pair: Pair) -> None:
    truth, output = pair
    one, other = output_terms(truth, output, THRESHOLDS), output_terms(output, truth, THRESHOLDS)
    assert one.greys[:2] == other.greys[:2]
    for step in THRESHOLDS:
        pixels = pixels_of(one.counts[step], "background")
        assert overlap(pixels) == overlap(pixels_of(other.counts[step], "background"))
    # Inverted, 128 becomes 127: the threshold that separates the same pixels.
    turned = output_terms(255 - truth, 255 - output, [128])
    same = output_terms(truth, output, [128])
    assert pixel_accuracy(pixels_of(turned.counts[128], "background")) == pixel_accuracy(
        pixels_of(same.counts[128], "background")
    )


def test_a_perfect_output_an_empty_one_and_one_pixel_too_many() -> None:
    truth = np.zeros((10, 10), np.uint8)
    truth[2:6, 2:7] = 255
    grown = truth.copy()
    grown[0, 0] = 255
    for output, accuracy, iou in ((truth, 1, 1), (np.zeros_like(truth), 0.8, 0), (grown, 0.99, 20 / 21)):
        pixels = pixels_of(output_terms(truth, output, [128]).counts[128], "background")
        assert value_of(pixel_accuracy(pixels)) == accuracy
        assert value_of(overlap(pixels)) == iou


def test_half_tones_belong_to_the_object_from_the_threshold_on() -> None:
    truth = np.array([[0, 127, 128, 255]], np.uint8)
    counts = output_terms(truth, np.full((1, 4), 255, np.uint8), [1, 127, 128, 129, 255]).counts
    assert {step: found.tp for step, found in counts.items()} == {1: 3, 127: 3, 128: 2, 129: 1, 255: 1}


def test_what_an_undecided_band_is_changes_the_table() -> None:
    counts = Counts(tp=10, fp=1, fn=2, tn=20, border_in=3, border_out=4)
    assert pixels_of(counts, "background") == (10, 4, 2, 24)
    assert pixels_of(counts, "foreground") == (13, 1, 6, 20)
    assert pixels_of(counts, "left_out") == (10, 1, 2, 20)


def test_zero_of_zero_is_what_the_profile_says() -> None:
    empty = np.zeros((3, 4), np.uint8)
    pixels = pixels_of(output_terms(empty, empty, [128]).counts[128], "background")
    assert [value_of(overlap(pixels), empty=iou_of_empty_masks(way)) for way in ("one", "zero", "left_out")] == [
        1.0,
        0.0,
        None,
    ]
    assert value_of(pixel_accuracy(pixels)) == 1


@given(pairs(), st.sampled_from(BORDERS), st.sampled_from(THRESHOLDS))
def test_trivial_and_worst_outputs_are_what_such_outputs_give(pair: Pair, border: Border, step: int) -> None:
    truth = pair[0]
    terms = mask_terms(truth, THRESHOLDS, undecided=128)
    for inside in (True, False):
        output = np.full_like(truth, 255 * inside)
        expected = pixels_of(output_terms(truth, output, THRESHOLDS, undecided=128).counts[step], border)
        assert trivial_pixels(terms, step, border, inside=inside) == expected
    worst = worst_pixels(terms, step, border)
    assert pixel_accuracy(worst).part == overlap(worst).part == 0
    assert sum(worst) == sum(trivial_pixels(terms, step, border, inside=True))
    assert worst_greys(terms, border) == 255 * sum(worst)


@given(pairs())
def test_the_terms_of_every_mask_may_come_back_from_a_file(pair: Pair) -> None:
    terms = mask_terms(pair[0], THRESHOLDS, undecided=128)
    assert is_of_a_mask(terms) == (terms.border < terms.pixels)


GOOD = MaskTerms(pixels=100, border=10, grey=255 * 40, objects=dict.fromkeys(THRESHOLDS, 40))


@pytest.mark.parametrize(
    "change",
    [
        {"border": 100}, {"border": 61}, {"border": -1}, {"grey": 255 * 40 - 1}, {"grey": 255 * 40 + 1}, {"pixels": 49},
        {"objects": dict.fromkeys(THRESHOLDS, 91)}, {"objects": dict(zip(THRESHOLDS, [40, 40, 41, 40, 40], strict=True))},
        {"objects": dict.fromkeys(THRESHOLDS, -1)},
    ],
)  # fmt: skip
def test_terms_that_no_mask_has(change: dict[str, object]) -> None:
    assert is_of_a_mask(GOOD)
    assert not is_of_a_mask(GOOD._replace(**change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("truth", "output", "thresholds", "message"),
    [
        (np.zeros((3, 4), np.uint8), np.zeros((4, 3), np.uint8), [1], "of one size"),
        (np.zeros((3, 4, 3), np.uint8), np.zeros((3, 4, 3), np.uint8), [1], "grey"),
        (np.zeros((3, 4), np.uint16), np.zeros((3, 4), np.uint8), [1], "8-bit"),
        (np.zeros((0, 4), np.uint8), np.zeros((0, 4), np.uint8), [1], "no pixels"),
        (rough_picture((3, 4)), rough_picture((3, 4)), [0], "1..255"),
        (rough_picture((3, 4)), rough_picture((3, 4)), [256], "1..255"),
        (rough_picture((3, 4)), rough_picture((3, 4)), [], "1..255"),
    ],
)
def test_masks_that_cannot_be_compared(truth: Pixels, output: Pixels, thresholds: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        output_terms(truth, output, thresholds)
