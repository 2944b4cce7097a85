"""Transparent colours of few bits (PNG 11.3.2.1, python-pillow #9281) and missing rows (libvips #629), wherever pictures are read."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from album.making import recipe
from mindsight.album.enhancement.preparation import make_enhancement_kit
from mindsight.album.kits.pictures import decode, decode_rgba
from mindsight.album.segmentation.masks import read_mask
from mindsight.errors import KitError, PictureError
from mindsight.home.imported.pictures import as_jpeg
from mindsight.raster.png import has_all_rows
from mindsight.review.examining.pictures import facts_of_picture

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def packed(row: np.ndarray, depth: int) -> bytes:
    """Return a row of samples as it stands in a PNG, with the byte of no filter."""
    bits = ((row.reshape(-1, 1) >> np.arange(depth - 1, -1, -1)) & 1).astype(np.uint8)
    return b"\0" + np.packbits(bits.ravel()).tobytes()


def png(samples: np.ndarray, depth: int, colour: int = 0, *, key: tuple[int, ...] = (), rows: int | None = None, more: bytes = b"",
        interlaced: bool = False, palette: bytes = b"") -> bytes:  # fmt: skip
    """Return a PNG of samples of this depth, with a transparent colour, fewer rows than it says, or more bytes than it needs."""
    height, width = samples.shape[:2]
    lines = [
        packed(samples[top::down, left::right][number], depth)
        for left, top, right, down in (PASSES if interlaced else ((0, 0, 1, 1),))
        if samples[top::down, left::right].size
        for number in range(len(samples[top::down, left::right]))
    ]
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    parts = [chunk(b"IHDR", header)]
    parts += [chunk(b"PLTE", palette)] if palette else []
    parts += [chunk(b"tRNS", struct.pack(f">{len(key)}H", *key))] if key else []
    parts += [chunk(b"IDAT", zlib.compress(b"".join(lines[:rows]) + more)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 4, 8])
def test_every_pixel_of_the_transparent_grey_value_is_transparent_and_no_other(depth: int, interlaced: bool) -> None:
    samples = np.arange(16 * 16).reshape(16, 16) % (1 << depth)
    for key in range(0, 1 << depth, max(1, (1 << depth) // 16)):
        # The lowest bits count; a decoder passes over the others.
        for stored in (key, key | 0x0100 if depth == 8 else key | (1 << depth)):
            pixels = decode_rgba(png(samples, depth, key=(stored,), interlaced=interlaced), name="picture").pixels
            np.testing.assert_array_equal(pixels[:, :, 3], np.where(samples == key, 0, 255))
            np.testing.assert_array_equal(pixels[:, :, 0], samples * 255 // ((1 << depth) - 1))


def test_the_transparent_colour_of_rgb() -> None:
    samples = np.arange(8 * 8 * 3).reshape(8, 8, 3)
    data = png(samples, 8, 2, key=tuple(int(value) for value in samples[2, 3]))
    alpha = decode_rgba(data, name="picture").pixels[:, :, 3]
    assert np.argwhere(alpha == 0).tolist() == [[2, 3]]


@pytest.mark.parametrize(("depth", "key"), [(2, 1), (4, 15), (4, 5), (1, 1)])
def test_a_mask_made_by_hand_with_a_transparent_ground_is_not_turned_into_its_opposite(depth: int, key: int) -> None:
    samples = np.full((12, 12), key)
    samples[3:9, 4:10] = 0
    mask = read_mask(png(samples, depth, key=(key,)), name="mask").pixels
    np.testing.assert_array_equal(mask, np.where(samples == 0, 255, 0))


def test_a_question_s_picture_shows_its_transparent_ground_on_white() -> None:
    samples = np.full((16, 16), 5)
    samples[4:12, 4:12] = 0
    with Image.open(io.BytesIO(as_jpeg(png(samples, 4, key=(5,)), "picture"))) as image:
        shown = np.asarray(image.convert("L"))
    assert shown[0, 0] > 250
    assert shown[8, 8] < 5


SAMPLES = np.random.default_rng(3).integers(0, 2, (24, 20))
FORMS = {
    "grey of 1 bit": (SAMPLES, 1, 0),
    "grey of 2 bits": (SAMPLES * 3, 2, 0),
    "grey of 8 bits": (SAMPLES * 255, 8, 0),
    "RGB": (np.dstack([SAMPLES * 200] * 3), 8, 2),
    "RGBA": (np.dstack([SAMPLES * 200] * 4), 8, 6),
    "grey and alpha": (np.dstack([SAMPLES * 200] * 2), 8, 4),
    "palette": (SAMPLES, 4, 3),
}


def made(form: str, **options: object) -> bytes:
    samples, depth, colour = FORMS[form]
    return png(samples, depth, colour, palette=b"\x10\x20\x30\xf0\xe0\xd0" if colour == 3 else b"", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_a_png_with_missing_rows_is_refused_everywhere_as_libpng_refuses_it(form: str, interlaced: bool) -> None:
    whole = made(form, interlaced=interlaced)
    assert decode(whole, name="picture").pixels.shape == (24, 20, 3)
    assert "problem" not in facts_of_picture(whole, ".png", ())
    for rows in (0, 1, 20, -1):
        data = made(form, interlaced=interlaced, rows=rows)
        assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED) is None
        for read in (decode, decode_rgba):
            with pytest.raises(PictureError, match="damaged or cut off"):
                read(data, name="picture")
        with pytest.raises(PictureError):
            as_jpeg(data, "picture")
        assert "problem" in facts_of_picture(data, ".png", ())


def test_a_reference_with_missing_rows_makes_no_kit(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "short.png").write_bytes(made("RGB", rows=8))
    with pytest.raises(KitError, match=r"short\.png: damaged or cut off \(it holds fewer rows than its header says\)"):
        make_enhancement_kit(photos, tmp_path / "kit", recipe(), trial=True)
    assert not (tmp_path / "kit").exists()


@pytest.mark.parametrize("form", FORMS)
def test_bytes_beyond_the_last_row_are_passed_over_as_by_libpng(form: str) -> None:
    np.testing.assert_array_equal(
        decode(made(form, more=bytes(1000)), name="picture").pixels, decode(made(form), name="picture").pixels
    )


def test_a_row_of_nothing_at_the_end_is_no_missing_row() -> None:
    samples = SAMPLES.copy()
    samples[-3:] = 0
    assert not decode(png(samples, 1), name="picture").pixels[-3:].any()


def test_a_bomb_is_unpacked_no_further_than_its_header_says() -> None:
    header = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0)
    bomb = zlib.compressobj(9)
    packed_bomb = b"".join(bomb.compress(bytes(1 << 20)) for _ in range(512)) + bomb.flush()
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed_bomb) + chunk(b"IEND", b"")
    import tracemalloc

    tracemalloc.start()
    try:
        assert has_all_rows(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 22
    finally:
        tracemalloc.stop()
