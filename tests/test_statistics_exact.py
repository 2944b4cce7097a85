"""The exact paired test of integers, against SciPy's binomial test and against the sign-flip test."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from mindsight.statistics import exact_paired_test, sign_flip_test


@given(st.lists(st.integers(-1, 1), min_size=2, max_size=60))
def test_of_single_items_it_is_the_binomial_of_the_discordant_pairs(gains: list[int]) -> None:
    """McNemar's exact test."""
    more, fewer = gains.count(1), gains.count(-1)
    expected = binomtest(more, more + fewer).pvalue if more + fewer else 1.0
    assert exact_paired_test(gains) == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 6)), min_size=2, max_size=12))
def test_it_is_the_sign_flip_test_with_every_pattern_tried(pairs: list[tuple[int, int]]) -> None:
    gains, clusters = [gain for gain, _ in pairs], [cluster for _, cluster in pairs]
    expected = sign_flip_test([float(gain) for gain in gains], np.random.default_rng(1), clusters)
    found = exact_paired_test(gains, clusters)
    assert (found is None) == (expected is None)
    assert found is None or found == pytest.approx(expected, abs=1e-12)


def test_of_a_thousand_items_it_is_exact_too() -> None:
    assert exact_paired_test([1] * 540 + [-1] * 460) == pytest.approx(binomtest(540, 1000).pvalue, rel=1e-9)


@pytest.mark.parametrize("more", [50_000, 50_400, 52_000])
def test_of_a_hundred_thousand_items_it_is_the_binomial_too(more: int) -> None:
    gains = np.array([1] * more + [-1] * (100_000 - more) + [0] * 7, np.int8)
    assert exact_paired_test(gains) == pytest.approx(binomtest(more, 100_000).pvalue, rel=1e-6, abs=1e-11)


@pytest.mark.parametrize("clusters", [2, 12, 17, 400])
def test_of_large_clusters_it_is_what_random_patterns_give(clusters: int) -> None:
    rng = np.random.default_rng(clusters)
    totals = rng.integers(-3000, 3600, clusters)
    found = exact_paired_test(totals.tolist())
    flips = rng.choice([-1, 1], (40_000, clusters))
    expected = (np.abs(flips @ np.abs(totals)) >= abs(totals.sum())).mean()
    assert found == pytest.approx(expected, abs=0.015)


def test_far_out_it_is_as_good_as_0() -> None:
    found = exact_paired_test([1] * 10_000)
    assert found is not None
    assert 0 <= found < 1e-13


@pytest.mark.parametrize("gains", [[], [0.5, 1.0]])
def test_what_it_cannot_count_is_refused(gains: list[Any]) -> None:
    with pytest.raises(ValueError, match="gains"):
        exact_paired_test(gains)
