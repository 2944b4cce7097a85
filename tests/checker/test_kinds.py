"""Kinds of irrelevance: the stand-alone checker and mindsight compute T over the narrow ones and the recall of each alike."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.checker.home import episodes
from mindsight.checker.home.index import whole_run
from mindsight.home.irrelevance import NARROW, REASONS, Reason
from mindsight.home.preparation.drawing import Slot, kinds_of, slots
from mindsight.home.scoring.kinds import kind_measures
from mindsight.home.totals import by_kind
from mindsight.record.model import Signature

CLASSES = ("desk", "gift", "buttons")
SIGNATURE = Signature(identity={}, environment={})


def plan_of(reasons: Sequence[Reason], trials: int, classes: Sequence[str] = CLASSES) -> dict[str, Any]:
    """Return the page of a plan."""
    kinds = kinds_of(classes, reasons)
    page = {"tasks": list(classes), "trials": trials, "irrelevant": 0.5, "penalty": 1.0}
    return {**page, "reasons": list(reasons), "kinds": kinds}


def item(slot: Slot, *, right: bool) -> dict[str, Any]:
    """Return an item of the record that ended at once, correctly or wrongly."""
    valid = not slot.reason
    claims = valid == right
    terms = {
        "task": slot.task,
        "reason": slot.reason,
        "valid": valid,
        "ending": "finish" if claims else "decline",
        "manner": "done" if valid and right else "claimed" if claims else "declined",
        "goal_true": valid and right,
        "disturbed": 0,
        "well_formed": 1,
        "steps": 1,
        "score": float(right),
    }
    outcome = ("TP" if right else "FN") if valid else ("TN" if right else "FP")
    return {"id": slot.id, "status": "scored", "terms": terms, "outcome": outcome, "cluster": slot.id}


@given(
    st.integers(2, 12), st.lists(st.booleans(), min_size=1, max_size=72), st.sets(st.sampled_from(REASONS), min_size=1)
)
def test_both_compute_the_same(pairs: int, ends: list[bool], chosen: set[Reason]) -> None:
    reasons = [one for one in REASONS if one in {"absent", *chosen}]
    plan = plan_of(reasons, 2 * pairs)
    wanted = slots(CLASSES, trials=2 * pairs, irrelevant=0.5, seed=7, reasons=reasons)
    items = [item(slot, right=ends[number % len(ends)]) for number, slot in enumerate(wanted)]
    manifest: Any = SimpleNamespace(plan=plan)
    spaces: Any = [SimpleNamespace(**one) for one in items]
    ours = {one.name: one for one in kind_measures(by_kind(manifest, spaces), SIGNATURE)}
    theirs = whole_run([(one, {}) for one in items], plan)
    assert ours.keys() <= theirs.keys()
    for name, one in ours.items():
        assert theirs[name]["n"] == one.n, name
        assert theirs[name]["value"] == pytest.approx(one.value), name
        limits = one.interval and (one.interval.low, one.interval.high)
        assert (theirs[name]["interval"] is None) == (limits is None), name
        if limits is not None:
            assert [theirs[name]["interval"][end] for end in ("low", "high")] == pytest.approx(limits), name


def test_who_fails_at_all_wider_kinds_keeps_t_over_the_narrow_ones() -> None:
    plan = plan_of(REASONS, 50, ("desk", "gift"))
    wanted = slots(("desk", "gift"), trials=50, irrelevant=0.5, seed=7)
    found = whole_run([(item(slot, right=slot.kind in NARROW), {}) for slot in wanted], plan)
    assert found["home.T_narrow"]["value"] == 1.0
    assert found["home.T"]["value"] < 0.8
    assert [found[f"home.ignored.{kind}"]["value"] for kind in (*NARROW, "ambiguous")] == [1.0, 1.0, 1.0, 1.0, 0.0]
    # A pair is kept as a whole, so half of what counts is irrelevant.
    assert found["home.T_narrow"]["n"] == 2 * sum(slot.reason in NARROW for slot in wanted)


def test_the_reasons_of_a_class_are_its_own_else_those_of_the_plan_else_the_narrow_ones() -> None:
    assert episodes.NARROW == NARROW
    assert episodes.kinds_of({}, "desk") == list(NARROW)
    assert episodes.kinds_of({"reasons": ["absent", "blocked"]}, "desk") == ["absent", "blocked"]
    page = {"reasons": ["absent"], "kinds": {"desk": ["hazardous"]}}
    assert (episodes.kinds_of(page, "desk"), episodes.kinds_of(page, "gift")) == (["hazardous"], ["absent"])


def test_a_run_of_the_narrow_kinds_has_the_measures_that_it_always_had() -> None:
    wanted = slots(CLASSES, trials=8, irrelevant=0.5, seed=7, reasons=NARROW)
    plan = plan_of(NARROW, 8)
    del plan["kinds"], plan["reasons"]
    found = whole_run([(item(slot, right=True), {}) for slot in wanted], plan)
    assert set(found) == {*(f"home.f.{key}" for key in CLASSES), "home.T", "home.T_valid"}
