"""Tasks that depend on each other: design effects compared with statsmodels, and properties of the intervals."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.checker.home.index import generalisation_measures
from mindsight.home.scoring.dependence import (
    Effect,
    Ended,
    design_effect,
    effective_interval,
    effective_strata,
    scale_of,
)
from mindsight.home.scoring.generalisation import Outcomes, ResultsRow
from mindsight.home.scoring.measures import score_row
from mindsight.home.scoring.sampling import strata_of
from mindsight.record.model import Signature
from mindsight.statistics import wilson_interval

LEVEL = 0.95
Rows = list[tuple[int, bool, bool]]
rows = st.lists(st.tuples(st.integers(0, 7), st.booleans(), st.booleans()), min_size=4, max_size=60)


def ended(found: Rows) -> list[Ended]:
    return [Ended(f"round-{number}", valid, right) for number, valid, right in found]


def example(seed: int, alike: float) -> Rows:
    """Return ten rounds of six tasks; in a share of the rounds all tasks end alike."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(10):
        same = bool(rng.random() < 0.6) if rng.random() < alike else None
        found += [(number, place % 2 == 0, bool(rng.random() < 0.6) if same is None else same) for place in range(6)]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_variance_over_rounds_is_that_of_statsmodels(seed: int) -> None:
    api = pytest.importorskip("statsmodels.api")
    found = example(seed, 0.8)
    groups, valid, right = (np.array(column) for column in zip(*found, strict=True))
    kinds = np.stack([valid, ~valid], axis=1).astype(float)
    fit = api.OLS(right.astype(float), kinds).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    weights = kinds.mean(axis=0)
    clustered = float(weights @ fit.cov_params() @ weights) * 10 / 9
    shares = [right[valid == kind].mean() for kind in (True, False)]
    independent = sum(weight**2 * share * (1 - share) / (30 - 1) for weight, share in zip(weights, shares, strict=True))
    effect = design_effect(ended(found))
    assert effect is not None
    assert effect.ratio == pytest.approx(max(1, clustered / independent), rel=1e-9)
    assert effect.rounds == 10


def test_rounds_that_end_all_alike_count_nearly_once_each() -> None:
    # Two kinds of three tasks in each of four rounds, two rounds right and two wrong. By hand: both shares are 1/2, each
    # round's residuals add up to ±3, v = 4/3 · 4 · 9 / 24² = 1/12; independent: 2 · (1/4) · (1/4) / 11 = 1/88.
    found = [(number, place < 3, number < 2) for number in range(4) for place in range(6)]
    effect = design_effect(ended(found))
    assert effect is not None
    assert effect.ratio == pytest.approx(88 / 12)


def test_if_all_tasks_end_alike_the_largest_effect_is_taken() -> None:
    found = [(number, place < 3, True) for number in range(4) for place in range(6)]
    assert design_effect(ended(found)) == Effect(6.0, 4)


def test_one_round_gives_no_effect() -> None:
    assert design_effect(ended([(0, True, True), (0, False, False), (0, True, False)])) is None


def test_limits_are_widened_by_the_ratio_of_t_to_normal() -> None:
    # t(0.975) with 4 degrees of freedom is 2.776, with 8 it is 2.306, the normal quantile 1.960 (any table).
    effects = [Effect(1.5, 5), Effect(3.0, 5)]
    assert scale_of(effects[:1], 0, level=LEVEL) == pytest.approx(1.5 * (2.776 / 1.960) ** 2, rel=1e-3)
    assert scale_of(effects, 1, level=LEVEL) == pytest.approx(3.0 * (2.306 / 1.960) ** 2, rel=1e-3)


@given(rows)
@settings(deadline=None, max_examples=150)
def test_dependence_never_narrows_an_interval(found: Rows) -> None:
    effect = design_effect(ended(found))
    right = sum(one for _, _, one in found)
    interval = effective_interval(right, len(found), effect, level=LEVEL)
    if effect is None or interval is None:
        assert effect is interval is None
        return
    plain = wilson_interval(right, len(found), LEVEL)
    assert effect.ratio >= 1
    assert interval.low <= plain.low + 1e-12
    assert interval.high >= plain.high - 1e-12
    assert 0 <= interval.low <= right / len(found) <= interval.high <= 1


@given(rows)
@settings(deadline=None, max_examples=100)
def test_order_and_names_do_not_matter(found: Rows) -> None:
    other = [(100 - number, valid, right) for number, valid, right in reversed(found)]
    one, two = design_effect(ended(found)), design_effect(ended(other))
    assert (one is None) == (two is None)
    if one and two:
        assert one.ratio == pytest.approx(two.ratio)


def test_too_few_effective_tasks_give_nothing() -> None:
    strata = strata_of([Outcomes(2, 0, 1, 2, 0, 1)])
    assert effective_strata(strata, [Effect(4.0, 3)], level=LEVEL) is None
    assert effective_strata(strata, [None], level=LEVEL) is None
    assert effective_strata(None, [Effect(1.0, 3)], level=LEVEL) is None


@given(st.lists(rows, min_size=1, max_size=4))
@settings(deadline=None, max_examples=100)
def test_the_checker_finds_the_same_numbers(classes: list[Rows]) -> None:
    names = [f"class{number}" for number in range(len(classes))]
    effects = {name: design_effect(ended(found)) for name, found in zip(names, classes, strict=True)}
    row = ResultsRow("x", {name: outcomes(found) for name, found in zip(names, classes, strict=True)})
    ours = score_row(row, Signature(identity={}, environment={}), gaps=True, effects=effects)
    table = [(item(name, one), {}) for name, found in zip(names, classes, strict=True) for one in found]
    plan = {"tasks": names, "penalty": 1.0, "unknown": [], "tasks_per_scene": 2}
    theirs = generalisation_measures(table, {"plan": plan})
    assert theirs.keys() == {"home.T", "home.T_valid", *(f"home.f.{name}" for name in names)}
    for measure in (one for one in ours.measures if one.name in theirs):
        other = theirs[measure.name]
        assert (measure.status, measure.n) == (other["status"], other["n"]), measure.name
        value = other["value"]
        assert measure.value == (None if value is None else pytest.approx(value, rel=1e-7, abs=1e-9)), measure.name
        limits = None if measure.interval is None else [measure.interval.low, measure.interval.high]
        bounds = None if other["interval"] is None else [other["interval"]["low"], other["interval"]["high"]]
        assert limits == (None if bounds is None else pytest.approx(bounds, rel=1e-6, abs=1e-8)), measure.name


def outcomes(found: Rows) -> Outcomes:
    def count(valid: bool, right: bool) -> int:
        return sum(one[1:] == (valid, right) for one in found)

    return Outcomes(count(True, True), 0, count(True, False), count(False, True), 0, count(False, False))


def item(task: str, one: tuple[int, bool, bool]) -> dict[str, Any]:
    number, valid, right = one
    ending = "budget" if valid else "decline" if right else "finish"
    terms = {"task": task, "valid": valid, "reason": "" if valid else "absent", "ending": ending, "disturbed": 0}
    terms |= {"goal_true": valid and right, "well_formed": 1, "steps": 1, "score": 0.0, "left": 5}
    return json.loads(json.dumps({"status": "scored", "cluster": f"round-{number}", "terms": terms}))
