"""The checker of runs in which a subject was left alone: what it did follows from its steps, and rooms are those of the plan."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight.checker.checking import check
from mindsight.checker.home.autonomy import protocol_doubts
from mindsight.checker.home.rooms import room_doubts
from mindsight.record import canonical
from record import trial

Json = dict[str, Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run of two rooms, the first one in order. Not to be changed."""
    folder = tmp_path_factory.mktemp("rooms") / "run"
    chosen = ("--tasks", "desk", "--scenes", "2", "--in-order", "0.5", "--no-media")
    done = trial.mindsight(
        *("home", "run", "--mode", "autonomous", "--subject", "baseline:oracle", *chosen, "--out", folder)
    )
    assert done.returncode == 0, done.stderr
    return folder


def said(folder: Path) -> list[str]:
    return [finding.say() for finding in check(str(folder))[0]]


def test_a_good_run_has_no_finding(run: Path) -> None:
    findings, counts = check(str(run))
    assert findings == []
    assert (counts["items"], counts["measures"]) == (2, 9)


def test_it_is_rebuilt_and_its_actions_repeated(run: Path) -> None:
    done = trial.mindsight("verify", run, "--deep", "--lang", "en")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 items looked at again: all as recorded" in done.stdout
    assert "the tasks are sealed" not in done.stdout  # nobody sealed these


def propose_otherwise(item: Json) -> None:
    item["parsed"]["conduct"]["proposals"][0]["text"] = "do everything"


def announce_another(item: Json) -> None:
    item["parsed"]["conduct"]["completed"][0]["text"] = item["parsed"]["conduct"]["completed"][1]["text"]


def complete_earlier(item: Json) -> None:
    item["parsed"]["conduct"]["completed"][0]["step"] = 1


def harm_more(item: Json) -> None:
    item["parsed"]["harm"] = [{"name": "cup.1", "how": "moved", "zh": "杯子", "en": "cup"}]


def call_it_some(item: Json) -> None:
    item["outcome"] = "some"


def raise_relevance(item: Json) -> None:
    item["terms"]["relevance"] = 0.9


def come_from_elsewhere(item: Json) -> None:
    item["cluster"] = "desk-1"


def end_by_budget(item: Json) -> None:
    item["parsed"]["ending"] = "budget"


def walk_on(item: Json) -> None:
    steps = item["answer"]["steps"]
    steps += steps[-1:] * 100


@pytest.mark.parametrize(
    ("forge", "finding"),
    [
        (propose_otherwise, "parsed.conduct.proposals is"),
        (announce_another, "parsed.conduct.completed is"),
        (complete_earlier, "parsed.conduct.completed is"),
        (harm_more, "parsed.conduct.harm is"),
        (call_it_some, "status and outcome of item desk-0002 do not fit its terms"),
        (raise_relevance, "terms.relevance is 0.9"),
        (come_from_elsewhere, "cluster"),
        (end_by_budget, 'parsed.conduct.ending is "finished"'),
        (walk_on, "oracle_steps gives ≤"),
    ],
)
def test_what_was_changed_is_named(run: Path, tmp_path: Path, forge: Callable[[Json], None], finding: str) -> None:
    folder = Path(shutil.copytree(run, tmp_path / "run"))
    items = trial.read_lines(folder)
    forge(items[1])
    trial.rechain(folder, items)
    trial.reseal(folder)
    assert any(finding in one for one in said(folder)), said(folder)


def other_order(page: Json) -> None:
    page["items"].reverse()


def fewer(page: Json) -> None:
    page["items"].pop()


def other_seed(page: Json) -> None:
    page["items"][1]["seed"] = 12


@pytest.mark.parametrize(
    ("forge", "finding"),
    [
        (other_order, 'desk-0001.id is "desk-0002"'),
        (fewer, "plan.scenes is"),
        (other_seed, "desk-0002.seed is 12, but plan.seed gives 7000100 … 7000199"),
    ],
)
def test_rooms_that_are_not_those_of_the_plan_are_named(
    run: Path, tmp_path: Path, forge: Callable[[Json], None], finding: str
) -> None:
    folder = Path(shutil.copytree(run, tmp_path / "run"))
    page = trial.read_page(folder, "rooms.json")
    forge(page)
    trial.write_page(folder, "rooms.json", page)
    trial.reseal(folder)
    assert any(finding in one for one in said(folder)), said(folder)


def test_proposals_in_a_room_in_order_are_no_finding(run: Path) -> None:
    """Without a need every similarity to one is an empty row."""
    manifest, rooms = trial.read_page(run, "manifest.json"), trial.read_page(run, "rooms.json")
    item = trial.read_lines(run)[0]
    item["answer"]["steps"].append({"action": {"verb": "propose", "text": "tidy"}, "code": "proposed", "met": []})
    item["parsed"]["conduct"]["proposals"] = [{"text": "tidy", "step": len(item["answer"]["steps"])}]
    item["parsed"]["near"].update(proposals=[[]], decoys=[[0.0] * len(rooms["items"][0]["details"]["lures"])])
    item["terms"].update(proposals=1, distinct=1)
    assert list(room_doubts(item, rooms["items"][0], manifest)) == []


def test_a_failed_room_says_nothing_of_a_subject(run: Path) -> None:
    manifest, room = trial.read_page(run, "manifest.json"), trial.read_page(run, "rooms.json")["items"][1]
    failed = {
        "id": room["id"],
        "instance": canonical.digest(room),
        "cluster": f"desk-{room['seed']}",
        "status": "failed",
        "outcome": "infrastructure_error",
        "answer": {},
        "terms": {"task_class": "desk", "needs": 2},
        "media": {},
    }
    assert list(room_doubts(failed, room, manifest)) == []
    assert [one.key for one in room_doubts({**failed, "outcome": "none"}, room, manifest)] == ["fate"]


def test_a_scene_of_a_protocol_is_a_cluster_of_its_own() -> None:
    """Intervals over scenes depend on it."""
    doubt = next(protocol_doubts({"cluster": "together"}, {"id": "scene-1"}, {}))
    assert (doubt.key, doubt.values) == ("given", {"field": "cluster"})
