"""Every check that the program decides: a data set with the defect planted, and its twin without."""

import io
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mindsight.review.examining.texts import is_identity_number
from review import making

Plant = Callable[[Path], None]
BAD = {"failure", "warning"}


def _exif(folder: Path, **fields: object) -> None:
    exif = Image.Exif()
    for tag, value in fields.items():
        if tag == "gps":
            exif.get_ifd(0x8825).update({1: "N", 2: (31.0, 14.0, 9.0), 3: "E", 4: (121.0, 29.0, 1.0)})
        elif tag == "empty_gps":
            exif.get_ifd(0x8825).update({29: "2026:01:01"})
        elif tag == "serial":
            exif.get_ifd(0x8769)[0xA431] = value
        elif tag == "owner":
            exif.get_ifd(0x8769)[0xA430] = value
        elif tag == "taken":
            exif.get_ifd(0x8769)[0x9003] = value
        else:
            exif[int(tag.removeprefix("t"))] = value
    (folder / "cup" / "0000.jpg").write_bytes(making.jpeg(0, exif=exif))


def gps(folder: Path) -> None:
    _exif(folder, gps=True)


def serial(folder: Path) -> None:
    _exif(folder, serial="4711-0815")


def owner(folder: Path) -> None:
    _exif(folder, owner="Li Hua")


def comment(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").write_bytes(making.jpeg(0, comment=b"Grandmother's birthday"))


def xmp(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").write_bytes(making.jpeg(0, xmp=b"<x exif:GPSLatitude='31,14N'/>"))


def phone_in_comment(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").write_bytes(making.jpeg(0, comment="电话13800138000".encode()))


def phone_in_name(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").rename(folder / "cup" / "IMG_13800138000.jpg")


def identity_in_table(folder: Path) -> None:
    (folder / "labels.csv").write_text("file,person\n0000.jpg,11010519491231002X\n", "utf-8")


def user_folder(folder: Path) -> None:
    (folder / "labels.json").write_text(json.dumps({"folder": "C:\\Users\\lihua\\data"}), "utf-8")


def mail(folder: Path) -> None:
    (folder / "readme.txt").write_text("questions: li.hua@example.org\n", "utf-8")


def cut_off(folder: Path) -> None:
    file = folder / "cup" / "0000.jpg"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").write_bytes(b"")


def no_picture(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").write_bytes(b"<html>not found</html>")


def bomb(folder: Path) -> None:
    data = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(data, "PNG")
    (folder / "cup" / "0000.png").write_bytes(data.getvalue())


def link_out(folder: Path) -> None:
    (folder / "cup" / "0001.jpg").symlink_to("/etc/hostname")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "cup" / "pipe.jpg")


def wrong_suffix(folder: Path) -> None:
    making.picture(99).save(folder / "cup" / "0099.jpg", "PNG")


def case_clash(folder: Path) -> None:
    (folder / "cup" / "A.jpg").write_bytes(making.jpeg(100))
    (folder / "cup" / "a.jpg").write_bytes(making.jpeg(101))


def odd_name(folder: Path) -> None:
    (folder / "cup" / "what?.jpg").write_bytes(making.jpeg(100))


def bytes_name(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder / "cup") + b"/\xff\xfe.jpg")).write_bytes(making.jpeg(100))


def accents(folder: Path) -> None:
    (folder / "cup" / "cafe\u0301.jpg").write_bytes(making.jpeg(100))


def animation(folder: Path) -> None:
    frames = [making.picture(100), making.picture(101)]
    frames[0].save(folder / "cup" / "0100.gif", save_all=True, append_images=frames[1:])


def copy(folder: Path) -> None:
    shutil.copyfile(folder / "cup" / "0000.jpg", folder / "shoe" / "copy.jpg")


def mirrored(folder: Path) -> None:
    image = Image.open(folder / "cup" / "0000.jpg").transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    image.resize((60, 40)).save(folder / "shoe" / "other.jpg", quality=70)


def turned(folder: Path) -> None:
    Image.open(folder / "cup" / "0000.jpg").rotate(90, expand=True).save(folder / "shoe" / "other.jpg", quality=80)


def imbalance(folder: Path) -> None:
    for number in range(300, 400):
        (folder / "cup" / f"{number}.jpg").write_bytes(making.jpeg(number))


def too_few(folder: Path) -> None:
    for file in sorted((folder / "shoe").iterdir())[:14]:
        file.unlink()


def future(folder: Path) -> None:
    _exif(folder, taken="2031:01:01 10:00:00")


def dark(folder: Path) -> None:
    making.picture(100).point(lambda value: value // 16).save(folder / "cup" / "0100.jpg", quality=95)


def cropped(folder: Path) -> None:
    with Image.open(folder / "cup" / "0000.jpg") as image:
        image.crop((3, 2, 93, 62)).save(folder / "cup" / "0100.jpg", quality=92)


def mirrored_twins(folder: Path) -> None:
    for file in sorted((folder / "cup").iterdir())[:12]:
        with Image.open(file) as image:
            image.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(folder / "cup" / f"m{file.name}", quality=92)


def one_light(folder: Path) -> None:
    """All pictures are equally light and colourful."""
    for file in folder.rglob("*.jpg"):
        with Image.open(file) as image:
            grey = np.asarray(image.convert("L"), dtype=np.float64)
        even = 128 + (grey - grey.mean()) * 30 / grey.std()
        Image.fromarray(np.clip(even, 0, 255).astype(np.uint8)).convert("RGB").save(file, quality=92)


def told(folder: Path) -> None:
    (folder / "cup" / "0000.jpg").rename(folder / "cup" / "a cup.jpg")


PLANTED: tuple[tuple[str, Plant, str], ...] = (
    ("a4", gps, "failure"),
    ("a4", serial, "failure"),
    ("a4", owner, "failure"),
    ("a4", comment, "warning"),
    ("a4", xmp, "failure"),
    ("a6", phone_in_comment, "failure"),
    ("a6", phone_in_name, "failure"),
    ("a6", identity_in_table, "failure"),
    ("a6", user_folder, "failure"),
    ("a6", mail, "failure"),
    ("b1", too_few, "failure"),
    ("b2", too_few, "warning"),
    ("b5", mirrored_twins, "warning"),
    ("c1", future, "warning"),
    ("d1", cut_off, "failure"),
    ("d1", empty, "failure"),
    ("d1", no_picture, "failure"),
    ("d1", bomb, "failure"),
    ("d1", link_out, "failure"),
    ("d1", pipe, "failure"),
    ("d2", wrong_suffix, "failure"),
    ("d2n", case_clash, "failure"),
    ("d2n", odd_name, "failure"),
    ("d2n", bytes_name, "failure"),
    ("d2n", accents, "warning"),
    ("d6", animation, "failure"),
    ("d7", dark, "waiting"),
    ("e1", imbalance, "warning"),
    ("e3", copy, "failure"),
    ("e3", mirrored, "failure"),
    ("e3", turned, "failure"),
    ("e4", cropped, "waiting"),
    ("e5", one_light, "warning"),
    ("e6n", told, "information"),
)
ALONG = {"phone_in_comment": {"a4"}, "too_few": {"b1", "b2", "e1"}, "mirrored_twins": {"e3"}}
"""Checks that see the same defect from another side."""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    base = tmp_path_factory.mktemp("clean")
    data = making.photographs(base / "photos")
    words = making.DECLARATIONS.replace("oldest_years", 'purpose = "classification"\noldest_years')
    return data, making.states(data, base / "review", making.declarations(base, words))


def test_nothing_is_wrong_with_the_twin(clean: tuple[Path, dict[str, str]]) -> None:
    assert {id_: state for id_, state in clean[1].items() if state in BAD} == {}


@pytest.mark.parametrize(("id_", "plant", "state"), PLANTED, ids=[f"{one[0]}-{one[1].__name__}" for one in PLANTED])
def test_a_planted_defect_is_found_by_its_check(
    id_: str, plant: Plant, state: str, clean: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    data, before = clean
    assert before[id_] == "good" or (id_ in {"b2", "c1", "d6", "e5"} and before[id_] not in BAD)
    shutil.copytree(data, tmp_path / "photos")
    plant(tmp_path / "photos")
    words = making.DECLARATIONS.replace("oldest_years", 'purpose = "classification"\noldest_years')
    after = making.states(tmp_path / "photos", tmp_path / "review", making.declarations(tmp_path, words))
    assert after[id_] == state
    others = {key for key, value in after.items() if value in BAD} - {id_}
    assert others == ALONG.get(plant.__name__, set()) - {id_}


def test_a_picture_of_one_part_in_another_leaks(tmp_path: Path) -> None:
    making.photographs(tmp_path / "data", classes=("known", "unknown"))
    before = making.states(tmp_path / "data", tmp_path / "before")
    mirrored_into = Image.open(tmp_path / "data" / "known" / "0000.jpg").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    mirrored_into.save(tmp_path / "data" / "unknown" / "new.jpg")
    after = making.states(tmp_path / "data", tmp_path / "after")
    assert (before["e6"], after["e6"]) == ("good", "failure")


def test_an_empty_place_in_metadata_is_no_place(clean: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    shutil.copytree(clean[0], tmp_path / "photos")
    _exif(tmp_path / "photos", empty_gps=True)
    assert making.states(tmp_path / "photos", tmp_path / "review")["a4"] == "good"


def test_identity_numbers_are_told_from_other_numbers() -> None:
    assert is_identity_number("11010519491231002X")
    assert not is_identity_number("110105194912310021")
    assert not is_identity_number("110105194913310025")
    rng = np.random.default_rng(1)
    digits = ["".join(map(str, rng.integers(0, 10, 18))) for _ in range(20_000)]
    assert sum(map(is_identity_number, digits)) < 20_000 * 0.04


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("请拨打13800138000。", "phone"),
        ("+86 138-0013-8000", "phone"),
        ("call +44 20 7946 0958 now", "phone"),
        ("身份证11010519491231002X", "identity_number"),
        ("li.hua@example.org", "e_mail"),
        ("车牌京A12345", "plate"),
        ("C:\\Users\\lihua\\Desktop", "user_folder"),
        ("/home/lihua/data", "user_folder"),
        ("D:\\data\\kitchen", "absolute_path"),
    ],
)
def test_what_points_to_a_person_is_found(words: str, kind: str) -> None:
    from mindsight.review.examining.texts import signs_in

    assert [one.kind for one in signs_in(words, "here")] == [kind]
    shown = next(signs_in(words, "here")).shown
    assert shown not in words


@pytest.mark.parametrize(
    "words",
    [
        "07cddef1-1fc8-47e4-a28a-613e60912590", "1380013800013", "0.13800138000", "sha256 13800138000abcdef", "IMG_20260111_101112",
        "3.14159265358979", "ring@home", "2026-11-27T03:22:25Z", "http://example.org/home", "京都 A12", "10.13800138000",
    ],
)  # fmt: skip
def test_what_only_looks_like_it_is_not(words: str) -> None:
    from mindsight.review.examining.texts import signs_in

    assert list(signs_in(words, "here")) == []
