"""The statistics of opinion scores against numbers that others computed or printed, and what must hold for any ratings."""

import json
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.stats import t

from mindsight.rating.opinion.consistency import LEVELS, consistency, fit, gsd, nearest_anchors
from mindsight.rating.opinion.likelihood import maximum_likelihood
from mindsight.rating.opinion.pairs import bradley_terry, information, strength_intervals
from mindsight.rating.opinion.raters import rater_facts, repeats
from mindsight.rating.opinion.score import agreement, item_opinion, opinion_score
from mindsight.rating.opinion.screening import bt500, can_reject, p913
from mindsight.statistics import (
    agreement_mean_interval,
    components,
    crossed_difference,
    crossed_interval,
    icc,
    krippendorff_alpha,
    mean_interval,
)
from rating.material import GOLDEN, sample

ORACLES = json.loads((GOLDEN / "oracles.json").read_text("utf-8"))
PUBLISHED = json.loads((GOLDEN / "published.json").read_text("utf-8"))
SAMPLES = {"all": sample(), "twelve": sample()[:, :12], "hundred": (sample() - 1) * 25}
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)
"""Six targets, four judges: Shrout and Fleiss (1979), table 2; table 3 prints the mean squares 11.24, 32.49, 1.02."""
TABLES = arrays.arrays(
    np.float64, st.tuples(st.integers(2, 8), st.integers(3, 6)), elements=st.integers(0, 100).map(float)
)


# --- golden ---


def test_the_likelihood_model_gives_what_the_demonstration_prints() -> None:
    found = maximum_likelihood(sample())
    assert found.bias == pytest.approx(PUBLISHED["bias"], abs=1e-7)
    assert found.inconsistency == pytest.approx(PUBLISHED["inconsistency"], abs=1e-7)
    assert found.quality[:5] == pytest.approx(PUBLISHED["quality_first"], abs=1e-7)
    assert found.quality[-3:] == pytest.approx(PUBLISHED["quality_last"], abs=1e-7)
    assert found.settled


@pytest.mark.parametrize("name", SAMPLES)
def test_model_and_screening_are_those_of_sureal(name: str) -> None:
    table, expected = SAMPLES[name], ORACLES[name]
    found = maximum_likelihood(table)
    assert found.quality == pytest.approx(expected["quality"], abs=1e-7)
    assert found.quality_error == pytest.approx(expected["error"], abs=1e-7)
    assert found.bias == pytest.approx(expected["bias"], abs=1e-7)
    assert found.inconsistency == pytest.approx(expected["inconsistency"], abs=1e-7)
    screened = bt500(table)
    assert [place for place, one in enumerate(screened) if one.rejected] == expected["rejected"]
    assert [one.far for one in screened] == pytest.approx(expected["far"], abs=1e-7)
    for one, shares in zip(screened, expected["one_sided"], strict=True):
        assert one.one_sided == (None if shares is None else pytest.approx(shares, abs=1e-7))


def test_agreement_is_that_of_pingouin() -> None:
    assert agreement(np.delete(sample(), 68, axis=0)).icc == pytest.approx(ORACLES["icc_full"]["icc"], abs=1e-12)
    for name, table in {
        "icc_full": np.delete(sample(), 68, axis=0),
        "icc_three": np.delete(sample(), 68, axis=0)[:, [6, 9, 13]],
    }.items():
        interval = agreement_mean_interval(table)
        assert interval is not None
        assert icc(table).agreement_mean == pytest.approx(ORACLES[name]["icc"], abs=1e-12)
        assert (interval.low, interval.high) == pytest.approx((ORACLES[name]["low"], ORACLES[name]["high"]), abs=0.0051)


def test_alpha_is_that_of_the_package_krippendorff() -> None:
    assert krippendorff_alpha(sample().T) == pytest.approx(ORACLES["alpha"], abs=1e-12)


def test_the_crossed_interval_uses_the_printed_mean_squares() -> None:
    # Mean squares with two decimals; MSE is 1.0194, MSR 11.2417, MSC 32.4861 before rounding.
    found = components(SHROUT_FLEISS)
    assert found is not None
    assert found.items == pytest.approx((11.24 - 1.02) / 4, abs=0.01)
    assert found.raters == pytest.approx((32.49 - 1.02) / 6, abs=0.01)
    assert found.rest == pytest.approx(1.02, abs=0.005)
    interval = crossed_interval(SHROUT_FLEISS)
    assert interval is not None
    variance = (11.24 + 32.49 - 1.02) / 24
    freedom = variance**2 / ((11.24 / 24) ** 2 / 5 + (32.49 / 24) ** 2 / 3)
    assert interval.high - interval.low == pytest.approx(2 * t.ppf(0.975, freedom) * math.sqrt(variance), abs=0.01)
    assert (interval.low + interval.high) / 2 == pytest.approx(SHROUT_FLEISS.mean())


def test_the_crossed_difference_of_the_printed_table_is_the_t_test_of_its_mean_squares() -> None:
    found = crossed_difference(SHROUT_FLEISS, np.full_like(SHROUT_FLEISS, 1.0))
    assert found.difference == pytest.approx(SHROUT_FLEISS.mean() - 1)
    assert found.interval is not None
    variance = (11.24 + 32.49 - 1.02) / 24
    freedom = variance**2 / ((11.24 / 24) ** 2 / 5 + (32.49 / 24) ** 2 / 3)
    assert found.p == pytest.approx(2 * t.sf(found.difference / math.sqrt(variance), freedom), rel=0.01)
    assert (found.n, found.clusters) == (6, 6)


# counts at the five steps, ψ, ρ, T and the resampled p: rows of G_test_results.csv of subjective-exp-consistency-check
G_TESTS = [
    ([5, 13, 6, 0, 0], 2.1, 0.8375, 1.2892843166239485, 0.1935),
    ([2, 2, 6, 3, 3], 3.19, 0.635, 0.8319906895128222, 0.4905),
    ([1, 0, 1, 11, 11], 4.29, 0.7575, 3.7323096404783285, 0.0141),
    ([0, 0, 2, 12, 10], 4.33, 0.8975, 0.26521487149975825, 0.4939),
    ([1, 0, 2, 7, 6], 4.05, 0.665, 2.200378575047134, 0.1079),
    ([1, 1, 0, 11, 3], 4.0, 0.865, 4.566458196536407, 0.0061),
    ([19, 4, 0, 0, 1], 1.36, 0.5575, 2.6775784683396675, 0.0672),
    ([0, 3, 1, 7, 5], 3.87, 0.685, 2.3772857791748856, 0.0946),
    ([1, 1, 7, 13, 2], 3.64, 0.895, 1.1019166537839775, 0.3086),
    ([0, 0, 0, 4, 12], 4.75, 1.0, 0.0, 1.0),
    ([3, 11, 7, 1, 2], 2.5, 0.7675, 2.57882120747236, 0.0781),
]


@pytest.mark.parametrize(("counts", "quality", "confidence", "statistic", "p"), G_TESTS, ids=str)
def test_the_g_test_is_that_of_its_authors(
    counts: list[int], quality: float, confidence: float, statistic: float, p: float
) -> None:
    found = fit(counts)
    assert (found.quality, found.confidence) == (quality, confidence)
    assert found.statistic == pytest.approx(statistic, abs=1e-9)
    # Theirs is of 10 000 resamples.
    assert found.p == pytest.approx(p, abs=3.5 * math.sqrt(max(p * (1 - p), 1e-9) / 10_000) + 1e-9)


STRENGTHS = [0.50989191, 0.07398442, -0.47040696, -0.11346937]
"""Computed by sureal 0.9.0 (BradleyTerry_MLE) of the table of wins below, less their mean."""


# --- what must hold ---


@given(TABLES)
def test_the_score_is_the_plain_mean_whatever_the_order(table: np.ndarray) -> None:
    found = opinion_score(table)
    assert found.value == pytest.approx(table.mean(), abs=1e-9)
    turned = opinion_score(table[::-1, ::-1])
    assert turned.value == pytest.approx(found.value, abs=1e-12)
    assert found.value is not None
    assert found.interval is not None
    assert turned.interval is not None
    assert turned.interval.low == pytest.approx(found.interval.low, abs=1e-6)
    assert 0 <= found.interval.low <= found.value + 1e-9 <= found.interval.high + 2e-9 <= 100 + 2e-9


@given(TABLES)
def test_the_crossed_interval_is_no_narrower_than_that_of_the_items_alone(table: np.ndarray) -> None:
    crossed, items = crossed_interval(table), mean_interval(table.mean(axis=1))
    assert crossed is not None
    assert items is not None
    # More degrees of freedom may shrink the quantile, never the error.
    quantile = t.ppf(0.975, len(table) - 1)
    assert (crossed.high - crossed.low) / 2 >= (items.high - items.low) / 2 / quantile * 1.9599 - 1e-9


@given(TABLES, st.floats(0.5, 0.99))
def test_a_crossed_difference_is_clear_by_p_where_its_interval_leaves_out_0(table: np.ndarray, level: float) -> None:
    other = table[::-1, :]
    found, back = crossed_difference(table, other, level=level), crossed_difference(other, table, level=level)
    assert back.difference == pytest.approx(-found.difference, abs=1e-9)
    if found.p is None:
        assert np.ptp(table - other) == 0
        return
    assert back.p == pytest.approx(found.p, abs=1e-9)
    assert found.interval is not None
    if abs(found.p - (1 - level)) > 1e-6:
        assert (found.p < 1 - level) == (found.interval.low > 0 or found.interval.high < 0)


def test_equal_differences_cannot_be_tested_and_tables_must_fit() -> None:
    assert crossed_difference(SHROUT_FLEISS + 5, SHROUT_FLEISS).p is None
    assert crossed_difference(SHROUT_FLEISS[:1], SHROUT_FLEISS[1:2]).interval is None
    with pytest.raises(ValueError, match="same items and raters"):
        crossed_difference(SHROUT_FLEISS, SHROUT_FLEISS[:, :3])


@given(TABLES)
def test_model_and_facts_follow_a_shift_of_the_scale(table: np.ndarray) -> None:
    facts, moved = rater_facts(table), rater_facts(table + 7)
    for one, other in zip(facts, moved, strict=True):
        assert other.bias == pytest.approx(one.bias, abs=1e-9)
        assert other.inconsistency == pytest.approx(one.inconsistency, abs=1e-9)
    assert sum(one.bias for one in facts) == pytest.approx(0, abs=1e-6)
    # Over a complete table the qualities of the model have the plain mean, whatever the weights.
    found = maximum_likelihood(table)
    assert found.quality.mean() == pytest.approx(table.mean(), abs=1e-6)
    assert found.weight.sum() == pytest.approx(1)


@given(st.floats(1, 5), st.floats(0.01, 1))
def test_the_generalised_score_distribution_has_its_mean_and_variance(quality: float, confidence: float) -> None:
    p = gsd(quality, confidence)
    scores = np.arange(1, 6)
    assert p.min() >= -1e-12
    assert p.sum() == pytest.approx(1)
    assert p @ scores == pytest.approx(quality, abs=1e-6)
    least = (math.ceil(quality) - quality) * (quality - math.floor(quality))
    most = (quality - 1) * (5 - quality)
    assert p @ (scores - quality) ** 2 == pytest.approx(confidence * least + (1 - confidence) * most, abs=1e-6)


@pytest.mark.parametrize("raters", [0, 1, 2])
def test_fewer_than_three_raters_give_no_score(raters: int) -> None:
    found = opinion_score(np.full((31, raters), 80.0))
    assert (found.value, found.interval, found.missing) == (None, None, 3 - raters)


@pytest.mark.parametrize("table", [[[1.0, 2.0, math.nan]], [[1.0, 2.0, 101.0]], [[-1.0, 2.0, 3.0]], [1.0, 2.0, 3.0]])
def test_what_is_no_table_of_complete_raters_is_refused(table: list[object]) -> None:
    with pytest.raises(ValueError, match="rating"):
        opinion_score(np.array(table))


@given(arrays.arrays(np.float64, st.tuples(st.integers(1, 40), st.integers(1, 4)), elements=st.floats(0, 100)))
@example(np.array([[0.0, 0.0, 0.0, 1e-200]]))
def test_up_to_four_raters_bt500_rejects_nobody(table: np.ndarray) -> None:
    assert not can_reject(table.shape[1])
    assert not any(one.rejected for one in bt500(table))


def test_from_five_raters_on_bt500_can_reject() -> None:
    steady = np.tile(np.linspace(20, 80, 40)[:, None], (1, 5))
    steady[::2, 4] += 15
    steady[1::2, 4] -= 15
    assert can_reject(5)
    assert [one.rejected for one in bt500(steady)] == [False, False, False, False, True]


def test_p913_rejects_who_answers_at_random() -> None:
    assert p913(sample()) == (3, 0, 4, 2, 1)


def test_a_rater_beside_the_others() -> None:
    table = np.array([[10.0, 20, 30], [40, 50, 60], [70, 80, 90]])
    low, middle, high = rater_facts(table)
    assert (low.bias, middle.bias, high.bias) == (-10, 0, 10)
    assert low.inconsistency == middle.inconsistency == pytest.approx(0)
    assert low.correlation == pytest.approx(1)
    assert tuple(item_opinion([10, 20, 60])) == pytest.approx((30, 20, 26.457513, 10, 60))
    assert repeats([], []) is None
    assert tuple(repeats([10, 50], [13, 46]) or ()) == pytest.approx((2, 3.5, math.sqrt(12.5)))


def test_three_answers_are_put_to_the_nearest_anchor() -> None:
    assert nearest_anchors([[0, 19.9, 20], [50, 69.9, 70], [90, 100, 89.9]]).tolist() == [
        [2, 1, 0, 0, 0],
        [0, 0, 2, 1, 0],
        [0, 0, 0, 1, 2],
    ]


def test_consistency_notices_two_groups_and_lets_one_pass() -> None:
    rng = np.random.default_rng(4)
    one = np.array([rng.multinomial(15, gsd(2 + (item % 20) / 10, 0.8)) for item in range(40)])
    two = np.tile([7, 0, 0, 0, 8], (40, 1))
    passed, noticed = consistency(one), consistency(np.where(np.arange(40)[:, None] % 2, [6, 0, 3, 0, 6], two))
    assert passed is not None
    assert passed.consistent
    assert [share.level for share in passed.shares] == list(LEVELS)
    assert noticed is not None
    assert not noticed.consistent
    assert consistency(np.array([[1, 1, 0, 0, 0]])) is None


def test_bradley_terry_is_that_of_sureal_and_needs_a_connected_table() -> None:
    pytest.importorskip("choix")
    wins = [[0, 3, 2, 7], [1, 0, 6, 3], [4, 3, 0, 0], [1, 2, 5, 0]]
    compared = [(i, j, 1.0) for i in range(4) for j in range(4) for _ in range(wins[i][j])]
    found = bradley_terry(4, compared)
    assert found is not None
    assert found.strength == pytest.approx(STRENGTHS, abs=1e-5)
    assert found.wins.tolist() == [12, 10, 7, 8]
    assert bradley_terry(3, [(0, 1, 1.0), (1, 0, 1.0)]) is None
    assert bradley_terry(2, [(0, 1, 1.0)]) is None
    tied = bradley_terry(2, [(0, 1, 0.0)])
    assert tied is not None
    assert tied.strength == pytest.approx([0, 0])
    assert (tied.ties, tied.wins.tolist()) == (1, [0.5, 0.5])


# Wins of the row over the column in the American League of 1987 (Agresti, Categorical Data Analysis, 2nd edition, table 10.10).
BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11), "Detroit": (6, 0, 7, 5, 11, 9, 9), "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10), "Boston": (6, 2, 6, 7, 0, 7, 12), "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}  # fmt: skip
# Estimates relative to Baltimore and their standard errors, printed in the vignette of the R package BradleyTerry2 (baseballModel1).
AGAINST_BALTIMORE = {
    "Boston": (1.1077, 0.3339), "Cleveland": (0.6839, 0.3319), "Detroit": (1.4364, 0.3396), "Milwaukee": (1.5814, 0.3433),
    "New York": (1.2476, 0.3359), "Toronto": (1.2945, 0.3367),
}  # fmt: skip


def test_strengths_and_information_are_those_of_bradleyterry2() -> None:
    pytest.importorskip("choix")
    wins, names = np.array([*BASEBALL.values()], dtype=float), [*BASEBALL]
    found = bradley_terry(7, [(i, j, 1.0) for i in range(7) for j in range(7) for _ in range(int(wins[i, j]))])
    assert found is not None
    inverse = np.linalg.pinv(information(found.strength, wins + wins.T), hermitian=True)
    last = names.index("Baltimore")
    for name, (estimate, error) in AGAINST_BALTIMORE.items():
        one = names.index(name)
        assert found.strength[one] - found.strength[last] == pytest.approx(estimate, abs=6e-5)
        variance = inverse[one, one] + inverse[last, last] - 2 * inverse[one, last]
        assert math.sqrt(variance) == pytest.approx(error, abs=6e-5)


def test_the_interval_of_two_competitors_is_that_of_a_share() -> None:
    pytest.importorskip("choix")
    # 30 of 40 preferences, each of another rater and photograph: s = ln(p / (1 - p)) / 2, Var(s) = 1 / (4 (n - 1) p (1 - p)).
    compared = [(0, 1, 1.0 if number % 4 else -1.0) for number in range(40)]
    found = bradley_terry(2, compared)
    assert found is not None
    assert found.strength == pytest.approx([math.log(3) / 2, -math.log(3) / 2])
    bounds = strength_intervals(found.strength, compared, range(40), range(40))
    assert bounds is not None
    half = t.ppf(0.975, 39) / math.sqrt(4 * 39 * 0.75 * 0.25)
    assert [one.high - one.low for one in bounds] == pytest.approx([2 * half] * 2)
    assert strength_intervals(found.strength, compared, [1] * 40, range(40)) is None
    assert strength_intervals(found.strength, compared, range(40), ["one"] * 40) is None
    with pytest.raises(ValueError, match="rater"):
        strength_intervals(found.strength, compared, range(3), range(40))


@pytest.mark.parametrize(("raters", "spread", "least"), [(3, 0.5, 0.93), (15, 0.5, 0.92), (15, 0.0, 0.92)])
def test_the_interval_of_a_strength_covers_the_true_one(raters: int, spread: float, least: float) -> None:
    pytest.importorskip("choix")
    rng = np.random.default_rng(raters)
    true, rounds, items = np.array([0.5, 0.0, -0.5]), 200, 31
    covered = []
    for _ in range(rounds):
        # Raters and photographs each move the strengths: neither is a sample of independent comparisons.
        moved = rng.normal(0, spread, (raters, 1, 3)) + rng.normal(0, spread, (1, items, 3))
        asked = [(r, k, i, j) for r in range(raters) for k in range(items) for i, j in ((0, 1), (0, 2), (1, 2))]
        compared = []
        for r, k, i, j in asked:
            ahead = (true + moved[r, k])[[i, j]]
            compared.append((i, j, 1.0 if rng.random() < 1 / (1 + math.exp(ahead[1] - ahead[0])) else -1.0))
        found = bradley_terry(3, compared)
        assert found is not None
        bounds = strength_intervals(found.strength, compared, [one[0] for one in asked], [one[1] for one in asked])
        assert bounds is not None
        # Mixed over raters and photographs, preferences are nearer to half: the strengths shrink as logits of a normal mixture do.
        shrunk = true / math.sqrt(1 + 2 * 2 * spread**2 * 0.346)
        covered += [one.low <= value <= one.high for one, value in zip(bounds, shrunk, strict=True)]
    assert np.mean(covered) >= least
