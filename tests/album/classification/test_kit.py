"""5.3 classification a): kits from class folders and from tables, and all that is refused."""

import json
import os
from pathlib import Path

import pytest

from album.classes import CLASSES, class_kit, make_images, truth
from album.making import encoded, soft_picture
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.preparation import (
    ClassNames,
    ClassRecipe,
    Found,
    images_of_folders,
    images_of_table,
    make_classification_kit,
    read_class_names,
)
from mindsight.album.kits.tables import write_table
from mindsight.album.profile import load_profile
from mindsight.album.suite import open_kit
from mindsight.errors import InputError, KitError, MindsightError

PROFILE = load_profile(kind="classification")


def make(
    found: list[Found], kit: Path, source: Path, *, trial: bool = True, names: ClassNames | None = None
) -> ClassificationKit:
    make_classification_kit(found, kit, ClassRecipe(PROFILE, names or {}, trial), source=source)
    return ClassificationKit(kit)


def table_of(images: Path, path: Path) -> Path:
    rows = [[str(file.relative_to(images)), file.parent.name] for file in sorted(images.rglob("*.png"))]
    write_table(path, [["文件", "类别"], *rows])
    return path


def test_images_are_copied_byte_for_byte_and_only_renamed(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    (images / "hat" / "odd.JPEG").write_bytes(
        encoded(soft_picture(20, 20), "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0")
    )
    kit = make(images_of_folders(images)[0], tmp_path / "kit", images)
    entries = [entry for entry, _ in kit.items()]
    assert len(entries) == kit.header.count == 11
    for entry in entries:
        original = images / entry.source
        assert (tmp_path / "kit" / entry.input.path).read_bytes() == original.read_bytes()
        assert entry.input.path == f"inputs/{entry.id}{original.suffix.lower()}"
        assert entry.actual == original.parent.name
    assert [(one.name, one.count) for one in kit.header.classes] == [("hat", 5), ("shirt", 3), ("shoes", 3)]
    assert isinstance(open_kit(tmp_path / "kit"), ClassificationKit)


def test_numbers_do_not_follow_the_classes(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", {"a": 12, "b": 12})
    kit = make(images_of_folders(images)[0], tmp_path / "kit", images, trial=False)
    order = [entry.actual for entry, _ in kit.items()]
    assert order != sorted(order)
    assert not kit.header.trial
    again = make(images_of_folders(images)[0], tmp_path / "again", images)
    assert again.sha256 == kit.sha256


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_table_gives_the_same_kit_as_the_folders(suffix: str, tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    table = table_of(images, tmp_path / f"classes{suffix}")
    one = make(images_of_folders(images)[0], tmp_path / "kit-1", images)
    other = make(images_of_table(table, images), tmp_path / "kit-2", images)
    assert one.sha256 == other.sha256


def test_too_few_images_of_a_class_are_refused_by_name(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", {"hat": 11, "shirt": 10})
    with pytest.raises(InputError, match=r"shirt \(10\).*11"):
        make(images_of_folders(images)[0], tmp_path / "kit", images, trial=False)
    assert not (tmp_path / "kit").exists()
    assert make(images_of_folders(images)[0], tmp_path / "kit", images).header.trial


@pytest.mark.parametrize("classes", [{"hat": 2, "HAT": 2}, {"caf\u00e9": 2, "CAFE\u0301": 2}, {"hat": 3}])
def test_classes_that_are_one_and_a_single_class_are_refused(classes: dict[str, int], tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", classes)
    with pytest.raises(InputError, match="class"):
        make(images_of_folders(images)[0], tmp_path / "kit", images)


def test_the_same_picture_twice_and_what_is_no_picture_are_named_together(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    (images / "shirt" / "copy.png").write_bytes((images / "hat" / "hat-0.png").read_bytes())
    (images / "shoes" / "text.png").write_bytes(b"no picture")
    (images / "shoes" / "cut.png").write_bytes((images / "hat" / "hat-1.png").read_bytes()[:-40])
    with pytest.raises(KitError) as refused:
        make(images_of_folders(images)[0], tmp_path / "kit", images)
    said = str(refused.value)
    assert "text.png" in said
    assert "cut.png" in said
    assert "same picture" in said
    assert not (tmp_path / "kit").exists()


def test_a_picture_outside_of_every_class_folder_is_refused(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    (images / "loose.png").write_bytes((images / "hat" / "hat-0.png").read_bytes())
    with pytest.raises(InputError, match=r"loose\.png"):
        images_of_folders(images)


@pytest.mark.parametrize("name", ["a|b", "a；b", "x" * 101])
def test_names_that_a_record_cannot_hold_are_refused(name: str, tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", {"hat": 1, name: 1})
    with pytest.raises(KitError, match="name of a class"):
        images_of_folders(images)


def test_names_in_bytes_that_are_no_text(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    (images / "hat").rename(os.fsdecode(os.fsencode(images) + b"/h\xffat"))
    kit = make(images_of_folders(images)[0], tmp_path / "kit", images)
    assert "h\ufffdat" in {one.name for one in kit.header.classes}


ROW = "hat/hat-0.png"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("../secret.png,hat", "leads outside"),
        ("/etc/passwd,hat", "leads outside"),
        (",hat", "leads outside"),
        ("hat/none.png,hat", "is not in"),
        ("hat/notes.txt,hat", "not have the name of a picture file"),
        ("hat/hat-1.png", "1 cells"),
        ("hat/hat-1.png,", "name of a class"),
        ("hat/hat-1.png,a|b", "name of a class"),
        (f"{ROW},hat", "already in row 2"),
    ],
)
def test_a_wrong_row_is_named(row: str, said: str, tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    table = tmp_path / "classes.csv"
    table.write_text(f"file,class\n{ROW},hat\n\n{row}\nshirt/shirt-0.png,shirt\n", "utf-8")
    with pytest.raises(InputError, match=said) as refused:
        images_of_table(table, images)
    assert "row 4" in str(refused.value) or "csv:4" in str(refused.value)


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    (tmp_path / "secret.png").write_bytes(b"secret")
    (images / "hat" / "link.png").symlink_to(tmp_path / "secret.png")
    table = tmp_path / "classes.csv"
    table.write_text("file,class\nhat/link.png,hat\n", "utf-8")
    with pytest.raises(InputError, match="leads outside"):
        images_of_table(table, images)
    with pytest.raises(InputError, match="leads outside"):
        images_of_folders(images)


def test_names_of_classes_in_two_languages(tmp_path: Path) -> None:
    images = make_images(tmp_path / "images", CLASSES)
    table = tmp_path / "names.csv"
    table.write_text("类别,中文,英文\nhat,帽子,Hat\nshirt,衬衫,\n", "gb18030")
    names = read_class_names(table)
    assert names == {"hat": ("帽子", "Hat"), "shirt": ("衬衫", None)}
    kit = make(images_of_folders(images)[0], tmp_path / "kit", images, names=names)
    assert kit.header.classes[0].names == ("hat", "帽子", "Hat")
    with pytest.raises(InputError, match="trousers"):
        make(images_of_folders(images)[0], tmp_path / "kit-2", images, names={"trousers": ("裤子", None)})
    with pytest.raises(InputError, match="two classes"):
        make(
            images_of_folders(images)[0], tmp_path / "kit-3", images, names={"hat": ("鞋", None), "shoes": ("鞋", None)}
        )


@pytest.mark.parametrize(
    "change",
    [
        {"classes": []},
        {"count": 9},
        {"trial": False},
        {
            "classes": [
                {"name": "hat", "count": 9, "zh": None, "en": None},
                {"name": "Hat", "count": 1, "zh": None, "en": None},
            ]
        },
        {
            "classes": [
                {"name": "hat", "count": 4, "zh": None, "en": None},
                {"name": "x", "count": 6, "zh": None, "en": None},
            ]
        },
        {"kind": "enhancement"},
        {"items": "none"},
        {"profile": {}},
    ],
)
def test_a_kit_that_contradicts_itself_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    file = class_kit(tmp_path / "kit") / "kit.json"
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    with pytest.raises(MindsightError, match=r"kit\.json"):
        list(open_kit(tmp_path / "kit").items())


def test_a_class_that_was_changed_in_the_list_alone_is_refused(tmp_path: Path) -> None:
    kit = class_kit(tmp_path / "kit")
    page = json.loads((kit / "kit.json").read_bytes())
    changed = next(item for item in page["items"] if item["actual"] == "hat")
    changed["actual"] = "shirt"
    (kit / "kit.json").write_text(json.dumps(page))
    with pytest.raises(KitError, match='lists 3 images of class "hat" but announces 4; prepare the kit again'):
        list(ClassificationKit(kit).items())


def test_truth_is_what_the_folders_said(tmp_path: Path) -> None:
    assert sorted(truth(class_kit(tmp_path / "kit")).values()) == ["hat"] * 4 + ["shirt"] * 3 + ["shoes"] * 3
