"""Every format that a review knows is read, and a file that is none says so."""

import io
import random

import numpy as np
import pytest
from PIL import Image

from mindsight.review.examining.pictures import facts_of_picture


def encoded(form: str, **options: object) -> bytes:
    pixels = np.linspace(0, 255, 40 * 60 * 3).reshape(40, 60, 3).astype(np.uint8)
    found = io.BytesIO()
    Image.fromarray(pixels).save(found, form, **options)
    return found.getvalue()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF", "BMP", "WEBP", "AVIF", "GIF", "PPM"])
def test_a_picture_is_read(form: str) -> None:
    facts = facts_of_picture(encoded(form), "", ())
    assert "problem" not in facts
    assert (facts["format"], facts["size"]) == (form, (60, 40))


def test_a_picture_of_a_telephone_is_read() -> None:
    pytest.importorskip("pillow_heif", reason="pillow-heif is not installed").register_heif_opener()
    facts = facts_of_picture(encoded("HEIF"), ".heic", ())
    assert "problem" not in facts
    assert (facts["format"], facts["fits_name"]) == ("HEIF", True)


def test_a_jpeg_with_a_preview_behind_it_is_one_picture() -> None:
    preview = Image.new("RGB", (20, 10))
    data = encoded("MPO", save_all=True, append_images=[preview])
    facts = facts_of_picture(data, ".jpg", ())
    assert "problem" not in facts
    assert (facts["format"], facts["fits_name"], facts["frames"]) == ("MPO", True, 1)


@pytest.mark.parametrize("data", [b"no picture", bytes(range(256)) * 20, b"%!PS-Adobe-3.0"])
def test_what_is_no_picture_says_so(data: bytes) -> None:
    problem = facts_of_picture(data, ".jpg", ())["problem"]
    assert problem.message == "is not a picture that can be read"


def photograph(**options: object) -> bytes:
    rng = np.random.default_rng(5)
    coarse = Image.fromarray(rng.integers(0, 256, (12, 16, 3), dtype=np.uint8)).resize(
        (1200, 900), Image.Resampling.BICUBIC
    )
    grain = rng.normal(0, 6, (900, 1200, 3))
    found = io.BytesIO()
    Image.fromarray((np.asarray(coarse) + grain).clip(0, 255).astype(np.uint8)).save(found, "JPEG", **options)
    return found.getvalue()


@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 1}], ids=str)
def test_a_damaged_photograph_is_judged_as_if_it_were_drawn_whole(options: dict[str, object]) -> None:
    whole, rng = photograph(**options), random.Random(3)
    judged = set()
    for _ in range(60):
        data = bytearray(whole)
        if rng.random() < 0.5:
            del data[rng.randrange(len(data)) :]
        for _ in range(rng.randrange(3)):
            data[rng.randrange(min(len(data), 4000))] = rng.randrange(256)
        problem = facts_of_picture(bytes(data), ".jpg", ()).get("problem")
        try:
            with Image.open(io.BytesIO(data)) as image:
                image.load()
            is_good = True
        except (OSError, SyntaxError, ValueError):
            is_good = False
        assert (problem is None) == is_good
        judged.add(is_good)
    assert judged == {True, False}
