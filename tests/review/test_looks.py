"""What a picture looks like in little: the same numbers as by definition, however it is stored."""

import io

import numpy as np
import pytest
from PIL import Image, ImageOps
from PIL.ExifTags import Base

from mindsight.review.checks.likeness import groups_of, near_pairs
from mindsight.review.examining.looks import decode, look_of
from mindsight.review.facts import FileFacts, Look


def noise(seed: int, size: tuple[int, int] = (96, 128)) -> Image.Image:
    """Return a picture of soft coloured patches."""
    coarse = np.random.default_rng(seed).integers(0, 256, (8, 6, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def test_colour_and_edges_are_those_of_their_definitions() -> None:
    image = noise(1)
    red, green, blue = np.asarray(image, dtype=np.float64).reshape(-1, 3).T
    first, second = red - green, (red + green) / 2 - blue
    colour = np.hypot(first.std(), second.std()) + 0.3 * np.hypot(first.mean(), second.mean())
    grey = np.asarray(image.convert("L"), dtype=np.float64)
    edges = np.abs(np.diff(grey, axis=0)).mean() + np.abs(np.diff(grey, axis=1)).mean()
    look = look_of(image)
    assert (look.colour, look.edges) == (pytest.approx(colour, abs=0.006), pytest.approx(edges, abs=0.0006))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_looked_at_upright(orientation: int) -> None:
    exif = Image.Exif()
    exif[Base.Orientation] = orientation
    file = io.BytesIO()
    noise(2).save(file, "PNG", exif=exif)
    with Image.open(file) as stored:
        stored.load()
        upright = ImageOps.exif_transpose(stored)
        assert look_of(stored) == look_of(upright)


def facts(number: int, look: Look | None) -> FileFacts:
    return FileFacts(id=f"{number}.png", bytes=1, kind="picture", look=look)


def test_versions_of_a_picture_are_found_among_others_and_named_rightly() -> None:
    images = [noise(seed) for seed in range(12)]
    looks: list[Look | None] = [None, *map(look_of, images)]
    looks += [look_of(images[3].rotate(90, expand=True)), None, look_of(ImageOps.mirror(images[7]))]
    pairs = near_pairs([facts(number, look) for number, look in enumerate(looks)])
    assert {(one.first, one.second) for one in pairs if one.is_same} == {("4.png", "13.png"), ("8.png", "15.png")}


def test_a_photograph_saved_anew_keeps_its_hashes() -> None:
    image = noise(5, (1600, 1200))
    forms = {"PNG": {}, "JPEG": {"quality": 92}, "WEBP": {"quality": 80}}
    looks = []
    for form, options in forms.items():
        for size in (image.size, (800, 600), (592, 444)):
            file = io.BytesIO()
            image.resize(size, Image.Resampling.LANCZOS).save(file, form, **options)
            with Image.open(file) as stored:
                decode(stored)
                looks.append(look_of(stored))
    first = looks[0]
    for look in looks:
        apart = [
            (int(one, 16) ^ int(other, 16)).bit_count() for one, other in zip(first.hashes, look.hashes, strict=True)
        ]
        assert max(apart) <= 4
        assert (look.light, look.colour) == (pytest.approx(first.light, abs=1), pytest.approx(first.colour, rel=0.06))


def test_many_frames_alike_are_one_group_and_not_every_pair() -> None:
    shown, other = look_of(noise(6)), look_of(noise(7))
    files = [facts(number, other if number in {3, 700} else shown) for number in range(1300)]
    pairs = near_pairs(files)
    assert len(pairs) < 21 * len(files)
    assert sorted(map(len, groups_of(files, pairs))) == [2, 1298]
