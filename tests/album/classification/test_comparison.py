import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from mindsight.album.classification.comparison import macro_f1_difference
from mindsight.album.classification.scoring import Marking
from mindsight.album.profile import load_profile

CLASSES = ["bird", "cat", "dog"]
PLACES = st.lists(st.integers(0, 3), min_size=36, max_size=36).map(np.array)
ACTUAL = np.repeat(np.arange(3), 12)


def marking() -> Marking:
    kinds = {(name, (("class", name),)): 12 for name in CLASSES}
    return Marking(kinds, CLASSES, load_profile(kind="classification"))  # type: ignore[arg-type]


def points(predicted: np.ndarray) -> float:
    return 100 * float(f1_score(ACTUAL, predicted, labels=[0, 1, 2], average="macro", zero_division=0))


@pytest.mark.slow
@given(PLACES, PLACES)
@settings(max_examples=5, deadline=None)
def test_the_interval_turns_with_the_order_and_lies_about_the_difference(one: np.ndarray, other: np.ndarray) -> None:
    there, back = (macro_f1_difference(ACTUAL, *pair, marking(), 7) for pair in ((one, other), (other, one)))
    assert there is not None
    assert back is not None
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-6)
    assert there.low - 5 <= points(other) - points(one) <= there.high + 5


def test_equal_answers_differ_by_nothing() -> None:
    predicted = np.roll(ACTUAL, 5)
    found = macro_f1_difference(ACTUAL, predicted, predicted, marking(), 7)
    assert found is not None
    assert (found.low, found.high) == (0.0, 0.0)


def test_pairing_shows_what_two_intervals_hide() -> None:
    """Two products with errors on the same images, one with one more: the difference is known to be small."""
    one = ACTUAL.copy()
    one[::4] = 3
    other = one.copy()
    other[1] = 3
    found = macro_f1_difference(ACTUAL, one, other, marking(), 7)
    assert found is not None
    assert found.high - found.low < 8
    assert found.low <= points(other) - points(one) <= found.high
