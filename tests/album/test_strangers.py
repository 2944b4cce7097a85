"""Files that belong to no input stand in the manifest and in the report, however many they are."""

from pathlib import Path

import pytest

from album.making import contents, trial_kit
from album.test_album_run import run
from mindsight.album.suite import MOST_STRANGERS, rescore
from mindsight.record import checker
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.report import render_html


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial_kit(tmp_path_factory.mktemp("strangers") / "kit", 2)


def with_outputs(kit: Path, folder: Path, *more: str) -> Path:
    folder.mkdir()
    for name in ("0001.png", "0002.png"):
        (folder / name).write_bytes((kit / "inputs" / name).read_bytes())
    for name in more:
        (folder / name).write_bytes(b"somebody's")
    return folder


def note_of(made: RunFolder) -> Note | None:
    notes = [block for block in made.results.blocks if isinstance(block, Note) and block.id == "warning-strangers"]
    return notes[0] if notes else None


def test_each_stranger_is_named_in_manifest_and_report(kit: Path, tmp_path: Path) -> None:
    names = ["0003.png", "IMG_1.jpg", "Thumbs.db"]
    made = run(kit, tmp_path / "run", f"folder:{with_outputs(kit, tmp_path / 'outputs', *names)}")
    strangers = made.manifest.strangers
    assert strangers is not None
    assert (strangers.count, list(strangers.names)) == (3, names)
    note = note_of(made)
    assert note is not None
    assert str(note.body) == (
        "3 files among the outputs belong to no input of the kit and were not scored. manifest.json names them: "
        "0003.png · IMG_1.jpg · Thumbs.db"
    )
    page = render_html(made)
    assert "IMG_1.jpg" in page
    assert "3 个文件不属于测试包的任何输入图像" in page
    assert checker.check(str(made.path))[0] == []
    assert rescore(made)[1] == made.results


def test_a_hundred_thousand_names_do_not_fill_a_manifest(kit: Path, tmp_path: Path) -> None:
    count = MOST_STRANGERS + 7
    names = [f"x{number:05}.png" for number in range(count)]
    made = run(kit, tmp_path / "run", f"folder:{with_outputs(kit, tmp_path / 'outputs', *names)}")
    strangers = made.manifest.strangers
    assert strangers is not None
    assert (strangers.count, strangers.names) == (count, tuple(names[:MOST_STRANGERS]))
    note = note_of(made)
    assert note is not None
    assert str(note.body).startswith(f"{count} files among the outputs")
    assert str(note.body).endswith(" · x00009.png · …")


def test_without_strangers_there_is_no_note(kit: Path, tmp_path: Path) -> None:
    made = run(kit, tmp_path / "run", f"folder:{with_outputs(kit, tmp_path / 'outputs')}")
    assert made.manifest.strangers is not None
    assert made.manifest.strangers.count == 0
    assert note_of(made) is None
    other = run(kit, tmp_path / "other", "baseline:identity")
    assert other.manifest.strangers is None
    assert note_of(other) is None
    assert "strangers" in contents(other.path)["manifest.json"].decode()
