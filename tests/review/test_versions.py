"""What changed since the version that was reviewed before: by content and class, not by name alone."""

import shutil
from pathlib import Path

import pytest

from mindsight.errors import InputError
from mindsight.review.declarations import Signed
from mindsight.review.findings import Review
from mindsight.review.linking import refuse_unreliable
from mindsight.review.page import write_page
from mindsight.review.reviewing import media_files, review
from record import trial
from review import making


def changes(found: Review) -> tuple[str, dict[str, int]]:
    """Return the state of the check, and the numbers that it states."""
    check = next(one for one in found.checks if one.id == "c5")
    said = check.findings[0].found.args
    said = said["changes"].args if "changes" in said else said
    return check.state, {name: count for name, count in said.items() if name != "day"}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    place = tmp_path_factory.mktemp("before")
    data = making.photographs(place / "photos", count=6)
    found = review(data, place / "review", on=making.ON)
    write_page(found, place / "review", data, media_files(place / "review"), language="en", progress=lambda *_: None)
    return data, place / "review"


def now(before: tuple[Path, Path], tmp_path: Path, declared: Signed | None = None) -> Review:
    return review(tmp_path / "photos", tmp_path / "review", on=making.ON, declared=declared, before=before[1])


def test_the_same_data_did_not_change(before: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(before[0], tmp_path / "photos")
    (tmp_path / "photos" / "cup" / "0000.jpg").rename(tmp_path / "photos" / "cup" / "first.jpg")  # only another name
    found = now(before, tmp_path)
    assert changes(found) == ("good", {})
    assert found.before is not None
    assert found.before.on == making.ON.isoformat()


def test_every_kind_of_change_is_counted_and_must_be_written_down(before: tuple[Path, Path], tmp_path: Path) -> None:
    data = Path(shutil.copytree(before[0], tmp_path / "photos"))
    (data / "cup" / "0100.jpg").write_bytes(making.jpeg(100))
    (data / "cup" / "0101.jpg").write_bytes(making.jpeg(101))
    (data / "cup" / "0000.jpg").unlink()
    (data / "cup" / "0002.jpg").write_bytes(making.jpeg(102))
    for number in (1, 3, 5):
        (data / "shoe" / f"000{number}.jpg").rename(data / "cup" / f"000{number}.jpg")
    counted = {"added": 2, "removed": 1, "replaced": 1, "relabelled": 3}
    found = now(before, tmp_path)
    assert changes(found) == ("failure", counted)
    (check,) = (one for one in found.checks if one.id == "c5")
    assert set(check.findings[0].files) == {
        f"cup/{name}.jpg" for name in ("0100", "0101", "0002", "0001", "0003", "0005")
    }
    shutil.rmtree(tmp_path / "review")
    words = making.DECLARATIONS.replace('version = "1"', 'version = "2"\nchanges = "as counted"')
    assert changes(now(before, tmp_path, making.declarations(tmp_path, words))) == ("declared", counted)


def test_a_review_that_was_changed_is_no_version_to_compare_with(before: tuple[Path, Path], tmp_path: Path) -> None:
    changed = Path(shutil.copytree(before[1], tmp_path / "changed"))
    (changed / "files.jsonl").write_bytes((changed / "files.jsonl").read_bytes().replace(b"cup", b"mug"))
    with pytest.raises(InputError, match="cannot be relied on"):
        refuse_unreliable(changed)
    done = trial.mindsight(
        "--lang", "en", "review", before[0], "--before", changed, "--out", tmp_path / "again", "--on", "2026-11-20"
    )
    assert (done.returncode, "cannot be relied on" in done.stderr) == (2, True)
