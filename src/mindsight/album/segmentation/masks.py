"""Masks made by hand (5.3 segmentation a): read from mask files and alpha channels, drawn from polygons and run lengths.

A mask is grey, 8-bit, upright and of its image's size: 0 is background, 255 object.
"""

import warnings
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight import run_lengths
from mindsight.album.kits.pictures import DEFAULT_MEGAPIXELS, decode_rgba, grey
from mindsight.errors import KitError, MissingExtra, PictureError
from mindsight.text import Text, text

Pixels = NDArray[np.uint8]

MOST_POINTS = 1_000_000
"""Most corners of all polygons of one image: far more than are drawn by hand."""

BAND = 32
"""Rows processed at once, so that they stay in the cache."""

# How far two channels of a grey pixel may differ: lossy formats tint slightly.
_COLOURLESS = 24
# Longest outline in sides of the image; the memory of drawing grows with it.
_LONGEST = 2000


_LOSSY = {"JPEG", "MPO", "WEBP", "AVIF", "HEIF"}
# Share of the pixels of a mask that are nearly black or nearly white; the others are its smoothed edges.
_PLAIN = 0.95


class Mask(NamedTuple):
    """A grey mask of shape (H, W), with notes on conversions; ``noise`` is how far its format may have moved values."""

    pixels: Pixels
    notes: tuple[Text, ...] = ()
    noise: int = 0


def read_mask(data: bytes, *, name: str, megapixels: float = DEFAULT_MEGAPIXELS) -> Mask:
    """Read a mask file: a grey picture, or the alpha channel of a cut-out made by hand.

    Raises:
        PictureError: It cannot be decoded, is coloured and opaque, or could be a grey mask as well as a cut-out.
    """
    picture = decode_rgba(data, name=name, megapixels=megapixels)
    alpha = alpha_of(picture.pixels)
    if alpha is not None and alpha.min() < 255:
        if _is_black_and_white(picture.pixels[alpha > 0, :3]):
            raise PictureError(
                "{file}: shows white on black and has transparent pixels, so that either could be the mask; export the mask without "
                "an alpha channel",
                file=name,
            )
        return Mask(alpha, (*picture.notes, text("the mask is the alpha channel of {file}", file=name)))
    pixels = grey_of(picture.pixels, tolerance=_COLOURLESS)
    if pixels is None:
        raise PictureError(
            "{file}: shows colours and has no transparent pixels; a mask is grey, the object white on black, or the alpha "
            "channel of a cut-out",
            file=name,
        )
    return Mask(pixels, picture.notes, _COLOURLESS if picture.format in _LOSSY else 0)


def _is_black_and_white(colours: Pixels) -> bool:
    """Return whether nearly all pixels, of shape (N, 3), are black or white, and some are either."""
    black, white = (
        np.count_nonzero(side) for side in ((colours <= _COLOURLESS).all(1), (colours >= 255 - _COLOURLESS).all(1))
    )
    return bool(min(black, white) > 0 and black + white >= _PLAIN * len(colours))


def alpha_of(pixels: Pixels) -> Pixels | None:
    """Return the alpha channel of a decoded picture; None if it has none."""
    if pixels.ndim == 2 or pixels.shape[2] == 3:
        return None
    return np.asarray(cv2.extractChannel(pixels, 3), dtype=np.uint8)


def grey_of(pixels: Pixels, *, tolerance: int) -> Pixels | None:
    """Return an opaque picture as grey; None if the channels of any pixel differ by more than ``tolerance`` grey levels."""
    if pixels.ndim == 2:
        return pixels
    opaque = np.ascontiguousarray(pixels[:, :, :3])
    for top in range(0, len(opaque), BAND):
        red, green, blue = cv2.split(opaque[top : top + BAND])
        if max(cv2.norm(one, green, cv2.NORM_INF) for one in (red, blue)) > tolerance:
            return None
    return grey(opaque)


def stored_mask(data: bytes, *, name: str, width: int, height: int) -> Pixels:
    """Return a kit's mask, written by ``encode_png``.

    Raises:
        KitError: It is not a grey 8-bit PNG of the size stated in the kit.
    """
    # The header first: decoding allocates memory for whatever size a file claims.
    stated = (width.to_bytes(4), height.to_bytes(4), b"\x08\x00") if max(width, height) < 1 << 31 else ()
    mask = None
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[16:26] == b"".join(stated):
        mask = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if mask is None or mask.shape != (height, width) or mask.dtype != np.uint8:
        raise KitError(
            "kit picture {file}: is not a grey 8-bit PNG of the size that kit.json states; restore the kit", file=name
        )
    return np.asarray(mask, dtype=np.uint8)


def draw(shapes: Iterable[Any], width: int, height: int, *, name: str) -> Mask:
    """Draw the union of COCO segmentations: lists of polygons, or run lengths, compressed or not.

    Polygons are filled as by pycocotools, which also made the run lengths of COCO files.

    Args:
        shapes: Segmentations as parsed from JSON; coordinates in pixels, ``x1, y1, x2, y2, …``.
        width: Width of the image.
        height: Height of the image.
        name: What error messages call the image.

    Raises:
        PictureError: A shape is invalid, lies outside the image, or is larger than anything drawn by hand.
    """
    whole = np.zeros((height, width), np.uint8)
    points = 0
    for shape in shapes:
        if isinstance(shape, dict):
            whole |= _spread(shape, width, height, name)
            continue
        polygons = [_polygon(values, width, height, name) for values in _polygons(shape, name)]
        points += sum(map(len, polygons)) // 2
        if points > MOST_POINTS:
            raise PictureError(
                "{file}: its polygons have more than {limit} corners; simplify the polygons",
                file=name,
                limit=MOST_POINTS,
            )
        if polygons:
            whole |= _filled(polygons, width, height)
    whole *= 255
    return Mask(whole)


def _filled(polygons: list[list[float]], width: int, height: int) -> Pixels:
    try:
        from pycocotools import mask as coder  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra(
            "drawing polygons needs pycocotools; install it with pip install 'mindsight[album]'"
        ) from error
    with warnings.catch_warnings():
        # pycocotools wraps its arrays in a way that NumPy 2 warns about.
        warnings.simplefilter("ignore")
        filled: Pixels = coder.decode(coder.merge(coder.frPyObjects(polygons, height, width)))
    return filled


def _spread(shape: dict[str, Any], width: int, height: int, name: str) -> Pixels:
    pixels = run_lengths.pixels_of(shape, width, height)
    if pixels is None:
        raise PictureError(
            "{file}: its run lengths do not make a mask of {width}×{height} pixels; export the annotations again",
            file=name,
            width=width,
            height=height,
        )
    return pixels


def _polygons(shape: Any, name: str) -> Sequence[Any]:
    if not isinstance(shape, list | tuple):
        raise PictureError("{file}: its segmentation is neither polygons nor run lengths", file=name)
    return shape


def _polygon(values: Any, width: int, height: int, name: str) -> list[float]:
    """Return the coordinates of one polygon, checked because the drawing code does not check them."""
    if not isinstance(values, list | tuple) or len(values) < 6 or len(values) % 2:
        raise PictureError("{file}: a polygon needs three corners or more, each with x and y", file=name)
    if len(values) > 2 * MOST_POINTS:
        raise PictureError(
            "{file}: its polygons have more than {limit} corners; simplify the polygons", file=name, limit=MOST_POINTS
        )
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        raise PictureError("{file}: a corner of a polygon is not a number", file=name)
    # Tools let outlines exceed the image slightly; a polygon further out belongs to another image.
    reach = 0.05 * max(width, height) + 1
    for value, side in zip(values, (width, height) * (len(values) // 2), strict=True):
        if not -reach <= value <= side + reach:
            raise PictureError(
                "{file}: a corner of a polygon lies outside of the image ({value} of {side} pixels)",
                file=name,
                value=str(value)[:20],
                side=side,
            )
    corners = np.asarray(values, dtype=np.float64).reshape(-1, 2)
    length = float(np.abs(np.diff(corners, axis=0)).max(axis=1).sum())
    if length > _LONGEST * (width + height):
        raise PictureError("{file}: the outline of a polygon is too long to be drawn by hand; simplify it", file=name)
    return [float(value) for value in values]
