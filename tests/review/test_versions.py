"""What changed since the version that was reviewed before: by content and class, not by name alone."""

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
from mindsight.album.kits.pictures import encode_png
from mindsight.album.profile import load_profile
from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.folder import RunFolder
from mindsight.review.declarations import Signed
from mindsight.review.findings import Review
from mindsight.review.linking import refuse_unreliable
from mindsight.review.page import write_page
from mindsight.review.reviewing import media_files, read_review, review
from mindsight.subjects.spec import SubjectSpec
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


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two kits, of which the second has another picture in the place of one, each reviewed and with a run of the same product."""
    place = tmp_path_factory.mktemp("tested")
    photos = trial.make_photos(place / "photos")
    for name in ("first", "second"):
        make_enhancement_kit(photos, place / name, Recipe(load_profile(), 7, None), trial=True)
        trial.sealed_run(place / name, place / f"{name}-run", SubjectSpec("baseline", "identity"))
        changed = sorted(photos.iterdir())[2]
        changed.write_bytes(encode_png(255 - np.asarray(Image.open(changed))))
    assert trial.mindsight("review", place / "first", "--out", place / "first-review").returncode in {0, 1}
    return place


def test_scores_on_the_unchanged_part_are_said_of_both_runs(tested: Path) -> None:
    words = ("review", tested / "second", "--before", tested / "first-review", "--out", tested / "second-review")
    done = trial.mindsight("--lang", "en", *words, "--scores", tested / "first-run", tested / "second-run")
    assert done.returncode in {0, 1}, done.stderr
    check = next(one for one in read_review(tested / "second-review").checks if one.id == "c5")
    scored = [one for one in check.findings if "measure" in one.found.args]
    said = {str(one.found.args["measure"]): one.found.args for one in scored}
    psnr = said["album.psnr"]
    assert (psnr["count"], psnr["all"]) == (4, 5)
    # The product is the same, and so is what it was given.
    assert psnr["before"] == psnr["now"]
    with (tested / "first-run" / "scores.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    unchanged = {item.instance for item in RunFolder.open(tested / "second-run").items}
    ids = {item.id for item in RunFolder.open(tested / "first-run").items if item.instance in unchanged}
    values = [float(row["album.psnr"]) for row in rows if row["id"] in ids]
    assert len(values) == 4
    assert float(str(psnr["before"])) == pytest.approx(sum(values) / 4, abs=1e-4)
    manifests = [canonical.sha256_of_file(tested / f"{name}-run" / "manifest.json") for name in ("first", "second")]
    assert [list(one.evidence) for one in scored] == [manifests] * len(scored)
    assert trial.mindsight("verify", tested / "second-review").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scores", "first-run", "second-run"), "needs --before"),
        (("--before", "first-review", "--scores", "second-run", "second-run"), "is over other data"),
        (("--before", "first-review", "--scores", "first-run", "first"), "is not a run folder"),
    ],
)
def test_runs_that_do_not_belong_to_the_data_are_refused(tested: Path, words: tuple[str, ...], said: str) -> None:
    named = [one if one.startswith("--") else str(tested / one) for one in words]
    done = trial.mindsight("--lang", "en", "review", tested / "second", "--out", tested / "refused", *named)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    shutil.rmtree(tested / "refused", ignore_errors=True)
