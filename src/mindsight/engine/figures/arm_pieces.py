"""An arm as convex pieces, for the shade that it casts: its flesh and sleeve without the details of the skin."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.figures.arm_bones import FINGERS, FORE_M, THUMB, UPPER_M
from mindsight.engine.figures.sleeve import RADII_M
from mindsight.engine.geometry.frames import Frame

Array = NDArray[np.float64]

_PALM_M = (0.023, 0.011)
"""Radius of the palm at the wrist and at the knuckles."""
_PIECE_M = 0.025
"""Greatest length of a piece."""
_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / np.sqrt(3)
_ROUND: Array = np.concatenate([np.eye(3), -np.eye(3), _CORNERS])
"""Directions in which points are taken around a ball."""


def arm_pieces(bones: Mapping[str, Frame]) -> Array:
    """Return points around each piece of an arm, shape (pieces, points, 3), in the frame of its bones."""
    rods: list[tuple[Frame, float, float, float]] = []
    for name, finger in {**FINGERS, "thumb": THUMB}.items():
        for place, length in enumerate(finger.bones):
            rods.append((bones[f"{name}.{place}"], length, finger.radii[place], finger.radii[place + 1]))
    rods.append((bones["forearm"], FORE_M, *RADII_M["forearm"]))
    rods.append((bones["upperarm"], UPPER_M, *RADII_M["upperarm"]))
    found = [_cut(np.array(bone.at), np.array(bone.point((length, 0.0, 0.0))), *radii) for bone, length, *radii in rods]
    wrist = np.array(bones["hand"].at)
    found += [_cut(wrist, np.array(bones["hand"].point(finger.knuckle)), *_PALM_M) for finger in FINGERS.values()]
    return np.concatenate(found)


def _cut(start: Array, end: Array, radius: float, end_radius: float) -> Array:
    """Return a rod with round ends as pieces of a few centimetres."""
    count = max(1, int(np.ceil(np.linalg.norm(end - start) / _PIECE_M)))
    share = np.linspace(0, 1, count + 1)[:, None, None]
    balls = start + (end - start) * share + (radius + (end_radius - radius) * share) * _ROUND
    return np.concatenate([balls[:-1], balls[1:]], axis=1)
