"""Any fault of a model, its server or the environment is recorded in a home run, and the run goes on."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from harness.server import Refusal, Script, Server, said
from home.household import TASKS, TRIALS, cache_of, prepared
from mindsight import checker
from mindsight.errors import SubjectError
from mindsight.harness.runs.settings import Effort, ModelSpec
from mindsight.home.adapters import outside
from mindsight.home.plan import Plan
from mindsight.home.suite import HomeTest
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
Reply = Callable[[int], Any]
"""The model's next answer, given the number of its answers in the episode."""
PLAN = Plan(tasks=TASKS, trials=TRIALS, keep_pictures=False)
IDS = [f"{TASKS[0]}-{number:04d}" for number in range(1, TRIALS + 1)]
VALID = IDS[: TRIALS // 2]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry once, quickly, instead of for minutes."""
    quick: dict[str, Any] = {"retries": 1, "first_wait_s": 0.01, "timeout_s": 2}
    monkeypatch.setattr(outside, "ModelSpec", lambda **given: ModelSpec(**given, **quick))


def home_test(data: Path) -> HomeTest:
    subject = Subject(spec="model:scripted", name="scripted", details={"tools": True, "temperature": 0.0, "server": ""})
    return HomeTest(PLAN, data, SubjectSpec("model", "scripted"), subject)


def run_plan(data: Path, serve: Serve, replies: dict[str, Reply], monkeypatch: pytest.MonkeyPatch) -> dict[str, Item]:
    """Run the plan with a model that has its own reply to some tasks and declines the others."""
    begun: list[str] = []

    def script(body: dict[str, Any], _number: int) -> Any:
        answers = sum(message["role"] == "assistant" for message in body["messages"])
        if not answers:
            # Tasks are run one after another, and none goes wrong before its first answer.
            begun.append(IDS[len(begun)])
        return replies.get(begun[-1], declines)(answers)

    monkeypatch.setenv("OPENAI_BASE_URL", serve(script).url)
    run = run_test(home_test(data), Path("run"))
    assert run.manifest.state == "complete"
    write_report(run)
    assert [finding.say() for finding in checker.check("run")[0]] == []
    found = {item.id: item for item in run.items}
    assert list(found) == begun == IDS
    return found


def declines(_turn: int = 0) -> Any:
    return said("", ("decline", {}))


def wishes(name: str, arguments: Any) -> Reply:
    """Ask for something once, then decline."""
    return lambda turn: declines() if turn else said("", (name, arguments))


def then(reply: Any) -> Reply:
    """Wait once, correctly, then go wrong every time."""
    return lambda turn: reply if turn else said("", ("wait", {}))


# Answers. A turn that cannot be read costs a step and nothing else.

UNREADABLE = {
    "a coordinate above 1000": wishes("press", {"x": 1500, "y": 20}),
    "a coordinate below 0": wishes("press", {"x": -3, "y": 20}),
    "a coordinate that is no number": wishes("press", '{"x": NaN, "y": 20}'),
    "an infinite coordinate": wishes("press", '{"x": 20, "y": 1e999}'),
    "a word for a coordinate": wishes("press", {"x": "left", "y": 20}),
    "a list for a coordinate": wishes("press", {"x": [20], "y": 20}),
    "no point": wishes("press", {}),
    "half a point": wishes("press", {"x": 20}),
    "a list for seconds": wishes("wait", {"seconds": [1]}),
    "an object for a place": wishes("look", {"to": {"name": "table"}}),
    "an unknown verb": wishes("fly", {"x": 20, "y": 20}),
    "two values of an argument": wishes("say", {"message": "3", "answer": "4"}),
    "arguments that are none": wishes("press", "[1, 2"),
    "no action": lambda turn: declines() if turn else said("I would press the button."),
    "an empty answer": lambda turn: declines() if turn else said(""),
    "no answer": lambda turn: declines() if turn else said(None),
    "half a letter": lambda turn: declines() if turn else said("half a \ud800 letter"),
    "an answer that is cut": lambda turn: declines() if turn else said("blah " * 5_000, stop="length"),
    "a refusal": lambda turn: declines() if turn else said(None, refusal="I will not"),
    "a filtered answer": lambda turn: declines() if turn else said("", stop="content_filter"),
}
_NAMES = list(UNREADABLE)


@pytest.mark.slow
@pytest.mark.parametrize("names", [_NAMES[at : at + TRIALS] for at in range(0, len(_NAMES), TRIALS)], ids="; ".join)
def test_an_answer_that_cannot_be_used_is_a_step(
    names: list[str], data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run_plan(data, serve, dict(zip(IDS, (UNREADABLE[name] for name in names), strict=True)), monkeypatch)
    for item in found.values():
        assert [step["code"] for step in item.answer["steps"]] == ["unreadable", "declined"], item.id
        assert (item.status, item.outcome) == ("scored", "FN" if item.id in VALID else "TN")
        assert len(item.answer["turns"]) == 2
        assert item.error is None


@pytest.mark.slow
def test_answers_that_are_never_usable_end_the_task(data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless words, silence, ten calls at once; a task without a readable turn does not count as ignored."""
    found = run_plan(
        data,
        serve,
        {
            IDS[0]: lambda _turn: said("blah " * 5_000, stop="length"),
            IDS[1]: lambda turn: said("", *[("wait", {})] * 10) if turn == 0 else declines(),
            IDS[2]: lambda _turn: said(""),
            IDS[3]: lambda _turn: said(None, refusal="I will not"),
        },
        monkeypatch,
    )
    ends = {id_: (item.status, item.outcome, item.terms["manner"], item.answer["error"]) for id_, item in found.items()}
    assert ends == {
        IDS[0]: ("scored", "FN", "unreadable", "parse_error"),
        IDS[1]: ("scored", "FN", "declined", ""),
        IDS[2]: ("scored", "NR", "unreadable", "parse_error"),
        IDS[3]: ("scored", "NR", "unreadable", "refused"),
    }
    assert found[IDS[1]].answer["turns"][0]["ignored"] == 9
    assert [step["code"] for step in found[IDS[1]].answer["steps"]] == ["waited", "declined"]


# Servers


@pytest.mark.slow
@pytest.mark.parametrize(
    "replies",
    [
        {"429": Refusal(429, "busy"), "500": Refusal(500, "broken")},
        {"a connection that is cut": None, "half a JSON": b'{"id": "c", "choi'},
        {"no JSON": b"<html>", "401": Refusal(401, "no key")},
    ],
    ids="; ".join,
)
def test_a_server_in_trouble_costs_the_task_and_not_the_run(
    replies: dict[str, Any], data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    troubled = dict(zip(IDS[::2], map(then, replies.values()), strict=True))
    found = run_plan(data, serve, troubled, monkeypatch)
    for id_, item in found.items():
        if id_ in troubled:
            assert (item.status, item.outcome) == ("failed", "infrastructure_error"), id_
            assert item.error is not None
            assert len(item.answer["turns"]) == 1
        else:
            assert item.status == "scored"


@pytest.mark.slow
def test_a_server_that_keeps_silent_costs_the_task(data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleeps(turn: int) -> Any:
        if turn:
            time.sleep(3)
        return then(None)(turn)

    found = run_plan(data, serve, {IDS[1]: sleeps}, monkeypatch)
    assert found[IDS[1]].outcome == "infrastructure_error"
    assert "in time" in str(found[IDS[1]].error)
    assert sum(item.status == "scored" for item in found.values()) == TRIALS - 1


@pytest.mark.slow
def test_input_that_a_model_cannot_take_counts_as_its_failure(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = {IDS[0]: then(Refusal(400, "context is full")), IDS[2]: then(Refusal(422, "too many pictures"))}
    found = run_plan(data, serve, replies, monkeypatch)
    ends = [(found[id_].status, found[id_].outcome, found[id_].answer["error"]) for id_ in replies]
    assert ends == [("scored", "FN", "model_error"), ("scored", "TN", "model_error")]
    assert "context is full" in str(found[IDS[0]].notes[0])


@pytest.mark.slow
def test_a_server_that_dies_stops_the_run_and_the_tasks_stay_missing(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of the second task; recorded items stay, and a resume runs the rest."""
    monkeypatch.setattr(outside, "Effort", lambda **given: Effort(**given, give_up_after=2))
    server = serve(lambda _body, number: declines() if number == 0 else said("", ("wait", {})) if number == 1 else None)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    with pytest.raises(SubjectError, match=r"2 items in a row could not be tested .*--resume"):
        run_test(home_test(data), Path("run"))
    run = RunFolder(Path("run"))
    assert (run.manifest.state, [item.status for item in run.items]) == ("interrupted", ["scored"])
    server.script = lambda _body, _number: declines()
    run = run_test(home_test(data), Path("run"), resume=True)
    assert sorted(item.id for item in run.items) == IDS
    assert {item.status for item in run.items} == {"scored"}


# Environments


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nothing(data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the middle of an episode: it is replayed up to there, and the pictures are the same."""
    killed = []

    def script(turn: int) -> Any:
        if turn == 1 and not killed:
            for process in psutil.Process().children(recursive=True):
                if "mindsight.harness.processes.worker" in " ".join(process.cmdline()):
                    os.kill(process.pid, signal.SIGKILL)
                    killed.append(process.pid)
        return then(declines())(turn)

    found = run_plan(data, serve, {IDS[0]: script}, monkeypatch)
    assert killed
    assert {item.status for item in found.values()} == {"scored"}
    assert found[IDS[0]].answer["restarts"] == 1
    assert [step["code"] for step in found[IDS[0]].answer["steps"]] == ["waited", "declined"]


@pytest.mark.slow
def test_a_worker_that_dies_every_time_costs_the_task(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "ENVIRONMENT", "harness.homes:Fragile")
    monkeypatch.setenv("FRAGILE", IDS[2])
    found = run_plan(data, serve, {}, monkeypatch)
    assert {id_: item.outcome for id_, item in found.items() if item.status == "failed"} == {
        IDS[2]: "infrastructure_error"
    }
    assert "lost too often" in str(found[IDS[2]].error)


@pytest.mark.slow
def test_an_engine_that_fails_on_one_task_costs_the_task(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "ENVIRONMENT", "harness.homes:Faulty")
    monkeypatch.setenv("FRAGILE", IDS[2])
    found = run_plan(data, serve, {}, monkeypatch)
    assert [id_ for id_, item in found.items() if item.status == "failed"] == [IDS[2]]
    assert "a bug in the engine" in str(found[IDS[2]].error)


@pytest.mark.slow
def test_workers_that_cannot_draw_stop_the_run_and_no_task_is_lost(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No GL library in the workers: nothing can be tested, and nothing is recorded."""
    server = serve(lambda _body, _number: declines())
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    test = home_test(data)
    with monkeypatch.context() as without:
        without.setattr(outside, "ENVIRONMENT", "harness.homes:Blind")
        with pytest.raises(SubjectError, match=r"could not be tested .*cannot render.*--resume"):
            run_test(test, Path("run"))
    assert server.requests == []
    assert list(RunFolder(Path("run")).items) == []
    assert {item.status for item in run_test(home_test(data), Path("run"), resume=True).items} == {"scored"}


@pytest.mark.slow
def test_a_failure_at_the_end_is_recorded_if_other_tasks_were_tested(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a run with one task that breaks the engine would never end."""
    monkeypatch.setenv("OPENAI_BASE_URL", serve(lambda _body, _number: declines()).url)
    test = home_test(data)
    drafts = test.drafts
    monkeypatch.setattr(test, "drafts", lambda *given, **named: _first(3, drafts(*given, **named)))
    with pytest.raises(KeyboardInterrupt):
        run_test(test, Path("run"))
    monkeypatch.setattr(outside, "ENVIRONMENT", "harness.homes:Faulty")
    monkeypatch.setenv("FRAGILE", IDS[3])
    run = run_test(home_test(data), Path("run"), resume=True)
    assert {item.id: item.status for item in run.items} == {**dict.fromkeys(IDS, "scored"), IDS[3]: "failed"}


def _first(count: int, drafts: Any) -> Any:
    for _ in range(count):
        yield next(drafts)
    drafts.close()
    raise KeyboardInterrupt
