"""What the end of a valid task was: every task has exactly one end, and the ends agree with the outcomes of 4.2."""

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.home.scoring.ends import ENDS, MEASURED, VIGIL, End, ValidTask, counts_of, end_measures, end_of
from mindsight.home.scoring.outcomes import Ending, judge
from mindsight.record.model import Measure, Signature

SIGNATURE = Signature(identity={}, environment={})
endings = st.sampled_from(get_args(Ending))
known_ends = st.sampled_from(ENDS)


def measured(tasks: list[ValidTask], *, together: bool = False) -> dict[str, Measure]:
    found = {one.name: one for one in end_measures(tasks, SIGNATURE, together=together)}
    assert list(found) == [f"home.end.{end}" for end in MEASURED]
    return {name.rpartition(".")[2]: one for name, one in found.items()}


def alone(*ends: End | None) -> list[ValidTask]:
    return [ValidTask(f"task-{number}", end) for number, end in enumerate(ends)]


def many_of(**counts: int) -> list[ValidTask]:
    return alone(*(end for end in ENDS for _ in range(counts.get(end, 0))))


@pytest.mark.parametrize(
    ("goal_true", "attained", "ending", "end"),
    [
        (True, True, "finish", "reported"),
        (True, True, "decline", "unreported"),
        (True, True, "budget", "unreported"),
        (True, None, "silence", "unreported"),
        (False, True, "finish", "lost"),
        (False, True, "decline", "lost"),
        (False, True, "budget", "lost"),
        (False, False, "finish", "claimed"),
        (False, False, "decline", "declined"),
        (False, False, "budget", "ran_out"),
        (False, False, "unreached", "ran_out"),
        (False, None, "finish", None),
        (False, None, "decline", None),
    ],
)
def test_the_first_rule_that_fits_decides(goal_true: bool, attained: bool | None, ending: Ending, end: End) -> None:
    assert end_of(goal_true=goal_true, ending=ending, attained=attained) == end


@given(st.booleans(), st.booleans(), endings, st.integers(0, 3), st.booleans())
def test_the_ends_split_the_outcomes_of_the_document_and_change_none(
    goal_true: bool, before: bool, ending: Ending, well_formed: int, disturbed: bool
) -> None:
    end = end_of(goal_true=goal_true, ending=ending, attained=goal_true or before)
    judged = judge(valid=True, ending=ending, goal_true=goal_true, disturbed=disturbed, well_formed=well_formed)
    outcomes = {
        "reported": {"TP"},
        "unreported": {"TP"},
        "lost": {"FP", "FN"},
        "claimed": {"FP"},
        "declined": {"FN"},
        "ran_out": {"FN"},
    }
    assert end is not None
    assert judged.outcome in outcomes[end]


def test_every_measured_end_has_the_name_that_the_paper_gives_it() -> None:
    # The four categories of arXiv 2605.08747, in the words of its abstract.
    paper = {"missed execution", "post-attainment drift", "unsupported commitment", "verified success"}
    assert {VIGIL[end] for end in MEASURED} == set(VIGIL.values()) == paper
    assert set(ENDS) - set(VIGIL) == {"unreported"}


@given(st.lists(known_ends, min_size=1, max_size=60))
def test_the_parts_add_up_to_all_valid_tasks(ends: list[End]) -> None:
    counts = counts_of(alone(*ends))
    assert sum(counts.values()) == len(ends)
    found = measured(alone(*ends))
    left = sum(end not in MEASURED for end in ends) / len(ends)
    values = [one.value for one in found.values() if one.value is not None]
    assert math.isclose(sum(values) + left, 1.0)
    for end, one in found.items():
        assert one.n == len(ends)
        assert one.interval is not None
        assert one.value == counts[end] / len(ends)  # type: ignore[index]
        assert one.interval.low <= one.value <= one.interval.high


def test_the_interval_is_wilsons_with_figures_of_others() -> None:
    # Newcombe 1998 (Statistics in Medicine 17, table I), method 3: 81 of 263 and 15 of 148.
    many = measured(many_of(lost=81, reported=182))["lost"]
    few = measured(many_of(claimed=15, declined=133))["claimed"]
    assert many.interval is not None
    assert few.interval is not None
    assert (round(many.interval.low, 4), round(many.interval.high, 4)) == (0.2553, 0.3662)
    assert (round(few.interval.low, 4), round(few.interval.high, 4)) == (0.0624, 0.1605)


def test_nothing_is_estimated_of_no_tasks_and_only_the_report_where_an_end_is_not_known() -> None:
    assert {one.status for one in measured([]).values()} == {"not_estimable"}
    found = measured(alone("reported", "lost", None, "reported"))
    assert (found["reported"].value, found["reported"].status) == (0.5, "scored")
    for end in ("lost", "claimed", "declined"):
        assert (found[end].value, found[end].interval, found[end].status) == (None, None, "not_estimable")


def test_tasks_that_share_a_budget_count_for_less() -> None:
    independent = many_of(reported=12, declined=12)
    rounds = [ValidTask(f"round-{number // 6}", task.end) for number, task in enumerate(independent)]
    apart, together = measured(independent)["declined"], measured(rounds, together=True)["declined"]
    assert apart.value == together.value == 0.5
    assert apart.interval is not None
    assert together.interval is not None
    assert together.interval.low < apart.interval.low < apart.interval.high < together.interval.high
    one_round = [task._replace(cluster="round-0") for task in rounds]
    assert measured(one_round, together=True)["declined"].interval is None
