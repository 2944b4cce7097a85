"""Pictures of a clip: smooth edges, and soft shade of things and arm on the table."""

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.shade import Shade, Surface
from mindsight.vsig.synthesis.staging import Staging

Picture = NDArray[np.uint8]
Map = NDArray[np.float32]

FINER = 2
"""Each pixel is drawn as this many across and down, for smooth edges."""


class Painter:
    """Paints the pictures of a staged clip, with the camera and the arm where they were last posed."""

    def __init__(self, staging: Staging, camera: Camera) -> None:
        """``camera`` takes pictures ``FINER`` times as wide and high as those to paint."""
        self._staging, self._camera = staging, camera
        self._size = camera.size_px[0] // FINER, camera.size_px[1] // FINER
        world, table = staging.world, staging.table
        casters = np.concatenate([world.ownership.seen[name] for name in staging.names])
        self.shade = Shade(world, Surface(table.front, table.height), casters)

    def picture(self) -> Picture:
        """Return the picture, RGB."""
        drawn, closeness = self._camera.unshaded()
        missing = self.shade.missing(self._staging.world.view, self._size, self._staging.arm())
        return np.asarray(self._smaller(drawn) * (1 - self.table_share(closeness)[..., None] * missing) + 0.5, np.uint8)

    def table_share(self, closeness: Map) -> Map:
        """Return the share of each pixel that shows the table, by the 1 / depth that the camera drew."""
        shown = self.shade.surface.shown_in(closeness, self._staging.world.view)
        return np.asarray(self._smaller(shown * np.uint8(255)) / 255, np.float32)

    def _smaller(self, picture: Picture) -> Map:
        return np.asarray(
            cv2.resize(np.ascontiguousarray(picture), self._size, interpolation=cv2.INTER_AREA), np.float32
        )
