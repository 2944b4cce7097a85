"""What a picture shows: which things and parts, where, how large, what can be read on them.

It is computed from the picture's own geometry, so a built-in subject that gets it knows no more than somebody with good
eyes who was sent the picture. Models are never given it.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

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


@dataclass(frozen=True)
class _Seen:
    """What a picture shows as a whole: its shape, the geometry in it, and what can be read by thing or part."""

    shape: tuple[int, ...]
    geoms: set[int]
    readable: dict[str, tuple[str, ...]]


def sightings(world: World, geoms: NDArray[np.int32]) -> tuple[Sighting, ...]:
    """Return what a picture shows, largest first; ``geoms`` is the geometry at each of its pixels."""
    labels, names = world.belonging.labels
    # Number 0 is everything that has no name, and what is no geometry at all.
    image = np.append(labels, 0)[geoms]
    shown = set((np.flatnonzero(np.bincount(geoms.ravel() + 1)) - 1).tolist()) - {-1}
    seen = _Seen(image.shape, shown, _readable(world, image.shape[0], shown))
    found = []
    for label, window in enumerate(ndimage.find_objects(image, max_label=len(names) - 1), start=1):
        if window is not None:
            patch = _Patch.of(image[window] == label, window[0].start, window[1].start)
            if len(patch.rows) >= LEAST_PIXELS:
                found.append(_sighting(world, names[label], patch, seen))
    return tuple(sorted(found, key=lambda one: -one.pixels))


def exposure(camera: Camera, name: str) -> tuple[float, float]:
    """Return the unoccluded share of a thing or part in the present view and its shorter side in pixels."""
    world = camera.world
    labels, names = world.belonging.labels
    if name not in names:
        return 0.0, 0.0
    own = np.nonzero(np.isin(labels, _family(world, name, names)))[0]
    mine = np.zeros(len(labels) + 1, dtype=np.bool_)
    mine[own] = True
    seen = mine[camera.geoms()]
    whole = camera.geoms(only=own) >= 0
    if not seen.any() or not whole.any():
        return 0.0, 0.0
    return float(seen.sum() / whole.sum()), _Patch.of(seen).side_px


def _family(world: World, name: str, names: list[str]) -> list[int]:
    """Return the labels that belong to a name: a fixture is seen as itself and its parts."""
    parts = {part.name for part in world.scene.register.parts.values() if part.owner == name}
    return [label for label, other in enumerate(names) if other == name or other in parts]


def _readable(world: World, height: int, shown: set[int]) -> dict[str, tuple[str, ...]]:
    """Return by part or thing what is printed on it and large enough in a picture of this height."""
    focal_px = height / 2 / np.tan(np.radians(world.view.fovy_deg / 2))
    labels, names = world.belonging.labels
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


@dataclass(frozen=True)
class _Patch:
    """The pixels of one thing: row and column of each."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]

    @classmethod
    def of(cls, mask: NDArray[np.bool_], top: int = 0, left: int = 0) -> "_Patch":
        """Return the pixels of a mask whose corner is at a row and column of the picture."""
        rows, columns = np.nonzero(mask)
        return cls(rows + top, columns + left)

    @property
    def side_px(self) -> float:
        """The shorter side of the box around it."""
        return float(min(np.ptp(self.rows), np.ptp(self.columns)) + 1)

    def point(self, shape: tuple[int, ...]) -> tuple[float, float]:
        """Return the point on it, 0-1000, that lies deepest within it: a hand that trembles a little still hits it.

        The middle of its pixels may lie beside a ring, or on the edge of a handle. Of points that lie equally deep it is
        the one nearest to that middle.
        """
        rows, columns = self.rows - self.rows.min() + 1, self.columns - self.columns.min() + 1
        window = np.zeros((int(rows.max()) + 2, int(columns.max()) + 2), dtype=np.bool_)
        window[rows, columns] = True
        depth = ndimage.distance_transform_cdt(window, metric="chessboard")[rows, columns]
        deepest = np.flatnonzero(depth == depth.max())
        away = (rows[deepest] - rows.mean()) ** 2 + (columns[deepest] - columns.mean()) ** 2
        best = int(deepest[away.argmin()])
        return (
            float((self.columns[best] + 0.5) / shape[1] * FULL_SCALE),
            float((self.rows[best] + 0.5) / shape[0] * FULL_SCALE),
        )

    def box(self, shape: tuple[int, ...]) -> tuple[float, float, float, float]:
        """Return the box around it, 0-1000."""
        down, across = FULL_SCALE / shape[0], FULL_SCALE / shape[1]
        left, right = self.columns.min() * across, (self.columns.max() + 1) * across
        return float(left), float(self.rows.min() * down), float(right), float((self.rows.max() + 1) * down)


def _sighting(world: World, name: str, patch: _Patch, seen: "_Seen") -> Sighting:
    part = world.scene.register.parts.get(name)
    thing = world.scene.things.get(name)
    return Sighting(
        name=name,
        what="thing" if thing is not None else "part",
        kind=thing.kind if thing is not None else part.role if part is not None else "",
        look=thing.look if thing is not None else None,
        owner=part.owner if part is not None else name,
        point=patch.point(seen.shape),
        box=patch.box(seen.shape),
        pixels=len(patch.rows),
        side_px=patch.side_px,
        text=seen.readable.get(name, ()),
        says=_said(world, name, seen.geoms),
    )
