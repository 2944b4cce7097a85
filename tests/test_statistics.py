import importlib
import math
import re
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from docs_pages import page_named
from mindsight import statistics as ms

ROOT = Path(__file__).parent.parent
ANNEX_A_1 = np.array([55, 40, 30, 29, 33, 13, 24, 15]) / 100  # home table A.1, model 1
# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C: 4 observers, 12 units.
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, np.nan, np.nan, np.nan],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, np.nan, 3],
        [np.nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, np.nan],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, np.nan],
    ]
)
KRIPPENDORFF_ALPHAS = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}
# Shrout and Fleiss, Intraclass correlations (1979), tables 2 and 4: 6 targets, 4 judges.
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
SHROUT_FLEISS_ICC = {
    "oneway_single": 0.17,
    "agreement_single": 0.29,
    "consistency_single": 0.71,
    "oneway_mean": 0.44,
    "agreement_mean": 0.62,
    "consistency_mean": 0.91,
}

scores = st.floats(-1000, 1000, allow_nan=False).map(lambda x: round(x, 3))
samples = st.lists(scores, min_size=2, max_size=25)


@st.composite
def clustered(draw):
    values = draw(samples)
    labels = draw(st.lists(st.sampled_from("abcde"), min_size=len(values), max_size=len(values)))
    return values, labels


def rng(seed=7):
    return np.random.default_rng(seed)


def close(a, b, scale=1.0):
    return a == pytest.approx(b, rel=1e-9, abs=1e-9 * scale)


# --- standard error and mean interval -------------------------------------------------------------------------------


def test_standard_error_of_single_values_is_sd_over_root_n():
    values = rng().normal(50, 10, 31)
    assert close(ms.clustered_standard_error(values), stats.sem(values))


def test_mean_interval_agrees_with_scipy():
    values = rng().normal(50, 10, 31)
    interval = ms.mean_interval(values, level=0.9)
    expected = stats.t.interval(0.9, 30, values.mean(), stats.sem(values))
    assert interval[:2] == pytest.approx(expected)
    assert interval[2:] == (0.9, "t")


def test_clusters_of_equal_size_are_as_their_means():
    values = rng().normal(50, 10, (12, 5)) + rng(1).normal(0, 10, (12, 1))
    labels = np.repeat(np.arange(12), 5)
    assert close(ms.clustered_standard_error(values.ravel(), labels), stats.sem(values.mean(axis=1)))
    interval = ms.mean_interval(values.ravel(), labels)
    assert interval[:2] == pytest.approx(stats.t.interval(0.95, 11, values.mean(), stats.sem(values.mean(axis=1))))
    assert interval.method == "clustered t"


def test_clusters_of_unequal_size_follow_the_formula_by_hand():
    # Mean 3; residual sums a: -2-1 = -3, b: 0, c: 1+2 = 3; 9+0+9 = 18; SE² = 3/2 * 18 / 25.
    assert close(ms.clustered_standard_error([1, 2, 3, 4, 5], list("aabcc")), math.sqrt(1.5 * 18) / 5)


def test_copies_of_an_item_are_no_new_evidence():
    values = rng().normal(size=9)
    tripled = np.repeat(values, 3)
    labels = np.repeat(np.arange(9), 3)
    assert close(ms.clustered_standard_error(tripled, labels), ms.clustered_standard_error(values))


@pytest.mark.parametrize(
    ("values", "clusters"), [([4.0], None), ([4.0, 5.0], ["kitchen", "kitchen"]), ([3, 3], [0, 0])]
)
def test_fewer_than_two_clusters_are_not_estimable(values, clusters):
    assert ms.clustered_standard_error(values, clusters) is None
    assert ms.mean_interval(values, clusters) is None
    assert ms.sign_flip_test(values, rng(), clusters) is None
    assert ms.basic_bootstrap(lambda i: float(i.mean()), len(values), rng(), clusters=clusters) is None
    paired = ms.paired_difference(values, values, rng(), clusters)
    assert paired == (0.0, None, None, len(values), 1)


def test_values_all_alike_have_an_error_of_zero_because_it_was_seen():
    assert ms.clustered_standard_error([0.1] * 10) == pytest.approx(0, abs=1e-16)


@given(clustered(), st.floats(-100, 100), st.floats(0.01, 100))
def test_shift_and_scale_carry_over(case, shift, scale):
    values, labels = case
    before = ms.mean_interval(values, labels)
    after = ms.mean_interval([shift + scale * value for value in values], labels)
    if before is None:
        assert after is None
        return
    size = 1e3 * (scale + 1) * 100
    assert close(after.low, shift + scale * before.low, size)
    assert close(after.high, shift + scale * before.high, size)


@given(clustered(), st.randoms(use_true_random=False))
def test_order_of_items_and_names_of_clusters_do_not_matter(case, random):
    values, labels = case
    order = list(range(len(values)))
    random.shuffle(order)
    shuffled = ms.mean_interval([values[i] for i in order], [ord(labels[i]) for i in order])
    assert shuffled == ms.mean_interval(values, labels)  # to the last digit: sums are rounded once


@given(samples, st.integers(2, 4))
def test_clusters_of_identical_values_count_once(values, copies):
    once = ms.clustered_standard_error(values)
    labels = [i for i in range(len(values)) for _ in range(copies)]
    assert close(ms.clustered_standard_error([values[i] for i in labels], labels), once, 1e3)


# --- basic bootstrap ------------------------------------------------------------------------------------------------


def test_basic_bootstrap_is_scipys_with_the_same_generator():
    values = rng().beta(5, 2, 37)
    ours = ms.basic_bootstrap(lambda i: float(np.median(values[i])), 37, rng(5), draws=999, level=0.9)
    options = {"method": "basic", "n_resamples": 999, "confidence_level": 0.9, "vectorized": False, "rng": rng(5)}
    theirs = stats.bootstrap((values,), np.median, **options).confidence_interval
    assert ours[:2] == pytest.approx(theirs)
    assert ours.method == "basic bootstrap"


def test_whole_clusters_are_drawn():
    labels = np.repeat(np.arange(6), [1, 2, 3, 4, 5, 6])
    seen = []

    def statistic(index):
        seen.append(index)
        return float(len(index))

    assert ms.basic_bootstrap(statistic, 21, rng(), clusters=labels, draws=50).method == "clustered basic bootstrap"
    assert seen[0].tolist() == list(range(21))
    for index in seen[1:]:
        taken = np.bincount(labels[index], minlength=6)
        assert np.all(taken % [1, 2, 3, 4, 5, 6] == 0)
        assert np.sum(taken // [1, 2, 3, 4, 5, 6]) == 6


def test_clustered_bootstrap_agrees_with_the_clustered_t_interval():
    labels = np.repeat(np.arange(200), 3)
    values = rng().normal(size=200)[labels] + rng(1).normal(size=600)
    ours = ms.basic_bootstrap(lambda i: float(values[i].mean()), 600, rng(2), clusters=labels, draws=4000)
    assert ours[:2] == pytest.approx(ms.mean_interval(values, labels)[:2], abs=0.02)


def test_every_place_keeps_its_stratum():
    strata = np.array(list("abcab" * 6))
    seen = []

    def statistic(index):
        seen.append(index)
        return 0.0

    ms.basic_bootstrap(statistic, 30, rng(), strata=strata, draws=60)
    assert all(np.array_equal(strata[index], strata) for index in seen)
    assert set(np.concatenate(seen[1:])) == set(range(30))


def test_clusters_stay_within_their_strata():
    strata = np.repeat(["a", "b"], 12)
    labels = np.repeat(np.arange(8), 3)
    sizes = []

    def statistic(index):
        sizes.append(np.sum(strata[index] == "a"))
        return 0.0

    ms.basic_bootstrap(statistic, 24, rng(), clusters=labels, strata=strata, draws=60)
    assert set(sizes) == {12}


def test_a_stratum_of_one_cluster_is_not_estimable():
    assert ms.basic_bootstrap(lambda _: 0.0, 4, rng(), strata=[0, 0, 0, 1]) is None


def test_a_bias_is_turned_back_and_not_doubled():
    # T is biased low, so its percentile interval lies too low; the basic one is mirrored at the measured value.
    truth = np.repeat(np.arange(8), 20)
    success = np.concatenate([np.arange(20) < round(20 * f) for f in ANNEX_A_1]).astype(float)

    def generalisation(index):
        accuracies = success[index].reshape(8, 20).mean(axis=1)
        return float(accuracies.mean() - accuracies.std())

    measured = generalisation(np.arange(160))
    interval = ms.basic_bootstrap(generalisation, 160, rng(), strata=truth)
    assert (interval.low + interval.high) / 2 > measured + 0.01


@settings(max_examples=25)
@given(samples, st.floats(-100, 100), st.integers(0, 5))
def test_bootstrap_carries_over_shift_and_repeats_with_its_seed(values, shift, seed):
    array = np.array(values)
    first = ms.basic_bootstrap(lambda i: float(array[i].mean()), len(array), rng(seed), draws=60)
    moved = ms.basic_bootstrap(lambda i: float((array + shift)[i].mean()), len(array), rng(seed), draws=60)
    assert first == ms.basic_bootstrap(lambda i: float(array[i].mean()), len(array), rng(seed), draws=60)
    assert close(moved.low, first.low + shift, 1e3)
    assert close(moved.high, first.high + shift, 1e3)


# --- comparison -----------------------------------------------------------------------------------------------------


def test_sign_flip_enumerates_like_scipy():
    differences = rng().normal(0.4, 1, 9)
    theirs = stats.permutation_test(
        (differences, np.zeros(9)), lambda x, y: np.mean(x - y), permutation_type="samples", vectorized=False
    )
    assert ms.sign_flip_test(differences, rng()) == pytest.approx(theirs.pvalue)


def test_sign_flip_by_chance_is_near_the_enumeration():
    differences = rng().normal(0.4, 1, 12)
    exact = ms.sign_flip_test(differences, rng(), draws=4096)
    assert ms.sign_flip_test(differences, rng(), draws=4095) == pytest.approx(exact, abs=0.03)
    assert exact * 4096 == pytest.approx(round(exact * 4096))


def test_sign_flip_by_hand():
    # Of the 8 sums ±1±2±3, only 6 and -6 reach |6|; of clusters {1, 2} and {3} all four sums reach |0|.
    assert ms.sign_flip_test([1, 2, 3], rng()) == 0.25
    assert ms.sign_flip_test([1, 2, -3], rng(), ["a", "a", "b"]) == 1.0
    assert ms.sign_flip_test([0.1] * 20, rng(), draws=99) == 0.01  # (0+1)/(99+1)


def test_ties_are_not_lost_to_rounding():
    assert ms.sign_flip_test([0.1, 0.2, -0.3], rng()) == 1.0


@given(clustered(), st.floats(0.01, 100))
def test_p_lies_above_zero_and_knows_no_side_and_no_unit(case, scale):
    values, labels = case
    p = ms.sign_flip_test(values, rng(), labels)
    if len(set(labels)) < 2:
        assert p is None
        return
    assert 2 / 2 ** len(set(labels)) <= p <= 1
    assert ms.sign_flip_test([-value for value in values], rng(), labels) == p
    assert ms.sign_flip_test([scale * value for value in values], rng(), labels) == p


def test_paired_difference_says_effect_interval_and_p():
    first, second = rng().normal(52, 10, 40), rng(1).normal(50, 10, 40)
    labels = np.repeat(np.arange(10), 4)
    paired = ms.paired_difference(first, second, rng(), labels)
    assert paired.difference == pytest.approx(np.mean(first - second))
    assert paired.interval == ms.mean_interval(first - second, labels)
    assert paired.p == ms.sign_flip_test(first - second, rng(), labels)
    assert (paired.n, paired.clusters) == (40, 10)
    assert ms.paired_difference(first, second, rng(), labels, level=0.9).interval.level == 0.9
    assert ms.paired_difference(first, second, rng()).interval.method == "t"


def test_a_system_does_not_differ_from_itself():
    assert ms.paired_difference([1, 2, 3], [1, 2, 3], rng()) == (0, (0, 0, 0.95, "t"), 1.0, 3, 3)


@pytest.mark.parametrize("clusters", range(2, 16))
def test_the_least_p_is_what_a_clear_difference_gets(clusters):
    draws = 200
    same_sign = np.arange(1, clusters + 1)
    if 2**clusters <= draws:
        assert ms.sign_flip_test(same_sign, rng(), draws=draws) == ms.least_p(clusters, draws)
    else:
        assert ms.sign_flip_test(same_sign, rng(), draws=draws) >= ms.least_p(clusters, draws) == 1 / (draws + 1)
    # By hand: two of the 2^5 patterns reach the sum, 2/32 > .05; of 2^6, 2/64 < .05.
    assert (ms.least_p(5), ms.least_p(6)) == (0.0625, 0.03125)


def test_the_least_p_needs_two_clusters():
    with pytest.raises(ValueError, match="expected at least 2"):
        ms.least_p(1)


def test_holm_worked_example():
    # Holm's procedure by hand: 4 · .005, 3 · .01, 2 · .03, then .04 is lifted to the .06 before it.
    assert ms.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_keeps_the_order_and_never_lowers(p_values):
    adjusted = ms.holm(p_values)
    assert all(raw <= new <= 1 for raw, new in zip(p_values, adjusted, strict=True))
    in_order = [new for _, new in sorted(zip(p_values, adjusted, strict=True))]
    assert in_order == sorted(in_order)


def test_holm_agrees_with_pingouin():
    p_values = rng().uniform(0, 0.1, 8)
    assert ms.holm(p_values) == pytest.approx(pingouin().multicomp(p_values, method="holm")[1])


# --- agreement ------------------------------------------------------------------------------------------------------


def pingouin():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pingouin
    return pingouin


@pytest.mark.parametrize(("level", "alpha"), KRIPPENDORFF_ALPHAS.items())
def test_alpha_of_krippendorffs_own_data(level, alpha):
    assert round(ms.krippendorff_alpha(KRIPPENDORFF, level), 3) == alpha


@pytest.mark.parametrize("level", KRIPPENDORFF_ALPHAS)
@pytest.mark.parametrize("seed", range(5))
def test_alpha_agrees_with_the_package(level, seed):
    import krippendorff

    chance = rng(seed)
    ratings = np.clip(np.round(chance.normal(60, 20, 20) + chance.normal(0, 10, (5, 20)), -1), 0, 100)
    ratings[chance.random(ratings.shape) < 0.3] = np.nan
    assert ms.krippendorff_alpha(ratings, level) == pytest.approx(
        krippendorff.alpha(reliability_data=ratings, level_of_measurement=level)
    )


def test_alpha_is_interval_by_default():
    assert ms.krippendorff_alpha(KRIPPENDORFF) == ms.krippendorff_alpha(KRIPPENDORFF, "interval")


@pytest.mark.parametrize(
    "ratings",
    [
        [[1, 2, 3]],  # one rater
        [[1], [2]],  # one item
        [[1, 2, np.nan], [1, np.nan, 3]],  # one item that two have rated
        [[5, 5, 5], [5, 5, 5]],  # nothing varies
        [[np.nan, np.nan], [np.nan, np.nan]],
    ],
)
def test_alpha_that_is_not_estimable(ratings):
    assert all(ms.krippendorff_alpha(ratings, level) is None for level in KRIPPENDORFF_ALPHAS)


@given(st.floats(0.1, 10), st.floats(-50, 50))
def test_alpha_knows_no_unit(scale, shift):
    assert ms.krippendorff_alpha(KRIPPENDORFF * scale + shift) == pytest.approx(ms.krippendorff_alpha(KRIPPENDORFF))
    assert ms.krippendorff_alpha(KRIPPENDORFF * scale, "ratio") == pytest.approx(
        ms.krippendorff_alpha(KRIPPENDORFF, "ratio")
    )


def test_icc_of_shrout_and_fleiss():
    assert {name: round(value, 2) for name, value in ms.icc(SHROUT_FLEISS)._asdict().items()} == SHROUT_FLEISS_ICC


@pytest.mark.parametrize("seed", range(3))
def test_icc_agrees_with_pingouin(seed):
    import pandas as pd

    chance = rng(seed)
    ratings = chance.normal(60, 15, (12, 1)) + chance.normal(0, 5, 4) + chance.normal(0, 8, (12, 4))
    long = pd.DataFrame(
        [(item, rater, ratings[item, rater]) for item in range(12) for rater in range(4)], columns=["i", "r", "y"]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = pingouin().intraclass_corr(long, targets="i", raters="r", ratings="y").set_index("Type")["ICC"]
    names = {"oneway": "1", "agreement": "A", "consistency": "C", "single": "1", "mean": "k"}
    for name, value in ms.icc(ratings)._asdict().items():
        form, kind = name.split("_")
        assert value == pytest.approx(theirs[f"ICC({names[form]},{names[kind]})"])


def test_icc_of_raters_who_agree_is_one():
    assert ms.icc([[1, 1], [2, 2], [5, 5]]) == pytest.approx((1,) * 6)


def test_a_stricter_rater_harms_agreement_and_not_consistency():
    result = ms.icc([[1, 3], [2, 4], [5, 7]])
    assert result.consistency_single == pytest.approx(1)
    assert result.agreement_single < 1


@pytest.mark.parametrize("ratings", [[[1, 2, 3]], [[1], [2], [3]], [[0.1, 0.1], [0.1, 0.1]]])
def test_icc_that_is_not_estimable(ratings):
    assert ms.icc(ratings) == (None,) * 6


def test_icc_forms_without_a_positive_variance_are_not_estimable():
    result = ms.icc([[1, 2], [2, 1], [1, 2]])  # every item has the same mean
    assert result.oneway_mean is None
    assert result.agreement_mean is None
    assert result.oneway_single == pytest.approx(-1)


@given(st.floats(0.1, 10), st.floats(-50, 50), st.permutations(range(6)), st.permutations(range(4)))
def test_icc_knows_no_unit_and_no_order(scale, shift, items, raters):
    changed = SHROUT_FLEISS[items][:, raters] * scale + shift
    assert ms.icc(changed) == pytest.approx(ms.icc(SHROUT_FLEISS))


# --- input that cannot be used --------------------------------------------------------------------------------------

REFUSED = {
    "no values": (lambda: ms.mean_interval([]), "shape (0,)"),
    "a missing value": (lambda: ms.mean_interval([1, math.nan]), "number 1 (from 0) is not finite"),
    "an infinite value": (lambda: ms.sign_flip_test([math.inf, 1], rng()), "number 0 (from 0) is not finite"),
    "a table for a row": (lambda: ms.clustered_standard_error([[1, 2], [3, 4]]), "shape (2, 2)"),
    "too few clusters": (lambda: ms.mean_interval([1, 2, 3], ["a", "b"]), "2 cluster labels for 3 values"),
    "a cluster missing": (lambda: ms.mean_interval([1, 2], ["a", None]), "value 1 (from 0) has no cluster label"),
    "a cluster NaN": (lambda: ms.mean_interval([1, 2], [0.0, math.nan]), "value 1 (from 0) has no cluster label"),
    "a table of clusters": (lambda: ms.mean_interval([1, 2], np.zeros((2, 1))), "shape (2, 1)"),
    "a level in percent": (lambda: ms.mean_interval([1, 2], level=95), "level 95"),
    "a level of NaN": (lambda: ms.mean_interval([1, 2], level=math.nan), "level nan"),
    "no samples": (lambda: ms.basic_bootstrap(lambda _: 0.0, 0, rng()), "0 samples"),
    "negative samples": (lambda: ms.basic_bootstrap(lambda _: 0.0, -3, rng()), "-3 samples"),
    "few draws": (lambda: ms.basic_bootstrap(lambda _: 0.0, 9, rng(), draws=39), "expected at least 40"),
    "a statistic of NaN": (lambda: ms.basic_bootstrap(lambda _: math.nan, 9, rng()), "nan on the data"),
    "a resample of NaN": (
        lambda: ms.basic_bootstrap(lambda i: 0.0 if np.all(np.diff(i) == 1) else math.nan, 9, rng()),
        "nan on a resample",
    ),
    "a cluster in two strata": (
        lambda: ms.basic_bootstrap(lambda _: 0.0, 4, rng(), clusters=[0, 0, 1, 1], strata=[0, 1, 1, 1]),
        "more than one stratum",
    ),
    "strata of another length": (
        lambda: ms.basic_bootstrap(lambda _: 0.0, 4, rng(), strata=[0, 1]),
        "2 stratum labels",
    ),
    "no patterns": (lambda: ms.sign_flip_test([1, 2], rng(), draws=0), "0 draws"),
    "unequal lengths": (lambda: ms.paired_difference([1, 2], [1], rng()), "expected the same items"),
    "no p values": (lambda: ms.holm([]), "p values have shape (0,)"),
    "a negative p": (lambda: ms.holm([-0.1, 0.5]), "expected 0 … 1"),
    "a p above 1": (lambda: ms.holm([0.1, 1.5]), "expected 0 … 1"),
    "one row of ratings": (lambda: ms.krippendorff_alpha([1, 2, 3]), "expected a filled array of raters x items"),
    "no ratings": (lambda: ms.krippendorff_alpha([[], []]), "shape (2, 0)"),
    "an infinite rating": (lambda: ms.krippendorff_alpha([[1, math.inf], [1, 2]]), "infinite"),
    "a negative ratio": (lambda: ms.krippendorff_alpha([[1, -1], [1, 2]], "ratio"), "below 0"),
    "an unknown level": (lambda: ms.krippendorff_alpha([[1, 3], [1, 2]], "metric"), 'level "metric"'),
    "one row for icc": (lambda: ms.icc([1, 2]), "expected a filled array of items x raters"),
    "a gap for icc": (lambda: ms.icc([[1, math.nan], [1, 2]]), "expected a complete table"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_used_is_refused_in_a_sentence(case):
    call, words = REFUSED[case]
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


# --- the page about coverage ----------------------------------------------------------------------------------------


@pytest.fixture
def coverage(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    return importlib.import_module("docs.simulations.coverage")


def tables(coverage, name):
    page = page_named(name).read_text(encoding="utf-8")
    return page.split(coverage.BEGIN)[1].split(coverage.END)[0]


@pytest.mark.parametrize(("language", "name"), [("en", "statistics.md"), ("zh", "statistics.zh.md")])
def test_the_tables_carry_seed_version_and_every_row(coverage, language, name):
    written = tables(coverage, name)
    repetitions = (coverage.T_REPETITIONS, coverage.DRAWN_REPETITIONS)
    line = coverage.signature(repetitions=repetitions, language=language)
    assert str(coverage.SEED) in line
    assert str(coverage.VERSION) in line
    assert line == written.strip().splitlines()[0]
    rows = [words for table in coverage.TABLES for one in table.experiments for words in one.rows.values()]
    assert all(f"| {getattr(words, language)} |" in written for words in rows)


def test_both_languages_have_the_same_numbers(coverage):
    english, chinese = (
        re.findall(r"(?<=\| )\d+\.\d(?= \|)", tables(coverage, name)) for name in ("statistics.md", "statistics.zh.md")
    )
    assert english == chinese


def test_a_row_of_the_tables_comes_out_again(coverage):
    table = coverage.TABLES[0]
    experiment = next(one for one in table.experiments if one.name == "mean 0.95")
    line = next(line for line in tables(coverage, "statistics.md").splitlines() if experiment.rows["t"].en in line)
    written = [float(number) for number in line.split("|")[2:-1]]
    again = [coverage.cell(experiment, size, coverage.T_REPETITIONS)["t"] for size in table.sizes]
    assert again == pytest.approx(written, abs=0.051)


@pytest.mark.slow
def test_the_simulation_runs_quickly(coverage):
    command = [sys.executable, "-m", "docs.simulations.coverage", "--quick"]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True, timeout=120
    )
    assert coverage.signature(repetitions=(20, 4), language="en") in result.stdout
    assert coverage.signature(repetitions=(20, 4), language="zh") in result.stdout


# Cohen's kappa


def pairs_of_table(table: Sequence[Sequence[int]]) -> tuple[list[float], list[float]]:
    """Return two raters' categories from a table of counts."""
    cells = [(row, column) for row, counts in enumerate(table) for column, n in enumerate(counts) for _ in range(n)]
    return [float(row) for row, _ in cells], [float(column) for _, column in cells]


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        # Cohen 1960, A coefficient of agreement for nominal scales, table 1: proportions of 200 judgements.
        ([[88, 14, 18], [10, 40, 10], [2, 6, 12]], 0.492),
        # Landis and Koch 1977, table 1: the neurologists of New Orleans.
        ([[5, 3, 0, 0], [3, 11, 4, 0], [2, 13, 3, 4], [1, 2, 4, 14]], 0.297),
    ],
)
def test_kappa_is_that_of_published_tables(table: Sequence[Sequence[int]], kappa: float) -> None:
    assert ms.cohen_kappa(*pairs_of_table(table)) == pytest.approx(kappa, abs=0.0005)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40))
def test_kappa_is_that_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    from sklearn.metrics import cohen_kappa_score

    one, other = zip(*pairs, strict=True)
    found = ms.cohen_kappa([float(n) for n in one], [float(n) for n in other])
    if found is None:
        assert len({*one, *other}) == 1
    else:
        assert found == pytest.approx(cohen_kappa_score(one, other))


def test_kappa_refuses_what_is_no_pair_of_raters() -> None:
    assert ms.cohen_kappa([], []) is None
    assert ms.cohen_kappa([1, 1], [1, 1]) is None
    for one, other in (([1], [1, 2]), ([[1]], [[1]]), ([math.nan], [1.0]), ([1.0], [math.inf])):
        with pytest.raises(ValueError, match=r"rating|category"):
            ms.cohen_kappa(one, other)


# Intervals of agreement

# irrCAC's 100 patients sorted by two abstractors (Gwet 2014; the package's vignette "overview").
ABSTRACTORS = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
# The SAS manual's skin conditions, two dermatologists (PROC FREQ, getting started).
DERMATOLOGISTS = [[10, 4, 1, 0], [5, 10, 12, 2], [2, 4, 12, 5], [0, 2, 6, 13]]


def error_of(interval: ms.Interval | None, freedom: int) -> float:
    """Return the standard error behind a t interval."""
    assert interval is not None
    return float((interval.high - interval.low) / 2 / stats.t.ppf(0.975, freedom))


def test_the_spread_of_kappa_and_alpha_is_that_of_gwets_package() -> None:
    """The package prints 0.05891072 for κ, with denominator n instead of n - 1, and 0.05905473 for α."""
    one, other = pairs_of_table(ABSTRACTORS)
    assert ms.cohen_kappa(one, other) == pytest.approx(0.7964094, abs=5e-8)
    kappa = error_of(ms.cohen_kappa_interval(one, other), 99)
    assert kappa * math.sqrt(99 / 100) == pytest.approx(0.05891072, abs=5e-9)
    assert ms.krippendorff_alpha([one, other], "nominal") == pytest.approx(0.7972585, abs=5e-8)
    alpha = ms.krippendorff_alpha_interval([one, other], scale="nominal")
    assert error_of(alpha, 99) == pytest.approx(0.05905473, rel=1e-4)
    assert alpha is not None
    assert (round(alpha.low, 3), round(alpha.high, 3)) == (0.680, 0.914)


def test_the_interval_of_kappa_is_that_of_sas() -> None:
    """SAS prints 0.3449 (0.2030, 0.4868), with the normal quantile and denominator n."""
    one, other = pairs_of_table(DERMATOLOGISTS)
    assert round(ms.cohen_kappa(one, other) or 0, 4) == 0.3449
    n = len(one)
    half = error_of(ms.cohen_kappa_interval(one, other), n - 1) * math.sqrt((n - 1) / n) * stats.norm.ppf(0.975)
    assert 0.3449 - half == pytest.approx(0.2030, abs=1e-4)
    assert 0.3449 + half == pytest.approx(0.4868, abs=1e-4)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=40))
def test_the_variance_of_kappa_is_that_of_statsmodels(pairs: list[tuple[int, int]]) -> None:
    from statsmodels.stats.inter_rater import cohens_kappa

    one, other = (np.array(column, float) for column in zip(*pairs, strict=True))
    found = ms.cohen_kappa_interval(one, other)
    if found is None:
        assert len({*one, *other}) == 1
        return
    table = np.zeros((4, 4))
    np.add.at(table, (one.astype(int), other.astype(int)), 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a variance of 0 may be rounded below 0, of which it then takes the root
        expected = cohens_kappa(table).var_kappa
    n = len(pairs)
    assert error_of(found, n - 1) ** 2 * (n - 1) / n == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("scale", ["nominal", "interval", "ratio"])
@pytest.mark.parametrize("seed", range(3))
def test_the_spread_of_alpha_is_that_of_leaving_out_one_item_at_a_time(scale: ms.FixedScale, seed: int) -> None:
    """A jackknife with the package krippendorff: other code and another method, so similar and not equal."""
    import krippendorff

    chance = rng(seed)
    ratings = np.clip(np.round(chance.normal(60, 20, 120) + chance.normal(0, 12, (4, 120)), -1), 0, 100)
    ratings[chance.random(ratings.shape) < 0.2] = np.nan
    rated = ratings[:, np.sum(~np.isnan(ratings), axis=0) >= 2]
    n = rated.shape[1]
    without = [
        krippendorff.alpha(reliability_data=np.delete(rated, place, axis=1), level_of_measurement=scale)
        for place in range(n)
    ]
    error = math.sqrt((n - 1) / n * np.sum((np.array(without) - np.mean(without)) ** 2))
    found = ms.krippendorff_alpha_interval(ratings, scale=scale)
    assert error_of(found, n - 1) == pytest.approx(error, rel=0.06)
    middle = krippendorff.alpha(reliability_data=ratings, level_of_measurement=scale)
    assert found is not None
    assert (found.low + found.high) / 2 == pytest.approx(middle)


@given(st.integers(0, 2**32 - 1), st.integers(2, 5))
@settings(max_examples=25, deadline=None)
def test_what_is_said_twice_in_a_recording_is_no_more_evidence(seed: int, times: int) -> None:
    chance = rng(seed)
    one, other = chance.integers(0, 3, (2, 30)).astype(float)
    alone = ms.cohen_kappa_interval(one, other)
    names = np.repeat(np.arange(30), times)
    repeated = ms.cohen_kappa_interval(one[names], other[names], names)
    assert alone is not None
    assert repeated is not None
    assert (repeated.low, repeated.high) == pytest.approx((alone.low, alone.high))
    assert repeated.method == "clustered t"
    free = ms.krippendorff_alpha_interval(np.array([one[names], other[names]]))
    held = ms.krippendorff_alpha_interval(np.array([one[names], other[names]]), names)
    assert free is not None
    assert held is not None
    assert held.high - held.low > free.high - free.low


def test_an_interval_of_agreement_that_is_not_estimable() -> None:
    same = [1.0, 1.0, 1.0]
    assert ms.cohen_kappa_interval(same, same) is None
    assert ms.cohen_kappa_interval([], []) is None
    assert ms.cohen_kappa_interval([1, 0, 1], [1, 0, 0], ["r", "r", "r"]) is None
    assert ms.krippendorff_alpha_interval([same, same]) is None
    assert ms.krippendorff_alpha_interval([[1, 2, 3], [1, 2, 2]], ["r", "r", "r"]) is None
    # Those who always agree show no spread.
    found = ms.cohen_kappa_interval([1, 0, 1], [1, 0, 1])
    assert found is not None
    assert (found.low, found.high) == (1.0, 1.0)
    with pytest.raises(ValueError, match='scale "ordinal"'):
        ms.krippendorff_alpha_interval([[1, 2, 3], [1, 2, 2]], scale="ordinal")  # type: ignore[arg-type]
