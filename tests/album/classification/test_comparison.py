import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from mindsight.album.classification.comparison import macro_f1_difference
from mindsight.album.classification.formulas import Reading
from mindsight.statistics import Interval, basic_bootstrap

PLACES = st.lists(st.integers(0, 3), min_size=36, max_size=36).map(np.array)
ACTUAL = np.repeat(np.arange(3), 12)


def interval(one: np.ndarray, other: np.ndarray) -> Interval | None:
    return macro_f1_difference(ACTUAL, one, other, 3, Reading(), 7)


def points(predicted: np.ndarray, images: np.ndarray | slice = slice(None)) -> float:
    shown = f1_score(ACTUAL[images], predicted[images], labels=[0, 1, 2], average="macro", zero_division=0)
    return 100 * float(shown)


@pytest.mark.slow
@given(PLACES, PLACES)
@settings(max_examples=5, deadline=None)
def test_the_interval_turns_with_the_order_and_lies_about_the_difference(one: np.ndarray, other: np.ndarray) -> None:
    there, back = (interval(*pair) for pair in ((one, other), (other, one)))
    assert there is not None
    assert back is not None
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-6)
    assert there.low - 5 <= points(other) - points(one) <= there.high + 5


def test_equal_answers_differ_by_nothing() -> None:
    predicted = np.roll(ACTUAL, 5)
    found = interval(predicted, predicted)
    assert found is not None
    assert (found.low, found.high) == (0.0, 0.0)


def test_pairing_shows_what_two_intervals_hide() -> None:
    """Two products with errors on the same images, one with one more: the difference is known to be small."""
    one = ACTUAL.copy()
    one[::4] = 3
    other = one.copy()
    other[1] = 3
    found = interval(one, other)
    assert found is not None
    assert found.high - found.low < 8
    assert found.low <= points(other) - points(one) <= found.high


def test_it_is_the_bootstrap_over_images_within_their_class() -> None:
    """Drawing from the counts of equal answers is drawing images, up to chance: another program resamples them one by one."""
    rng = np.random.default_rng(3)
    one, other = (np.where(rng.random(36) < right, ACTUAL, rng.integers(0, 4, 36)) for right in (0.5, 0.7))
    found = interval(one, other)
    images = basic_bootstrap(
        lambda i: points(other, i) - points(one, i), 36, np.random.default_rng(5), strata=ACTUAL, draws=1_000
    )
    assert found is not None
    assert images is not None
    assert (found.low, found.high) == pytest.approx((images.low, images.high), abs=2.5)


def test_one_image_of_a_class_has_no_spread() -> None:
    actual = np.append(ACTUAL, 3)
    assert macro_f1_difference(actual, actual, actual, 4, Reading(), 7) is None


def test_what_is_left_out_counts_for_neither_product() -> None:
    """With labels outside the list left out, a class all of whose images are left out in a resample is 0/0 and left out too."""
    one = ACTUAL.copy()
    one[:10] = 3
    none = np.full_like(ACTUAL, 3)
    reading = Reading(unlisted="left_out", zero_division="left_out")
    kept = macro_f1_difference(ACTUAL, one, ACTUAL, 3, reading, 7)
    assert kept is not None
    assert (kept.low, kept.high) == (0.0, 0.0)
    assert macro_f1_difference(ACTUAL, one, none, 3, reading, 7) is None
