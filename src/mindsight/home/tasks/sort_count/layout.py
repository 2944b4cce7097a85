"""Lay out the work table: boxes along its front edge, things in a loose grid behind them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from mindsight.engine.fixtures.sorting import BOX_M, TABLE_M, TRAY_M, WALL_M
from mindsight.engine.scenes.floor_plan import body_rect
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import FixturePlan, ThingPlan
from mindsight.engine.seeds import subseed
from mindsight.home.tasks.sort_count.sets import Group

ROWS, COLUMNS = 5, 6
MOST = ROWS * COLUMNS
"""Number of things that fit on the table: more than a task has."""
WIDTHS_M = {2: 0.62, 3: 0.46, 4: 0.345}
"""Width of a box by the number of boxes."""
FILL, FILL_TALL = 0.85, 0.60
"""Greatest share of a box's floor that its things may take side by side; less for things too tall to be piled up."""
_GAP_M, _BETWEEN_M, _AIR_M = 0.012, 0.010, 0.028
_X_M = (-0.77, 0.77)
_Y_M = (-0.065, 0.525)
_BOX_Y_M = -TABLE_M[1] / 2 + BOX_M[1] / 2 + 0.02
_YAW_DEG = 12.0
_MEASURED_SEED = 1
_TALL_M = 0.045


@dataclass(frozen=True)
class Piece:
    """A thing to lay on the table: its plan without a place, and its size as it lies."""

    plan: ThingPlan
    size: tuple[float, float, float]

    @classmethod
    def of(cls, plan: ThingPlan) -> "Piece":
        """Return the piece of a plan; things of a kind are about equally large, so one is measured for all."""
        found = footprint(plan.kind, _MEASURED_SEED, "", plan.state)
        return cls(plan, (found.width, found.depth, found.height))


def boxes(table: FixturePlan, groups: Sequence[Group], seed: int, locked: int = -1) -> tuple[FixturePlan, ...]:
    """Return the boxes of the groups, side by side in their order; one of them may be locked."""
    width = WIDTHS_M[len(groups)]
    rect = body_rect(table)
    found = []
    for place, group in enumerate(groups):
        x = (place - (len(groups) - 1) / 2) * (width + _GAP_M)
        across, along = rect.point((x, _BOX_Y_M))
        found.append(
            FixturePlan(
                name=f"sorting_box_{place + 1}",
                kind="sorting_box",
                seed=subseed(seed, "sorting_box", place),
                at=(round(across, 4), round(along, 4)),
                yaw=table.yaw,
                z=TABLE_M[2],
                options={"width": width, "zh": group.zh, "en": group.en, "locked": place == locked},
            )
        )
    return tuple(found)


def takes(pieces: Sequence[Piece], count: int) -> bool:
    """Return whether pieces fit side by side in one of a number of boxes."""
    ground = (WIDTHS_M[count] - 2 * WALL_M) * (TRAY_M[0] - 2 * WALL_M)
    areas = [((w + _BETWEEN_M) * (d + _BETWEEN_M), height) for w, d, height in (piece.size for piece in pieces)]
    tall = sum(area for area, height in areas if height > _TALL_M)
    return tall <= FILL_TALL * ground and sum(area for area, _ in areas) <= FILL * ground


def spread(rng: Generator, table: str, pieces: Sequence[Piece]) -> list[ThingPlan]:
    """Return the pieces in a loose random grid, in which a taller one never stands before a lower one."""
    cells = rng.permutation(MOST)[: len(pieces)]
    columns: dict[int, list[tuple[int, Piece]]] = {}
    for cell, piece in zip(cells, pieces, strict=True):
        columns.setdefault(int(cell) % COLUMNS, []).append((int(cell) // COLUMNS, piece))
    laid = []
    for column in sorted(columns):
        rows = sorted(row for row, _ in columns[column])
        standing = sorted((piece for _, piece in columns[column]), key=lambda piece: (piece.size[2], piece.plan.name))
        laid += [_at(rng, table, piece, row, column) for row, piece in zip(rows, standing, strict=True)]
    order = {piece.plan.name: place for place, piece in enumerate(pieces)}
    return sorted(laid, key=lambda plan: order[plan.name])


def _at(rng: Generator, table: str, piece: Piece, row: int, column: int) -> ThingPlan:
    """Lay a piece somewhere in its cell, its long side along the cell's, slightly rotated if there is room."""
    cell = np.array([(_X_M[1] - _X_M[0]) / COLUMNS, (_Y_M[1] - _Y_M[0]) / ROWS])
    middle = np.array([_X_M[0], _Y_M[0]]) + (np.array([column, row]) + 0.5) * cell
    width, depth, _ = piece.size
    quarter = 0.0 if width >= depth else 90.0
    sides = np.array([max(width, depth), min(width, depth)])
    yaw = float(rng.uniform(-_YAW_DEG, _YAW_DEG))
    while abs(yaw) > 1.0 and (_turned(sides, yaw) + _AIR_M > cell).any():
        yaw *= 0.7
    slack = np.maximum(0.0, cell - _AIR_M - _turned(sides, yaw)) / 2
    x, y = middle + rng.uniform(-1.0, 1.0, 2) * slack
    # Text is never upside down.
    half_turn = 180.0 * float(rng.integers(2)) if piece.plan.kind != "round_tin" else 0.0
    turned = (yaw + quarter + half_turn + 180.0) % 360.0 - 180.0
    return piece.plan.model_copy(
        update={"on": f"{table}/top", "at": (round(float(x), 3), round(float(y), 3)), "yaw": round(turned, 1)}
    )


def _turned(sides: np.ndarray, yaw: float) -> np.ndarray:
    c, s = abs(np.cos(np.radians(yaw))), abs(np.sin(np.radians(yaw)))
    return np.array([c * sides[0] + s * sides[1], s * sides[0] + c * sides[1]])
