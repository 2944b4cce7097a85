"""Whole runs of a model against a scripted server: all courses of a run, and their outcomes."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from harness.server import Refusal, Script, Server, said
from harness.talking import answered, dialogue, items, plan, spec
from mindsight.errors import InputError, SubjectError
from mindsight.harness.episodes.outcomes import Outcome, Usage
from mindsight.harness.runs.accounts import BudgetSpent
from mindsight.harness.runs.run import find_out, run_model
from mindsight.harness.runs.settings import Budget, Effort, Limits, Prices
from mindsight.text import say

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
ONE = Effort(workers=1, call_limit_s=20)


def good(body: dict[str, Any], _number: int = 0) -> Any:
    """Step twice, then finish: with tools if they are offered, else in JSON lines."""
    name = "step" if answered(body) < 2 else "finish"
    return said("", (name, {})) if body.get("tools") else said(json.dumps({"action": name}))


def one(url: str, **changes: Any) -> Outcome:
    opening = changes.pop("opening", {})
    (outcome,) = run_model(plan(url, **{"effort": ONE, **changes}), items(1, **opening))
    return outcome


def pictures(body: dict[str, Any]) -> int:
    """Return the number of pictures in a request."""
    return json.dumps(body).count('"image_url": {"url"')


def test_outcomes_come_as_episodes_end(serve: Serve) -> None:
    server = serve(good)
    outcomes = list(run_model(plan(server.url), items(5)))
    assert sorted(outcome.id for outcome in outcomes) == [f"item-{number}" for number in range(5)]
    for outcome in outcomes:
        assert (outcome.ending, outcome.error, outcome.tools, outcome.tested) == ("done", "", True, True)
        assert outcome.result is not None
        assert (outcome.result["success"], outcome.result["how"]) == (True, "finish")
        assert [turn.wish for turn in outcome.turns] == [{"action": "step"}] * 2 + [{"action": "finish"}]
        assert {turn.how for turn in outcome.turns} == {"tool"}
        assert outcome.turns[0].answer == {"text": "", "stop": "tool_calls", "calls": [["step", "{}"]]}
        assert (outcome.usage.input, outcome.usage.output) == (300, 15)
        assert 0 < outcome.model_s < 5


def test_an_outcome_is_there_before_the_next_item_is_done(serve: Serve) -> None:
    gate = threading.Event()
    late: list[int] = []

    def script(body: dict[str, Any], number: int) -> Any:
        if number >= 3:
            late.append(number)
            gate.wait(20)
        return good(body)

    server = serve(script)
    running = run_model(plan(server.url, effort=ONE), items(2))
    first = next(running)
    assert not gate.is_set()
    gate.set()
    assert {first.id, *(outcome.id for outcome in running)} == {"item-0", "item-1"}
    assert len(late) == 3


def test_the_conversation_holds_the_last_pictures_only(serve: Serve) -> None:
    server = serve(lambda body, _number: said("", ("step" if answered(body) < 5 else "finish", {})))
    one(server.url, opening={"start": 5}, limits=Limits(pictures=2))
    assert [pictures(body) for body in server.requests] == [1, 2, 2, 2, 2, 2]
    last = json.dumps(server.requests[-1])
    assert last.count("An earlier picture stood here") == 4
    first = server.requests[0]["messages"]
    assert first[0] == {"role": "system", "content": "Count down in 10 steps."}
    assert first[1]["content"][0] == {"type": "text", "text": "Count down."}
    assert [message["role"] for message in server.requests[1]["messages"]] == [
        "system", "user", "assistant", "tool", "user",
    ]  # fmt: skip


def test_without_tools_lines_are_asked_for(serve: Serve) -> None:
    server = serve(good)
    outcome = one(server.url, tools="off")
    assert {turn.how for turn in outcome.turns} == {"line"}
    assert outcome.result is not None
    assert outcome.result["success"]
    assert not any("tools" in body for body in server.requests)
    assert server.requests[0]["messages"][0]["content"] == "Count down in 10 steps, a JSON line each."
    assert [message["role"] for message in server.requests[1]["messages"]] == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize("status", [400, 404, 422])
def test_a_server_that_rejects_tools_gets_lines(status: int, serve: Serve) -> None:
    server = serve(lambda body, _number: Refusal(status, "no tools here") if "tools" in body else good(body))
    outcome = one(server.url)
    assert (outcome.ending, outcome.error, outcome.tools) == ("done", "", False)
    assert outcome.result is not None
    assert outcome.result["success"]
    assert sum("tools" in body for body in server.requests) == 1


def test_where_tools_are_insisted_on_a_rejection_is_the_models_error(serve: Serve) -> None:
    server = serve(lambda body, _number: Refusal(400, "no tools here") if "tools" in body else good(body))
    outcome = one(server.url, tools="on")
    assert (outcome.ending, outcome.error, outcome.tested) == ("error", "model_error", True)
    assert outcome.result is not None
    assert "no tools here" in str(outcome.reason)


def test_a_model_that_ignores_tools_is_asked_for_lines(serve: Serve) -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        return said("I would step.") if "tools" in body else good(body | {"messages": body["messages"][3:]})

    server = serve(script)
    outcome = one(server.url, limits=Limits(unusable=5))
    assert [("tools" in body) for body in server.requests][:3] == [True, True, False]
    assert outcome.tools is False
    assert [turn.problem for turn in outcome.turns[:2]] == ["no_call", "no_call"]
    assert outcome.unusable == 2
    assert outcome.result is not None
    assert outcome.result["how"] == "finish"


def test_ten_tool_calls_are_one_and_all_are_answered(serve: Serve) -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        return said("", *[("step", {})] * 10) if answered(body) == 0 else said("", ("finish", {}))

    server = serve(script)
    outcome = one(server.url)
    assert [turn.ignored for turn in outcome.turns] == [9, 0]
    reported = [message["content"] for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert reported == ["done", *["Not carried out: one action per turn."] * 9]
    assert outcome.result is not None
    assert outcome.result["wishes"] == [{"action": "step"}, {"action": "finish"}]


def test_answers_that_are_repaired_are_counted(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("Sure: ```json\n{'action': 'finish',}\n```"))
    outcome = one(server.url, tools="off")
    assert (outcome.repaired, outcome.unusable) == (1, 0)
    assert outcome.turns[0].repairs == ("quotes", "comma", "fence", "text_around")
    assert outcome.turns[0].answer["text"] == "Sure: ```json\n{'action': 'finish',}\n```"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "problem", "error"),
    [
        (said(""), "empty", "parse_error"),
        (said(None), "empty", "parse_error"),
        (said('{"action": "ste', stop="length"), "cut", "parse_error"),
        (said('{"action": "ste'), "unreadable", "parse_error"),
        (said("blah " * 100_000), "no_call", "parse_error"),
        (said("half a \ud800 letter"), "no_call", "parse_error"),
        (said("", stop="content_filter"), "refused", "refused"),
        (said(None, refusal="I will not"), "refused", "refused"),
        ({**said(""), "choices": []}, "empty", "parse_error"),
    ],
)
def test_a_model_that_never_says_anything_usable_ends_in_silence(
    reply: Any, problem: str, error: str, serve: Serve
) -> None:
    server = serve(lambda _body, _number: reply)
    outcome = one(server.url, tools="off", limits=Limits(unusable=3))
    assert (outcome.ending, outcome.error) == ("silence", error)
    assert [turn.problem for turn in outcome.turns] == [problem] * 3
    outcome.model_dump_json()
    assert outcome.result is not None
    assert (outcome.result["how"], outcome.result["wishes"]) == ("silence", [None, None])


def test_nonsense_in_arguments_reaches_the_environment_as_data(serve: Serve) -> None:
    server = serve(lambda _body, _number: said('{"action": "step", "x": NaN, "y": 1e999, "z": [-7, {"deep": null}]}'))
    outcome = one(server.url, tools="off", opening={"budget": 1})
    assert outcome.result is not None
    assert outcome.result["wishes"] == [{"action": "step", "x": "nan", "y": "inf", "z": [-7, {"deep": None}]}]
    json.dumps(outcome.model_dump(mode="json"), allow_nan=False)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("I would step.", "There is no action in your answer."),
        ('{"action": "fly"}', "There is no such action. There are: step, finish, decline."),
        ('{"action": "step", "tool": "finish"}', "several different actions"),
        ('{"action": "step", "x": 1, "y": 2, "point": [3, 4]}', "in two ways"),
        ("", "Your answer was empty."),
    ],
)
def test_a_subject_gets_feedback_and_a_correct_line(answer: str, words: str, serve: Serve) -> None:
    server = serve(lambda body, _number: good(body) if answered(body) else said(answer))
    talk = dialogue(example=lambda _wish: '{"action": "step"}')
    one(server.url, tools="off", dialogue=talk)
    reported = json.dumps(server.requests[1]["messages"][-1]["content"])
    assert words in reported
    assert "A right line, for example: {" in reported
    assert all(words not in json.dumps(body["messages"][-1]) for body in server.requests[2:])


def test_an_unknown_action_is_the_environments_to_refuse(serve: Serve) -> None:
    server = serve(lambda _body, _number: said('{"action": "fly"}'))
    outcome = one(server.url, tools="off", opening={"budget": 2})
    assert [turn.problem for turn in outcome.turns] == ["unknown_name"] * 2
    assert outcome.result is not None
    assert outcome.result["wishes"] == [{"action": "fly"}] * 2
    assert (outcome.ending, outcome.error) == ("done", "")


def test_a_menu_is_answered_by_number(serve: Serve) -> None:
    server = serve(lambda body, _number: said("2" if answered(body) else "I choose 1"))
    talk = dialogue(reads="number", tools=())
    outcome = one(server.url, dialogue=talk, opening={"budget": 2})
    assert outcome.result is not None
    assert outcome.result["wishes"] == [1, 2]


@pytest.mark.slow
def test_seconds_are_those_of_requests_that_succeeded(serve: Serve) -> None:
    def script(body: dict[str, Any], number: int) -> Any:
        return Refusal(429, headers={"retry-after": "1"}) if number == 0 else good(body)

    server = serve(script)
    begun = time.monotonic()
    outcome = one(server.url, limits=Limits(model_s=1.0))
    assert time.monotonic() - begun > 1
    assert (outcome.ending, outcome.error) == ("done", "")


@pytest.mark.slow
@pytest.mark.parametrize("connections", [1, 2])
def test_connections_are_limited_and_waiting_for_one_does_not_count(connections: int, serve: Serve) -> None:
    server = serve(good)
    server.latency_s = 0.2
    begun = time.monotonic()
    outcomes = list(run_model(plan(server.url, effort=Effort(workers=4, connections=connections)), items(4)))
    wall_s = time.monotonic() - begun
    assert server.most_at_once == connections
    # If waits were counted, four parallel episodes would have taken four times the wall time.
    assert sum(outcome.model_s for outcome in outcomes) < (connections + 0.5) * wall_s


def test_the_public_build_carries_a_whole_run(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    from mindsight.harness.models import provider
    from mindsight.harness.models.provider_public import PublicProvider

    def moved() -> None:
        raise ImportError

    monkeypatch.setattr(provider, "derived", moved)
    provider.provider.cache_clear()
    assert provider.provider() is PublicProvider
    server = serve(lambda body, number: Refusal(500) if number == 1 else good(body))
    outcomes = list(run_model(plan(server.url), items(3)))
    provider.provider.cache_clear()
    assert [(outcome.ending, outcome.error) for outcome in outcomes] == [("done", "")] * 3
    assert {turn.how for outcome in outcomes for turn in outcome.turns} == {"tool"}
    assert all(outcome.usage.total == 315 for outcome in outcomes)


@pytest.mark.slow
def test_a_slow_model_runs_out_of_time(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("", ("step", {})))
    server.latency_s = 1.0
    outcome = one(server.url, limits=Limits(model_s=1.8))
    assert (outcome.ending, outcome.error, len(outcome.turns)) == ("time", "", 2)
    assert outcome.result is not None
    # A late answer is not executed.
    assert (outcome.result["how"], len(outcome.result["wishes"])) == ("time", 1)


def test_tokens_have_a_limit(serve: Serve) -> None:
    server = serve(lambda _body, _number: said("", ("step", {})))
    outcome = one(server.url, limits=Limits(tokens=250))
    assert (outcome.ending, len(outcome.turns)) == ("tokens", 3)


def test_a_full_context_is_the_models_error(serve: Serve) -> None:
    words = "This model's maximum context length is 4096 tokens"
    server = serve(lambda body, _number: Refusal(400, words) if answered(body) else good(body))
    outcome = one(server.url)
    assert (outcome.ending, outcome.error, len(outcome.turns)) == ("error", "model_error", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply", [Refusal(429), Refusal(500), Refusal(503), None, b'{"id": ', Refusal(401), Refusal(404)]
)
def test_a_server_in_trouble_is_not_the_subjects_fault(reply: Any, serve: Serve) -> None:
    server = serve(lambda body, _number: reply if answered(body) else good(body))
    outcome = one(server.url, spec=spec(server.url, retries=1), tools="on")
    assert (outcome.ending, outcome.error, outcome.tested) == ("error", "infrastructure_error", False)
    assert outcome.result is None
    assert len(outcome.turns) == 1
    assert outcome.reason is not None
    assert say(outcome.reason, "zh") != say(outcome.reason, "en")


@pytest.mark.slow
def test_a_server_that_does_not_answer_is_left_after_its_time(serve: Serve) -> None:
    server = serve(lambda body, _number: good(body))
    server.latency_s = 3
    outcome = one(server.url, spec=spec(server.url, retries=1, timeout_s=1))
    assert (outcome.error, len(server.requests)) == ("infrastructure_error", 2)
    assert "in time" in str(outcome.reason)


@pytest.mark.timeout(60)
def test_a_server_that_dies_ends_the_run_and_not_in_a_hang(serve: Serve) -> None:
    server = serve(good)
    running = run_model(
        plan(server.url, effort=Effort(workers=2, give_up_after=3), spec=spec(server.url, retries=1)), items(20)
    )
    found = [next(running)]
    server.close()
    with pytest.raises(SubjectError, match=r"items in a row could not be tested .*--resume"):
        found.extend(running)
    failed = [outcome for outcome in found if not outcome.tested]
    assert 3 <= len(failed) <= 4
    assert len(found) < 20


@pytest.mark.slow
def test_one_failure_among_many_ends_nothing(serve: Serve) -> None:
    def script(body: dict[str, Any], _number: int) -> Any:
        return Refusal(401) if "Two" in json.dumps(body["messages"][1]) else good(body)

    server = serve(script)
    asked = items(6)
    asked = [item if number % 2 else item.__class__(item.id, "Two", item.opening) for number, item in enumerate(asked)]
    outcomes = list(run_model(plan(server.url, effort=Effort(workers=1, give_up_after=2)), asked))
    assert [outcome.tested for outcome in sorted(outcomes, key=lambda one: one.id)] == [False, True] * 3


def test_an_environment_that_breaks_is_not_the_subjects_fault_and_the_run_continues(serve: Serve) -> None:
    server = serve(good)
    asked = [*items(1, trouble="raise"), *(item.__class__("good", item.instruction, item.opening) for item in items(1))]
    outcomes = {outcome.id: outcome for outcome in run_model(plan(server.url, effort=ONE), asked)}
    assert outcomes["item-0"].error == "infrastructure_error"
    assert "a bug in the environment" in str(outcomes["item-0"].reason)
    assert outcomes["good"].result is not None


def test_a_worker_that_is_killed_in_the_middle_costs_nothing(serve: Serve, tmp_path: Path) -> None:
    server = serve(good)
    outcome = one(server.url, opening={"trouble": f"die-once:{tmp_path / 'died'}"})
    assert (outcome.ending, outcome.error, outcome.restarts) == ("done", "", 1)
    assert outcome.result is not None
    assert outcome.result["wishes"] == [{"action": "step"}] * 2 + [{"action": "finish"}]


@pytest.mark.slow
def test_workers_killed_from_outside_cost_nothing(serve: Serve) -> None:
    killed: list[int] = []

    def script(body: dict[str, Any], _number: int) -> Any:
        if answered(body) == 1 and len(killed) < 2:
            for process in psutil.Process().children(recursive=True):
                if "mindsight.harness.processes.worker" in " ".join(process.cmdline()):
                    killed.append(process.pid)
                    os.kill(process.pid, signal.SIGKILL)
        return good(body)

    server = serve(script)
    outcomes = list(run_model(plan(server.url, effort=ONE), items(3)))
    assert killed
    assert [(outcome.ending, outcome.error) for outcome in outcomes] == [("done", "")] * 3


RUN = """
import sys
from harness.talking import items, plan
from mindsight.harness.runs.run import run_model
done = set(sys.argv[2:])
for outcome in run_model(plan(sys.argv[1]), [item for item in items(8) if item.id not in done]):
    print(outcome.id, outcome.error, flush=True)
"""


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_with_what_is_missing(serve: Serve) -> None:
    server = serve(good)
    server.latency_s = 0.05
    command = [sys.executable, "-c", RUN, server.url]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    done = [first.stdout.readline().split()[0] for _ in range(3)]
    children = psutil.Process(first.pid).children(recursive=True)
    first.kill()
    first.wait()
    done += [line.split()[0] for line in first.stdout.read().splitlines()]
    first.stdout.close()
    _, alive = psutil.wait_procs(children, timeout=15)
    assert not alive
    second = subprocess.run([*command, *done], capture_output=True, text=True, check=True, timeout=120)
    assert second.stderr == ""
    rest = [line.split()[0] for line in second.stdout.splitlines()]
    assert sorted(done + rest) == [f"item-{number}" for number in range(8)]


@pytest.mark.slow
def test_closing_the_generator_ends_everything(serve: Serve) -> None:
    server = serve(lambda body, _number: time.sleep(0.05) or good(body))
    running = run_model(plan(server.url), items(50))
    next(running)
    running.close()
    asked = len(server.requests)
    left = [
        process for process in psutil.Process().children(recursive=True) if "harness" in " ".join(process.cmdline())
    ]
    assert not left
    time.sleep(0.3)
    assert len(server.requests) <= asked + 2
    assert [outcome.error for outcome in run_model(plan(server.url), items(1))] == [""]


@pytest.mark.slow
def test_closing_does_not_wait_for_a_call_that_hangs(serve: Serve) -> None:
    server = serve(good)
    asked = [*items(1), *(item.__class__("stuck", "x", {"trouble": "hang"}) for item in items(1))]
    running = run_model(plan(server.url, effort=Effort(workers=2, call_limit_s=50)), asked)
    next(running)
    time.sleep(0.5)
    begun = time.monotonic()
    running.close()
    assert time.monotonic() - begun < 25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (Budget(tokens=600), "budget of 600 tokens is spent"),
        (Budget(cost=0.0006, prices=Prices(input=1, output=1)), "--max-cost 0.0006 is reached: 0.00063 was spent"),
        (Budget(tokens=1000, used=Usage(input=600)), "budget of 1000 tokens is spent"),
    ],
)
def test_a_spent_budget_lets_nothing_more_begin(budget: Budget, words: str, serve: Serve) -> None:
    server = serve(good)
    found: list[Outcome] = []
    with pytest.raises(BudgetSpent, match=words):
        found.extend(run_model(plan(server.url, budget=budget, effort=ONE), items(10)))
    # An episode takes 315 tokens: the one that exhausts the budget is run to its end.
    assert [outcome.usage.total for outcome in found] == [315] * 2
    assert all(outcome.ending == "done" for outcome in found)
    assert len(server.requests) == 6


def test_a_budget_that_lasts_is_no_error(serve: Serve) -> None:
    server = serve(good)
    assert len(list(run_model(plan(server.url, budget=Budget(tokens=630), effort=ONE), items(2)))) == 2


def test_a_budget_that_was_spent_before_asks_nothing(serve: Serve) -> None:
    server = serve(good)
    with pytest.raises(BudgetSpent):
        list(run_model(plan(server.url, budget=Budget(tokens=1, used=Usage(input=1))), items(2)))
    assert server.requests == []


def test_the_log_is_kept_on_demand_and_holds_no_key(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import zipfile

    monkeypatch.setenv("OPENAI_API_KEY", "a-very-private-key")
    replies = [Refusal(500, "a-very-private-key is tired"), Refusal(400, "a-very-private-key is bad")]
    server = serve(lambda body, number: replies[number] if number < 2 else good(body))
    address = server.url.replace("http://", "http://someone:a-private-password@")
    outcomes = list(
        run_model(plan(server.url, spec=spec(address), logs=tmp_path / "logs", effort=ONE, tools="off"), items(2))
    )
    (log,) = (tmp_path / "logs").glob("*.eval")
    with zipfile.ZipFile(log) as archive:
        kept = b"".join(archive.read(name) for name in archive.namelist())
    assert b"item-0" in kept
    reported = kept + "".join(outcome.model_dump_json(exclude={"result"}) for outcome in outcomes).encode()
    assert b"is bad" in reported
    assert b"a-very-private-key" not in reported
    assert b"a-private-password" not in reported
    from inspect_ai._util.trace import inspect_trace_file

    traced = inspect_trace_file()
    assert not traced.exists() or b"a-private-password" not in traced.read_bytes()
    shown = capfd.readouterr()
    assert shown.out + shown.err == ""


def test_nothing_to_do_needs_no_model() -> None:
    assert list(run_model(plan("http://127.0.0.1:9"), [])) == []


def test_ids_must_differ() -> None:
    with pytest.raises(InputError, match="same id"):
        next(run_model(plan("http://127.0.0.1:9"), [*items(1), *items(1)]))


def test_an_environment_that_cannot_be_loaded_ends_the_run(serve: Serve) -> None:
    server = serve(good)
    with pytest.raises(SubjectError, match="cannot be made"):
        list(run_model(plan(server.url, environment="harness.toy:broken"), items(2)))


class TestFindingOut:
    def test_what_a_good_server_offers(self, serve: Serve) -> None:
        def script(body: dict[str, Any], _number: int) -> Any:
            reply = said("", ("tell", {"colour": "grey"})) if "tools" in body else said("grey")
            reply["usage"] = {"prompt_tokens": 20 + 400 * pictures(body), "completion_tokens": 1, "total_tokens": 421}
            return reply

        found = find_out(spec(serve(script).url))
        assert (found.tools, found.picture_tokens) == (True, 400)
        assert found.answer_s > 0

    @pytest.mark.parametrize("reply", [Refusal(400, "no tools"), said("grey")])
    def test_a_server_without_tools(self, reply: Any, serve: Serve) -> None:
        server = serve(lambda body, _number: reply if "tools" in body else said("grey"))
        assert find_out(spec(server.url)).tools is False
        assert find_out(spec(server.url), tools="off").tools is False

    def test_a_model_without_tools_that_writes_no_line_is_quoted(self, serve: Serve) -> None:
        said_so = "It is grey, I think. " * 40
        assert find_out(spec(serve(lambda _body, _number: said(said_so)).url)).unread == said_so[:200]
        line = '```json\n{"tool": "tell", "args": {"colour": "blue"}}\n```'
        for read in (line, '{"action": "decline", "reason": "no"}'):
            assert find_out(spec(serve(lambda _body, _number, read=read: said(read)).url)).unread == ""

    def test_a_model_with_tools_is_not_asked_for_a_line(self, serve: Serve) -> None:
        server = serve(
            lambda body, _number: said("", ("tell", {"colour": "grey"})) if "tools" in body else said("grey")
        )
        assert find_out(spec(server.url)).unread == ""
        assert len(server.requests) == 3

    def test_a_missing_key_is_one_sentence(self) -> None:
        with pytest.raises(SubjectError, match="OPENAI_API_KEY is not set") as caught:
            find_out(spec(""))
        assert caught.value.exit_code == 3

    def test_a_key_that_is_not_accepted(self, serve: Serve) -> None:
        server = serve(lambda _body, _number: Refusal(401, "bad key"))
        with pytest.raises(SubjectError, match=r"does not accept the key \(.*bad key"):
            find_out(spec(server.url))

    def test_a_model_that_is_not_there(self, serve: Serve) -> None:
        server = serve(lambda _body, _number: Refusal(404, "no model scripted"))
        with pytest.raises(SubjectError, match=r"answers 404 \(.*no model scripted"):
            find_out(spec(server.url))

    def test_a_server_that_is_not_there(self) -> None:
        with pytest.raises(SubjectError, match=r"http://127\.0\.0\.1:9/v1 cannot be reached"):
            find_out(spec("http://me:secret@127.0.0.1:9/v1"))

    def test_a_server_that_keeps_silent(self, serve: Serve) -> None:
        server = serve(lambda body, _number: good(body))
        server.latency_s = 5
        with pytest.raises(SubjectError, match="cannot be reached"):
            find_out(spec(server.url, timeout_s=1, retries=0))

    def test_a_provider_of_inspect_without_its_library(self) -> None:
        with pytest.raises(SubjectError, match="mistral"):
            find_out(spec("", name="mistral/large"))

    def test_a_name_with_a_slash_is_no_provider(self, serve: Serve) -> None:
        server = serve(lambda _body, _number: said("grey"))
        find_out(spec(server.url, name="Qwen/Qwen2-VL-7B"))
        find_out(spec(server.url, name="mindsight/google/gemma"))
        assert {body["model"] for body in server.requests} == {"Qwen/Qwen2-VL-7B", "google/gemma"}
