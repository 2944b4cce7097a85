"""Make pictures worse on their way to the subject: less light, a blurred lens, a noisy sensor (table 1's 鲁棒性).

They are applied in this order, as in a camera. The result depends only on the picture, the disturbance and the random
generator that is passed in.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

from mindsight.home.setting import Disturbance

Pixels = NDArray[np.uint8]

STRENGTHS: dict[str, tuple[float, ...]] = {"blur": (1, 2, 4), "noise": (10, 25, 50), "dark": (2, 4, 6)}
"""Documented strengths of each disturbance, the middle one the default; for pictures of 640 by 480 pixels."""


def disturbed(picture: Pixels, by: Disturbance, rng: np.random.Generator) -> Pixels:
    """Return a picture with a disturbance applied.

    Args:
        picture: RGB of 8 bits, shape (height, width, 3).
        by: How much it is disturbed.
        rng: Generator for the noise; used only if there is some.
    """
    seen: NDArray[Any] = _dimmed(picture, by.dark) if by.dark else picture
    if by.blur:
        seen = gaussian_filter(seen.astype(np.float64), sigma=(by.blur, by.blur, 0), mode="nearest")
    if by.noise:
        seen = seen + rng.normal(0.0, by.noise, seen.shape)
    return np.asarray(np.clip(np.rint(seen), 0, 255), dtype=np.uint8)


def _dimmed(picture: Pixels, stops: float) -> NDArray[np.float64]:
    """Return the picture with less light, not yet rounded; sRGB as in IEC 61966-2-1."""
    coded = np.arange(256) / 255
    light = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4) / 2**stops
    again = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(255 * again)[picture]
