"""The door to a finished run: what lies in its folder must be what was sealed, and is read once."""

import os
import resource
import shutil
from pathlib import Path

import pytest

import mindsight
from mindsight import checker
from mindsight.errors import RecordError
from mindsight.record import canonical
from mindsight.record.folder import ITEMS, MANIFEST, SCORES, SUMS, RunFolder
from mindsight.record.opening import open_sealed
from record import trial

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
SOURCE = Path(mindsight.__file__).parent
AROUND_THE_DOOR = {
    "goes on with an unfinished run": (
        "pipeline.py", "cli/home/dry_run.py",
        "cli/home/questions/rehearsal.py", "cli/records/importing.py", "home/running/knowing.py", "home/running/pools.py",
        "home/running/questions.py",
        "cli/vsig/controls.py", "cli/vsig/dry_run.py", "execution/making.py", "resting.py",
        "vsig/running/judging.py", "vsig/running/preparing.py",
    ),
    "says of an unfinished run that it is so": ("cli/shared/runs.py", "vsig/models/replays.py"),
    "checks every byte": (
        "cli/demo.py", "cli/home/reveal.py", "cli/records/refusals.py", "cli/records/report.py", "cli/records/rescore.py",
        "cli/records/sign.py", "cli/records/verify.py", "merging/shards.py", "signing/check.py", "signing/sealed.py",
    ),
    "is the door": ("record/opening.py",),
}  # fmt: skip


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
def test_a_record_of_the_first_version_opens(name: str) -> None:
    assert open_sealed(GOLDEN / name).manifest.state == "complete"


def test_what_nothing_is_read_from_is_not_looked_at(run: Path) -> None:
    (run / "report.html").write_text("another page")
    (run / "check_run.py").write_text("another program")
    (run / ".DS_Store").write_text("of a file manager")
    assert open_sealed(run).path == run


def test_a_file_that_is_not_used_may_be_changed(run: Path) -> None:
    (run / ITEMS).write_bytes(b"")
    assert open_sealed(run, {SCORES}).path == run
    with pytest.raises(RecordError, match=r"items\.jsonl: was changed since it was sealed"):
        open_sealed(run, {ITEMS, SCORES})


@pytest.mark.parametrize("uses", [None, {SCORES}])
def test_a_file_that_is_missing_is_named(run: Path, uses: set[str] | None) -> None:
    (run / SCORES).unlink()
    with pytest.raises(RecordError, match=r"scores\.csv: is missing"):
        open_sealed(run, uses)


@pytest.mark.parametrize("uses", [None, {"human_marks.csv"}])
def test_a_file_that_came_after_the_seal_is_named(run: Path, uses: set[str] | None) -> None:
    (run / "human_marks.csv").write_text("rater,mark\n")
    with pytest.raises(RecordError, match=r"human_marks\.csv: came after the run was sealed"):
        open_sealed(run, uses)


def test_a_link_in_the_place_of_a_file_is_none_of_a_record(run: Path, tmp_path: Path) -> None:
    (run / SCORES).rename(tmp_path / SCORES)
    (run / SCORES).symlink_to(tmp_path / SCORES)
    with pytest.raises(RecordError, match=r"scores\.csv: was changed"):
        open_sealed(run)


def test_a_complete_run_without_a_seal_is_refused_until_report_has_checked_it(run: Path) -> None:
    (run / SUMS).unlink()
    with pytest.raises(RecordError, match="has no SHA256SUMS, so nobody knows whether it was changed"):
        open_sealed(run)
    assert trial.mindsight("report", run).returncode == 0
    assert open_sealed(run).path == run


@pytest.mark.parametrize(
    ("state", "shard", "sentence"),
    [
        ("running", None, "the run is not complete; finish it with --resume"),
        ("interrupted", "1/2", "is a shard of a run; join the shards with: mindsight merge"),
        ("part", "1/2", "is a shard of a run; join the shards with: mindsight merge"),
    ],
)
@pytest.mark.parametrize("seal", [True, False])
def test_what_has_not_come_to_its_end_is_refused(
    run: Path, state: str, shard: str | None, sentence: str, *, seal: bool
) -> None:
    trial.write_page(run, MANIFEST, {**trial.read_page(run, MANIFEST), "state": state, "shard": shard})
    trial.reseal(run) if seal else (run / SUMS).unlink()
    with pytest.raises(RecordError, match=sentence):
        open_sealed(run)


def test_a_file_is_read_once_and_again_when_it_changed(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    digest_of = canonical.sha256_of_file

    def digest_and_note(path: Path) -> str:
        read.append(path.name)
        return digest_of(path)

    monkeypatch.setattr(canonical, "sha256_of_file", digest_and_note)
    for _ in range(3):
        open_sealed(run)
    assert sorted(read) == ["items.jsonl", "kit.json", "manifest.json", "results.json", "scores.csv"]
    before = (run / SCORES).stat()
    data = (run / SCORES).read_bytes()
    (run / SCORES).write_bytes(data.replace(b"scored", b"denied", 1))
    os.utime(run / SCORES, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (run / SCORES).stat().st_size == before.st_size
    with pytest.raises(RecordError, match=r"scores\.csv: was changed"):
        open_sealed(run)


def test_what_is_no_run_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is not a run folder"):
        open_sealed(tmp_path)


def test_nothing_else_opens_a_run_without_the_door() -> None:
    opening = {
        str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*.py") if "RunFolder.open(" in file.read_text("utf-8")
    }
    assert opening == {name for names in AROUND_THE_DOOR.values() for name in names}


@pytest.mark.parametrize("name", [MANIFEST, "results.json", ITEMS])
def test_a_record_that_holds_more_than_any_is_refused_before_it_is_parsed(run: Path, name: str) -> None:
    """Lists without content take two bytes in a file, and thirty times as many in memory."""
    page = (run / name).read_bytes().rstrip()
    (run / name).write_bytes(page[:-1] + b',"zz":[' + b"[]," * 3_000_000 + b"[]]}\n")
    trial.reseal(run)
    opened = RunFolder(run)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(RecordError, match=r"too many values|is not an item"):
        _ = opened.manifest, opened.results, list(opened.items)
    findings, _ = checker.check(str(run))
    assert findings
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10
