"""Real photographs of any size: those that scikit-image carries, enlarged and rolled so that no two are alike."""

import itertools
from collections.abc import Iterator

import cv2
import numpy as np
import skimage.data

from mindsight.album.enhancement.formulas import Pixels


def photographs(width: int, height: int) -> Iterator[Pixels]:
    """Yield RGB photographs of the size without end."""
    sources = [skimage.data.astronaut(), skimage.data.coffee(), skimage.data.chelsea(), skimage.data.rocket()]
    for number in itertools.count():
        source = sources[number % len(sources)]
        enlarged = cv2.resize(np.roll(source, 7 * number, axis=1), (width, height), interpolation=cv2.INTER_CUBIC)
        yield np.ascontiguousarray(enlarged, dtype=np.uint8)
