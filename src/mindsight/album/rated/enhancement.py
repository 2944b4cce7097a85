"""Table 3: reference, input and output of one item, upright RGB pixels as they were compared."""

import math
from collections.abc import Iterator

import cv2
import numpy as np

from mindsight.album.enhancement.kit import EnhancementEntry, EnhancementKit
from mindsight.album.kits.pictures import Pixels, decode
from mindsight.album.rated.showing import Shown, Truth


class EnhancementShowings:
    """Makes what is shown of the items of an enhancement kit."""

    def __init__(self, kit: EnhancementKit) -> None:
        self._kit = kit

    def truths(self, entry: EnhancementEntry) -> Iterator[tuple[Truth, Shown]]:
        """Yield what can stand in an output's place: the reference, the input, and the input made plainly worse."""
        reference, source = self._known(entry)
        height, width = reference.shape[:2]
        fitted = source if source.shape == reference.shape else cv2.resize(source, (width, height))
        yield "reference", _shown(reference, source, reference)
        yield "anchor", _shown(reference, source, np.asarray(fitted, np.uint8))
        yield "gold", _shown(reference, source, spoilt(np.asarray(fitted, np.uint8), seed=int(entry.id)))

    def output(self, entry: EnhancementEntry, data: bytes, name: str) -> Shown:
        """Return what is shown of an output.

        Raises:
            PictureError: It cannot be decoded.
        """
        reference, source = self._known(entry)
        return _shown(reference, source, decode(data, name=name, megapixels=math.inf).pixels)

    def _known(self, entry: EnhancementEntry) -> tuple[Pixels, Pixels]:
        kit = self._kit
        reference = decode(kit.read(entry.reference), name=entry.reference.path, megapixels=math.inf).pixels
        return reference, decode(kit.read(entry.input), name=entry.input.path, megapixels=math.inf).pixels


def spoilt(picture: Pixels, *, seed: int) -> Pixels:
    """Return the picture blurred and noisy beyond doubt: worse than any input of a kit."""
    sigma = max(2.0, max(picture.shape[:2]) / 150)
    noise = np.random.default_rng(seed).normal(0, 30, picture.shape)
    blurred = cv2.GaussianBlur(picture, (0, 0), sigma).astype(np.float64)
    return np.asarray((blurred + noise).round().clip(0, 255), np.uint8)


def _shown(reference: Pixels, source: Pixels, output: Pixels) -> Shown:
    focus = None
    if reference.shape == output.shape:
        difference = cv2.blur(cv2.absdiff(reference, output).max(axis=2), (15, 15))
        y, x = np.unravel_index(int(difference.argmax()), difference.shape)
        focus = (int(x), int(y))
    return Shown({"reference": reference, "input": source, "output": output}, focus)
