"""A disk that fills up during a vsig run: one clear sentence, and after freeing some space the same bytes."""

import shlex
import subprocess
from pathlib import Path

import pytest

from mindsight import checker
from record import trial
from test_walk_full_disk import NAMESPACE, SCRIPT, needs_disk
from vsig.making import make_data

SIZE_KIB = 2048
KEPT = ("results.json", "scores.csv", "metrics.json", "samples.json")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vsig-disk") / "data"
    make_data(folder, templates=(2, 6), each=2, size=(160, 90), fps=5)
    return folder


def arguments(data: Path) -> list[str]:
    return ["vsig", "run", "--data", str(data), "--subject", "baseline:oracle", "--json"]


@pytest.fixture(scope="module")
def undisturbed(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("vsig-undisturbed") / "run"
    assert trial.mindsight(*arguments(data), "--out", run).returncode == 0
    return run


@needs_disk
@pytest.mark.slow
@pytest.mark.parametrize("left", [4, 20, 60, 110, 130, 150, 200, 320])
def test_a_full_disk_is_one_sentence_and_no_loss(data: Path, undisturbed: Path, tmp_path: Path, left: int) -> None:
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    command = shlex.join(trial.command(*arguments(data)))
    script = SCRIPT.format(size=SIZE_KIB, left=left, disk=disk, out=out, command=command)
    assert NAMESPACE is not None
    subprocess.run([*NAMESPACE, "sh", "-c", script], check=True, env=trial.environment(), timeout=120)
    said = (out / "stderr").read_text()
    assert (out / "code").read_text().strip() == "2", said
    (line,) = said.splitlines()
    assert line.startswith(f"error: the disk is full ({disk}/run/")
    assert (out / "stdout").read_text() == ""
    assert ((out / "code-2").read_text().strip(), (out / "stderr-2").read_text()) == ("0", "")
    assert [finding.say() for finding in checker.check(str(out / "run"))[0]] == []
    for name in KEPT:
        assert (out / "run" / name).read_bytes() == (undisturbed / name).read_bytes()
    assert trial.contents(out / "run").keys() == trial.contents(undisturbed).keys()
