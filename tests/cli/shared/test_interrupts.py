"""Ctrl-C, SIGTERM and SIGHUP end a command in the same orderly way, with one sentence on what is left and what to do."""

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindsight import checker
from mindsight.cli.shared.interrupts import orderly
from mindsight.record.folder import RunFolder
from mindsight.subjects.spec import SubjectSpec
from record import trial

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
STOPPED = "stopped; what is finished is kept. Continue with the same command and --resume"


@pytest.fixture
def subject(tmp_path: Path) -> str:
    """A product that takes a moment."""
    script = tmp_path / "slow.sh"
    script.write_text('sleep 0.3\ncp "$1" "$2"\n')
    return f"command:sh {script} {{input}} {{output}}"


def started_run(kit: Path, subject: str, run: Path, *more: str, **how: Any) -> "subprocess.Popen[str]":
    """Start a run and wait for its first picture."""
    how = {"stderr": subprocess.PIPE, "text": True, **how}
    process = trial.start("album", "run", kit, "--subject", subject, "--out", run, *more, **how)
    trial.wait_for(lambda: trial.whole_lines(run) >= 1)
    return process


def can_be_resumed(kit: Path, subject: str, run: Path) -> bool:
    assert RunFolder(run).manifest.state == "interrupted"
    assert trial.mindsight("album", "run", kit, "--subject", subject, "--resume", run, "--json").returncode == 0
    return RunFolder(run).manifest.state == "complete" and checker.check(str(run))[0] == []


# A run


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("number", SIGNALS)
def test_a_run_is_left_interrupted_and_can_be_resumed(
    number: int, workers: str, kit: Path, subject: str, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    process = started_run(kit, subject, run, "--workers", workers)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said.splitlines() == [f"{STOPPED} {run}"]
    assert can_be_resumed(kit, subject, run)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_the_whole_group_twice_in_a_row(number: int, kit: Path, subject: str, tmp_path: Path) -> None:
    # So do timeout(1), service managers and shells whose terminal closes.
    run = tmp_path / "run"
    process = started_run(kit, subject, run, "--workers", "2", start_new_session=True)
    os.killpg(process.pid, number)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said.splitlines() == [f"{STOPPED} {run}"]
    assert can_be_resumed(kit, subject, run)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_terminal_that_closes(workers: str, kit: Path, subject: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    ours, theirs = pty.openpty()
    process = started_run(
        *(kit, subject, run, "--workers", workers, "--name", "x", "--product-version", "1"),
        *("--device", "x", "--system", "x", "--network", "x"),
        **dict.fromkeys(("stdin", "stdout", "stderr"), theirs),
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    os.close(ours)
    assert process.wait(60) == 128 + signal.SIGHUP
    assert RunFolder(run).manifest.state == "interrupted"


@pytest.mark.slow
def test_a_run_under_nohup_goes_on(kit: Path, subject: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = started_run(kit, subject, run, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert RunFolder(run).manifest.state == "complete"


def test_the_sentence_comes_in_the_users_language(kit: Path, subject: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = started_run(kit, subject, run, "--lang", "zh")
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=60)[1].splitlines() == [
        f"已停止，已完成的部分已保存。请用同样的命令加上 --resume {run} 继续"
    ]


# A kit


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_photos(tmp_path_factory.mktemp("interrupts") / "photos", 400)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "workers"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")])
def test_a_kit_is_not_made_by_halves(number: int, workers: str, photos: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    arguments = ("album", "kit", "enhancement", photos, "--out", kit, "--workers", workers)
    process = trial.start(*arguments, stderr=subprocess.PIPE, text=True)
    trial.wait_for(lambda: len([*tmp_path.glob(".kit.partial/inputs/*")]) >= 3)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said.splitlines() == ["stopped; no kit was made, and what was begun is removed. Give the same command again"]
    assert list(tmp_path.iterdir()) == []


# Moments too short to be hit from outside: the command is unchanged except for one function that waits.

PAUSED = """
import importlib, pathlib, sys, time

module, owner, name, reached = sys.argv[1:5]
del sys.argv[1:5]

def wait(*arguments, **options):
    pathlib.Path(reached).touch()
    time.sleep(600)

found = importlib.import_module(module)
setattr(getattr(found, owner) if owner else found, name, wait)
from mindsight.cli import main
main()
"""
REPORT = ("mindsight.report", "", "write_report")
PUBLISH = ("mindsight.record.folder", "RunFolder", "publish")
PAGE = ("mindsight.report", "", "render_html")


@pytest.fixture
def interrupted_at(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Return a function that interrupts a command at the call of a function, and returns its output."""

    def interrupt(place: tuple[str, str, str], *arguments: str | Path, number: int = signal.SIGINT) -> str:
        reached = tmp_path_factory.mktemp("moment") / "reached"
        process = subprocess.Popen(
            [sys.executable, "-c", PAUSED, *place, str(reached), *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=trial.environment(),
            text=True,
        )
        trial.wait_for(reached.exists)
        process.send_signal(number)
        printed, said = process.communicate(timeout=60)
        assert (process.returncode, printed) == (128 + number, "")
        return said.splitlines()[-1]

    return interrupt


@pytest.mark.slow
def test_a_kit_has_its_sheet_or_is_none(interrupted_at: Callable[..., str], tmp_path: Path) -> None:
    photos, kit = trial.make_photos(tmp_path / "photos", 3), tmp_path / "kit"
    sheet, words = ("mindsight.report", "", "render_page"), ("album", "kit", "enhancement", photos, "--out", kit)
    assert interrupted_at(sheet, *words, "--trial") == (
        "stopped; no kit was made, and what was begun is removed. Give the same command again"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["photos"]
    assert trial.mindsight(*words, "--trial").returncode == 0
    assert "album score kit " in (kit / "operator-sheet.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_a_run_without_its_report(number: int, interrupted_at: Callable[..., str], kit: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    arguments = ("album", "run", kit, "--subject", "baseline:identity", "--out", run)
    assert interrupted_at(REPORT, *arguments, number=number) == (
        f"stopped; the record is complete, its report was not written. Write it with: mindsight report {run}"
    )
    assert RunFolder(run).manifest.state == "complete"
    assert trial.mindsight("report", run).returncode == 0
    assert (run / "report.html").is_file()
    assert checker.check(str(run))[0] == []


@pytest.mark.slow
def test_a_report_that_was_to_be_written_again(interrupted_at: Callable[..., str], kit: Path, tmp_path: Path) -> None:
    run = trial.sealed_run(kit, tmp_path / "run", SubjectSpec("baseline", "identity"))
    assert interrupted_at(REPORT, "report", run).endswith(f"Write it with: mindsight report {run}")
    assert trial.mindsight("report", run).returncode == 0


@pytest.mark.slow
def test_a_report_without_its_seal(interrupted_at: Callable[..., str], kit: Path, tmp_path: Path) -> None:
    arguments = ("album", "run", kit, "--subject", "baseline:identity")
    run = tmp_path / "run"
    assert interrupted_at(PUBLISH, *arguments, "--out", run).endswith(f"Write it with: mindsight report {run}")
    assert trial.mindsight("report", run).returncode == 0
    before = trial.contents(run)
    assert interrupted_at(PUBLISH, "report", run).endswith(f"Write it with: mindsight report {run}")
    assert trial.contents(run) == before
    assert checker.check(str(run))[0] == []


@pytest.mark.slow
def test_numbers_that_were_to_be_computed_again(interrupted_at: Callable[..., str], kit: Path, tmp_path: Path) -> None:
    run = trial.sealed_run(kit, tmp_path / "run", SubjectSpec("baseline", "identity"))
    before = trial.contents(run)
    assert interrupted_at(PAGE, "rescore", run) == (
        "stopped; nothing of the record is lost. Give the same command again"
    )
    assert trial.contents(run) == before
    assert trial.mindsight("rescore", run).returncode == 0
    assert checker.check(str(run))[0] == []


@pytest.mark.slow
def test_a_run_before_its_first_picture(interrupted_at: Callable[..., str], kit: Path, tmp_path: Path) -> None:
    create = ("mindsight.record.folder", "RunFolder", "create")
    arguments = ("album", "run", kit, "--subject", "baseline:identity", "--out", tmp_path / "run")
    assert interrupted_at(create, *arguments) == "stopped before the first picture; give the same command again"
    assert trial.mindsight(*arguments).returncode == 0


def test_a_demonstration(interrupted_at: Callable[..., str], tmp_path: Path) -> None:
    cut = ("mindsight.album.kits.demonstration", "", "cut_photographs")
    said = interrupted_at(cut, "demo", "--out", tmp_path / "demo", "--lang", "zh")
    assert said == "已停止。请再次执行同样的命令，演示会从头开始"


def test_any_other_command(interrupted_at: Callable[..., str], sealed: Path) -> None:
    assert interrupted_at(("mindsight.checker", "", "check"), "verify", sealed) == "interrupted"


# Handlers


def test_the_handlers_are_put_back() -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    with orderly():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    with pytest.raises(SystemExit) as ended, orderly():
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 143
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_another_thread_than_the_main_one_installs_none() -> None:
    before, seen = signal.getsignal(signal.SIGTERM), []

    def inside() -> None:
        with orderly():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert seen == [before]


def test_a_library_installs_none() -> None:
    source = (
        "import signal\nbefore = [signal.getsignal(n) for n in (2, 15, 1)]\n"
        "import mindsight.album, mindsight.pipeline, mindsight.execution.parallel, mindsight.cli.app\n"
        "assert before == [signal.getsignal(n) for n in (2, 15, 1)]"
    )
    subprocess.run([sys.executable, "-c", source], check=True)
