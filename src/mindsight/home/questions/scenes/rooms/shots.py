"""Pictures of rooms, in which furniture is asked about: how much of it each picture shows."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import exposure, labelled
from mindsight.engine.drawing.views import View
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.facts.sight import Places, seen_facts
from mindsight.home.questions.facts.truth import looks_of, true_facts
from mindsight.home.questions.scenes import Mask, Pixels

_CUT_PX = 2.0
"""A thing whose box comes nearer than this to the picture's edge may be cut off."""


class Shot(NamedTuple):
    """One picture of a world, what its pixels show, and its facts as they are and as they are seen."""

    picture: Pixels
    mask: Mask
    truth: Facts
    seen: Facts


Seen = Callable[[Places], dict[str, Any]]
"""What else a picture shows, from the places in the room that the pixels of each object show."""


def taken(
    camera: Camera,
    view: View,
    watched: Iterable[str] = (),
    *,
    more: Mapping[str, Any] | None = None,
    seen: Seen | None = None,
) -> Shot:
    """Return a picture from a view.

    ``watched`` are the pieces of furniture that may be asked about: the true facts say how much of them is visible, and list them even
    if they are hidden. ``more`` are further true facts, and ``seen`` finds the same in what the picture shows.
    """
    world = camera.world
    world.look(view)
    surfaces = camera.surfaces()
    geoms = surfaces[0]
    mask = Mask(labelled(world, geoms), tuple(world.ownership.labels[1]))
    truth = _watched(camera, true_facts(camera, geoms, **(more or {})), tuple(watched), geoms)
    return Shot(camera.picture(), mask, truth, seen_facts(camera, seen, surfaces))


def _watched(camera: Camera, facts: Facts, watched: tuple[str, ...], geoms: NDArray[np.int32]) -> Facts:
    shown = {name: _shown(camera, facts, name, geoms) for name in watched}
    objects = [one.model_copy(update={"shown": shown.get(one.name, one.shown)}) for one in facts.objects]
    known = {one.name for one in objects}
    hidden = [Object(**looks_of(camera.world.scene.things[name])) for name in watched if name not in known]
    return facts.model_copy(update={"objects": (*objects, *hidden)})


def _shown(camera: Camera, facts: Facts, name: str, geoms: NDArray[np.int32]) -> float:
    box = next((one.box for one in facts.objects if one.name == name), None)
    if box is None:
        return 0.0
    height, width = geoms.shape
    edges = (
        box[0] * width / 1000,
        box[1] * height / 1000,
        width - box[2] * width / 1000,
        height - box[3] * height / 1000,
    )
    return 0.0 if min(edges) < _CUT_PX else round(exposure(camera, name, geoms)[0], 4)
