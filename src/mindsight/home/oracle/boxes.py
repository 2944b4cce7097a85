"""Compute how boxes are packed into a box: the best place for one more, and an order in which all fit."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from scipy import ndimage

CELL_M = 0.01
RIM_M = 0.008
"""Packed things stay this far below the closed lid."""
WALL_M = 0.003
_BORNE_M = 0.012
_MOST_FOR_M = 0.022
"""How much lower than the height of its top the cost of a place can be: the bonus for two corners, and rounding."""
_GAP_M = 0.004
"""Gap to allow between neighbours, which do not touch along their whole length."""

Array = NDArray[np.float64]


class Spot(NamedTuple):
    """The best of some places for a box: its index, its cost, and the height that the box reaches there."""

    place: int
    cost: float
    top_m: float


def cells(half: Array) -> tuple[int, int]:
    """Return the number of cells across and along the floor of a box."""
    return max(1, round(2 * float(half[0]) / CELL_M)), max(1, round(2 * float(half[1]) / CELL_M))


def best_spot(
    ground: Array,
    half: Array,
    size: Array,
    places: Array,
    starts: Array,
    weigh: Callable[[Array], Array] = lambda costs: costs,
) -> Spot | None:
    """Return the best place for a box: low, level, well supported and in a corner; None if it fits nowhere under the lid.

    Args:
        ground: Height of what already lies there, by cell.
        half: Half the inner width, depth and height.
        size: Width, depth and height of the box as it is held.
        places: Candidate places of its middle, shape (n, 2); near a wall it is moved in as far as needed.
        starts: Height above the bottom at which it would be let go at each place.
        weigh: Maps the costs of the places to those that are compared.
    """
    room = half[:2] - WALL_M - size[:2] / 2
    if (room < 0).any() or not len(places) or size[2] > 2 * half[2] - RIM_M:
        return None
    middles = np.clip(places, -room, room)
    below, level, steady = _supports(ground, half, size, middles)
    top = below + size[2]
    drop = np.maximum(0.0, starts - below - 0.015)
    corner = np.abs(middles) @ (1 / (half[:2] + CELL_M))
    cost = np.round(top, 2) + 0.05 * (1 - level) + 0.04 * ~steady + 0.5 * drop - 0.008 * corner
    cost[top > 2 * half[2] - RIM_M] = np.inf
    cost = weigh(cost)
    best = int(np.argmin(cost))
    return Spot(best, float(cost[best]), float(top[best])) if np.isfinite(cost[best]) else None


def order(boxes: Sequence[Array], hollow: Array) -> tuple[int, ...] | None:
    """Return an order in which boxes fit into a hollow, each placed where it lies best; None if none was found."""
    half = tuple((np.asarray(hollow) / 2).tolist())
    sides = [np.sort(np.asarray(box)) for box in boxes]
    keys = (
        lambda index: -float(np.prod(sides[index])),
        lambda index: -float(sides[index][1] * sides[index][2]),
    )
    # The keys often give the same order; trying it again would change nothing.
    for tried in dict.fromkeys(tuple(sorted(range(len(sides)), key=key)) for key in keys):
        if _fits(tuple(tuple(sides[index].tolist()) for index in tried), half):
            return tried
    return None


# Drawing things until they fit tries the same boxes in many orders; sorted by size they share one cached result.
@lru_cache(maxsize=128)
def _fits(boxes: tuple[tuple[float, ...], ...], half: tuple[float, ...]) -> bool:
    ground = np.zeros(cells(np.array(half)))
    return all(_put(ground, box, np.array(half)) for box in boxes)


def _put(ground: Array, box: Sequence[float], half: Array) -> bool:
    """Place a box where it lies best and raise the ground there; False if it fits nowhere."""
    shape = np.array(ground.shape)
    x, y = np.meshgrid(*((np.arange(count) + 0.5) / count * 2 - 1 for count in shape), indexing="ij")
    places = np.stack([x.ravel() * half[0], y.ravel() * half[1]], 1)
    found: list[tuple[float, int, Array, Spot]] = []
    sizes = enumerate({tuple(turned) for turned in permutations(box)})
    lowest = float(ground.min())
    for number, size in sorted(sizes, key=lambda one: one[1][2]):
        if found and lowest + size[2] - _MOST_FOR_M > min(cost for cost, *_ in found):
            break  # higher places cost more than any bonus can make up for
        held = np.array(size) + np.array([_GAP_M, _GAP_M, 0.0])
        spot = best_spot(ground, half, held, places, np.zeros(len(places)))
        if spot is not None:
            found.append((spot.cost, number, held, spot))
    if not found:
        return False
    _, _, size_m, spot = min(found, key=lambda one: one[:2])
    room = half[:2] - WALL_M - size_m[:2] / 2
    (i, j), (wide, deep) = _window(ground, half, size_m, np.clip(places[spot.place], -room, room)[None])
    ground[i[0] : i[0] + wide, j[0] : j[0] + deep] = spot.top_m
    return True


def _supports(ground: Array, half: Array, size: Array, middles: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return the height at which a footprint would rest at each middle, the share supported, and whether it is on both sides."""
    (i, j), (wide, deep) = _window(ground, half, size, middles)
    below = _greatest(ground, wide, deep)
    least = below - _BORNE_M
    across, along = below.shape
    # A half gives support if its highest cell does: half a footprint from its first cell, or up to its last.
    left, front = _greatest(ground, (wide + 1) // 2, deep), _greatest(ground, wide, (deep + 1) // 2)
    steady = (
        (left[:across] > least)
        & (left[wide // 2 :] > least)
        & (front[:, :along] > least)
        & (front[:, deep // 2 :] > least)
    )
    borne = sliding_window_view(ground, (wide, deep)) > least[:, :, None, None]
    # As a matrix product this sum takes a third of the time; whole numbers this small are not rounded.
    count = borne.reshape(across * along, -1).astype(np.float32) @ np.ones(wide * deep, np.float32)
    level = count.reshape(across, along).astype(float) / (wide * deep)
    return below[i, j], level[i, j], steady[i, j]


def _greatest(ground: Array, wide: int, deep: int) -> Array:
    """Return the greatest height in each window, by the window's first cell."""
    middle, (across, along) = (wide // 2, deep // 2), np.array(ground.shape) - (wide, deep) + 1
    greatest = ndimage.maximum_filter(ground, (wide, deep))
    return np.asarray(greatest[middle[0] : middle[0] + across, middle[1] : middle[1] + along])


def _window(ground: Array, half: Array, size: Array, middles: Array) -> tuple[NDArray[np.int64], tuple[int, int]]:
    """Return the first cells that a footprint covers at each middle, shape (2, n), and how many it covers."""
    shape = np.array(ground.shape)
    cell = 2 * half[:2] / shape
    wide, deep = (int(count) for count in np.clip(np.ceil(size[:2] / cell - 0.1), 1, shape))
    starts = np.round((middles - size[:2] / 2 + half[:2]) / cell).astype(int)
    return np.clip(starts, 0, shape - [wide, deep]).T, (wide, deep)
