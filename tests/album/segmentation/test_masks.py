"""Masks from files, alpha channels, polygons and run lengths, and everything that is not a mask."""

import contextlib
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from album.making import TURNS_BACK, encoded, exif, rough_picture, soft_picture
from mindsight.album.kits.pictures import decode, decode_rgba, encode_png
from mindsight.album.segmentation.masks import MOST_POINTS, draw, read_mask, stored_mask
from mindsight.errors import KitError, PictureError

SQUARE = [[2, 1, 7, 1, 7, 5, 2, 5]]


def disc(width: int = 40, height: int = 30) -> np.ndarray[Any, np.dtype[np.uint8]]:
    mask = np.zeros((height, width), np.uint8)
    return np.asarray(cv2.circle(mask, (18, 12), 9, 255, cv2.FILLED), np.uint8)


# Transparency


def with_alpha(kind: str) -> tuple[Image.Image, np.ndarray[Any, np.dtype[np.uint8]]]:
    """Return a picture of a mode whose alpha is the disc, or the closest that the mode can represent."""
    alpha, colours = disc(), soft_picture(40, 30)
    image = Image.fromarray(np.dstack([colours, alpha]))
    if kind == "P":
        # One colour of the palette is transparent.
        indices = np.where(alpha > 0, 1, 0).astype(np.uint8)
        image = Image.fromarray(indices, "P")
        image.putpalette([0, 0, 0, 200, 100, 50])
        image.info["transparency"] = 0
        return image, alpha
    return image.convert(kind), alpha


@pytest.mark.parametrize(
    ("kind", "format_"),
    [("RGBA", "PNG"), ("LA", "PNG"), ("P", "PNG"), ("RGBA", "TIFF"), ("RGBA", "WEBP"), ("LA", "TIFF"), ("P", "GIF")],
)
def test_the_alpha_of_every_kind_of_file(kind: str, format_: str) -> None:
    image, alpha = with_alpha(kind)
    options: dict[str, Any] = {"lossless": True, "exact": True} if format_ == "WEBP" else {}
    if kind == "P":
        options["transparency"] = 0
    found = decode_rgba(encoded(image, format_, **options), name="cut.png").pixels
    assert found.shape == (30, 40, 4)
    assert (found[:, :, 3] == alpha).all()


def test_colours_are_not_multiplied_by_alpha() -> None:
    image, _ = with_alpha("RGBA")
    found = decode_rgba(encoded(image, "PNG"), name="cut.png").pixels
    assert (found[:, :, :3] == soft_picture(40, 30)).all()


def test_alpha_of_16_bits_is_scaled_to_8() -> None:
    deep = np.dstack([rough_picture((30, 40, 3)).astype(np.uint16) * 257, disc().astype(np.uint16) * 257 // 255 * 200])
    done, data = cv2.imencode(".png", deep[:, :, [2, 1, 0, 3]])
    assert done
    found = decode_rgba(data.tobytes(), name="deep.png")
    assert (found.pixels[:, :, 3] == np.where(disc() > 0, 200, 0)).all()
    assert [str(note) for note in found.notes] == ["16-bit picture scaled to 8 bits"]


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_alpha_is_turned_upright_with_the_picture(orientation: int) -> None:
    image, alpha = with_alpha("RGBA")
    stored = Image.fromarray(np.ascontiguousarray(TURNS_BACK[orientation](np.asarray(image))))
    found = decode_rgba(encoded(stored, "PNG", exif=exif(orientation)), name="turned.png")
    assert (found.pixels[:, :, 3] == alpha).all()


@pytest.mark.parametrize("format_", ["JPEG", "PNG", "BMP"])
def test_a_file_without_transparency_has_three_channels(format_: str) -> None:
    assert decode_rgba(encoded(soft_picture(40, 30), format_), name="plain").pixels.shape == (30, 40, 3)


def test_what_is_refused_with_alpha_is_what_is_refused_without() -> None:
    data = encoded(with_alpha("RGBA")[0], "PNG")
    for broken in (b"", data[:-20], data[:40], b"no picture", data.replace(b"IDAT", b"IDAX")):
        messages = []
        for reading in (decode, decode_rgba):
            with pytest.raises(PictureError) as refused:
                reading(broken, name="x.png")
            messages.append(str(refused.value))
        assert messages[0] == messages[1]
    with pytest.raises(PictureError, match=r"more than 0\.001 megapixels"):
        decode_rgba(data, name="x.png", megapixels=0.001)


# Mask files


@pytest.mark.parametrize("mode", ["L", "1", "RGB", "P"])
def test_a_grey_mask_in_any_mode(mode: str) -> None:
    found = read_mask(encoded(Image.fromarray(disc()).convert(mode), "PNG"), name="mask.png")
    assert (found.pixels == disc()).all()
    assert found.pixels.ndim == 2


def test_the_alpha_channel_of_a_cut_out_is_its_mask_and_that_is_noted() -> None:
    found = read_mask(encoded(with_alpha("RGBA")[0], "PNG"), name="cut.png")
    assert (found.pixels == disc()).all()
    assert [str(note) for note in found.notes] == ["the mask is the alpha channel of cut.png"]


def test_a_mask_in_colours_is_none() -> None:
    with pytest.raises(PictureError, match=r"photo\.png: shows colours and has no transparent pixels"):
        read_mask(encoded(soft_picture(40, 30), "PNG"), name="photo.png")


def test_a_mask_saved_as_jpeg_is_read_as_it_is() -> None:
    found = read_mask(encoded(disc(), "JPEG", quality=95), name="mask.jpg").pixels
    assert ((found >= 128) == (disc() > 0)).mean() > 0.99


# Masks of a kit


def test_what_a_kit_stored_comes_back() -> None:
    mask = rough_picture((30, 40))
    assert (stored_mask(encode_png(mask), name="truth/0001.png", width=40, height=30) == mask).all()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (encode_png(disc()), (30, 40)),
        (encode_png(disc()), (2**31, 2**31)),
        (encode_png(soft_picture(40, 30)), (40, 30)),
        (encoded(disc(), "JPEG"), (40, 30)),
        (encode_png(disc())[:60], (40, 30)),
        (b"", (40, 30)),
    ],
)
def test_what_no_kit_stores(data: bytes, size: tuple[int, int]) -> None:
    with pytest.raises(KitError, match=r"truth/0001\.png: is not a grey 8-bit PNG of the size that kit\.json states"):
        stored_mask(data, name="truth/0001.png", width=size[0], height=size[1])


# Polygons and run lengths


def test_run_lengths_go_down_the_columns_and_begin_with_the_background() -> None:
    mask = draw([{"size": [2, 3], "counts": [1, 2, 3]}], 3, 2, name="a.jpg").pixels
    assert mask.tolist() == [[0, 255, 0], [255, 0, 0]]


def test_a_polygon_is_filled_between_its_corners() -> None:
    mask = draw([SQUARE], 10, 8, name="a.jpg").pixels
    expected = np.zeros((8, 10), np.uint8)
    expected[1:5, 2:7] = 255
    assert (mask == expected).all()


def test_compressed_run_lengths_of_the_library_come_back() -> None:
    from pycocotools import mask as coder

    runs = coder.encode(np.asfortranarray((disc() > 0).astype(np.uint8)))
    shape = {"size": runs["size"], "counts": runs["counts"].decode()}
    assert (draw([shape], 40, 30, name="a.jpg").pixels == disc()).all()


@given(arrays(np.uint8, st.tuples(st.integers(1, 20), st.integers(1, 20)), elements=st.integers(0, 1)))
def test_compressed_run_lengths_of_any_mask_come_back(mask: Any) -> None:
    from pycocotools import mask as coder

    runs = coder.encode(np.asfortranarray(mask))
    shape = {"size": list(runs["size"]), "counts": runs["counts"].decode()}
    assert (draw([shape], mask.shape[1], mask.shape[0], name="a.jpg").pixels == mask * 255).all()


def test_several_objects_and_parts_are_united() -> None:
    one, other = [[1, 1, 4, 1, 4, 4, 1, 4]], [[6, 1, 9, 1, 9, 4, 6, 4]]
    both = draw([one, other], 12, 8, name="a.jpg").pixels
    assert (both == draw([one + other], 12, 8, name="a.jpg").pixels).all()
    assert (both == np.maximum(*(draw([part], 12, 8, name="a.jpg").pixels for part in (one, other)))).all()
    assert not draw([], 12, 8, name="a.jpg").pixels.any()


def test_polygons_of_hand_drawn_size_agree_with_another_library() -> None:
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    corners = np.column_stack([200 + 150 * np.cos(angles), 150 + (90 + 30 * np.cos(3 * angles)) * np.sin(angles)])
    ours = draw([[corners.ravel().tolist()]], 400, 300, name="a.jpg").pixels > 0
    theirs = cv2.fillPoly(np.zeros((300, 400), np.uint8), [corners.round().astype(np.int32)], 1) > 0
    assert (ours & theirs).sum() / (ours | theirs).sum() > 0.98


REFUSED = [
    ([[1, 1, 2]], "three corners or more"),
    ([[1, 1, 2, 2, 3]], "three corners or more"),
    ([[1, 1, 2, 2, 3, 3, 4]], "three corners or more"),
    ([[1, 1, 2, 2, 3, "3"]], "not a number"),
    ([[1, 1, 2, 2, 3, True]], "not a number"),
    ([[1, 1, 2, 2, 3, None]], "not a number"),
    ([[1, 1, 2, 2, math.nan, 3]], "outside of the image"),
    ([[1, 1, 2, 2, math.inf, 3]], "outside of the image"),
    ([[1, 1, 1e300, 2, 3, 3]], "outside of the image"),
    ([[1, 1, 10**400, 2, 3, 3]], "outside of the image"),
    ([[1, 1, 50, 2, 3, 3]], "outside of the image"),
    ([[1, 1, 2, 2, 3, -30]], "outside of the image"),
    ([[1.0] * (2 * MOST_POINTS + 2)], "more than 1000000 corners"),
    ([[0, 0, 40, 30] * 30_000], "too long to be drawn by hand"),
    ("polygon", "neither polygons nor run lengths"),
    (7, "neither polygons nor run lengths"),
    ([7], "three corners or more"),
    ({"size": [30, 40], "counts": [10**12]}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": [1200, -1, 1]}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": [1199]}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": [1] * 1201}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": [1200.0]}, "do not make a mask of 40×30"),
    ({"size": [40, 30], "counts": [1200]}, "do not make a mask of 40×30"),
    ({"size": [10**9, 10**9], "counts": [10**18]}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": "\x7f" * 1000}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": ""}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": "0d"}, "do not make a mask of 40×30"),
    ({"size": [30, 40], "counts": "é"}, "do not make a mask of 40×30"),
    ({"counts": [1200]}, "do not make a mask of 40×30"),
    ({}, "do not make a mask of 40×30"),
]


@pytest.mark.parametrize(("shape", "said"), REFUSED)
def test_shapes_that_are_none(shape: Any, said: str) -> None:
    with pytest.raises(PictureError, match=rf"a\.jpg: .*{said}"):
        draw([shape], 40, 30, name="a.jpg")


def test_the_corners_of_all_polygons_together_are_limited() -> None:
    with pytest.raises(PictureError, match="more than 1000000 corners"):
        draw([[[1.0] * 600_000]] * 4, 40, 30, name="a.jpg")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.floats(-5, 45),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.sampled_from(["size", "counts", "x"]), inner),
    max_leaves=20,
)
NEAR = st.one_of(
    st.lists(st.lists(st.floats(-3, 43), max_size=12), max_size=3),
    st.fixed_dictionaries(
        {"size": st.just([30, 40]), "counts": st.text(st.characters(max_codepoint=127), max_size=40)}
    ),
    st.fixed_dictionaries({"size": st.just([30, 40]), "counts": st.lists(st.integers(-5, 1300), max_size=6)}),
)


@pytest.mark.slow
@given(st.lists(ANYTHING | NEAR, max_size=3))
@settings(max_examples=600, deadline=None)
def test_whatever_a_file_holds_is_a_mask_or_refused_and_nothing_else(shapes: list[Any]) -> None:
    with contextlib.suppress(PictureError):
        mask = draw(shapes, 40, 30, name="a.jpg").pixels
        assert mask.shape == (30, 40)
        assert set(np.unique(mask)) <= {0, 255}


def test_the_masks_of_real_cut_outs(real_data: Path) -> None:
    for file in sorted((real_data / "album" / "cutouts_rembg").glob("*.out.png")):
        mask = read_mask(file.read_bytes(), name=file.name).pixels
        photo = decode((file.parent / file.name.replace(".out.png", ".jpg")).read_bytes(), name=file.name).pixels
        assert mask.shape == photo.shape[:2]
        assert 0.05 < (mask >= 128).mean() < 0.95
