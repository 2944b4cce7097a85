"""Make the thumbnails in a classification report: images with a wrong class first, then the others."""

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import simplejpeg

from mindsight.album.classification.kit import ClassificationEntry, ClassificationKit
from mindsight.album.classification.report import Pictures, shown_class
from mindsight.album.classification.scoring import ACCURACY, Marking
from mindsight.album.kits.pictures import decode, resize
from mindsight.record.blocks import Gallery, Picture, Strip
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.record.scores import ScoreTable, sample
from mindsight.text import text

MOST_ITEMS = 60
"""Number of item cards with a picture, besides those with a wrong class."""
MOST_WRONG = 30

_SIDE = 216


def make_pictures(run: RunFolder, kit: ClassificationKit, table: ScoreTable, marking: Marking) -> Pictures:
    """Store thumbnails of some images with a wrong class, and of some of all."""
    wrong = sample(_wrong(run, table, marking), MOST_WRONG)
    wanted = {*wrong, *(() if run.manifest.plan["normative_only"] else sample(table.ids, MOST_ITEMS))}
    tested = {item.id: item for item in run.items if item.id in wanted}
    shown = {entry.id: _picture(run, kit, entry, tested[entry.id], marking) for entry in kit.some(tested)}
    strips = tuple(
        Strip(id=f"strip-{name}", item=name, title=text("Image {id}", id=name), pictures=(picture,))
        for name, picture in sorted(shown.items())
    )
    if not wrong:
        return strips
    title = text("Images with a wrong class")
    return (Gallery(id="wrong", title=title, pictures=tuple(shown[name] for name in wrong)), *strips)


def _wrong(run: RunFolder, table: ScoreTable, marking: Marking) -> Iterator[str]:
    """Yield the ids of the images with another class than the right one, or none."""
    if ACCURACY.name in table.columns:
        return (str(table.ids[row]) for row in np.flatnonzero(table.column(ACCURACY.name) != 1).tolist())
    return (item.id for item in run.items if marking.predicted(item.terms) != item.terms["actual"])


def _picture(
    run: RunFolder, kit: ClassificationKit, entry: ClassificationEntry, item: Item, marking: Marking
) -> Picture:
    pixels = decode(kit.read(entry.input), name=Path(entry.input.path).name, megapixels=math.inf).pixels
    factor = min(1.0, _SIDE / max(pixels.shape[:2]))
    width, height = (max(1, round(side * factor)) for side in pixels.shape[1::-1])
    # On a white square, so that pictures of any shape line up.
    square = np.full((_SIDE, _SIDE, 3), 255, np.uint8)
    top, left = (_SIDE - height) // 2, (_SIDE - width) // 2
    square[top : top + height, left : left + width] = resize(pixels, width, height, cv2.INTER_AREA)
    data = simplejpeg.encode_jpeg(square, quality=85, colorspace="RGB", colorsubsampling="444")
    caption = text("{id}: {actual} → {found}", id=entry.id, actual=entry.actual, found=shown_class(item, marking))
    return Picture(media=run.put_media(data, ".jpg"), caption=caption)
