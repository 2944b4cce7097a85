"""Draw the frames of a replay: a picture with a strip of text below."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.fonts import font

STRIP_PX = 116
_SIZE, _GAP, _LINES = 19, 6, 4
_PAPER, _INK, _QUIET = (24, 26, 30), (240, 240, 240), (160, 168, 178)
_RING = (255, 64, 48)


def frame(
    picture: NDArray[np.uint8], task: str, said: str, *, point: tuple[float, float] | None = None
) -> NDArray[np.uint8]:
    """Return a picture with a ring at ``point`` (0–1000) and, below it, the task and the current action or feedback."""
    height, width = picture.shape[:2]
    sheet = Image.new("RGB", (width, height + STRIP_PX), _PAPER)
    sheet.paste(Image.fromarray(picture), (0, 0))
    pen = ImageDraw.Draw(sheet)
    if point is not None:
        _ring(pen, point[0] / 1000 * width, point[1] / 1000 * height)
    lines = [(line, _QUIET) for line in _folded(task, width - 24)[:2]]
    lines += [(line, _INK) for line in _folded(said, width - 24)[: _LINES - len(lines)]]
    for number, (line, colour) in enumerate(lines):
        pen.text((12, height + 8 + number * (_SIZE + _GAP)), line, fill=colour, font=font(_SIZE, bold=False))
    return np.asarray(sheet)


def _ring(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    for radius, wide, colour in ((15, 7, (255, 255, 255)), (13, 3, _RING)):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), outline=colour, width=wide)
    pen.ellipse((x - 2, y - 2, x + 2, y + 2), fill=_RING)


def _folded(sentence: str, most_px: int) -> list[str]:
    """Return a sentence wrapped to lines of at most this width: broken at spaces if there are any, else anywhere."""
    face = font(_SIZE, bold=False)
    lines: list[str] = []
    line = ""
    for letter in " ".join(sentence.split()):
        if line and face.getlength(line + letter) > most_px:
            whole, space, begun = line.rpartition(" ")
            # A word is kept whole if that leaves more than half of the line.
            keep = bool(space) and len(whole) > len(line) // 2 and letter != " "
            lines.append(whole if keep else line)
            line = begun if keep else ""
        line += letter
    return [*lines, line.strip()] if line.strip() else lines
