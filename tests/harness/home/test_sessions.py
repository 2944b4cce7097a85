"""A model and an agent of one's own in sittings: what they are told, what they have left, and what a resume goes on with."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Script, Server, said
from home.household import TASKS, TRIALS, cache_of, prepared
from mindsight import checker
from mindsight.home.episodes.sessions import read_sessions
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.suite import HomeTest
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec

pytest.importorskip("inspect_ai")
pytestmark = pytest.mark.slow

Serve = Callable[[Script], Server]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"), tasks_per_scene=2)


def home_test(data: Path, spec: SubjectSpec, interface: Any = "points") -> HomeTest:
    plan = Plan(tasks=TASKS, trials=TRIALS, keep_pictures=False, tasks_per_scene=2, interface=interface)
    details = {"tools": True, "temperature": 0.0, "server": ""} if spec.scheme == "model" else {}
    return HomeTest(plan, data, spec, Subject(spec=spec.public, name="one", details=details))


def declines(body: dict[str, Any], _number: int = 0) -> Any:
    return said("", ("decline", {})) if body.get("tools") else said("grey")


def checked(run: RunFolder) -> dict[str, Item]:
    write_report(run)
    assert [finding.say() for finding in checker.check(str(run.path))[0]] == []
    return {item.id: item for item in run.items}


def test_a_model_is_told_what_it_shares_and_what_is_left(
    data: Path, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(declines)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    items = checked(run_test(home_test(data, SubjectSpec("model", "scripted")), tmp_path / "run"))
    asked = [json.dumps(body["messages"], ensure_ascii=False) for body in server.requests]
    budgets = {one.id: one.budget for one in read_instances(data)}
    for session in read_sessions(data):
        whole = sum(budgets[id_] for id_ in session.tasks)
        for place, id_ in enumerate(session.tasks, 1):
            left = whole - place + 1
            assert (items[id_].terms["place"], items[id_].terms["left"]) == (place, left)
            told = f"一共有2项任务，一项接一项，各在一个房间里，共用一份步数；现在是第{place}项，剩下的{left}步"
            assert sum(told in one for one in asked) >= 1


def test_a_model_that_wastes_the_budget_is_not_asked_again(
    data: Path, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(lambda body, _number: said("", ("wait", {})) if body.get("tools") else said("grey"))
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    items = checked(run_test(home_test(data, SubjectSpec("model", "scripted")), tmp_path / "run"))
    assert len(server.requests) == sum(one.budget for one in read_instances(data))
    assert {(one.terms["place"], one.terms["manner"]) for one in items.values()} <= {
        (1, "ran_out"), (1, "idle"), (2, "unreached"),
    }  # fmt: skip


def test_a_model_s_run_that_was_stopped_in_a_sitting_asks_for_no_task_twice(
    data: Path, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(declines)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    stopped = home_test(data, SubjectSpec("model", "scripted"))
    drafts = stopped.drafts
    monkeypatch.setattr(stopped, "drafts", lambda *given, **named: _some(drafts(*given, **named), 3))
    with pytest.raises(KeyboardInterrupt):
        run_test(stopped, tmp_path / "run")
    server.requests.clear()
    run = run_test(home_test(data, SubjectSpec("model", "scripted")), tmp_path / "run", resume=True)
    assert len(server.requests) == TRIALS - 3
    assert sorted(checked(run)) == [f"{TASKS[0]}-{number:04d}" for number in range(1, TRIALS + 1)]


def _some(drafts: Any, count: int) -> Any:
    for _ in range(count):
        yield next(drafts)
    drafts.close()
    raise KeyboardInterrupt


def waits(instruction: str, observation: dict[str, Any]) -> Any:
    """Wait in the first task of a sitting until nothing is left; with a menu, by the last choice but two."""
    return len(observation["choices"]) - 2


def test_an_agent_of_one_s_own_plays_sittings_from_a_menu(data: Path, tmp_path: Path) -> None:
    spec = SubjectSpec("python", f"{__name__}:waits")
    items = checked(run_test(home_test(data, spec, "menu"), tmp_path / "run"))
    for session in read_sessions(data):
        first, second = (items[id_] for id_ in session.tasks)
        assert first.terms["steps"] == first.terms["left"] == first.terms["well_formed"]
        assert second.terms["manner"] == "unreached"
