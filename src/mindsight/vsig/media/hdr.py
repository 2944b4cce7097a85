"""Convert pictures of PQ video (SMPTE ST 2084, BT.2020) to the tones and colours of an ordinary screen."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import av

PQ, HLG = 16, 18
"""Numbers of the transfer functions in every codec's colour description (ITU-T H.273)."""

WHITE_NITS, PEAK_NITS = 203.0, 1000.0
"""Luminance of paper white and of the peak of such a recording (ITU-R BT.2408)."""

_TO_BT709 = np.array(
    [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]], dtype=np.float32
)
"""Conversion of BT.2020's primaries to BT.709's (ITU-R BT.2087)."""
_STEPS = 4096


def from_pq(frame: "av.VideoFrame") -> NDArray[np.uint8]:
    """Return a 16-bit RGB PQ frame as a picture: linear light, brightness compressed to a screen's range, colours converted.

    The curve is Reinhard's, extended so that only the peak becomes white; it is applied to brightness alone, so that hues stay. Paper
    white becomes two thirds of the screen's light, as in a camera picture.
    """
    codes = np.asarray(frame.to_ndarray(), np.uint16)
    light = _LIGHT[codes >> 4]
    rgb = light @ (_EXPOSURE * _TO_BT709).T
    np.maximum(rgb, 0, out=rgb)
    brightness = rgb @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)
    rgb *= ((1 + brightness / (_EXPOSURE * _PEAK) ** 2) / (1 + brightness))[:, :, None]
    np.clip(rgb, 0, 1, out=rgb)
    return np.asarray(_SCREEN[(rgb * (_STEPS - 1) + 0.5).astype(np.uint16)])


_PEAK = PEAK_NITS / WHITE_NITS
_EXPOSURE = np.float32(2 - 3 / _PEAK**2)
"""Factor before the curve that maps paper white to two thirds: (k + 1 / peak²) / (k + 1) = 2 / 3."""


def _linear(code: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the light of PQ codes in [0, 1], in units of paper white (ST 2084, equation 4.1)."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    root = code ** (1 / m2)
    light = (np.maximum(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1)
    return np.asarray(10_000 * light / WHITE_NITS, dtype=np.float32)


def _gamma(light: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the 8-bit codes of light in [0, 1] on a screen (sRGB)."""
    codes = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(255 * codes), dtype=np.uint8)


_LIGHT = _linear(np.arange(_STEPS) / (_STEPS - 1))
_SCREEN = _gamma(np.arange(_STEPS) / (_STEPS - 1))
