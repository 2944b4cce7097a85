"""5.3: products that change the resolution: how large references and inputs are, and how the factor is measured."""

import shutil
from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np
import pytest

from album.making import library_photo, make_photos, recipe
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import make_enhancement_kit, probe_scale
from mindsight.album.enhancement.scoring import score_terms
from mindsight.album.kits.pictures import grey, read_picture
from mindsight.errors import KitError
from mindsight.subjects.products import open_product
from mindsight.subjects.spec import parse_subject

needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
TO_DOUBLE = "command:ffmpeg -v error -i {input} -vf scale=iw*2:ih*2 {output}"
TO_ONE_SIZE = "command:ffmpeg -v error -i {input} -vf scale=300:200 {output}"


@pytest.mark.parametrize("scale", [Fraction(2), Fraction(3, 2), Fraction(4, 3), Fraction(3)])
def test_a_reference_is_exactly_its_input_times_the_scale(scale: Fraction, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    sizes = [(97, 61), (96, 60), (101, 103), (64, 64)]
    for number, size in enumerate(sizes, start=1):
        make_photos(photos / str(number), 1, size)
    make_enhancement_kit(photos, tmp_path / "kit", recipe(scale=scale), trial=True)
    kit = EnhancementKit(tmp_path / "kit")
    assert kit.header.scale == scale.as_integer_ratio()
    for (item, _), (width, height) in zip(kit.items(), sizes, strict=True):
        reference, small = item.reference, item.input
        assert Fraction(reference.width, small.width) == Fraction(reference.height, small.height) == scale
        # No more is cropped than the scale requires.
        assert 0 <= width - reference.width < scale.numerator
        assert 0 <= height - reference.height < scale.numerator
        original = read_picture(photos / item.source).pixels
        left, top = (width - reference.width) // 2, (height - reference.height) // 2
        inside = original[top : top + reference.height, left : left + reference.width]
        pixels = read_picture(kit.path / reference.path).pixels
        np.testing.assert_array_equal(pixels, inside)
        cropped = (width, height) != (reference.width, reference.height)
        assert [str(note) for note in item.notes] == ["cropped so that the sides divide by the scale"] * cropped
        shrunk = read_picture(kit.path / small.path).pixels
        assert shrunk.shape == (small.height, small.width, 3)


def test_inputs_are_shrunk_by_area_averaging(tmp_path: Path) -> None:
    photos = make_photos(tmp_path / "photos", 1, (80, 60))
    make_enhancement_kit(photos, tmp_path / "kit", recipe(scale=Fraction(2)), trial=True)
    ((item, _),) = EnhancementKit(tmp_path / "kit").items()
    whole = read_picture(tmp_path / "kit" / item.reference.path).pixels.astype(float)
    small = read_picture(tmp_path / "kit" / item.input.path).pixels
    means = whole.reshape(30, 2, 40, 2, 3).mean(axis=(1, 3))
    assert np.abs(small - means).max() <= 0.5
    enlarged = cv2.resize(small, (80, 60), interpolation=cv2.INTER_CUBIC)
    reference = whole.astype(np.uint8)
    expected, _ = score_terms(grey(reference), grey(np.asarray(enlarged, np.uint8)))
    assert item.input_terms == expected
    assert int(grey(reference).max()) == item.input_terms["peak"]


# Probing the factor of a product


@pytest.mark.parametrize(
    ("subject", "factor"),
    [
        ("baseline:identity", None),
        ("baseline:nlmeans", None),
        pytest.param(TO_DOUBLE, Fraction(2), marks=needs_ffmpeg),
        pytest.param(TO_DOUBLE.replace("2", "3/2"), Fraction(3, 2), marks=needs_ffmpeg),
    ],
)
def test_the_factor_of_a_product_is_measured(subject: str, factor: Fraction | None, tmp_path: Path) -> None:
    product = open_product(parse_subject(subject))
    assert probe_scale(product, library_photo("chelsea.png"), tmp_path) == factor


@needs_ffmpeg
@pytest.mark.parametrize(
    ("subject", "said"),
    [
        (TO_ONE_SIZE, r"does not scale both sides of every picture by one factor .* give --scale"),
        ("command:ffmpeg -v error -i {input} -vf scale=iw*2:ih {output}", r"by one factor \(found 1, 2\)"),
        ("command:sh -c '> $1' {input} {output}", "failed on the probe picture: output.png: the file is empty"),
        ("command:false {input} {output}", "failed on the probe picture: the program ended with status 1"),
    ],
)
def test_products_without_a_factor(subject: str, said: str, tmp_path: Path) -> None:
    product = open_product(parse_subject(subject))
    with pytest.raises(KitError, match=said):
        probe_scale(product, library_photo("chelsea.png"), tmp_path)
