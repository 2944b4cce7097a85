"""Orientation is that of the EXIF block, whatever Pillow was asked before (python-pillow #4529, #6462: it also takes it from XMP)."""

import io
import struct
import zlib
from collections.abc import Callable

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from album.making import TURNS, TURNS_BACK, encoded, exif, soft_picture
from mindsight.album.kits.pictures import decode
from mindsight.home.imported.pictures import as_jpeg
from mindsight.raster.orientation import orientation_of, upright
from mindsight.review.cleaning import without_jpeg_metadata
from mindsight.review.examining import looks

COLOUR = soft_picture(45, 37)
WISH = b'<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/>'


def plain_exif() -> bytes:
    """Return an EXIF block without an orientation, as programs leave it that turned the pixels themselves."""
    tags = Image.Exif()
    tags[0x0131] = "a program"
    return tags.tobytes()


def without_density(data: bytes) -> bytes:
    """Return a JPEG without its JFIF segment: Pillow then looks for the density in EXIF while it opens the file."""
    assert data[2:4] == b"\xff\xe0"
    return data[:2] + data[4 + int.from_bytes(data[4:6]) :]


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png_with(*behind: bytes) -> bytes:
    """Return a PNG with chunks behind its pixels."""
    data = encoded(COLOUR, "PNG")
    return data[:-12] + b"".join(behind) + data[-12:]


XMP_CHUNK = chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + WISH)
ONLY_IN_XMP = {
    "JPEG, density in EXIF": without_density(encoded(COLOUR, "JPEG", quality=95, exif=plain_exif(), xmp=WISH)),
    "JPEG, JFIF density": encoded(COLOUR, "JPEG", quality=95, exif=plain_exif(), xmp=WISH, dpi=(300, 300)),
    "JPEG, no EXIF": encoded(COLOUR, "JPEG", quality=95, xmp=WISH),
    "PNG, behind the pixels": png_with(XMP_CHUNK),
    "TIFF": encoded(COLOUR, "TIFF", tiffinfo={700: WISH}),
    "TIFF, packed": encoded(COLOUR, "TIFF", tiffinfo={700: WISH}, compression="tiff_lzw"),
    "WebP": encoded(COLOUR, "WEBP", lossless=True, xmp=WISH),
    "AVIF": encoded(COLOUR, "AVIF", quality=95, xmp=WISH),
}


@pytest.mark.parametrize("kind", ONLY_IN_XMP)
def test_an_orientation_in_xmp_alone_turns_nothing_anywhere(kind: str) -> None:
    data = ONLY_IN_XMP[kind]
    picture = decode(data, name="picture")
    assert picture.pixels.shape == COLOUR.shape
    assert not any("orientation" in str(note) for note in picture.notes)
    assert np.abs(picture.pixels.astype(int) - COLOUR).mean() < 10
    with Image.open(io.BytesIO(data)) as image:
        assert upright(image).size == (45, 37)
    if not kind.startswith("AVIF"):
        with Image.open(io.BytesIO(as_jpeg(data, "picture"))) as image:
            assert image.size == (45, 37)


CALLS: dict[str, Callable[[Image.Image], object]] = {
    "nothing": lambda _image: None,
    "getexif": lambda image: image.getexif(),
    "load": lambda image: image.load(),
    "n_frames": lambda image: getattr(image, "n_frames", 1),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", [kind for kind in ONLY_IN_XMP if kind != "TIFF"])
def test_whatever_was_called_before_the_answer_is_the_same(kind: str, call: str) -> None:
    with Image.open(io.BytesIO(ONLY_IN_XMP[kind])) as image:
        if not (
            kind.startswith("TIFF") and call == "load"
        ):  # loading turns a TIFF: the orientation is asked for before
            CALLS[call](image)
        assert orientation_of(image) == 1
        assert image.getexif().get(0x0112, 1) == 1
        assert upright(image).size == (45, 37)


@pytest.mark.parametrize("orientation", TURNS)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF", "HEIF", "MPO"])
def test_exif_goes_before_xmp_in_every_format(kind: str, orientation: int) -> None:
    pillow_heif.register_heif_opener()
    stored = np.ascontiguousarray(TURNS_BACK[orientation](COLOUR))
    options = {"WEBP": {"lossless": True}, "TIFF": {"tiffinfo": {700: WISH, 0x0112: orientation}}}.get(
        kind, {"quality": 95}
    )
    if kind in ("JPEG", "WEBP"):
        options["xmp"] = WISH
    if kind != "TIFF":
        options["exif"] = exif(orientation)
    picture = decode(encoded(stored, kind, **options), name="picture")
    assert picture.pixels.shape == COLOUR.shape
    assert np.abs(picture.pixels.astype(int) - COLOUR).mean() < 12


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"Exif\0\0",
        b"Exif\0\0garbage that is no TIFF",
        b"Exif\0\0II*\0\xff\xff\xff\xff",
        b"Exif\0\0II*\0\x08\0\0\0\xff\xff",
    ],
)
@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_an_exif_block_that_is_none_says_nothing(kind: str, block: bytes) -> None:
    data = png_with(chunk(b"eXIf", block[6:])) if kind == "PNG" else encoded(COLOUR, kind, exif=block, quality=95)
    assert decode(data, name="picture").orientation == 1


def test_exif_behind_the_pixels_of_a_png_counts() -> None:
    picture = decode(png_with(XMP_CHUNK, chunk(b"eXIf", exif(3)[6:])), name="picture")
    np.testing.assert_array_equal(picture.pixels, np.rot90(COLOUR, 2))


def test_a_review_sees_and_cleans_a_picture_as_viewers_show_it() -> None:
    wanted = without_density(encoded(COLOUR, "JPEG", quality=95))
    data = ONLY_IN_XMP["JPEG, density in EXIF"]
    found = []
    for each in (wanted, data):
        with Image.open(io.BytesIO(each)) as image:
            looks.decode(image)
            found.append(looks.look_of(image))
    assert found[0] == found[1]
    with Image.open(io.BytesIO(without_jpeg_metadata(data))) as image:
        assert orientation_of(image) == 1
        assert "exif" not in image.info
