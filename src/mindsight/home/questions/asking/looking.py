"""A subject that looks at pixels and knows nothing else: when is something neither as it was at first nor as it is at last?

It answers questions for a run of pictures about somebody with a top of a colour, or a thing of a colour, and says of all others that they
cannot be answered. It does not know what anything is: it shows what little light, blur and few pictures take from whoever must look.
"""

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.question import Question

_LEVELS, _LEAST_SHARE, _CLEARLY = 12, 0.001, 0.4
"""By how many grey levels of 255 a pixel changes if that is seen, the least share of pixels that change, and of the most that ever do."""
_NEAR, _PALER, _COLOURED, _LIT, _BLACK = 14, 0.85, 0.02, 12, 45
"""How near a hue of 255 comes to that of its colour, how much paler it may be; the share of a place that must have it; how light what has a
hue is at least, and what is black at most, of 255."""
_ASIDE, _BELOW = 0.3, 2.0
"""How far beside and below what moves the top is looked for, in widths and heights of it."""
_HUES = ("red", "orange", "yellow", "green", "blue", "purple")
Grey = NDArray[np.int16]


def changing(question: Question, pictures: Sequence[bytes]) -> dict[str, Any]:
    """Return when something of the colour asked about is neither as it was at first nor as it is at last, as an answer."""
    asked = question.asked
    colour = str(asked.get("top", asked.get("tone")))
    if question.form != "span" or colour not in {*_HUES, "black"}:
        return {"cannot": "unclear"}
    grey = [np.asarray(Image.open(io.BytesIO(one)).convert("L"), dtype=np.int16) for one in pictures]
    away = np.array([min(_changed(one, end).sum() for end in (grey[0], grey[-1])) for one in grey])
    least = max(_LEAST_SHARE * grey[0].size, _CLEARLY * away.max())
    found = np.flatnonzero(away >= least)
    if not len(found):
        return {"cannot": "false_premise"}
    halfway = int(found[len(found) // 2])
    moving = _changed(grey[halfway], grey[0]) & _changed(grey[halfway], grey[-1])
    shown = np.asarray(Image.open(io.BytesIO(pictures[halfway])).convert("HSV"), dtype=np.int16)
    if not _has(_around(shown, moving) if "top" in asked else shown[moving], colour):
        return {"cannot": "absent"}
    return {"answer": [int(found[0]) + 1, int(found[-1]) + 1]}


def _changed(one: Grey, other: Grey) -> NDArray[np.bool_]:
    return np.asarray(np.abs(one - other) > _LEVELS)


def _around(shown: Grey, moving: NDArray[np.bool_]) -> Grey:
    """Return the pixels of the box around most that moves, and of what is beside and below it."""
    rows, columns = np.nonzero(moving)
    left, right = (int(one) for one in np.quantile(columns, (0.02, 0.98)))
    top, bottom = (int(one) for one in np.quantile(rows, (0.02, 0.98)))
    aside, below = round(_ASIDE * (right - left)), round(_BELOW * (bottom - top))
    return shown[top : bottom + below + 1, max(0, left - aside) : right + aside + 1].reshape(-1, 3)


def _has(seen: Grey, colour: str) -> bool:
    """Return whether pixels, given as hue, saturation and value, have a colour, and more of it than of any other."""
    hue, saturation, value = (seen[:, number] for number in range(3))
    known = np.array([Image.new("RGB", (1, 1), _rgb(one)).convert("HSV").getpixel((0, 0)) for one in _HUES])
    off = np.abs((hue[:, None] - known[:, 0] + 128) % 256 - 128)
    nearest = off.argmin(axis=1)
    hued = (off.min(axis=1) <= _NEAR) & (saturation >= _PALER * known[nearest, 1]) & (value >= _LIT)
    shares = {one: float((hued & (nearest == number)).mean()) for number, one in enumerate(_HUES)}
    shares["black"] = float((value < _BLACK).mean())
    return shares[colour] >= max(_COLOURED, *shares.values())


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(round(255 * share) for share in COLOURS[colour].rgb)
