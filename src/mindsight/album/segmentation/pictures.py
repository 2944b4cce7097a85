"""Cut the pictures that a report shows: for each item the original, both outlines, and where mask and output differ."""

import math
from pathlib import Path

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from mindsight.album.kits.memory import keep_freed_memory
from mindsight.album.kits.pictures import Pixels, decode, grey, resize
from mindsight.album.products.conventions import Conventions
from mindsight.album.reporting.blocks import Strips
from mindsight.album.segmentation.cutouts import Export, cut_out
from mindsight.album.segmentation.kit import SegmentationEntry, SegmentationKit
from mindsight.album.segmentation.masks import stored_mask
from mindsight.album.segmentation.report import worst_first
from mindsight.errors import PictureError, ProductError
from mindsight.record.blocks import Picture, Strip
from mindsight.record.folder import MEDIA, RunFolder, media_path
from mindsight.record.model import Item
from mindsight.record.scores import ScoreTable, sample
from mindsight.text import Text, text

MOST_ITEMS = 100
"""Number of items with pictures in a report, besides the worst: a report is a page, not an archive."""

_SIDE = 240
Inside = NDArray[np.bool_]
# Distinguishable by people with colour blindness, on a grey picture.
_ORANGE, _BLUE, _YELLOW = (230, 120, 0), (0, 110, 200), (255, 220, 0)


def make_strips(run: RunFolder, kit: SegmentationKit, table: ScoreTable, conventions: Conventions) -> Strips:
    """Cut and store the pictures of the worst items and, unless only the document's scores were asked for, of some others."""
    keep_freed_memory()  # this process has scored nothing itself where others did the work
    others = 0 if run.manifest.plan["normative_only"] else MOST_ITEMS
    wanted = {*sample(table.ids, others), *(table.ids[row] for row in worst_first(table))}
    tested = {item.id: item for item in run.items if item.id in wanted}
    return tuple(_strip(run, kit, entry, tested[entry.id], conventions) for entry in kit.some(tested))


def _strip(
    run: RunFolder, kit: SegmentationKit, entry: SegmentationEntry, item: Item, conventions: Conventions
) -> Strip:
    original = decode(kit.read(entry.input), name=entry.input.path, megapixels=math.inf).pixels
    mask = stored_mask(kit.read(entry.mask), name=entry.mask.path, width=entry.mask.width, height=entry.mask.height)
    output = _output(run, entry, item, original, conventions)
    factor = min(1.0, _SIDE / max(mask.shape))
    width, height = (max(1, round(side * factor)) for side in mask.shape[::-1])
    threshold = kit.header.profile.threshold
    small = resize(original, width, height, cv2.INTER_AREA)
    inside = _shrunk(mask, width, height, threshold)
    band = np.zeros_like(inside)
    if kit.header.undecided is not None:
        band = resize((mask == kit.header.undecided).astype(np.uint8), width, height, cv2.INTER_NEAREST).astype(bool)
        inside &= ~band
    pictures = [
        _stored(run, small, text("original")),
        _stored(run, _outlined(small, inside, _YELLOW), text("mask, outlined")),
    ]
    if output is not None:
        found = _shrunk(output, width, height, threshold)
        legend = text("orange: too much, blue: missing")
        if band.any():
            legend = text("orange: too much, blue: missing, yellow: undecided")
        pictures += [
            _stored(run, _outlined(small, found, _YELLOW), text("output, outlined")),
            _stored(run, _differing(small, inside, found, band), legend),
        ]
    return Strip(
        id=f"strip-{entry.id}", item=entry.id, title=text("Picture {id}", id=entry.id), pictures=tuple(pictures)
    )


def _output(
    run: RunFolder, entry: SegmentationEntry, item: Item, original: Pixels, conventions: Conventions
) -> Pixels | None:
    """Return the mask of an output if it was kept and scored, else None."""
    name = item.media.get("output")
    if name is None or item.terms["output"] is None:
        return None
    plan = run.manifest.plan
    resized = plan["profile"]["other_size"] == "resize"
    export = Export(name, entry.mask.width, entry.mask.height, lambda: original, resized, math.inf)
    try:
        return cut_out(media_path(run.path / MEDIA, Path(name).name).read_bytes(), conventions, export).mask
    except (OSError, PictureError, ProductError):
        return None


def _shrunk(mask: Pixels, width: int, height: int, threshold: int) -> Inside:
    inside = np.where(mask >= threshold, 255, 0).astype(np.uint8)
    return resize(inside, width, height, cv2.INTER_AREA) >= 128


def _outlined(picture: Pixels, inside: Inside, colour: tuple[int, int, int]) -> Pixels:
    drawn = picture.copy()
    outlines, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    # A dark line below keeps the light one visible on a light background.
    cv2.drawContours(drawn, outlines, -1, (0, 0, 0), 3)
    cv2.drawContours(drawn, outlines, -1, colour, 1)
    return drawn


def _differing(picture: Pixels, inside: Inside, found: Inside, band: Inside) -> Pixels:
    """Return the picture in grey, lighter inside both masks, with differences in colour."""
    base = grey(picture).astype(np.float32)
    shown = np.repeat((base * 0.5 + np.where(inside & found, 110, 20)).clip(0, 255)[:, :, None], 3, axis=2)
    shown[found & ~inside] = _ORANGE
    shown[inside & ~found] = _BLUE
    shown[band] = _YELLOW
    return shown.astype(np.uint8)


def _stored(run: RunFolder, pixels: Pixels, caption: Text) -> Picture:
    data = simplejpeg.encode_jpeg(np.ascontiguousarray(pixels), quality=85, colorspace="RGB", colorsubsampling="444")
    return Picture(media=run.put_media(data, ".jpg"), caption=caption)
