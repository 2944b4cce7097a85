"""Find the position of a cropped cut-out in its original by comparing pixels."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.album.kits.pictures import Pixels, resize
from mindsight.errors import ProductError

# Matching at full size would take minutes: the first search uses a smaller picture, the refinement samples of pixels.
_SEARCHED = 400_000
_LEAST_SIDE = 12
_CANDIDATES = 4
_SAMPLED = 20_000
_HALF = 128


class Place(NamedTuple):
    """The corner of a cut-out in its original, and the mean difference of the object's pixels there, in grey levels."""

    left: int
    top: int
    apart: float


def placed(mask: Pixels, place: Place | None, width: int, height: int) -> Pixels:
    """Return a cropped mask placed on an empty one of the original's size."""
    whole = np.zeros((height, width), np.uint8)
    if place is not None:
        rows, columns = mask.shape
        whole[place.top : place.top + rows, place.left : place.left + columns] = mask
    return whole


def find_place(original: Pixels, colours: Pixels, mask: Pixels, *, tolerance: int, name: str) -> Place | None:
    """Return the place of a cropped cut-out in its original; None for one without an object.

    Args:
        original: RGB, uint8, shape (H, W, 3).
        colours: RGB of the cut-out.
        mask: Its grey mask; only fully covered pixels are matched, or mostly covered ones if there are none.
        tolerance: Largest mean difference over these pixels, in grey levels.
        name: What error messages call the cut-out.

    Raises:
        ProductError: It is larger than the original, or matches no place.
    """
    if mask.shape[0] > original.shape[0] or mask.shape[1] > original.shape[1]:
        raise ProductError(
            "the output {file} is {width}×{height} pixels and so larger than its original ({wanted_width}×{wanted_height}); "
            "it cannot be cropped from it",
            outcome="wrong_size",
            file=name,
            width=mask.shape[1],
            height=mask.shape[0],
            wanted_width=original.shape[1],
            wanted_height=original.shape[0],
        )
    solid = mask == 255 if (mask == 255).any() else mask >= _HALF
    if not solid.any():
        return None
    best = min(
        (_refined(original, colours, solid, corner, reach) for corner, reach in _candidates(original, colours, solid)),
        key=lambda place: place.apart,
    )
    if best.apart > tolerance:
        raise ProductError(
            "the output {file} fits nowhere in its original: at the best position its pixels differ by {apart} grey levels, "
            "{tolerance} are allowed; it was scaled, rotated or recoloured",
            outcome="no_place",
            file=name,
            apart=round(best.apart, 1),
            tolerance=tolerance,
        )
    return best


def _candidates(original: Pixels, colours: Pixels, solid: NDArray[np.bool_]) -> list[tuple[tuple[int, int], int]]:
    """Return the corners (x, y) at which a downscaled cut-out fits best, each with a search radius."""
    height, width = original.shape[:2]
    factor = min(1.0, (_SEARCHED / (height * width)) ** 0.5)
    rows, columns = (round(side * factor) for side in solid.shape)
    if min(rows, columns) < _LEAST_SIDE:
        # So small an object would vanish: scale it and the picture as little as the smaller side needs.
        factor = min(1.0, _LEAST_SIDE / min(solid.shape))
        rows, columns = (max(1, round(side * factor)) for side in solid.shape)
    if factor == 1.0:
        field = _distances(original, colours, solid)
    else:
        small = resize(original, max(columns, round(width * factor)), max(rows, round(height * factor)), cv2.INTER_AREA)
        inside = resize(solid.astype(np.uint8) * 255, columns, rows, cv2.INTER_AREA) > _HALF
        if not inside.any():
            inside[:] = True
        field = _distances(small, resize(colours, columns, rows, cv2.INTER_AREA), inside)
    reach = 0 if factor == 1.0 else int(np.ceil(2 / factor))
    found = []
    for _ in range(_CANDIDATES):
        top, left = np.unravel_index(int(field.argmin()), field.shape)
        if not np.isfinite(field[top, left]):
            break
        found.append(((round(int(left) / factor), round(int(top) / factor)), reach))
        field[max(0, top - 2) : top + 3, max(0, left - 2) : left + 3] = np.inf
    return found


def _distances(original: Pixels, colours: Pixels, solid: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the squared distance of the solid pixels at each possible place of the cut-out."""
    weights = np.repeat(solid[:, :, None], 3, axis=2).astype(np.float32)
    template = np.where(solid[:, :, None], colours, 0).astype(np.float32)
    field = cv2.matchTemplate(original.astype(np.float32), template, cv2.TM_SQDIFF, mask=weights)
    return np.asarray(field, dtype=np.float32)


def _refined(original: Pixels, colours: Pixels, solid: NDArray[np.bool_], corner: tuple[int, int], reach: int) -> Place:
    """Return the best place within ``reach`` pixels of a corner, searched with a sample of the solid pixels; its distance uses all."""
    rows, columns = solid.shape
    height, width = original.shape[:2]
    left, top = min(corner[0], width - columns), min(corner[1], height - rows)
    down, right = np.nonzero(solid)
    step = max(1, len(down) // _SAMPLED)
    some = down[::step], right[::step]
    wanted = colours[some].astype(np.int16)
    places = [
        (x, y)
        for y in range(max(0, top - reach), min(top + reach, height - rows) + 1)
        for x in range(max(0, left - reach), min(left + reach, width - columns) + 1)
    ]
    distances = [np.abs(original[some[0] + y, some[1] + x] - wanted).sum(dtype=np.int64) for x, y in places]
    left, top = places[int(np.argmin(distances))]
    there = original[top : top + rows, left : left + columns]
    apart = np.abs(there[solid] - colours[solid].astype(np.int16)).mean()
    return Place(left, top, round(float(apart), 3))
