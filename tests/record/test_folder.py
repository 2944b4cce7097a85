"""Files of a run appear whole or not at all, and what a killed process left behind is swept away."""

import hashlib
import os
import shutil
from multiprocessing import get_context
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.cli.shared.runs import check_folder
from mindsight.errors import RecordError
from mindsight.files.whole import write_whole
from mindsight.record import folder as folders
from mindsight.record.folder import MANIFEST, RunFolder, put_media
from mindsight.subjects.spec import SubjectSpec
from record import trial


@pytest.fixture
def run(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "run"))


def test_a_new_run_holds_its_manifest_its_data_and_the_checker(run: Path, tmp_path: Path) -> None:
    manifest = RunFolder(run).manifest
    made = RunFolder.create(tmp_path / "a" / "b", manifest, data=run / "kit.json")
    assert set(trial.contents(made.path)) == {MANIFEST, "kit.json", "check_run.py"}
    assert made.manifest == manifest


def test_a_folder_with_something_in_it_is_refused_and_left_alone(run: Path, tmp_path: Path) -> None:
    manifest = RunFolder(run).manifest
    (tmp_path / "mine" / "media").mkdir(parents=True)
    (tmp_path / "mine" / "media" / "holiday.jpg").write_bytes(b"dear")
    for folder in (tmp_path / "mine", run):
        before = trial.contents(folder)
        with pytest.raises(RecordError, match="is not empty; choose another --out"):
            RunFolder.create(folder, manifest, data=run / "kit.json")
        assert trial.contents(folder) == before


def test_a_folder_in_which_no_run_can_begin_is_refused_before_anything_is_prepared(run: Path, tmp_path: Path) -> None:
    check_folder(tmp_path / "new", None)
    (tmp_path / "file").write_text("")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "notes.txt").write_text("")
    for taken in (run, tmp_path / "file", tmp_path / "notes"):
        with pytest.raises(RecordError, match="is not empty; choose another --out"):
            check_folder(taken, None)
    # What a killed process leaves of a run that was not born yet stands in nobody's way.
    born = {"manifest.json", "items.jsonl", "results.json", "scores.csv", "metrics.json", "SHA256SUMS", "report.html"}
    for name in born:
        (run / name).unlink(missing_ok=True)
    shutil.rmtree(run / "media")
    check_folder(run, None)


def test_a_creation_that_was_killed_half_way_can_be_repeated(run: Path, tmp_path: Path) -> None:
    manifest = RunFolder(run).manifest
    for left in ([], ["kit.json"], ["kit.json", "check_run.py"], ["kit.json", ".manifest.json.17.partial"]):
        folder = tmp_path / f"left-{len(left)}-{left[-1:]}"
        (folder / "media").mkdir(parents=True)
        for name in left:
            (folder / name).write_bytes(b"half")
        assert RunFolder.create(folder, manifest, data=run / "kit.json").manifest == manifest


def test_a_folder_without_a_manifest_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="is not a run folder"):
        RunFolder.open(tmp_path)


def test_a_damaged_manifest_is_named_with_the_field(run: Path) -> None:
    trial.write_page(run, MANIFEST, {**trial.read_page(run, MANIFEST), "state": "finished"})
    with pytest.raises(RecordError, match=r"manifest\.json: field state: Input should be"):
        _ = RunFolder(run).manifest


def test_one_process_at_a_time(run: Path) -> None:
    folder = RunFolder(run)
    other = RunFolder(run)
    with folder.locked(), pytest.raises(RecordError, match="another process is writing to this run"), other.locked():
        pass
    with folder.locked():
        pass
    assert not (run / ".lock").exists()


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(tmp_path / "file", b"old")

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_torn_picture_of_a_killed_process_is_repaired(tmp_path: Path) -> None:
    data = os.urandom(1000)
    name = put_media(tmp_path, data, ".png")
    assert name == hashlib.sha256(data).hexdigest() + ".png"
    (tmp_path / name).write_bytes(data[:400])
    assert put_media(tmp_path, data, ".png") == name
    assert (tmp_path / name).read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == [name]


def store_often(folder: Path, data: bytes) -> None:
    for _ in range(200):
        put_media(folder, data, ".png")


@pytest.mark.slow
def test_several_workers_may_store_the_same_picture(tmp_path: Path) -> None:
    data = os.urandom(200_000)
    context = get_context("spawn")
    workers = [context.Process(target=store_often, args=(tmp_path, data)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [data]


def test_what_a_killed_process_left_is_swept_away_and_never_sealed(run: Path) -> None:
    folder = RunFolder(run)
    good = trial.contents(run)
    named = {f"media/{name}" for item in folder.items for name in item.media.values()}
    (run / ".SHA256SUMS.17.partial").write_bytes(b"half")
    (run / ".results.json.18.partial").write_bytes(b"half")
    (run / "media" / f"{'0' * 64}.png").write_bytes(b"half of an output whose item was never recorded")
    folder.sweep()
    shown = {name for name in good if name.startswith("media/")} - named
    assert set(trial.contents(run)) == good.keys() - shown
    folder.seal()
    keys = {finding.key for finding in checker.check(str(run))[0]}
    assert keys == set()


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return trial.make_kit(tmp_path / "kit")


@pytest.fixture
def spread(kit: Path, tmp_path: Path) -> Path:
    """A run whose pictures lie in folders, as those of a large one do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "MANY", 1)
        return trial.sealed_run(kit, tmp_path / "spread", SubjectSpec("baseline", "nlmeans"))


def test_pictures_of_a_large_run_lie_in_folders_and_nothing_else_differs(
    kit: Path, spread: Path, tmp_path: Path
) -> None:
    flat = trial.sealed_run(kit, tmp_path / "flat", SubjectSpec("baseline", "nlmeans"))
    names = {file.name for file in (flat / "media").iterdir()}
    assert {str(file.relative_to(spread / "media")) for file in folders.media_files(spread / "media")} == {
        f"{name[:2]}/{name}" for name in names
    }
    assert trial.untimed_items(spread) == trial.untimed_items(flat)
    assert (spread / "results.json").read_bytes() == (flat / "results.json").read_bytes()
    assert checker.check(str(spread))[0] == []
    put_media(spread / "media", b"of nobody", ".jpg")
    RunFolder(spread).sweep()
    named = {name for item in trial.read_lines(spread) for name in item["media"].values()}
    assert {file.name for file in folders.media_files(spread / "media")} == named


@pytest.mark.parametrize(
    ("damage", "keys"), [("changed", {"media"}), ("lost", {"media_missing"}), ("moved", {"media_missing"})]
)
def test_a_picture_in_a_folder_that_is_not_as_it_was_is_found(spread: Path, damage: str, keys: set[str]) -> None:
    name = trial.read_lines(spread)[0]["media"]["output"]
    picture = folders.media_path(spread / "media", name)
    if damage == "changed":
        picture.write_bytes(b"x")
    elif damage == "lost":
        picture.unlink()
    else:
        other = next(share for share in (spread / "media").iterdir() if share != picture.parent)
        picture.rename(other / picture.name)
    trial.reseal(spread)
    assert {finding.key for finding in checker.check(str(spread))[0]} == keys
