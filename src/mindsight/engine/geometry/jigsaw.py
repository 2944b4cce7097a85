"""Jigsaws as geometry: how a picture is cut, and the outline of each piece. All knobs are alike, so only the print distinguishes them.

A piece is known by a code such as ``farm/3x2/7/1,0``: the motif, the grid (columns × rows), the jigsaw's seed, and the cell,
counted from the left and from the top.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.seeds import stream

GRIDS: dict[int, tuple[int, int]] = {4: (2, 2), 6: (3, 2), 9: (3, 3), 16: (4, 4)}
"""Columns and rows by the number of pieces."""
PITCH_M: dict[int, float] = {4: 0.095, 6: 0.080, 9: 0.072, 16: 0.060}
"""Side of a cell by the number of pieces."""
THICK_M = 0.006
PLAY_M = 0.0004
"""Margin on each side by which a piece is smaller than its cell."""
KNOB, NECK, REACH = 0.115, 0.075, 0.19
"""Radius of a knob, distance of its middle from the edge, and its reach beyond the edge, as shares of the cell."""

Array = NDArray[np.float64]
Cell = tuple[int, int]
Edges = tuple[int, int, int, int]
"""Edges of a piece at its bottom, right, top and left: 1 for a knob, −1 for a hole, 0 for a straight edge."""


@dataclass(frozen=True)
class Cut:
    """How a picture is cut: its columns and rows, and the seed for the directions of the knobs."""

    motif: str
    columns: int
    rows: int
    seed: int

    @classmethod
    def read(cls, code: str) -> tuple["Cut", Cell]:
        """Return the cut and cell that a piece's code states.

        Raises:
            ValueError: It is no such code.
        """
        motif, grid, seed, cell = code.split("/")
        columns, rows = (int(part) for part in grid.split("x"))
        column, row = (int(part) for part in cell.split(","))
        return cls(motif, columns, rows, int(seed)), (column, row)

    def code(self, cell: Cell) -> str:
        """Return the code of a piece."""
        return f"{self.motif}/{self.columns}x{self.rows}/{self.seed}/{cell[0]},{cell[1]}"

    @property
    def pitch_m(self) -> float:
        """Side of a cell."""
        return PITCH_M[self.columns * self.rows]

    @property
    def size_m(self) -> tuple[float, float]:
        """Width and height of the picture."""
        return self.columns * self.pitch_m, self.rows * self.pitch_m

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row from the top."""
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    @property
    def neighbours(self) -> tuple[tuple[Cell, Cell], ...]:
        """All pairs of cells that share an edge, the left or upper cell first."""
        across = [((column, row), (column + 1, row)) for column, row in self.cells if column + 1 < self.columns]
        down = [((column, row), (column, row + 1)) for column, row in self.cells if row + 1 < self.rows]
        return (*across, *down)

    def edges(self, cell: Cell) -> Edges:
        """Return the edges of a piece."""
        across, down = _seams(self)
        column, row = cell
        right = int(across[row, column]) if column + 1 < self.columns else 0
        left = -int(across[row, column - 1]) if column else 0
        bottom = int(down[row, column]) if row + 1 < self.rows else 0
        top = -int(down[row - 1, column]) if row else 0
        return bottom, right, top, left

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell relative to the middle of the picture: m to the right and up."""
        column, row = cell
        return (column - (self.columns - 1) / 2) * self.pitch_m, ((self.rows - 1) / 2 - row) * self.pitch_m


@lru_cache(maxsize=64)
def _seams(cut: Cut) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the direction of each knob, across the vertical seams and across the horizontal ones."""
    rng = stream(cut.seed, "jigsaw", "seams", cut.columns, cut.rows)
    return rng.choice([-1, 1], (cut.rows, cut.columns)), rng.choice([-1, 1], (cut.rows, cut.columns))


def outline(edges: Edges, pitch_m: float, *, steps: int = 12) -> Array:
    """Return the outline of a piece around the middle of its cell, counter-clockwise from the lower left."""
    half = pitch_m / 2 - PLAY_M
    corners = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    points: list[Array] = []
    for side, edge in enumerate(edges):
        points.append(corners[side])
        if edge:
            angle = (side - 1) * np.pi / 2
            turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            points.extend(_knob(edge, pitch_m, steps) @ turned)
    return np.array(points)


def _knob(edge: int, pitch_m: float, steps: int) -> Array:
    """Return a knob or hole in the right edge of a cell, from below upwards."""
    radius = KNOB * pitch_m - edge * PLAY_M
    middle = pitch_m / 2 + edge * NECK * pitch_m
    # Where the circle meets the edge of the piece.
    open_rad = np.arccos((pitch_m / 2 - PLAY_M - middle) * edge / radius)
    angles = np.linspace(-open_rad, open_rad, steps)
    return np.stack([middle + edge * radius * np.cos(angles), radius * np.sin(angles)], 1)


def blocks(edges: Edges, pitch_m: float) -> list[tuple[float, float, float, float]]:
    """Return the rectangles (x, y, half width, half depth) that make a piece solid; the first is its middle."""
    half = pitch_m / 2 - PLAY_M
    core = half - REACH * pitch_m - 2 * PLAY_M
    slot = (KNOB + 0.01) * pitch_m + PLAY_M
    found = [(0.0, 0.0, core, core)]
    for side, edge in enumerate(edges):
        long = half if side % 2 == 0 else core
        strips = [(-long, long)] if edge >= 0 else [(-long, -slot), (slot, long)]
        found += [
            _turned((half + core) / 2, (low + high) / 2, (half - core) / 2, (high - low) / 2, side)
            for low, high in strips
        ]
        if edge > 0:
            reach = REACH * pitch_m - PLAY_M
            found.append(_turned(half + reach / 2, 0.0, reach / 2, (KNOB - 0.01) * pitch_m, side))
    return found


def _turned(x: float, y: float, wide: float, deep: float, side: int) -> tuple[float, float, float, float]:
    """Return a rectangle at the right edge turned to the bottom (0), right (1), top (2) or left (3) edge."""
    return {
        0: (y, -x, deep, wide),
        1: (x, y, wide, deep),
        2: (-y, x, deep, wide),
        3: (-x, -y, wide, deep),
    }[side]
