"""Types of layouts: the stage that a layout is drawn for, things at their places, targets."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.views import View
from mindsight.vsig.synthesis.aiming import Aim
from mindsight.vsig.synthesis.head import Head, picture_points
from mindsight.vsig.synthesis.speech.timing import Timing
from mindsight.vsig.synthesis.speech.wording import Side
from mindsight.vsig.synthesis.things import Placed

Array = NDArray[np.float64]

SPACE_M = 0.030
"""Radius around the centre of a free area for its annotated points."""
BORDER = 0.025
"""Margin of the picture without named things, as a share of its sides."""


@dataclass(frozen=True, eq=False)
class Space:
    """A free area: its centre on the table, and its reference thing and side, if any."""

    at: Array
    beside: Placed | None = None
    side: Side | None = None


@dataclass(frozen=True, eq=False)
class Layout:
    """Things on the table and the targets, in the order of the template.

    ``strokes`` are the places that the hand points at, ``pointed`` the things there (None for a free area), ``spaces`` the free areas
    that are targets.
    """

    things: tuple[Placed, ...]
    pointed: tuple[Placed | None, ...]
    aims: tuple[Aim, ...]
    spaces: tuple[Space, ...]

    @property
    def places(self) -> Array:
        """The positions pointed at, shape (strokes, 3)."""
        return np.stack([aim.place for aim in self.aims])


@dataclass(frozen=True, eq=False)
class Stage:
    """The conditions of a layout: template, sides, head, times, and the picture's shape."""

    template: int
    sides: tuple[Side, ...]
    head: Head
    timing: Timing
    fps: float

    @property
    def half(self) -> tuple[float, float]:
        """Half the width and depth of the table."""
        return self.head.table.half

    @property
    def aspect(self) -> float:
        """Width by height of the picture."""
        return self.head.width_by_height

    def seen(self, points: Array, view: View) -> Array:
        """Return the projection of points of the table: position in the picture and depth."""
        return picture_points(view, np.array([self.head.table.point(point) for point in points]), self.aspect)


def in_picture(seen: Array) -> bool:
    """Return whether all points (x, y, depth) lie in front of the camera and inside the picture's margin."""
    low, high = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
    return bool((seen[:, 2] > 0.05).all() and (low > BORDER).all() and (high < 1 - BORDER).all())


def ring_of(area: Array) -> Array:
    """Return points around a free area."""
    turns = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    return np.asarray(area + SPACE_M * np.stack([np.cos(turns), np.sin(turns), np.zeros(8)], axis=1))
