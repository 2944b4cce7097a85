"""MuJoCo's primitive shapes and free-form meshes. Metres throughout."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Box:
    """A box by its half sizes along x, y, z."""

    half: Vector

    @property
    def volume(self) -> float:
        """Volume in m³."""
        return 8.0 * self.half[0] * self.half[1] * self.half[2]


@dataclass(frozen=True)
class Sphere:
    """A ball."""

    radius: float

    @property
    def volume(self) -> float:
        """Volume in m³."""
        return 4.0 / 3.0 * np.pi * self.radius**3


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid by its half axes."""

    half: Vector

    @property
    def volume(self) -> float:
        """Volume in m³."""
        return 4.0 / 3.0 * np.pi * self.half[0] * self.half[1] * self.half[2]


@dataclass(frozen=True)
class Cylinder:
    """An upright cylinder: radius and half height along z."""

    radius: float
    half: float

    @property
    def volume(self) -> float:
        """Volume in m³."""
        return 2.0 * np.pi * self.radius**2 * self.half


@dataclass(frozen=True)
class Capsule:
    """A rod with round ends from one point to another, in the frame of the body it belongs to."""

    radius: float
    start: Vector
    end: Vector

    @property
    def volume(self) -> float:
        """Volume in m³."""
        length = float(np.linalg.norm(np.subtract(self.end, self.start)))
        return np.pi * self.radius**2 * length + 4.0 / 3.0 * np.pi * self.radius**3


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh: vertices (V, 3) in metres, faces (F, 3) counter-clockwise seen from outside, uv (V, 2).

    ``uv`` has its origin at the top left of the texture. ``normals`` (V, 3) point outwards; without them MuJoCo computes
    its own. As a solid, MuJoCo uses its convex hull.
    """

    vertices: NDArray[np.float64]
    faces: NDArray[np.int32]
    uv: NDArray[np.float64]
    normals: NDArray[np.float64] | None = None

    @property
    def volume(self) -> float:
        """Volume in m³ by the divergence theorem; meaningful for closed meshes."""
        a, b, c = (self.vertices[self.faces[:, corner]] for corner in range(3))
        return float(abs(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6.0)


Shape = Box | Sphere | Ellipsoid | Cylinder | Capsule | Mesh
