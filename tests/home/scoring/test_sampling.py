"""Corrected T, its interval, the bootstrap and differences: by hand, by other methods, and by the published coverage."""

import math
import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from mindsight.home.scoring.generalisation import Counts, Outcomes, generalisation_index
from mindsight.home.scoring.sampling import (
    Strata,
    bootstrap_interval,
    corrected_index,
    difference,
    paired_difference,
    strata_of,
)
from mindsight.statistics import basic_bootstrap, wilson_interval

MODEL_1 = [55, 40, 30, 29, 33, 13, 24, 15]  # home table A.1


def strata(right: list[int], trials: int) -> Strata:
    found = strata_of([Counts(one, 0, 0, trials - one) for one in right])
    assert found is not None
    return found


tests = st.integers(2, 60).flatmap(
    lambda trials: st.lists(st.integers(0, trials), min_size=1, max_size=9).map(lambda right: strata(right, trials))
)


# --- Wilson's interval ---


@pytest.mark.parametrize(("right", "trials"), [(0, 1), (0, 50), (1, 50), (7, 20), (50, 50), (499, 500)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilsons_interval_is_scipys(right: int, trials: int, level: float) -> None:
    ours = wilson_interval(right, trials, level)
    theirs = binomtest(right, trials).proportion_ci(level, method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize(("right", "trials", "level"), [(1, 0, 0.95), (-1, 5, 0.95), (6, 5, 0.95), (1, 5, 95)])
def test_wilsons_interval_refuses_what_is_no_share(right: int, trials: int, level: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        wilson_interval(right, trials, level)


# --- corrected T ---


def test_the_correction_by_hand_in_fractions() -> None:
    right, trials = [3, 8, 5], 10
    shares = [Fraction(one, trials) for one in right]
    noise = sum(share * (1 - share) / (trials - 1) for share in shares) / 3
    mean = sum(shares) / 3
    variance = sum((share - mean) ** 2 for share in shares) / 3 - Fraction(2, 3) * noise
    found = corrected_index(strata(right, trials))
    assert found.noise == pytest.approx(float(noise))
    assert found.spread == pytest.approx(math.sqrt(variance))
    assert found.value == pytest.approx(float(mean) - math.sqrt(variance))


def test_the_corrected_variance_has_no_bias() -> None:
    """Over every outcome of 3 classes with 4 tasks: the mean of the estimate, before the cut at 0, is the true variance."""
    chances = [0.2, 0.5, 0.9]
    expected = 0.0
    for right in np.ndindex(5, 5, 5):
        weight = math.prod(math.comb(4, k) * p**k * (1 - p) ** (4 - k) for k, p in zip(right, chances, strict=True))
        shares = [k / 4 for k in right]
        noise = statistics.fmean(share * (1 - share) / 3 for share in shares)
        expected += weight * (statistics.pvariance(shares) - 2 / 3 * noise)
    assert expected == pytest.approx(statistics.pvariance(chances))


@given(tests, st.floats(0, 3))
def test_corrected_t_lies_between_t_and_the_mean_and_in_its_interval(test: Strata, penalty: float) -> None:
    found = corrected_index(test, penalty=penalty)
    shares = test.right / test.trials
    assert generalisation_index(shares, penalty=penalty) - 1e-9 <= found.value <= shares.mean() + 1e-9
    assert found.interval.low <= found.value <= found.interval.high
    assert found.interval.high <= 1 + 1e-9
    assert found.interval.high > found.interval.low


@given(tests)
def test_a_higher_level_gives_a_wider_interval(test: Strata) -> None:
    narrow, wide = (corrected_index(test, level=level).interval for level in (0.8, 0.99))
    assert wide.high - wide.low > narrow.high - narrow.low


@pytest.mark.parametrize(("right", "value"), [([0] * 8, 0.0), ([50] * 8, 1.0)])
def test_the_interval_has_a_width_if_all_tasks_ended_alike(right: list[int], value: float) -> None:
    found = corrected_index(strata(right, 50))
    assert found.value == value
    assert 0.02 < found.interval.high - found.interval.low < 0.1
    assert found.interval.low <= value <= found.interval.high


def test_one_class_has_wilsons_interval() -> None:
    found, wilson = corrected_index(strata([7], 20)), wilson_interval(7, 20)
    assert (found.value, found.spread) == (0.35, 0)
    assert (found.interval.low, found.interval.high) == pytest.approx((wilson.low, wilson.high))


def test_without_a_penalty_only_the_mean_is_left() -> None:
    found = corrected_index(strata([3, 8], 10), penalty=0)
    halves = [wilson_interval(right, 10) for right in (3, 8)]
    low = 0.55 - math.hypot(0.3 - halves[0].low, 0.8 - halves[1].low) / 2
    assert (found.value, found.interval.low) == pytest.approx((0.55, low))


def test_counting_kinds_separately_narrows_the_interval() -> None:
    apart = [Outcomes(tp, 0, 25 - tp, 25, 0, 0) for tp in (5, 15, 10)]
    stratified, pooled = strata_of(apart), strata_of([one.counts for one in apart])
    assert stratified is not None
    assert pooled is not None
    one, other = corrected_index(stratified), corrected_index(pooled)
    assert one.noise < other.noise
    shares = [Fraction(tp, 25) for tp in (5, 15, 10)]
    assert one.noise == pytest.approx(float(sum(share * (1 - share) for share in shares) / 4 / 24 / 3))


def test_refusing_everything_has_no_noise_but_an_interval() -> None:
    found = strata_of([Outcomes(0, 0, 25, 25, 0, 0)] * 8)
    assert found is not None
    index = corrected_index(found)
    assert (index.value, index.noise) == (0.5, 0)
    assert index.interval.low < 0.5 < index.interval.high


@pytest.mark.parametrize("classes", [[], [Counts(1, 0, 0, 0)], [Counts(5, 5, 0, 0), Counts(0, 0, 1, 0)]])
def test_fewer_than_two_tasks_are_not_estimable(classes: list[Counts]) -> None:
    assert strata_of(classes) is None


def test_a_kind_with_a_single_task_is_pooled() -> None:
    found = strata_of([Outcomes(3, 1, 1, 1, 0, 0)])
    assert found is not None
    assert (found.right.tolist(), found.trials.tolist()) == ([4], [6])


# --- the bootstrap ---


def test_the_bootstrap_is_that_of_single_tasks() -> None:
    test = strata([10, 4, 15], 20)
    success = np.concatenate([np.repeat([1.0, 0.0], [right, 20 - right]) for right in (10, 4, 15)])
    classes = np.repeat([0, 1, 2], 20)

    def index(positions: np.ndarray) -> float:
        return generalisation_index(success[positions].reshape(3, 20).mean(axis=1))

    slow = basic_bootstrap(index, 60, np.random.default_rng(1), strata=classes, draws=8_000)
    fast = bootstrap_interval(test, np.random.default_rng(2), draws=100_000)
    assert slow is not None
    assert (fast.low, fast.high) == pytest.approx((slow.low, slow.high), abs=0.01)
    assert fast.method == "basic bootstrap"


def test_the_bootstrap_repeats_with_its_seed_and_knows_strata() -> None:
    test = strata_of([Outcomes(9, 2, 9, 18, 0, 2), Outcomes(3, 2, 15, 10, 0, 10)])
    assert test is not None
    first, again = (bootstrap_interval(test, np.random.default_rng(5)) for _ in range(2))
    assert first == again
    assert first.low < first.high


def test_too_few_draws_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at least 40"):
        bootstrap_interval(strata([3, 5], 9), np.random.default_rng(1), draws=39)


# --- differences ---


def test_a_difference_changes_sign_with_its_sides() -> None:
    one, other = corrected_index(strata(MODEL_1, 100)), corrected_index(strata([5, 33, 13, 34, 27, 20, 15, 16], 100))
    there, back = difference(one, other), difference(other, one)
    assert there.value == pytest.approx(-back.value)
    assert (there.interval.low, there.interval.high) == pytest.approx((-back.interval.high, -back.interval.low))


def test_levels_that_differ_are_refused() -> None:
    test = strata(MODEL_1, 100)
    with pytest.raises(ValueError, match="expected the same"):
        difference(corrected_index(test), corrected_index(test, level=0.9))


def simulated(seed: int, alike: float, trials: int = 50) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return right and wrong of two subjects on the same tasks, and the classes."""
    rng = np.random.default_rng(seed)
    classes = np.repeat(np.arange(8), trials)
    chance = np.array(MODEL_1)[classes] / 100
    first, own = rng.random(len(classes)), rng.random(len(classes))
    second = np.where(rng.random(len(classes)) < alike, first, own)
    return (first < chance).astype(float), (second < chance).astype(float), classes


def test_shared_tasks_make_the_interval_narrower() -> None:
    first, second, classes = simulated(3, alike=0.9)
    paired = paired_difference(first, second, classes)
    assert paired is not None
    assert paired.correlation > 0.6
    apart = difference(
        *(corrected_index(strata([int(row[classes == m].sum()) for m in range(8)], 50)) for row in (first, second))
    )
    assert paired.value == pytest.approx(apart.value)
    assert paired.interval.high - paired.interval.low < 0.8 * (apart.interval.high - apart.interval.low)


def test_a_subject_does_not_differ_from_itself() -> None:
    first, _, classes = simulated(4, alike=1)
    found = paired_difference(first, first, classes)
    assert found is not None
    assert found.value == 0
    assert found.interval.low <= 0 <= found.interval.high
    assert found.interval.high - found.interval.low < 0.05


@settings(max_examples=25)
@given(st.integers(0, 1000))
def test_the_order_of_the_tasks_does_not_matter(seed: int) -> None:
    first, second, classes = simulated(seed, alike=0.5, trials=6)
    kinds = np.where(np.arange(len(classes)) % 2, "valid", "irrelevant")
    order = np.random.default_rng(seed).permutation(len(classes))
    there = paired_difference(first, second, classes, kinds=kinds)
    again = paired_difference(first[order], second[order], classes[order], kinds=kinds[order])
    assert there is not None
    assert again is not None
    assert again.value == pytest.approx(there.value)
    assert again.interval[:2] == pytest.approx(there.interval[:2])


def test_a_class_with_one_task_is_not_estimable() -> None:
    assert paired_difference([1, 0, 1], [0, 0, 1], ["a", "a", "b"]) is None


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [([1, 0], [1], "2 scores of the first subject and 1"), ([0.5, 1], [1, 0], "neither 0 nor 1"), ([], [], "shape")],
)
def test_scores_that_cannot_be_paired_are_refused(first: list[float], second: list[float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        paired_difference(first, second, ["a"] * len(first))
