"""``mindsight home run --pool`` with a model behind a server: what it is sent, and what of it reaches the record."""

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.server import Refusal, Script, Server, said
from home.imported.sets import own_set, pool_of
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import SubjectError
from mindsight.record.folder import RunFolder

pytest.importorskip("inspect_ai")

Serve = Callable[[Script], Server]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    return pool_of(own_set(tmp_path / "set", 4), tmp_path / "pool", twins="set")[0].folder


def run(pool: Path, *more: str) -> int:
    return mindsight(["--lang", "en", "home", "run", "--pool", str(pool), "--model", "scripted", *more])


def answering(_body: dict[str, Any], _number: int) -> Any:
    return said('{"answer": "B", "cannot": null}')


def test_a_model_gets_pictures_choices_and_words_in_the_language_of_the_set(
    pool: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(answering)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run(pool, "--out", "run") == 0
    record = RunFolder.open(Path("run"))
    items = list(record.items)
    assert len(items) == 16
    found = {one.name: one.value for one in record.results.measures}
    assert found["home.accuracy.object.own_choice"] == 1 / 4
    assert found["home.declined"] == 0
    asked = [json.dumps(body, ensure_ascii=False) for body in server.requests]
    assert sum("Which colour is it?" in one for one in asked) >= 8
    assert any(re.search(r"A\. red\\nB\. green\\nC\. blue", one) for one in asked)
    sent = {
        base64.b64decode(found)
        for one in asked
        for found in re.findall(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)", one)
    }
    assert sent == {file.read_bytes() for file in (pool / "media").iterdir()}
    assert [finding.say() for finding in checker.check("run")[0]] == []
    assert mindsight(["--lang", "en", "verify", "run"]) == 0


def test_the_words_may_be_asked_for_in_the_other_language(
    pool: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(answering)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert run(pool, "--out", "run", "--prompt-lang", "zh", "--trials", "2") == 0
    asked = [json.dumps(body, ensure_ascii=False) for body in server.requests]
    assert any(re.search(r"这是什么颜色？\\nA\. 红\\nB\. 绿\\nC\. 蓝", one) for one in asked)


def test_a_dead_server_ends_the_run_and_it_goes_on_with_the_pool(
    pool: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = [False]

    def dying(body: dict[str, Any], number: int) -> Any:
        dead[0] = dead[0] or number >= 6
        return Refusal(401, "gone") if dead[0] else answering(body, number)

    server = serve(dying)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    with pytest.raises(SubjectError):
        run(pool, "--out", "run", "--max-connections", "1")
    done = [item.id for item in RunFolder.open(Path("run")).items if item.status == "scored"]
    assert 0 < len(done) < 16
    server.script = answering
    assert run(pool, "--resume", "run") == 0
    items = [item.id for item in RunFolder.open(Path("run")).items]
    assert len(items) == len(set(items)) == 16
    assert [finding.say() for finding in checker.check("run")[0]] == []


def test_a_rehearsal_states_the_effort(pool: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(pool, "--dry-run", "--price", "1000,2000") == 0
    said_ = capsys.readouterr().out
    assert "2 classes, 16 questions with 4 pictures" in said_
    assert "requests: 16" in said_
