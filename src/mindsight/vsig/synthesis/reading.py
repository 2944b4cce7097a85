"""A second reading of what is pointed at, independent of how the layout was judged: the built finger against the picture.

The layout reasons with boxes before anything is drawn. Here the finger's line is taken from the bones of the built arm and
compared with what is really seen at that moment, pixel by pixel, and against what it meets in space.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rays import first_hit
from mindsight.engine.drawing.rendering import Camera
from mindsight.vsig.synthesis.staging import Pointing, Staging
from mindsight.vsig.synthesis.things import Placed

Array = NDArray[np.float64]

SIZE = (480, 270)
MARGIN = 1.25
"""How much farther the runner-up has to be."""
_CONE_DEG = 16.0
"""A pixel this far off the finger's direction counts for twice as far away."""
_SPACE_M = 0.035
"""How near to the meant place the finger's line has to meet the table."""
_HOLE_M = 0.004


@dataclass(frozen=True)
class Reading:
    """What a stroke points at by this reading: in the picture (with the margin of the runner-up) and in space.

    ``nearest`` is the thing that lies nearest to the fingertip in the picture, wherever the finger points; "" where the tip
    is out of the picture.
    """

    in_picture: str
    margin: float
    in_space: str
    agrees: bool
    nearest: str = ""


def read_stroke(staging: Staging, number: int, camera: Camera) -> Reading:
    """Return what a stroke of a clip points at, halfway through it."""
    begin, end = staging.head.timing.strokes[number]
    time = (begin + end) / 2
    pointing = staging.pose(time)
    if pointing is None:
        return Reading("", 0.0, "", agrees=False)
    staging.pose(time, with_arm=False)
    meant = staging.layout.pointed[number]
    owners = staging.owners(camera.geoms())
    distances = cone_distances(owners, pointing, len(staging.names))
    named = [place for place, one in enumerate(staging.layout.things) if one.item.named]
    ranked = sorted((distances[place], place) for place in named)
    nearest = nearest_to_tip(owners, pointing, staging.names)
    hit = first_hit(staging.world, pointing.tip, pointing.ahead)
    in_space = _met(staging, meant, hit)
    if meant is None:
        aim = np.array(staging.table.point(staging.layout.aims[number].place))
        near = hit is not None and float(np.linalg.norm(hit[1] - aim)) < _SPACE_M
        own = float(np.linalg.norm(_pixels(staging, aim) - _tip(pointing)))
        margin = min(float(ranked[0][0] / max(own, 1e-6)), 99.0)
        return Reading("", round(margin, 3), in_space, agrees=near and margin >= MARGIN, nearest=nearest)
    first = staging.names[ranked[0][1]]
    margin = min(float(ranked[1][0] / max(ranked[0][0], 1e-6)), 99.0)
    agrees = first == meant.item.key and in_space == meant.item.key and margin >= MARGIN
    return Reading(first, round(margin, 3), in_space, agrees=agrees, nearest=nearest)


def _met(staging: Staging, meant: Placed | None, hit: tuple[str, Array] | None) -> str:
    """Return what the line meets; one that goes through a hole in what is meant (a handle) meets that."""
    if hit is None:
        return ""
    place = staging.table.local(hit[1][None])
    return meant.item.key if meant is not None and float(meant.distance(place)[0]) < _HOLE_M else hit[0]


def cone_distances(owners: NDArray[np.int16], pointing: Pointing, count: int) -> Array:
    """Return how far each thing's nearest pixel is from the fingertip, pixels off the finger's direction counting as farther.

    Args:
        owners: The number of the thing at each pixel, −1 where there is none.
        pointing: The finger in the picture.
        count: How many things there are; one that is not seen is infinitely far.
    """
    height, width = owners.shape
    tip = np.array(pointing.tip_seen) * (width, height)
    ahead = tip - np.array(pointing.knuckle_seen) * (width, height)
    rows, columns = np.nonzero(owners >= 0)
    away = np.stack([columns + 0.5, rows + 0.5], axis=1) - tip
    far = np.linalg.norm(away, axis=1)
    cosine = (away @ ahead) / np.maximum(far * np.linalg.norm(ahead), 1e-9)
    angle = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
    weighed = np.maximum(far, 1.0) * (1 + (angle / _CONE_DEG) ** 2)
    found = np.full(count, np.inf)
    np.minimum.at(found, owners[rows, columns], weighed)
    return found


def nearest_to_tip(owners: NDArray[np.int16], pointing: Pointing, names: Sequence[str]) -> str:
    """Return the thing of which a pixel is nearest to the fingertip, whatever the finger points at.

    Args:
        owners: The number of the thing at each pixel, −1 where there is none.
        pointing: The finger in the picture.
        names: The things by their numbers.

    Returns:
        Its name; "" where the tip is out of the picture, or nothing is seen.
    """
    if not all(0 <= part < 1 for part in pointing.tip_seen):
        return ""
    height, width = owners.shape
    x, y = np.array(pointing.tip_seen) * (width, height)
    rows, columns = np.nonzero(owners >= 0)
    if not len(rows):
        return ""
    place = int(np.argmin((columns + 0.5 - x) ** 2 + (rows + 0.5 - y) ** 2))
    return names[int(owners[rows[place], columns[place]])]


def _tip(pointing: Pointing) -> Array:
    return np.array(pointing.tip_seen) * SIZE


def _pixels(staging: Staging, point: Array) -> Array:
    x, y, _ = staging.world.view.project(point, staging.aspect)
    return np.array([x, y]) / 1000 * SIZE


def visible_share(staging: Staging, one: Placed, camera: Camera) -> float:
    """Return how much of a thing is really seen in the present view, of what would be seen were it alone."""
    place = staging.names.index(one.item.key)
    seen = int((staging.owners(camera.geoms()) == place).sum())
    alone = int((staging.owners(camera.geoms(only=staging.world.ownership.all[one.item.key])) == place).sum())
    return seen / alone if alone else 0.0
