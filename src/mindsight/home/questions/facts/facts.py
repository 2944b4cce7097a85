"""Facts about what a picture shows: objects with their looks, places and visibility, and the camera."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

Array = NDArray[np.float64]
Vector3 = tuple[float, float, float]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Object(_Part):
    """A movable thing, a fixture, or a moving part of one.

    ``name`` only distinguishes objects; a question never shows it. ``at`` is the middle and ``size`` the extent along the room's axes, m,
    z up. ``point`` and ``box`` are where the picture shows it (0–1000), ``pixels`` how large, ``shown`` the share that nothing covers.
    ``on`` and ``inside`` name what it rests on and lies in.
    """

    name: str
    kind: str
    zh: str
    en: str
    category: str
    uses: tuple[str, ...] = ()
    colour: str = ""
    shape: str = ""
    material: str = ""
    state: str = ""
    text: tuple[str, ...] = ()
    """What is printed on it, and in ``read`` those parts that are legible in the picture."""
    read: tuple[str, ...] = ()
    at: Vector3 = (0.0, 0.0, 0.0)
    size: Vector3 = (0.0, 0.0, 0.0)
    point: tuple[float, float] = (0.0, 0.0)
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    pixels: int = 0
    side_px: float = 0.0
    shown: float = 0.0
    on: str = ""
    inside: str = ""
    says: dict[str, Any] = {}
    """The settings that lamps and displays indicate, or the position of a moving part."""


class Facts(_Part):
    """What one picture shows: objects and camera; ``more`` holds what only scenes of one kind have."""

    objects: tuple[Object, ...]
    eye: Vector3
    axes: tuple[Vector3, Vector3, Vector3]
    """The camera's directions to the right, up and backward, in the room."""
    fovy_deg: float
    aspect: float
    more: dict[str, Any] = {}

    def named(self, name: str) -> Object:
        """Return the object of a name.

        Raises:
            KeyError: There is none.
        """
        for one in self.objects:
            if one.name == name:
                return one
        raise KeyError(name)

    def seen_from(self, at: Vector3) -> Vector3:
        """Return a place as the viewer has it: to the right, up and away, m."""
        right, up, backward = np.array(self.axes) @ np.subtract(at, self.eye)
        return float(right), float(up), -float(backward)


class Scene(_Part):
    """The facts of all pictures of a scene, in their order."""

    pictures: tuple[Facts, ...]

    @property
    def only(self) -> Facts:
        """The facts of a scene with one picture."""
        (found,) = self.pictures
        return found
