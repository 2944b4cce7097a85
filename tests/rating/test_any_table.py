"""Whatever raters say, their answers have a score: no table of ratings ends in an error or in a number that JSON does not know."""

import json
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mindsight.rating.events import Rating
from mindsight.rating.measures import measures_of
from mindsight.rating.opinion.score import agreement
from mindsight.rating.report import blocks
from mindsight.rating.scoring import score_table
from mindsight.record import canonical
from mindsight.record.model import Item, Results, Signature
from mindsight.statistics import agreement_mean_interval, icc
from rating.material import draft

Ratings = NDArray[np.float64]
SIGNATURE = Signature(identity={}, environment={})
RUN = "ab" * 32


@st.composite
def tables(drawn: st.DrawFn) -> Ratings:
    """Return 2 to 5 raters of 3 to 33 items: at random, of one opinion, without one, or of the opposite one."""
    items, raters = drawn(st.integers(3, 33)), drawn(st.integers(2, 5))
    rng = np.random.default_rng(drawn(st.integers(0, 2**32 - 1)))
    steps = drawn(st.sampled_from([1, 5, 20, 40, 100]))
    truth = rng.normal(60, drawn(st.sampled_from([0, 8, 30])), items)
    table = truth[:, None] + rng.normal(0, drawn(st.sampled_from([0, 1, 15, 40])), (items, raters))
    kinds = drawn(
        st.lists(st.sampled_from(["usual", "usual", "constant", "inverted"]), min_size=raters, max_size=raters)
    )
    for rater, kind in enumerate(kinds):
        if kind == "constant":
            table[:, rater] = drawn(st.sampled_from([0, 50, 100]))
        elif kind == "inverted":
            table[:, rater] = 100 - truth
    return np.clip(np.round(table / steps) * steps, 0, 100)


def results(table: Ratings) -> Results:
    """Return what a rated run of these answers writes."""
    names = [f"r{rater}" for rater in range(table.shape[1])]
    numbers = [f"{place:04}" for place in range(1, len(table) + 1)]
    items = [
        Item(
            id=number,
            instance="0" * 64,
            cluster=number,
            status="scored",
            outcome="scored",
            terms={"ratings": dict(zip(names, row.tolist(), strict=True))},
            previous="0" * 64,
        )
        for number, row in zip(numbers, table, strict=True)
    ]
    given_to = [
        Rating(
            **draft(None, 1, id=f"{name}-{item.id}", rater=name, item=item.id, order=place, run=RUN).model_dump()
            | {"value": item.terms["ratings"][name]},
            previous="0" * 64,
        )
        for name in names
        for place, item in enumerate(items, start=1)
    ]
    scores = score_table(items, names, "enhancement")
    measures = measures_of(items, names, "enhancement", scores, SIGNATURE)
    shown = blocks("enhancement", items, given_to, names, measures, scores, run=RUN)
    return Results(measures=measures, blocks=shown)


@settings(max_examples=150, deadline=None)
@given(tables())
@example(np.array([[67, 81], [23, 60], [91, 44], [12, 73], [55, 20], [70, 66]], float))
@example(np.array([[100, 0], [0, 100], [100, 0]], float))
@example(np.full((3, 2), 50.0))
def test_any_ratings_have_a_score_and_a_page_that_json_can_hold(table: Ratings) -> None:
    found = results(table)
    json.loads(canonical.page(found.model_dump(mode="json")), parse_constant=pytest.fail)
    score = found.measure("album.enhancement_opinion")
    if table.shape[1] >= 3:
        assert score.value == pytest.approx(table.mean(), abs=1e-9)
    reliability = found.measure("album.enhancement_opinion_icc")
    assert (reliability.value is None) == (icc(table).agreement_mean is None)
    if reliability.interval is not None:
        assert reliability.interval.low <= reliability.interval.high <= 1


@settings(max_examples=150, deadline=None)
@given(tables())
def test_the_agreement_of_any_raters_is_finite_or_not_estimable(table: Ratings) -> None:
    found = agreement(table)
    for value in (found.alpha, found.icc):
        assert value is None or math.isfinite(value)
    for interval in (found.alpha_interval, found.icc_interval):
        assert interval is None or (math.isfinite(interval.low) and math.isfinite(interval.high))


@pytest.mark.parametrize(("raters", "items", "noise"), [(2, 6, 15), (3, 6, 15), (3, 3, 15), (5, 6, 40), (2, 33, 15)])
def test_of_a_hundred_small_campaigns_none_breaks_off(raters: int, items: int, noise: float) -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        table = np.clip(np.round(rng.normal(60, 8, (items, 1)) + rng.normal(0, noise, (items, raters))), 0, 100)
        interval = agreement_mean_interval(table)
        assert interval is None or np.isfinite(interval[:2]).all()


def test_raters_who_contradict_each_other_have_a_reliability_without_an_interval() -> None:
    table = np.array([[81, 2], [47, 52], [28, 98], [28, 38], [41, 13], [0, 4]], float)
    assert icc(table).agreement_mean == pytest.approx(expected_icc(table), abs=1e-12)
    assert expected_icc(table) == pytest.approx(-0.4802, abs=1e-4)
    assert agreement_mean_interval(table) is None


def expected_icc(table: Ratings) -> float:
    """ICC(A,k) by the mean squares of a two-way table, as McGraw and Wong (1996) print it: (MSR - MSE) / (MSR + (MSC - MSE) / n)."""
    n, k = table.shape
    whole = float(table.mean())
    rows = k * float(((table.mean(axis=1) - whole) ** 2).sum()) / (n - 1)
    columns = n * float(((table.mean(axis=0) - whole) ** 2).sum()) / (k - 1)
    every = float(((table - whole) ** 2).sum())
    error = (every - rows * (n - 1) - columns * (k - 1)) / ((n - 1) * (k - 1))
    return float((rows - error) / (rows + (columns - error) / n))
