"""4.2: formula (1) compared with annex A, exact fractions and the standard library; the measures beside T."""

import math
import re
import statistics
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.home.scoring.generalisation import (
    Counts,
    Outcomes,
    accuracy,
    gain_over_trivial,
    generalisation_index,
    knowledge_split,
    least_index,
    penalty_sweep,
    precision,
    recall,
    trivial_indices,
    valid_accuracy,
)

# Home table A.1 and the T that Annex A states, λ = 1.
ANNEX_A = {
    "大模型1": ([0.55, 0.40, 0.30, 0.29, 0.33, 0.13, 0.24, 0.15], 0.172),
    "大模型2": ([0.05, 0.33, 0.13, 0.34, 0.27, 0.20, 0.15, 0.16], 0.108),
}

numbers = st.integers(0, 40)
every_counts = st.builds(Counts, numbers, numbers, numbers, numbers).filter(lambda one: one.trials > 0)
every_outcomes = st.builds(Outcomes, *[numbers] * 6).filter(lambda one: one.valid > 0 < one.irrelevant)
accuracies = st.lists(st.floats(0, 1), min_size=1, max_size=12)
penalties = st.floats(0, 5)


@pytest.mark.parametrize("model", ANNEX_A)
def test_annex_a_is_reproduced(model: str) -> None:
    values, stated = ANNEX_A[model]
    assert round(generalisation_index(values), 3) == stated
    sample = statistics.fmean(values) - statistics.stdev(values)
    assert round(sample, 3) != stated


@given(accuracies, penalties)
def test_t_agrees_with_the_standard_library(values: list[float], penalty: float) -> None:
    expected = statistics.fmean(values) - penalty * statistics.pstdev(values)
    assert generalisation_index(values, penalty=penalty) == pytest.approx(expected, abs=1e-9)


@given(st.lists(every_counts, min_size=1, max_size=9))
def test_t_of_counts_is_that_of_exact_fractions(classes: list[Counts]) -> None:
    shares = [Fraction(one.tp + one.tn, one.tp + one.tn + one.fp + one.fn) for one in classes]
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / len(shares)
    expected = float(mean) - math.sqrt(variance)
    assert generalisation_index([accuracy(one) for one in classes]) == pytest.approx(expected, abs=1e-12)


@given(accuracies, penalties)
def test_t_does_not_depend_on_order_and_stays_in_its_range(values: list[float], penalty: float) -> None:
    index = generalisation_index(values, penalty=penalty)
    assert least_index(penalty) - 1e-9 <= index <= math.fsum(values) / len(values) + 1e-12
    assert generalisation_index(values[::-1], penalty=penalty) == pytest.approx(index, abs=1e-12)


@given(st.floats(0, 1), st.integers(1, 9), penalties)
def test_equal_classes_have_no_spread_at_all(value: float, count: int, penalty: float) -> None:
    assert generalisation_index([value] * count, penalty=penalty) == pytest.approx(value, abs=1e-15)


@given(accuracies)
def test_a_higher_penalty_never_raises_t(values: list[float]) -> None:
    swept = list(penalty_sweep(values).values())
    assert swept == sorted(swept, reverse=True)
    assert swept[0] == pytest.approx(statistics.fmean(values))


def test_the_least_t_is_reached() -> None:
    assert least_index(1) == pytest.approx((1 - math.sqrt(2)) / 2)
    # λ = 4/3: √(1 + λ²) = 5/3, reached with a fifth of the classes at 1.
    assert generalisation_index([1, 0, 0, 0, 0], penalty=4 / 3) == pytest.approx(least_index(4 / 3))
    assert min(generalisation_index([1] * k + [0] * (100 - k)) for k in range(1, 100)) >= least_index(1)


@given(every_outcomes)
def test_the_four_counts_follow_from_the_six(one: Outcomes) -> None:
    counts = one.counts
    assert counts.trials == one.valid + one.irrelevant
    assert counts.fp == one.fp_valid + one.fp_irrelevant
    assert accuracy(counts) == (one.tp + one.tn_declined + one.tn_idle) / counts.trials
    assert valid_accuracy(one) == one.tp / (one.tp + one.fp_valid + one.fn)


@pytest.mark.parametrize("share", [1, 5, 9])
def test_a_subject_that_refuses_everything_gains_nothing(share: int) -> None:
    classes = [Outcomes(0, 0, 10 - share, share, 0, 0)] * 4
    assert generalisation_index([accuracy(one.counts) for one in classes]) == pytest.approx(share / 10)
    assert generalisation_index([valid_accuracy(one) for one in classes]) == 0
    assert trivial_indices(classes) == {"refuse": share / 10, "claim": 0}
    assert gain_over_trivial(classes) == 0


def test_a_subject_that_claims_everything_loses() -> None:
    assert gain_over_trivial([Outcomes(0, 5, 0, 0, 0, 5)] * 3) == -0.5


@given(every_counts)
def test_precision_and_recall_are_shares_or_not_estimable(counts: Counts) -> None:
    assert (precision(counts) is None) is (counts.tp + counts.fp == 0)
    assert (recall(counts) is None) is (counts.tp + counts.fn == 0)
    assert 0 <= (precision(counts) or 0) <= 1
    assert 0 <= (recall(counts) or 0) <= 1


def test_precision_and_recall_agree_with_another_library() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    truth, answer = [1] * 7 + [0] * 9 + [0] * 2 + [1] * 5, [1] * 7 + [0] * 9 + [1] * 2 + [0] * 5
    counts = Counts(7, 9, 2, 5)
    assert precision(counts) == pytest.approx(metrics.precision_score(truth, answer))
    assert recall(counts) == pytest.approx(metrics.recall_score(truth, answer))
    assert accuracy(counts) == pytest.approx(metrics.accuracy_score(truth, answer))


def test_known_and_unknown_classes_are_distinguished() -> None:
    split = knowledge_split({"a": 0.9, "b": 0.7, "c": 0.2, "d": 0.4}, ["c", "d"])
    assert split is not None
    assert (split.known.mean, split.known.index) == pytest.approx((0.8, 0.7))
    assert (split.unknown.mean, split.unknown.index) == pytest.approx((0.3, 0.2))
    assert (split.mean_gap, split.index_gap) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("unknown", [[], ["a", "b"]])
def test_classes_of_one_kind_only_have_no_gap(unknown: list[str]) -> None:
    assert knowledge_split({"a": 0.9, "b": 0.7}, unknown) is None


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no tasks": (lambda: accuracy(Counts(0, 0, 0, 0)), "has no task; its accuracy is undefined"),
    "no valid tasks": (lambda: valid_accuracy(Outcomes(0, 0, 0, 3, 0, 0)), "has no valid task"),
    "no classes": (lambda: generalisation_index([]), "shape"),
    "percent": (lambda: generalisation_index([55, 40]), "accuracies from 40 to 55; expected 0 … 1"),
    "a negative accuracy": (lambda: generalisation_index([-0.1, 0.4]), "expected 0 … 1"),
    "not a number": (lambda: generalisation_index([math.nan, 0.4]), "not finite"),
    "a negative penalty": (lambda: generalisation_index([0.4], penalty=-1), "expected a number ≥ 0"),
    "an endless penalty": (lambda: generalisation_index([0.4], penalty=math.inf), "expected a number ≥ 0"),
    "a negative count": (lambda: Counts(1, -1, 0, 0), "expected whole numbers ≥ 0"),
    "half a task": (lambda: Outcomes(1, 0, 0.5, 0, 0, 0), "expected whole numbers ≥ 0"),  # type: ignore[arg-type]
    "a class that is not there": (lambda: knowledge_split({"a": 0.5}, ["b"]), "no class b; there are a"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_invalid_input_is_refused_in_a_sentence(case: str) -> None:
    call, words = REFUSED[case]
    with pytest.raises(ValueError, match=re.escape(words)):
        call()
