"""One picture of a data set as JPEG: decoded whole, upright, without anything but pixels; what is too large is not decoded."""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image

from mindsight.decoding import decoder_errors
from mindsight.errors import PictureError
from mindsight.raster.orientation import upright
from mindsight.raster.png import MISSING_ROWS, is_short, set_transparent_colour
from mindsight.text import storable

MOST_PIXELS = 100_000_000
MOST_BYTES = 1 << 29
"""Of a picture or clip as it is stored."""
_FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "GIF", "TIFF")
_QUALITY = 95


def as_jpeg(data: bytes, name: str) -> bytes:
    """Return a picture as JPEG: one that is already plain JPEG as it is, any other upright, on white, in RGB, coded once more.

    Raises:
        PictureError: It cannot be decoded, or is too large to be.
    """
    with _readable(name), Image.open(io.BytesIO(data), formats=_FORMATS) as image:
        if image.width * image.height > MOST_PIXELS:
            raise PictureError(
                "{file}: has {pixels} pixels; pictures have at most {most}",
                file=storable(name[:200]),
                pixels=image.width * image.height,
                most=MOST_PIXELS,
            )
        shown = upright(image)
        if image.format == "PNG":
            if is_short(image, data):
                raise SyntaxError(MISSING_ROWS)
            set_transparent_colour(shown, data)
        bare = image.format == "JPEG" and image.mode in {"RGB", "L"} and not set(image.info) - _HARMLESS
        if bare:
            return data
        return coded(on_white(shown))


_HARMLESS = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi", "progression", "progressive"}
"""Facts of a JPEG file that are neither about its owner nor change what is seen; others, such as EXIF, are not taken over."""


def on_white(image: Image.Image) -> Image.Image:
    """Return a picture in RGB; what is transparent is white."""
    if image.mode in {"I;16", "I", "F"}:
        raise ValueError("more than eight bits a colour")
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        clear = image.convert("RGBA")
        white = Image.new("RGBA", clear.size, "white")
        return Image.alpha_composite(white, clear).convert("RGB")
    return image.convert("RGB")


def coded(image: Image.Image) -> bytes:
    """Return a picture as JPEG without colour subsampling."""
    file = io.BytesIO()
    options: dict[str, Any] = {"quality": _QUALITY, "subsampling": 0}
    image.save(file, "JPEG", **options)
    return file.getvalue()


@contextmanager
def _readable(name: str) -> Iterator[None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            warnings.filterwarnings("ignore", category=UserWarning)
            yield
    except decoder_errors(OSError) as error:
        raise PictureError("{file}: cannot be decoded as a picture", file=storable(name[:200])) from error
