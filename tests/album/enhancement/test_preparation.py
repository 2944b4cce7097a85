"""5.3: the contents of kits, and photographs that are refused."""

import dataclasses
import os
import shutil
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter

from album.making import contents, encoded, exif, library_photo, make_photos, recipe, soft_picture
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import degrade, make_enhancement_kit
from mindsight.album.enhancement.scoring import score_terms
from mindsight.album.kits.photographs import LARGEST_FILE, find_photos
from mindsight.album.kits.pictures import encode_png, grey, read_picture
from mindsight.album.profile import load_profile
from mindsight.errors import InputError


def refused_kit(photos: Path, kit: Path, *, trial: bool = True, **options: object) -> str:
    """Make a kit that must be refused; return the reason after checking that nothing was left behind."""
    before = sorted(kit.parent.iterdir())
    with pytest.raises(InputError) as refused:
        make_enhancement_kit(photos, kit, recipe(**options), trial=trial)
    assert sorted(kit.parent.iterdir()) == before
    return str(refused.value)


# Determinism


def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_workers(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 6)
    for name, workers in (("one", 1), ("again", 1), ("two", 2)):
        make_enhancement_kit(photos, tmp_path / name, recipe(), trial=True, workers=workers)
    assert contents(tmp_path / "one") == contents(tmp_path / "again") == contents(tmp_path / "two")


def test_another_seed_changes_the_inputs_and_nothing_else(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 4)
    for seed in (1, 2):
        make_enhancement_kit(photos, tmp_path / str(seed), recipe(seed=seed), trial=True)
    one, two = contents(tmp_path / "1"), contents(tmp_path / "2")
    changed = {name for name in one if one[name] != two[name]}
    assert one.keys() == two.keys()
    assert changed == {"kit.json", *(f"inputs/{number:04}.png" for number in range(1, 5))}


def test_the_noise_of_a_picture_does_not_depend_on_how_many_come_after_it(tmp_path: Path) -> None:
    for count in (2, 5):
        photos = make_photos(tmp_path / f"{count}-photos", count)
        make_enhancement_kit(photos, tmp_path / str(count), recipe(), trial=True)
    few, many = contents(tmp_path / "2"), contents(tmp_path / "5")
    assert all(many[name] == few[name] for name in few if name.startswith("inputs/"))


def test_two_pictures_that_differ_in_one_pixel_get_different_noise(tmp_path: Path) -> None:
    flat = np.full((40, 40, 3), 128, np.uint8)
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "1.png").write_bytes(encode_png(flat))
    flat[0, 0] = 129
    (photos / "2.bmp").write_bytes(encoded(flat, "BMP"))
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    one, two = (read_picture(tmp_path / "kit" / "inputs" / f"000{number}.png").pixels for number in (1, 2))
    assert (one != two).mean() > 0.9


# Blur and noise


def test_the_noise_has_the_declared_strength_and_is_independent_in_each_channel(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "flat.png").write_bytes(encode_png(np.full((400, 500, 3), 128, np.uint8)))
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    noise = read_picture(tmp_path / "kit" / "inputs" / "0001.png").pixels.reshape(-1, 3) - 128.0
    assert np.abs(noise.mean(axis=0)).max() < 0.1
    # 10 grey levels, and the rounding's 1/12 in the variance.
    np.testing.assert_allclose(noise.std(axis=0), np.sqrt(100 + 1 / 12), rtol=0.01)
    correlations = np.corrcoef(noise.T) - np.eye(3)
    assert np.abs(correlations).max() < 0.01


def test_the_blur_is_the_declared_gaussian() -> None:
    photo = read_picture(library_photo("chelsea.png")).pixels
    profile = load_profile().model_copy(update={"noise_sigma": 0.0})
    blurred = degrade(photo, profile, np.random.default_rng(0)).astype(int)
    expected = gaussian_filter(photo.astype(float), (1.5, 1.5, 0), mode="mirror")
    assert np.abs(blurred - expected).max() <= 1
    assert np.abs(blurred - photo).max() > 20


def test_a_profile_without_blur_and_noise_gives_the_picture_back() -> None:
    photo = soft_picture(50, 40)
    profile = load_profile().model_copy(update={"noise_sigma": 0.0, "blur_sigma": 0.0})
    np.testing.assert_array_equal(degrade(photo, profile, np.random.default_rng(0)), photo)


def test_noise_is_clipped_and_not_wrapped() -> None:
    for value in (0, 255):
        flat = np.full((50, 50, 3), value, np.uint8)
        assert np.abs(degrade(flat, load_profile(), np.random.default_rng(0)).astype(int) - value).max() < 60


def test_references_keep_their_bytes_and_the_kit_states_what_the_inputs_score(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "turned.JPG").write_bytes(encoded(soft_picture(60, 40), "JPEG", quality=95, exif=exif(6)))
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    kit = EnhancementKit(tmp_path / "kit")
    ((item, _),) = kit.items()
    assert kit.read(item.reference) == (photos / "turned.JPG").read_bytes()
    assert (item.reference.path, item.source) == ("truth/0001.jpg", "turned.JPG")
    assert (item.reference.width, item.reference.height) == (item.input.width, item.input.height) == (40, 60)
    assert [str(note) for note in item.notes] == ["EXIF orientation 6 applied"]
    reference, source = (read_picture(kit.path / part.path).pixels for part in (item.reference, item.input))
    assert (item.input_terms, item.input_windowed) == score_terms(grey(reference), grey(source))


def test_a_picture_too_small_for_the_scale(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 1, (40, 20))
    said = refused_kit(photos, tmp_path / "kit", scale=Fraction(2))
    assert said == "photo-01.png: 40×20 pixels is too small for a scale of 2"


# Amounts


def test_thirty_references_are_refused_with_found_and_needed(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 30)
    said = refused_kit(photos, tmp_path / "kit", trial=False)
    assert "holds 30 pictures" in said
    assert "at least 31" in said
    assert "--trial" in said


def test_a_trial_may_have_fewer_and_says_so(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 30)
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    assert EnhancementKit(tmp_path / "kit").header.trial is True


@pytest.mark.parametrize("trial", [False, True])
def test_thirty_one_references_are_enough_and_no_trial(trial: bool, tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 31)
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=trial)
    kit = EnhancementKit(tmp_path / "kit")
    assert kit.header.trial is False
    assert kit.header.count == len(list(kit.items())) == 31


# What counts as independent


@pytest.mark.parametrize(
    ("cluster", "expected"), [("file", ["0001", "0002", "0003", "0004"]), ("folder", ["0001", "a", "a", "b/c"])]
)
def test_clusters_are_files_or_folders(cluster: str, expected: list[str], tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    for number, name in enumerate(("a/1.png", "a/2.png", "b/c/1.png", "1.png")):
        (photos / name).parent.mkdir(parents=True, exist_ok=True)
        (photos / name).write_bytes(encode_png(soft_picture(30, 30, seed=number)))
    make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True, cluster=cluster)
    assert [item.cluster for item, _ in EnhancementKit(tmp_path / "kit").items()] == expected


# Folders


def test_other_files_are_left_aside_and_named(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 2)
    for name in ("notes.txt", ".hidden.png", "Thumbs.db"):
        (photos / name).write_bytes(b"no picture")
    others = make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    assert others == ["Thumbs.db", "notes.txt"]


def test_an_empty_folder_and_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "holds no pictures; JPEG, PNG" in refused_kit(tmp_path / "empty", tmp_path / "kit")
    assert "is not a folder" in refused_kit(tmp_path / "missing", tmp_path / "kit")


def test_an_existing_folder_is_refused_and_untouched(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 2)
    kit = tmp_path / "kit"
    kit.mkdir()
    (kit / "thesis.txt").write_text("years of work")
    assert "exists already; choose another folder" in refused_kit(photos, kit)
    assert contents(kit) == {"thesis.txt": b"years of work"}


def test_an_empty_folder_may_become_the_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    photos = make_photos(tmp_path / "photos", 2)
    for name, shown in (("kit", tmp_path / "kit"), ("here", Path())):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        make_enhancement_kit(photos, shown, recipe(), trial=True)
        assert EnhancementKit(tmp_path / name).header.count == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "kit", "photos"]


@pytest.mark.parametrize("target", ["file", "folder", "circle"])
def test_a_link_that_leads_outside(target: str, tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 2)
    elsewhere = make_photos(tmp_path / "elsewhere", 1)
    links = {"file": elsewhere / "photo-01.png", "folder": elsewhere, "circle": photos / "link.png"}
    (photos / "link.png").symlink_to(links[target])
    assert "link.png is a link that leads outside; copy the picture itself" in refused_kit(photos, tmp_path / "kit")


def test_a_file_that_is_larger_than_any_picture(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 2)
    os.truncate(photos / "photo-02.png", LARGEST_FILE + 1)
    assert refused_kit(photos, tmp_path / "kit").startswith(
        "photo-02.png: is larger than 1 GiB; save it with compression"
    )


@pytest.mark.parametrize("kind", ["dangling", "pipe"])
def test_what_looks_like_a_picture_and_is_no_file(kind: str, tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 2)
    if kind == "pipe":
        os.mkfifo(photos / "odd.png")
    else:
        (photos / "odd.png").symlink_to(photos / "gone.png")
    assert refused_kit(photos, tmp_path / "kit").startswith("odd.png: is not a file, or a link to nothing")


def test_names_that_are_not_utf_8_are_kept_readable(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 1)
    (photos / "photo-01.png").rename(photos / os.fsdecode("照片".encode("gbk") + b".png"))
    (photos / os.fsdecode(b"\xff.txt")).touch()
    others = make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True, cluster="folder")
    ((item, _),) = EnhancementKit(tmp_path / "kit").items()
    assert item.source.endswith(".png")
    assert others == ["\N{REPLACEMENT CHARACTER}.txt"]


def test_pictures_that_cannot_be_used_are_all_listed_and_no_kit_is_made(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 31)
    (photos / "photo-07.png").write_bytes(b"")
    (photos / "photo-20.png").write_bytes((photos / "photo-20.png").read_bytes()[:-30])
    shutil.copyfile(photos / "photo-03.png", photos / "photo-30.png")
    lines = refused_kit(photos, tmp_path / "kit", trial=False).splitlines()
    assert lines[0] == "3 pictures cannot be used; no kit was made:"
    assert lines[1] == "  photo-07.png: the file is empty (0 bytes); copy or export it again"
    assert lines[2].startswith("  photo-20.png: damaged or cut off (")
    assert lines[3] == "  photo-30.png: is the same picture as photo-03.png; remove one"


def test_a_single_bad_picture_is_named_in_one_sentence(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 3)
    (photos / "sub").mkdir()
    shutil.copyfile(photos / "photo-02.png", photos / "sub" / "copy.png")
    said = refused_kit(photos, tmp_path / "kit")
    assert said == "sub/copy.png: is the same picture as photo-02.png; remove one"


def test_photographs_are_found_in_the_order_of_their_names(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for name in ("b.JPG", "a.png", "c.heic", "B.tiff"):
        (photos / name).touch()
    assert [path.name for path in find_photos(photos)[0]] == ["B.tiff", "a.png", "b.JPG", "c.heic"]


@pytest.mark.parametrize("demonstration", [False, True])
def test_a_demonstration_is_marked(demonstration: bool, tmp_path: Path) -> None:
    way = dataclasses.replace(recipe(), demonstration=demonstration)
    make_enhancement_kit(make_photos(tmp_path / "photos", 1), tmp_path / "kit", way, trial=True)
    assert EnhancementKit(tmp_path / "kit").header.demonstration is demonstration
