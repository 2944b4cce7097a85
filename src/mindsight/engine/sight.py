"""What a picture shows: which things and parts, where, how large, what can be read on them.

It is computed from the picture's own geometry, so a built-in subject that gets it knows no more than somebody with good
eyes who was sent the picture. Models are never given it.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.kinds import Look
from mindsight.engine.rendering import Camera
from mindsight.engine.views import FULL_SCALE
from mindsight.engine.world import World

LEAST_PIXELS = 30
"""Fewer pixels than these are a speck that nobody recognises."""
READABLE_PX = {"zh": 20.0, "en": 14.0}
"""Least height in pixels of Chinese characters and Latin letters that can be read."""


@dataclass(frozen=True)
class Sighting:
    """Something recognisable in a picture.

    ``point`` lies on it, 0–1000; ``box`` is (left, top, right, bottom), 0–1000; ``side_px`` its box's shorter side in
    pixels; ``text`` what is printed on it large enough to be read, ``says`` what its lamps and displays say.
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


def sightings(world: World, geoms: NDArray[np.int32]) -> tuple[Sighting, ...]:
    """Return what a picture shows, largest first; ``geoms`` is the geometry at each of its pixels."""
    labels, names = _labels(world)
    image = np.where(geoms >= 0, labels[np.maximum(geoms, 0)], -1)
    readable = _readable(world, geoms)
    shown = set(np.unique(geoms).tolist())
    found = []
    for label, name in enumerate(names):
        mask = image == label
        pixels = int(mask.sum())
        if name and pixels >= LEAST_PIXELS:
            found.append(_sighting(world, name, mask, pixels, readable, shown))
    return tuple(sorted(found, key=lambda one: -one.pixels))


def exposure(camera: Camera, name: str) -> tuple[float, float]:
    """Return the unoccluded share of a thing or part in the present view and its shorter side in pixels."""
    world = camera.world
    labels, names = _labels(world)
    if name not in names:
        return 0.0, 0.0
    own = np.nonzero(np.isin(labels, _family(world, name, names)))[0]
    seen = np.isin(camera.geoms(), own)
    whole = camera.geoms(only=own) >= 0
    if not seen.any() or not whole.any():
        return 0.0, 0.0
    return float(seen.sum() / whole.sum()), _side(seen)


def _family(world: World, name: str, names: list[str]) -> list[int]:
    """Return the labels that belong to a name: a fixture is seen as itself and its parts."""
    parts = {part.name for part in world.scene.register.parts.values() if part.owner == name}
    return [label for label, other in enumerate(names) if other == name or other in parts]


def _labels(world: World) -> tuple[NDArray[np.int64], list[str]]:
    """Return for every geometry the number of what it belongs to (the innermost part or thing) and those names."""
    parts = world.scene.register.parts
    names = ["", *world.scene.things, *parts]
    number = {name: index for index, name in enumerate(names)}
    by_body = np.zeros(world.model.nbody, dtype=np.int64)
    for body in range(1, world.model.nbody):
        own = world.model.body(body).name
        by_body[body] = number.get(own, by_body[world.model.body_parentid[body]])
    return by_body[world.model.geom_bodyid], names


def _readable(world: World, geoms: NDArray[np.int32]) -> dict[str, tuple[str, ...]]:
    """Return by part or thing what is printed on it and large enough in the picture."""
    height = geoms.shape[0]
    focal_px = height / 2 / np.tan(np.radians(world.view.fovy_deg / 2))
    labels, names = _labels(world)
    shown = set(np.unique(geoms).tolist())
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


def _said(world: World, name: str, shown: set[int]) -> tuple[tuple[str, str | float | bool], ...]:
    """Return what the lamps and displays of a device say as far as they are in the picture."""
    device = world.scene.register.devices.get(name)
    if device is None:
        return ()
    said = device.readout(world.devices[name])
    return tuple(dict.fromkeys(fact for geom, fact in said.items() if world.model.geom(geom).id in shown))


def _sighting(
    world: World,
    name: str,
    mask: NDArray[np.bool_],
    pixels: int,
    readable: dict[str, tuple[str, ...]],
    shown: set[int],
) -> Sighting:
    height, width = mask.shape
    rows, columns = np.nonzero(mask)
    # The middle of the pixels may lie beside a ring or a handle: take the pixel of it that is nearest to the middle.
    nearest = np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2)
    point = ((columns[nearest] + 0.5) / width * FULL_SCALE, (rows[nearest] + 0.5) / height * FULL_SCALE)
    box = (columns.min() / width, rows.min() / height, (columns.max() + 1) / width, (rows.max() + 1) / height)
    left, top, right, bottom = (float(FULL_SCALE * side) for side in box)
    part = world.scene.register.parts.get(name)
    thing = world.scene.things.get(name)
    return Sighting(
        name=name,
        what="thing" if thing is not None else "part",
        kind=thing.kind if thing is not None else part.role if part is not None else "",
        look=thing.look if thing is not None else None,
        owner=part.owner if part is not None else name,
        point=(float(point[0]), float(point[1])),
        box=(left, top, right, bottom),
        pixels=pixels,
        side_px=_side(mask),
        text=readable.get(name, ()),
        says=_said(world, name, shown),
    )


def _side(mask: NDArray[np.bool_]) -> float:
    rows, columns = np.nonzero(mask)
    return float(min(np.ptp(rows), np.ptp(columns)) + 1)
