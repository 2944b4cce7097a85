"""The faces of clocks: a dial with two hands, and digits."""

import numpy as np
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints import textures

_SIDE = 320
_PAPER, _INK, _GLOW, _DARK = (246, 243, 235), (40, 38, 40), (0.55, 0.95, 0.70), (16, 22, 20)
_HANDS = ((0.24, 13), (0.38, 6))
"""Length as a share of the side, and width in pixels, of the hour hand and the minute hand."""


def dial(minutes: int) -> Image.Image:
    """Return a dial that shows a time, in minutes past twelve: the hour hand is short and thick, the minute hand long and thin."""
    image = Image.new("RGB", (_SIDE, _SIDE), _PAPER)
    pen = ImageDraw.Draw(image)
    for step in range(60):
        x, y = _on(step * 6.0, 0.49)
        inner = _on(step * 6.0, 0.455 if step % 5 == 0 else 0.475)
        pen.line([x, y, *inner], fill=_INK, width=4 if step % 5 == 0 else 2)
    for hour in range(1, 13):
        x, y = (part / _SIDE for part in _on(hour * 30.0, 0.385))
        textures.write(image, str(hour), (x - 0.06, y - 0.052, x + 0.06, y + 0.052))
    for (length, width), angle in zip(_HANDS, (minutes / 2, minutes % 60 * 6.0), strict=True):
        pen.line([_SIDE / 2, _SIDE / 2, *_on(angle, length)], fill=_INK, width=width)
    pen.ellipse([_SIDE / 2 - 10, _SIDE / 2 - 10, _SIDE / 2 + 10, _SIDE / 2 + 10], fill=(190, 60, 50))
    return image


def digits(minutes: int) -> Image.Image:
    """Return a dark display that shows a time in digits."""
    image = Image.new("RGB", (_SIDE, _SIDE // 2), _DARK)
    textures.write(image, f"{minutes // 60 or 12}:{minutes % 60:02}", (0.08, 0.12, 0.92, 0.88), _GLOW)
    return image


def _on(degrees: float, share: float) -> tuple[float, float]:
    """Return the pixel at an angle, clockwise from the top, and a distance from the middle."""
    angle = np.radians(degrees)
    return _SIDE * (0.5 + share * float(np.sin(angle))), _SIDE * (0.5 - share * float(np.cos(angle)))
