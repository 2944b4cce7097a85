"""``mindsight import``: episodes that ``inspect eval`` ran, of tasks and of rooms, become records that both checkers accept."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from harness.home.test_logs import changed, samples
from harness.server import Server, said
from harness.talking import answered
from home.household import cache_of
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError
from mindsight.record.folder import RunFolder

pytest.importorskip("inspect_ai")
pytest.importorskip("mujoco")

TASKS = ("mindsight/home", "-T", "tasks=buttons", "-T", "trials=4", "-T", "seed=3", "-T", "prompt_lang=en")
ROOMS = ("mindsight/home-autonomous", "-T", "tasks=blocks", "-T", "scenes=2", "-T", "seed=3", "-T", "prompt_lang=en")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cache_of(tmp_path_factory)


@pytest.fixture(autouse=True)
def _drawn_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def tries_and_ends(body: dict[str, Any], _number: int = 0) -> Any:
    """Ask for a pick in plain words, wait, say what cannot be read, and finish: three kinds of turns and an end."""
    turns = ('{"action": "pick", "point": [500, 600]}', '{"action": "wait"}', "I see a table.", '{"action": "finish"}')
    return said(turns[min(answered(body), len(turns) - 1)])


def evaluated(what: tuple[str, ...], folder: Path, cache: Path) -> Path:
    with closing(Server(tries_and_ends)) as server:
        environment = {
            **os.environ, "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "none", "XDG_CACHE_HOME": str(cache),
            "INSPECT_LOG_FORMAT": "eval",
        }  # fmt: skip
        command = ["eval", *what, "--model", "mindsight/scripted", "--display", "none", "--log-dir", str(folder)]
        done = subprocess.run(
            [sys.executable, "-m", "inspect_ai", *command], env=environment, capture_output=True, text=True, check=False, timeout=500,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = folder.glob("*.eval")
    return file


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    return evaluated(TASKS, tmp_path_factory.mktemp("tasks"), cache)


def imported(log: Path, *more: str) -> int:
    return mindsight(["--lang", "en", "import", str(log), "--out", "run", *more])


def as_logged(log: Path) -> RunFolder:
    """Import a log and check that every item ended as the log says, and that both checkers accept the record."""
    assert imported(log) == 0
    run, logged = RunFolder.open(Path("run")), samples(log)
    assert {item.id for item in run.items} == set(logged)
    for item in run.items:
        page: Any = logged[item.id]
        assert item.outcome == page["scores"]["outcome"]["answer"]
        assert [turn["answer"] for turn in item.answer["turns"]] == [
            turn["answer"] for turn in page["metadata"]["outcome"]["turns"]
        ]
        assert not any("judged" in note.message for note in item.notes)
    assert [finding.say() for finding in checker.check("run")[0]] == []
    assert mindsight(["--lang", "en", "verify", "run"]) == 0
    assert run.manifest.subject.details["log"]
    assert any(one.id == "departure-log" for one in run.manifest.departures)
    return run


def test_a_log_of_tasks_becomes_a_record(log: Path) -> None:
    run = as_logged(log)
    found = {one.name: one.value for one in run.results.measures}
    right = sum(item.outcome in {"TP", "TN"} for item in run.items)
    assert found["home.f.buttons"] == pytest.approx(right / 4)
    assert all(item.media for item in run.items)


@pytest.mark.slow
def test_a_log_of_rooms_becomes_a_record(tmp_path: Path, cache: Path) -> None:
    run = as_logged(evaluated(ROOMS, tmp_path / "rooms", cache))
    assert run.manifest.kind == "autonomy"
    assert "home.S" in {one.name for one in run.results.measures}


def test_a_task_without_an_episode_is_marked(log: Path, tmp_path: Path) -> None:
    first = min(samples(log))
    assert imported(changed(log, tmp_path / "less.eval", lambda _, page: None if page["id"] == first else page)) == 1
    (failed,) = [item for item in RunFolder.open(Path("run")).items if item.status == "failed"]
    assert (failed.id, "has no episode" in str(failed.error)) == (first, True)


def other_outcome(page: dict[str, Any]) -> None:
    page["scores"]["outcome"]["answer"] = "TP" if page["scores"]["outcome"]["answer"] != "TP" else "FN"


def test_a_log_that_praises_itself_is_found(log: Path, tmp_path: Path) -> None:
    def praised(_: str, page: dict[str, Any]) -> object:
        other_outcome(page)
        return page

    honest = {id_: page["scores"]["outcome"]["answer"] for id_, page in samples(log).items()}  # type: ignore[index]
    assert imported(changed(log, tmp_path / "praised.eval", praised), "--no-media") == 0
    for item in RunFolder.open(Path("run")).items:
        assert item.outcome == honest[item.id]
        assert any(note.message.startswith("the log judged") for note in item.notes)


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no turns": (lambda page: page["metadata"]["outcome"].pop("turns"), "keeps no turns"),
    "other words": (lambda page: page.update(input="Do something else."), "other words"),
    "another task": (lambda page: page.update(id=f"{page['id']}x"), "other words"),
    "a damaged turn": (lambda page: page["metadata"]["outcome"].update(turns=[{"answer": 3}]), "is damaged"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_log_that_does_not_fit_is_refused(name: str, log: Path, tmp_path: Path) -> None:
    change, words = CHANGES[name]

    def other(_: str, page: dict[str, Any]) -> object:
        change(page)
        return page

    with pytest.raises(InputError, match=words):
        imported(changed(log, tmp_path / "other.eval", other))


def test_options_that_do_not_exist_are_refused(log: Path, tmp_path: Path) -> None:
    file = tmp_path / "other.eval"
    with zipfile.ZipFile(log) as old, zipfile.ZipFile(file, "w") as new:
        for one in old.infolist():
            data = old.read(one)
            if one.filename in {"header.json", "_journal/start.json"}:
                data = json.dumps(json.loads(data.replace(b'"trials"', b'"trails"'))).encode()
            new.writestr(one.filename, data)
    with pytest.raises(InputError, match="-T trails: there is no such option"):
        imported(file)
