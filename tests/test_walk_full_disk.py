"""A disk that fills up: one clear sentence, and after freeing some space the run ends with the same bytes."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mindsight.record import checker
from mindsight.subjects.spec import SubjectSpec
from record import trial

SIZE_KIB = 1024

# The tiny disk exists only inside this process: its own mount namespace, as its own root.
SCRIPT = """
set -eu
mount -t tmpfs -o size={size}k tmpfs {disk}
# A used page of slack lets the run's folder be made; the rest is taken by somebody else's file.
dd if=/dev/zero of={disk}/filler bs=1024 count=$(( {size} - {left} )) status=none
set +e
{command} --out {disk}/run > {out}/stdout 2> {out}/stderr
echo $? > {out}/code
rm {disk}/filler
if [ -e {disk}/run/manifest.json ]; then how=--resume; else how=--out; fi
{command} $how {disk}/run > {out}/stdout-2 2> {out}/stderr-2
echo $? > {out}/code-2
cp -r {disk}/run {out}/run
"""


def unshare() -> list[str] | None:
    """Return how to become the root of a namespace in which a disk may be mounted; None where that is not allowed."""
    for command in (["unshare", "--map-root-user", "--mount"], ["unshare", "--mount"]):
        attempt = [*command, "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"]
        if shutil.which("unshare") and subprocess.run(attempt, capture_output=True, check=False).returncode == 0:
            return command
    return None


NAMESPACE = unshare()
needs_disk = pytest.mark.skipif(NAMESPACE is None, reason="no tmpfs may be mounted here (unshare --mount)")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_kit(tmp_path_factory.mktemp("disk") / "kit")


@pytest.fixture(scope="module")
def undisturbed(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.sealed_run(kit, tmp_path_factory.mktemp("undisturbed") / "run", SubjectSpec("baseline", "identity"))


@needs_disk
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("left", [4, 44, 60, 72, 100, 160, 240])
def test_a_full_disk_is_one_sentence_and_no_loss(
    kit: Path, tmp_path: Path, undisturbed: Path, left: int, workers: int
) -> None:
    if workers == 2 and left not in (60, 100):
        pytest.skip("the same code for one worker and several")
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    subject = ["--subject", "baseline:identity", "--name", "product", "--workers", str(workers)]
    command = [sys.executable, "-m", "mindsight", "album", "run", str(kit), *subject, "--json"]
    script = SCRIPT.format(size=SIZE_KIB, left=left, disk=disk, out=out, command=shlex.join(command))
    assert NAMESPACE is not None
    subprocess.run([*NAMESPACE, "sh", "-c", script], check=True, env=trial.environment(), timeout=120)
    said = (out / "stderr").read_text()
    assert (out / "code").read_text().strip() == "2", said
    (line,) = said.splitlines()
    assert line.startswith("error: the disk is full (")
    assert line.endswith("); free some space, then continue with --resume")
    assert (out / "stdout").read_text() == ""
    assert ((out / "code-2").read_text().strip(), (out / "stderr-2").read_text()) == ("0", "")
    assert checker.check(str(out / "run"))[0] == []
    for name in ("scores.csv",):
        assert (out / "run" / name).read_bytes() == (undisturbed / name).read_bytes()
    assert trial.contents(out / "run").keys() == trial.contents(undisturbed).keys()
    assert values(out / "run") == values(undisturbed)


def values(run: Path) -> dict[str, float]:
    return {measure["name"]: measure["value"] for measure in trial.read_page(run, "results.json")["measures"]}
