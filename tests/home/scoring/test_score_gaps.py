"""Models and runs of which one lacks tasks that the others have."""

from types import SimpleNamespace
from typing import Any

import pytest

from mindsight.home import totals
from mindsight.home.reporting import run_report
from mindsight.home.reporting.generalisation_blocks import blocks, differences
from mindsight.home.scoring.generalisation import Counts, Outcomes, ResultsRow
from mindsight.home.scoring.measures import Score, score_row
from mindsight.record.blocks import Table
from mindsight.record.model import Item, Signature
from mindsight.text import Text, say, text

ENOUGH, SINGLE = Counts(4, 4, 1, 1), Counts(1, 0, 0, 0)


def scored(name: str, *counts: Counts | Outcomes) -> Score:
    row = ResultsRow(name, dict(zip("abc", counts, strict=False)))
    return score_row(row, Signature(identity={}, environment={}))


@pytest.mark.parametrize("lacking", [0, 1, 2])
def test_a_model_with_a_single_task_of_a_class_leaves_the_others_their_differences(lacking: int) -> None:
    scores = [scored(str(place), ENOUGH, SINGLE if place == lacking else ENOUGH) for place in range(3)]
    found = differences(scores)
    assert [one is None for one in found] == [lacking in (0, place) for place in (1, 2)]
    tables = [one for one in blocks(scores, penalty=1.0) if isinstance(one, Table) and one.id == "differences"]
    assert len(tables) == bool(lacking)
    for table in tables:
        assert [row[0] for row in table.rows] == ["1", "2"]
        shown = table.rows[lacking - 1]
        assert shown[1:3] == (None, None)
        assert isinstance(shown[3], Text)
        assert say(shown[3], "en") == "not estimable"
        assert table.rows[2 - lacking][1] == 0


def item(number: int, run: int, *, valid: bool, tested: bool) -> Item:
    failed: dict[str, Any] = {} if tested else {"error": text("The engine stopped.")}
    return Item(
        id=f"desk-{number:04}@{run}",
        instance="0" * 64,
        cluster=f"desk-{number}",
        status="scored" if tested else "failed",
        outcome="TP" if tested else "infrastructure_error",
        terms={"task": "desk", "valid": valid, "reason": "" if valid else "absent"},
        previous="0" * 64,
        **failed,
    )


@pytest.mark.parametrize("lost", [None, 1, 2])
def test_a_class_that_lacks_tasks_in_one_of_several_runs_is_named_with_its_reason(lost: int | None) -> None:
    items = [item(1, run, valid=True, tested=run != lost) for run in (1, 2)]
    items += [item(2, run, valid=False, tested=True) for run in (1, 2)]
    score: Any = SimpleNamespace(accuracies={"desk": None if lost else 0.5})
    notes = list(run_report._gaps(score, items))
    assert [note.id for note in notes] == (["warning-gap-desk-valid"] if lost else [])
    assert all("The engine stopped." in say(note.body, "en") for note in notes)


@pytest.mark.parametrize("order", [1, -1])
def test_several_runs_are_as_indicative_as_the_smallest(order: int) -> None:
    runs = [scored("m", *[Outcomes(tp, 0, 0, 30, 0, 0)] * 2) for tp in (30, 10)][::order]
    assert [run.indicative for run in runs][::order] == [False, True]
    assert totals._over_runs(runs).indicative
