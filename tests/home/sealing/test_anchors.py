"""Public anchors: the same tasks in every session, and no other tasks under their name."""

import dataclasses
import importlib.util
import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from mindsight.errors import InputError
from mindsight.execution.making import Making
from mindsight.home import tasks
from mindsight.home.irrelevance import NARROW
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import slots
from mindsight.home.preparation.instances import RULE_VERSION, Instance
from mindsight.home.running.tasks import anchor_folder, anchored
from mindsight.home.sealing import anchors
from mindsight.home.sealing.anchors import Anchor
from mindsight.record import canonical

FILE = resources.files("mindsight.home.sealing") / "data" / "anchors.json"
KNOWN = anchors.load()
KEYS = tuple(dict.fromkeys(one.task for one in KNOWN.items))


def test_the_file_is_spelled_as_its_program_spells_it() -> None:
    assert FILE.read_bytes() == canonical.model_page(KNOWN)


def test_the_anchors_are_of_the_classes_and_rules_as_they_are_now() -> None:
    # Fails after a change of a class's or the rules' version: draw them again with the next number, scripts/anchors.py NUMBER.
    pool = tasks.load()
    assert {key: pool[key].version for key in KEYS} == KNOWN.versions
    assert KNOWN.rule == RULE_VERSION


def test_they_are_the_places_of_a_plan_in_public() -> None:
    wanted = slots(KEYS, trials=KNOWN.trials, irrelevant=KNOWN.irrelevant, seed=KNOWN.seed, reasons=NARROW)
    assert [(one.id, one.task, one.reason) for one in KNOWN.items] == [
        (slot.id, slot.task, slot.reason) for slot in wanted
    ]
    # Not a seed that is commonly used.
    assert KNOWN.seed not in {0, 1, 7, 42}
    assert Counter(bool(one.reason) for one in KNOWN.items) == dict.fromkeys((True, False), len(wanted) // 2)
    assert len({one.sha256 for one in KNOWN.items}) == len(wanted)
    assert all(re.fullmatch("[0-9a-f]{64}", one.sha256) for one in KNOWN.items)


def test_their_name_identifies_them() -> None:
    names = {KNOWN.known_by(keys) for keys in (KEYS, KEYS[:1], KEYS[1:2], KEYS[::-1])}
    assert len(names) == 4
    assert all(name.startswith(f"{KNOWN.number}/sha256-") for name in names)
    other = KNOWN.model_copy(update={"items": KNOWN.items[1:]})
    assert other.known_by(KEYS) != KNOWN.known_by(KEYS)


def test_a_class_without_anchors_is_refused() -> None:
    with pytest.raises(
        InputError,
        match="there are no public anchors of the class juggling; there are some of blocks, buttons, clean_room",
    ):
        KNOWN.refuse_unknown(["buttons", "juggling"])


# A run of them


def test_the_anchor_run_has_all_of_them_and_nothing_else() -> None:
    plan = anchored(Plan(tasks=("buttons",), trials=50, irrelevant=0.2, seed=3, interface="menu", sealed="1f"))
    assert (plan.seed, plan.trials, plan.irrelevant) == (KNOWN.seed, KNOWN.trials, KNOWN.irrelevant)
    assert (plan.sealed, plan.anchors) == ("", KNOWN.known_by(["buttons"]))
    # The subject's own settings stay the same.
    assert (plan.tasks, plan.interface) == (("buttons",), "menu")
    assert anchor_folder(Making(out=Path("runs/first"))) == (Path("runs/first-anchors"), None)


# Tasks that are no anchors


@pytest.fixture
def drawn() -> Instance:
    """The first anchor of a class, drawn again."""
    return KNOWN.of(["buttons"])[0].drawn()


@pytest.mark.parametrize(
    "one",
    [pytest.param(one, marks=() if one.task == "buttons" else pytest.mark.slow, id=one.id) for one in KNOWN.items],
)
def test_each_is_drawn_again_from_its_seed(one: Anchor) -> None:
    assert KNOWN.different([one.drawn()]) == ()


def test_the_oracle_took_as_many_steps_in_a_pair_of_tasks() -> None:
    # An irrelevant task has the budget of its valid one; what is stated of one machine's proofs must hold together.
    steps = {(one.task, one.seed): one.oracle_steps for one in KNOWN.items if not one.reason}
    assert [one.oracle_steps for one in KNOWN.items] == [steps[one.task, one.seed] for one in KNOWN.items]
    assert all(0 < taken <= 120 for taken in steps.values())


def test_a_seed_that_gives_no_task_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(*_: object) -> Instance:
        raise tasks.Rejected("hidden", "lamp")

    pool = tasks.load()
    monkeypatch.setattr(tasks, "load", lambda: {**pool, "buttons": dataclasses.replace(pool["buttons"], draw=reject)})
    with pytest.raises(InputError, match=r"buttons-0001: the seed of this public anchor gives no task here \(hidden\)"):
        KNOWN.drawn(["buttons"])


def test_a_task_of_another_version_is_no_anchor_and_the_version_is_named(drawn: Instance) -> None:
    known = KNOWN.versions["buttons"]
    for update, words in (
        ({"task_version": 99}, f"version 99 of the class and 1 of the rules, not {known} and 1"),
        ({"rule": 99}, f"version {known} of the class and 99 of the rules, not {known} and 1"),
    ):
        (sentence,) = KNOWN.different([drawn.model_copy(update=update)])
        assert words in str(sentence)
        assert "buttons-0001" in str(sentence)


def test_a_task_that_differs_without_another_version_is_no_anchor(drawn: Instance) -> None:
    (sentence,) = KNOWN.different([drawn.model_copy(update={"oracle_steps": 99}), drawn])
    assert "although the versions are the same; another MuJoCo or NumPy may generate another task" in str(sentence)
    (stranger,) = KNOWN.different([drawn.model_copy(update={"id": "buttons-0099"})])
    assert "buttons-0099" in str(stranger)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_file_is_reproduced_by_its_program() -> None:
    file = Path(__file__).parents[3] / "scripts" / "anchors.py"
    spec = importlib.util.spec_from_file_location("scripts_anchors", file)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    anew = script.drawn_anew(KNOWN.number)
    # The oracle's steps, and the hashes with them, are those of the processor on which the file was made.
    assert _but_steps(anew) == _but_steps(KNOWN)


def _but_steps(known: anchors.Anchors) -> anchors.Anchors:
    same = {"oracle_steps": 0, "sha256": ""}
    return known.model_copy(update={"items": tuple(one.model_copy(update=same) for one in known.items)})
