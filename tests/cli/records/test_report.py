"""A report is written whole or not at all, and what a killed process left of one is mended by ``mindsight report``."""

import errno
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.errors import RecordError
from mindsight.pipeline import run_test
from mindsight.record.folder import REPORT, SUMS, RunFolder
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec
from record import trial

LEFT_OVER = (".report.html.17.partial", ".SHA256SUMS.17.partial", f"media/.{'0' * 64}.png.18.partial")


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def unsealed(run: Path) -> None:
    (run / SUMS).unlink()


def without_page(run: Path) -> None:
    (run / REPORT).unlink()


def without_either(run: Path) -> None:
    unsealed(run)
    without_page(run)


def with_another_page(run: Path) -> None:
    (run / REPORT).write_bytes(b"a page that came into place before its seal")


def with_partial_files(run: Path) -> None:
    for name in LEFT_OVER:
        (run / name).write_bytes(b"half")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["report", "rescore"])
@pytest.mark.parametrize("leave", [unsealed, without_page, without_either, with_another_page, with_partial_files])
def test_what_a_killed_process_left_is_mended(run: Path, leave: Callable[[Path], None], command: str) -> None:
    before = trial.contents(run)
    leave(run)
    assert checker.check(str(run))[0] != []
    done = trial.mindsight(command, run)
    assert (done.returncode, done.stderr) == (0, "")
    assert trial.contents(run) == before


@pytest.mark.slow
def test_a_rescore_killed_between_two_files_is_repeated_and_report_says_so(run: Path) -> None:
    before = trial.contents(run)
    (run / "scores.csv").write_bytes(before["scores.csv"].replace(b"0.0,", b"1.0,", 1))
    refused = trial.mindsight("report", run)
    assert refused.returncode == 2
    assert f"compute them again with: mindsight rescore {run}" in refused.stderr
    assert trial.mindsight("rescore", run).returncode == 0
    assert trial.contents(run) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("items.jsonl", b"0", b"1"),
        ("manifest.json", b'"peak": "reference"', b'"peak": "full"'),
        ("kit.json", b"0", b"1"),
    ],
)
def test_an_unsealed_run_that_was_changed_is_not_sealed_again(run: Path, name: str, old: bytes, new: bytes) -> None:
    unsealed(run)
    data = (run / name).read_bytes()
    assert old in data
    (run / name).write_bytes(data.replace(old, new, 1))
    before = trial.contents(run)
    done = trial.mindsight("report", run)
    assert done.returncode == 2
    assert "the record was changed and is not sealed again" in done.stderr
    assert "--resume" not in done.stderr
    assert trial.contents(run) == before


def test_other_peoples_files_are_not_taken_for_ours(run: Path) -> None:
    (run / ".mine.partial").write_bytes(b"mine")
    done = trial.mindsight("report", run)
    assert done.returncode == 2
    assert ".mine.partial: not listed in SHA256SUMS" in done.stderr
    assert (run / ".mine.partial").exists()


@pytest.mark.slow
def test_a_run_that_ended_without_its_report_is_finished_by_report(kit: Path, tmp_path: Path) -> None:
    run = run_test(trial.enhancement(kit, SubjectSpec("baseline", "identity")), tmp_path / "run").path
    assert [finding.key for finding in checker.check(str(run))[0]] == ["absent"]
    assert trial.mindsight("report", run).returncode == 0
    assert checker.check(str(run))[0] == []


# Nothing changes before everything is written.


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("good_writes", [0, 1])
def test_what_fails_before_the_swap_changes_nothing(
    run: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, good_writes: int
) -> None:
    before = trial.contents(run)
    count = iter(range(99))

    def fail(_: int) -> None:
        if next(count) >= good_writes:
            raise error

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(type(error)) as raised:
        write_report(RunFolder(run), language="zh")
    assert trial.contents(run) == before
    if isinstance(raised.value, OSError):
        assert raised.value.filename == str(run / (REPORT if good_writes == 0 else SUMS))


@pytest.mark.slow
def test_what_fails_between_the_two_names_is_mended(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = trial.contents(run)
    plain = Path.replace

    def stop(self: Path, target: Any) -> Path:
        if Path(target).name == SUMS:
            raise KeyboardInterrupt
        return plain(self, target)

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_report(RunFolder(run), language="zh")
    assert {finding.say() for finding in checker.check(str(run))[0]} == {
        "report.html: content does not have the SHA-256 that SHA256SUMS gives"
    }
    assert trial.contents(run).keys() == before.keys()
    assert trial.mindsight("report", run).returncode == 0
    assert trial.contents(run) == before


def test_the_lock_is_for_one_process_and_may_be_taken_twice_by_it(run: Path) -> None:
    folder = RunFolder(run)
    with folder.locked():
        assert write_report(folder) == run / REPORT
        with pytest.raises(RecordError, match="another process"):
            write_report(RunFolder(run))
    assert checker.check(str(run))[0] == []


# Where no room is left


FULL = """
import errno, os, sys

def refuse(_):
    raise OSError(errno.ENOSPC, "No space left on device")

os.fsync = refuse
from mindsight.cli import main
main()
"""


def on_a_full_disk(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    import sys

    command = [sys.executable, "-c", FULL, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=trial.environment(), timeout=60)


@pytest.mark.slow
def test_the_advice_fits_the_command(run: Path, tmp_path: Path) -> None:
    before = trial.contents(run)
    page = tmp_path / "page.html"
    page.write_bytes(b"an older page")
    again = "free some space, then give the same command again"
    for arguments, file, advice in (
        (("report", run), run / REPORT, f"free some space, then write the report with: mindsight report {run}"),
        (("rescore", run), run / "scores.csv", again),
        (("compare", run, run, "--out", page), page, again),
    ):
        done = on_a_full_disk(*arguments)
        assert done.returncode == 2
        # Tables are written in a folder of their own first.
        said = re.sub(r"\(\S*/mindsight-\w+/", f"({run}/", done.stderr)
        assert said == f"error: the disk is full ({file}); {advice}\n"
    assert trial.contents(run) == before
    assert page.read_bytes() == b"an older page"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["page.html", "run"]


# The checker's copy


def test_a_checker_that_is_not_that_of_the_version_is_found_and_never_sealed_again(run: Path) -> None:
    assert trial.mindsight("verify", run).stderr == ""
    (run / "check_run.py").write_text("print('every file, line and normative score agrees')\n")
    trial.reseal(run)
    done = trial.mindsight("verify", run)
    assert done.returncode == 1
    assert done.stdout.startswith("check_run.py: is not the checker of mindsight ")
    done = trial.mindsight("report", run)
    assert done.returncode == 2
    assert "the record was changed and is not sealed again: check_run.py: is not the checker of" in done.stderr
