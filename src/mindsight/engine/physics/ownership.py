"""Ownership in a compiled scene: the thing that each geometry belongs to, and each thing's visible and solid geometries.

Computed once, because looking up names is slow and every picture, ray and predicate needs it.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.scenes.scene import Scene

Indices = NDArray[np.int64]


class Ownership:
    """Index of a scene by the names of its things; the shell of the room, the pet and the hand belong to ``""``."""

    def __init__(self, scene: Scene) -> None:
        model = scene.model
        self.bodies: list[str] = [model.body(index).name for index in range(model.nbody)]
        self.owner_of_bodies = self._owners(scene)
        self.owner_of_geoms: list[str] = [self.owner_of_bodies[body] for body in model.geom_bodyid]
        owners = np.array(self.owner_of_geoms)
        collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
        self.solids: Mapping[str, Indices] = {name: np.nonzero(collides & (owners == name))[0] for name in scene.things}
        self.all: Mapping[str, Indices] = {name: np.nonzero(owners == name)[0] for name in scene.things}
        self.seen = self._seen(scene, owners)
        self.labels = self._labels(scene)
        self.carriers = self._carriers(scene)

    def _owners(self, scene: Scene) -> list[str]:
        owners: list[str] = []
        for body, name in enumerate(self.bodies):
            parent = int(scene.model.body_parentid[body])
            owners.append(name if name in scene.things else owners[parent] if body else "")
        return owners

    def _seen(self, scene: Scene, owners: NDArray[np.str_]) -> Mapping[str, Indices]:
        """Return the visible geometries of each thing and part."""
        bodies = np.array(self.bodies)[scene.model.geom_bodyid]
        seen = scene.model.geom_group == SEEN
        found = {name: np.nonzero(seen & (owners == name))[0] for name in scene.things}
        found |= {name: np.nonzero(seen & (bodies == name))[0] for name in scene.register.parts}
        return {name: geoms for name, geoms in found.items() if geoms.size}

    def _labels(self, scene: Scene) -> tuple[Indices, list[str]]:
        """Return, for each geometry, the number of the innermost part or thing that owns it, and the names by number."""
        names = ["", *scene.things, *scene.register.parts]
        number = {name: index for index, name in enumerate(names)}
        by_body = np.zeros(len(self.bodies), dtype=np.int64)
        for body, name in enumerate(self.bodies[1:], start=1):
            by_body[body] = number.get(name, by_body[scene.model.body_parentid[body]])
        return by_body[scene.model.geom_bodyid], names

    @staticmethod
    def _carriers(scene: Scene) -> Mapping[str, str]:
        """Return the drawer or lid that carries each thing that starts in or on one."""
        register = scene.register
        bodies = {name: place.body for name, place in register.surfaces.items()}
        bodies |= {name: place.body for name, place in register.containers.items()}
        return {thing.name: bodies[thing.on] for thing in scene.plan.things if bodies.get(thing.on) in register.parts}
