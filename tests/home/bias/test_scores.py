"""The arithmetic of the audit, by hand and by scikit-learn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from mindsight.home.bias.scores import Coded, Forecast, Value, accuracy, auc, chance_hits, separation, shuffles, verdict


def coded(labels: list[int], *, groups: list[int] | None = None, templates: list[int] | None = None) -> Coded:
    n = len(labels)
    rows = (labels, groups or list(range(n)), templates or [0] * n, templates or [0] * n)
    return Coded(*(np.array(row, np.int64) for row in rows))


def forecast(rows: list[list[float]], folds: list[int] | None = None) -> Forecast:
    return Forecast(np.array(rows), np.array(folds or [0] * len(rows), np.int64))


def test_an_area_worked_by_hand() -> None:
    # Label 1 at 0.9, 0.4; label 0 at 0.4, 0.2: of four pairs three are won and one is tied, (3 + ½) / 4.
    found = separation([forecast([[0.1, 0.9], [0.6, 0.4], [0.6, 0.4], [0.8, 0.2]])], coded([1, 1, 0, 0]))
    assert found is not None
    assert found[0] == 3.5 / 4


def test_only_questions_of_one_template_and_fold_are_compared() -> None:
    rows = [[0.1, 0.9], [0.6, 0.4], [0.6, 0.4], [0.8, 0.2]]
    # Templates {0, 2} and {1, 3}: 0.9 beats 0.4, 0.4 beats 0.2.
    by_template = separation([forecast(rows)], coded([1, 1, 0, 0], templates=[0, 1, 0, 1]))
    assert by_template is not None
    assert by_template[0] == 1.0
    # Folds {0, 3} and {1, 2}: one pair won, one tied.
    by_fold = separation([forecast(rows, [0, 1, 1, 0])], coded([1, 1, 0, 0]))
    assert by_fold is not None
    assert by_fold[0] == 0.75


def test_labels_that_are_all_alike_cannot_be_compared() -> None:
    assert separation([forecast([[1.0], [1.0]])], coded([0, 0])) is None
    assert auc([forecast([[1.0], [1.0]])], coded([0, 0]), []) is None


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(10, 60))
@settings(max_examples=40, deadline=None)
def test_area_and_error_agree_with_scikit_learn_and_delong(seed: int, labels: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(labels), rng.integers(labels, size=n)])
    rows = np.round(rng.dirichlet(np.ones(labels), len(truth)), 1)
    found = separation([Forecast(rows, np.zeros(len(truth), np.int64))], coded(truth.tolist()))
    assert found is not None
    wins = pairs = 0.0
    for label in range(labels):
        own = truth == label
        weight = float(own.sum() * (~own).sum())
        wins += weight * float(roc_auc_score(own, rows[:, label]))
        pairs += weight
    assert found[0] == pytest.approx(wins / pairs)
    assert found[1].sum() == pytest.approx(0, abs=1e-9)


def test_the_error_is_that_of_delong() -> None:
    rng = np.random.default_rng(3)
    high, low = np.round(rng.normal(1, 1, 40), 1), np.round(rng.normal(0, 1, 60), 1)
    won = (high[:, None] > low) + 0.5 * (high[:, None] == low)
    # DeLong et al. 1988: variances of the placements, each over its own number.
    expected = np.sqrt(won.mean(axis=1).var() / len(high) + won.mean(axis=0).var() / len(low))
    scores = np.concatenate([high, low])
    rows = np.stack([-scores, scores], axis=1)
    truth = coded([1] * 40 + [0] * 60)
    found = auc([Forecast(rows, np.zeros(100, np.int64))], truth, [])
    assert found is not None
    assert found.value == pytest.approx(won.mean())
    assert (found.high - found.low) / 2 / 1.959964 == pytest.approx(expected, rel=1e-6)


def test_twins_with_the_same_words_leave_no_luck() -> None:
    rng = np.random.default_rng(5)
    same = np.repeat(rng.random(30), 2)
    truth = coded([0, 1] * 30, groups=[pair for pair in range(30) for _ in range(2)])
    rows = Forecast(np.stack([1 - same, same], axis=1), np.zeros(60, np.int64))
    swapped = shuffles(Coded(truth.labels, truth.groups, truth.templates, truth.groups), rng, 50)
    for value in (auc([rows], truth, swapped), accuracy([rows], truth, swapped)):
        assert value is not None
        assert (value.value, value.p) == (0.5, 1.0)
        assert (value.low, value.high) == pytest.approx((0.5, 0.5))


def test_chance_is_the_commonest_label_of_each_template() -> None:
    found = chance_hits(coded([0, 0, 1, 1, 1], templates=[0, 0, 0, 1, 1]))
    assert found == pytest.approx([2 / 3, 2 / 3, 2 / 3, 1, 1])


def test_shuffles_stay_in_their_blocks() -> None:
    truth = coded([0, 1, 2, 2], templates=[0, 0, 1, 1])
    for labels in shuffles(truth, np.random.default_rng(0), 20):
        assert sorted(labels[:2]) == [0, 1]
        assert labels[2:].tolist() == [2, 2]


@pytest.mark.parametrize(
    ("area", "share", "p", "expected"),
    [
        (0.55, 0.52, 0.001, "within"),  # at both limits, however certain
        (0.56, 0.50, 0.012, "above"),
        (0.50, 0.521, 0.012, "above"),
        (0.56, 0.50, 0.013, "unclear"),  # four values: 4 · 0.013 > 0.05
        (0.50, 0.53, 0.4, "unclear"),
        (0.30, 0.30, 1.0, "within"),
    ],
)
def test_the_verdict_holds_both_limits(area: float, share: float, p: float, expected: str) -> None:
    areas = [Value(area, 0, 1, p), Value(0.5, 0, 1, 1)]
    assert verdict(areas, [Value(share, 0, 1, p), Value(0.5, 0, 1, 1)], 0.5) == expected


def test_groups_exchange_their_labels_as_a_whole() -> None:
    """Questions about one set of scenes share answers; spread one by one, labels would vary less than those of such sets."""
    found = [0, 0, 1, 1, 2, 2, 0, 1, 2]
    groups = [0, 0, 1, 1, 2, 2, 3, 3, 3]
    for labels in shuffles(coded(found, groups=groups), np.random.default_rng(5), 20):
        assert sorted((int(labels[2 * n]), int(labels[2 * n + 1])) for n in range(3)) == [(0, 0), (1, 1), (2, 2)]
        assert labels[6:].tolist() == [0, 1, 2]
