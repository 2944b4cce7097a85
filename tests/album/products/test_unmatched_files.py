"""Unmatched files are listed in the manifest and in the report, however many they are."""

from pathlib import Path

import pytest

from album.enhancement.test_run import run
from album.making import contents, trial_kit
from mindsight import checker
from mindsight.album.procedure import MOST_UNMATCHED
from mindsight.kinds import rescore
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.report import render_html, write_report


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial_kit(tmp_path_factory.mktemp("unmatched") / "kit", 2)


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


def test_each_unmatched_file_is_named_in_manifest_and_report(kit: Path, tmp_path: Path) -> None:
    names = ["0003.png", "IMG_1.jpg", "Thumbs.db"]
    made = run(kit, tmp_path / "run", f"folder:{with_outputs(kit, tmp_path / 'outputs', *names)}")
    unmatched = made.manifest.strangers
    assert unmatched is not None
    assert (unmatched.count, list(unmatched.names)) == (3, names)
    note = note_of(made)
    assert note is not None
    assert str(note.body) == (
        "3 files among the outputs match no input of the kit and were not scored. manifest.json lists them: "
        "0003.png · IMG_1.jpg · Thumbs.db"
    )
    page = render_html(made)
    assert "IMG_1.jpg" in page
    assert "3 个文件不属于测试包的任何输入图像" in page
    write_report(made)
    assert checker.check(str(made.path))[0] == []
    assert rescore(made)[1] == made.results


def test_a_hundred_thousand_names_do_not_fill_a_manifest(kit: Path, tmp_path: Path) -> None:
    count = MOST_UNMATCHED + 7
    names = [f"x{number:05}.png" for number in range(count)]
    made = run(kit, tmp_path / "run", f"folder:{with_outputs(kit, tmp_path / 'outputs', *names)}")
    unmatched = made.manifest.strangers
    assert unmatched is not None
    assert (unmatched.count, unmatched.names) == (count, tuple(names[:MOST_UNMATCHED]))
    note = note_of(made)
    assert note is not None
    assert str(note.body).startswith(f"{count} files among the outputs")
    assert str(note.body).endswith(" · x00009.png · …")


def test_without_unmatched_files_there_is_no_note(kit: Path, tmp_path: Path) -> None:
    made = run(kit, tmp_path / "run", f"folder:{with_outputs(kit, tmp_path / 'outputs')}")
    assert made.manifest.strangers is not None
    assert made.manifest.strangers.count == 0
    assert note_of(made) is None
    other = run(kit, tmp_path / "other", "baseline:identity")
    assert other.manifest.strangers is None
    assert note_of(other) is None
    assert "strangers" in contents(other.path)["manifest.json"].decode()


def test_outputs_in_a_sub_folder_do_not_vanish_without_a_word(kit: Path, tmp_path: Path) -> None:
    outputs = with_outputs(kit, tmp_path / "outputs", "Thumbs.db")
    (outputs / "sub").mkdir()
    (outputs / "0002.png").rename(outputs / "sub" / "0002.png")
    (outputs / "sub" / "0003\u202e\x1b.png").write_bytes(b"")
    made = run(kit, tmp_path / "run", f"folder:{outputs}")
    assert [item.outcome for item in sorted(made.items, key=lambda item: item.id)][1] == "missing"
    unmatched = made.manifest.strangers
    assert unmatched is not None
    assert unmatched.names == ("sub/0002.png", "sub/0003\u202e\x1b.png", "Thumbs.db")
    note = note_of(made)
    assert note is not None
    assert "Some are in sub-folders: an output must be directly in the folder of results." in str(note.body)
    page = render_html(made)
    assert "sub/0002.png" in page
    assert "输出必须直接放在结果文件夹里" in page
    assert "\u202e" not in page
    write_report(made)
    assert checker.check(str(made.path))[0] == []
    assert rescore(made)[1] == made.results


def test_a_link_that_leads_outside_costs_its_picture_only(kit: Path, tmp_path: Path) -> None:
    outputs = with_outputs(kit, tmp_path / "outputs")
    (outputs / "0002.png").rename(tmp_path / "secret.png")
    (outputs / "0002.png").symlink_to(tmp_path / "secret.png")
    made = run(kit, tmp_path / "run", f"folder:{outputs}")
    first, second = sorted(made.items, key=lambda item: item.id)
    assert (first.status, second.status, second.outcome) == ("scored", "failed", "unreadable")
    assert str(second.error).startswith("the output 0002.png is a link that leads outside of the folder")
    assert (second.answer, second.media) == ({}, {})
    write_report(made)
    assert checker.check(str(made.path))[0] == []
