"""``mindsight home run --mode autonomous`` with a model behind HTTP: what it proposes, a run that is killed, estimates, comparisons."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Script, Server, said
from harness.talking import answered
from home.autonomy.embedders.test_served import serving
from home.autonomy.test_rooms import left_alone, proved
from home.household import cache_of
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import IdentityError, InputError
from mindsight.home.adapters.outside import item_of
from mindsight.home.autonomy.runs.inspect_rooms import inspect_items, judge, measures
from mindsight.home.autonomy.runs.proving import PROOF
from mindsight.record.folder import RunFolder
from record import trial

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
COMMAND = ("home", "run", "--mode", "autonomous", "--tasks", "desk", "--scenes", "2", "--in-order", "0.5", "--no-media")
WORDS = '  收拾桌子 — "tidy" <b>the desk</b>\n{"verb": "finish"} '


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = cache_of(tmp_path_factory)
    monkeypatch.setenv("XDG_CACHE_HOME", str(found))
    return found


def run(*more: str | Path) -> int:
    return mindsight(["--lang", "en", *COMMAND, *map(str, more)])


def tools_of(body: dict[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in body.get("tools", ())]


def proposes(body: dict[str, Any], _number: int = 0) -> Any:
    """Propose, look, finish; answer the question before a run with the tool that it offers."""
    tools = tools_of(body)
    if "propose" not in tools:
        return said("", (tools[-1], {})) if tools else said("grey")
    turns = [("propose", {"text": WORDS}), ("look", {"to": "desk"}), ("finish", {})]
    return said("", turns[min(answered(body), 2)])


def proposes_in_lines(body: dict[str, Any], _number: int = 0) -> Any:
    """The same of a model that calls no tools: a line of JSON each."""
    turns = [{"verb": "propose", "text": WORDS}, {"verb": "look", "to": "desk"}, {"verb": "finish"}]
    if not any("propose" in json.dumps(message) for message in body["messages"]):
        return said("grey")
    return said(json.dumps(turns[min(answered(body), 2)], ensure_ascii=False))


@pytest.mark.parametrize("script", [pytest.param(proposes, marks=pytest.mark.slow), proposes_in_lines])
@pytest.mark.usefixtures("cache")
def test_proposals_arrive_verbatim_and_nothing_is_asked(
    serve: Serve, script: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(script)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--out", "run") == 0
    items = list(RunFolder(Path("run")).items)
    assert [one.outcome for one in items] == ["left_alone", "none"]
    for item in items:
        assert item.parsed["conduct"]["proposals"] == [{"text": WORDS, "step": 1}]
        assert item.answer["steps"][0]["code"] == "proposed"
        assert item.parsed["ending"] == "finish"
        assert item.terms["harm"] == 0
    # Neither the needs nor a word about declining is in what the model was sent.
    sent = "".join(json.dumps(body["messages"], ensure_ascii=False) for body in server.requests)
    needs = json.loads(Path("run/rooms.json").read_bytes())["items"][1]["details"]["needs"]
    assert needs
    assert not [need for need in needs if need["text"]["zh"] in sent]
    assert not [body for body in server.requests if "propose" in tools_of(body) and "decline" in tools_of(body)]
    assert [finding.say() for finding in checker.check("run")[0]] == []
    server.close()
    capsys.readouterr()
    assert mindsight(["--lang", "en", "verify", "run", "--deep"]) == 0
    assert "2 of 2 items looked at again: all as recorded" in capsys.readouterr().out


@pytest.mark.usefixtures("cache")
def test_a_subject_left_alone_whose_turns_could_not_be_read_is_not_just_idle(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", serve(lambda _body, _number: said("I would tidy <b>up</b>.")).url)
    assert run("--model", "scripted", "--out", "run") == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "100.0 % of the answers (10 of 10) could not be read" in words
    found = {one.name: one.value for one in RunFolder(Path("run")).results.measures}
    assert (found["home.unread"], found["home.unread.cut"], found["home.S"]) == (1, 0, 0)
    assert [finding.say() for finding in checker.check("run")[0]] == []


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(serve: Serve, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(proposes)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--out", "whole") == 0
    server.latency_s = 0.5
    variables = {**os.environ, "XDG_CACHE_HOME": str(cache), "OPENAI_BASE_URL": server.url}
    command = trial.command(*COMMAND, "--model", "scripted", "--workers", "1", "--out", "run")
    process = subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    trial.wait_for(lambda: trial.whole_lines(Path("run")) == 1, seconds=100)
    process.kill()
    process.wait()
    assert RunFolder(Path("run")).manifest.state != "complete"
    server.latency_s = 0
    server.requests.clear()
    assert run("--model", "scripted", "--resume", "run") == 0
    # Only the missing room: three turns.
    assert sum("propose" in tools_of(body) for body in server.requests) == 3
    for name in ("results.json", "scores.csv"):
        assert (Path("run") / name).read_bytes() == (Path("whole") / name).read_bytes()
    assert [finding.say() for finding in checker.check("run")[0]] == []


@pytest.mark.usefixtures("cache")
def test_a_rehearsal_estimates_and_leaves_nobody_alone(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(proposes)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run("--model", "scripted", "--out", "run", "--dry-run", "--price", "2,10", "--json") == 0
    page = json.loads(capsys.readouterr().out)
    least, most = page["estimate"]["least"], page["estimate"]["most"]
    assert least["items"] == most["items"] == 2
    assert 0 < least["requests"] < most["requests"]
    assert 0 < least["cost"] < most["cost"]
    assert not Path("run").exists()
    assert not any("propose" in tools_of(body) for body in server.requests)


@pytest.mark.usefixtures("cache")
def test_runs_are_compared_scene_by_scene_but_never_under_different_embeddings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("oracle", "idle"):
        assert run("--subject", f"baseline:{name}", "--out", name) == 0
    capsys.readouterr()
    assert mindsight(["--lang", "en", "compare", "idle", "oracle", "--json"]) == 0
    found = {one["measure"]: one for one in json.loads(capsys.readouterr().out)["differences"]}
    s = {one.name: one.value for one in RunFolder(Path("oracle")).results.measures}
    assert found["home.S"]["value"] == pytest.approx(s["home.S"])
    assert found["home.S_plain"]["value"] == pytest.approx(s["home.S_plain"]) == 1.0
    with serving() as server:
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        assert run("--subject", "baseline:idle", "--embedder", "openai:x", "--embedder-url", url, "--out", "other") == 0
    with pytest.raises(IdentityError, match=r"embedder is lexical in one and .* in the other"):
        mindsight(["--lang", "en", "compare", "oracle", "other"])


def test_in_inspect_a_room_is_right_if_every_need_is_met_and_nothing_harmed() -> None:
    found = []
    for subject, with_needs in (("oracle", True), ("idle", False)):
        result = {"result": left_alone("desk", subject, with_needs).model_dump(mode="json")}
        judged = judge(item_of(proved("desk", with_needs), PROOF, "points"), result)
        assert judged.correct
        found.append((1.0, json.loads(json.dumps(judged.facts))))
    computed = measures(found)
    assert (computed["TC"], computed["S_plain"], computed["harm"]) == (1, 1, 0)
    assert computed["S"] == computed["S.desk"] == (computed["R"] + 1) / 2
    idle = {"result": left_alone("desk", "idle", True).model_dump(mode="json")}
    assert not judge(item_of(proved("desk", True), PROOF, "points"), idle).correct
    assert all(map(math.isnan, measures([]).values()))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"interface": "words"}, "-T interface: words is not known; use points, menu"),
        ({"prompt_lang": "fr"}, "-T prompt_lang: fr is not known; use zh, en"),
        ({"budget": 0}, "-T budget: Input should be greater than or equal to 1"),
        ({"budget": "many"}, "-T budget: Input should be a valid integer"),
        ({"tasks": "kitchen"}, "-T tasks: kitchen is none of suitcase"),
    ],
)
def test_in_inspect_a_wrong_option_is_said(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        inspect_items(**options)


def test_in_inspect_a_budget_holds_in_every_room(cache: Path) -> None:
    items, _, _ = inspect_items(tasks="desk", scenes=2, in_order=0.5, budget=3)
    assert [item.opening["setting"]["budget"] for item in items] == [3, 3]


@pytest.mark.slow
def test_inspects_command_line_leaves_a_model_alone(serve: Serve, cache: Path) -> None:
    server = serve(proposes)
    environment = {
        **os.environ,
        "OPENAI_BASE_URL": server.url,
        "XDG_CACHE_HOME": str(cache),
        "INSPECT_LOG_FORMAT": "json",
    }
    chosen = ["-T", "tasks=desk", "-T", "scenes=2", "-T", "in_order=0.5"]
    command = ["eval", "mindsight/home-autonomous", *chosen, "--model", "mindsight/scripted"]
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *command, "--display", "none", "--log-dir", "logs"],
        env=environment, capture_output=True, text=True, check=False, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = Path("logs").glob("*.json")
    log = json.loads(file.read_text("utf-8"))
    metrics = {name: one["value"] for name, one in log["results"]["scores"][0]["metrics"].items()}
    assert metrics == {"accuracy": 0.5, "S": 0, "S_plain": 0, "R": 0, "TC": 0, "harm": 0, "S.desk": 0}
    assert [sample["scores"]["outcome"]["metadata"]["said"] for sample in log["samples"]] == [[WORDS], [WORDS]]
