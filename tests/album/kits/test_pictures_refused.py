"""Files that are not complete still pictures are refused with name, finding and remedy, without a crash."""

import functools
import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
import tifffile
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from album.making import encoded, exif, soft_picture
from mindsight.album.kits.pictures import Picture, decode, read_picture
from mindsight.errors import PictureError

COLOUR = soft_picture(45, 37)


def deep_png() -> bytes:
    rows = b"".join(b"\0" + (row.astype(">u2") * 257).tobytes() for row in COLOUR)
    return png_of(45, 37, zlib.compress(rows), bits=16)


def png_of(width: int, height: int, compressed: bytes, *, bits: int = 8) -> bytes:
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)),
        (b"IDAT", compressed),
        (b"IEND", b""),
    )
    sums = ((name, data, zlib.crc32(name + data)) for name, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc) for name, data, crc in sums
    )


@functools.cache
def files() -> dict[str, bytes]:
    """Return one whole file of every kind that is read."""
    pillow_heif.register_heif_opener()
    palette = Image.fromarray(COLOUR).convert("P")
    return {
        "plain.jpg": encoded(COLOUR, "JPEG", quality=90),
        "exif.jpg": encoded(COLOUR, "JPEG", quality=90, exif=exif(6)),
        "progressive.jpg": encoded(COLOUR, "JPEG", progressive=True),
        "progressive-exif.jpg": encoded(COLOUR, "JPEG", progressive=True, exif=exif(3)),
        "cmyk.jpg": encoded(Image.fromarray(COLOUR).convert("CMYK"), "JPEG"),
        "colour.png": encoded(COLOUR, "PNG"),
        "palette.png": encoded(palette, "PNG"),
        "deep.png": deep_png(),
        "plain.tif": encoded(COLOUR, "TIFF"),
        "lzw.tif": encoded(COLOUR, "TIFF", compression="tiff_lzw"),
        "jpeg.tif": encoded(COLOUR, "TIFF", compression="jpeg"),
        "picture.bmp": encoded(COLOUR, "BMP"),
        "picture.ppm": encoded(COLOUR, "PPM"),
        "picture.gif": encoded(palette, "GIF"),
        "picture.webp": encoded(COLOUR, "WEBP"),
        "picture.avif": encoded(COLOUR, "AVIF"),
        "picture.heic": encoded(COLOUR, "HEIF"),
    }


KINDS = tuple(files())
WITH_END_MARK = tuple(name for name in KINDS if name.endswith((".jpg", ".png")))


def refusal(data: bytes, name: str = "IMG_1.png", **options: float) -> str:
    with pytest.raises(PictureError) as refused:
        decode(data, name=name, **options)
    said = str(refused.value)
    assert said.startswith(f"{name}: ")
    assert "\n" not in said
    return said


def whole_or_refused(data: bytes, name: str) -> Picture | None:
    try:
        picture = decode(data, name=name, megapixels=20)
    except PictureError as refused:
        if not str(refused).startswith(f"{name}: "):
            raise
        return None
    assert picture.pixels.ndim == 3
    assert picture.pixels.shape[2] == 3
    assert picture.pixels.dtype == np.uint8
    return picture


def test_an_empty_file() -> None:
    assert refusal(b"") == "IMG_1.png: the file is empty (0 bytes); copy or export it again"


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.png", tmp_path):
        with pytest.raises(PictureError, match=rf"{path.name}: cannot be read \("):
            read_picture(path)


@pytest.mark.parametrize("data", [b"hello\n", b"<svg/>", b"%PDF-1.7", b"%!PS-Adobe-3.0 EPSF-3.0\n", bytes(1000)])
def test_a_file_that_is_no_picture(data: bytes) -> None:
    assert "not a picture that can be read; use JPEG, PNG" in refusal(data)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_END_MARK)
def test_a_jpeg_or_png_cut_off_anywhere_is_refused(name: str) -> None:
    data = files()[name]
    for end in range(1, len(data)):
        said = refusal(data[:end], name)
        assert "copy or export it again" in said or "not a picture" in said


@pytest.mark.parametrize("name", sorted(set(KINDS) - set(WITH_END_MARK)))
def test_another_file_cut_off_anywhere_is_refused_unless_every_pixel_is_there(name: str) -> None:
    data = files()[name]
    whole = decode(data, name=name).pixels
    for end in {*range(1, len(data), 37), *range(len(data) - 40, len(data))}:
        picture = whole_or_refused(data[:end], name)
        if picture is not None:
            np.testing.assert_array_equal(picture.pixels, whole)


@given(st.integers(1, 60_000), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_large_jpeg_cut_off_in_its_last_lines_is_refused(missing: int, tagged: bool) -> None:
    data = large_jpeg(tagged=tagged)
    assert "damaged or cut off" in refusal(data[:-missing])


@pytest.mark.parametrize("tagged", [False, True])
def test_damage_in_the_middle_of_which_a_decoder_only_warns_is_refused(tagged: bool) -> None:
    data = large_jpeg(tagged=tagged)
    middle = len(data) // 2
    ended = data[:middle] + b"\xff\xd9" + data[middle:]
    holed = data[:middle] + bytes(len(data) // 10) + data[middle + len(data) // 10 :]
    for damaged in (ended, holed):
        with Image.open(io.BytesIO(damaged)) as image:
            assert image.convert("RGB").size == (900, 700)  # no complaint from it
        assert "damaged or cut off" in refusal(damaged)


@functools.cache
def large_jpeg(*, tagged: bool) -> bytes:
    rough = np.random.default_rng(3).integers(0, 256, (700, 900, 3), dtype=np.uint8)
    return encoded(rough, "JPEG", quality=60, **({"exif": exif(6)} if tagged else {}))


@pytest.mark.parametrize("name", ["colour.png", "palette.png", "deep.png"])
def test_no_flipped_bit_of_a_png_stays_unseen(name: str) -> None:
    data = files()[name]
    whole = decode(data, name=name).pixels
    for place in range(0, len(data), 11):
        changed = bytearray(data)
        changed[place] ^= 1 << place % 8
        picture = whole_or_refused(bytes(changed), name)
        # A part whose name says that it may be skipped is skipped.
        assert picture is None or np.array_equal(picture.pixels, whole)


@pytest.mark.parametrize(
    "data",
    [
        encoded(COLOUR, "GIF", save_all=True, append_images=[Image.fromarray(255 - COLOUR)]),
        encoded(COLOUR, "WEBP", save_all=True, append_images=[Image.fromarray(255 - COLOUR)]),
        encoded(COLOUR, "PNG", save_all=True, append_images=[Image.fromarray(255 - COLOUR)]),
        encoded(COLOUR, "AVIF", save_all=True, append_images=[Image.fromarray(255 - COLOUR)]),
        encoded(COLOUR, "TIFF", save_all=True, append_images=[Image.fromarray(255 - COLOUR)]),
    ],
    ids=["gif", "webp", "png", "avif", "tiff"],
)
def test_animations_and_files_of_many_pages(data: bytes) -> None:
    assert refusal(data) == "IMG_1.png: holds 2 pictures; export a single still picture"


def test_a_small_file_that_claims_to_be_enormous() -> None:
    said = refusal(png_of(30_000, 30_000, zlib.compress(bytes(1000))))
    assert "30000×30000 pixels is more than 200 megapixels; raise --max-megapixels" in said


@pytest.mark.parametrize("name", KINDS)
def test_the_limit_on_pixels_holds_for_every_format(name: str) -> None:
    assert "37 pixels is more than" in refusal(files()[name], name, megapixels=0.0016)
    assert decode(files()[name], name=name, megapixels=0.001665).pixels.size == 3 * 45 * 37


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int16, np.uint32], ids=lambda kind: kind.__name__)
def test_values_that_are_neither_8_nor_16_bits(kind: type, tmp_path: Path) -> None:
    tifffile.imwrite(tmp_path / "made.tif", COLOUR[:, :, 0].astype(kind))
    refusal((tmp_path / "made.tif").read_bytes())


def test_16_bit_tiffs_that_would_be_read_wrongly(tmp_path: Path) -> None:
    deep = COLOUR.astype(np.uint16) * 257
    alpha = np.full((37, 45, 1), 30_000, np.uint16)
    for pixels, options in (
        (np.moveaxis(deep, 2, 0), {"photometric": "rgb", "planarconfig": "separate"}),
        (deep[:, :, 0], {"photometric": "miniswhite"}),
        (np.dstack([deep, alpha]), {"photometric": "rgb", "extrasamples": ["assocalpha"]}),
        (np.dstack([deep, alpha]), {"photometric": "separated"}),
    ):
        tifffile.imwrite(tmp_path / "made.tif", pixels, **options)
        said = refusal((tmp_path / "made.tif").read_bytes())
        assert said == "IMG_1.png: this 16-bit picture cannot be read; export it as 8-bit PNG"


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_a_damaged_file_is_a_picture_or_refused_and_nothing_else(draw: st.DataObject) -> None:
    name = draw.draw(st.sampled_from(KINDS))
    data = bytearray(files()[name])
    places = st.integers(0, len(data) - 1)
    for _ in range(draw.draw(st.integers(1, 4))):
        place = draw.draw(places)
        match draw.draw(st.sampled_from(["flip", "overwrite", "insert", "remove", "head"])):
            case "flip":
                data[place % len(data)] ^= 1 << draw.draw(st.integers(0, 7))
            case "overwrite":
                data[place : place + 4] = draw.draw(st.binary(min_size=4, max_size=4))
            case "insert":
                data[place:place] = draw.draw(st.binary(max_size=20))
            case "remove" if len(data) > 200:
                del data[place : place + draw.draw(st.integers(1, 100))]
            case _:
                data[place % 64] = draw.draw(st.integers(0, 255))
    whole_or_refused(bytes(data), name)


@given(st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\0", b"MM\0*", b"GIF89a", b"RIFF", b"BM", b"P6 "]),
       st.binary(max_size=300))  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_random_bytes_are_refused(start: bytes, rest: bytes) -> None:
    whole_or_refused(start + rest, "IMG_2.jpg")
