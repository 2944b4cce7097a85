"""What a review leaves: a chained, sealed, repeatable record that goes on where it stopped, and a copy without metadata."""

import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.record.log import read_chained
from mindsight.review.cleaning import write_clean_copy
from mindsight.review.declarations import read_declarations
from mindsight.review.examining.files import Examiner
from mindsight.review.facts import FileLine
from mindsight.review.page import write_page
from mindsight.review.readers.listing import list_files
from mindsight.review.reviewing import FILES, REVIEW, Means, media_files, read_review, review, traced_files
from mindsight.review.verifying import contradictions
from mindsight.text import say
from review import making


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return making.photographs(tmp_path / "photos", count=3)


def test_a_review_is_the_same_twice_and_by_several_processes(photos: Path, tmp_path: Path) -> None:
    for name, means in (("one", Means()), ("two", Means()), ("three", Means("local", 2))):
        review(photos, tmp_path / name, on=making.ON, means=means)
    for file in (FILES, REVIEW):
        pages = {(tmp_path / name / file).read_bytes() for name in ("one", "two", "three")}
        assert len(pages) == 1


def test_files_are_chained_and_the_review_names_the_end(photos: Path, tmp_path: Path) -> None:
    found = review(photos, tmp_path / "review", on=making.ON)
    lines = list(read_chained(tmp_path / "review" / FILES, FileLine))
    assert (len(lines), lines[-1][1]) == (found.files.count, found.files.head)
    assert {one.id: one.sha256 for one, _ in lines} == {
        str(file.relative_to(photos)): hashlib.sha256(file.read_bytes()).hexdigest() for file in photos.rglob("*.jpg")
    }
    assert read_review(tmp_path / "review") == found
    assert canonical.model_page(found) == (tmp_path / "review" / REVIEW).read_bytes()


def test_an_interrupted_review_goes_on_and_ends_alike(photos: Path, tmp_path: Path) -> None:
    review(photos, tmp_path / "whole", on=making.ON)
    review(photos, tmp_path / "cut", on=making.ON)
    lines = (tmp_path / "cut" / FILES).read_bytes().splitlines(keepends=True)
    (tmp_path / "cut" / FILES).write_bytes(b"".join(lines[:2]) + lines[2][:50])
    (tmp_path / "cut" / REVIEW).unlink()
    seen: list[int] = []
    means = Means(progress=lambda done, _all: seen.append(done))
    review(photos, tmp_path / "cut", on=making.ON, means=means)
    assert seen == [3, 4, 5, 6]
    for file in (FILES, REVIEW):
        assert (tmp_path / "cut" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_a_file_that_changed_meanwhile_is_refused(photos: Path, tmp_path: Path) -> None:
    review(photos, tmp_path / "review", on=making.ON)
    (photos / "cup" / "0000.jpg").write_bytes(making.jpeg(77))
    with pytest.raises(InputError, match=r"cup/0000.jpg: was changed"):
        review(photos, tmp_path / "review", on=making.ON)


def test_a_file_that_goes_away_meanwhile_is_one_that_cannot_be_read(photos: Path, tmp_path: Path) -> None:
    gone = photos / "shoe" / "0005.jpg"
    found = review(photos, tmp_path / "review", on=making.ON, means=Means(progress=lambda *_: gone.unlink(True)))
    (check,) = (one for one in found.checks if one.id == "d1")
    assert check.state == "failure"
    assert [finding.files for finding in check.findings if finding.severity == "failure"] == [("shoe/0005.jpg",)]
    assert "cannot be read (No such file or directory)" in say(check.findings[0].found, "en")


def test_another_folder_is_not_taken_for_a_review(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="exists already"):
        review(photos, tmp_path / "mine", on=making.ON)
    with pytest.raises(InputError, match="lies in"):
        review(photos, photos / "review", on=making.ON)
    review(photos, tmp_path / "review", on=making.ON)
    (photos / "new.jpg").write_bytes(making.jpeg(5))
    with pytest.raises(InputError, match="other files or names"):
        review(photos, tmp_path / "review", on=making.ON)


def test_the_page_is_sealed_and_shows_every_finding(photos: Path, tmp_path: Path) -> None:
    (photos / "cup" / "<img src=x onerror=alert(1)>.jpg").write_bytes(b"no picture")
    found = review(photos, tmp_path / "review", on=making.ON)
    files = media_files(tmp_path / "review")
    write_page(found, tmp_path / "review", photos, files, language="zh", progress=lambda _done, _all: None)
    page = (tmp_path / "review" / "review.html").read_text("utf-8")
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page
    assert page.count("data:image/jpeg;base64") >= 1
    sums = (tmp_path / "review" / "SHA256SUMS").read_text()
    for line in sums.splitlines():
        digest, _, name = line.partition("  ")
        assert hashlib.sha256((tmp_path / "review" / name).read_bytes()).hexdigest() == digest
    assert {line.partition("  ")[2] for line in sums.splitlines()} >= {
        "files.jsonl",
        "plan.json",
        "review.html",
        "review.json",
    }


def test_no_value_of_metadata_is_repeated(photos: Path, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8825).update({1: "N", 2: (31.0, 14.0, 9.0), 3: "E", 4: (121.0, 29.0, 1.0)})
    exif.get_ifd(0x8769)[0xA431] = "SERIAL-4711"
    (photos / "cup" / "0000.jpg").write_bytes(making.jpeg(0, exif=exif, comment="电话13800138000".encode()))
    review(photos, tmp_path / "review", on=making.ON)
    left = b"".join(file.read_bytes() for file in (tmp_path / "review").rglob("*") if file.is_file())
    assert b"SERIAL-4711" not in left
    assert b"13800138000" not in left


def test_a_copy_has_the_same_pixels_and_no_metadata(photos: Path, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8825).update({1: "N", 2: (31.0, 14.0, 9.0), 3: "E", 4: (121.0, 29.0, 1.0)})
    profile = b"not a real profile"
    file = photos / "cup" / "0000.jpg"
    file.write_bytes(
        making.jpeg(0, exif=exif, comment=b"at home", xmp=b"<x PersonInImage='Li'/>", icc_profile=profile) + b"trailer"
    )
    png = photos / "cup" / "shot.png"
    data = io.BytesIO()
    making.picture(40).save(data, "PNG", exif=exif)
    png.write_bytes(data.getvalue())
    making.clip(photos / "clip.mp4", metadata={"location": "+31.2304+121.4737/", "comment": "home"})
    review(photos, tmp_path / "before", on=making.ON)
    done = write_clean_copy(
        photos, list_files(photos).files, tmp_path / "copy", traced_files(tmp_path / "before"), lambda _done, _all: None
    )
    assert (done.cleaned, done.copied, done.left) == (3, 5, ())
    found = review(tmp_path / "copy", tmp_path / "after", on=making.ON)
    assert making.by_check(found)["a4"] == "good"
    for name in ("cup/0000.jpg", "cup/shot.png"):
        with Image.open(photos / name) as old, Image.open(tmp_path / "copy" / name) as new:
            assert np.array_equal(np.asarray(old), np.asarray(new))
    with Image.open(tmp_path / "copy" / "cup" / "0000.jpg") as new:
        assert new.getexif()[0x0112] == 6
        assert new.info["icc_profile"] == profile
        assert set(new.getexif()) == {0x0112}
    assert not (tmp_path / "copy" / "cup" / "0000.jpg").read_bytes().endswith(b"trailer")
    frames = [frames_of(folder / "clip.mp4") for folder in (photos, tmp_path / "copy")]
    assert len(frames[0]) == 10
    assert all(np.array_equal(one, other) for one, other in zip(*frames, strict=True))
    same = photos / "shoe" / "0001.jpg"
    assert (tmp_path / "copy" / "shoe" / "0001.jpg").read_bytes() == same.read_bytes()


def frames_of(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


def test_mutated_files_give_findings_and_never_an_error(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    exif = Image.Exif()
    exif.get_ifd(0x8825).update({1: "N", 2: (31.0, 14.0, 9.0)})
    png = io.BytesIO()
    making.picture(1).save(png, "PNG", exif=exif)
    sources = {
        ".jpg": making.jpeg(0, exif=exif),
        ".png": png.getvalue(),
        ".json": json.dumps([making.sample()]).encode(),
    }
    making.clip(tmp_path / "clip.mp4", metadata={"location": "+31+121/"})
    sources[".mp4"] = (tmp_path / "clip.mp4").read_bytes()
    rng = np.random.default_rng(4)
    examine = Examiner(tmp_path / "data")
    problems = 0
    for suffix, whole in sources.items():
        for number in range(60):
            data = bytearray(whole)
            for place in rng.integers(0, len(data), 6):
                data[place] = int(rng.integers(0, 256))
            name = f"{number}{suffix}"
            (tmp_path / "data" / name).write_bytes(bytes(data[: int(rng.integers(1, len(data) + 1))]))
            facts = examine(name)
            problems += facts.problem is not None
            assert facts.sha256
    assert problems > 100


def test_the_command_says_what_it_found(photos: Path, tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mindsight", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    good = run("review", "photos", "--out", "good", "--on", "2026-11-20", "--lang", "en")
    assert good.returncode == 0
    assert "nothing that the program decides failed" in good.stdout
    (photos / "cup" / "IMG_13800138000.jpg").write_bytes(making.jpeg(50))
    failed = run("review", "photos", "--out", "bad", "--lang", "zh", "--fix", "copy")
    assert failed.returncode == 1
    assert "电话号码" in failed.stdout
    assert (tmp_path / "copy" / "shoe" / "0001.jpg").is_file()
    page = run("review", "photos", "--out", "third", "--json", "--on", "2026-11-20")
    assert json.loads(page.stdout)["format"] == "mindsight.review"
    for words in (
        ("review", "nowhere", "--out", "x"),
        ("review", "photos", "--out", "y", "--declare", "none.toml"),
        ("review", "photos", "--out", "z", "--on", "tomorrow"),
        ("review", "photos", "--out", "z", "--on", "9999-12-31"),
    ):
        refused = run(*words)
        assert refused.returncode == 2
        assert len(refused.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("[by]\nname = 'x'", "by.on"),
        ("by = 3", "by"),
        ("[by", "not valid TOML"),
        (making.DECLARATIONS.replace("[people]", "[people]\nchildern = 1"), "people.childern"),
    ],
)
def test_wrong_declarations_are_refused_by_name(words: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        making.declarations(tmp_path, words)


def test_the_declarations_of_the_documentation_can_be_read() -> None:
    shown = Path(__file__).resolve().parents[2] / "docs" / "examples" / "declarations.toml"
    assert read_declarations(shown).values.annotation.clauses == {"f5": "7.2"}


@pytest.fixture
def sealed(photos: Path, tmp_path: Path) -> Path:
    (photos / "cup" / "0000.jpg").write_bytes(b"no picture")
    found = review(photos, tmp_path / "sealed", on=making.ON)
    files = media_files(tmp_path / "sealed")
    write_page(found, tmp_path / "sealed", photos, files, language="en", progress=lambda _done, _all: None)
    return tmp_path / "sealed"


def test_a_review_as_it_was_written_holds(sealed: Path) -> None:
    assert list(contradictions(sealed)) == []


def reseal(folder: Path) -> None:
    names = sorted(
        str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file() and file.name != "SHA256SUMS"
    )
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    (folder / "SHA256SUMS").write_text("".join(lines))


def of_another_file(folder: Path) -> None:
    page = json.loads((folder / REVIEW).read_bytes())
    check = next(one for one in page["checks"] if one["id"] == "d1")
    check["findings"][0]["evidence"] = ["0" * 64]
    (folder / REVIEW).write_bytes(canonical.page(page))


def without_a_line(folder: Path) -> None:
    lines = (folder / FILES).read_bytes().splitlines(keepends=True)
    (folder / FILES).write_bytes(b"".join(lines[:-1]))


def with_another_hash(folder: Path) -> None:
    (folder / FILES).write_bytes((folder / FILES).read_bytes().replace(b'"bytes":10', b'"bytes":11', 1))


def of_other_data(folder: Path) -> None:
    page = json.loads((folder / REVIEW).read_bytes())
    page["data"]["sha256"] = "0" * 64
    (folder / REVIEW).write_bytes(canonical.page(page))


@pytest.mark.parametrize("forge", [of_another_file, without_a_line, with_another_hash, of_other_data])
def test_a_forged_review_contradicts_itself_even_under_a_new_seal(forge: Callable[[Path], None], sealed: Path) -> None:
    forge(sealed)
    assert list(contradictions(sealed)) != []
    reseal(sealed)
    assert list(contradictions(sealed)) != []


def test_a_changed_or_added_byte_breaks_the_seal(sealed: Path) -> None:
    (sealed / "review.html").write_text((sealed / "review.html").read_text("utf-8") + " ", "utf-8")
    (sealed / "more.txt").write_text("more")
    assert len(list(contradictions(sealed))) == 2
