"""The cloth over an arm: smooth, with a hem at the wrist and soft slanting creases towards the elbow."""

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.drawing.prints import textures
from mindsight.engine.drawing.prints.pixels import blended, mixed
from mindsight.engine.geometry.meshes import loft
from mindsight.engine.geometry.shapes import Mesh, Vector

Array = NDArray[np.float64]

RADII_M: Mapping[str, tuple[float, float]] = {"forearm": (0.047, 0.0345), "upperarm": (0.058, 0.048)}
"""Radius of the sleeve at the beginning and at the end of each bone."""
_RINGS, _AROUND = 72, 40
_CREASES = 6
_CREASE_M, _WIDE_M, _SLANT_M = (0.0008, 0.0019), (0.009, 0.016), 0.024
"""Height, width and slant of a crease."""
_ROUND_M = 0.024
"""Length over which an end is rounded off."""
_HEM_M = ((0.0, 0.0012), (0.0035, 0.0006), (0.0045, -0.0008), (0.0025, -0.0030), (-0.009, -0.0060))
"""The hem's profile: along the arm and outwards, from the sleeve's end back into it."""
_CLOTH_PX = (128, 128)


def sleeve(begin: float, end: float, radii: tuple[float, float], rng: Generator, *, hem: bool = False) -> Mesh:
    """Return cloth around an arm along x, with radii at both ends; its ends are rounded, or the last one gets a hem."""
    along = np.linspace(begin, end, _RINGS)
    share = (along - begin) / (end - begin)
    around = np.linspace(0.0, 2 * np.pi, _AROUND + 1)
    radius = (radii[0] + (radii[1] - radii[0]) * share)[:, None] + _creased(along, around, towards=begin, rng=rng)
    radius *= _rounded(along - begin)[:, None]
    if not hem:
        radius *= _rounded(end - along)[:, None]
        return loft(_rings(along, radius, around))
    edge = np.array(_HEM_M)
    return loft(
        np.concatenate(
            [_rings(along, radius, around), _rings(end + edge[:, 0], radius[-1][None] + edge[:, 1, None], around)]
        )
    )


def cloth(colour: Vector, rng: Generator) -> Image.Image:
    """Return the texture of jersey: one colour with soft shade, without a weave that would show as ribs from afar."""
    return blended(
        mixed(colour, (0.0, 0.0, 0.0), 0.10), mixed(colour, (1.0, 1.0, 1.0), 0.05), textures.noise(rng, _CLOTH_PX)
    )


def _creased(along: Array, around: Array, *, towards: float, rng: Generator) -> Array:
    """Return the height of creases: each runs at a slant round one side of the arm, most of them near the elbow."""
    height = np.zeros((len(along), len(around)))
    length = float(np.ptp(along))
    for _ in range(_CREASES):
        at = towards + length * float(rng.beta(1.2, 2.2))
        turned = around - float(rng.uniform(0, 2 * np.pi))
        slant, wide = float(rng.uniform(-_SLANT_M, _SLANT_M)), float(rng.uniform(*_WIDE_M))
        side = (0.5 + 0.5 * np.cos(turned)) ** 1.5
        off = along[:, None] - at - slant * np.sin(turned)
        height += float(rng.uniform(*_CREASE_M)) * side * np.exp(-((off / wide) ** 2))
    return height


def _rounded(inside: Array) -> Array:
    """Return the share of the radius at a distance from a rounded end."""
    away = np.clip(1 - inside / _ROUND_M, 0.0, 1.0)
    return np.sqrt(np.maximum(1 - away**2, 0.02))


def _rings(along: Array, radius: Array, around: Array) -> Array:
    x = np.broadcast_to(along[:, None], radius.shape)
    return np.stack([x, radius * np.cos(around), radius * np.sin(around)], axis=-1)
