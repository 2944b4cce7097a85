"""Pictures of a clip: smooth edges, and soft shade of things and arm on the table."""

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.shade import Shade, Surface
from mindsight.vsig.synthesis.staging import Staging

Picture = NDArray[np.uint8]
Map = NDArray[np.float32]

_LARGEST_PX = 4096
"""Width up to which a picture is drawn; not every renderer draws wider ones."""


def drawn_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size at which a picture is drawn: twice as wide and high for smooth edges, unless it is very large."""
    finer = 2 if 2 * size[0] <= _LARGEST_PX else 1
    return finer * size[0], finer * size[1]


class Painter:
    """Paints the pictures of a staged clip, with the camera and the arm where they were last posed."""

    def __init__(self, staging: Staging, camera: Camera, size: tuple[int, int]) -> None:
        """``camera`` takes pictures of ``drawn_size(size)``."""
        self._staging, self._camera, self._size = staging, camera, size
        world, table = staging.world, staging.table
        casters = np.concatenate([world.ownership.seen[name] for name in staging.names])
        self.shade = Shade(world, Surface(table.front, table.height), casters)

    def picture(self) -> Picture:
        """Return the picture, RGB."""
        drawn, closeness = self._camera.unshaded()
        light = self.shade.missing(self._staging.world.view, self._size, self._staging.arm())
        light *= -self.table_share(closeness)[..., None]
        light += 1
        light *= self._smaller(drawn)
        light += 0.5
        return light.astype(np.uint8)

    def table_share(self, closeness: Map) -> Map:
        """Return the share of each pixel that shows the table, by the 1 / depth that the camera drew."""
        shown = self.shade.surface.shown_in(closeness, self._staging.world.view)
        return np.asarray(self._smaller(shown * np.uint8(255)) / 255, np.float32)

    def _smaller(self, picture: Picture) -> Map:
        return np.asarray(
            cv2.resize(np.ascontiguousarray(picture), self._size, interpolation=cv2.INTER_AREA), np.float32
        )
