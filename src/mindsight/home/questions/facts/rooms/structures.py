"""Structures of equal cubes: read from facts, and compared however they are turned."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from mindsight.home.questions.facts.facts import Facts

CUBE_M = 0.05
Cells = Mapping[tuple[int, int, int], str]
"""The colour of each cube by its cell."""
Outline = frozenset[tuple[int, int]]
"""The squares that an outline covers: column and row, from its lower left corner."""
SIDES: Mapping[str, Callable[[int, int, int], tuple[int, int]]] = {
    "right": lambda _, y, z: (y, z),
    "left": lambda _, y, z: (-y, z),
    "above": lambda x, y, _: (x, y),
}
"""Where whoever looks from a side has a cube: column to the right and row up. From above the viewer's own side is at the bottom."""


def structure(facts: Facts, names: Iterable[str]) -> Cells | None:
    """Return the structure that some cubes make; None if one of them is not seen."""
    known = {one.name: one for one in facts.objects}
    wanted = list(names)
    if any(name not in known or name not in facts.more["cubes"] for name in wanted):
        return None
    places = np.array([facts.more["cubes"][name] for name in wanted])
    # Cubes lie edge to edge, so a cell is counted from the mean of what the offsets within a cell are, on a circle.
    turns = np.exp(2j * np.pi * places / CUBE_M).mean(0)
    offset = np.angle(turns) / (2 * np.pi) * CUBE_M
    cells = np.round((places - offset) / CUBE_M).astype(int)
    return {
        (int(x), int(y), int(z)): known[name].colour for name, (x, y, z) in zip(wanted, cells.tolist(), strict=True)
    }


def outline(cells: Iterable[tuple[int, int, int]], side: str) -> Outline:
    """Return the outline of a structure from one of the ``SIDES``."""
    found = {SIDES[side](*cell) for cell in cells}
    left, low = (min(one[axis] for one in found) for axis in (0, 1))
    return frozenset((column - left, row - low) for column, row in found)


def alike(one: Cells, other: Cells) -> bool:
    """Return whether two structures are the same after some quarter turns about the vertical."""
    wanted = _settled(one)
    turned = dict(other)
    for _ in range(4):
        if _settled(turned) == wanted:
            return True
        turned = {(-y, x, z): colour for (x, y, z), colour in turned.items()}
    return False


def _settled(cells: Cells) -> dict[tuple[int, ...], str]:
    low = np.array(list(cells)).min(0)
    return {tuple(int(part) for part in np.subtract(cell, low)): colour for cell, colour in cells.items()}
