"""Every format that a review knows is read, and a file that is none says so."""

import io

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
