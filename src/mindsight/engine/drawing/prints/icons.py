"""Pictograms for buttons: a few that are common on kitchen appliances."""

from collections.abc import Callable

import numpy as np
from PIL import Image, ImageDraw

Ink = tuple[int, int, int]
_SIDE = 160
_LINE = 14


def icon(name: str, *, ink: Ink, paper: Ink, side: int = 96) -> Image.Image:
    """Return a pictogram on a square background; see ``ICONS`` for the names."""
    picture = Image.new("RGB", (_SIDE, _SIDE), paper)
    ICONS[name](ImageDraw.Draw(picture), ink, paper)
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def _power(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.arc([36, 40, 124, 128], -60, 240, fill=ink, width=_LINE)
    draw.line([80, 24, 80, 80], fill=ink, width=_LINE)


def _plus(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.line([80, 32, 80, 128], fill=ink, width=_LINE + 4)
    _minus(draw, ink, paper)


def _minus(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.line([32, 80, 128, 80], fill=ink, width=_LINE + 4)


def _play(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.polygon([(48, 32), (128, 80), (48, 128)], fill=ink)


def _stop(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.rounded_rectangle([42, 42, 118, 118], 10, fill=ink)


def _lock(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.arc([52, 24, 108, 96], 180, 360, fill=ink, width=_LINE)
    draw.rounded_rectangle([38, 70, 122, 132], 10, fill=ink)
    draw.ellipse([72, 88, 88, 104], fill=paper)


def _snow(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    for angle in np.radians([0, 60, 120]):
        dx, dy = 56 * np.cos(angle), 56 * np.sin(angle)
        draw.line([80 - dx, 80 - dy, 80 + dx, 80 + dy], fill=ink, width=9)
        for sign in (-1, 1):
            x, y = 80 + sign * dx * 0.6, 80 + sign * dy * 0.6
            for bend in (-0.7, 0.7):
                tip = (x + sign * 22 * np.cos(angle + bend), y + sign * 22 * np.sin(angle + bend))
                draw.line([(x, y), tip], fill=ink, width=7)


def _flame(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.polygon(
        [(80, 20), (104, 64), (122, 60), (124, 100), (104, 134), (56, 134), (36, 100), (46, 68), (64, 78)], fill=ink
    )
    draw.polygon([(82, 84), (100, 112), (84, 130), (64, 114)], fill=paper)


def _drop(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.polygon([(80, 22), (112, 80), (48, 80)], fill=ink)
    draw.ellipse([44, 60, 116, 132], fill=ink)


def _fan(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    for start in (0, 90, 180, 270):
        draw.pieslice([26, 26, 134, 134], start, start + 48, fill=ink)
    draw.ellipse([64, 64, 96, 96], fill=ink, outline=paper, width=6)


def _clock(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.ellipse([28, 28, 132, 132], outline=ink, width=_LINE)
    draw.line([80, 48, 80, 82, 104, 96], fill=ink, width=10, joint="curve")


def _sun(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.ellipse([54, 54, 106, 106], fill=ink)
    for angle in np.radians(np.arange(0, 360, 45)):
        draw.line(
            [80 + 38 * np.cos(angle), 80 + 38 * np.sin(angle), 80 + 58 * np.cos(angle), 80 + 58 * np.sin(angle)],
            fill=ink,
            width=10,
        )


def _moon(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.ellipse([34, 30, 130, 126], fill=ink)
    draw.ellipse([66, 16, 150, 100], fill=paper)


def _bowl(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.pieslice([28, 30, 132, 134], 0, 180, fill=ink)
    for x in (58, 80, 102):
        draw.line([x, 30, x + 6, 46, x, 62], fill=ink, width=8, joint="curve")


def _pot(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.rounded_rectangle([40, 66, 120, 126], 12, fill=ink)
    draw.line([20, 76, 140, 76], fill=ink, width=10)
    draw.line([52, 52, 108, 52], fill=ink, width=10)


def _spiral(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    turns = np.linspace(0, 5 * np.pi, 90)
    points = [(80 + (8 + 3.2 * t) * np.cos(t), 80 + (8 + 3.2 * t) * np.sin(t)) for t in turns]
    draw.line(points, fill=ink, width=11, joint="curve")


def _thermometer(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.rounded_rectangle([68, 22, 92, 104], 12, fill=ink)
    draw.ellipse([56, 90, 104, 138], fill=ink)
    for y in (40, 58, 76):
        draw.line([98, y, 116, y], fill=ink, width=7)


def _shirt(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.polygon(
        [(54, 30), (106, 30), (142, 58), (122, 82), (112, 72), (112, 130), (48, 130), (48, 72), (38, 82), (18, 58)],
        fill=ink,
    )
    draw.pieslice([66, 16, 94, 46], 0, 180, fill=paper)


def _swing(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.line([30, 116, 130, 116], fill=ink, width=_LINE)
    for x, lean in ((44, -16), (80, 0), (116, 16)):
        draw.line([80 + (x - 80) * 0.4, 98, x + lean, 36], fill=ink, width=10)


def _book(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.polygon([(80, 46), (30, 34), (30, 116), (80, 128), (130, 116), (130, 34)], fill=ink)
    draw.line([80, 46, 80, 128], fill=paper, width=7)


def _star(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    angles = np.radians(np.arange(10) * 36 - 90)
    radii = np.where(np.arange(10) % 2 == 0, 62, 26)
    draw.polygon([(80 + r * np.cos(a), 84 + r * np.sin(a)) for r, a in zip(radii, angles, strict=True)], fill=ink)


def _pendant(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.line([80, 18, 80, 60], fill=ink, width=9)
    draw.polygon([(66, 58), (94, 58), (134, 112), (26, 112)], fill=ink)
    draw.pieslice([62, 98, 98, 134], 0, 180, fill=ink)


def _sconce(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.rounded_rectangle([28, 40, 44, 124], 6, fill=ink)
    draw.line([(40, 104), (92, 104), (92, 84)], fill=ink, width=_LINE, joint="curve")
    draw.polygon([(76, 36), (110, 36), (132, 86), (56, 86)], fill=ink)


def _desk_lamp(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.rounded_rectangle([28, 122, 100, 138], 6, fill=ink)
    draw.line([(64, 124), (44, 78), (92, 40)], fill=ink, width=12, joint="curve")
    draw.polygon([(84, 24), (112, 44), (130, 92), (74, 62)], fill=ink)


def _bars(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    for place, top in enumerate((100, 76, 52, 28)):
        draw.rectangle([26 + 29 * place, top, 26 + 29 * place + 20, 132], fill=ink)


def _waves(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    across = np.linspace(24, 136, 40)
    for middle in (48, 80, 112):
        points = [(float(x), float(middle + 12 * np.sin((x - 24) / 112 * 4 * np.pi))) for x in across]
        draw.line(points, fill=ink, width=12, joint="curve")


def _spoon(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.ellipse([84, 22, 136, 82], fill=ink)
    draw.line([96, 70, 30, 134], fill=ink, width=_LINE)


def _pan(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.pieslice([20, 28, 112, 124], 0, 180, fill=ink)
    draw.line([104, 80, 146, 56], fill=ink, width=_LINE)
    for x in (46, 72):
        draw.line([x, 62, x + 6, 46, x, 30], fill=ink, width=8, joint="curve")


def _arrows(draw: ImageDraw.ImageDraw, ink: Ink, _paper: Ink) -> None:
    draw.arc([30, 30, 130, 130], -20, 280, fill=ink, width=_LINE)
    draw.polygon([(86, 8), (128, 38), (84, 66)], fill=ink)


def _house(draw: ImageDraw.ImageDraw, ink: Ink, paper: Ink) -> None:
    draw.polygon([(80, 22), (142, 80), (18, 80)], fill=ink)
    draw.rectangle([38, 76, 122, 134], fill=ink)
    draw.rectangle([68, 94, 92, 134], fill=paper)


ICONS: dict[str, Callable[[ImageDraw.ImageDraw, Ink, Ink], None]] = {
    "power": _power, "plus": _plus, "minus": _minus, "play": _play, "stop": _stop, "lock": _lock, "snow": _snow,
    "flame": _flame, "drop": _drop, "fan": _fan, "clock": _clock, "sun": _sun, "moon": _moon, "bowl": _bowl,
    "pot": _pot, "spiral": _spiral, "thermometer": _thermometer, "shirt": _shirt, "swing": _swing, "book": _book,
    "star": _star, "pendant": _pendant, "sconce": _sconce, "desk_lamp": _desk_lamp, "bars": _bars, "waves": _waves,
    "spoon": _spoon, "pan": _pan, "arrows": _arrows, "house": _house,
}  # fmt: skip
"""Pictograms by name."""
