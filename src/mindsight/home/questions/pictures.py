"""Pictures of questions as files: frames drawn on them, and JPEG."""

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Pixels = NDArray[np.uint8]
QUALITY = 92
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


def jpeg(picture: Pixels) -> bytes:
    """Return a picture as JPEG without colour subsampling, so that small print stays legible."""
    file = io.BytesIO()
    options: dict[str, Any] = {"quality": QUALITY, "subsampling": 0}
    Image.fromarray(picture).save(file, "JPEG", **options)
    return file.getvalue()
