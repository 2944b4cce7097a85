"""Canaries in whole runs over a server: messages after a failure, refusals, and no question asked twice."""

import gc
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.server import said
from vsig.asked import LEFT_BY_INSPECT, apart, hasten, serving
from vsig.making import make_data
from vsig.perceiving import Perceiver

pytest.importorskip("inspect_ai")

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, RecordError, SubjectError
from mindsight.record.blocks import Note, Table
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import MANIFEST, RESULTS, RunFolder
from mindsight.text import say
from mindsight.vsig.models.usage import usage_of_canaries
from mindsight.vsig.totals import rescore

pytestmark = LEFT_BY_INSPECT
Script = Callable[[dict[str, Any], int], Any]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two short clips."""
    folder = tmp_path_factory.mktemp("clips") / "data"
    make_data(folder, templates=(2,), each=2, fps=5)
    yield folder
    gc.collect()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    apart(monkeypatch, tmp_path_factory.getbasetemp() / "canaries-cache")
    monkeypatch.chdir(tmp_path)
    hasten(monkeypatch)


def script(*faults: str) -> Script:
    perceiver = Perceiver(faults=frozenset(faults))
    return lambda body, _number: said(perceiver.answer(body) if perceiver.knows(body) else "{}")


def run_with(data: Path, *more: str) -> int:
    return mindsight(["--lang", "en", "vsig", "run", "--data", str(data), "--model", "scripted", *more])


def test_a_model_that_hears_nothing_is_marked_beside_every_score(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    with serving(script("deaf"), monkeypatch) as server:
        assert run_with(data, "--input", "frames-audio", "--frames", "6", "--out", "run") == 0
    out, _ = capsys.readouterr()
    assert len(server.requests) == 1 + 6 + 2
    assert "audio: not heard" in out
    run = RunFolder.open(Path("run"))
    outcomes = {str(measure.signature.environment["canaries"]) for measure in run.results.measures}
    assert outcomes == {"failed: audio"}
    ids = [block.id for block in run.results.blocks]
    assert ids.index("warning-canary-1") < ids.index("headline") < ids.index("canaries") < ids.index("canary-answers")
    page = Path("run/report.html").read_text("utf-8")
    assert "Canaries: what was answered" in page
    # What marks a score stands on it: on each measure, each card, each table of scores, and before any score on the terminal.
    assert {tuple(say(mark, "en") for mark in measure.marks) for measure in run.results.measures} == {
        ("audio: not heard",)
    }
    parts = {kind: page.split(f'class="{kind}"')[1:] for kind in ("tile", "card measure")}
    assert all(found and all("⚠" in part[:4000] for part in found) for found in parts.values())
    titles = {block.id: say(block.title, "en") for block in run.results.blocks}
    assert all(titles[name].endswith(" — audio: not heard") for name in ("summary", "headline", "by-template"))
    assert 0 < out.index("audio: not heard") < out.index("intent_grounding_accuracy")
    headline = next(block for block in run.results.blocks if block.id == "headline")
    assert isinstance(headline, Table)
    assert {say(row[-1], "zh") for row in headline.rows} == {"声音：未听到"}  # type: ignore[arg-type]
    assert [finding.say() for finding in checker.check("run")[0]] == []


@pytest.mark.slow
def test_strict_canaries_refuse_to_go_on_and_ask_nothing_twice(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strict = ("--input", "frames", "--frames", "6", "--strict-canaries")
    with serving(script("axes", "tail"), monkeypatch) as server:
        for where in (("--out", "run"), ("--resume", "run")):
            with pytest.raises(SubjectError, match=r"coordinates: not as asked .*\[y, x\].*; last frame: not seen"):
                run_with(data, *strict, *where)
        assert len(server.requests) == 1 + 2
        run = RunFolder.open(Path("run"))
        assert (run.manifest.state, list(run.items)) == ("interrupted", [])
        # Without the option the run can continue.
        assert run_with(data, *strict[:-1], "--resume", "run") == 0
        assert len(server.requests) == 1 + 2 + 2
    assert [mark["channel"] for mark in run.manifest.canaries["marks"]] == ["coordinates", "last_frame"]


@pytest.mark.slow
def test_strict_canaries_let_a_passing_model_go_on(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(script(), monkeypatch):
        assert run_with(data, "--input", "frames", "--frames", "6", "--strict-canaries", "--out", "run") == 0
    assert RunFolder.open(Path("run")).manifest.canaries["state"] == "passed"


@pytest.mark.slow
def test_a_dry_run_counts_them(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    with serving(script(), monkeypatch) as server:
        for more, count in ((), 4), (("--no-canaries",), 0), (("--input", "video", "--dialect", "vllm"), 6):
            assert run_with(data, "--dry-run", "--json", "--out", "run", *more) == 0
            estimate = json.loads(capsys.readouterr().out)["estimate"]
            assert (estimate["canaries"], estimate["requests"]) == (count, count + 3)
        assert run_with(data, "--dry-run", "--out", "run") == 0
        assert "canaries, asked before the first sample: 4 of the requests" in capsys.readouterr().out
        assert len(server.requests) == 4  # the one question before a run, each time
    assert not Path("run").exists()


@pytest.mark.slow
def test_a_run_without_canaries_says_that_nothing_is_proved(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    with serving(script(), monkeypatch) as server:
        assert run_with(data, "--frames", "1", "--no-canaries", "--out", "run") == 0
    assert len(server.requests) == 1 + 2
    assert "No canaries were asked" in capsys.readouterr().out
    outcomes = {m.signature.environment["canaries"] for m in RunFolder.open(Path("run")).results.measures}
    assert outcomes == {"off"}


@pytest.mark.parametrize("option", ["--strict-canaries", "--no-canaries"])
def test_subjects_that_are_no_models_have_none_and_say_so(option: str, data: Path, capsys: Any) -> None:
    command = ["--lang", "en", "vsig", "run", "--data", str(data), "--subject", "baseline:centre", "--out", "run"]
    with pytest.raises(InputError, match=f"{option}: is for models"):
        mindsight([*command, option])
    assert mindsight(command) == 0
    capsys.readouterr()
    run = RunFolder.open(Path("run"))
    assert run.manifest.canaries["state"] == "not_applicable"
    notes = [block for block in run.results.blocks if isinstance(block, Note) and block.id == "canaries"]
    assert "Canaries are for models" in str(notes[0].body)


def test_a_comparison_repeats_what_failed(data: Path, capsys: Any) -> None:
    for name in ("one", "two"):
        command = ["vsig", "run", "--data", str(data), "--subject", "baseline:centre", "--name", name, "--out", name]
        assert mindsight(command) == 0
    capsys.readouterr()
    path = Path("two") / MANIFEST
    manifest = json.loads(path.read_bytes())
    mark = {"channel": "audio", "text": {"message": "audio: not heard", "args": {}}}
    path.write_text(json.dumps({**manifest, "canaries": {"state": "failed", "marks": [mark]}}), "utf-8")
    two = RunFolder.open(Path("two"))
    two.write_model(RESULTS, rescore(two)[1])
    found = compare_runs([RunFolder.open(Path("one")), two], seed=1)
    assert "two: audio: not heard" in [str(warning) for warning in found.warnings]
    tables = {block.id: block for block in found.blocks if isinstance(block, Table)}
    heads = [say(column.title, "en") for column in tables["scores"].columns]
    assert heads[-2:] == ["one", "two ⚠ audio: not heard"]
    assert {say(row[1], "en") for row in tables["differences"].rows} == {"two ⚠ audio: not heard"}  # type: ignore[arg-type]
    marks = [one["marks"] for one in found.as_json()["subjects"][1]["measures"]]
    assert marks == [[mark["text"]]] * len(marks)
    assert not any("marks" in one for one in found.as_json()["subjects"][0]["measures"])


@pytest.mark.parametrize("asked", [5, [5], [{}], [{"id": "a", "answer": {"said": {"tokens": {"input": "many"}}}}]])
def test_a_manifest_that_does_not_hold_what_was_asked_is_named(asked: object) -> None:
    held = {"state": "running", "asked": asked}
    with pytest.raises(RecordError, match=r"manifest\.json: field canaries\.asked is not as it should be"):
        usage_of_canaries(held)
