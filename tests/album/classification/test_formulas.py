"""6.2.1 against exact fractions and scikit-learn, and the intervals against the general bootstrap."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import f1_score, precision_score, recall_score

from mindsight.album.classification.formulas import (
    Counts,
    Reading,
    cases,
    counted,
    draws_for,
    intervals,
    macro_f1_points,
    match_clusters,
    rates,
    resampled,
)
from mindsight.statistics import basic_bootstrap

UNLISTED = 99
ZERO = {"zero": 0, "one": 1, "left_out": np.nan}


@st.composite
def tables(draw: st.DrawFn, *, further: int = 2, images: bool = False) -> Counts:
    """Counts of a few classes, possibly with predicted classes that no image has."""
    classes = draw(st.integers(1, 5))
    columns = classes + draw(st.integers(0, further)) + 1
    counts = draw(arrays(np.int64, (classes, columns), elements=st.integers(0, 6)))
    if images:
        counts[:, 0] += counts.sum(axis=1) == 0
    return counts


def answers(counts: Counts) -> tuple[list[int], list[int]]:
    """Return actual and predicted class of each image, with one label for everything outside the list."""
    cells = [(i, j if j < counts.shape[1] - 1 else UNLISTED) for i, j in np.ndindex(*counts.shape)]
    pairs = [cell for cell, images in zip(cells, counts.ravel(), strict=True) for _ in range(images)]
    return [actual for actual, _ in pairs], [predicted for _, predicted in pairs]


def exact_macro_f1(counts: Counts) -> Fraction:
    """Compute formulas (1) to (4) as printed, in fractions; 0/0 is 0."""
    total = Fraction(0)
    for k in range(counts.shape[1] - 1):
        tp = int(counts[k, k]) if k < len(counts) else 0
        predicted, actual = int(counts[:, k].sum()), int(counts[k].sum()) if k < len(counts) else 0
        p = Fraction(tp, predicted) if predicted else Fraction(0)
        r = Fraction(tp, actual) if actual else Fraction(0)
        total += 2 * p * r / (p + r) if p + r else 0
    return total / (counts.shape[1] - 1) * 100


# A worked case: 3 classes of 4, 4 and 2 images, one of them called something else.
WORKED = np.array([[3, 1, 0, 0], [1, 2, 0, 1], [0, 0, 2, 0]])


def test_a_worked_case() -> None:
    of = cases(WORKED)
    assert (of.tp.tolist(), of.fp.tolist(), of.fn.tolist()) == ([3, 2, 2], [1, 1, 0], [1, 2, 0])
    found = rates(of)
    assert found.precision.tolist() == pytest.approx([3 / 4, 2 / 3, 1])
    assert found.recall.tolist() == pytest.approx([3 / 4, 2 / 4, 1])
    assert found.f1.tolist() == pytest.approx([3 / 4, 4 / 7, 1])
    assert macro_f1_points(WORKED) == pytest.approx((3 / 4 + 4 / 7 + 1) / 3 * 100)


def test_a_label_outside_the_list_is_a_miss_of_the_actual_class_and_of_no_other() -> None:
    before, after = np.array([[5, 0, 0], [0, 4, 0]]), np.array([[5, 0, 0], [0, 4, 1]])
    assert rates(cases(after)).precision.tolist() == rates(cases(before)).precision.tolist() == [1, 1]
    assert rates(cases(after)).recall.tolist() == [1, 4 / 5]


@given(tables())
def test_macro_f1_is_that_of_exact_fractions(counts: Counts) -> None:
    assert macro_f1_points(counts) == pytest.approx(float(exact_macro_f1(counts)), abs=1e-12)


@settings(deadline=None)
@given(tables(), st.sampled_from(["zero", "one", "left_out"]))
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning", "ignore:Mean of empty slice")
def test_rates_are_those_of_scikit_learn(counts: Counts, zero: str) -> None:
    if not counts.any():
        return  # it refuses an empty list
    actual, predicted = answers(counts)
    labels = list(range(counts.shape[1] - 1))
    options = {"labels": labels, "zero_division": ZERO[zero]}
    found = rates(cases(counts), Reading(zero_division=zero))  # type: ignore[arg-type]
    theirs = [score(actual, predicted, average=None, **options) for score in (precision_score, recall_score, f1_score)]
    for own, other in zip(found[:3], theirs, strict=True):
        np.testing.assert_allclose(own, other, atol=1e-15)
    for score, own in (
        (precision_score, found.macro_precision),
        (recall_score, found.macro_recall),
        (f1_score, found.macro_f1),
    ):
        assert float(own) == pytest.approx(score(actual, predicted, average="macro", **options), abs=1e-14, nan_ok=True)


@given(tables())
def test_left_out_labels_take_their_images_with_them(counts: Counts) -> None:
    listed = counts.copy()
    listed[:, -1] = 0
    assert macro_f1_points(counts, Reading(unlisted="left_out")) == macro_f1_points(listed)
    assert (counted(counts, Reading()) == counts).all()


def test_f1_of_means_is_another_number() -> None:
    found = rates(cases(WORKED), Reading(macro="f1_of_means"))
    p, r = (3 / 4 + 2 / 3 + 1) / 3, (3 / 4 + 2 / 4 + 1) / 3
    assert float(found.macro_f1) == pytest.approx(2 * p * r / (p + r))
    assert macro_f1_points(np.array([[0, 1]]), Reading(macro="f1_of_means")) == 0


@given(tables(further=0), st.randoms(use_true_random=False))
def test_the_order_of_the_classes_does_not_matter(counts: Counts, chance: object) -> None:
    order = np.random.default_rng(0).permutation(len(counts))
    turned = counts[order][:, [*order, len(counts)]]
    assert macro_f1_points(turned) == pytest.approx(macro_f1_points(counts), abs=1e-12)
    np.testing.assert_allclose(rates(cases(turned)).f1, rates(cases(counts)).f1[order])


@given(tables())
def test_rates_stay_in_their_bounds(counts: Counts) -> None:
    for numbers in rates(cases(counts)):
        assert ((np.asarray(numbers) >= 0) & (np.asarray(numbers) <= 1)).all()


@given(tables(), st.data())
def test_an_answer_set_right_lowers_no_recall_and_no_f1_of_its_class(counts: Counts, data: st.DataObject) -> None:
    wrong = [(i, j) for i, j in np.ndindex(*counts.shape) if i != j and counts[i, j]]
    if not wrong:
        return
    i, j = data.draw(st.sampled_from(wrong))
    better = counts.copy()
    better[i, j] -= 1
    better[i, i] += 1
    before, after = rates(cases(counts)), rates(cases(better))
    assert (after.recall >= before.recall).all()
    assert (after.f1 >= before.f1).all()
    assert macro_f1_points(better) > macro_f1_points(counts)


@pytest.mark.parametrize("counts", [np.zeros((2, 2), np.int64), np.zeros((0, 1), np.int64), np.array([[1, -1]])])
def test_what_are_no_counts_is_refused(counts: Counts) -> None:
    with pytest.raises(ValueError, match="count"):
        cases(counts)


# Intervals


@settings(max_examples=30)
@given(tables(images=True))
def test_resamples_keep_the_number_of_images_of_each_class(counts: Counts) -> None:
    drawn = resampled(counts, np.random.default_rng(3), 50)
    images = np.zeros(counts.shape[1] - 1, np.int64)
    images[: len(counts)] = counts.sum(axis=1)
    assert (drawn.tp + drawn.fn == images).all()
    assert (drawn.tp.sum(axis=1) + drawn.fp.sum(axis=1) <= images.sum()).all()
    assert min(int(one.min()) for one in drawn) >= 0
    # An outcome that never occurred cannot occur in a resample.
    assert not drawn.tp[:, np.append(np.diagonal(counts), np.zeros(len(images) - len(counts))) == 0].any()


@pytest.mark.slow
def test_resamples_are_spread_as_whole_images_drawn_one_by_one_are() -> None:
    counts = np.array([[9, 2, 1, 0], [3, 8, 0, 1], [2, 2, 7, 1]])
    drawn = rates(resampled(counts, np.random.default_rng(1), 40_000)).macro_f1
    actual, predicted = map(np.array, answers(counts))
    general = basic_bootstrap(
        lambda i: f1_score(actual, predicted[i], labels=[0, 1, 2], average="macro", zero_division=0),
        len(actual),
        np.random.default_rng(2),
        strata=actual,
        draws=1_000,
    )
    assert general is not None
    ours = intervals(counts, np.random.default_rng(1), draws=40_000)
    assert ours is not None
    # The bounds of a bootstrap of 1,000 draws vary by about 0.08 standard deviations.
    slack = 0.35 * float(drawn.std())
    assert float(ours.low.macro_f1) == pytest.approx(general.low, abs=slack)
    assert float(ours.high.macro_f1) == pytest.approx(general.high, abs=slack)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    truth = np.array([[0.8, 0.1, 0.05, 0.05], [0.2, 0.6, 0.15, 0.05], [0.1, 0.1, 0.75, 0.05]])
    exact = rates(cases((truth * 1_000_000).astype(np.int64))).macro_f1
    held = 0
    for _ in range(200):
        counts = np.stack([rng.multinomial(60, row) for row in truth])
        found = intervals(counts, rng, draws=400)
        assert found is not None
        held += bool(found.low.macro_f1 <= exact <= found.high.macro_f1)
    assert 0.90 <= held / 200 <= 0.99


def test_what_cannot_be_seen_to_vary_has_no_interval() -> None:
    perfect = intervals(np.array([[12, 0, 0], [0, 12, 0]]), np.random.default_rng(0))
    assert perfect is not None
    assert math.isnan(perfect.low.macro_f1)
    assert intervals(np.array([[12, 0, 0], [0, 1, 0]]), np.random.default_rng(0)) is None
    assert intervals(np.zeros((2, 3), np.int64), np.random.default_rng(0)) is None


def test_a_million_images_take_as_long_as_a_hundred() -> None:
    counts = np.array([[700_000, 100_000, 0], [50_000, 149_000, 1_000]])
    found = intervals(counts, np.random.default_rng(0))
    assert found is not None
    assert 0 < float(found.high.macro_f1 - found.low.macro_f1) < 0.003
    assert draws_for(1000) < draws_for(10)


# Clusters


def best_by_trying(counts: Counts) -> int:
    rows, columns = counts.shape
    if rows > columns:
        return best_by_trying(counts.T)
    return max(
        sum(int(counts[i, j]) for i, j in enumerate(chosen)) for chosen in itertools.permutations(range(columns), rows)
    )


@given(arrays(np.int64, st.tuples(st.integers(1, 4), st.integers(1, 5)), elements=st.integers(0, 9)))
def test_clusters_are_matched_as_well_as_any_matching_can(counts: Counts) -> None:
    found = match_clusters(counts)
    taken = [int(identity) for identity in found if identity >= 0]
    assert len(set(taken)) == len(taken)
    assert sum(int(counts[i, j]) for j, i in enumerate(found) if i >= 0) == best_by_trying(counts)
    assert all(counts[i, j] > 0 for j, i in enumerate(found) if i >= 0)


def test_ties_decide_between_equal_matchings_and_never_against_a_better_one() -> None:
    equal = np.array([[5, 5], [5, 5]])
    assert match_clusters(equal, np.array([[1, 0], [0, 1]])).tolist() == [0, 1]
    assert match_clusters(equal, np.array([[0, 1], [1, 0]])).tolist() == [1, 0]
    assert match_clusters(np.array([[5, 5], [5, 4]]), np.array([[900, 0], [0, 900]])).tolist() == [1, 0]


def test_no_clusters_and_numbers_too_large() -> None:
    assert match_clusters(np.zeros((3, 0), np.int64)).tolist() == []
    with pytest.raises(ValueError, match="too large"):
        match_clusters(np.full((2, 2), 1 << 52))
