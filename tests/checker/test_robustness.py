"""Nothing in a folder stops a check: what is in the place of a file, or of a number, ends in a finding."""

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.handed_to_verify import kept
from mindsight import checker
from mindsight.checker import checking
from record import trial

DEEP = b"[" * 100_000 + b"]" * 100_000
ODD = {
    "deep": b'{"a":' + DEEP + b"}\n",
    "rather deep": b'{"a":' + b"[" * 900 + b"]" * 900 + b"}\n",
    "huge": b'{"a":' + b"1" + b"0" * 5000 + b"}\n",
    "tiny": b'{"a":1e-999999999}\n',
    "infinite": b'{"a":1e999999999}\n',
    "Infinity": b'{"a":Infinity}\n',
    "NaN": b'{"a":NaN}\n',
    "surrogate": b'{"a":"\\ud800"}\n',
    "list": b"[]\n",
    "null": b"null\n",
    "nothing": b"",
    "zeros": bytes(1000),
}


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def keys(run: Path) -> set[str]:
    findings = checker.check(str(run))[0]
    assert all(finding.say(language).isprintable() for finding in findings for language in ("en", "zh"))
    return {finding.key for finding in findings}


@pytest.mark.parametrize(
    "page", ["manifest.json", "results.json", "kit.json", "items.jsonl", "scores.csv", "SHA256SUMS"]
)
@pytest.mark.parametrize("content", ODD)
def test_odd_content_is_a_finding_of_its_own(run: Path, page: str, content: str) -> None:
    (run / page).write_bytes(ODD[content])
    found = keys(run)
    assert found - {"no_run"}
    assert "unchecked" not in found
    if page != "SHA256SUMS":
        trial.reseal(run)
        assert keys(run)


@pytest.mark.parametrize(
    "name", ["manifest.json", "results.json", "items.jsonl", "kit.json", "SHA256SUMS", "reveal.json", "media/x"]
)
def test_no_pipe_is_waited_for(run: Path, name: str) -> None:
    (run / name).unlink(missing_ok=True)
    os.mkfifo(run / name)
    assert keys(run) & {"special", "no_run"}


@pytest.mark.parametrize("name", ["judgements.jsonl", "human-marks.csv", "metrics.json", "samples.json"])
def test_nor_in_a_run_of_clips(tmp_path: Path, name: str) -> None:
    run = kept("vsig-few-judged")(tmp_path)
    (run / name).unlink()
    os.mkfifo(run / name)
    assert "special" in keys(run)


def test_a_lock_that_is_a_pipe_is_named(run: Path) -> None:
    os.mkfifo(run / ".lock")
    assert keys(run) == {"special", "unlisted"}


def test_sockets_devices_and_folders_in_the_place_of_a_file(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("a-socket")
        (run / "endless").symlink_to("/dev/zero")
        (run / "scores.csv").unlink()
        (run / "scores.csv").mkdir()
        assert keys(run) >= {"special", "link", "missing"}


@pytest.mark.parametrize("number", ["1" + "0" * 4000, "-1e308", "1.7976931348623157e308", "5e-324"])
def test_numbers_that_no_arithmetic_bears(run: Path, number: str) -> None:
    items = trial.read_lines(run)
    for term in ("squared_error", "pixels", "sum_output"):
        items[0]["terms"]["output"][term] = json.loads(number)
    trial.rechain(run, items)
    trial.reseal(run)
    assert keys(run) & {"terms", "impossible"}


def test_what_nobody_foresaw_is_a_finding_of_that_part(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(checking, "number_findings", broken)
    (finding,) = checker.check(str(run))[0]
    assert finding.say() == "results.json: this part could not be checked: results.json (RecursionError)"


def nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize("place", [("plan", "profile"), ("identity", "n"), ("plan", "limit"), ("departures", None)])
@pytest.mark.parametrize("value", [nested(300), [[]], 10**4000, "x", None, {"a": {}}], ids=range(6))
def test_a_manifest_of_any_shape(tmp_path: Path, place: tuple[str, str | None], value: object) -> None:
    for name in ("home-sealed", "vsig-few-centre", "classification-colours"):
        run: Path = _spoilt(kept(name), tmp_path / name, place, value)
        found = keys(run)
        assert "unchecked" not in found


def _spoilt(make: Callable[[Path], Path], folder: Path, place: tuple[str, str | None], value: object) -> Path:
    folder.mkdir()
    run = make(folder)
    manifest = trial.read_page(run, "manifest.json")
    part, name = place
    if name is None:
        manifest[part] = value
    else:
        manifest[part][name] = value
    trial.write_page(run, "manifest.json", manifest)
    trial.reseal(run)
    return run
