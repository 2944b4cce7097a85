"""The matrix of ablations: what is declared, what a verdict rests on, and a complete run."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_pages import page_named
from home.household import cache_of
from mindsight import checker
from mindsight.errors import InputError
from mindsight.home.oracle.ablations import ABLATIONS
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import prepare, write_instances
from mindsight.home.setting import Setting
from mindsight.home.studies import conditions
from mindsight.home.studies.conditions_totals import rescore
from mindsight.home.studies.validity import BASE, ValidityTest, needs_of, validity_conditions, validity_slots
from mindsight.home.studies.validity_verdicts import MISFITS, Cell, cells_of
from mindsight.home.suite import DATA_FILE
from mindsight.home.tasks import load
from mindsight.pipeline import run_test
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.record.titles import titles_of
from mindsight.report import write_report

POOL = load()
ABLATION, STRENGTHS = "slow", ABLATIONS["slow"].strengths

# What is declared


@pytest.mark.parametrize("key", sorted(POOL))
def test_a_class_says_what_it_needs(key: str) -> None:
    needs = POOL[key].needs
    for named in needs:
        assert set(named) <= set(ABLATIONS)
        assert len(set(named)) == len(named)
    # No task can be done without pointing, without turns, or after giving up.
    assert {"jitter", "slow", "gives_up"} <= set(needs.valid)
    # Seeing something absent leads to acting on it; ignoring a task needs neither a steady hand nor patience.
    assert "hallucinates" in needs.irrelevant
    assert not {"jitter", "slow", "gives_up"} & set(needs.irrelevant)


def test_every_ability_is_needed_by_some_class_and_perceptual_ones_not_by_all() -> None:
    needed = [set(chain(*POOL[key].needs)) for key in POOL]
    assert set.union(*needed) == set(ABLATIONS)
    for ablation in ("colour_blind", "cannot_read", "no_depth", "mirrored"):
        assert not all(ablation in one for one in needed), ablation


def test_the_documentation_says_what_each_class_needs() -> None:
    for page in ("home-validity.md", "home-validity.zh.md"):
        text = page_named(page).read_text(encoding="utf-8")
        for key, task in POOL.items():
            (row,) = re.findall(rf"^\| `{key}` \|([^|]*)\|([^|]*)\|$", text, re.MULTILINE)
            for cell, named in zip(row, task.needs, strict=True):
                assert re.findall("`([a-z_]+)`", cell) == [ablation for ablation in ABLATIONS if ablation in named], (
                    page,
                    key,
                )


# What is run


def test_each_strength_of_each_ablation_is_a_condition_of_the_same_tasks() -> None:
    found = validity_conditions(("jitter", "mirrored"), Setting())
    assert [one.key for one in found] == [
        BASE, "jitter=1", "jitter=8", "jitter=64", "mirrored=0.3", "mirrored=0.6", "mirrored=1",
    ]  # fmt: skip
    assert [one.suffix for one in found[:2]] == ["", "+jitter=1"]
    assert found[1].facts == {"dial": "jitter", "strength": 1}
    with pytest.raises(InputError, match=r"there is no ablation \"mirror\"; .*did you mean \"mirrored\""):
        validity_conditions(("mirror",), Setting())


def test_irrelevant_tasks_are_those_that_only_a_picture_reveals() -> None:
    found = validity_slots(["desk"], trials=8, irrelevant=0.5, seed=7)
    assert [slot.reason for slot in found] == ["", "", "", "", "absent", "blocked", "ambiguous", "missing_information"]
    narrow = validity_slots(["desk"], trials=8, irrelevant=0.5, seed=7, reasons=("absent", "blocked", "not_home"))
    assert [slot.reason for slot in narrow][4:] == ["absent", "blocked", "absent", "blocked"]
    with pytest.raises(InputError, match="the words alone reveal impossible, not_home"):
        validity_slots(["desk"], trials=8, irrelevant=0.5, seed=7, reasons=("impossible", "not_home"))
    assert [slot.seed for slot in found[:4]] == [slot.seed for slot in found[4:]]


# What a verdict rests on


def record(right: list[list[bool]], *, needed: bool) -> tuple[Any, list[Any]]:
    """Return a record of one class and ablation: which tasks ended correctly, by condition, the intact one first."""
    keys = [BASE, *(f"{ABLATION}={strength:g}" for strength in STRENGTHS[: len(right) - 1])]
    facts = [{}, *({"dial": ABLATION, "strength": strength} for strength in STRENGTHS)]
    plan = {
        "tasks": ["desk"],
        "conditions": [{"key": key, "facts": fact} for key, fact in zip(keys, facts, strict=False)],
        "needs": {"desk": {"valid": [ABLATION] if needed else [], "irrelevant": []}},
        "dials": {ABLATION: {}},
    }
    items = [
        SimpleNamespace(
            id=f"desk-{number:04d}@{key}",
            status="scored",
            outcome="TP" if ended else "FN",
            terms={"task": "desk", "valid": True, "condition": key},
        )
        for key, row in zip(keys, right, strict=True)
        for number, ended in enumerate(row)
    ]
    return SimpleNamespace(plan=plan), items


def judged(shares: list[int], *, needed: bool, tasks: int = 12) -> Cell:
    """Return the cell with these numbers of correct tasks: with intact perception, then at each strength."""
    manifest, items = record([[number < share for number in range(tasks)] for share in shares], needed=needed)
    return next(cell for cell in cells_of(manifest, items) if cell.side == "valid")


@pytest.mark.parametrize(
    ("shares", "needed", "verdict"),
    [
        ([12, 11, 6, 1], True, "falls"),
        ([12, 12, 12, 8], True, "falls"),
        ([12, 12, 12, 9], True, "unsure"),
        ([12, 12, 12, 12], True, "no_fall"),
        ([12, 2, 9, 1], True, "rises"),
        ([12, 12, 12, 12], False, "flat"),
        ([12, 12, 11, 10], False, "flat"),
        ([12, 12, 8, 12], False, "rises"),
        ([12, 12, 12, 8], False, "undeclared"),
    ],
)
def test_a_verdict_follows_from_the_intervals(shares: list[int], needed: bool, verdict: str) -> None:
    assert judged(shares, needed=needed).verdict == verdict


def test_few_tasks_show_no_misfit_where_a_fall_was_declared() -> None:
    assert judged([3, 2, 1, 0], needed=True, tasks=3).verdict == "unsure"
    assert judged([4, 3, 2, 0], needed=True, tasks=4).verdict == "falls"
    # Eleven unchanged tasks do not rule out that a quarter of all tasks fall; twelve do.
    assert judged([11] * 4, needed=True, tasks=11).verdict == "unsure"
    assert judged([12] * 4, needed=True, tasks=12).verdict == "no_fall"


@given(st.integers(4, 20))
def test_a_sound_matrix_has_no_misfit_however_many_cells_it_has(tasks: int) -> None:
    # An ablation without effect changes no step, because nothing is left to chance.
    assert judged([tasks] * 4, needed=False, tasks=tasks).verdict == "flat"
    assert judged([tasks, tasks, tasks // 2, 0], needed=True, tasks=tasks).verdict == "falls"


# A run of it

TASKS, TRIALS = ("buttons",), 2


@pytest.fixture(scope="module")
def test_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValidityTest]:
    data = tmp_path_factory.mktemp("validity") / DATA_FILE
    wanted = validity_slots(TASKS, trials=TRIALS, irrelevant=0.5, seed=7)
    write_instances(data, prepare(wanted, cache=cache_of(tmp_path_factory) / "mindsight" / "home"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conditions, "check_environment", lambda *_: {"starts": "egl"})
        yield ValidityTest(Plan(tasks=TASKS, trials=TRIALS, keep_pictures=False), ("mirrored", "gives_up"), data)


@pytest.fixture(scope="module")
def run(test_of: ValidityTest, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    found = run_test(test_of, tmp_path_factory.mktemp("runs") / "run")
    write_report(found, language="en")
    return found


@pytest.mark.slow
def test_a_task_is_run_under_all_conditions_before_the_next_one(test_of: ValidityTest, run: RunFolder) -> None:
    assert [item.id for item in run.items] == [put.id for put in test_of.instances()]
    assert [put.instance.id for put in test_of.instances()] == ["buttons-0001"] * 7 + ["buttons-0002"] * 7


@pytest.mark.slow
def test_the_record_bears_the_report_out(run: RunFolder) -> None:
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    assert canonical.model_page(rescore(run)[1]) == (run.path / "results.json").read_bytes()
    found = {one.name: one.value for one in run.results.measures}
    assert found["home.f.buttons@good-eyes"] == 1
    assert found["home.f_valid.buttons@gives_up=0.3"] == 0
    assert found["home.f_irrelevant.buttons@gives_up=0.3"] == 1
    assert found["home.f.buttons@mirrored=1"] == 1
    assert {block.id for block in run.results.blocks} >= {"summary", "verdicts-valid", "matrix-irrelevant", "changes"}
    titles = titles_of(run.results)
    assert titles.keys() == found.keys()
    assert len({tuple(map(str, title)) for title in titles.values()}) == len(titles)


@pytest.mark.slow
def test_what_is_declared_is_part_of_the_identity(test_of: ValidityTest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert test_of.manifest.plan["needs"] == needs_of(TASKS)
    before = test_of.manifest.identity["declared"]
    monkeypatch.setitem(test_of.manifest.plan["needs"]["buttons"], "valid", [])
    changed = {name: test_of.manifest.plan[name] for name in ("needs", "dials", "reasons")}
    assert f"sha256-{canonical.digest(changed)}" != before


CI_TASKS, CI_TRIALS, CI_IRRELEVANT = ("buttons", "blocks"), 12, 1 / 3
"""Of four valid tasks all must fail for a fall to be clear; of eight, six are enough."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_two_classes_fall_and_stay_as_they_declare_at_the_greatest_strength_of_every_ablation(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, ablation in ABLATIONS.items():
        monkeypatch.setitem(ABLATIONS, key, replace(ablation, strengths=ablation.strengths[-1:]))
    monkeypatch.setattr(conditions, "check_environment", lambda *_: {"starts": "egl"})
    data = tmp_path_factory.mktemp("matrix") / DATA_FILE
    wanted = validity_slots(CI_TASKS, trials=CI_TRIALS, irrelevant=CI_IRRELEVANT, seed=7)
    write_instances(data, prepare(wanted, cache=cache_of(tmp_path_factory) / "mindsight" / "home"))
    plan = Plan(tasks=CI_TASKS, trials=CI_TRIALS, irrelevant=CI_IRRELEVANT, keep_pictures=False)
    run = run_test(ValidityTest(plan, tuple(ABLATIONS), data), tmp_path_factory.mktemp("runs") / "run")
    cells = list(cells_of(run.manifest, list(run.items)))
    found = {(cell.ablation, cell.task, cell.side): [step.right for step in cell.steps] for cell in cells}
    assert {place: found[place] for place in found if _cell(cells, place).verdict in MISFITS} == {}
    fallen = {(cell.ablation, cell.task) for cell in cells if cell.verdict == "falls" and cell.side == "valid"}
    assert fallen == {(ablation, task) for task in CI_TASKS for ablation in POOL[task].needs.valid}, found


def _cell(cells: list[Cell], place: tuple[str, str, str]) -> Cell:
    return next(cell for cell in cells if (cell.ablation, cell.task, cell.side) == place)
