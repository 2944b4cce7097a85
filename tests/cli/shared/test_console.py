"""Results go to stdout, everything else to stderr; either may be closed, and stdin need not be a terminal."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from mindsight.cli.shared.console import in_words, localized
from mindsight.text import text
from record import trial


def test_a_run_prints_its_results_and_nothing_else(kit: Path, tmp_path: Path) -> None:
    done = trial.mindsight("album", "run", kit, "--subject", "baseline:identity", "--out", tmp_path / "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "6.3.2" in done.stdout
    assert f"{tmp_path / 'run' / 'report.html'}" in done.stdout
    assert "\x1b" not in done.stdout


def test_json_is_what_the_record_holds(kit: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = trial.mindsight("album", "run", kit, "--subject", "baseline:identity", "--out", run, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert list(found) == ["measures", "blocks"]
    saved = trial.read_page(run, "results.json")
    assert found == {"measures": saved["measures"], "blocks": saved["blocks"]}


@pytest.mark.slow
def test_json_of_a_comparison(sealed: Path, kit: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    trial.mindsight("album", "run", kit, "--subject", "baseline:nlmeans", "--out", run)
    done = trial.mindsight("compare", sealed, run, "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert {"subjects", "differences", "blocks"} == found.keys()
    assert [set(subject) for subject in found["subjects"]] == [{"name", "run", "measures"}] * 2


@pytest.mark.slow
def test_a_folder_with_outputs_missing_is_status_1_and_they_are_listed(kit: Path, tmp_path: Path) -> None:
    outputs = trial.make_outputs(kit, tmp_path / "outputs")
    (outputs / "0002.png").unlink()
    (outputs / "holiday.png").touch()
    done = trial.mindsight("album", "score", kit, outputs, "--out", tmp_path / "run", "--name", "P")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "holiday.png: matches no input of the kit and is not scored",
        "0002, 0005: no output named 0002.* in the folder",
    ]
    assert "2 of 5 items failed" in done.stdout
    again = trial.mindsight("album", "score", kit, outputs, "--out", tmp_path / "again", "--name", "P", "--json")
    assert again.returncode == 1
    page = (tmp_path / "run" / "report.html").read_text()
    for number in ("0002", "0005"):
        assert number in json.dumps(json.loads(again.stdout)["blocks"])
        assert f"no output named {number}.* in the folder" in page
    failed = [item for item in trial.read_lines(tmp_path / "run") if item["status"] == "failed"]
    assert [(item["id"], item["outcome"]) for item in failed] == [("0002", "missing"), ("0005", "missing")]


@pytest.mark.slow
def test_failures_that_are_alike_are_said_once(tmp_path: Path) -> None:
    kit = trial.make_kit(tmp_path / "kit", 22)
    (tmp_path / "outputs").mkdir()
    for number in (3, 7):
        (tmp_path / "outputs" / f"{number:04}.png").touch()
    done = trial.mindsight("album", "score", kit, tmp_path / "outputs", "--out", tmp_path / "run", "--name", "P")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "0001, 0002, 0004 and 17 more: no output named 0001.* in the folder",
        "0003, 0007: 0003.png: the file is empty (0 bytes); copy or export it again",
    ]


def shell(line: str, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run a shell line in which $0 and the following are a mindsight command."""
    command = ["sh", "-c", line, *trial.command(*arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=trial.environment(), timeout=60)


@pytest.mark.slow
def test_stdin_may_be_closed(kit: Path, tmp_path: Path) -> None:
    done = shell(
        '"$0" "$@" <&-', "album", "run", kit, "--subject", "command:cp {input} {output}", "--out", tmp_path / "r"
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_stdout_and_stderr_may_be_closed(sealed: Path, tmp_path: Path) -> None:
    for redirect in (">&-", "2>&-", ">&- 2>&- <&-"):
        assert shell(f'"$0" "$@" {redirect}', "verify", sealed).returncode == 0
        assert shell(f'"$0" "$@" {redirect}', "verify", tmp_path).returncode == 2


@pytest.mark.parametrize("command", [["--help"], ["clauses"], ["verify"]], ids=" ".join)
def test_a_reader_that_goes_away_is_no_error(sealed: Path, command: list[str]) -> None:
    words = [*command, sealed] if command == ["verify"] else command
    for reader in ("head -n 1", "true"):
        done = shell(f'"$0" "$@" | {reader}', *words)
        assert done.returncode == 0
        assert done.stderr == ""


@pytest.mark.slow
def test_nothing_is_asked_without_a_terminal(kit: Path, tmp_path: Path) -> None:
    arguments = ("album", "run", kit, "--subject", "command:cp {input} {output}", "--out", tmp_path / "run")
    done = trial.mindsight(*arguments, input="Name\n1\n\n\n\n", stdin=None)
    assert done.returncode == 0
    assert trial.read_page(tmp_path / "run", "manifest.json")["subject"]["name"] == "cp"


@pytest.mark.slow
def test_at_a_terminal_the_user_is_asked_and_sees_progress(kit: Path, tmp_path: Path) -> None:
    arguments = ("album", "run", kit, "--subject", "command:cp {input} {output}", "--out", tmp_path / "run")
    ours, theirs = pty.openpty()
    environment = trial.environment(TERM="xterm", COLUMNS="100")
    process = subprocess.Popen(
        trial.command(*arguments), stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    os.write(ours, b"Camera\n2.1\n\n\nnone\n")
    seen = b""
    while True:
        try:
            seen += os.read(ours, 4096)
        except OSError:  # the other end is closed: the process has ended
            break
    printed, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    subject = trial.read_page(tmp_path / "run", "manifest.json")["subject"]
    assert (subject["name"], subject["version"], subject["device"], subject["network"]) == (
        "Camera",
        "2.1",
        None,
        "none",
    )
    assert b"Name of the product" in seen
    assert b"testing Camera" in seen
    assert b"Camera" in printed


@pytest.mark.parametrize("command", [["--help"], ["clauses"], ["verify"], ["compare", "--json"]], ids=" ".join)
def test_results_that_cannot_be_written_are_one_sentence(sealed: Path, command: list[str]) -> None:
    runs = {"verify": [sealed], "compare": [sealed, sealed]}.get(command[0], [])
    done = shell('"$0" "$@" > /dev/full', *command, *runs)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    # A comparison warns of what it compares.
    *_, said = done.stderr.splitlines()
    assert said == "error: the output cannot be written (No space left on device)"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"),
        (True, "yes"),
        ([], "–"),
        (["en", "zh"], "en, zh"),
        ({"neutral": 1, "seen": None}, "neutral 1, seen –"),
        ({"pair": (0.5, 2)}, "pair 0.5, 2"),
        ("mask", "mask"),
        (0, "0"),
    ],
)
def test_a_value_of_a_plan_is_written_as_people_write(value: object, words: str) -> None:
    assert localized(in_words(value)) == words


def test_a_value_without_end_is_cut() -> None:
    sentence = localized(text("{file}: cannot be read ({reason})", file="x" * 1_000_000, reason="y"))
    assert len(sentence) < 5_000
    assert sentence.endswith("…: cannot be read (y)")
