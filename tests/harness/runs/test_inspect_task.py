"""``inspect eval mindsight/home``: the same items, run by the same agent, as an Inspect task."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, Script, Server, said
from harness.talking import answered
from home.household import cache_of, prepared
from mindsight.errors import InputError

inspect_ai = pytest.importorskip("inspect_ai")
pytest.importorskip("mujoco")

Serve = Callable[[Script], Server]


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    from mindsight.harness.runs import suites

    monkeypatch.setitem(suites.SUITES, "toy", "harness.toy_suite")


def evaluated(
    url: str, monkeypatch: pytest.MonkeyPatch, *, limits: dict[str, Any] | None = None, **options: Any
) -> Any:
    from mindsight.harness.runs.inspect_task import suite_task

    monkeypatch.setenv("OPENAI_BASE_URL", url)
    model = inspect_ai.model.get_model("mindsight/scripted", memoize=False, first_wait_s=0.01)
    task = suite_task("toy", options)
    (log,) = inspect_ai.eval(task, model=model, display="none", log_dir="logs", max_retries=1, **(limits or {}))
    return log


def counts_down(body: dict[str, Any], _number: int = 0) -> Any:
    return said("", ("step" if answered(body) < 2 else "finish", {}))


def test_what_became_of_a_sample_is_its_score(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    log = evaluated(serve(counts_down).url, monkeypatch)
    assert log.status == "success"
    (scores,) = log.results.scores
    assert {name: one.value for name, one in scores.metrics.items()} == {"accuracy": 1, "right": 2, "starts": 4}
    for sample in log.samples:
        assert sample.scores["outcome"].value == 1
        assert sample.scores["outcome"].metadata == {"correct": True, "start": 2, "outcome": "finish"}
        assert sample.metadata["outcome"]["ending"] == "done"
        assert sum(message.role == "assistant" for message in sample.messages) == 3
    assert log.eval.metadata["limits"]["pictures"] == 3
    assert (log.eval.model_generate_config.temperature or log.plan.config.temperature) == 0


def test_what_could_not_be_tested_is_an_error_and_no_score(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    log = evaluated(serve(counts_down).url, monkeypatch, trouble="raise")
    assert log.status == "success"
    broken, played = sorted(log.samples, key=lambda sample: str(sample.id))
    assert "a bug in the environment" in broken.error.message
    assert not broken.scores
    assert played.scores["outcome"].value == 1
    assert log.results.scores[0].metrics["accuracy"].value == 1


def test_a_server_that_fails_ends_in_errors(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    log = evaluated(serve(lambda _body, _number: Refusal(500, "no")).url, monkeypatch)
    assert all("500" in sample.error.message for sample in log.samples)


def test_a_limit_of_inspects_own_leaves_a_sample_unscored(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    log = evaluated(serve(counts_down).url, monkeypatch, limits={"token_limit": 150}, count=1)
    (sample,) = log.samples
    assert sample.limit.type == "token"
    assert sample.error is None
    assert math.isnan(sample.scores["outcome"].value)


def test_an_option_that_does_not_exist_is_named() -> None:
    from mindsight.harness.runs.inspect_task import suite_task

    with pytest.raises(InputError, match="-T trails: there is no such option; there are tasks, trials"):
        suite_task("home", {"trails": 4})
    with pytest.raises(InputError, match="-T interface: pixels is not known; use points, menu"):
        suite_task("home", {"interface": "pixels"})
    with pytest.raises(InputError, match="-T tasks: nothing is none of suitcase"):
        suite_task("home", {"tasks": "nothing"})


def test_t_is_undefined_where_a_class_lacks_a_kind_of_task() -> None:
    from mindsight.home.adapters.inspect_task import measures

    def row(right: float, task: str, *, valid: bool) -> tuple[float, dict[str, Any]]:
        return right, {"task": task, "valid": valid}

    whole = [row(1, "a", valid=True), row(1, "a", valid=False), row(0, "b", valid=True), row(1, "b", valid=False)]
    found = measures(whole)
    assert found == {"T": 0.5, "T_valid": 0.0, "T_gain": 0.0, "f.a": 1.0, "f.b": 0.5}
    assert math.isnan(measures(whole[:3])["T"])
    assert math.isnan(measures([])["T"])


@pytest.mark.slow
def test_the_command_line_runs_household_tasks(
    serve: Serve, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A subject that declines everything gets the share of irrelevant tasks, as in our own runs."""
    cache = cache_of(tmp_path_factory)
    prepared(cache, tmp_path / "data")
    server = serve(lambda _body, _number: said("", ("decline", {"text": "no"})))
    environment = {
        **os.environ,
        "OPENAI_BASE_URL": server.url,
        "XDG_CACHE_HOME": str(cache),
        "INSPECT_LOG_FORMAT": "json",
    }
    command = ["eval", "mindsight/home", "-T", "tasks=buttons", "-T", "trials=4", "--model", "mindsight/scripted"]
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *command, "--display", "none", "--log-dir", "logs"],
        env=environment, capture_output=True, text=True, check=False, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = Path("logs").glob("*.json")
    log = json.loads(file.read_text("utf-8"))
    assert (log["status"], log["eval"]["task_registry_name"]) == ("success", "mindsight/home")
    metrics = {name: one["value"] for name, one in log["results"]["scores"][0]["metrics"].items()}
    assert metrics == {"accuracy": 0.5, "T": 0.5, "T_valid": 0, "T_gain": 0, "f.buttons": 0.5}
    outcomes = {(one["scores"]["outcome"]["answer"], one["scores"]["outcome"]["value"]) for one in log["samples"]}
    assert outcomes == {("TN", 1), ("FN", 0)}
    assert {one["metadata"]["judged"]["task"] for one in log["samples"]} == {"buttons"}
    assert len(server.requests) == 4


def test_inspects_mock_model_runs_without_the_internet(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Inspect would fetch a table to count the tokens of its mock; its answers contain no action, which is a result."""
    cache = cache_of(tmp_path_factory)
    prepared(cache, tmp_path / "data")
    dead = "http://127.0.0.1:9"
    environment = {
        **os.environ, "XDG_CACHE_HOME": str(cache), "INSPECT_LOG_FORMAT": "json",
        "HTTPS_PROXY": dead, "HTTP_PROXY": dead, "NO_PROXY": "", "TIKTOKEN_CACHE_DIR": str(tmp_path / "no-table"),
    }  # fmt: skip
    command = [
        "eval",
        "mindsight/home",
        "-T",
        "tasks=buttons",
        "-T",
        "trials=4",
        "--limit",
        "1",
        "--model",
        "mockllm/model",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "inspect_ai", *command, "--display", "none", "--log-dir", "logs"],
        env=environment, capture_output=True, text=True, check=False, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = Path("logs").glob("*.json")
    log = json.loads(file.read_text("utf-8"))
    assert log["status"] == "success"
    (sample,) = log["samples"]
    assert sample.get("error") is None
    assert sample["scores"]["outcome"]["value"] == 0
