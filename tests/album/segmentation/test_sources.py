"""Which mask is whose: each belongs to one photograph, whatever folders, extensions and encodings of letters its name has."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from album.making import encoded, exif, soft_picture
from album.masked import SIZE, entries, mask_of, mask_recipe
from mindsight.album.kits.pictures import encode_png
from mindsight.album.segmentation.preparation import GREY, LABELS, TRIMAP, TURNED, make_segmentation_kit, material
from mindsight.album.segmentation.sources import MaskFile, labels_in, shapes_in
from mindsight.errors import MindsightError
from mindsight.names import file_named
from record import trial

SQUARE = [10, 8, 30, 8, 30, 20, 10, 20]
DOUBT = "could as well be that of"


def photos(folder: Path, *names: str) -> Path:
    for number, name in enumerate(names):
        path = folder / "photos" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        kind = {".png": "PNG", ".bmp": "BMP"}.get(path.suffix.lower(), "JPEG")
        path.write_bytes(encoded(soft_picture(*SIZE, seed=number), kind))
    return folder / "photos"


def masks(folder: Path, *names: str) -> Path:
    for number, name in enumerate(names):
        path = folder / "masks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode_png(mask_of(number)))
    return folder / "masks"


def labels(folder: Path, *names: str) -> Path:
    outline = " ".join(str(value / side) for value, side in zip(SQUARE, SIZE * 4, strict=True))
    for name in names:
        path = folder / "labels" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"0 {outline}\n")
    return folder / "labels"


def listed(folder: Path, *names: str) -> Path:
    images = [
        {"id": number, "file_name": name, "width": SIZE[0], "height": SIZE[1]} for number, name in enumerate(names)
    ]
    outlines = [{"id": n, "image_id": n, "category_id": 1, "segmentation": [SQUARE]} for n in range(len(names))]
    (folder / "c.json").write_text(json.dumps({"images": images, "annotations": outlines, "categories": []}))
    return folder / "c.json"


def make(found: Any, kit: Path) -> list[Any]:
    make_segmentation_kit(found, kit, mask_recipe(), trial=True)
    return entries(kit)


def refusal(found: Any, kit: Path) -> str:
    with pytest.raises(MindsightError) as error:
        make(found, kit)
    assert not kit.exists()
    return str(error.value)


# Whose mask it is


def of_masks(folder: Path, given: list[str], truths: list[str]) -> Any:
    return material(photos(folder, *given), masks(folder, *(f"{name}.png" for name in truths)))


def of_labels(folder: Path, given: list[str], truths: list[str]) -> Any:
    found = labels(folder, *(f"{name}.txt" for name in truths))
    return material(photos(folder, *given), labels_in(found), read=found)


def of_a_list(folder: Path, given: list[str], truths: list[str]) -> Any:
    found = listed(folder, *(f"{name}.jpg" for name in truths))
    return material(photos(folder, *given), shapes_in(found), read=found)


SOURCES = pytest.mark.parametrize("source", [of_masks, of_labels, of_a_list])


@SOURCES
@pytest.mark.parametrize(
    ("given", "truths"),
    [
        (["x/1.jpg", "y/1.jpg"], ["x/1", "y/1"]),
        (["x/1.jpg", "y/2.jpg"], ["1", "2"]),
        (["1.jpg", "y/1.jpg"], ["1", "y/1"]),
        (["1.jpg", "2.jpg"], ["1", "2"]),
        (["x/1.jpg"], ["x/1", "y/1"]),
    ],
)
def test_masks_in_the_same_sub_folders_or_at_the_top_are_found(
    source: Any, given: list[str], truths: list[str], tmp_path: Path
) -> None:
    assert [entry.source for entry in make(source(tmp_path, given, truths), tmp_path / "kit")] == sorted(given)


@SOURCES
@pytest.mark.parametrize(
    ("given", "truths", "said"),
    [
        (["x/1.jpg", "y/1.jpg"], ["y/1"], "is in another sub-folder"),  # a mask was forgotten
        (["x/1.jpg"], ["y/1"], "is in another sub-folder"),
        (["x/1.jpg", "y/1.jpg"], ["1"], DOUBT),  # one flat mask for two
        (["x/1.jpg", "y/1.jpg"], ["x/1", "1"], DOUBT),
        (["1.jpg", "y/1.jpg"], ["1"], DOUBT),
        (["a.jpg"], ["A"], "differs from it in upper and lower case"),
        (["x/a.jpg"], ["X/a"], "differs from it in upper and lower case"),
        (["IMG_1.jpg", "b.jpg"], ["img_1", "b"], "differs from it in upper and lower case"),
    ],
)
def test_a_mask_that_may_be_another_photograph_s_makes_no_kit(
    source: Any, given: list[str], truths: list[str], said: str, tmp_path: Path
) -> None:
    assert said in refusal(source(tmp_path, given, truths), tmp_path / "kit")


@pytest.mark.parametrize("source", [of_masks, of_labels])
def test_two_photographs_that_differ_in_extension_alone_have_no_mask_of_their_own(source: Any, tmp_path: Path) -> None:
    said = refusal(source(tmp_path, ["a.jpg", "a.bmp"], ["a"]), tmp_path / "kit")
    assert "a.jpg: its mask a." in said
    assert said.count(DOUBT) == 2


def test_photographs_beside_their_masks_that_differ_in_extension_alone(tmp_path: Path) -> None:
    folder = photos(tmp_path, "a.jpg", "a.bmp")
    (folder / "a.png").write_bytes(encode_png(mask_of(1)))
    assert DOUBT in refusal(material(folder), tmp_path / "kit")


def test_a_mask_in_a_sub_folder_is_not_that_of_a_photograph_at_the_top(tmp_path: Path) -> None:
    said = refusal(of_masks(tmp_path, ["a.jpg", "b.jpg"], ["old/a", "b"]), tmp_path / "kit")
    assert "a.jpg: has no mask of the same name in" in said
    assert "old/a.png is in another sub-folder" in said


@pytest.mark.parametrize(
    ("given", "truths"),
    [
        (["1.jpg", "2.jpg"], ["images/1", "images/2"]),
        (["train/1.jpg", "val/1.jpg"], ["images/train/1", "images/val/1"]),
        (["train/1.jpg"], ["data/images/train/1", "data/images/val/1"]),
    ],
)
def test_a_list_may_begin_above_the_folder_of_the_photographs(
    given: list[str], truths: list[str], tmp_path: Path
) -> None:
    assert len(make(of_a_list(tmp_path, given, truths), tmp_path / "kit")) == len(given)


def test_a_function_of_one_s_own_may_name_masks_as_it_likes_but_gives_each_once(tmp_path: Path) -> None:
    images = photos(tmp_path, "x/1.jpg", "y/1.jpg")
    truths = masks(tmp_path, "x_1.png", "y_1.png")
    own = [MaskFile(truths / name, name) for name in ("x_1.png", "y_1.png")]
    assert len(make(material(images, lambda photo: own[photo.parts[0] == "y"]), tmp_path / "kit")) == 2
    assert DOUBT in refusal(material(images, lambda _photo: own[0]), tmp_path / "two")


def test_a_photograph_at_the_top_does_not_share_the_outlines_of_one_in_the_listed_folder(tmp_path: Path) -> None:
    assert DOUBT in refusal(of_a_list(tmp_path, ["1.jpg", "x/1.jpg"], ["x/1"]), tmp_path / "kit")


# Letters in two encodings


@SOURCES
@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_name_in_two_encodings_is_one_name(source: Any, forms: tuple[Any, Any], tmp_path: Path) -> None:
    photo, truth = (unicodedata.normalize(form, "café_ü") for form in forms)
    (entry,) = make(source(tmp_path, [f"{photo}.jpg"], [truth]), tmp_path / "kit")
    assert entry.source == "café_ü.jpg"


def test_masks_beside_photographs_in_another_encoding_are_not_left_out(tmp_path: Path) -> None:
    folder = photos(tmp_path, unicodedata.normalize("NFC", "é.jpg"))
    (folder / unicodedata.normalize("NFD", "é.png")).write_bytes(encode_png(mask_of(1)))
    assert make_segmentation_kit(material(folder), tmp_path / "kit", mask_recipe(), trial=True) == []


def test_files_of_tables_are_found_in_any_encoding_but_not_in_another_case(tmp_path: Path) -> None:
    inner = tmp_path / unicodedata.normalize("NFD", "Mädchen")
    inner.mkdir()
    (inner / unicodedata.normalize("NFD", "é.jpg")).write_bytes(b"x")
    found = file_named(tmp_path, unicodedata.normalize("NFC", "Mädchen/é.jpg"))
    assert isinstance(found, Path)
    assert found.read_bytes() == b"x"
    assert file_named(tmp_path, unicodedata.normalize("NFC", "Mädchen/É.JPG")) == unicodedata.normalize("NFD", "é.jpg")
    assert file_named(tmp_path, "Mädchen/e.jpg") == ""


# What people are asked to look at


def test_photographs_stored_turned_whose_masks_fit_both_ways_are_counted(tmp_path: Path) -> None:
    images = photos(tmp_path, *(f"{name}.jpg" for name in "abcdef"))
    truths = masks(tmp_path, *(f"{name}.png" for name in "abcdef"))
    square = soft_picture(36, 36, seed=9)
    for name, orientation in zip("abc", (2, 3, 4), strict=True):
        (images / f"{name}.jpg").write_bytes(
            encoded(soft_picture(*SIZE, seed=orientation), "JPEG", exif=exif(orientation))
        )
    (images / "d.jpg").write_bytes(encoded(square, "JPEG", exif=exif(6)))
    (truths / "d.png").write_bytes(encode_png(mask_of(3, (36, 36))))
    # Lying on its side it has another size, which its mask betrays.
    (images / "e.jpg").write_bytes(encoded(np.rot90(soft_picture(*SIZE, seed=8)).copy(), "JPEG", exif=exif(6)))
    found = make(material(images, truths), tmp_path / "kit")
    assert [TURNED in entry.notes for entry in found] == [True, True, True, True, False, False]
    done = trial.mindsight(
        "album", "kit", "segmentation", images, "--masks", truths, "--out", tmp_path / "two", "--trial"
    )
    assert done.returncode == 0, done.stderr
    assert "4 photographs are stored turned or mirrored: check that their masks are upright" in " ".join(
        done.stderr.split()
    )


def test_outlines_without_a_size_fit_a_photograph_lying_on_its_side_both_ways(tmp_path: Path) -> None:
    images = photos(tmp_path, "a.jpg")
    (images / "a.jpg").write_bytes(encoded(np.rot90(soft_picture(*SIZE)).copy(), "JPEG", exif=exif(6)))
    found = labels(tmp_path, "a.txt")
    (entry,) = make(material(images, labels_in(found), read=found), tmp_path / "kit")
    assert TURNED in entry.notes
    (entry,) = make(of_a_list(tmp_path, [], ["a"]), tmp_path / "sized")
    assert TURNED not in entry.notes


@pytest.mark.parametrize("middle", [127, 128, 200])
def test_a_trimap_is_recognised_and_asked_about(middle: int, tmp_path: Path) -> None:
    images, truths = photos(tmp_path, "a.jpg", "b.jpg"), masks(tmp_path, "a.png", "b.png")
    band = mask_of(0)
    band[:4] = middle
    (truths / "a.png").write_bytes(encode_png(band))
    first, second = make(material(images, truths), tmp_path / "kit")
    assert [note.args["value"] for note in first.notes if note.message == TRIMAP] == [middle]
    assert second.notes == ()
    words = ("album", "kit", "segmentation", images, "--masks", truths, "--trial")
    done = trial.mindsight(*words, "--out", tmp_path / "two")
    assert f"if {middle} means undecided, give --undecided {middle}" in " ".join(done.stderr.split())
    done = trial.mindsight(*words, "--undecided", str(middle), "--out", tmp_path / "three")
    assert "trimap" not in done.stderr


def made_of(values: dict[int, tuple[slice, slice]]) -> Any:
    mask = np.zeros(SIZE[::-1], np.uint8)
    for value, place in values.items():
        mask[place] = value
    return mask


LEFT, RIGHT, THIN = np.s_[5:15, 5:15], np.s_[5:15, 25:40], np.s_[20:21, :]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({100: LEFT, 200: RIGHT}, "100, 200"),  # two objects by number: the first would be lost
        ({7: LEFT, 15: RIGHT, 255: THIN}, "7, 15, 255"),  # two classes and the void outline of PASCAL VOC
        ({1: LEFT, 2: RIGHT, 255: THIN}, "1, 2, 255"),
        ({64: THIN, 191: np.s_[30:31, :], 255: LEFT}, None),  # smoothed edges
        ({255: LEFT}, None),
    ],
)
def test_maps_of_labels_are_recognised(values: Any, said: str | None, tmp_path: Path) -> None:
    images, truths = photos(tmp_path, "a.jpg"), masks(tmp_path, "a.png")
    (truths / "a.png").write_bytes(encode_png(made_of(values)))
    (entry,) = make(material(images, truths), tmp_path / "kit")
    assert [note.args["values"] for note in entry.notes if note.message == LABELS] == ([said] if said else [])


@pytest.mark.parametrize("quality", [30, 75, 95, 100])
def test_the_noise_of_a_jpeg_mask_is_no_map_of_labels(quality: int, tmp_path: Path) -> None:
    images, truths = photos(tmp_path, "a.png"), tmp_path / "masks"
    truths.mkdir()
    Image.fromarray(made_of({255: LEFT})).save(truths / "a.jpg", quality=quality)
    (entry,) = make(material(images, truths), tmp_path / "kit")
    assert entry.notes == ()


def test_a_grey_photograph_in_place_of_a_mask_is_said(tmp_path: Path) -> None:
    images, truths = photos(tmp_path, "a.jpg"), masks(tmp_path, "a.png")
    (truths / "a.png").write_bytes(encode_png(soft_picture(*SIZE, seed=3)[:, :, 1].copy()))
    (entry,) = make(material(images, truths), tmp_path / "kit")
    assert GREY in entry.notes


def test_a_mask_that_is_white_on_black_and_transparent_elsewhere_makes_no_kit(tmp_path: Path) -> None:
    images, truths = photos(tmp_path, "a.jpg"), masks(tmp_path, "a.png")
    mask, alpha = made_of({255: LEFT}), np.full(SIZE[::-1], 255, np.uint8)
    alpha[0, 0] = 0
    Image.fromarray(np.dstack([mask, alpha])).save(truths / "a.png")
    assert "either could be the mask" in refusal(material(images, truths), tmp_path / "kit")


@pytest.mark.parametrize("colour", [0, 255])
def test_a_silhouette_of_one_colour_is_a_cut_out(colour: int, tmp_path: Path) -> None:
    images, truths = photos(tmp_path, "a.jpg"), masks(tmp_path, "a.png")
    mask = made_of({255: LEFT})
    Image.fromarray(np.dstack([np.where(mask > 0, colour, 255 - colour).astype(np.uint8), mask])).save(truths / "a.png")
    (entry,) = make(material(images, truths), tmp_path / "kit")
    assert entry.mask_terms.objects["128"] == 100


# Lists as other tools write them


def changed(list_file: Path, change: Any) -> Path:
    values = json.loads(list_file.read_text())
    change(values)
    list_file.write_text(json.dumps(values))
    return list_file


def one_id(values: Any) -> None:
    values["images"][1]["id"] = values["images"][0]["id"]


def a_box(values: Any) -> None:
    values["annotations"].append({"image_id": 0, "segmentation": [], "bbox": [2, 2, 9, 9]})


def shares(values: Any) -> None:
    values["annotations"][0]["segmentation"] = [[0.2, 0.2, 0.6, 0.2, 0.6, 0.6, 0.2, 0.6]]


def fractions(values: Any) -> None:
    values["images"][0] |= {"width": 480.0, "height": 360.0}


def words(values: Any) -> None:
    values["images"][0] |= {"width": "480", "height": "360"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (one_id, "b.jpg and a.jpg have the same id 0"),
        (a_box, "entry 3 of annotations has a box and no outline"),
        (shares, "a.jpg: all corners of its polygons lie between 0 and 1"),
        (fractions, "a.jpg: is a mask of 480×360 pixels, its image 48×36"),
        (words, "a.jpg: is a mask of 480×360 pixels, its image 48×36"),
    ],
)
def test_a_list_that_would_give_other_masks_makes_no_kit(change: Any, said: str, tmp_path: Path) -> None:
    found = changed(listed(tmp_path, "a.jpg", "b.jpg"), change)
    with pytest.raises(MindsightError) as error:
        make(material(photos(tmp_path, "a.jpg", "b.jpg"), shapes_in(found), read=found), tmp_path / "kit")
    assert said in str(error.value)


def text_ids(values: Any) -> None:
    for entry in values["annotations"]:
        entry["image_id"] = str(entry["image_id"])


def whole_fractions(values: Any) -> None:
    for image in values["images"]:
        image |= {"width": float(SIZE[0]), "height": float(SIZE[1])}


@pytest.mark.parametrize("change", [text_ids, whole_fractions])
def test_ids_and_sizes_of_a_list_are_numbers_in_any_spelling(change: Any, tmp_path: Path) -> None:
    found = changed(listed(tmp_path, "a.jpg", "b.jpg"), change)
    made = make(material(photos(tmp_path, "a.jpg", "b.jpg"), shapes_in(found), read=found), tmp_path / "kit")
    assert [entry.mask_terms.objects["128"] for entry in made] == [20 * 12] * 2


# Pictures that come twice


def test_a_photograph_in_two_containers_is_one_picture(tmp_path: Path) -> None:
    images = photos(tmp_path, "a.png", "b.bmp")
    (images / "b.bmp").write_bytes(encoded(soft_picture(*SIZE, seed=0), "BMP"))
    said = refusal(material(images, masks(tmp_path, "a.png", "b.png")), tmp_path / "kit")
    assert said == "b.bmp: is the same picture as a.png; remove one"
