"""Masks from annotators and in samples, and the pixels that they mean."""

import base64
import io
import random
import struct
import zlib
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from mindsight.errors import InputError
from mindsight.vsig.dataset.samples import Mask
from mindsight.vsig.dataset.targets import mask_reading
from mindsight.vsig.dataset.targets.mask_reading import MOST_CHARACTERS, read_mask
from mindsight.vsig.dataset.targets.masks import Header, area, box, contains, full, mask_array, mask_from, pixel_at
from mindsight.vsig.dataset.targets.png_parts import raw_size

FRAME = (64, 36)


def encoded(pixels: Any, mode: str | None = None, **options: Any) -> str:
    held = io.BytesIO()
    picture = Image.fromarray(np.asarray(pixels, np.uint8))
    (picture if mode is None else picture.convert(mode)).save(held, "PNG", **options)
    return base64.b64encode(held.getvalue()).decode()


def blob() -> np.ndarray:
    """A frame with an L-shaped object at columns 20 to 29 and rows 8 to 19."""
    pixels = np.zeros(FRAME[::-1], np.uint8)
    pixels[8:20, 20:24] = 255
    pixels[16:20, 20:30] = 255
    return pixels


BOX = [20, 8, 29, 19]


# --- from annotators ---


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGB"])
def test_a_mask_of_the_whole_frame(mode: str) -> None:
    mask, around = read_mask(encoded(blob(), mode), BOX, FRAME)
    assert (mask.size, mask.origin, around) == (FRAME, (20, 8), (20, 8, 30, 20))
    assert np.array_equal(full(mask), blob() > 0)


@pytest.mark.parametrize("end", [0, 1], ids=["last pixel in the box", "last pixel outside of it"])
def test_a_mask_of_the_box_alone(end: int) -> None:
    """The documents do not say whether x2 is the last pixel or one past it: the size of the crop decides."""
    bbox = [20, 8, 29 + end, 19 + end]
    mask, around = read_mask(encoded(blob()[8:20, 20:30]), bbox, FRAME)
    assert around == (20, 8, 30, 20)
    assert np.array_equal(full(mask), blob() > 0)


def test_a_crop_of_a_box_with_fractions() -> None:
    mask, _ = read_mask(encoded(blob()[8:20, 20:30]), [20.4, 8.2, 29.9, 19.6], FRAME)
    assert mask.origin == (20, 8)


def test_a_crop_is_cut_to_what_is_on() -> None:
    mask, around = read_mask(encoded(blob()[4:24, 10:40]), [10, 4, 39, 23], FRAME)
    assert (mask.origin, around) == ((20, 8), (20, 8, 30, 20))
    assert np.array_equal(full(mask), blob() > 0)


def test_a_pixel_is_on_above_128() -> None:
    pixels = np.full(FRAME[::-1], 128, np.uint8)
    pixels[5, 7] = 129
    mask, around = read_mask(encoded(pixels), None, FRAME)
    assert (around, area(mask)) == ((7, 5, 8, 6), 1)


def test_base64_may_be_broken_into_lines_and_say_what_it_is() -> None:
    plain = encoded(blob())
    lines = "\n".join(plain[at : at + 76] for at in range(0, len(plain), 76))
    assert read_mask(lines, BOX, FRAME) == read_mask(f"data:image/png;base64,{plain}", BOX, FRAME)


def test_an_opaque_alpha_is_none() -> None:
    layers = np.dstack([blob()] * 3 + [np.full_like(blob(), 255)])
    assert np.array_equal(full(read_mask(encoded(layers), BOX, FRAME)[0]), blob() > 0)


def test_equal_pixels_have_equal_bytes_however_they_were_saved() -> None:
    """A sample's fingerprint is the same on every machine, and for every way to save a mask."""
    saved = [
        encoded(blob(), compress_level=0),
        encoded(blob(), compress_level=9),
        encoded(blob(), "1"),
        encoded(blob() // 255 * 200),
        base64.b64encode(cv2.imencode(".png", blob())[1].tobytes()).decode(),
    ]
    masks = {read_mask(one, BOX, FRAME)[0] for one in saved}
    assert len(masks) == 1


def chunked(*chunks: tuple[bytes, bytes]) -> str:
    page = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return base64.b64encode(page).decode()


def header(width: int, height: int) -> tuple[bytes, bytes]:
    return b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)


def test_bombs_are_refused_before_they_are_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size in the header is compared with the frame; no pixel is decoded."""
    monkeypatch.setattr(mask_reading.Image, "open", lambda *_, **__: pytest.fail("decoded"))
    packed = zlib.compress(bytes(1 << 20))
    for size in ((60_000, 60_000), (2_147_483_647, 2_147_483_647), (40_000, 1500), (65, 36)):
        with pytest.raises(InputError, match="pixels"):
            read_mask(chunked(header(*size), (b"IDAT", packed)), None, FRAME)
    with pytest.raises(InputError, match="outside of the frame"):
        read_mask(chunked(header(4000, 1000), (b"IDAT", packed)), [0, 0, 3999, 999], FRAME)


def test_bombs_inside_of_a_mask_of_the_right_size() -> None:
    """A thousand times the frame's pixels, and megabytes of text beside them: neither is unpacked completely."""
    pixels = zlib.compress(bytes((FRAME[0] + 1) * FRAME[1]) + bytes(64 << 20), 1)
    with pytest.raises(InputError, match=r"empty|decoded"):
        read_mask(chunked(header(*FRAME), (b"IDAT", pixels), (b"IEND", b"")), None, FRAME)
    words = b"Comment\0\0" + zlib.compress(bytes(64 << 20), 1)
    right = zlib.compress(b"".join(b"\0" + row.tobytes() for row in blob()))
    with pytest.raises(InputError, match="decoded"):
        read_mask(chunked(header(*FRAME), (b"zTXt", words), (b"IDAT", right), (b"IEND", b"")), BOX, FRAME)


def test_a_string_that_is_too_long_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mask_reading.base64, "b64decode", lambda *_, **__: pytest.fail("decoded"))
    with pytest.raises(InputError, match="48 MiB"):
        read_mask("A" * (MOST_CHARACTERS + 1), None, FRAME)


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_found_or_harmless(seed: int) -> None:
    """A flipped bit gives the same pixels or one sentence, never another mask."""
    chance = random.Random(seed)
    data = bytearray(base64.b64decode(encoded(blob())))
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    try:
        mask, _ = read_mask(base64.b64encode(data).decode(), BOX, FRAME)
    except InputError as error:
        sentence = str(error)
    else:
        sentence = "the mask" if np.array_equal(full(mask), blob() > 0) else "other pixels"
    assert sentence.startswith("the mask")


ROWS = b"".join(b"\0" + row.tobytes() for row in blob())
PACKED = zlib.compress(ROWS)


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        (zlib.compress(ROWS[: len(ROWS) // 2]), "image file is truncated"),
        (zlib.compress(ROWS[:-1]), "image file is truncated"),
        (PACKED[: len(PACKED) // 2], "image file is truncated"),
        (PACKED[:-4] + b"abcd", "broken data stream when reading image file"),
        (zlib.compress(b"\x09" + ROWS[1:]), "unrecognized data stream contents when reading image file"),
        (b"", "image file is truncated"),
    ],
    ids=["half of the rows", "a pixel less", "half of the stream", "wrong sum", "unknown filter", "nothing"],
)
def test_pixels_that_are_missing_are_not_made_up(stream: bytes, reason: str) -> None:
    """The parts are valid, but their pixels are incomplete: decoders show black for missing rows."""
    with pytest.raises(InputError) as error:
        read_mask(chunked(header(*FRAME), (b"IDAT", stream), (b"IEND", b"")), BOX, FRAME)
    assert reason in str(error.value)


@pytest.mark.parametrize("interlace", [False, True])
@pytest.mark.parametrize("form", [(1, 0), (2, 0), (4, 0), (8, 0), (8, 2), (8, 3), (8, 4), (8, 6), (16, 2)])
def test_the_pixels_of_every_kind_of_png_are_counted(form: tuple[int, int], interlace: bool) -> None:
    """By bits and colour type: a complete picture can be decoded, and one with a byte less cannot."""
    width, height = 21, 13
    bits, colour = form
    head = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, int(interlace))
    size = raw_size(Header(width, height, (bits, colour, 0, 0, int(interlace))))
    palette = ((b"PLTE", bytes(range(6))),) if colour == 3 else ()
    for less in (0, 1):
        stream = zlib.compress(bytes(size - less))
        page = chunked((b"IHDR", head), *palette, (b"IDAT", stream), (b"IEND", b""))
        with pytest.raises(InputError, match="decoded" if less else "empty|transparent"):
            read_mask(page, None, (width, height))
        # Another reader agrees: it reports no fault of a complete picture.
        decoded = cv2.imdecode(np.frombuffer(base64.b64decode(page), np.uint8), cv2.IMREAD_UNCHANGED)
        assert decoded is not None or less


# --- in samples ---


@settings(deadline=None, max_examples=60)
@given(arrays(np.bool_, st.tuples(st.integers(1, 40), st.integers(1, 40))), st.integers(0, 9), st.integers(0, 9))
def test_pixels_come_back_as_they_were(on: np.ndarray, left: int, top: int) -> None:
    size = (on.shape[1] + left + 3, on.shape[0] + top + 2)
    if not on.any():
        with pytest.raises(InputError, match="empty"):
            mask_from(on, origin=(left, top), size=size)
        return
    mask = mask_from(on, origin=(left, top), size=size)
    whole = np.zeros(size[::-1], np.bool_)
    whole[top : top + on.shape[0], left : left + on.shape[1]] = on
    assert np.array_equal(full(mask), whole)
    assert area(mask) == on.sum()
    rows, columns = np.flatnonzero(whole.any(1)), np.flatnonzero(whole.any(0))
    assert box(mask) == (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    # Any other reader sees the same picture.
    picture = np.array(Image.open(io.BytesIO(base64.b64decode(mask.png))))
    assert np.array_equal(picture, mask_array(mask))
    assert np.array_equal(cv2.imdecode(np.frombuffer(base64.b64decode(mask.png), np.uint8), 0) > 128, mask_array(mask))


@pytest.mark.parametrize("mode", ["L", "1"])
def test_a_mask_written_by_others_is_read_too(mode: str) -> None:
    """Records may hold PNGs of eight bits, or compressed ones."""
    crop = blob()[8:20, 20:30]
    mask = Mask(size=FRAME, origin=(20, 8), png=encoded(crop, mode))
    assert np.array_equal(full(mask), blob() > 0)


def test_a_point_hits_where_the_pixel_is_on() -> None:
    """Every pixel of the frame, next to both of its corners."""
    mask = read_mask(encoded(blob()), BOX, FRAME)[0]
    on = blob() > 0
    for row in range(FRAME[1]):
        for column in range(FRAME[0]):
            for inside in (0.01, 0.99):
                point = ((column + inside) / FRAME[0], (row + inside) / FRAME[1])
                assert contains(mask, point) == on[row, column]


def test_one_pixel_outside_is_a_miss() -> None:
    mask = read_mask(encoded(blob()), BOX, FRAME)[0]
    assert contains(mask, (29.5 / 64, 19.5 / 36))
    assert not contains(mask, (30.5 / 64, 19.5 / 36))
    assert not contains(mask, (29.5 / 64, 20.5 / 36))
    assert not contains(mask, (19.5 / 64, 19.5 / 36))


@pytest.mark.parametrize(
    ("point", "pixel"),
    [
        ((0.0, 0.0), (0, 0)),
        ((1.0, 1.0), (63, 35)),
        ((1.0 + 1e-12, 0.5), None),
        ((-1e-12, 0.5), None),
        ((float("nan"), 0.5), None),
        ((0.5, float("inf")), None),
    ],
)
def test_the_edge_of_the_frame_belongs_to_its_last_pixel(
    point: tuple[float, float], pixel: tuple[int, int] | None
) -> None:
    assert pixel_at(point, FRAME) == pixel
    whole = mask_from(np.ones(FRAME[::-1], np.bool_))
    assert contains(whole, point) == (pixel is not None)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"origin": (60, 8)}, "does not fit"),
        ({"origin": (-1, 8)}, "does not fit"),
        ({"size": (21, 9)}, "does not fit"),
        ({"png": "A"}, "not base64"),
        ({"png": base64.b64encode(b"GIF89a" * 9).decode()}, "not a PNG"),
        ({"png": chunked(header(0, 0))}, "not a PNG"),
        ({"png": chunked(header(10, 12), (b"IDAT", b"nothing"), (b"IEND", b""))}, "cannot be decoded"),
        ({"png": chunked(header(9000, 9000)), "size": (9000, 9000), "origin": (0, 0)}, "more than"),
    ],
)
def test_a_record_that_was_changed_is_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    mask = read_mask(encoded(blob()), BOX, FRAME)[0].model_copy(update=changes)
    with pytest.raises(InputError, match=sentence):
        full(mask)
