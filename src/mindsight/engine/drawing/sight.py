"""What a picture shows: things and parts, their positions and sizes, and the text that can be read on them.

It is computed from the geometry at the picture's pixels, so a built-in subject that gets it knows nothing that is not
visible in the picture. Models never get it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.geometry.register import OPENABLE, Part
from mindsight.engine.kinds import Look
from mindsight.engine.physics.world import World

_Bounds = tuple[float, float, float, float]
_CORNERS = np.stack(np.meshgrid([-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0], indexing="ij"), -1).reshape(-1, 3)
_NARROW = 0.005
"""Added to a thing's bounds on each side: a pixel or more of any picture that is drawn."""
LEAST_PIXELS = 30
"""Number of pixels below which a thing is too small to be recognised."""
READABLE_PX = {"zh": 20.0, "en": 14.0}
"""Least height in pixels of Chinese characters and Latin letters that can be read."""


@dataclass(frozen=True)
class Sighting:
    """Something recognisable in a picture.

    ``point`` lies deep within it, 0–1000; ``box`` is (left, top, right, bottom), 0–1000; ``side_px`` its box's shorter side
    in pixels; ``text`` the readable text printed on it, ``says`` the settings that its lamps and displays indicate, also
    by being dark; ``opened`` the share of its way by which a door, lid, drawer or curtain stands open (0 closed, 1 open).
    """

    name: str
    what: Literal["thing", "part"]
    kind: str
    look: Look | None
    owner: str
    point: tuple[float, float]
    box: tuple[float, float, float, float]
    pixels: int
    side_px: float
    text: tuple[str, ...]
    says: tuple[tuple[str, str | float | bool], ...] = ()
    opened: float | None = None


@dataclass(frozen=True)
class _Patch:
    """The pixels that show one thing, in the numbers of ``Sighting``."""

    label: int
    point: tuple[float, float]
    box: tuple[float, float, float, float]
    pixels: int
    side_px: float


def sightings(world: World, geoms: NDArray[np.int32]) -> tuple[Sighting, ...]:
    """Return the things that a picture shows, largest first; ``geoms`` is the geometry at each of its pixels."""
    image = labelled(world, geoms)
    shown = set((np.flatnonzero(np.bincount(geoms.ravel() + 1)) - 1).tolist()) - {-1}
    readable = _readable(world, image.shape[0], shown)
    says = _readouts(world, shown)
    found = [_sighting(world, patch, readable, says) for patch in _patches(image)]
    return tuple(sorted(found, key=lambda one: -one.pixels))


def labelled(world: World, geoms: NDArray[np.int32]) -> NDArray[np.int16]:
    """Return the label of the part or thing at each pixel, as ``world.ownership.labels`` numbers them; 0 where there is none."""
    return np.append(world.ownership.labels[0], 0).astype(np.int16).take(geoms)


def _depths(image: NDArray[np.integer]) -> NDArray[np.float32]:
    """Return the depth of each pixel within its thing: the distance from its middle to the edge of the thing or picture."""
    around = np.pad(image, 1, constant_values=-1)
    # A pixel is inside if it equals its eight neighbours, compared across in three rows and down in the middle column.
    level, upright = around[:, 1:] == around[:, :-1], around[1:] == around[:-1]
    across = level[:, 1:] & level[:, :-1]
    inner = np.zeros(around.shape, dtype=np.uint8)
    inner[1:-1, 1:-1] = across[:-2] & across[1:-1] & across[2:] & upright[1:, 1:-1] & upright[:-1, 1:-1]
    return np.asarray(cv2.distanceTransform(inner, cv2.DIST_C, 3)[1:-1, 1:-1] + np.float32(0.5))


def _patches(image: NDArray[np.integer]) -> list[_Patch]:
    """Return the patches of a picture of labels, by label from 1 on; vectorised because every picture needs it.

    A patch's point is the deepest within it, so that a slightly inaccurate action still hits it. Of equally deep points it
    is the one nearest to the mean of the pixels, which itself may lie in the hole of a ring or on the edge of a handle.
    """
    height, width = image.shape
    shown = np.flatnonzero(image.ravel() != 0)
    order = np.argsort(image.ravel()[shown], kind="stable")
    counts = np.bincount(image.ravel()[shown])
    labels, pixels = np.flatnonzero(counts), shown[order]
    if not labels.size:
        return []
    counts = counts[labels]
    starts = counts.cumsum() - counts
    rows, columns = np.divmod(pixels, width)
    depths = _depths(image).ravel()[pixels]
    among = np.flatnonzero(depths == np.repeat(np.maximum.reduceat(depths, starts), counts))
    patch = np.repeat(np.arange(len(labels)), counts)[among]
    middle = [np.add.reduceat(place, starts) / counts for place in (rows, columns)]
    away = (rows[among] - middle[0][patch]) ** 2 + (columns[among] - middle[1][patch]) ** 2
    # For each patch the nearest pixel; of equally near ones the first in the picture.
    nearest = among[np.lexsort((away, patch))[np.searchsorted(patch, np.arange(len(labels)))]]
    points = np.stack([columns[nearest] + 0.5, rows[nearest] + 0.5], axis=1) / (width, height) * FULL_SCALE
    low = [np.minimum.reduceat(place, starts) for place in (columns, rows)]
    high = [np.maximum.reduceat(place, starts) + 1 for place in (columns, rows)]
    boxes = np.stack([*low, *high], axis=1) * ((FULL_SCALE / width, FULL_SCALE / height) * 2)
    sides = np.minimum(high[0] - low[0], high[1] - low[1]).astype(float)
    values = zip(*(part.tolist() for part in (labels, points, boxes, counts, sides)), strict=True)
    patches = [_Patch(label, (x, y), tuple(box), count, side) for label, (x, y), box, count, side in values]
    return [patch for patch in patches if patch.pixels >= LEAST_PIXELS]


def reach_px(world: World, geoms: NDArray[np.int32], point: tuple[float, float]) -> float:
    """Return the tolerance in pixels around a picture point (0–1000) within which one still points at the same thing."""
    depths = _depths(labelled(world, geoms))
    column, row = (
        min(int(part / FULL_SCALE * side), side - 1) for part, side in zip(point, depths.T.shape, strict=True)
    )
    return float(depths[row, column])


def exposure(camera: Camera, name: str, geoms: NDArray[np.int32] | None = None) -> tuple[float, float]:
    """Return the unoccluded share of a thing or part in the current view and its shorter side in pixels.

    ``geoms`` is the geometry at each pixel of the view, if the caller has it already.
    """
    world = camera.world
    labels, names = world.ownership.labels
    if name not in names:
        return 0.0, 0.0
    own = np.nonzero(np.isin(labels, _family(world, name, names)))[0]
    mine = np.zeros(len(labels) + 1, dtype=np.bool_)
    mine[own] = True
    seen = mine[camera.geoms() if geoms is None else geoms]
    if not seen.any():
        return 0.0, 0.0
    whole = camera.geoms(only=own) >= 0
    sides = (np.ptp(np.flatnonzero(seen.any(axis=axis))) + 1 for axis in (0, 1))
    return float(seen.sum() / max(whole.sum(), seen.sum())), float(min(sides))


def exposures(camera: Camera, names: Iterable[str], geoms: NDArray[np.int32]) -> dict[str, float]:
    """Return the unoccluded share of each of several things, as ``exposure`` does, with fewer drawings.

    Things whose boxes in the picture do not meet are drawn together, since none of them can cover another.
    """
    world = camera.world
    labels, known = world.ownership.labels
    families = {name: _family(world, name, known) for name in names}
    geoms_of = {name: np.flatnonzero(np.isin(labels, own)) for name, own in families.items()}
    layers: list[dict[str, _Bounds]] = []
    for name, own in geoms_of.items():
        box = _bounds(camera, own)
        layer = next((one for one in layers if not any(_meet(box, other) for other in one.values())), None)
        if layer is None:
            layers.append({name: box})
        else:
            layer[name] = box
    seen = np.bincount(labelled(world, geoms).ravel(), minlength=len(known))
    found = {}
    for layer in layers:
        alone = camera.geoms(only=np.concatenate([geoms_of[name] for name in layer]))
        whole = np.bincount(labelled(world, alone).ravel(), minlength=len(known))
        for name in layer:
            visible = seen[families[name]].sum()
            found[name] = float(visible / max(whole[families[name]].sum(), visible, 1))
    return {name: found[name] for name in families}


def _bounds(camera: Camera, geoms: NDArray[np.int64]) -> _Bounds:
    """Return slopes (left, bottom, right, top) within which some geometry is seen; infinite if it may reach behind the eye."""
    model, data, eye = camera.world.model, camera.world.data, camera.world.model.camera("eye").id
    middle, half = model.geom_aabb[geoms, None, :3], model.geom_aabb[geoms, None, 3:]
    corners = middle + half * _CORNERS
    placed = np.einsum("gij,gcj->gci", data.geom_xmat[geoms].reshape(-1, 3, 3), corners) + data.geom_xpos[geoms, None]
    seen_from = (placed - data.cam_xpos[eye]) @ data.cam_xmat[eye].reshape(3, 3)
    ahead = -seen_from[..., 2:]
    if not geoms.size or ahead.min() <= 0:
        return -np.inf, -np.inf, np.inf, np.inf
    slopes = (seen_from[..., :2] / ahead).reshape(-1, 2)
    (left, bottom), (right, top) = slopes.min(axis=0) - _NARROW, slopes.max(axis=0) + _NARROW
    return float(left), float(bottom), float(right), float(top)


def _meet(one: _Bounds, other: _Bounds) -> bool:
    return all(one[axis] < other[axis + 2] and other[axis] < one[axis + 2] for axis in (0, 1))


def _family(world: World, name: str, names: list[str]) -> list[int]:
    """Return the labels that belong to a name: for a fixture its own and those of its parts."""
    parts = {part.name for part in world.scene.register.parts.values() if part.owner == name}
    return [label for label, other in enumerate(names) if other == name or other in parts]


def _readable(world: World, height: int, shown: set[int]) -> dict[str, tuple[str, ...]]:
    """Return, by part or thing, the printed text that is large enough to read in a picture of this height."""
    focal_px = height / 2 / np.tan(np.radians(world.view.fovy_deg / 2))
    labels, names = world.ownership.labels
    found: dict[str, list[str]] = {}
    for name, printed in world.scene.register.texts.items():
        geom = world.model.geom(name).id
        if geom not in shown:
            continue
        letter_m = printed.letter_m or float(np.partition(world.model.geom_aabb[geom][3:], 1)[1])
        away = np.asarray(world.data.geom_xpos[geom]) - np.asarray(world.view.eye)
        depth = float(-away @ world.view.rotation[:, 2])
        script = "zh" if any("\u4e00" <= letter <= "\u9fff" for letter in printed.words) else "en"
        if depth > 0 and letter_m * focal_px / depth >= READABLE_PX[script]:
            found.setdefault(names[labels[geom]], []).append(printed.words)
    return {name: tuple(words) for name, words in found.items()}


def _readouts(world: World, shown: set[int]) -> dict[str, tuple[tuple[str, str | float | bool], ...]]:
    """Return what those lamps and displays indicate that are in the picture: variables and values.

    A fixture says what its device does, a part, such as a tap, what is seen on itself.
    """
    labels, names = world.ownership.labels
    found: dict[str, dict[tuple[str, str | float | bool], None]] = {}
    for owner, device in world.scene.register.devices.items():
        for name, fact in device.readout(world.devices[owner]).items():
            geom = world.model.geom(name).id
            if geom in shown:
                for sayer in (owner, names[labels[geom]]):
                    found.setdefault(sayer, {})[fact] = None
    return {sayer: tuple(facts) for sayer, facts in found.items()}


def _opened(world: World, part: Part | None) -> float | None:
    if part is None or part.role not in OPENABLE:
        return None
    position = float(world.data.qpos[world.model.joint(part.name).qposadr[0]])
    return round((position - part.closed) / (part.opened - part.closed), 4) + 0.0


def _sighting(
    world: World,
    patch: _Patch,
    readable: Mapping[str, tuple[str, ...]],
    says: Mapping[str, tuple[tuple[str, str | float | bool], ...]],
) -> Sighting:
    name = world.ownership.labels[1][patch.label]
    part = world.scene.register.parts.get(name)
    thing = world.scene.things.get(name)
    return Sighting(
        name=name,
        what="thing" if thing is not None else "part",
        kind=thing.kind if thing is not None else part.role if part is not None else "",
        look=thing.look if thing is not None else None,
        owner=part.owner if part is not None else name,
        point=patch.point,
        box=patch.box,
        pixels=patch.pixels,
        side_px=patch.side_px,
        text=readable.get(name, ()),
        says=says.get(name, ()),
        opened=_opened(world, part),
    )
