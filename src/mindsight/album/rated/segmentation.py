"""Table 4: original, mask, output, the cut-out object and the difference of one item."""

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.album.kits.pictures import Pixels, decode, grey
from mindsight.album.products.conventions import Conventions
from mindsight.album.rated.showing import Shown, Truth
from mindsight.album.segmentation.cutouts import Export, cut_out
from mindsight.album.segmentation.kit import SegmentationEntry, SegmentationKit
from mindsight.album.segmentation.masks import stored_mask

Inside = NDArray[np.bool_]
# Distinguishable by people with colour blindness, on a grey picture.
_ORANGE, _BLUE, _YELLOW = (230, 120, 0), (0, 110, 200), (255, 220, 0)


class SegmentationShowings:
    """Makes what is shown of the items of a segmentation kit; ``conventions`` are those of the run."""

    def __init__(self, kit: SegmentationKit) -> None:
        self._kit = kit

    def truths(self, entry: SegmentationEntry) -> Iterator[tuple[Truth, Shown]]:
        """Yield what can stand in an output's place: the mask itself, the uncut original, and the ground in the object's place."""
        original, mask = self._known(entry)
        yield "reference", self._shown(original, mask, self._inside(mask))
        yield "anchor", self._shown(original, mask, np.full(mask.shape, 255, np.uint8))
        yield "gold", self._shown(original, mask, 255 - self._inside(mask))

    def output(
        self, entry: SegmentationEntry, data: bytes, name: str, conventions: Conventions, *, resize: bool
    ) -> Shown:
        """Return what is shown of an output.

        Raises:
            PictureError: It cannot be decoded.
            ProductError: Its mask cannot be found.
        """
        original, mask = self._known(entry)
        export = Export(name, entry.mask.width, entry.mask.height, lambda: original, resize, math.inf)
        return self._shown(original, mask, self._inside(cut_out(data, conventions, export).mask, undecided=False))

    def _known(self, entry: SegmentationEntry) -> tuple[Pixels, Pixels]:
        kit, mask = self._kit, entry.mask
        original = decode(kit.read(entry.input), name=entry.input.path, megapixels=math.inf).pixels
        return original, stored_mask(kit.read(mask), name=mask.path, width=mask.width, height=mask.height)

    def _inside(self, mask: Pixels, *, undecided: bool = True) -> Pixels:
        """Return 255 for object pixels and 0 for the ground; undecided pixels count as ground."""
        inside = mask >= self._kit.header.profile.threshold
        if undecided and self._kit.header.undecided is not None:
            inside &= mask != self._kit.header.undecided
        return np.where(inside, 255, 0).astype(np.uint8)

    def _shown(self, original: Pixels, mask: Pixels, found: Pixels) -> Shown:
        truth = self._inside(mask)
        undecided = np.zeros(mask.shape, bool)
        if self._kit.header.undecided is not None:
            undecided = mask == self._kit.header.undecided
        pictures = {
            "original": original,
            "mask": truth,
            "output": found,
            "cutout": np.dstack([original, found]),
            "difference": _differing(original, truth > 0, found > 0, undecided),
        }
        return Shown(pictures, _focus(truth, found))


def _focus(truth: Pixels, found: Pixels) -> tuple[int, int] | None:
    """Return the place of the edge with the most differences around it, or a place of the edge where there are none."""
    wrong = cv2.boxFilter((truth != found).astype(np.float32), -1, (31, 31))
    edge = cv2.morphologyEx(found, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    if not edge.any():
        edge = cv2.morphologyEx(truth, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    if not edge.any():
        return None
    y, x = np.unravel_index(int(np.where(edge, wrong, -1).argmax()), edge.shape)
    return int(x), int(y)


def _differing(
    original: Pixels,
    truth: Inside,
    found: Inside,
    undecided: Inside,
) -> Pixels:
    """Return the original in grey, lighter inside both masks, with differences in colour."""
    base = grey(original).astype(np.float32)
    shown = np.repeat((base * 0.5 + np.where(truth & found, 110, 20)).clip(0, 255)[:, :, None], 3, axis=2)
    shown[found & ~truth] = _ORANGE
    shown[truth & ~found] = _BLUE
    shown[undecided] = _YELLOW
    return shown.astype(np.uint8)
