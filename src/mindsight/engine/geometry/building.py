"""Building blocks, their possible poses, and structures made of them.

A structure is a list of pieces in centimetres, seen from its front: x to the right, y away from the viewer, z up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.geometry.frames import Quaternion, multiply, turn
from mindsight.engine.geometry.shapes import Box, Cylinder, Vector

Array = NDArray[np.float64]
Solid = tuple[Box | Cylinder, Vector]
"""A shape and its middle relative to the middle of the block's underside, m."""

ARCH_HALF_M, ARCH_SPRING_M = 0.035, 0.015
"""Half the width of the opening of an arch, and how high its upright sides are below the round."""
PILLAR_CM = ((2.5, 0.0), (2.5, 0.9), (2.3, 1.1), (2.3, 8.9), (2.5, 9.1), (2.5, 10.0))
"""The outline of a pillar, which is a little narrower between its ends: radius and height, cm."""


@dataclass(frozen=True)
class Form:
    """The form of a block: sizes in cm as it usually lies, whether a block can stand on it, and its front outline.

    ``points`` is the outline in the xz plane, in cm; a pillar has none.
    """

    size: tuple[float, float, float]
    flat: bool = True
    points: tuple[tuple[float, float], ...] = ()


def _arch() -> tuple[tuple[float, float], ...]:
    turns = np.linspace(np.pi, 0.0, 13)
    half, spring = 100 * ARCH_HALF_M, 100 * ARCH_SPRING_M
    rounded = [(half * float(np.cos(at)), spring + half * float(np.sin(at))) for at in turns]
    return ((-7.5, 0.0), (-half, 0.0), *rounded, (half, 0.0), (7.5, 0.0), (7.5, 8.0), (-7.5, 8.0))


def _box(width: float, height: float) -> tuple[tuple[float, float], ...]:
    return ((-width / 2, 0.0), (width / 2, 0.0), (width / 2, height), (-width / 2, height))


FORMS: Mapping[str, Form] = {
    "block": Form((5, 5, 5), points=_box(5, 5)),
    "brick_block": Form((10, 5, 5), points=_box(10, 5)),
    "plank_block": Form((15, 5, 2), points=_box(15, 2)),
    "roof_block": Form((10, 5, 5), flat=False, points=((-5.0, 0.0), (5.0, 0.0), (0.0, 5.0))),
    "pillar_block": Form((5, 5, 10)),
    "arch_block": Form((15, 5, 8), points=_arch()),
}
"""The forms by kind of thing."""

POSES: Mapping[str, Quaternion] = {
    "along": (1.0, 0.0, 0.0, 0.0),
    "across": turn("z", 90),
    "upright": multiply(turn("z", 90), turn("y", 90)),
}
"""Possible poses of a block in a structure: its long side from left to right, from front to back, or up."""


@dataclass(frozen=True)
class Piece:
    """One block of a structure: form, colour, pose, and the middle of its underside in cm."""

    kind: str
    colour: str
    pose: str
    at: Vector

    @property
    def half(self) -> Vector:
        """Half its sizes from left to right, front to back, and up, in cm."""
        x, y, z = FORMS[self.kind].size
        turned = {"along": (x, y, z), "across": (y, x, z), "upright": (y, z, x)}[self.pose]
        return (turned[0] / 2, turned[1] / 2, turned[2] / 2)

    @property
    def middle(self) -> Vector:
        """The middle of the box around it, in cm."""
        return (self.at[0], self.at[1], self.at[2] + self.half[2])

    @property
    def top(self) -> float:
        """The height of its top, in cm."""
        return self.at[2] + 2 * self.half[2]

    def written(self) -> str:
        """Return the piece as one line of a description."""
        return " ".join((self.kind, self.colour, self.pose, *(f"{part:g}" for part in self.at)))

    @classmethod
    def read(cls, line: str) -> "Piece":
        """Return the piece that one line of a description states."""
        kind, colour, pose, *at = line.split()
        x, y, z = (float(part) for part in at)
        return cls(kind, colour, pose, (x, y, z))


def written(pieces: Sequence[Piece]) -> str:
    """Return a structure as a description, one piece a line."""
    return "\n".join(piece.written() for piece in pieces)


def read(text: str) -> tuple[Piece, ...]:
    """Return the structure that a description states.

    Raises:
        ValueError: It is none.
    """
    return tuple(Piece.read(line) for line in text.splitlines())


def overlap(upper: Piece, lower: Piece) -> float:
    """Return by how many cm two pieces overlap seen from above, on the narrower axis; 0 or less if they do not."""
    gaps = [
        min(upper.at[axis] + upper.half[axis], lower.at[axis] + lower.half[axis])
        - max(upper.at[axis] - upper.half[axis], lower.at[axis] - lower.half[axis])
        for axis in (0, 1)
    ]
    return min(gaps)


def bearers(piece: Piece, pieces: Sequence[Piece]) -> list[int]:
    """Return the numbers of the pieces that a piece rests on."""
    return [
        number
        for number, lower in enumerate(pieces)
        if abs(lower.top - piece.at[2]) < 0.01 and overlap(piece, lower) > 0.1 and lower is not piece
    ]


def solids(kind: str) -> tuple[Solid, ...]:
    """Return the solid shapes of a block made of boxes or a cylinder, m; a roof is a separate mesh."""
    x, y, z = (size / 100 for size in FORMS[kind].size)
    if kind == "pillar_block":
        return ((Cylinder(x / 2, z / 2), (0, 0, z / 2)),)
    if kind == "arch_block":
        opening = ARCH_SPRING_M + ARCH_HALF_M
        leg = (x / 2 - ARCH_HALF_M) / 2
        legs = [(Box((leg, y / 2, z / 2)), (side * (x / 2 - leg), 0.0, z / 2)) for side in (-1, 1)]
        return (*legs, (Box((ARCH_HALF_M, y / 2, (z - opening) / 2)), (0.0, 0.0, (z + opening) / 2)))
    return ((Box((x / 2, y / 2, z / 2)), (0, 0, z / 2)),)
