"""How far something stands out: in how many pixels a picture differs from the same picture without it, and how large its print is."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.physics.world import World

LEAST_DELTA_E = 10.0
"""Least difference of a pixel's colour (ΔE*ab, CIE 1976) that counts: about four times what is just noticed side by side."""


@dataclass(frozen=True)
class Prominence:
    """How something stands out: the pixels in which it differs, the shorter side of their box, and their share of all its pixels."""

    pixels: int
    side_px: float
    share: float


NOWHERE = Prominence(0, 0.0, 0.0)


def differing(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return in which pixels the colours of two RGB pictures differ by at least ``LEAST_DELTA_E``."""
    first, second = (cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_RGB2LAB) for picture in (one, other))
    return np.asarray(np.linalg.norm(first - second, axis=2) >= LEAST_DELTA_E)


def prominence(differs: NDArray[np.bool_], own: NDArray[np.bool_]) -> Prominence:
    """Return how something stands out in a picture; ``own`` are its pixels, ``differs`` those in which it changes the picture."""
    seen = differs & own
    if not seen.any():
        return NOWHERE
    side = min(np.ptp(np.flatnonzero(seen.any(axis=axis))) + 1 for axis in (0, 1))
    return Prominence(int(seen.sum()), float(side), float(seen.sum() / own.sum()))


def letters_px(camera: Camera, geom: int, letter_m: float) -> float:
    """Return the height in pixels at which print on a geometry can be read in the present view; 0 if it is out of sight.

    Print that is seen at an angle, or hidden in part, counts as smaller by the share of its surface that the picture shows.
    """
    world = camera.world
    away = np.asarray(world.data.geom_xpos[geom]) - np.asarray(world.view.eye)
    depth = float(-away @ world.view.rotation[:, 2])
    shown = int((camera.geoms() == geom).sum())
    if depth <= 0 or not shown:
        return 0.0
    px_per_m = camera.size_px[1] / 2 / np.tan(np.radians(world.view.fovy_deg / 2)) / depth
    height = letter_m or float(np.median(world.model.geom_aabb[geom][3:]))
    return float(height * px_per_m * min(1.0, shown / (_broadside(world, geom) * px_per_m**2)))


def _broadside(world: World, geom: int) -> float:
    """Return the greatest area in m² that a geometry shows along one of its axes; a round print has less than its box."""
    model = world.model
    half = model.geom_aabb[geom][3:]
    if (mesh := int(model.geom_dataid[geom])) < 0:
        return float(4 * half.prod() / half.min())
    first, number = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
    at = model.mesh_vert[first : first + number]
    first, number = model.mesh_faceadr[mesh], model.mesh_facenum[mesh]
    one, two, three = (at[model.mesh_face[first : first + number, corner]] for corner in range(3))
    # A closed surface has a front and a back, and a face an area of half its cross product.
    return float(np.abs(np.cross(two - one, three - one)).sum(axis=0).max() / 4)
