"""Commands on saved runs."""

import shutil
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.errors import InputError, RecordError
from record import trial


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def test_verify_says_that_all_is_well(run: Path) -> None:
    done = trial.mindsight("verify", run)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{run}: every file, line and normative score agrees (5 items, ")
    assert "一致（5 个样本" in trial.mindsight("verify", run, "--lang", "zh").stdout


def test_verify_prints_what_the_copied_checker_prints_a_finding_a_line(run: Path) -> None:
    long = run / ("a" * 200)
    long.write_bytes(b"more")
    (run / "scores.csv").unlink()
    done = trial.mindsight("verify", run)
    assert done.returncode == 1
    findings, _ = checker.check(str(run))
    assert done.stdout.splitlines() == [finding.say() for finding in findings]
    assert f"{long.name}: not listed in SHA256SUMS" in done.stdout.splitlines()


def test_a_commitment_that_is_empty_is_not_taken_for_none(run: Path) -> None:
    # What a shell makes of a variable that is not set.
    with pytest.raises(InputError, match="is not a commitment"):
        mindsight(["verify", str(run), "--commitment", ""])


def test_what_no_number_can_be_made_of_is_one_sentence(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_folder: object) -> object:
        raise TypeError("'int' object is not iterable\nand more")

    monkeypatch.setattr("mindsight.verification.rebuilding.rescore", broken)
    with pytest.raises(RecordError, match=r"its numbers cannot be computed \(TypeError: 'int' object") as caught:
        mindsight(["rescore", str(run)])
    assert "\n" not in str(caught.value)
    assert checker.check(str(run))[0] == []


def test_verify_of_no_run_is_status_2(tmp_path: Path) -> None:
    assert trial.mindsight("verify", tmp_path).returncode == 2
    assert trial.mindsight("verify", tmp_path / "nowhere").returncode == 2


@pytest.mark.slow
def test_rescoring_an_untouched_run_changes_nothing(run: Path) -> None:
    before = trial.contents(run)
    done = trial.mindsight("rescore", run)
    assert (done.returncode, done.stdout) == (0, "13 measures recomputed, 0 changed\n")
    assert trial.contents(run) == before


def test_rescoring_mends_a_forged_number_and_names_it(run: Path) -> None:
    before = trial.contents(run)
    results = trial.read_page(run, "results.json")
    honest = results["measures"][0]["value"]
    results["measures"][0]["value"] = 99.0
    trial.write_page(run, "results.json", results)
    trial.reseal(run)
    assert trial.mindsight("verify", run).returncode == 1
    before_rescoring = trial.contents(run)
    refused = trial.mindsight("rescore", run)
    assert (refused.returncode, trial.contents(run)) == (2, before_rescoring)
    assert refused.stderr == (
        f"error: {run}: 1 measures change; the run is sealed anew, and the numbers that it had are lost; "
        "--yes goes on without asking\n"
    )
    done = trial.mindsight("rescore", run, "--yes")
    assert done.stdout == f"album.psnr: 99.0 → {honest}\n13 measures recomputed, 1 changed\n"
    assert trial.contents(run) == before


@pytest.mark.slow
def test_a_report_written_again_is_the_same(run: Path) -> None:
    before = trial.contents(run)
    (run / "report.html").unlink()
    done = trial.mindsight("report", run)
    assert (done.returncode, done.stdout) == (0, f"{run / 'report.html'}\n")
    assert trial.contents(run) == before


def test_an_unfinished_run_is_neither_good_nor_rescored(run: Path) -> None:
    trial.write_page(run, "manifest.json", {**trial.read_page(run, "manifest.json"), "state": "interrupted"})
    (run / "SHA256SUMS").unlink()
    assert "the run is not complete (state: interrupted)" in trial.mindsight("verify", run).stdout
    done = trial.mindsight("rescore", run)
    assert done.returncode == 2
    assert "finish it with --resume" in done.stderr


@pytest.mark.slow
def test_runs_of_different_kits_are_not_compared(run: Path, tmp_path: Path) -> None:
    other = trial.make_kit(tmp_path / "kit", seed=9)
    trial.mindsight("album", "run", other, "--subject", "baseline:identity", "--out", tmp_path / "other")
    done = trial.mindsight("compare", run, tmp_path / "other")
    assert (done.returncode, done.stdout) == (2, "")
    assert "data" in done.stderr
