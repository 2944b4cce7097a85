"""5.3 segmentation a): kits of originals and masks, from every source of masks, and what is refused."""

import contextlib
import copy
import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from album.making import contents, encoded, exif, soft_picture
from album.masked import SIZE, coco, entries, make_material, mask_kit, mask_of, mask_recipe, write_json
from mindsight.album.kits.pictures import encode_png
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.masks import stored_mask
from mindsight.album.segmentation.preparation import make_segmentation_kit, material
from mindsight.album.segmentation.sources import labels_in, shapes_in
from mindsight.errors import InputError, KitError, MindsightError
from mindsight.record import canonical

SQUARE = [[10, 8, 30, 8, 30, 20, 10, 20]]


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    return make_material(tmp_path)


def make(found: Any, kit: Path, **options: Any) -> Path:
    make_segmentation_kit(found, kit, mask_recipe(**options), trial=True)
    return kit


def masks_of(kit: Path) -> list[np.ndarray[Any, Any]]:
    opened = SegmentationKit(kit)
    return [
        stored_mask(opened.read(entry.mask), name="mask", width=entry.mask.width, height=entry.mask.height)
        for entry in entries(kit)
    ]


def refusal(found: Any, kit: Path, **options: Any) -> str:
    with pytest.raises(MindsightError) as error:
        make(found, kit, **options)
    assert not kit.exists()
    return str(error.value)


# What a kit is


def test_originals_are_kept_byte_for_byte_and_masks_pixel_for_pixel(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    kit = make(material(images, masks), tmp_path / "kit")
    for number, (entry, mask) in enumerate(zip(entries(kit), masks_of(kit), strict=True), start=1):
        assert (kit / entry.input.path).read_bytes() == (images / entry.source).read_bytes()
        assert entry.input.path == f"inputs/{number:04}.jpg"
        assert (mask == mask_of(number)).all()
        assert (entry.input.width, entry.input.height) == (entry.mask.width, entry.mask.height) == SIZE
        assert entry.mask_terms.objects["128"] == (mask >= 128).sum()
        assert entry.mask_terms.pixels == mask.size


def test_the_same_material_makes_the_same_kit_with_any_number_of_workers(
    both: tuple[Path, Path], tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    make(material(*both), one)
    make_segmentation_kit(material(*both), two, mask_recipe(), trial=True, workers=2)
    assert contents(one) == contents(two)


def test_thirty_are_too_few_and_thirty_one_are_enough(tmp_path: Path) -> None:
    images, masks = make_material(tmp_path, 31)
    make_segmentation_kit(material(images, masks), tmp_path / "kit", mask_recipe())
    assert SegmentationKit(tmp_path / "kit").header.trial is False
    (images / "photo-31.jpg").unlink()
    with pytest.raises(InputError, match=r"holds 30 originals with masks, clause 5\.3 needs more than 30"):
        make_segmentation_kit(material(images, masks), tmp_path / "few", mask_recipe())
    make_segmentation_kit(material(images, masks), tmp_path / "trial", mask_recipe(), trial=True)
    assert SegmentationKit(tmp_path / "trial").header.trial is True


# Where masks come from


def test_masks_beside_their_originals(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    for mask in masks.iterdir():
        shutil.move(mask, images / mask.name)
    (images / "readme.txt").write_text("x")
    (images / "alone.png").write_bytes(encode_png(mask_of(9)))
    left = make_segmentation_kit(material(images), tmp_path / "kit", mask_recipe(), trial=True)
    assert left == ["alone.png", "readme.txt"]
    assert all((mask == mask_of(number)).all() for number, mask in enumerate(masks_of(tmp_path / "kit"), start=1))


def test_masks_in_a_sub_folder_of_the_originals_are_no_originals(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    inner = Path(shutil.move(masks, images / "masks"))
    assert len(entries(make(material(images, inner), tmp_path / "kit"))) == 4


def test_cut_outs_made_by_hand_are_masks(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    for number, mask in enumerate(sorted(masks.iterdir()), start=1):
        mask.write_bytes(encode_png(np.zeros((1, 1), np.uint8)))
        Image.fromarray(np.dstack([soft_picture(*SIZE), mask_of(number)])).save(mask)
    kit = make(material(images, masks), tmp_path / "kit")
    assert all((mask == mask_of(number)).all() for number, mask in enumerate(masks_of(kit), start=1))
    assert [str(note) for note in entries(kit)[0].notes] == ["the mask is the alpha channel of photo-01.png"]


def test_polygons_and_run_lengths_of_a_coco_file(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, _ = both
    runs = {"size": [SIZE[1], SIZE[0]], "counts": [5, 100, SIZE[0] * SIZE[1] - 105]}
    shapes = {"photo-01.jpg": [SQUARE], "photo-02.jpg": [runs], "photo-03.jpg": [SQUARE, runs]}
    file = write_json(tmp_path / "instances.json", coco(images, shapes))
    kit = make(material(images, shapes_in(file), read=file), tmp_path / "kit")
    one, two, three, four = masks_of(kit)
    assert one.sum() == 255 * 20 * 12
    assert two.sum() == 255 * 100
    assert (three == np.maximum(one, two)).all()
    assert not four.any()
    assert "the mask is empty: no pixel belongs to an object" in map(str, entries(kit)[3].notes)


def test_only_the_categories_asked_for_are_the_object(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, _ = both
    file = write_json(tmp_path / "instances.json", coco(images, {"photo-01.jpg": [SQUARE]}))
    cats = make(material(images, shapes_in(file, ["cat"])), tmp_path / "cats")
    dogs = make(material(images, shapes_in(file, ["dog"])), tmp_path / "dogs")
    assert masks_of(cats)[0].any()
    assert not masks_of(dogs)[0].any()
    with pytest.raises(InputError, match='has no category "cow"; it has cat, dog'):
        shapes_in(file, ["cow"])


def test_polygons_of_yolo_label_files(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, _ = both
    labels = tmp_path / "labels"
    labels.mkdir()
    width, height = SIZE
    outline = " ".join(str(value / side) for value, side in zip(SQUARE[0], (width, height) * 4, strict=True))
    for photo in images.iterdir():
        (labels / f"{photo.stem}.txt").write_text(f"0 {outline}\n\n")
    (labels / "photo-04.txt").write_text("")
    kit = make(material(images, labels_in(labels), read=labels), tmp_path / "kit")
    assert [mask.sum() // 255 for mask in masks_of(kit)] == [240, 240, 240, 0]


def test_an_undecided_band_is_kept_and_counted_apart(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    banded = mask_of(1)
    banded[:3] = 128
    (masks / "photo-01.png").write_bytes(encode_png(banded))
    kit = make(material(images, masks), tmp_path / "kit", undecided=128)
    first = entries(kit)[0]
    assert (masks_of(kit)[0] == banded).all()
    assert first.mask_terms.border == 3 * SIZE[0]
    assert [str(note) for note in first.notes] == ["144 pixels of the mask are undecided"]
    assert SegmentationKit(kit).header.undecided == 128
    plain = make(material(images, masks), tmp_path / "plain")
    assert entries(plain)[0].mask_terms.border == 0
    assert entries(plain)[0].mask_terms.objects["128"] == first.mask_terms.objects["128"] + 3 * SIZE[0]


def test_an_original_that_is_stored_turned_needs_an_upright_mask(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    turned = np.rot90(soft_picture(*SIZE, seed=1)).copy()
    (images / "photo-01.jpg").write_bytes(encoded(turned, "JPEG", exif=exif(6)))
    first = entries(make(material(images, masks), tmp_path / "kit"))[0]
    assert (first.input.width, first.input.height) == SIZE
    assert [str(note) for note in first.notes] == ["EXIF orientation 6 applied"]
    (masks / "photo-01.png").write_bytes(encode_png(np.rot90(mask_of(1)).copy()))
    said = refusal(material(images, masks), tmp_path / "wrong")
    assert said == (
        "photo-01.png: is a mask of 36×48 pixels, its image 48×36; the image is stored rotated (EXIF orientation): rotate the "
        "mask upright, as the image is displayed"
    )


# What is refused


def test_each_thing_that_is_wrong_is_named(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    (masks / "photo-01.png").unlink()
    (masks / "photo-02.png").write_bytes(encode_png(mask_of(2, (20, 10))))
    (masks / "photo-03.png").write_bytes(encode_png(mask_of(3) // 255))
    (masks / "photo-04.jpg").write_bytes(encoded(mask_of(4), "JPEG"))
    said = refusal(material(images, masks), tmp_path / "kit")
    assert said.startswith("4 pictures cannot be used; no kit was made:")
    for sentence in (
        r"photo-01\.jpg: has no mask of the same name in ",
        r"photo-02\.png: is a mask of 20×10 pixels, its image 48×36; export it at the image's full size",
        r"photo-03\.png: the largest value of the mask is 1, an object needs 128 or more; write the object as 255",
        r"photo-04\.jpg: has 2 masks: photo-04\.jpg · photo-04\.png; keep one",
    ):
        assert re.search(sentence, said), sentence


def test_a_mask_in_colours_an_undecided_one_and_a_bomb(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    (masks / "photo-01.png").write_bytes(encoded(soft_picture(*SIZE), "PNG"))
    (masks / "photo-02.png").write_bytes(encode_png(np.full_like(mask_of(1), 128)))
    (masks / "photo-03.png").write_bytes(encoded(Image.new("1", (20_000, 20_000)), "PNG"))
    said = refusal(material(images, masks), tmp_path / "kit", undecided=128)
    assert "photo-01.png: shows colours" in said
    assert "photo-02.png: every pixel of the mask is undecided" in said
    assert "photo-03.png: 20000×20000 pixels is more than 200 megapixels" in said


def test_a_mask_that_is_a_link_to_elsewhere(both: tuple[Path, Path], tmp_path: Path) -> None:
    images, masks = both
    (tmp_path / "secret.png").write_bytes(encode_png(mask_of(1)))
    (masks / "photo-01.png").unlink()
    (masks / "photo-01.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(InputError, match="is a link that leads outside"):
        material(images, masks)


def test_a_kit_in_the_folder_of_the_masks(both: tuple[Path, Path]) -> None:
    images, masks = both
    with pytest.raises(InputError, match="from which this command reads"):
        make(material(images, masks), masks / "kit")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: c.pop("images"), 'is not a COCO file \\(it has no list "images"\\)'),
        (lambda c: c.update(annotations={}), 'is not a COCO file \\(it has no list "annotations"\\)'),
        (lambda c: c["images"].append(7), "entry 5 of images has no usable id"),
        (lambda c: c["images"][0].update(file_name=""), "entry 1 of images has no usable file_name"),
        (lambda c: c["annotations"][0].update(segmentation="x"), "entry 1 of annotations has no usable segmentation"),
        (lambda c: c["annotations"][0].update(image_id=[]), "entry 1 of annotations has no usable image_id"),
        (lambda c: c["images"].pop(0), r"photo-01\.jpg: is not in instances\.json"),
        (lambda c: c["images"].append(dict(c["images"][0], id=77)), r"photo-01\.jpg: is 2 times in instances\.json"),
        (lambda c: c["images"][0].update(width=50), r"photo-01\.jpg: is a mask of 50×36 pixels, its image 48×36"),
        (lambda c: c["images"][0].update(width=36, height=48), "rotate the mask upright"),
        (lambda c: c["annotations"][0].update(segmentation=[[1, 2, 3]]), "three corners or more"),
        (lambda c: c["annotations"][0].update(segmentation=[[0, 0, 9999, 0, 9, 9]]), "lies outside of the image"),
    ],
)
def test_a_coco_file_with_something_wrong(both: tuple[Path, Path], tmp_path: Path, change: Any, said: str) -> None:
    images, _ = both
    values = coco(images, {"photo-01.jpg": [SQUARE]})
    change(values)
    file = write_json(tmp_path / "instances.json", values)
    with pytest.raises(MindsightError, match=said):
        make(material(images, shapes_in(file)), tmp_path / "kit")


@pytest.mark.parametrize("data", [b"", b"{", b"[1,2]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"images": 1e999'])
def test_files_that_are_no_coco_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "instances.json").write_bytes(data)
    with pytest.raises(InputError, match=r"instances\.json: is (not valid JSON|not a COCO file)"):
        shapes_in(tmp_path / "instances.json")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0 0.5 0.5 0.2 0.2", "line 2 is a box; a mask needs outlines"),
        ("0 0.5 0.5 0.2 0.2 0.1 0.1 0.7", "line 2 has a corner with x and no y"),
        ("0 0.5 0.5 x 0.2 0.1 0.1", "line 2 is not an outline"),
        ("0 0.5 0.5 nan 0.2 0.1 0.1", "outside of the image"),
        ("0 0.5 0.5 7 0.2 0.1 0.1", "outside of the image"),
        ("0 0.5 0.5", "three corners or more"),
        ("cat", "three corners or more"),
    ],
)
def test_a_label_file_with_something_wrong(both: tuple[Path, Path], tmp_path: Path, line: str, said: str) -> None:
    images, _ = both
    labels = tmp_path / "labels"
    labels.mkdir()
    for photo in images.iterdir():
        (labels / f"{photo.stem}.txt").write_text("")
    (labels / "photo-02.txt").write_text(f"0 0.1 0.1 0.5 0.1 0.5 0.5\n{line}\n")
    assert re.search(rf"photo-02\.txt: .*{said}", refusal(material(images, labels_in(labels)), tmp_path / "kit"))


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_folders_that_are_none(both: tuple[Path, Path], tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    for find in (lambda path: material(both[0], path), labels_in):
        with pytest.raises(InputError, match="is not a folder; name the folder that holds the masks"):
            find(tmp_path / folder)


def test_a_folder_without_pairs(both: tuple[Path, Path]) -> None:
    for folder in both:
        with pytest.raises(InputError, match="holds no pairs of a photograph and a PNG mask"):
            material(folder)
    with pytest.raises(InputError, match="holds masks only"):
        material(both[1], both[1])


# Forged kits


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return mask_kit(tmp_path / "kit")


def forge(kit: Path, change: Any) -> str:
    values = json.loads((kit / "kit.json").read_bytes())
    change(values)
    (kit / "kit.json").write_bytes(canonical.page(values))
    with pytest.raises(KitError) as error:
        list(SegmentationKit(kit).items())
    return str(error.value)


def _add_a_threshold(objects: dict[str, int]) -> None:
    objects["130"] = objects["128"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v: v.update(trial=False), "4 images, but not marked as a trial"),
        (lambda v: v.update(undecided=255), "undecided: Input should be less than or equal to 254"),
        (lambda v: v["items"][0]["mask"].update(width=47), "the sizes of original and mask do not agree"),
        (lambda v: v["items"][0]["mask_terms"].update(pixels=5000), "the sizes of original and mask do not agree"),
        (lambda v: v["items"][0]["mask_terms"].update(border=3), "has undecided pixels, but the kit has no value"),
        (lambda v: v["items"][0]["mask_terms"].update(grey=1), "no mask has these counts"),
        (lambda v: v["items"][0]["mask_terms"]["objects"].update({"128": 5}), "no mask has these counts"),
        (lambda v: v["items"][0]["mask_terms"]["objects"].pop("128"), "not at the usual thresholds"),
        (lambda v: v["items"][0]["mask_terms"]["objects"].update({"0128": 5}), "not at the usual thresholds"),
        (lambda v: _add_a_threshold(v["items"][0]["mask_terms"]["objects"]), "not at the profile's thresholds"),
        (lambda v: v["items"][0].update(id="0002"), "number 0002 appears twice"),
    ],
)  # fmt: skip
def test_a_forged_entry_is_named(kit: Path, change: Any, said: str) -> None:
    assert said in forge(kit, change)


# Anything at all


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((*path, key), *_places(value[key], (*path, key)))]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(["../x", "a\0b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def _mutated(values: Any, data: st.DataObject) -> Any:
    changed = copy.deepcopy(values)
    *path, last = data.draw(st.sampled_from(_places(values)))
    holder = changed
    for key in path:
        holder = holder[key]
    if data.draw(st.booleans()):
        holder[last] = data.draw(ANYTHING)
    else:
        del holder[last]
    return changed


@given(st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_mutated_coco_file_makes_a_kit_or_is_refused_and_nothing_else(tmp_path: Path, data: st.DataObject) -> None:
    images, _ = make_material(tmp_path, 2)
    runs = {"size": [SIZE[1], SIZE[0]], "counts": [5, 100, SIZE[0] * SIZE[1] - 105]}
    values = _mutated(coco(images, {"photo-01.jpg": [SQUARE, runs]}), data)
    (tmp_path / "instances.json").write_text(json.dumps(values))
    shutil.rmtree(tmp_path / "kit", ignore_errors=True)
    with contextlib.suppress(MindsightError):
        make(material(images, shapes_in(tmp_path / "instances.json", ["cat"])), tmp_path / "kit")
        assert len(masks_of(tmp_path / "kit")) == 2


@given(st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_mutated_kit_is_a_kit_or_refused_and_nothing_else(kit: Path, data: st.DataObject) -> None:
    original = kit.with_name("original.json")
    if not original.exists():
        shutil.copyfile(kit / "kit.json", original)
    values = _mutated(json.loads(original.read_bytes()), data)
    (kit / "kit.json").write_text(json.dumps(values))
    with contextlib.suppress(KitError):
        assert len(masks_of(kit)) >= 1
