"""The look of a picture in little: hashes in six orientations, a small grey picture, and how light, colourful and sharp it is."""

import base64
import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageStat
from scipy.fft import dctn

from mindsight.review.facts import Look

Grey = NDArray[np.uint8]
SIDE = 16
_HASHED = 32
_WORKED_ON = 128
_SIGNS = np.where(np.arange(8) % 2, -1.0, 1.0)
_FLAT_BELOW = 2.0
"""Standard deviation in grey levels: below it a picture shows next to nothing, and its hash is noise."""


def look_of(image: Image.Image) -> Look:
    """Return the look of a decoded upright picture."""
    # Reducing by whole factors first is ten times faster and changes no hash by more than a bit or two.
    factor = max(1, min(image.size) // _WORKED_ON)
    reducible = image if image.mode in {"L", "RGB"} else image.convert("RGB")
    little = reducible.reduce(factor) if factor > 1 else reducible
    grey = little.convert("L")
    square = np.asarray(grey.resize((_HASHED, _HASHED), Image.Resampling.LANCZOS), dtype=np.float64)
    small = grey.resize((SIDE, SIDE), Image.Resampling.BOX)
    values = np.asarray(grey, dtype=np.float32)
    spread = ImageStat.Stat(grey)
    return Look(
        hashes=tuple(hashes_of(square)),
        small=base64.b64encode(small.tobytes()).decode("ascii"),
        light=round(spread.mean[0], 2),
        colour=round(_colourfulness(little), 2),
        edges=round(float(np.abs(np.diff(values, axis=1)).mean() + np.abs(np.diff(values, axis=0)).mean()), 3),
        is_mask=_is_mask(image),
        is_flat=spread.stddev[0] < _FLAT_BELOW,
    )


def hashes_of(square: NDArray[np.float64]) -> list[str]:
    """Return the 64-bit hashes of a square grey picture: as it is, turned by 90, 180 and 270 degrees, mirrored, upside down.

    Each bit says whether one of the 64 slowest waves of the cosine transform is stronger than their median.
    """
    waves = np.asarray(dctn(square))[:8, :8]
    # Mirroring a picture changes the sign of its odd waves, transposing it transposes them.
    mirrored, flipped, turned = waves * _SIGNS, waves * _SIGNS[:, None], waves.T
    orientations = (waves, turned * _SIGNS[:, None], mirrored * _SIGNS[:, None], turned * _SIGNS, mirrored, flipped)
    rows = np.stack(orientations).reshape(len(orientations), 64)
    middle = np.sort(rows, axis=1)[:, 31:33].mean(axis=1, keepdims=True)
    return [row.tobytes().hex() for row in np.packbits(rows > middle, axis=1)]


def _colourfulness(image: Image.Image) -> float:
    """Return the colourfulness of Hasler and Süsstrunk: spread and mean of the opponent colours."""
    if image.mode != "RGB":
        return 0.0
    red, green, blue = np.asarray(image, dtype=np.float32).reshape(-1, 3).T
    first, second = red - green, (red + green) / 2 - blue
    return float(math.hypot(first.std(), second.std()) + 0.3 * math.hypot(first.mean(), second.mean()))


def _is_mask(image: Image.Image) -> bool:
    if image.mode == "1":
        return True
    if image.mode not in {"L", "P"}:
        return False
    return sum(count > 0 for count in image.convert("L").histogram()) <= 2
