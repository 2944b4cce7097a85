"""How a picture is stored turned or mirrored: by its EXIF block alone, as viewers show it."""

import contextlib
from typing import Any

from PIL import Image
from PIL.ExifTags import Base

from mindsight.decoding import decoder_errors

TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What sets a picture upright, by its orientation in EXIF."""

_PNG_TEXT = "Raw profile type exif"


def orientation_of(image: Image.Image) -> int:
    """Return how an opened picture is stored, 1 to 8: from its EXIF block, or a TIFF's own tag; 1 if they say nothing valid.

    Pillow also reads it from XMP, which viewers do not: in some files when it opens them, in TIFF when it loads them. What it has cached is
    set right, so that nothing called later turns the picture another way. Call it before the picture is loaded, which turns a TIFF.
    """
    if image.format == "PNG":
        image.load()  # EXIF may stand behind the pixels
    stored = 1
    with contextlib.suppress(*decoder_errors(OSError)):
        value = _stated(image)
        stored = int(value) if value in range(1, 9) else 1
    with contextlib.suppress(*decoder_errors(OSError)):
        image.getexif()
    # A block that cannot be read is read only once; the second call returns what there is.
    image.getexif()[Base.Orientation] = stored
    return stored


def upright(image: Image.Image) -> Image.Image:
    """Return an opened picture loaded and turned upright."""
    turn = TURNS.get(orientation_of(image))
    image.load()
    return image if turn is None or image.format == "TIFF" else image.transpose(turn)


def _stated(image: Image.Image) -> Any:
    if image.format == "TIFF":
        return image.tag_v2.get(Base.Orientation)  # type: ignore[attr-defined]
    block = image.info.get("exif")
    if block is None and _PNG_TEXT in image.info:
        block = bytes.fromhex("".join(image.info[_PNG_TEXT].split("\n")[3:]))
    exif = Image.Exif()
    exif.load(block or b"")
    return exif.get(Base.Orientation)
