"""Drawing tools for pictures of samples: colours, numbered tags, marks, dashed lines, and placing of tags."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from mindsight.vsig.reporting.lettering import typeface

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

Colour = tuple[int, int, int]
Spot = tuple[float, float]
Box = tuple[float, float, float, float]

# Okabe and Ito's colours, as in reports: distinguishable with colour-blindness.
TRUTH, ANSWER, BESIDE = (0, 158, 115), (213, 94, 0), (0, 114, 178)
DEEP_TRUTH, DEEP_ANSWER = (0, 104, 76), (176, 74, 0)
INK, SOFT, RULE, TINT, PAPER = (23, 33, 43), (91, 102, 117), (216, 222, 229), (245, 247, 249), (255, 255, 255)


def tag(draw: "ImageDraw", centre: Spot, number: int | str, colour: Colour, size: float = 34) -> None:
    """Draw a number in a filled box."""
    x, y = centre
    half = size / 2
    box = (x - half, y - half, x + half, y + half)
    draw.rounded_rectangle(box, radius=size * 0.28, fill=colour, outline=PAPER, width=max(1, round(size / 17)))
    face = typeface(round(size * 0.66), bold=True)
    draw.text((x, y), f"{number}", font=face, fill=PAPER, anchor="mm")


def diamond(draw: "ImageDraw", centre: Spot, size: float, colour: Colour = ANSWER) -> None:
    """Draw the mark of an answer: a diamond with a light edge."""
    x, y = centre
    for reach, ink in ((size, PAPER), (size * 0.78, colour)):
        draw.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill=ink)


def arrow(draw: "ImageDraw", tip: Spot, angle: float, size: float, colour: Colour = ANSWER) -> None:
    """Draw the mark of an answer outside of the frame: a wedge that points there."""
    for reach, ink in ((size, PAPER), (size * 0.7, colour)):
        back = (tip[0] - 0.4 * (size - reach) * math.cos(angle), tip[1] - 0.4 * (size - reach) * math.sin(angle))
        wings = [
            (back[0] - 2 * reach * math.cos(angle + turn), back[1] - 2 * reach * math.sin(angle + turn))
            for turn in (0.5, -0.5)
        ]
        draw.polygon([back, *wings], fill=ink)


def mark(draw: "ImageDraw", centre: Spot, right: bool | None, size: float = 22) -> None:  # noqa: FBT001
    """Draw a tick, a cross, or a dash for "not scored"; few typefaces have them."""
    x, y = centre
    half, width = size / 2, max(2, round(size / 6))
    if right is None:
        draw.line([(x - half * 0.7, y), (x + half * 0.7, y)], fill=SOFT, width=width)
    elif right:
        corners = [(x - half, y), (x - half * 0.25, y + half * 0.75), (x + half, y - half * 0.8)]
        draw.line(corners, fill=DEEP_TRUTH, width=width, joint="curve")
    else:
        for lean in (1, -1):
            reach = half * 0.8
            draw.line([(x - reach, y - lean * reach), (x + reach, y + lean * reach)], fill=DEEP_ANSWER, width=width)


def closed(draw: "ImageDraw", corners: Sequence[Spot], colour: Colour, width: float) -> None:
    """Draw a closed line with a light edge on either side."""
    ring = [*corners, corners[0], corners[1 % len(corners)]]
    for extra, ink in ((width * 0.8, PAPER), (0.0, colour)):
        draw.line(ring, fill=ink, width=round(width + extra), joint="curve")


def dashed(draw: "ImageDraw", corners: Sequence[Spot], colour: Colour, width: float, dash: float) -> None:
    """Draw a dashed line with a light edge along the corners."""
    for extra, ink in ((width, PAPER), (0.0, colour)):
        for begin, end in _dashes(corners, dash):
            draw.line([begin, end], fill=ink, width=round(width + extra))


def free_place(
    around: Sequence[Box], size: float, taken: Iterable[Box], frame: tuple[float, float], *, gap: float = 8
) -> tuple[Spot, Box]:
    """Return the centre and extent of a square beside one of the boxes, where it covers least of what is drawn."""
    reserved = [*taken, *around]
    found = [place for box in around for place in _places(box, size, frame, gap)]

    def cost(place: tuple[float, Spot]) -> float:
        return place[0] * size / 10 + sum(_shared(_square(place[1], size), other) for other in reserved)

    _, spot = min(found, key=cost)
    return spot, _square(spot, size)


def _places(around: Box, size: float, frame: tuple[float, float], gap: float) -> Iterator[tuple[float, Spot]]:
    """Yield places beside a box within the frame, with the distance of each from the preferred one."""
    left, top, right, bottom = around
    half = size / 2
    for step in range(4):
        away = gap + half + step * (size + 4)
        across, down = (left - away, (left + right) / 2, right + away), (top - away, (top + bottom) / 2, bottom + away)
        for rank, (column, row) in enumerate(_SIDES):
            x, y = (
                min(max(at, half + 2), side - half - 2)
                for at, side in zip((across[column], down[row]), frame, strict=True)
            )
            yield 8 * step + rank, (x, y)


_SIDES = ((1, 0), (2, 1), (0, 1), (1, 2), (2, 0), (0, 0), (2, 2), (0, 2))
"""Above, right, left, below, then the corners."""


def _square(middle: Spot, size: float) -> Box:
    x, y = middle
    return x - size / 2, y - size / 2, x + size / 2, y + size / 2


def extent(corners: Iterable[Spot]) -> Box:
    """Return the box around corners."""
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _shared(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0.0) * max(down, 0.0)


def _dashes(corners: Sequence[Spot], dash: float) -> Iterator[tuple[Spot, Spot]]:
    run_and_report = 0.0
    for (x, y), (x2, y2) in pairwise(corners):
        length = math.hypot(x2 - x, y2 - y)
        place = 0.0
        while place < length:
            step = min(dash - run_and_report % dash, length - place)
            if int(run_and_report // dash) % 2 == 0:
                share, next_share = place / length, (place + step) / length
                yield (
                    (x + share * (x2 - x), y + share * (y2 - y)),
                    (x + next_share * (x2 - x), y + next_share * (y2 - y)),
                )
            place, run_and_report = place + max(step, 1e-6), run_and_report + max(step, 1e-6)
