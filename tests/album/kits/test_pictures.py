"""Pictures that are read: their pixels, and the notes on conversions."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
import tifffile
from PIL import Image, ImageCms, ImageOps

from album.making import TURNS, TURNS_BACK, Pixels, encoded, exif, soft_picture
from mindsight.album.kits.pictures import Picture, decode, encode_png, grey, read_picture

COLOUR = soft_picture(45, 37)
GREY = grey(COLOUR)
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SCALED = "16-bit picture scaled to 8 bits"
ON_WHITE = "transparent pixels shown on white"
NO_PROFILE = "embedded colour profile ignored"


def notes(picture: Picture) -> list[str]:
    return [str(note) for note in picture.notes]


def as_colour(picture: Pixels) -> Pixels:
    return np.dstack([picture] * 3)


def on_white(picture: Pixels, alpha: float) -> Pixels:
    return np.round(picture * alpha + 255 * (1 - alpha)).astype(np.uint8)


def png(kind: int, bits: int, rows: np.ndarray) -> bytes:
    """Return a PNG of unfiltered rows; ``kind`` is 0 grey, 2 RGB, 4 grey and alpha."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    height, width = rows.shape[:2]
    pixels = b"".join(b"\0" + row.astype(f">u{bits // 8}").tobytes() for row in rows)
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(pixels)) + part(b"IEND", b"")


def tiff(pixels: np.ndarray, folder: Path, **options: object) -> bytes:
    tifffile.imwrite(folder / "made.tif", pixels, **options)
    return (folder / "made.tif").read_bytes()


def test_lossless_8_bit_pictures_come_out_as_they_are() -> None:
    palette = Image.fromarray(COLOUR).convert("P")
    black_and_white = Image.fromarray(COLOUR).convert("1")
    for data, expected in (
        (encoded(COLOUR, "PNG"), COLOUR),
        (encoded(COLOUR, "TIFF"), COLOUR),
        (encoded(COLOUR, "TIFF", compression="tiff_lzw"), COLOUR),
        (encoded(COLOUR, "BMP"), COLOUR),
        (encoded(COLOUR, "PPM"), COLOUR),
        (encoded(COLOUR, "WEBP", lossless=True), COLOUR),
        (encoded(GREY, "PNG"), as_colour(GREY)),
        (encoded(GREY, "TIFF"), as_colour(GREY)),
        (encoded(palette, "PNG"), np.asarray(palette.convert("RGB"))),
        (encoded(palette, "GIF"), np.asarray(palette.convert("RGB"))),
        (encoded(black_and_white, "PNG"), np.asarray(black_and_white.convert("RGB"))),
        (encoded(black_and_white, "TIFF", compression="group4"), np.asarray(black_and_white.convert("RGB"))),
    ):
        picture = decode(data, name="picture")
        np.testing.assert_array_equal(picture.pixels, expected, err_msg=picture.format)
        assert picture.pixels.dtype == np.uint8
        assert picture.pixels.flags.c_contiguous
        assert notes(picture) == []


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {"quality": 95}),
        ("JPEG", {"quality": 95, "progressive": True}),
        ("JPEG", {"quality": 95, "subsampling": 0, "keep_rgb": True}),
        ("WEBP", {"quality": 95}),
        ("AVIF", {"quality": 95}),
        ("HEIF", {"quality": 95}),
        ("MPO", {"quality": 95}),
    ],
)
def test_lossy_pictures_come_out_close(kind: str, options: dict[str, object]) -> None:
    pillow_heif.register_heif_opener()
    picture = decode(encoded(COLOUR, kind, **options), name="picture")
    assert picture.format in {kind, "JPEG"}
    assert np.abs(picture.pixels.astype(int) - COLOUR).mean() < 10
    assert notes(picture) == []


def test_a_grey_jpeg_has_three_equal_channels() -> None:
    pixels = decode(encoded(GREY, "JPEG", quality=95), name="picture").pixels
    assert np.abs(pixels.astype(int) - as_colour(GREY)).mean() < 2
    assert (pixels == pixels[:, :, :1]).all()


def test_the_first_picture_of_a_phone_s_mpo_is_taken() -> None:
    preview = Image.fromarray(COLOUR).resize((20, 16))
    data = encoded(COLOUR, "MPO", save_all=True, append_images=[preview], quality=95, exif=exif(1))
    alone = encoded(COLOUR, "JPEG", quality=95)
    np.testing.assert_array_equal(decode(data, name="picture").pixels, decode(alone, name="picture").pixels)


def test_a_colour_profile_is_ignored_and_noted_wherever_it_stands() -> None:
    plain = encoded(COLOUR, "JPEG", quality=95)
    tagged = encoded(COLOUR, "JPEG", quality=95, icc_profile=PROFILE)
    padding = b"\xff\xe5\xff\xff" + bytes(65533)
    for data in (tagged, tagged[:2] + padding + tagged[2:], encoded(COLOUR, "PNG", icc_profile=PROFILE)):
        assert notes(decode(data, name="picture")) == [NO_PROFILE]
    np.testing.assert_array_equal(decode(tagged, name="picture").pixels, decode(plain, name="picture").pixels)


def test_a_cmyk_jpeg_is_converted_and_noted() -> None:
    picture = decode(encoded(Image.fromarray(COLOUR).convert("CMYK"), "JPEG", quality=95), name="picture")
    assert notes(picture) == ["CMYK picture converted to RGB without its profile"]
    assert np.abs(picture.pixels.astype(int) - COLOUR).mean() < 3


# 16 bits


@pytest.mark.parametrize("deep", [COLOUR, GREY], ids=["colour", "grey"])
def test_16_bit_pictures_are_scaled_and_noted(deep: Pixels, tmp_path: Path) -> None:
    wide = deep.astype(np.uint16) * 257
    expected = deep if deep.ndim == 3 else as_colour(deep)
    files = [png(0 if deep.ndim == 2 else 2, 16, wide), tiff(wide, tmp_path), tiff(wide, tmp_path, byteorder=">")]
    for data in files:
        picture = decode(data, name="picture")
        np.testing.assert_array_equal(picture.pixels, expected)
        assert notes(picture) == [SCALED]


@pytest.mark.parametrize(("deep", "shallow"), [(0, 0), (128, 0), (129, 1), (32767, 127), (32768, 128), (65535, 255)])
def test_16_bit_values_are_rounded_to_the_nearest(deep: int, shallow: int) -> None:
    picture = decode(png(2, 16, np.full((4, 5, 3), deep, np.uint16)), name="picture")
    assert (picture.pixels == shallow).all()


def test_16_bit_transparency_is_that_of_8_bits() -> None:
    alpha = np.full(GREY.shape, 51, np.uint8)
    deep = decode(png(4, 16, np.dstack([GREY, alpha]).astype(np.uint16) * 257), name="picture")
    np.testing.assert_array_equal(deep.pixels, decode(png(4, 8, np.dstack([GREY, alpha])), name="picture").pixels)
    assert notes(deep) == [SCALED, ON_WHITE]


# Transparency


@pytest.mark.parametrize("alpha", [0, 100, 254])
def test_transparent_pixels_are_shown_on_white(alpha: int) -> None:
    layer = np.full(GREY.shape, alpha, np.uint8)
    for pixels, opaque in ((np.dstack([COLOUR, layer]), COLOUR), (np.dstack([GREY, layer]), as_colour(GREY))):
        picture = decode(encoded(pixels, "PNG"), name="picture")
        np.testing.assert_array_equal(picture.pixels, on_white(opaque, alpha / 255))
        assert notes(picture) == [ON_WHITE]


def test_an_opaque_alpha_channel_changes_nothing() -> None:
    picture = decode(encoded(np.dstack([COLOUR, np.full(GREY.shape, 255, np.uint8)]), "PNG"), name="picture")
    np.testing.assert_array_equal(picture.pixels, COLOUR)
    assert notes(picture) == []


def test_a_transparent_palette_colour_is_shown_on_white() -> None:
    palette = Image.fromarray(COLOUR).convert("P")
    hidden = int(np.asarray(palette)[0, 0])
    picture = decode(encoded(palette, "PNG", transparency=hidden), name="picture")
    assert (picture.pixels[0, 0] == 255).all()
    assert notes(picture) == [ON_WHITE]


# Orientation


@pytest.mark.parametrize("orientation", TURNS)
@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_every_orientation_gives_the_upright_picture(kind: str, orientation: int) -> None:
    options = {"PNG": {}, "WEBP": {"lossless": True}, "TIFF": {}}[kind]
    stored = TURNS_BACK[orientation](COLOUR)
    picture = decode(encoded(stored, kind, exif=exif(orientation), **options), name="picture")
    np.testing.assert_array_equal(picture.pixels, COLOUR)
    assert notes(picture) == ([] if orientation == 1 else [f"EXIF orientation {orientation} applied"])


@pytest.mark.parametrize("orientation", TURNS)
def test_every_orientation_of_a_jpeg_turns_the_stored_pixels(orientation: int) -> None:
    stored = TURNS_BACK[orientation](COLOUR)
    plain = decode(encoded(stored, "JPEG", quality=95), name="picture").pixels
    tagged = encoded(stored, "JPEG", quality=95, exif=exif(orientation))
    padding = b"\xff\xe5\xff\xff" + bytes(65533)
    for data in (tagged, tagged[:2] + padding + tagged[2:]):
        picture = decode(data, name="picture")
        np.testing.assert_array_equal(picture.pixels, TURNS[orientation](plain))
        assert picture.pixels.shape == COLOUR.shape
        assert notes(picture) == ([] if orientation == 1 else [f"EXIF orientation {orientation} applied"])


@pytest.mark.parametrize("orientation", TURNS)
def test_every_orientation_of_a_16_bit_tiff(orientation: int, tmp_path: Path) -> None:
    stored = np.ascontiguousarray(TURNS_BACK[orientation](COLOUR)).astype(np.uint16) * 257
    data = tiff(stored, tmp_path, photometric="rgb", extratags=[(0x0112, 3, 1, orientation, True)])
    np.testing.assert_array_equal(decode(data, name="picture").pixels, COLOUR)


def test_an_orientation_in_xmp_alone_is_left_aside_in_every_format() -> None:
    wish = b'<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/>'
    for kind, options in (("JPEG", {}), ("JPEG", {"exif": exif(1)}), ("WEBP", {"lossless": True})):
        picture = decode(encoded(COLOUR, kind, xmp=wish, **options), name="picture")
        assert picture.pixels.shape == COLOUR.shape
        assert notes(picture) == []


# Real photographs


def test_the_fast_way_and_pillow_s_give_the_same_pixels_on_real_photographs(real_data: Path) -> None:
    photos = sorted((real_data / "album").rglob("*.jpg"))
    assert len(photos) > 100
    for photo in photos:
        with Image.open(photo) as image:
            expected = np.asarray(ImageOps.exif_transpose(image.convert("RGB")))
        np.testing.assert_array_equal(read_picture(photo).pixels, expected, err_msg=photo.name)


def test_png_round_trip_keeps_every_pixel_and_gives_the_same_bytes() -> None:
    for pixels in (COLOUR, GREY):
        data = encode_png(pixels)
        assert data == encode_png(pixels.copy())
        np.testing.assert_array_equal(
            decode(data, name="picture").pixels, pixels if pixels.ndim == 3 else as_colour(pixels)
        )


def test_grey_has_the_weights_of_bt_601() -> None:
    # ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B.
    colours = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [10, 200, 90]]], np.uint8)
    assert grey(colours).tolist() == [[76, 150, 29, 255, 131]]
    np.testing.assert_array_equal(GREY, np.asarray(cv2.cvtColor(COLOUR, cv2.COLOR_RGB2GRAY)))
