"""Cut the pictures that a report shows: for each item its output, and input, output, reference and difference close up."""

import math
from pathlib import Path

import cv2
import numpy as np
import simplejpeg

from mindsight.album.enhancement.formulas import pair_terms
from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementKit
from mindsight.album.enhancement.report import worst_first
from mindsight.album.enhancement.scoring import compared
from mindsight.album.kits.memory import keep_freed_memory
from mindsight.album.kits.pictures import Pixels, decode, resize
from mindsight.album.reporting.blocks import Strips
from mindsight.errors import KitError, PictureError
from mindsight.record.blocks import Mark, Picture, Strip
from mindsight.record.folder import MEDIA, RunFolder, media_path
from mindsight.record.model import Item
from mindsight.record.scores import ScoreTable, sample
from mindsight.text import Text, text

MOST_ITEMS = 100
"""Number of items with pictures in a report, besides the worst: a report is a page, not an archive."""

_CROP = 144
_WHOLE = 216
_AMPLIFIED = 4


def make_strips(run: RunFolder, kit: EnhancementKit, table: ScoreTable) -> Strips:
    """Cut and store the pictures of the worst items and, unless only the document's scores were asked for, of some others."""
    keep_freed_memory()  # this process has scored nothing itself where others did the work
    others = 0 if run.manifest.plan["normative_only"] else MOST_ITEMS
    wanted = {*sample(table.ids, others), *(table.ids[row] for row in worst_first(table))}
    tested = {item.id: item for item in run.items if item.id in wanted}
    return tuple(_strip(run, kit, item, tested[item.id]) for item in kit.some(tested))


def _strip(run: RunFolder, kit: EnhancementKit, item: EnhancementEntry, tested: Item) -> Strip:
    reference = decode(kit.read(item.reference), name=item.reference.path, megapixels=math.inf).pixels
    source = decode(kit.read(item.input), name=item.input.path, megapixels=math.inf).pixels
    _check_input(kit, item, reference, source)
    output = _output(run, tested, reference.shape)
    height, width = reference.shape[:2]
    enlarged = source if source.shape == reference.shape else resize(source, width, height, cv2.INTER_NEAREST)
    left, top = _differing_corner(reference, enlarged if output is None else output)
    right, bottom = min(left + _CROP, width), min(top + _CROP, height)
    inside = np.s_[top:bottom, left:right]
    pictures = [
        _whole(run, reference if output is None else output, (left, top, right, bottom), shown=output is not None)
    ]
    pictures.append(_stored(run, enlarged[inside], text("input")))
    if output is not None:
        pictures.append(_stored(run, output[inside], text("output")))
    pictures.append(_stored(run, reference[inside], text("reference")))
    if output is not None:
        difference = np.asarray(cv2.absdiff(output[inside], reference[inside]), dtype=np.uint16) * _AMPLIFIED
        pictures.append(
            _stored(run, np.minimum(difference, 255).astype(np.uint8), text("difference ×{factor}", factor=_AMPLIFIED))
        )
    return Strip(id=f"strip-{item.id}", item=item.id, title=text("Picture {id}", id=item.id), pictures=tuple(pictures))


def _check_input(kit: EnhancementKit, item: EnhancementEntry, reference: Pixels, source: Pixels) -> None:
    """Refuse a kit whose terms of an input do not match its pictures; both are loaded here anyway.

    An enlarged input is not checked: enlarging rounds differently on other machines.
    """
    if source.shape != reference.shape:
        return
    profile = kit.header.profile
    if pair_terms(compared(reference, profile), compared(source, profile))._asdict() != item.input_terms:
        raise KitError(
            "kit picture {file}: does not have the sums that kit.json states; prepare the kit again with this version",
            file=item.input.path,
        )


def _output(run: RunFolder, tested: Item, shape: tuple[int, ...]) -> Pixels | None:
    name = tested.media.get("output")
    if name is None or tested.terms["output"] is None:
        return None
    try:
        pixels = decode(
            media_path(run.path / MEDIA, Path(name).name).read_bytes(), name=name, megapixels=math.inf
        ).pixels
    except (OSError, PictureError):
        return None
    return pixels if pixels.shape == shape else None


def _differing_corner(reference: Pixels, output: Pixels) -> tuple[int, int]:
    """Return the top left corner of the window in which the two pictures differ most."""
    height, width = reference.shape[:2]
    if width <= _CROP and height <= _CROP:
        return 0, 0
    difference = cv2.cvtColor(cv2.absdiff(reference, output), cv2.COLOR_RGB2GRAY)
    sums = cv2.integral(difference)
    rows, columns = max(height - _CROP, 0) + 1, max(width - _CROP, 0) + 1
    high, wide = min(_CROP, height), min(_CROP, width)
    window = sums[high:, wide:][:rows, :columns] - sums[:-high, wide:][:rows, :columns]
    window = window - sums[high:, :-wide][:rows, :columns] + sums[:-high, :-wide][:rows, :columns]
    top, left = np.unravel_index(int(window.argmax()), window.shape)
    return int(left), int(top)


def _whole(run: RunFolder, pixels: Pixels, box: tuple[int, int, int, int], *, shown: bool) -> Picture:
    factor = min(1.0, _WHOLE / max(pixels.shape[:2]))
    width, height = (max(1, round(side * factor)) for side in pixels.shape[1::-1])
    small = resize(pixels, width, height, cv2.INTER_AREA)
    left, top, right, bottom = (corner * factor for corner in box)
    mark = Mark(x=round(left, 2), y=round(top, 2), x2=round(right, 2), y2=round(bottom, 2))
    return Picture(media=_store(run, small), caption=_caption(shown=shown), marks=(mark,))


def _caption(*, shown: bool) -> Text:
    return text("whole output; the frame is shown beside") if shown else text("whole reference; no output is kept")


def _stored(run: RunFolder, pixels: Pixels, caption: Text) -> Picture:
    return Picture(media=_store(run, pixels), caption=caption)


def _store(run: RunFolder, pixels: Pixels) -> str:
    data = simplejpeg.encode_jpeg(np.ascontiguousarray(pixels), quality=85, colorspace="RGB", colorsubsampling="444")
    return run.put_media(data, ".jpg")
