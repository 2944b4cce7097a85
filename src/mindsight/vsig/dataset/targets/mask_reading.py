"""Read annotators' masks with limits: a PNG in base64, of the whole frame or of the object's box, or run lengths of the frame.

The size in the PNG's header is compared with the frame before decoding: a few bytes can claim any size.
"""

import base64
import binascii
import io
import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin

from mindsight import run_lengths
from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.reasons import reason_of
from mindsight.text import text
from mindsight.vsig.dataset.annotations import RunLengths
from mindsight.vsig.dataset.samples import Mask
from mindsight.vsig.dataset.targets.masks import MOST_PIXELS, ON, Bits, Header, extent, header_of, mask_from
from mindsight.vsig.dataset.targets.png_parts import Band, is_complete, parts_of, unpacked

MOST_CHARACTERS = 48 << 20
_SIXTEEN_BITS = ("I", "F")
_OPAQUE = 255
_PLAIN = (8, 0, 0, 0, 0)
_FORMATS = (PngImagePlugin.PngImageFile.format,)
# Errors of decoders on damaged or hostile files.
Box = tuple[int, int, int, int]
"""The box around the pixels that are on: x1, y1, and one past the last x2, y2."""


def read_mask(encoded: str, bbox: Sequence[float] | None, frame: tuple[int, int]) -> tuple[Mask, Box]:
    """Return a mask and the box around the pixels that are on.

    ``bbox`` (``x1, y1, x2, y2``) is where a mask of its size belongs, ``frame`` the upright last frame's (width, height).

    Raises:
        InputError: It is not a mask, empty, damaged, or neither of the frame's nor of the box's size.
    """
    data = _bytes(encoded)
    header = header_of(data)
    size = (header.width, header.height)
    if size[0] * size[1] > MOST_PIXELS:
        raise InputError("the mask has more than {limit} pixels", limit=MOST_PIXELS)
    origin = (0, 0) if size == frame else _origin(size, bbox, frame)
    grey, first = _plain_pixels(data, header) or Band(_pixels(data), 0)
    x, y, across, down = _around(grey)
    on: Bits = grey[y : y + down, x : x + across] > ON
    try:
        left, top, right, bottom = extent(on)
    except InputError as error:
        if not grey.max():
            raise
        raise InputError(
            "the mask is empty: a pixel is on above {on}, and the brightest is {brightest}",
            on=ON,
            brightest=int(grey.max()),
        ) from error
    begin = origin[0] + x, origin[1] + first + y
    around = (begin[0] + left, begin[1] + top, begin[0] + right, begin[1] + bottom)
    return mask_from(on[top:bottom, left:right], origin=around[:2], size=frame), around


def read_runs(runs: RunLengths, frame: tuple[int, int]) -> tuple[Mask, Box]:
    """Return a mask from run lengths of the whole frame, and the box around the pixels that are on.

    Raises:
        InputError: They make no mask of the frame's size, or it is empty.
    """
    on = run_lengths.pixels_of(runs.model_dump(), *frame)
    if on is None:
        raise InputError(
            "the run lengths (size {size}) do not make a mask of the frame, [{height}, {width}]",
            size=str(runs.size),
            width=frame[0],
            height=frame[1],
        )
    bits: Bits = on.astype(np.bool_)
    return mask_from(bits), extent(bits)


def _around(grey: NDArray[np.uint8]) -> Box:
    """Return the first column and row that hold anything, and the width and height from there; at least one pixel."""
    import cv2

    x, y, across, down = cv2.boundingRect(grey)
    return (x, y, across, down) if across else (0, 0, 1, 1)


def _bytes(encoded: str) -> bytes:
    if len(encoded) > MOST_CHARACTERS:
        raise InputError("the mask is larger than {limit} MiB", limit=MOST_CHARACTERS >> 20)
    if encoded.startswith("data:"):
        encoded = encoded.partition(",")[2]
    try:
        return base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError("the mask is not base64") from error


def _origin(size: tuple[int, int], bbox: Sequence[float] | None, frame: tuple[int, int]) -> tuple[int, int]:
    """Return the origin in the frame of a mask that is as large as its box."""
    if bbox is not None:
        x1, y1, x2, y2 = (int(value) for value in bbox)
        for more in (0, 1):  # the documents do not say whether a box includes its last pixel
            if size == (x2 - x1 + more, y2 - y1 + more):
                return _inside((x1, y1), size, frame)
        if size in ((y2 - y1, x2 - x1), (y2 - y1 + 1, x2 - x1 + 1)):
            raise InputError(
                "the mask fits the box only if that is [y1, x1, y2, x2]; it must be [x1, y1, x2, y2] in pixels"
            )
    if size == frame[::-1]:
        raise InputError("the mask is of the frame rotated by 90°; it must show the frame upright, as displayed")
    raise InputError(
        "the mask has {width}×{height} pixels; it must be as large as the frame, {frame_width}×{frame_height}, or as "
        "its box",
        width=size[0],
        height=size[1],
        frame_width=frame[0],
        frame_height=frame[1],
    )


def _inside(origin: tuple[int, int], size: tuple[int, int], frame: tuple[int, int]) -> tuple[int, int]:
    if any(begin < 0 or begin + side > whole for begin, side, whole in zip(origin, size, frame, strict=True)):
        raise InputError("the mask's box lies outside of the frame")
    return origin


def _plain_pixels(data: bytes, header: Header) -> Band | None:
    """Return the pixels of a plain 8-bit grey PNG, in half of the usual time; None for any other.

    Raises:
        InputError: Rows are missing.
    """
    import cv2

    parts = parts_of(data)
    if header.form == _PLAIN and parts.plain and (band := unpacked(parts.stream, header)) is not None:
        return band
    complete = is_complete(parts.stream, header)
    if complete is None:
        raise InputError("the mask cannot be decoded ({reason})", reason=text("image file is truncated"))
    if header.form != _PLAIN or not (parts.plain and complete):
        return None
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if decoded is None or decoded.shape != (header.height, header.width):
        return None
    return Band(np.asarray(decoded, dtype=np.uint8), 0)


def _pixels(data: bytes) -> NDArray[np.uint8]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            # The decoder ignores checksums and all after the last row, so a first pass verifies them.
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                picture.verify()
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                mode = picture.mode
                seen_through = picture.has_transparency_data and _alpha_of(picture).min() < _OPAQUE
                grey = np.asarray(picture.convert("L"), dtype=np.uint8)
    except decoder_errors(OSError) as error:
        reason = reason_of(error, text("the picture decoder"))
        raise InputError("the mask cannot be decoded ({reason})", reason=reason) from error
    if mode.startswith(_SIXTEEN_BITS):
        raise InputError("the mask has 16 bits per pixel; it must be a grey PNG of 8 bits")
    if seen_through:
        raise InputError("the mask is transparent in places; it must be a grey PNG of 8 bits")
    return grey


def _alpha_of(picture: Image.Image) -> NDArray[np.uint8]:
    return np.asarray(picture.convert("RGBA").getchannel("A"), dtype=np.uint8)
