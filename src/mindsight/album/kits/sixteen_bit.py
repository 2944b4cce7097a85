"""Scale 16-bit pictures to 8 bits: Pillow keeps only the upper byte of 16-bit colour, OpenCV keeps both."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ImageFile

from mindsight.errors import PictureError

_BITS_PER_SAMPLE = 0x0102
# Tag → its default and the values of 16-bit TIFF that OpenCV reads right; it silently misreads others: photometric interpretation (black is
# zero, RGB), planes (interleaved), extra samples (alpha not multiplied in).
_PLAIN_TIFF: dict[int, tuple[Any, tuple[Any, ...]]] = {
    0x0106: (1, (1, 2)),
    0x011C: (1, (1,)),
    0x0152: ((), ((), (0,), (2,))),
}


def bits(image: ImageFile.ImageFile, data: bytes) -> int:
    """Return the bits per channel value of the picture."""
    if image.format == "PNG":
        return data[24]
    if image.format == "TIFF":
        found = getattr(image, "tag_v2", {}).get(_BITS_PER_SAMPLE, (8,))
        return int(found if isinstance(found, int) else found[0])
    return 16 if image.mode.startswith("I;16") else 8


def scale_16_bit(image: ImageFile.ImageFile, data: bytes, name: str) -> NDArray[Any]:
    """Return 8-bit RGB or RGBA pixels of a 16-bit file.

    Raises:
        PictureError: The file's layout would be read wrongly.
    """
    tags = getattr(image, "tag_v2", {})
    if any(tags.get(tag, value) not in allowed for tag, (value, allowed) in _PLAIN_TIFF.items()):
        raise _unreadable(name)
    deep = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if deep is None or deep.dtype != np.uint16:
        raise _unreadable(name)
    if image.has_transparency_data and (deep.ndim == 2 or deep.shape[2] == 3):
        # One grey value marked as transparent: OpenCV shows it.
        raise _unreadable(name)
    if deep.ndim == 2 or deep.shape[2] == 1:
        deep = cv2.cvtColor(deep, cv2.COLOR_GRAY2RGB)
    else:
        deep = cv2.cvtColor(deep, cv2.COLOR_BGRA2RGBA if deep.shape[2] == 4 else cv2.COLOR_BGR2RGB)
    return np.round(deep / 257.0).astype(np.uint8)


def _unreadable(name: str) -> PictureError:
    return PictureError("{file}: this 16-bit picture cannot be read; export it as 8-bit PNG", file=name)
