"""Pictures of questions as files: made worse if wanted, frames drawn on them, and JPEG."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mindsight.home.episodes.disturbances import disturbed
from mindsight.home.setting import Disturbance

Pixels = NDArray[np.uint8]
QUALITY = 92
RATE = "rate"
"""The disturbance that leaves single pictures as they are and takes fewer of them."""
_FRAME_RGB, _FRAME_PX = (230, 20, 30), 4


def framed(picture: Pixels, boxes: Sequence[Sequence[float]]) -> Pixels:
    """Return a picture with red frames around boxes (0–1000), drawn outside of them."""
    shown = Image.fromarray(picture)
    draw = ImageDraw.Draw(shown)
    scale = np.array([shown.width, shown.height] * 2) / 1000
    for box in boxes:
        left, top, right, bottom = (np.asarray(box) * scale).tolist()
        corners = (left - _FRAME_PX, top - _FRAME_PX, right + _FRAME_PX, bottom + _FRAME_PX)
        draw.rectangle(corners, outline=_FRAME_RGB, width=_FRAME_PX)
    return np.asarray(shown)


def spoilt(picture: Pixels, how: Mapping[str, Any], rng: Generator) -> Pixels:
    """Return a picture with a disturbance: its ``kind`` and ``amount``.

    Blur, noise and darkness are those of household episodes; ``coarse`` is a picture of so many times fewer pixels across
    and down, each enlarged again.
    """
    amount = float(how["amount"])
    if not amount or how["kind"] == RATE:
        return picture
    if how["kind"] != "coarse":
        return disturbed(picture, Disturbance(**{str(how["kind"]): amount}), rng)
    whole = Image.fromarray(picture)
    small = whole.resize((round(whole.width / amount), round(whole.height / amount)), Image.Resampling.BOX)
    return np.asarray(small.resize(whole.size, Image.Resampling.NEAREST))


def jpeg(picture: Pixels) -> bytes:
    """Return a picture as JPEG without colour subsampling, so that small print stays legible."""
    file = io.BytesIO()
    options: dict[str, Any] = {"quality": QUALITY, "subsampling": 0}
    Image.fromarray(picture).save(file, "JPEG", **options)
    return file.getvalue()
