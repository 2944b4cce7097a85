"""Little pictures for a person who looks: single ones of what was found, and contact sheets of the whole set."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from mindsight.decoding import decoder_errors
from mindsight.raster.orientation import upright
from mindsight.review.examining.clips import SUFFIXES as CLIPS
from mindsight.review.examining.pictures import MOST_MEGAPIXELS, SUFFIXES

_SINGLE_PX, _CELL_PX, _MARGIN_PX, _WORDS_PX = 240, 128, 4, 14
_COLUMNS, _ROWS = 8, 5
PER_SHEET = _COLUMNS * _ROWS
_QUALITY = 80
_GROUND, _INK = (250, 250, 250), (60, 60, 60)


class Sheet(NamedTuple):
    """A contact sheet as JPEG, and the numbers of its first and last picture."""

    data: bytes
    first: int
    last: int


def little(root: Path, file: str, longest: int = _SINGLE_PX) -> Image.Image | None:
    """Return a file's picture, or a clip's first one, upright and small and without metadata; None if it cannot be shown."""
    path = root / file
    suffix = path.suffix.lower()
    if path.is_symlink() or not path.is_file():
        return None
    try:
        image = _picture(path, longest) if suffix in SUFFIXES else _frame(path) if suffix in CLIPS else None
    except decoder_errors(OSError):
        return None
    if image is None:
        return None
    image.thumbnail((longest, longest))
    return Image.frombytes("RGB", image.size, image.tobytes())


def jpeg(image: Image.Image) -> bytes:
    """Return a picture as JPEG, the same bytes for the same pixels."""
    data = io.BytesIO()
    image.save(data, "JPEG", quality=_QUALITY)
    return data.getvalue()


def contact_sheets(root: Path, files: Sequence[str], progress: Callable[[int, int], None]) -> Iterator[Sheet]:
    """Yield sheets of numbered pictures, in the order of the files; one that cannot be shown leaves its place empty."""
    for begin in range(0, len(files), PER_SHEET):
        part = files[begin : begin + PER_SHEET]
        step = _CELL_PX + _MARGIN_PX
        rows = -(-len(part) // _COLUMNS)
        sheet = Image.new("RGB", (_COLUMNS * step + _MARGIN_PX, rows * (step + _WORDS_PX) + _MARGIN_PX), _GROUND)
        pen = ImageDraw.Draw(sheet)
        for place, file in enumerate(part):
            left = _MARGIN_PX + place % _COLUMNS * step
            top = _MARGIN_PX + place // _COLUMNS * (step + _WORDS_PX)
            image = little(root, file, _CELL_PX)
            if image is not None:
                sheet.paste(image, (left + (_CELL_PX - image.width) // 2, top + (_CELL_PX - image.height) // 2))
            pen.text((left, top + _CELL_PX + 1), str(begin + place + 1), _INK)
            progress(begin + place + 1, len(files))
        yield Sheet(jpeg(sheet), begin + 1, begin + len(part))


def _picture(path: Path, longest: int) -> Image.Image | None:
    with Image.open(path) as image:
        if image.width * image.height > MOST_MEGAPIXELS * 1e6:
            return None
        image.draft("RGB", (longest, longest))
        return upright(image).convert("RGB")


def _frame(path: Path) -> Image.Image | None:
    try:
        import av
    except ImportError:
        return None
    with av.open(str(path)) as container:
        frame = next(iter(container.decode(video=0)), None)
        return None if frame is None else Image.fromarray(frame.to_ndarray(format="rgb24"))
