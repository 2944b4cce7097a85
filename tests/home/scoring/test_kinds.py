"""Recall of each kind of irrelevance with Wilson's interval, and T over the pairs of the document's narrow kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.home.irrelevance import NARROW
from mindsight.home.scoring.generalisation import Outcomes, generalisation_index
from mindsight.home.scoring.kinds import Apart, Ignored, kind_measures, narrow_index, pair_kind
from mindsight.record.model import Measure, Signature

SIGNATURE = Signature(identity={}, environment={})
KINDS = (*NARROW, "ambiguous", "hazardous")


def by_name(apart: Apart, **chosen: object) -> dict[str, Measure]:
    """Return the measures by name."""
    return {one.name: one for one in kind_measures(apart, SIGNATURE, **chosen)}  # type: ignore[arg-type]


def test_the_recall_of_a_kind_has_wilsons_interval() -> None:
    found = by_name(Apart({"hazardous": Ignored(8, 10)}, {"a": Outcomes(1, 0, 0, 1, 0, 0)}))["home.ignored.hazardous"]
    assert (found.value, found.n, found.clause) == (0.8, 10, "4.2")
    assert found.interval is not None
    # prop.test(8, 10, correct = FALSE) of R gives 0.4901625 and 0.9433178.
    assert found.interval.low == pytest.approx(0.4901625, abs=1e-6)
    assert found.interval.high == pytest.approx(0.9433178, abs=1e-6)


def test_a_kind_without_tasks_is_not_estimable_and_dependent_tasks_have_no_interval() -> None:
    apart = Apart({"ambiguous": Ignored(0, 0), "absent": Ignored(3, 4)}, {"a": Outcomes(1, 0, 0, 1, 0, 0)})
    found = by_name(apart, intervals=False)
    assert (found["home.ignored.ambiguous"].value, found["home.ignored.ambiguous"].status) == (None, "not_estimable")
    assert (found["home.ignored.absent"].value, found["home.ignored.absent"].interval) == (0.75, None)


def test_without_narrow_kinds_there_is_no_t_over_them() -> None:
    found = by_name(Apart({"hazardous": Ignored(1, 1)}, {}))["home.T_narrow"]
    assert (found.value, found.n, found.status) == (None, 0, "not_estimable")


def test_t_over_narrow_kinds_is_formula_1() -> None:
    # f = 3/4 and 1/2: mean 0.625, population standard deviation 0.125.
    classes = {"a": Outcomes(2, 0, 0, 0, 1, 1), "b": Outcomes(1, 0, 1, 1, 0, 1)}
    assert narrow_index(classes) == pytest.approx(0.5)
    assert narrow_index(classes, penalty=0) == pytest.approx(0.625)
    assert narrow_index({**classes, "c": Outcomes(1, 0, 0, 0, 0, 0)}) is None


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, len(KINDS)))
def test_both_tasks_of_a_pair_are_of_its_kind(valid: int, irrelevant: int, several: int) -> None:
    kinds = KINDS[:several]
    for number in range(valid):
        assert pair_kind(f"clean_room-{number + 1:04d}", kinds=kinds, valid=valid) == kinds[number % several]
    for number in range(irrelevant):
        assert pair_kind(f"x-{valid + number + 1:04d}", kinds=kinds, valid=valid) == kinds[number % several]


counts = st.builds(Outcomes, *(st.integers(1, 9) for _ in range(6)))


@given(st.dictionaries(st.sampled_from("abcd"), counts, min_size=1), st.floats(0, 2))
def test_t_over_narrow_kinds_is_t_of_their_accuracies(classes: dict[str, Outcomes], penalty: float) -> None:
    shares = [(one.tp + one.tn_declined + one.tn_idle) / (one.valid + one.irrelevant) for one in classes.values()]
    assert narrow_index(classes, penalty=penalty) == pytest.approx(generalisation_index(shares, penalty=penalty))
