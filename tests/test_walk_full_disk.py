"""A disk that fills up: one clear sentence, and after freeing some space the run ends with the same bytes."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from mindsight import checker
from record import trial

SIZE_KIB = 1024

# The tiny disk exists only inside this process: its own mount namespace, as its own root.
SCRIPT = """
set -eu
mount -t tmpfs -o size={size}k tmpfs {disk}
dd if=/dev/zero of={disk}/filler bs=1024 count=$(( {size} - {left} )) status=none
set +e
{command} --out {disk}/run > {out}/stdout 2> {out}/stderr
echo $? > {out}/code
ls -A {disk}/run {disk}/run/media > {out}/left
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
    run = tmp_path_factory.mktemp("undisturbed") / "run"
    assert trial.mindsight(*arguments(kit, 1), "--out", run).returncode == 0
    return run


def arguments(kit: Path, workers: int) -> list[str]:
    return ["album", "run", str(kit), "--subject", "baseline:identity", "--workers", str(workers), "--json"]


SLOW = [pytest.param(left, 1, marks=pytest.mark.slow) for left in (28, 44, 60, 72, 160, 200)]


@pytest.mark.slow
@needs_disk
@pytest.mark.parametrize(("left", "workers"), [(4, 1), (60, 2), (100, 1), (240, 1), *SLOW])
def test_a_full_disk_is_one_sentence_and_no_loss(
    kit: Path, tmp_path: Path, undisturbed: Path, left: int, workers: int
) -> None:
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    command = shlex.join(trial.command(*arguments(kit, workers)))
    script = SCRIPT.format(size=SIZE_KIB, left=left, disk=disk, out=out, command=command)
    assert NAMESPACE is not None
    subprocess.run([*NAMESPACE, "sh", "-c", script], check=True, env=trial.environment(), timeout=120)
    said = (out / "stderr").read_text()
    assert (out / "code").read_text().strip() == "2", said
    (line,) = said.splitlines()
    assert line.startswith(f"error: the disk is full ({disk}/run/")
    # A folder without a manifest is no run yet; after the last item only the report is missing.
    advice = (
        "then give the same command again",
        f"then continue with the same command and --resume {disk}/run",
        f"then write the report with: mindsight report {disk}/run",
    )
    assert line.endswith(advice)
    assert ("--resume" in line) <= ("manifest.json" in (out / "left").read_text())
    assert (out / "stdout").read_text() == ""
    assert ((out / "code-2").read_text().strip(), (out / "stderr-2").read_text()) == ("0", "")
    assert checker.check(str(out / "run"))[0] == []
    for name in ("scores.csv", "results.json"):
        assert (out / "run" / name).read_bytes() == (undisturbed / name).read_bytes()
    assert trial.contents(out / "run").keys() == trial.contents(undisturbed).keys()


AGAIN = """
set -eu
mount -t tmpfs -o size={size}k tmpfs {disk}
cp -r {run} {disk}/run
dd if=/dev/zero of={disk}/filler bs=1024 status=none || true
set +e
for command in report rescore; do
    {mindsight} $command {disk}/run --lang zh >> {out}/stdout 2>> {out}/stderr
    echo $? >> {out}/codes
done
rm {disk}/filler
cp -r {disk}/run {out}/run
"""


@pytest.mark.slow
@needs_disk
def test_a_report_for_which_the_disk_has_no_room_leaves_the_run_as_it_was(undisturbed: Path, tmp_path: Path) -> None:
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    command = shlex.join(trial.command())
    script = AGAIN.format(size=SIZE_KIB, disk=disk, out=out, run=undisturbed, mindsight=command)
    assert NAMESPACE is not None
    subprocess.run([*NAMESPACE, "sh", "-c", script], check=True, env=trial.environment(), timeout=120)
    assert (out / "codes").read_text().split() == ["2", "2"]
    assert (out / "stderr").read_text().splitlines() == [
        f"错误：磁盘已满（{disk}/run/report.html）；请腾出空间后用 mindsight report {disk}/run 写出报告",
        f"错误：磁盘已满（{disk}/run/scores.csv）；请腾出空间后再次执行同样的命令",
    ]
    assert trial.contents(out / "run") == trial.contents(undisturbed)
    assert checker.check(str(out / "run"))[0] == []


KIT = """
set -eu
mount -t tmpfs -o size={size}k tmpfs {disk}
set +e
dd if=/dev/zero of={disk}/filler bs=1024 count=$(( {size} - 40 )) status=none
{command} --out {disk}/kit 2> {out}/stderr
echo $? > {out}/code
ls -A {disk} > {out}/left
"""


@needs_disk
def test_a_kit_for_which_the_disk_has_no_room_names_the_file_and_leaves_nothing(tmp_path: Path) -> None:
    photos, disk, out = trial.make_photos(tmp_path / "photos", 40), tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    command = shlex.join(trial.command("album", "kit", "enhancement", photos))
    script = KIT.format(size=SIZE_KIB, disk=disk, out=out, command=command)
    assert NAMESPACE is not None
    subprocess.run([*NAMESPACE, "sh", "-c", script], check=True, env=trial.environment(), timeout=120)
    (said,) = (out / "stderr").read_text().splitlines()
    assert (out / "code").read_text().strip() == "2"
    assert said.startswith(f"error: the disk is full ({disk}/.kit.partial/")
    assert said.endswith("; free some space, then give the same command again")
    assert (out / "left").read_text() == "filler\n"
