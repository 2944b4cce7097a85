"""``mindsight import``: what ``inspect eval`` logged of our questions becomes a record that both checkers accept."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from harness.server import Server, said
from home.household import cache_of
from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, RecordError
from mindsight.record.folder import RunFolder

pytest.importorskip("inspect_ai")

CHOSEN = ("-T", "tasks=object.colour", "-T", "trials=8", "-T", "seed=3", "-T", "prompt_lang=en")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cache_of(tmp_path_factory)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """A log of a model that says of every other question that it cannot be answered, and answers the rest with A."""
    folder = tmp_path_factory.mktemp("logs")

    turns = count()
    server = Server(lambda *_: said('{"answer": "A"}' if next(turns) % 2 else '{"cannot": "no"}'))
    with closing(server):
        environment = {
            **os.environ, "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "none", "XDG_CACHE_HOME": str(cache),
            "INSPECT_LOG_FORMAT": "eval",
        }  # fmt: skip
        command = ["eval", "mindsight/home-questions", *CHOSEN, "--model", "mindsight/scripted", "--display", "none"]
        done = subprocess.run(
            [sys.executable, "-m", "inspect_ai", *command, "--log-dir", str(folder)],
            env=environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = folder.glob("*.eval")
    return file


@pytest.fixture(autouse=True)
def _drawn_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def imported(log: Path, *more: str) -> int:
    return mindsight(["--lang", "en", "import", str(log), "--out", "run", *more])


def samples(log: Path) -> dict[str, dict[str, object]]:
    with zipfile.ZipFile(log) as archive:
        names = [one for one in archive.namelist() if one.startswith("samples/")]
        pages = [json.loads(archive.read(one)) for one in names]
    return {str(one["id"]): one for one in pages}


def test_a_log_becomes_a_record_with_the_same_outcomes(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert imported(log) == 0
    run = RunFolder.open(Path("run"))
    logged = samples(log)
    items = {item.id: item for item in run.items}
    assert set(items) == set(logged)
    assert len(items) == 8
    for id_, item in items.items():
        assert item.outcome == logged[id_]["scores"]["outcome"]["answer"]  # type: ignore[index]
        assert not item.notes
    assert len({item.outcome for item in items.values()}) > 1
    found = {one.name: one.value for one in run.results.measures}
    assert found["home.f.object.colour"] == pytest.approx(
        sum(item.outcome in {"TP", "TN"} for item in items.values()) / 8
    )
    assert [finding.say() for finding in checker.check("run")[0]] == []
    assert mindsight(["--lang", "en", "verify", "run"]) == 0
    assert "Rebuilt from the record" in capsys.readouterr().out
    assert run.manifest.subject.details["log"]
    assert any(one.id == "departure-log" for one in run.manifest.departures)
    assert "are not known" in Path("run/report.html").read_text("utf-8")


def changed(log: Path, where: Path, change: Callable[[str, dict[str, object]], object]) -> Path:
    """Write the log again with its samples changed; a sample for which the change returns None is left out."""
    with zipfile.ZipFile(log) as old, zipfile.ZipFile(where, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.infolist():
            data = old.read(one)
            if one.filename.startswith("samples/"):
                page = change(one.filename, json.loads(data))
                if page is None:
                    continue
                data = json.dumps(page).encode()
            new.writestr(one.filename, data)
    return where


def test_a_question_without_an_answer_in_the_log_is_marked(log: Path, tmp_path: Path) -> None:
    first = min(samples(log))
    less = changed(log, tmp_path / "less.eval", lambda _, page: None if page["id"] == first else page)
    assert imported(less) == 1
    (failed,) = [item for item in RunFolder.open(Path("run")).items if item.status == "failed"]
    assert failed.id == first
    assert "has no answer" in str(failed.error)


def test_other_words_are_refused(log: Path, tmp_path: Path) -> None:
    def other(_: str, page: dict[str, object]) -> object:
        return json.loads(json.dumps(page).replace("colour", "shade"))

    with pytest.raises(InputError, match="other words or pictures"):
        imported(changed(log, tmp_path / "other.eval", other))
    assert not Path("run").exists()


def test_a_folder_with_something_in_it_is_not_said_to_be_gone_on_with(log: Path) -> None:
    Path("run").mkdir()
    Path("run/manifest.json").write_text("{}", "utf-8")
    with pytest.raises(RecordError, match="is not empty; delete it or choose another --out"):
        imported(log)
    assert Path("run/manifest.json").is_file()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("trials", -5, "-T trials: Input should be greater than or equal to 0"),
        ("seed", {"a": 1}, "-T seed: Input should be a valid integer"),
        ("tasks", {"a": 1}, "-T tasks: Input should be a valid tuple"),
        ("trails", 8, "-T trails: there is no such option"),
        ("temperature", 1.0, "-T temperature: there is no such option"),
    ],
)
def test_odd_options_are_refused_by_name(log: Path, tmp_path: Path, name: str, value: object, said: str) -> None:
    file = tmp_path / "odd.eval"
    with zipfile.ZipFile(log) as old, zipfile.ZipFile(file, "w") as new:
        for one in old.infolist():
            data = old.read(one)
            if one.filename in {"header.json", "_journal/start.json"}:
                page = json.loads(data)
                for options in ("task_args", "task_args_passed"):
                    page["eval"][options] = {**page["eval"][options], name: value}
                data = json.dumps(page).encode()
            new.writestr(one.filename, data)
    with pytest.raises(InputError, match=said):
        imported(file)
    assert not Path("run").exists()


def test_other_pictures_are_refused(log: Path, tmp_path: Path) -> None:
    def other(_: str, page: dict[str, object]) -> object:
        whole = json.dumps(page)
        assert ";base64," in whole
        return json.loads(whole.replace(";base64,", ";base64,AAAA"))

    with pytest.raises(InputError, match="other words or pictures"):
        imported(changed(log, tmp_path / "other.eval", other))


def test_a_log_of_another_task_is_refused(log: Path, tmp_path: Path) -> None:
    file = tmp_path / "other.eval"
    with zipfile.ZipFile(log) as old, zipfile.ZipFile(file, "w") as new:
        for one in old.infolist():
            new.writestr(one.filename, old.read(one).replace(b"home-questions", b"home-elsewhere"))
    with pytest.raises(InputError, match="only those of mindsight/home, "):
        imported(file)


def test_damaged_logs_are_refused_in_one_sentence(log: Path, tmp_path: Path) -> None:
    data, rng = log.read_bytes(), np.random.default_rng(5)
    for number in range(10):
        broken = bytearray(data)
        for place in rng.integers(len(broken), size=20):
            broken[int(place)] = int(rng.integers(256))
        file = tmp_path / f"{number}.eval"
        file.write_bytes(bytes(broken[: int(rng.integers(1, len(broken)))]))
        with pytest.raises(InputError, match="is no log of Inspect AI"):
            imported(file)
        shutil.rmtree("run", ignore_errors=True)
