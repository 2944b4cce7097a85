"""Draw a layout: where things lie on the table, and which of them are meant."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.scenes.floor_plan import Rect
from mindsight.vsig.synthesis.aiming import draw_aim
from mindsight.vsig.synthesis.faults import DIRECTIONS, NEARER, fault
from mindsight.vsig.synthesis.setting import SPACE_M, Layout, Space, Stage, in_picture, ring_of
from mindsight.vsig.synthesis.speech.wording import STROKES, Side
from mindsight.vsig.synthesis.things import Item, Placed

Array = NDArray[np.float64]

GAP_M, EDGE_M = 0.022, 0.02
_BEYOND_M = (0.015, 0.045)
_PLACES, _AIMS = 80, 3
_TALL_M = 0.10
_REACH_M = 0.80
"""Largest distance of a pointed-at thing from the right hand."""


def draw_layout(stage: Stage, items: Sequence[Item], rng: Generator) -> Layout | None:
    """Return a random layout that passes the checks; None if this draw does not."""
    board = _Board(stage, rng)
    meant, spaces, pointed = _draw_meant(board, [one for one in items if one.named])
    if spaces is None:
        return None
    taken = {one.item.key for one in meant}
    others = sorted((one for one in items if one.key not in taken), key=lambda one: -one.room.radius)
    if not all(board.lay(one) is not None for one in others):
        return None
    for _ in range(_AIMS):
        places = [spaces[0].at if one is None else one.aim for one in pointed]
        aims = tuple(draw_aim(place, stage.half, rng) for place in places)
        layout = Layout(tuple(board.placed), tuple(pointed), aims, spaces)
        if fault(stage, layout) is None:
            return layout
    return None


def _draw_meant(
    board: "_Board", named: Sequence[Item]
) -> tuple[list[Placed], tuple[Space, ...] | None, list[Placed | None]]:
    """Place the targets first, and keep their spaces free; None if there is no room."""
    stage, rng = board.stage, board.rng
    chosen = [named[int(place)] for place in rng.permutation(len(named))[: STROKES[stage.template]]]
    if stage.template == 3:
        thing, free = board.lay(chosen[0], meant=True), board.area()
        return ([], None, []) if thing is None or free is None else ([thing], (Space(free),), [thing, None])
    placed: list[Placed] = []
    spaces: list[Space] = []
    for number, item in enumerate(chosen):
        beside = number % 2 == 1 and number // 2 < len(stage.sides)
        side = stage.sides[number // 2] if beside else None
        one = board.lay(item, meant=True, side=side, moved=placed[-1].item if placed else None)
        if one is None:
            return [], None, []
        placed.append(one)
        if side is not None:
            spaces.append(Space(board.kept[-1], one, side))
    return placed, tuple(spaces), list(placed)


class _Board:
    """A table being filled: each thing gets a place apart from the others, inside the last frame, outside of areas kept free."""

    def __init__(self, stage: Stage, rng: Generator) -> None:
        self.stage, self.rng = stage, rng
        self.placed: list[Placed] = []
        self.kept: list[Array] = []
        self._rects: list[Rect] = []
        self._half = np.array(stage.half)
        self._view = stage.head.last(stage.fps, np.tile(stage.head.look, (STROKES[stage.template], 1)))
        self._hand = np.array([0.2, -stage.half[1]])

    def lay(
        self, item: Item, *, meant: bool = False, side: Side | None = None, moved: Item | None = None
    ) -> Placed | None:
        """Place a thing; with a ``side``, also keep an area free there. None if there is no room."""
        for _ in range(_PLACES):
            x, y = (round(float(part), 4) for part in self.rng.uniform(-self._half, self._half))
            if item.room.height > _TALL_M:
                y = abs(y)  # tall things hide least at the back
            one = Placed(item, (x, y), round(float(self.rng.uniform(-180, 180)), 1))
            if meant and np.linalg.norm(np.array(one.at) - self._hand) > _REACH_M:
                continue
            if not self._is_free(one) or not in_picture(self.stage.seen(one.corners, self._view)):
                continue
            if side is not None and moved is not None:
                area = side_area(moved, one, side, self.rng)
                rect = Rect(
                    (float(area[0]), float(area[1])), ((NEARER + 0.05) * float(one.distance(area[None])[0]),) * 2
                )
                if not self._keep(area, rect):
                    continue
            self.placed.append(one)
            return one
        return None

    def area(self) -> Array | None:
        """Keep an area free anywhere on the table and return its centre; None if there is no room."""
        for _ in range(_PLACES):
            x, y = self.rng.uniform(-self._half * (0.75, 0.8), self._half * (0.75, 0.5))
            area = np.array([x, y, 0.0])
            if self._keep(area, Rect((float(x), float(y)), (2.4 * SPACE_M,) * 2)):
                return area
        return None

    def _keep(self, area: Array, rect: Rect) -> bool:
        if (
            any(rect.overlaps(other.rect) for other in self.placed)
            or (np.abs(area[:2]) > self._half - SPACE_M - 0.01).any()
        ):
            return False
        if not in_picture(self.stage.seen(ring_of(area), self._view)):
            return False
        self.kept.append(area)
        self._rects.append(rect)
        return True

    def _is_free(self, one: Placed) -> bool:
        rect = one.rect
        if (np.abs(rect.corners) > self._half - EDGE_M).any():
            return False
        if any(rect.overlaps(kept) for kept in self._rects):
            return False
        return not any(rect.overlaps(other.rect, GAP_M) for other in self.placed)


def side_area(moved: Item, beside: Placed, side: Side, rng: Generator) -> Array:
    """Return the centre of the area beside a thing that another one needs."""
    direction = np.array(DIRECTIONS[side])
    own = np.abs((beside.rect.corners - np.array(beside.at)) @ direction).max()
    needed = 0.5 * min(moved.room.width, moved.room.depth)
    away = float(own) + max(needed, 1.3 * SPACE_M) + float(rng.uniform(*_BEYOND_M))
    return np.array([*(np.array(beside.at) + away * direction), 0.0])
