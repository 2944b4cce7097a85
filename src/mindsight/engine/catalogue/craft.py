"""Tools for making things: paint, rounded outlines, hollow walls, slabs with a picture on one side."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.patterns import covered
from mindsight.engine.drawing.prints.pixels import mixed
from mindsight.engine.drawing.prints.textures import atlas
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import multiply, turn
from mindsight.engine.geometry.meshes import Array, box, extrude, move
from mindsight.engine.geometry.meshes import turn as turned
from mindsight.engine.geometry.shapes import Box, Mesh, Vector

Point = tuple[float, float]


def paint(body: Body, colour: str | Vector, *, rough: float = 0.55, alpha: float = 1.0) -> str:
    """Return the material of a plain colour, given as a palette key or in sRGB."""
    rgb = COLOURS[colour].rgb if isinstance(colour, str) else colour
    return body.workshop.material(rgb=rgb, roughness=rough, alpha=alpha)


def pale(colour: str, share: float = 0.5) -> Vector:
    """Return a colour of the palette mixed with a share of cream."""
    return mixed(COLOURS[colour].rgb, (1.0, 0.99, 0.97), share)


def metal(body: Body, rgb: Vector = (0.76, 0.77, 0.79), *, rough: float = 0.3) -> str:
    """Return the material of bare metal."""
    return body.workshop.material(rgb=rgb, roughness=rough, metallic=0.7)


def rounded(corners: Sequence[Point], radius: float, steps: int = 5) -> Array:
    """Return a polygon with its corners rounded to arcs that begin ``radius`` before them, less where a side is short."""
    points = np.array(corners, float)
    outline = []
    for before, corner, after in zip(np.roll(points, 1, 0), points, np.roll(points, -1, 0), strict=True):
        sides = [(other - corner) / np.linalg.norm(other - corner) for other in (before, after)]
        cut = min(radius, *(0.45 * float(np.linalg.norm(other - corner)) for other in (before, after)))
        outline.append(_fillet(corner, sides[0], sides[1], cut, steps))
    return np.concatenate(outline)


def _fillet(corner: Array, before: Array, after: Array, cut: float, steps: int) -> Array:
    half = np.arccos(np.clip(before @ after, -1.0, 1.0)) / 2
    if half > 1.5:
        return corner[None]
    middle = corner + (before + after) / np.linalg.norm(before + after) * cut / np.cos(half)
    first, last = corner + before * cut - middle, corner + after * cut - middle
    share = np.linspace(0, 1, steps + 1)[:, None]
    spokes = first * np.sin((1 - share) * (np.pi / 2 - half) * 2) + last * np.sin(share * (np.pi / 2 - half) * 2)
    return np.asarray(middle + spokes / np.sin((np.pi / 2 - half) * 2))


def upright(outline: Array | Sequence[Point], thickness: float, bevel: float = 0.0) -> Mesh:
    """Return an upright plate: an outline in the xz plane, seen from the front, its thickness centred on y = 0."""
    return move(turned(extrude(np.asarray(outline), thickness, bevel), "x", 90), (0, thickness / 2, 0))


def arc(middle: Point, radius: float, begin: float, end: float, count: int = 16) -> Array:
    """Return points on a circle from one angle to another, in degrees."""
    angles = np.deg2rad(np.linspace(begin, end, count))
    return np.array(middle) + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def shell(body: Body, foot: Point, rim: Point, thickness: float, *, count: int = 12) -> None:
    """Add the solid wall of a round hollow thing, by the outer (radius, z) at its foot and at its rim."""
    run, rise = rim[0] - foot[0], rim[1] - foot[1]
    length, lean = float(np.hypot(run, rise)), float(np.degrees(np.arctan2(run, rise)))
    out = np.array([rise, -run]) / length * thickness / 2
    radius, z = (foot[0] + rim[0]) / 2 - out[0], (foot[1] + rim[1]) / 2 - out[1]
    half = (thickness / 2, max(foot[0], rim[0]) * float(np.tan(np.pi / count)), length / 2)
    for angle in np.arange(count) * 360.0 / count:
        x, y = radius * np.cos(np.deg2rad(angle)), radius * np.sin(np.deg2rad(angle))
        body.solid(Box(half), at=(x, y, z), turn=multiply(turn("z", float(angle)), turn("y", lean)))


def floor(body: Body, radius: float, thickness: float, *, z: float = 0.0) -> None:
    """Add the solid bottom of a round thing: a square plate, which rests more steadily than a disc."""
    body.solid(Box((radius * 0.75, radius * 0.75, thickness / 2)), at=(0, 0, z + thickness / 2))


PACK = {
    "front": (0.0, 0.0, 0.5, 1.0),
    "back": (0.0, 0.0, 0.5, 1.0),
    "left": (0.5, 0.0, 0.75, 1.0),
    "right": (0.5, 0.0, 0.75, 1.0),
    "top": (0.8, 0.1, 0.95, 0.9),
    "bottom": (0.8, 0.1, 0.95, 0.9),
}
"""The parts of a packet's picture for its sides: front and back, narrow sides, plain ends."""


def packet(front: Image.Image, side: Image.Image, end: Vector) -> Image.Image:
    """Return the picture of a packet for the atlas ``PACK``."""
    return atlas([((0.0, 0.0, 0.5, 1.0), front), ((0.5, 0.0, 0.75, 1.0), side)], (512, 256), end)


def fill(body: Body, points: Array, inset: float, *, lift: float = 0.0005) -> None:
    """Add the box around points as a solid, a little smaller at the sides and on top, with the same underside."""
    low, high = points.min(axis=0) + np.array([inset, inset, lift]), points.max(axis=0) - inset * np.array([1, 1, 0.3])
    (x, y, z), (u, v, w) = (high - low) / 2, (high + low) / 2
    body.solid(Box((float(x), float(y), float(z))), at=(float(u), float(v), float(w)))


def slab(
    body: Body,
    half: Vector,
    at: Vector,
    bevel: float,
    *,
    picture: Image.Image | None = None,
    rgb: Vector,
    side: str = "top",
    roughness: float = 0.6,
) -> None:
    """Add a rounded box, visible and solid, with a picture on one side."""
    texture, atlas = covered(picture, rgb, side) if picture is not None else (None, {})
    tint = (1.0, 1.0, 1.0) if picture is not None else rgb
    material = body.workshop.material(texture, rgb=tint, roughness=roughness)
    body.show(box(half, bevel, atlas), at=at, material=material)
    body.solid(Box(half), at=at)
