"""A page with one example of every kind of report block: what a suite can show, and how it looks.

    python -m docs.gallery gallery.html

Every picture is drawn here, pixel by pixel, so that the page needs no file.
"""

import math
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mindsight.record.blocks import (
    Block,
    Column,
    Confusion,
    Curve,
    Gallery,
    Level,
    Link,
    Mark,
    Note,
    Overlay,
    Paragraphs,
    Picture,
    Range,
    Ranges,
    Series,
    Span,
    Strip,
    Table,
    Timeline,
    Track,
)
from mindsight.report import render_page
from mindsight.text import Language, text

TITLE = text("Gallery of report blocks")

Pixels = NDArray[np.uint8]


def build(path: Path, *, language: Language = "en") -> Path:
    """Write the gallery page and return its path."""
    path.write_text(render_page(TITLE, blocks(), media(), language=language), encoding="utf-8")
    return path


def blocks() -> tuple[Block, ...]:
    """Return one block of every kind, and the variants that look different."""
    return (*_words(), *_figures(), *_pictures())


def media() -> dict[str, bytes]:
    """Return the pictures that the blocks name."""
    scene = _scene()
    blurred = _blurred(scene)
    difference = np.abs(scene.astype(np.int16) - blurred) * 4
    return {
        "scene.png": png(scene),
        "blurred.png": png(blurred),
        "difference.png": png(_bytes(difference)),
        "mask.png": png(np.repeat(_disc()[:, :, None], 3, axis=2)),
        **{f"tone-{index}.png": png(_tone(index)) for index in range(6)},
    }


def png(pixels: Pixels) -> bytes:
    """Return RGB pixels as a PNG file."""
    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    packed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def _words() -> tuple[Block, ...]:
    roles = (
        ("reading", "6.3.2", text("The largest pixel value is that of the reference, as the clause says.")),
        ("departure", "5.3", text("This trial used 12 references; the document asks for more than 30.")),
        ("warning", "6.3.3", text("One score hardly separates the products; read the gain beside it.")),
        ("information", None, text("All pictures on this page were drawn by the program that made it.")),
    )
    notes = tuple(
        Note(id=f"note-{role}", title=text("Note: {role}", role=role), role=role, clause=clause, body=body)
        for role, clause, body in roles
    )
    columns = (
        Column(title=text("Picture"), align="left"),
        Column(title=text("Outcome"), align="left"),
        Column(title=text("Score"), decimals=2),
        Column(title=text("Gain"), decimals=2),
    )
    rows = (
        (Link(value="0001", target="strip"), text("scored"), 81.257, 4.1),
        ("0002", text("exact"), 100.0, 18.743),
        ("0003", text("unreadable"), 0.0, None),
    )
    paragraph = text(
        "Running text keeps to a comfortable measure. It is said in two languages and switched without a program."
    )
    return (
        Table(id="table", title=text("Table"), columns=columns, rows=rows),
        *notes,
        Paragraphs(id="text", title=text("Text"), paragraphs=(paragraph, paragraph)),
    )


def _figures() -> tuple[Block, ...]:
    x = tuple(float(value) for value in range(0, 101, 5))
    wave = tuple(round(50 + 40 * math.sin(value / 16), 3) for value in x)
    counts = tuple(float(round(12 * math.exp(-(((value - 60) / 22) ** 2)))) for value in x)
    beside = tuple(float(round(12 * math.exp(-(((value - 40) / 25) ** 2)))) for value in x)
    classes = ("people", "人像与合影", "documents and receipts", "food", "night scenes over water, long exposure")
    table = ((41, 2, 0, 1, 0), (6, 33, 1, 0, 0), (0, 0, 28, 3, 0), (1, 0, 2, 37, 4), (0, 1, 0, 9, 12))
    tracks = (
        Track(
            name=text("speech"),
            spans=(
                Span(begin_ms=400, end_ms=1900, label="put the cup"),
                Span(begin_ms=2300, end_ms=3100, label="there"),
            ),
        ),
        Track(name=text("gesture"), spans=(Span(begin_ms=1500, end_ms=2900, label="points"),)),
        Track(name=text("expected moment"), spans=(Span(begin_ms=2450, label="stroke"),)),
        Track(name=text("answered moment"), spans=(Span(begin_ms=2710, label="answer"),)),
    )
    return (
        Curve(
            id="bars",
            title=text("Bars and steps"),
            x_label=text("points"),
            y_label=text("pictures"),
            series=(
                Series(name=text("unprocessed input"), x=x, y=beside, style="steps"),
                Series(name=text("product"), x=x, y=counts, style="bars"),
            ),
        ),
        Curve(
            id="line",
            title=text("Line and points"),
            x_label=text("time (s)"),
            y_label=text("value"),
            series=(
                Series(name=text("fitted"), x=x, y=wave),
                Series(name=text("observed"), x=x[::2], y=tuple(value + 4 for value in wave[::2]), style="points"),
            ),
        ),
        Confusion(id="confusion", title=text("Confusion matrix"), actual=classes, predicted=classes, counts=table),
        Ranges(
            id="ranges",
            title=text("Values with their intervals"),
            ranges=(
                Range(name=text("first"), value=0.62, low=0.48, high=0.74),
                Range(name=text("second"), value=0.35),
            ),
            levels=(Level(name=text("mean"), value=0.485),),
        ),
        Timeline(id="timeline", title=text("Timeline"), tracks=tracks),
    )


def _pictures() -> tuple[Block, ...]:
    marks = (
        Mark(x=58, y=34, x2=122, y2=98, label="cup", role="truth"),
        Mark(x=70, y=46, x2=134, y2=104, label="found", role="answer"),
        Mark(x=90, y=66, label="aim", role="truth"),
        Mark(x=104, y=80, label="answer", role="answer"),
        Mark(x=24, y=110, label="hand", role="context"),
    )
    frame = Mark(x=58, y=34, x2=122, y2=98)
    return (
        Overlay(
            id="overlay",
            title=text("Picture with marks"),
            picture=Picture(media="scene.png", caption=text("expected and answered places"), marks=marks),
        ),
        Overlay(
            id="mask",
            title=text("Picture with a mask"),
            picture=Picture(media="scene.png", caption=text("the area that was marked")),
            mask="mask.png",
        ),
        Strip(
            id="strip",
            title=text("Strip"),
            pictures=(
                Picture(media="blurred.png", caption=text("input")),
                Picture(media="scene.png", caption=text("reference; the frame is shown beside"), marks=(frame,)),
                Picture(media="difference.png", caption=text("difference ×{factor}", factor=4)),
            ),
        ),
        Gallery(
            id="gallery",
            title=text("Gallery"),
            pictures=tuple(
                Picture(media=f"tone-{index}.png", caption=text("tone {number}", number=index + 1))
                for index in range(6)
            ),
        ),
    )


def _grid(height: int = 140, width: int = 200) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    y, x = np.mgrid[0:height, 0:width]
    return x.astype(np.float64), y.astype(np.float64)


def _disc() -> Pixels:
    x, y = _grid()
    disc: Pixels = (((x - 90) ** 2 + (y - 66) ** 2 < 31**2) * 255).astype(np.uint8)
    return disc


def _scene() -> Pixels:
    x, y = _grid()
    wall = np.stack([225 - y * 0.4, 222 - y * 0.3, 212 - y * 0.2], axis=2)
    table = np.stack([150 + 12 * np.sin(x / 7), 108 + 9 * np.sin(x / 7), 72 + 0 * x], axis=2)
    pixels = np.where((y > 84)[:, :, None], table, wall)
    shade = np.clip(1.15 - ((x - 80) ** 2 + (y - 54) ** 2) / 3200, 0.35, 1.1)[:, :, None]
    pixels = np.where((_disc() > 0)[:, :, None], np.array([64.0, 132.0, 170.0]) * shade, pixels)
    return _bytes(pixels)


def _bytes(values: NDArray[np.float64]) -> Pixels:
    pixels: Pixels = np.clip(values, 0, 255).astype(np.uint8)
    return pixels


def _blurred(pixels: Pixels) -> Pixels:
    shifted = [np.roll(pixels.astype(np.float64), (dy, dx), axis=(0, 1)) for dy in (-2, 0, 2) for dx in (-2, 0, 2)]
    noise = np.random.default_rng(7).normal(0, 5, pixels.shape)
    return _bytes(np.mean(shifted, axis=0) + noise)


def _tone(index: int) -> Pixels:
    x, y = _grid(100, 130)
    wave = 0.5 + 0.5 * np.sin((x * math.cos(index) + y * math.sin(index)) / (6 + index))
    base = np.array([(0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (230, 159, 0), (86, 180, 233)][index])
    return _bytes(base * (0.45 + 0.55 * wave[:, :, None]))


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery.html"))
