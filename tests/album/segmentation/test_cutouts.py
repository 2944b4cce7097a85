"""Cut-outs as products export them: read by declared conventions, placed in the original, refused if they do not fit."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from album.making import Pixels, encoded, library_photo, soft_picture
from mindsight.album.kits.pictures import read_picture
from mindsight.album.products.conventions import Conventions
from mindsight.album.segmentation.cutouts import Cutout, Export, check_conventions, cut_out
from mindsight.errors import InputError, PictureError, ProductError

MaskFrom = Literal["alpha", "mask", "colour", "difference"]


def shape(width: int = 120, height: int = 90) -> Pixels:
    mask = np.zeros((height, width), np.uint8)
    cv2.ellipse(mask, (55, 40), (30, 22), 20, 0, 360, 255, cv2.FILLED)
    return mask


def photo(width: int = 120, height: int = 90) -> Pixels:
    """Return a picture without any white or black in it."""
    return (soft_picture(width, height, seed=3) // 2 + 60).astype(np.uint8)


def read(
    data: bytes, mask_from: MaskFrom, original: Pixels | None = None, *, resize: bool = False, **more: Any
) -> Cutout:
    source = photo() if original is None else original
    height, width = source.shape[:2]
    export = Export("0001.png", width, height, lambda: source, resize, math.inf)
    return cut_out(data, Conventions(mask_from=mask_from, **more), export)


def on(background: tuple[int, int, int], mask: Pixels | None = None) -> Pixels:
    inside = (shape() if mask is None else mask) >= 128
    return np.where(inside[:, :, None], photo(), np.array(background, np.uint8)).astype(np.uint8)


def same(found: Pixels, expected: Pixels) -> float:
    """Return the overlap of two masks."""
    one, other = found >= 128, expected >= 128
    return float((one & other).sum() / (one | other).sum())


# Conventions


def test_the_alpha_channel_is_the_mask_half_tones_and_all() -> None:
    soft = np.asarray(cv2.GaussianBlur(shape(), (0, 0), 2), dtype=np.uint8)
    found = read(encoded(np.dstack([photo(), soft]), "PNG"), "alpha")
    assert (found.mask == soft).all()
    assert found.parsed == {"format": "PNG", "width": 120, "height": 90}


@pytest.mark.parametrize("format_", ["JPEG", "PNG"])
def test_an_output_declared_as_alpha_without_an_alpha_channel_says_what_may_fit(format_: str) -> None:
    with pytest.raises(
        ProductError, match=r"0001\.png has no alpha channel; .* --mask-from mask, colour or difference"
    ) as error:
        read(encoded(on((255, 255, 255)), format_), "alpha")
    assert error.value.outcome == "no_alpha"


@pytest.mark.parametrize("mode", ["L", "1", "RGB", "P"])
def test_a_mask_file_in_any_mode(mode: str) -> None:
    assert (read(encoded(Image.fromarray(shape()).convert(mode), "PNG"), "mask").mask == shape()).all()


def test_a_mask_saved_as_jpeg() -> None:
    assert same(read(encoded(shape(), "JPEG", quality=90), "mask").mask, shape()) > 0.99


@pytest.mark.parametrize(
    ("pixels", "said"),
    [
        (photo(), "shows colours, so it is not a mask"),
        (np.dstack([photo(), shape()]), "has transparent pixels, so it is not a"),
    ],
)
def test_what_is_no_mask_is_not_taken_for_one(pixels: Pixels, said: str) -> None:
    with pytest.raises(ProductError, match=said) as error:
        read(encoded(pixels, "PNG"), "mask")
    assert error.value.outcome == "no_mask"


@pytest.mark.parametrize("background", [(255, 255, 255), (0, 0, 0), (0, 255, 0), (255, 0, 255)])
def test_a_background_colour_is_left_out(background: tuple[int, int, int]) -> None:
    found = read(encoded(on(background), "PNG"), "colour", background=background)
    assert (found.mask == shape()).all()


@pytest.mark.parametrize("background", [(255, 255, 255), (0, 0, 0)])
def test_a_background_colour_in_a_jpeg_needs_its_tolerance(background: tuple[int, int, int]) -> None:
    data = encoded(on(background), "JPEG", quality=90)
    tolerant = read(data, "colour", background=background, tolerance=24).mask
    strict = read(data, "colour", background=background, tolerance=0).mask
    assert same(tolerant, shape()) > 0.95
    assert same(strict, shape()) < same(tolerant, shape())


@pytest.mark.parametrize("background", [(255, 255, 255), (0, 0, 0)])
def test_transparent_pixels_show_the_background(background: tuple[int, int, int]) -> None:
    data = encoded(np.dstack([photo(), shape()]), "PNG")
    assert (read(data, "colour", background=background).mask == shape()).all()


@pytest.mark.parametrize("change", [lambda p: cv2.GaussianBlur(p, (0, 0), 9), lambda p: 255 - p, lambda p: p // 4])
def test_what_equals_the_original_is_inside(change: Callable[[Pixels], Pixels]) -> None:
    replaced = np.where(shape()[:, :, None] > 0, photo(), change(photo())).astype(np.uint8)
    found = read(encoded(replaced, "PNG"), "difference", tolerance=4).mask
    # Outside, some pixels are unchanged by chance.
    assert (found[shape() > 0] == 255).all()
    assert same(found, shape()) > 0.6


def test_the_tolerance_decides_what_equals() -> None:
    shifted = (photo().astype(int) + 5).clip(0, 255).astype(np.uint8)
    data = encoded(shifted, "PNG")
    assert read(data, "difference", tolerance=5).mask.min() == 255
    assert read(data, "difference", tolerance=4).mask.max() == 0


# Sizes


@pytest.mark.parametrize("mask_from", ["alpha", "mask", "colour", "difference"])
def test_another_size_is_refused_unless_the_profile_brings_it_to_size(mask_from: MaskFrom) -> None:
    half = np.ascontiguousarray(shape()[::2, ::2])
    pixels = {
        "alpha": np.dstack([photo()[::2, ::2], half]),
        "mask": half,
        "colour": on((255, 255, 255))[::2, ::2],
        "difference": on((255, 255, 255))[::2, ::2],
    }[mask_from]
    data = encoded(np.ascontiguousarray(pixels), "PNG")
    with pytest.raises(ProductError, match=r"is 60×45 pixels, its mask 120×90; export it at full size") as error:
        read(data, mask_from)
    assert error.value.outcome == "wrong_size"
    found = read(data, mask_from, resize=True, tolerance=60)
    assert found.mask.shape == (90, 120)
    assert [str(note) for note in found.notes] == ["output of 60×45 pixels brought to its mask's size"]
    if mask_from != "difference":
        assert same(found.mask, shape()) > 0.9


def test_what_cannot_be_decoded() -> None:
    with pytest.raises(PictureError, match="not a picture"):
        read(b"<html>", "alpha")


# Crops


def crop(source: Pixels, box: tuple[int, int, int, int], mask: Pixels) -> bytes:
    left, top, right, bottom = box
    inside = np.s_[top:bottom, left:right]
    return encoded(np.dstack([source[inside], mask[inside]]), "PNG")


BOX = (20, 12, 90, 70)


def test_a_crop_is_found_again_by_its_pixels() -> None:
    found = read(crop(photo(), BOX, shape()), "alpha", placement="cropped")
    expected = np.zeros_like(shape())
    expected[12:70, 20:90] = shape()[12:70, 20:90]
    assert (found.mask == expected).all()
    assert found.parsed == {"format": "PNG", "width": 70, "height": 58, "left": 20, "top": 12, "apart": 0.0}


def test_a_crop_on_white_in_a_jpeg_is_found_again() -> None:
    left, top, right, bottom = BOX
    data = encoded(np.ascontiguousarray(on((255, 255, 255))[top:bottom, left:right]), "JPEG", quality=92)
    found = read(data, "colour", placement="cropped", tolerance=24)
    assert (found.parsed["left"], found.parsed["top"]) == (20, 12)
    assert 0 < found.parsed["apart"] < 8
    assert same(found.mask, shape()) > 0.95


@pytest.mark.parametrize(
    "change",
    [
        np.fliplr,
        lambda p: 255 - p,
        lambda p: np.roll(p, 30, axis=0) // 2,
        lambda p: cv2.resize(p[5:60, 5:60], (70, 58)),
    ],
)
def test_a_crop_that_fits_nowhere_is_refused(change: Callable[[Pixels], Pixels]) -> None:
    left, top, right, bottom = BOX
    changed = np.ascontiguousarray(change(photo()[top:bottom, left:right]))
    data = encoded(np.dstack([changed, shape()[top:bottom, left:right]]), "PNG")
    with pytest.raises(ProductError, match=r"fits nowhere in its original: .* grey levels, 16 are allowed") as error:
        read(data, "alpha", placement="cropped")
    assert error.value.outcome == "no_place"


def test_a_crop_larger_than_its_original_is_refused() -> None:
    data = encoded(np.dstack([soft_picture(121, 90), np.full((90, 121), 255, np.uint8)]), "PNG")
    with pytest.raises(ProductError, match="larger than its original") as error:
        read(data, "alpha", placement="cropped")
    assert error.value.outcome == "wrong_size"


def test_a_crop_without_an_object_has_no_place_and_is_empty() -> None:
    found = read(encoded(np.zeros((10, 20, 4), np.uint8), "PNG"), "alpha", placement="cropped")
    assert not found.mask.any()
    assert "left" not in found.parsed


@given(st.integers(0, 110), st.integers(0, 80), st.integers(10, 120), st.integers(10, 90))
@settings(max_examples=60, deadline=None)
def test_crops_from_anywhere_go_back_where_they_came_from(left: int, top: int, width: int, height: int) -> None:
    box = (left, top, min(left + width, 120), min(top + height, 90))
    solid = np.full_like(shape(), 255)
    found = read(crop(photo(), box, solid), "alpha", placement="cropped")
    assert (found.parsed["left"], found.parsed["top"]) == (left, top)
    assert found.mask.sum() == 255 * (box[2] - left) * (box[3] - top)


@pytest.mark.parametrize(
    ("left", "top", "side"),
    [
        (101, 57, 400),
        pytest.param(1300, 700, 333, marks=pytest.mark.slow),
        pytest.param(0, 0, 900, marks=pytest.mark.slow),
        (1517, 633, 60),
    ],
)
def test_crops_of_a_large_photograph_are_found_to_the_pixel(left: int, top: int, side: int) -> None:
    source = np.asarray(cv2.resize(read_picture(library_photo("coffee.png")).pixels, (2000, 1333)), dtype=np.uint8)
    mask = np.zeros(source.shape[:2], np.uint8)
    cv2.circle(mask, (left + side // 2, top + side // 2), side // 2 - 2, 255, cv2.FILLED)
    found = read(crop(source, (left, top, left + side, top + side), mask), "alpha", source, placement="cropped")
    assert (found.parsed["left"], found.parsed["top"]) == (left, top)
    assert (found.mask == mask).all()


def test_real_cut_outs_cropped_to_their_object_go_back(real_data: Path) -> None:
    for file in sorted((real_data / "album" / "cutouts_rembg").glob("*.out.png")):
        source = read_picture(file.parent / file.name.replace(".out.png", ".jpg")).pixels
        cut = np.asarray(Image.open(file))
        rows, columns = (np.flatnonzero((cut[:, :, 3] > 0).any(axis=axis)) for axis in (1, 0))
        inside = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        found = read(encoded(np.ascontiguousarray(cut[inside]), "PNG"), "alpha", source, placement="cropped")
        assert (found.parsed["left"], found.parsed["top"]) == (columns[0], rows[0])
        assert (found.mask == cut[:, :, 3]).all()


@pytest.mark.parametrize("mask_from", ["mask", "difference"])
def test_conventions_that_contradict_each_other(mask_from: MaskFrom) -> None:
    with pytest.raises(InputError, match=f"--mask-from alpha or colour, not {mask_from}"):
        check_conventions(Conventions(mask_from=mask_from, placement="cropped"))
    check_conventions(Conventions(mask_from=mask_from))
    check_conventions(Conventions(mask_from="alpha", placement="cropped"))
