"""What a point hits: a target's mask, or where it has none the neighbourhood of its annotated points.

Points are shares of width and height (x, y); distances are pixels, thousandths of each axis, or shares of the diagonal.
"""

from __future__ import annotations

import math
from typing import Any, Callable

from mindsight.checker.basics import Json
from mindsight.checker.vsig.masks import decoded_mask, is_on

Aim = tuple[Any, Callable[[Any], bool]]
_FARTHEST = 1e6  # a coordinate beyond this is no place


def place_of(point: Any) -> Any:
    """Return a point, None where it lies beyond all places."""
    return point if point is not None and all(abs(number) <= _FARTHEST for number in point) else None


def aim_at(target: Json, sample: Json, profile: Json) -> Aim:
    """Return a target's pixels, if it has any, and the test whether a point hits it."""
    size = sample["size"]
    if target["mask"] is not None:
        mask = decoded_mask(target["mask"])
        return mask, lambda point: is_on(mask, pixel_at(point, size, profile))
    return None, lambda point: _near(point, target["points"], size, profile)


def pixel_at(point: Any, size: Any, profile: Json) -> tuple[int, int] | None:
    """Return the pixel of a point; the far edge belongs to the last one, unless the profile has it outside."""
    if profile["geometry"] == "whole_pixels":
        return int(point[0] * size[0]), int(point[1] * size[1])
    for share in point:
        if share < 0 or share > 1 or (share == 1 and profile["far_edge"] == "outside"):
            return None
    return min(int(point[0] * size[0]), size[0] - 1), min(int(point[1] * size[1]), size[1] - 1)


def _near(point: Any, points: Any, size: Any, profile: Json) -> bool:
    if not points:
        return False
    measured = dict(zip(("units", "pixels", "diagonal"), distances_to(point, points, size, profile)))
    return bool(measured[profile["space_unit"]] < profile["space_within"])


def distances_to(point: Any, points: Any, size: Any, profile: Json) -> tuple[float, float, float]:
    """Return the distance from the mean of the annotated points: in thousandths, in pixels, as a share of the diagonal."""
    x, y = (math.fsum(one[axis] for one in points) / len(points) for axis in (0, 1))
    units = math.sqrt((1000 * (point[0] - x)) ** 2 + (1000 * (point[1] - y)) ** 2)
    right, down = (point[0] - x) * size[0], (point[1] - y) * size[1]
    if profile["geometry"] == "whole_pixels":
        sums = (sum(int(one[axis] * size[axis]) for one in points) for axis in (0, 1))
        right, down = (int(point[axis] * size[axis]) - int(one / len(points)) for axis, one in enumerate(sums))
    pixels = round(math.sqrt(right * right + down * down), 9)
    return round(units, 9), pixels, round(pixels / math.hypot(*size), 9)


def most_hit(reached: list[list[int]]) -> int:
    """Return how many targets can be hit at once, each by another point: the most, over every choice for the first ones."""
    best: dict[frozenset[int], int] = {frozenset(): 0}
    for points in reached:
        longer = dict(best)
        for used, count in best.items():
            for point in points:
                if point not in used:
                    key = used | {point}
                    longer[key] = max(longer.get(key, 0), count + 1)
        best = longer
    return max(best.values())
