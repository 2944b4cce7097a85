"""The copy of the checker in a run folder works with nothing but a Python of any installation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from record import trial


@pytest.fixture(scope="module")
def python() -> str:
    """A Python that cannot import mindsight: isolated, without site-packages."""
    folders = [f for f in os.get_exec_path() if Path(f).resolve() != Path(sys.executable).parent.resolve()]
    found = shutil.which("python3", path=os.pathsep.join(folders)) or sys.executable
    blind = subprocess.run([found, "-I", "-S", "-c", "import mindsight"], capture_output=True, check=False, cwd="/")
    assert b"ModuleNotFoundError" in blind.stderr
    return found


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "a run"))


def check_run(python: str, run: Path, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **more}
    command = [python, "-I", "-S", str(run / "check_run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=environment, timeout=60)


def test_a_good_run_in_both_languages(python: str, run: Path) -> None:
    done = check_run(python, run)
    assert (done.returncode, done.stderr) == (0, "")
    assert "every file, line and normative score agrees (5 items, " in done.stdout
    assert "一致（5 个样本" in check_run(python, run, "--lang", "zh").stdout
    assert "一致（5 个样本" in check_run(python, run, LANG="zh_CN.UTF-8").stdout
    assert check_run(python, run, str(run), "--lang", "en").stdout == done.stdout
    before = trial.contents(run)
    assert trial.contents(run) == before


@pytest.mark.parametrize(
    ("environment", "chinese"),
    [
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, True),
        pytest.param({"LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, True, marks=pytest.mark.slow),
        ({"LC_ALL": "C.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8"}, False),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_TW"}, True),
        pytest.param({"LANGUAGE": "zh_CN:en", "LC_ALL": "en_US.UTF-8"}, True, marks=pytest.mark.slow),
        ({"LANGUAGE": "fr:en:zh", "LANG": "zh_CN.UTF-8"}, False),
        pytest.param({"LANGUAGE": "fr:de", "LANG": "zh_CN.UTF-8"}, True, marks=pytest.mark.slow),
        pytest.param({"LANGUAGE": "", "LANG": "fr_FR.UTF-8"}, False, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_language_comes_from_the_environment_in_the_usual_order(
    python: str, run: Path, environment: dict[str, str], *, chinese: bool
) -> None:
    assert ("所有文件" in check_run(python, run, **environment).stdout) is chinese
    assert "every file" in check_run(python, run, "--lang=en", **environment).stdout


@pytest.mark.parametrize("wrong", [("--lang", "fr"), ("--lang",), ("--lang=",), ("--color",), ("a", "b")], ids=str)
def test_a_command_that_is_not_understood_is_status_2(python: str, run: Path, wrong: tuple[str, ...]) -> None:
    done = check_run(python, run, *wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: check_run.py" in done.stderr


def test_the_environment_cannot_make_it_fail(python: str, run: Path) -> None:
    for encoding in ("ascii", "latin-1"):
        source = f"import runpy, sys; sys.stdout.reconfigure(encoding={encoding!r}); sys.argv = ['check_run.py', '--lang', 'zh']"
        source += f"; runpy.run_path({str(run / 'check_run.py')!r}, run_name='__main__')"
        done = subprocess.run([python, "-I", "-S", "-c", source], capture_output=True, check=False, cwd="/", timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")


def test_something_wrong_is_status_1(python: str, run: Path) -> None:
    (run / "results.json").write_bytes((run / "results.json").read_bytes().replace(b"scored", b"Scored", 1))
    done = check_run(python, run)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("results.json: content does not have the SHA-256 that SHA256SUMS gives\n")
    assert "results.json：内容与 SHA256SUMS 给出的 SHA-256 不符" in check_run(python, run, "--lang", "zh").stdout


def test_no_run_folder_is_status_2(python: str, run: Path, tmp_path: Path) -> None:
    done = check_run(python, run, str(tmp_path))
    assert (done.returncode, done.stderr) == (2, "")
    assert "not a run folder" in done.stdout


def test_an_unfinished_run_says_so(python: str, run: Path) -> None:
    trial.write_page(run, "manifest.json", {**trial.read_page(run, "manifest.json"), "state": "interrupted"})
    (run / "SHA256SUMS").unlink()
    done = check_run(python, run)
    assert done.returncode == 1
    assert "the run is not complete (state: interrupted)" in done.stdout


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is not installed")
def test_sha256sum_agrees(run: Path) -> None:
    agree = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(agree, cwd=run, capture_output=True, check=False).returncode == 0
    (run / "scores.csv").write_bytes(b"other")
    wrong = subprocess.run(agree, cwd=run, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "scores.csv: FAILED" in wrong.stdout


def test_what_cannot_be_written_is_one_sentence_and_status_2(python: str, run: Path) -> None:
    for language, sentence in (("en", "the findings cannot be written"), ("zh", "无法写出检查结果")):
        command = [python, "-I", "-S", str(run / "check_run.py"), "--lang", language]
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert line.startswith(sentence)


def test_a_reader_that_goes_away_is_no_error(python: str, run: Path) -> None:
    line = f"{python} -I -S '{run / 'check_run.py'}' | true"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
