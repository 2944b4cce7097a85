"""Temporal score: times in spans compared with pandas' intervals; tolerances, bias and overlap with other libraries."""

import math

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import jaccard_score, mean_absolute_error

from mindsight.vsig.scoring import temporal

# The README's template 6 as its recognition has it: 把这个 0–1080 ms and so on (whole ms, both ends included).
SPAN = (500.0, 800.0)
times = st.floats(0, 6000, allow_nan=False)
spans = st.tuples(times, times).map(lambda ends: (min(ends), max(ends)))


@given(times, spans, st.sampled_from(temporal.TOLERANCES_MS))
@settings(max_examples=50, deadline=None)
def test_a_time_is_within_where_pandas_says_so(time: float, span: tuple[float, float], tolerance: float) -> None:
    widened = pd.Interval(span[0] - tolerance, span[1] + tolerance, closed="both")
    assert temporal.within(time, span, tolerance) is (time in widened)


@pytest.mark.parametrize(
    ("time", "right"), [(499, False), (499.999, False), (500, True), (800, True), (800.001, False), (801, False)]
)
def test_both_ends_belong_to_the_span_and_a_millisecond_beyond_does_not(time: float, right: bool) -> None:
    assert temporal.within(time, SPAN) is right


@pytest.mark.parametrize("tolerance", temporal.TOLERANCES_MS)
def test_a_tolerance_moves_both_ends_by_exactly_that(tolerance: float) -> None:
    for end, way in ((SPAN[0], -1), (SPAN[1], 1)):
        assert temporal.within(end + way * tolerance, SPAN, tolerance)
        assert not temporal.within(end + way * (tolerance + 1), SPAN, tolerance)


@pytest.mark.parametrize("time", [None, math.nan, math.inf, -math.inf])
def test_what_is_no_time_is_a_miss(time: float | None) -> None:
    assert not temporal.within(time, SPAN, 500)


def test_a_span_that_runs_backwards_is_refused() -> None:
    with pytest.raises(ValueError, match="expected begin"):
        temporal.within(1.0, (2.0, 1.0))
    with pytest.raises(ValueError, match="tolerance"):
        temporal.within(1.0, (1.0, 2.0), -1)
    with pytest.raises(ValueError, match="expected begin"):
        temporal.within(1.0, (math.nan, 2.0))


@given(st.lists(st.tuples(st.none() | times, spans), min_size=1, max_size=20))
@settings(max_examples=50, deadline=None)
def test_a_wider_tolerance_never_loses_a_hit(pairs: list[tuple[float | None, tuple[float, float]]]) -> None:
    sweep = temporal.Sweep()
    for pair in pairs:
        sweep.add(*pair)
    found = sweep.shares()
    assert found == [np.mean([temporal.within(*pair, one) for pair in pairs]) for one in temporal.TOLERANCES_MS]
    assert found == sorted(found)
    assert found[0] == np.mean([temporal.within(time, span) for time, span in pairs])


@given(st.lists(st.tuples(times, spans), min_size=1, max_size=20))
@settings(max_examples=50, deadline=None)
def test_bias_and_error_are_those_of_other_libraries(pairs: list[tuple[float, tuple[float, float]]]) -> None:
    own = [time for time, _ in pairs]
    middles = [pd.Interval(*span, closed="both").mid for _, span in pairs]
    found = temporal.errors_of([time - temporal.middle_of(span) for time, span in pairs])
    assert found is not None
    assert found.bias == pytest.approx(float(np.subtract(own, middles).mean()), abs=1e-6)
    assert found.mean_absolute == pytest.approx(mean_absolute_error(middles, own), abs=1e-6)
    assert found.n == len(pairs)


def test_a_clock_that_is_two_seconds_slow_shows_as_bias() -> None:
    # EcoG-Bench: models on native video answer about 2000 ms early.
    late = [650.0 - 2000 - temporal.middle_of(SPAN), 1100.0 - 2000 - temporal.middle_of((900.0, 1300.0))]
    found = temporal.errors_of(late)
    assert found == temporal.Errors(bias=-2000.0, mean_absolute=2000.0, n=2)
    assert temporal.errors_of([]) is None


@given(st.tuples(st.integers(0, 40), st.integers(1, 20)), st.tuples(st.integers(0, 40), st.integers(1, 20)))
@settings(max_examples=50, deadline=None)
def test_overlap_is_scikit_learns_jaccard_over_milliseconds(one: tuple[int, int], other: tuple[int, int]) -> None:
    (a, length), (b, width) = one, other
    moments = np.arange(80) + 0.5
    mine, its = ((moments > begin) & (moments < begin + long) for begin, long in (one, other))
    expected = jaccard_score(its, mine)
    assert temporal.overlap((a, a + length), (b, b + width)) == pytest.approx(float(expected))


def test_an_interval_that_runs_backwards_overlaps_nothing_and_a_moment_only_itself() -> None:
    assert temporal.overlap((800.0, 500.0), SPAN) == 0
    assert temporal.overlap((600.0, 600.0), SPAN) == 0
    assert temporal.overlap((600.0, 600.0), (600.0, 600.0)) == 1


@given(times, spans)
@settings(max_examples=50, deadline=None)
def test_how_far_off_is_nothing_exactly_inside(time: float, span: tuple[float, float]) -> None:
    off = temporal.off_by_ms(time, span)
    assert (off == 0) is temporal.within(time, span)
    assert temporal.within(time, span, abs(off) + 1e-6)


@pytest.mark.parametrize(("template", "spoken", "scored"), [(1, True, False), (2, False, False), (2, True, True)])
def test_times_count_where_something_is_said_and_known(template: int, spoken: bool, scored: bool) -> None:
    assert temporal.counts(template, spoken=spoken) is scored
