"""The facts that a picture shows: identities from its segmentation, places and sizes from its depths, nothing from the world.

The built-in oracle answers from these. What a picture does not show is not among them, and what it shows in part has the extent of that
part.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import Sighting, labelled, sightings
from mindsight.home.questions.facts.facts import Array, Facts, Object
from mindsight.home.questions.facts.truth import looks_of, part_of, view_of

Surfaces = tuple[NDArray[np.int32], NDArray[np.float32]]
"""The geometry at each pixel of a view, and its depth."""
_OUTLIERS = 1.0
"""Share of the pixels, in percent, that is left out at each end of an extent: those on an edge have the depth of what is behind."""
_TOUCHING_M = 0.03


def seen_facts(
    camera: Camera,
    found_in: "Callable[[Places], dict[str, Any]] | None" = None,
    surfaces: Surfaces | None = None,
    **more: Any,
) -> Facts:
    """Return the facts that a picture from the camera's present view shows.

    ``more`` must come from pictures too; ``found_in`` finds more in the places that the pixels of objects show. ``surfaces`` are
    those of the view, if the caller has them already.
    """
    world = camera.world
    geoms, depth = camera.surfaces() if surfaces is None else surfaces
    labels, points = labelled(world, geoms), points_of(camera, depth)
    number = {name: index for index, name in enumerate(world.ownership.labels[1])}
    found = [_object(camera, one, points[labels == number[one.name]]) for one in sightings(world, geoms)]
    if found_in is not None:
        more |= found_in(Places(labels, points, number))
    return view_of(world, tuple(_placed(one, found) for one in found), more)


class Places:
    """The places in the room that the pixels of each object show."""

    def __init__(self, labels: NDArray[np.int16], points: Array, number: Mapping[str, int]) -> None:
        self._labels, self._points, self._number = labels, points, number

    def of(self, name: str) -> Array:
        """Return the places that the pixels of an object show, shape (n, 3); without any if it is not in the picture."""
        return np.asarray(self._points[self._labels == self._number[name]])


def points_of(camera: Camera, seen: NDArray[np.float32]) -> Array:
    """Return the place in the room that each pixel shows, shape (height, width, 3), from the depths of the view."""
    view, depth = camera.world.view, seen.astype(np.float64)
    height, width = depth.shape
    scale = np.tan(np.radians(view.fovy_deg / 2))
    across = (2 * (np.arange(width) + 0.5) / width - 1) * scale * width / height
    upward = (1 - 2 * (np.arange(height) + 0.5) / height) * scale
    rays = np.stack(np.broadcast_arrays(across[None], upward[:, None], -1.0), -1)
    rays *= depth[..., None]  # in place: each of these arrays takes 11 MiB
    points = rays @ view.rotation.T
    points += np.asarray(view.eye)
    return np.asarray(points)


def _object(camera: Camera, seen: Sighting, points: NDArray[Any]) -> Object:
    world = camera.world
    low, high = np.percentile(points, [_OUTLIERS, 100 - _OUTLIERS], axis=0)
    middle, size = (low + high) / 2, high - low
    thing = world.scene.things.get(seen.name)
    what = part_of(world, seen.name) if thing is None else looks_of(thing)
    return Object(
        **what,
        text=seen.text,
        read=seen.text,
        at=tuple(np.round(middle, 4).tolist()),
        size=tuple(np.round(size, 4).tolist()),
        point=seen.point,
        box=seen.box,
        pixels=seen.pixels,
        side_px=seen.side_px,
        shown=1.0,
        says=dict(seen.says),
    )


def _placed(one: Object, objects: list[Object]) -> Object:
    """Return an object with what it seems to rest on or lie in, from the extents that the picture shows."""
    if one.category in {"fixture", "part"}:
        return one
    foot = one.at[2] - one.size[2] / 2
    below, around = "", ""
    for other in objects:
        if other.name == one.name or other.category == "part" or not _over(one, other):
            continue
        top, bottom = other.at[2] + other.size[2] / 2, other.at[2] - other.size[2] / 2
        if abs(foot - top) < _TOUCHING_M and other.category != "fixture":
            below = other.name
        elif other.category == "fixture" and foot > bottom - _TOUCHING_M:
            below = below or other.name
        if bottom - _TOUCHING_M < foot < top - _TOUCHING_M / 2 and other.category != "fixture":
            around = other.name
    return one.model_copy(update={"on": below, "inside": around})


def _over(one: Object, other: Object) -> bool:
    return all(abs(one.at[axis] - other.at[axis]) < other.size[axis] / 2 for axis in (0, 1))
