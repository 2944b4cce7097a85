"""The interval of a difference of two paired shares, against published ones and general properties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.statistics import paired_share_interval, wilson_interval

Z2 = 3.8414588206941236


@pytest.mark.parametrize(
    ("gained", "lost", "n", "limits"),
    [
        # Airway hyper-responsiveness (Bentur et al. 2009), in Fagerland et al. 2014, Statistics in Medicine 33:2850, table V.
        (1, 7, 21, (-0.517, -0.026)),
        (7, 1, 21, (0.026, 0.517)),
    ],
)
def test_published_intervals(gained: int, lost: int, n: int, limits: tuple[float, float]) -> None:
    found = paired_share_interval(gained, lost, n)
    assert (round(found.low, 3), round(found.high, 3)) == limits


@pytest.mark.parametrize("n", [1, 25, 400])
def test_without_any_change_the_limits_have_a_closed_form(n: int) -> None:
    found = paired_share_interval(0, 0, n)
    assert (found.low, found.high) == pytest.approx((-Z2 / (n + Z2), Z2 / (n + Z2)))


@pytest.mark.parametrize("n", [1, 2, 25])
def test_where_all_are_lost_the_limit_is_wilsons(n: int) -> None:
    found = paired_share_interval(0, n, n)
    assert found.low == -1
    assert found.high == pytest.approx(2 * wilson_interval(0, n).high - 1)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.sampled_from((0.5, 0.9, 0.95, 0.99)))
def test_the_interval_holds_the_difference_and_mirrors(gained: int, lost: int, same: int, level: float) -> None:
    n = gained + lost + same
    if n == 0:
        return
    found, mirrored = paired_share_interval(gained, lost, n, level), paired_share_interval(lost, gained, n, level)
    assert -1 <= found.low <= (gained - lost) / n <= found.high <= 1
    assert found.high > found.low
    assert (found.low, found.high) == pytest.approx((-mirrored.high, -mirrored.low), abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 30))
def test_it_excludes_0_when_mcnemars_test_does(gained: int, lost: int, same: int) -> None:
    # At a difference of 0 the score statistic is McNemar's without correction: (b - c)² / (b + c).
    if gained + lost == 0:
        return
    statistic = (gained - lost) ** 2 / (gained + lost)
    found = paired_share_interval(gained, lost, gained + lost + same)
    if abs(statistic - Z2) > 1e-6:
        assert (found.low > 0 or found.high < 0) == (statistic > Z2)


def test_it_covers_the_truth() -> None:
    rng = np.random.default_rng(7)
    for gain, loss in ((0.02, 0.02), (0.05, 0.15), (0.3, 0.1)):
        drawn = rng.multinomial(25, [gain, loss, 1 - gain - loss], size=4000)
        counts, times = np.unique(drawn, axis=0, return_counts=True)
        covered = 0
        for (gained, lost, _), often in zip(counts, times, strict=True):
            found = paired_share_interval(int(gained), int(lost), 25)
            covered += int(often) * (found.low <= gain - loss <= found.high)
        assert covered / 4000 > 0.93


@pytest.mark.parametrize(("gained", "lost", "n"), [(-1, 0, 5), (3, 3, 5), (0, 0, 0)])
def test_counts_that_cannot_be_are_refused(gained: int, lost: int, n: int) -> None:
    with pytest.raises(ValueError, match="expected whole numbers"):
        paired_share_interval(gained, lost, n)
