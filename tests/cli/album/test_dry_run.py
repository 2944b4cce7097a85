"""``--dry-run``: everything is checked and reported, and nothing is written."""

import json
from pathlib import Path

import pytest

from record import trial

RUN = ("album", "run")


def rehearse(kit: Path, *more: str | Path, subject: str = "baseline:identity", code: int = 0) -> str:
    before = trial.contents(kit)
    done = trial.mindsight(*RUN, kit, "--subject", subject, "--dry-run", *more)
    assert done.returncode == code, done.stderr
    assert trial.contents(kit) == before
    return done.stdout or done.stderr


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_says_what_would_be_run(kit: Path, tmp_path: Path, language: str) -> None:
    said = rehearse(kit, "--out", tmp_path / "run", "--limit", "3", "--timeout", "9", "--lang", language)
    for part in ("baseline:identity", str(kit), str(tmp_path / "run"), "timeout_s = 9.0", "limit = 3"):
        assert part in said
    if language == "en":
        assert "kit: " in said
        assert "Non-conforming trial: 3 references" in said
        assert said.endswith("Nothing was run and nothing was written.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_json_holds_the_manifest_that_a_run_would_write(kit: Path, tmp_path: Path) -> None:
    found = json.loads(rehearse(kit, "--out", tmp_path / "run", "--json"))
    assert trial.mindsight(*RUN, kit, "--subject", "baseline:identity", "--out", tmp_path / "run").returncode == 0
    manifest = trial.read_page(tmp_path / "run", "manifest.json")
    for field in ("plan", "identity", "subject", "data", "departures", "seeds"):
        assert found["manifest"][field] == manifest[field]
    assert (found["folder"], found["finished"]) == (str(tmp_path / "run"), 0)


@pytest.mark.slow
def test_it_finds_what_a_run_would_stumble_over(kit: Path, sealed: Path, tmp_path: Path) -> None:
    assert "is not empty" in rehearse(kit, "--out", sealed, code=2)
    assert "was started with another" in rehearse(kit, "--resume", sealed, code=2)
    assert "is not a run folder" in rehearse(kit, "--resume", tmp_path, code=2)
    assert "no-such-program was not found" in rehearse(kit, subject="command:no-such-program {input} {output}", code=3)
    assert "no-such-module" in rehearse(kit, subject="python:no-such-module:f", code=3)


@pytest.mark.slow
def test_a_changed_picture_of_the_kit_is_named(tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "kit", 3)
    (kit / "truth" / "0002.png").write_bytes(b"another")
    assert "0002.png: was changed since the kit was made" in rehearse(kit, code=2)
    assert "Nothing was run" in rehearse(kit, "--limit", "1")


@pytest.mark.slow
def test_it_counts_what_is_finished(kit: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert trial.mindsight(*RUN, kit, "--subject", "baseline:identity", "--out", run).returncode == 0
    before = trial.contents(run)
    assert "5 of 5 pictures are finished" in rehearse(kit, "--resume", run)
    assert trial.contents(run) == before


def test_a_folder_of_outputs_can_be_rehearsed(kit: Path, tmp_path: Path) -> None:
    outputs = trial.make_outputs(kit, tmp_path / "outputs")
    done = trial.mindsight("album", "score", kit, outputs, "--dry-run", "--name", "P", "--out", tmp_path / "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "run").exists()
