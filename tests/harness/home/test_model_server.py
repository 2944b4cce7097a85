"""A model that a cluster serves: one limit of connections, one budget and one patience, however many workers draw."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs_pages import commands, page_named
from harness.server import Refusal, Script, Server, said
from home.household import cache_of
from mindsight.cli import run as mindsight
from mindsight.harness.runs.accounts import BudgetSpent
from mindsight.record.folder import RunFolder

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]
RAY = pytest.param("ray", marks=pytest.mark.slow)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cache_of(tmp_path_factory)


@pytest.fixture
def shown(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """The command of the page for a served model, with fewer questions and a server of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    (line,) = [one for one in commands(page_named("parallel.md")) if "--model" in one]
    assert line in commands(page_named("parallel.zh.md"))
    words = shlex.split(line)[1:]

    def with_(server: Server, **changed: str) -> list[str]:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        for option, value in {"trials": "12", **changed}.items():
            words[words.index(f"--{option.replace('_', '-')}") + 1] = value
        return ["--lang", "en", *words, "--prompt-lang", "en", "--workers", "3"]

    return with_


def answer(_body: dict[str, Any], _number: int) -> Any:
    return said('{"answer": "A", "cannot": null}')


def requests_of(server: Server) -> int:
    """Questions that were asked; two requests with a picture come before: does the model see any, and how does it point?"""
    return sum("image_url" in json.dumps(one) for one in server.requests) - 2


@pytest.mark.parametrize("engine", ["local", RAY])
def test_no_more_connections_than_one_process_may_have(
    engine: str, shown: Callable[..., list[str]], serve: Serve
) -> None:
    server = serve(answer)
    server.latency_s = 1.0  # longer than it takes to draw the next question
    assert mindsight(shown(server, engine=engine, max_connections="2")) == 0
    assert server.most_at_once == 2
    assert requests_of(server) == 12


@pytest.mark.parametrize("engine", ["local", RAY])
def test_no_more_is_spent_than_one_budget_and_what_was_under_way(
    engine: str, shown: Callable[..., list[str]], serve: Serve
) -> None:
    server = serve(answer)
    server.latency_s = 0.1
    # A question costs 100 × 0.5 + 5 × 1 millionths: five of them reach the limit.
    with pytest.raises(BudgetSpent, match="--max-cost"):
        mindsight(shown(server, engine=engine, max_connections="2", max_cost="0.000270"))
    assert 5 <= requests_of(server) <= 7
    assert len(list(RunFolder(Path("seen")).items)) == requests_of(server)


def test_a_server_that_wants_fewer_requests_is_asked_again_and_nothing_is_lost(
    shown: Callable[..., list[str]], serve: Serve
) -> None:
    def busy(body: dict[str, Any], number: int) -> Any:
        return Refusal(429, "slower", {"Retry-After": "0"}) if number % 3 == 2 else answer(body, number)

    server = serve(busy)
    assert mindsight(shown(server, engine="local")) == 0
    assert {item.status for item in RunFolder(Path("seen")).items} == {"scored"}
    assert requests_of(server) > 12
