"""Find places for furniture on the floor of a room, so that one picture shows all of it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.views import View
from mindsight.engine.scenes.floor_plan import Rect, body_rect, on_floor, size_of, swing_rect
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan
from mindsight.engine.seeds import subseed

ASPECT = 4 / 3
_TRIES, _GAP_M, _WALL_M = 120, 0.16, 0.10
_FRAME, _COVERED = 12.0, 0.28
"""Distance that furniture keeps from the picture's edge, 0–1000, and the share of its box that nearer furniture may cover."""
_NEAREST_M = 1.3
_MOST_LAYOUTS = 60
"""How many layouts are tried before the pieces are said to find no room."""


class Piece(NamedTuple):
    """A piece of furniture to be placed; ``yaws`` are the directions that it may take."""

    name: str
    kind: str
    yaws: Sequence[float]


def bare(plan: ScenePlan, keep: Sequence[str]) -> ScenePlan:
    """Return a room without its furniture but that of some kinds, and without a pet."""
    fixtures = tuple(one for one in plan.fixtures if one.kind in keep)
    return plan.model_copy(update={"fixtures": fixtures, "pet": None})


def best_layout(
    plan: ScenePlan,
    view: View,
    pieces: Sequence[Piece],
    rng: Generator,
    score: Callable[[Sequence[FixturePlan]], float],
    enough: float,
    layouts: int = 20,
) -> tuple[FixturePlan, ...] | None:
    """Return the best of some random layouts of the pieces, or the first with a score that is enough; None if they find no room."""
    best, highest = None, -np.inf
    for number in range(_MOST_LAYOUTS):
        if number >= layouts and best is not None:
            break
        found = _layout(plan, view, pieces, rng)
        if found is not None and (value := score(found)) > highest:
            best, highest = tuple(found), value
        if highest >= enough:
            break
    return best


def _layout(plan: ScenePlan, view: View, pieces: Sequence[Piece], rng: Generator) -> list[FixturePlan] | None:
    taken = [body_rect(one).grown(0.05) for one in plan.fixtures if on_floor(one)]
    taken += [swing_rect(one) for one in plan.fixtures if one.kind == "door"]
    placed: list[FixturePlan] = []
    boxes: list[tuple[Rect, float]] = []
    for piece in sorted(pieces, key=lambda one: -float(np.prod(FIXTURES[one.kind].size[:2]))):
        found = _place(plan, view, piece, rng, taken, boxes)
        if found is None:
            return None
        placed.append(found)
        taken.append(body_rect(found).grown(_GAP_M / 2))
        boxes.append(_box(found, view))
    return placed


def _place(
    plan: ScenePlan,
    view: View,
    piece: Piece,
    rng: Generator,
    taken: Sequence[Rect],
    boxes: Sequence[tuple[Rect, float]],
) -> FixturePlan | None:
    half = np.array(plan.size[:2]) / 2
    for _ in range(_TRIES):
        x, y = (round(float(rng.uniform(-side, side)), 3) for side in half - _WALL_M)
        yaw = float(piece.yaws[int(rng.integers(len(piece.yaws)))])
        seed = subseed(plan.seed, piece.name)
        made = FixturePlan(
            name=piece.name, kind=piece.kind, seed=seed, at=(x, y), yaw=yaw, options=_options(plan, piece.kind)
        )
        rect = body_rect(made)
        if (np.abs(rect.corners) > half - _WALL_M).any() or any(rect.overlaps(other, _GAP_M / 2) for other in taken):
            continue
        if float(rect.distance(np.array(view.eye[:2]))) > _NEAREST_M and _visible(_box(made, view), boxes):
            return made
    return None


def _options(plan: ScenePlan, kind: str) -> dict[str, object]:
    """Return the options of a piece: a lamp is on if the time of day asks for it."""
    lit = plan.time_of_day in {"evening", "night"}
    return {"on": lit} if kind == "floor_lamp" else {}


def _box(plan: FixturePlan, view: View) -> tuple[Rect, float]:
    return box_of(body_rect(plan), (plan.z, plan.z + size_of(plan)[2]), view)


def box_of(floor: Rect, heights: tuple[float, float], view: View) -> tuple[Rect, float]:
    """Return the box in the picture, 0–1000, of what stands on a rectangle between two heights, and its distance from the camera."""
    corners = np.concatenate([np.c_[floor.corners, np.full(4, z)] for z in heights])
    turned = (corners - np.array(view.eye)) @ view.rotation
    away_m = -turned[:, 2]
    if away_m.min() < 0.3:
        return Rect((-1e4, -1e4), (1.0, 1.0)), 0.0
    half_up = np.tan(np.radians(view.fovy_deg / 2)) * away_m
    points = np.stack([500 + 500 * turned[:, 0] / (half_up * ASPECT), 500 - 500 * turned[:, 1] / half_up], 1)
    low, high = points.min(0), points.max(0)
    middle, half = (low + high) / 2, (high - low) / 2
    away = float(np.linalg.norm(np.subtract(floor.at, view.eye[:2])))
    return Rect((float(middle[0]), float(middle[1])), (float(half[0]), float(half[1]))), away


def _visible(one: tuple[Rect, float], others: Sequence[tuple[Rect, float]]) -> bool:
    """Return whether a box lies in the picture, and neither it nor another is covered too much."""
    rect, away = one
    low, high = rect.corners.min(0), rect.corners.max(0)
    if low.min() < _FRAME or high.max() > 1000 - _FRAME:
        return False
    return all(overlap(rect, other) < _COVERED * area(rect if away > far else other) for other, far in others)


def area(rect: Rect) -> float:
    """Return the area of a rectangle."""
    return 4 * rect.half[0] * rect.half[1]


def overlap(one: Rect, other: Rect) -> float:
    """Return the area that two rectangles without yaw share."""
    sides = [
        min(one.at[axis] + one.half[axis], other.at[axis] + other.half[axis])
        - max(one.at[axis] - one.half[axis], other.at[axis] - other.half[axis])
        for axis in (0, 1)
    ]
    return max(sides[0], 0.0) * max(sides[1], 0.0)
