"""Built-in baselines read what a product gets: originals byte for byte, in every format of a camera, and upright."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from album.classes import classify
from album.making import encoded, exif, soft_picture
from album.masked import mask_of, mask_recipe, segment
from mindsight.album.classification.preparation import ClassRecipe, images_of_folders, make_classification_kit
from mindsight.album.kits.pictures import encode_png, read_picture
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.preparation import make_segmentation_kit, material
from mindsight.errors import ProductError
from mindsight.subjects.baselines import Baseline
from mindsight.subjects.product import Job

SIZE = (80, 56)
FORMATS = [("JPEG", "jpg"), ("PNG", "png"), ("TIFF", "tif"), ("WEBP", "webp"), ("AVIF", "avif"), ("HEIF", "heic")]


def photo(kind: str, number: int, **options: Any) -> bytes:
    if kind == "HEIF":
        pytest.importorskip("pillow_heif", reason="HEIC needs pillow-heif").register_heif_opener()
    return encoded(soft_picture(*SIZE, number), kind, **options)


@pytest.mark.parametrize("turned", [pytest.param(1, marks=pytest.mark.slow), 6])
@pytest.mark.parametrize(("kind", "suffix"), FORMATS)
def test_a_cut_out_has_its_original_s_size_as_it_is_seen(kind: str, suffix: str, turned: int, tmp_path: Path) -> None:
    images, masks = tmp_path / "images", tmp_path / "masks"
    for folder in (images, masks):
        folder.mkdir()
    seen = SIZE if turned == 1 else SIZE[::-1]
    options = {} if turned == 1 else {"exif": exif(turned)}
    for number in (1, 2):
        (images / f"{number}.{suffix}").write_bytes(photo(kind, number, **options))
        (masks / f"{number}.png").write_bytes(encode_png(mask_of(number, seen)))
    make_segmentation_kit(material(images, masks), tmp_path / "kit", mask_recipe(), trial=True)
    for name in ("threshold", "grabcut"):
        made = segment(tmp_path / "kit", tmp_path / name, f"baseline:{name}")
        assert [(item.status, item.parsed["width"], item.parsed["height"]) for item in made.items] == [
            ("scored", *seen)
        ] * 2


@pytest.mark.parametrize("turned", [1, 6])
@pytest.mark.parametrize(("kind", "suffix"), FORMATS)
def test_a_baseline_sees_the_pixels_that_everybody_else_sees(
    kind: str, suffix: str, turned: int, tmp_path: Path
) -> None:
    source = tmp_path / f"0001.{suffix}"
    source.write_bytes(photo(kind, 3, **({} if turned == 1 else {"exif": exif(turned)})))
    expected = read_picture(source).pixels
    height, width = expected.shape[:2]
    output = Baseline("lanczos").process(Job("0001", source, tmp_path, width, height))
    apart = np.abs(read_picture(output).pixels.astype(int) - expected)
    # Decoders of lossy formats differ by a grey level here and there.
    assert apart.mean() < 1
    assert apart.max() <= 8


def test_heic_photographs_are_classified(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    for place, name in enumerate(("hat", "shoe")):
        (photos / name).mkdir(parents=True)
        for number in range(3):
            (photos / name / f"{number}.heic").write_bytes(photo("HEIF", 10 * place + number))
    recipe = ClassRecipe(load_profile(kind="classification"), {}, trial=True)
    make_classification_kit(images_of_folders(photos)[0], tmp_path / "kit", recipe, source=photos)
    for name in ("majority", "colour-centroids", "texture-knn"):
        made = classify(tmp_path / "kit", tmp_path / name, f"baseline:{name}")
        assert {item.status for item in made.items} == {"scored"}


@pytest.mark.parametrize("suffix", ["heic", "tif", "avif", "jpg"])
def test_a_file_that_is_not_a_picture_is_reported(
    suffix: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / f"0001.{suffix}"
    source.write_bytes(os.urandom(300))
    with pytest.raises(ProductError, match="could not read its input"):
        Baseline("centre").process(Job("0001", source, tmp_path, 8, 8))
