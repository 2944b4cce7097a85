"""Pictures for jigsaws, and a measure of how similar their pieces look."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.drawing.prints.brush import Brush
from mindsight.engine.drawing.prints.motif_scenes import SCENES
from mindsight.engine.seeds import stream

LONG_PX = 512
"""Longer side of a picture."""
_FINER = 2

Array = NDArray[np.float64]
MOTIFS = tuple(SCENES)


@lru_cache(maxsize=8)
def picture(motif: str, columns: int, rows: int, seed: int) -> Image.Image:
    """Return the picture of a jigsaw with the given columns and rows.

    Raises:
        KeyError: There is no such motif.
    """
    paint, corners = SCENES[motif]
    size = (columns * LONG_PX // max(columns, rows), rows * LONG_PX // max(columns, rows))
    brush = Brush(stream(seed, "jigsaw", motif), (size[0] * _FINER, size[1] * _FINER), corners)
    paint(brush)
    return brush.image.resize(size, Image.Resampling.LANCZOS)


def likeness(image: Image.Image, columns: int, rows: int) -> float:
    """Return the difference of the two most similar cells in any orientation: root mean square, 0–255.

    A turned cell counts as another cell, so each must also differ from itself when turned.
    """
    patches = cells(np.asarray(image, float), columns, rows)
    turned = np.stack([np.rot90(patches, turn, axes=(1, 2)) for turn in range(4)], 1)
    apart = np.sqrt(((patches[:, None, None] - turned[None]) ** 2).mean(axis=(3, 4, 5)))
    index = np.arange(len(patches))
    apart[index, index, 0] = np.inf
    return float(apart.min())


def cells(image: Array, columns: int, rows: int, side: int = 8) -> Array:
    """Return a picture's cells, row by row, each reduced to mean colours, shape (cells, side, side, 3)."""
    cell = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8)).resize(
        (columns * side, rows * side), Image.Resampling.BOX
    )
    grid = np.asarray(cell, float).reshape(rows, side, columns, side, 3)
    return np.asarray(grid.transpose(0, 2, 1, 3, 4).reshape(-1, side, side, 3))
