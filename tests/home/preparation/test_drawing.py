"""6.4.1 c): tasks drawn at random, valid and irrelevant in pairs, proved, with every rejected seed recorded."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from home.household import TASKS, cache_of, prepared
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.errors import InputError, ItemError
from mindsight.home.irrelevance import NARROW, REASONS
from mindsight.home.preparation import drawing, proving
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, Slot, prepare, read_instances, slots, write_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task


@pytest.mark.parametrize(
    ("trials", "share", "unfit"), [(4, 0.5, 2), (50, 0.5, 25), (10, 0.2, 2), (2, 0.5, 1), (9, 0.9, 8)]
)
def test_the_share_of_irrelevant_tasks_holds_in_each_class(trials: int, share: float, unfit: int) -> None:
    wanted = slots(["buttons", "suitcase"], trials=trials, irrelevant=share, seed=7)
    for key in ("buttons", "suitcase"):
        own = [slot for slot in wanted if slot.task == key]
        assert [slot.number for slot in own] == list(range(1, trials + 1))
        assert sum(bool(slot.reason) for slot in own) == unfit
    assert len({slot.id for slot in wanted}) == 2 * trials


def test_the_reasons_take_turns_and_each_irrelevant_task_has_the_seed_of_a_valid_one() -> None:
    wanted = slots(["buttons"], trials=40, irrelevant=0.5, seed=3)
    assert Counter(slot.reason for slot in wanted if slot.reason) == dict.fromkeys(NARROW, 5)
    valid, irrelevant = ([slot.seed for slot in wanted if bool(slot.reason) is unfit] for unfit in (False, True))
    assert valid == irrelevant
    assert len(set(valid)) == 20
    assert min(b - a for a, b in pairwise(valid)) >= SEEDS_PER_SLOT


def test_a_plan_may_choose_kinds_and_a_class_takes_those_that_it_has() -> None:
    wanted = slots(["buttons", "desk"], trials=12, irrelevant=0.5, seed=3, reasons=("blocked", "ambiguous"))
    kinds = {key: [slot.reason for slot in wanted if slot.task == key and slot.reason] for key in ("buttons", "desk")}
    assert kinds == {"buttons": ["blocked"] * 6, "desk": ["blocked", "ambiguous"] * 3}
    with pytest.raises(
        InputError, match="the class buttons has no irrelevant tasks of the kind hazardous; it has absent"
    ):
        slots(["buttons"], trials=4, irrelevant=0.5, seed=3, reasons=("hazardous",))


def test_the_narrow_kinds_are_planned_as_before_there_were_others() -> None:
    before = [slot.reason for slot in slots(["desk"], trials=20, irrelevant=0.5, seed=3, reasons=NARROW)]
    assert before[10:] == [*NARROW, *NARROW, *NARROW[:2]]
    assert drawing.planned_kinds({}) == NARROW
    assert drawing.planned_kinds({"reasons": ["absent", "blocked"]}) == ["absent", "blocked"]
    kinds = {"desk": ["absent"]}
    assert drawing.planned_kinds({"reasons": list(REASONS), "kinds": kinds}) == kinds


def test_seeds_whose_words_do_not_fit_are_listed_for_both_tasks_of_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    def proved(_task: Any, seed: int, reason: str, **_: Any) -> Instance:
        return instance(Slot("desk", 1, reason, seed), seed)  # type: ignore[arg-type]

    monkeypatch.setattr(drawing, "prove", proved)
    wanted = slots(["desk"], trials=40, irrelevant=0.5, seed=3, reasons=("missing_information",))
    found = prepare(wanted, cache=None)
    seeds = {
        reason: [one.instance.seed for one in found if one.instance.reason == reason]
        for reason in ("", "missing_information")
    }
    assert seeds[""] == seeds["missing_information"]
    passed_over = [rejection for one in found for rejection in one.rejections]
    assert passed_over
    assert {(one.rule, one.detail) for one in passed_over} == {("unfit", "missing_information")}


def test_two_seeds_share_no_task() -> None:
    one, other = ({slot.seed for slot in slots(["buttons"], trials=50, irrelevant=0.5, seed=s)} for s in (7, 8))
    assert not one & other


@pytest.mark.parametrize(
    ("keys", "trials", "share", "sentence"),
    [
        (["albuns"], 4, 0.5, "there is no task albuns; there are suitcase, buttons, desk, gift, sort_count, blocks"),
        (["buttons"], 4, 0.0, "a class needs tasks of both kinds"),
        (["buttons"], 4, 1.0, "a class needs tasks of both kinds"),
        (["buttons"], 2, 0.1, "2 trials with a share of 0.1 irrelevant ones give 0"),
    ],
)
def test_a_plan_without_both_kinds_is_refused(keys: list[str], trials: int, share: float, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        slots(keys, trials=trials, irrelevant=share, seed=7)


def instance(slot: Slot, seed: int) -> Instance:
    """Return a task in an empty room."""
    room = ScenePlan(room="study", seed=1, size=(4, 4, 2.5), time_of_day="noon", fixtures=(), viewpoints=())
    return Instance(
        id="",
        task=slot.task,
        task_version=1,
        seed=seed,
        reason=slot.reason,
        difficulty={},
        instruction={"zh": "", "en": ""},
        scene=room,
        goal=[],
        needed=(),
    )


def reject_below(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    def prove(task: Any, seed: int, reason: str, **_: Any) -> Instance:
        if seed < first:
            raise Rejected("hidden", f"thing.{seed}")
        return instance(Slot(task.key, 1, reason, seed), seed)  # type: ignore[arg-type]

    monkeypatch.setattr(drawing, "prove", prove)


def test_every_seed_passed_over_is_listed_with_its_rule(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reject_below(monkeypatch, 7_000_003)
    wanted = slots(TASKS, trials=2, irrelevant=0.5, seed=7)
    seen: list[tuple[int, int]] = []
    found = prepare(wanted, cache=None, progress=lambda *at: seen.append(at))
    assert [one.instance.id for one in found] == ["buttons-0001", "buttons-0002"]
    assert [one.instance.seed for one in found] == [7_000_003] * 2
    assert seen == [(0, 2), (1, 2), (2, 2)]
    write_instances(tmp_path / "instances.json", found)
    page = json.loads((tmp_path / "instances.json").read_text("utf-8"))
    assert [entry["seed"] for entry in page["rejections"]] == [7_000_000, 7_000_001, 7_000_002] * 2
    assert page["rejections"][0] == {
        "task": "buttons",
        "seed": 7_000_000,
        "reason": "",
        "rule": "hidden",
        "detail": "thing.7000000",
    }
    assert read_instances(tmp_path / "instances.json") == [one.instance for one in found]


def test_a_task_that_no_seed_gives_is_an_error_that_names_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    reject_below(monkeypatch, 8_000_000)
    with pytest.raises((InputError, ItemError), match=r"buttons: 100 seeds from 7000000 on gave no task; .* hidden"):
        prepare(slots(TASKS, trials=2, irrelevant=0.5, seed=7), cache=None)


def test_a_valid_task_is_solved_once_for_all_that_are_matched_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solved: list[tuple[int, str]] = []

    def solve(drawn: Instance, _task: Task) -> Instance:
        solved.append((drawn.seed, drawn.reason))
        return drawn.model_copy(update={"oracle_steps": 12})

    monkeypatch.setattr(proving, "_solved", solve)
    monkeypatch.setattr(proving, "_declined", lambda *_: None)
    wanted = slots(TASKS, trials=6, irrelevant=0.5, seed=7)
    shuffled = [wanted[index] for index in (5, 0, 3, 1, 4, 2)]
    found = prepare(shuffled, cache=tmp_path)
    assert sorted(solved) == [(slot.seed, "") for slot in wanted[:3]]
    assert [(one.instance.id, one.instance.reason) for one in found] == [(slot.id, slot.reason) for slot in shuffled]
    assert {one.instance.oracle_steps for one in found} == {12}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_with_the_cache_and_without(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = prepared(cache_of(tmp_path_factory), tmp_path / "kept")
    anew = tmp_path / "anew.json"
    wanted = slots(TASKS, trials=4, irrelevant=0.5, seed=7)
    write_instances(anew, prepare(wanted[1:3], cache=None))
    all_of_them = {one.id: one for one in read_instances(kept)}
    for one in read_instances(anew):
        assert one == all_of_them[one.id]
        assert one.sha256 == all_of_them[one.id].sha256
        assert one.oracle_steps > 0
        assert one.budget == 2 * one.oracle_steps + 10
