"""``mindsight home run`` with a model: limits, estimates, and what of them reaches the record."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, Script, Server, said
from home.household import COMMAND, TRIALS, cache_of, prepared
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, MindsightError, RecordError, SubjectError
from mindsight.harness.models.prices import TABLE, known_prices
from mindsight.harness.runs.accounts import BudgetSpent
from mindsight.harness.runs.settings import Effort
from mindsight.record.folder import RunFolder
from record import trial

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
Ask = Callable[..., int]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = cache_of(tmp_path_factory)
    prepared(found, tmp_path_factory.mktemp("tasks"))
    return found


@pytest.fixture
def ask(cache: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Return a function that runs the command with more options on a server that declines everything, or on ``server``."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))

    def command(*more: str | Path, server: Server | None = None) -> int:
        command.server = server or getattr(command, "server", None) or serve(declines)  # type: ignore[attr-defined]
        monkeypatch.setenv("OPENAI_BASE_URL", command.server.url)  # type: ignore[attr-defined]
        return mindsight(["--lang", "en", *COMMAND, "--model", "scripted", "--no-probe", "--no-media", *map(str, more)])

    return command


def declines(body: dict[str, Any], _number: int = 0) -> Any:
    """Decline at once; answer any other question, such as the one before a run, in words."""
    tools = [tool["function"]["name"] for tool in body.get("tools", ())]
    return said("", (tools[-1], {})) if tools else said("grey")


def requests_for_tasks(server: Server) -> int:
    """Return the number of requests that belong to tasks."""
    return sum("decline" in json.dumps(body.get("tools", ())) for body in server.requests)


# Temperature


@pytest.mark.slow
def test_the_temperature_reaches_model_plan_and_identity(ask: Ask, serve: Serve, capsys: Any) -> None:
    server = serve(declines)
    assert ask("--temperature", "0.5", "--out", "run", server=server) == 0
    assert {body["temperature"] for body in server.requests} == {0.5}
    manifest = RunFolder(Path("run")).manifest
    assert manifest.plan["temperature"] == 0.5
    assert manifest.identity["subject.temperature"] == 0.5
    assert manifest.subject.details["temperature"] == 0.5
    assert [finding.say() for finding in checker.check("run")[0]] == []
    with pytest.raises(RecordError, match="was started with another identity"):
        ask("--resume", "run")


# Connections


@pytest.mark.slow
def test_connections_are_limited_and_leave_no_trace(ask: Ask, serve: Serve) -> None:
    narrow, wide = serve(declines), serve(declines)
    for server in (narrow, wide):
        server.latency_s = 0.3
    assert ask("--workers", "2", "--max-connections", "1", "--out", "narrow", server=narrow) == 0
    wide.url, url = narrow.url, wide.url
    del url
    assert narrow.most_at_once == 1
    narrow.most_at_once = 0
    assert ask("--workers", "2", "--out", "wide", server=narrow) == 0
    assert narrow.most_at_once == 2
    one, other = (trial.without_times((Path(run) / "manifest.json").read_bytes()) for run in ("narrow", "wide"))
    assert {**one, "items": None} == {**other, "items": None}


# Money: every task is one request of 100 tokens in and 5 out.

PRICE = ("--price", "10000,0")
"""One unit of money for each task."""


@pytest.mark.slow
def test_a_run_stops_at_its_cost_and_goes_on_with_more(
    ask: Ask, serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(declines)
    assert ask("--out", "undisturbed", server=server) == 0
    server.requests.clear()
    with pytest.raises(BudgetSpent, match=r"--max-cost 2 is reached: 2 was spent\. .*continue with --resume") as caught:
        ask(*PRICE, "--max-cost", "2", "--out", "run")
    assert caught.value.exit_code == 1
    assert requests_for_tasks(server) == 2
    run = RunFolder(Path("run"))
    assert (run.manifest.state, len(list(run.items))) == ("interrupted", 2)
    # Earlier spending counts: with the same limit nothing is asked.
    with pytest.raises(BudgetSpent):
        ask(*PRICE, "--max-cost", "2", "--resume", "run")
    assert requests_for_tasks(server) == 2
    assert ask(*PRICE, "--max-cost", "3.5", "--resume", "run") == 0
    assert requests_for_tasks(server) == TRIALS
    ids = [item.id for item in run.items]
    assert len(set(ids)) == len(ids) == TRIALS
    for name in ("results.json", "scores.csv"):
        assert (run.path / name).read_bytes() == (Path("undisturbed") / name).read_bytes()
    assert [finding.say() for finding in checker.check("run")[0]] == []
    assert "price" not in (run.path / "manifest.json").read_text("utf-8")
    assert "max_cost" not in (run.path / "manifest.json").read_text("utf-8")


@pytest.mark.slow
def test_begun_tasks_are_finished(ask: Ask, serve: Serve) -> None:
    """Two tasks of three requests each, side by side; the money is spent with the first of them."""

    def script(body: dict[str, Any], number: int) -> Any:
        answers = sum(message["role"] == "assistant" for message in body["messages"])
        return declines(body) if answers == 2 or not body.get("tools") else said("", ("wait", {}))

    server = serve(script)
    server.latency_s = 0.1
    with pytest.raises(BudgetSpent, match="was spent"):
        ask(*PRICE, "--max-cost", "1", "--workers", "2", "--out", "run", server=server)
    items = list(RunFolder(Path("run")).items)
    assert [len(item.answer["turns"]) for item in items] == [3, 3]
    assert {item.status for item in items} == {"scored"}


@pytest.mark.slow
def test_a_run_that_ends_with_its_money_is_complete(ask: Ask) -> None:
    assert ask(*PRICE, "--max-cost", str(TRIALS), "--out", "run") == 0


def test_without_a_price_nothing_is_asked(ask: Ask, serve: Serve) -> None:
    server = serve(declines)
    with pytest.raises(InputError, match="--max-cost: what scripted costs is not known; give --price IN,OUT"):
        ask("--max-cost", "1", "--out", "run", server=server)
    assert server.requests == []
    assert not Path("run").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--price", "3"), "--price: write two numbers"),
        (("--price", "3,x"), "--price: write two numbers"),
        (("--price", "3,-1"), "--price: write two numbers"),
        (("--price", "nan,1"), "--price: write two numbers"),
        (("--price", "1,2,3"), "--price: write two numbers"),
        (("--price", "1,2", "--max-cost", "0"), "--max-cost: with 0 no model can be asked"),
        (("--price", "1,2", "--max-cost", "nan"), "--max-cost: the value is not usable"),
        (("--price", "1,2", "--max-cost", "inf"), "--max-cost: inf is not a number"),
        (("--price", "1,2", "--max-cost", "-1"), "--max-cost: the value is not usable"),
        (("--temperature", "nan"), "--temperature: the value is not usable"),
        (("--temperature", "3"), "--temperature: the value is not usable"),
        (("--max-connections", "0"), "--max-connections: the value is not usable"),
    ],
)
def test_invalid_options_give_one_sentence(arguments: tuple[str, ...], sentence: str, ask: Ask, serve: Serve) -> None:
    server = serve(declines)
    with pytest.raises(MindsightError) as caught:
        ask(*arguments, "--out", "run", server=server)
    assert sentence in str(caught.value)
    assert server.requests == []


@pytest.mark.slow
@pytest.mark.parametrize("subject", ["baseline:oracle", "python:harness.users:Stepper", "http:127.0.0.1:9"])
@pytest.mark.parametrize(
    "option", [("--temperature", "0.5"), ("--max-connections", "2"), ("--max-cost", "1"), ("--price", "1,2")]
)
def test_other_subjects_have_no_such_options(subject: str, option: tuple[str, str]) -> None:
    with pytest.raises(InputError, match=f"{option[0]}: is for models, and {subject} is none"):
        mindsight(["--lang", "en", *COMMAND, "--subject", subject, *option])


class TestPricesOfInspect:
    def test_a_file_of_prices_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        entry = {"input": 2.5, "output": 10, "input_cache_write": 3, "input_cache_read": 1}
        Path("prices.json").write_text(json.dumps({"scripted": entry}))
        Path("prices.yaml").write_text("scripted: {input: 2.5, output: 10, input_cache_write: 3, input_cache_read: 1}")
        for file in ("prices.json", "prices.yaml"):
            monkeypatch.setenv(TABLE, file)
            found = known_prices("scripted")
            assert found is not None
            assert (found.input, found.output) == (2.5, 10)
            assert known_prices("another") is None

    def test_a_model_registered_with_inspect_has_its_price(self) -> None:
        from inspect_ai.model import ModelCost, ModelInfo, set_model_info

        cost = ModelCost(input=1, output=2, input_cache_write=1, input_cache_read=1)
        set_model_info("some/model", ModelInfo(cost=cost))
        found = known_prices("some/model")
        assert found is not None
        assert found.of(1_000_000, 1_000_000) == 3

    @pytest.mark.parametrize("content", ["", "[1, 2]", "a: 1", "a: {input: 1}", "a: {input: x, output: 1}", "{"])
    def test_a_file_without_prices_is_one_sentence(self, content: str, monkeypatch: pytest.MonkeyPatch) -> None:
        Path("prices").write_text(content)
        monkeypatch.setenv(TABLE, "prices")
        with pytest.raises(InputError, match=f"{TABLE}: prices holds no prices of models"):
            known_prices("a")

    @pytest.mark.slow
    def test_a_run_counts_by_them(self, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
        Path("prices").write_text("scripted: {input: 10000, output: 0}")
        monkeypatch.setenv(TABLE, "prices")
        with pytest.raises(BudgetSpent):
            ask("--max-cost", "1", "--out", "run")


# A server that goes away


@pytest.mark.slow
def test_a_server_that_goes_away_costs_no_task(ask: Ask, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks not asked at the end of a stopped run are not recorded, and run when the server is back."""
    server = serve(declines)
    assert ask("--out", "undisturbed", server=server) == 0
    # Three requests before the run, one task, then nothing more.
    server.requests.clear()
    server.script = lambda body, number: declines(body) if number < 4 else Refusal(401, "gone")
    monkeypatch.setattr("mindsight.home.adapters.outside.Effort", lambda **given: Effort(**given, give_up_after=2))
    with pytest.raises(SubjectError, match=r"2 items in a row could not be tested .*--resume"):
        ask("--out", "run")
    (item,) = RunFolder(Path("run")).items
    assert item.status == "scored"
    server.script = declines
    assert ask("--resume", "run") == 0
    assert (Path("run") / "results.json").read_bytes() == (Path("undisturbed") / "results.json").read_bytes()
    assert [finding.say() for finding in checker.check("run")[0]] == []


@pytest.mark.slow
def test_a_server_failure_costs_the_task(ask: Ask, serve: Serve) -> None:
    """The server works before and after: the task could not be tested, and the record says so."""
    server = serve(lambda body, number: declines(body) if number != 4 else Refusal(401, "stumbled"))
    assert ask("--out", "run", server=server) == 1
    found = {item.id: item.status for item in RunFolder(Path("run")).items}
    assert found == {f"buttons-{n:04d}": "failed" if n == 2 else "scored" for n in range(1, TRIALS + 1)}
    asked = len(server.requests)
    assert ask("--resume", "run") == 1
    assert len(server.requests) == asked


# Rehearsals


def estimated(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.slow
def test_a_rehearsal_asks_once_and_says_what_a_run_would_take(
    ask: Ask, serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(declines)
    assert ask("--out", "run", "--dry-run", "--price", "2,10", server=server) == 0
    assert (len(server.requests), requests_for_tasks(server)) == (3, 0)
    said_then = capsys.readouterr().out
    for words in (
        "the model's answer to a trivial question",
        "turns: ",
        "tokens: ",
        "cost: ",
        "time: ",
        "Nothing was run",
    ):
        assert words in said_then
    assert not Path("run").exists()
    assert ask("--out", "run", "--dry-run", "--price", "2,10", "--json") == 0
    page = estimated(capsys)
    least, most = page["estimate"]["least"], page["estimate"]["most"]
    assert least["items"] == most["items"] == TRIALS
    assert 0 < least["requests"] < most["requests"]
    assert most["requests"] == 2 * least["requests"] + 10 * TRIALS
    assert 0 < least["cost"] < most["cost"]
    assert most["cost"] == pytest.approx((2 * most["input_tokens"] + 10 * most["output_tokens"]) / 1e6)
    assert page["manifest"]["identity"]["subject.tools"] is True


def test_without_prices_the_cost_is_not_known(ask: Ask, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("--out", "run", "--dry-run") == 0
    assert "cost: not known; --price IN,OUT" in capsys.readouterr().out


def test_a_rehearsal_of_a_server_that_is_not_there_says_so(ask: Ask, serve: Serve) -> None:
    server = serve(lambda _body, _number: Refusal(404, "no such model"))
    with pytest.raises(SubjectError, match="answers 404"):
        ask("--out", "run", "--dry-run", server=server)


@pytest.mark.slow
def test_the_rehearsal_of_a_continued_run_sends_no_request(
    ask: Ask, serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(declines)
    with pytest.raises(BudgetSpent):
        ask(*PRICE, "--max-cost", "2", "--out", "run", server=server)
    asked = len(server.requests)
    server.close()
    before = trial.contents(Path("run"))
    assert ask("--resume", "run", "--dry-run") == 0
    told = capsys.readouterr().out
    assert f"2 of {TRIALS} tasks are finished" in told
    assert "estimated from the 2 finished tasks" in told
    assert "the finished tasks took 200 tokens in, 10 out" in told
    assert ask("--resume", "run", "--dry-run", "--json", *PRICE) == 0
    page = estimated(capsys)
    most = page["estimate"]["most"]
    assert most["items"] == TRIALS - 2
    # 100 tokens in and 5 out were taken for one turn; the first turn of an episode has one picture.
    assert most["output_tokens"] == 5 * most["requests"]
    assert most["cost"] == pytest.approx(most["input_tokens"] / 100)
    assert len(server.requests) == asked
    assert trial.contents(Path("run")) == before


@pytest.mark.slow
def test_a_continued_run_without_a_finished_task_is_estimated_by_what_is_usual(
    ask: Ask, serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(lambda body, number: declines(body) if number < 3 else Refusal(401, "no more"))
    with pytest.raises(SubjectError, match=f"{TRIALS} items in a row could not be tested"):
        ask("--out", "run", server=server)
    assert list(RunFolder(Path("run")).items) == []
    capsys.readouterr()
    assert ask("--resume", "run", "--dry-run") == 0
    assert "estimated from what is usual" in capsys.readouterr().out


def test_a_rehearsal_of_a_built_in_subject_counts_steps(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    assert mindsight(["--lang", "en", *COMMAND, "--subject", "baseline:oracle", "--out", "run", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "at most " in told
    assert "tokens" not in told
