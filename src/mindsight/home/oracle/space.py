"""Where things are in the room, as the oracle estimates it: along each ray, at the perceived distance.

Intact perception estimates distances correctly. Without depth perception each thing seems nearer or farther than it is,
always by the same ratio; that changes nothing in the picture, but positions in the room are wrong.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.geometry.frames import Frame, rotate
from mindsight.engine.physics import extents, measures
from mindsight.engine.physics.world import Hit, World
from mindsight.home.oracle.ablated_sight import Lens

Array = NDArray[np.float64]


class Space:
    """Positions, sizes and what lies in what, measured in the present view through a lens."""

    def __init__(self, world: World, lens: Lens, tremor: tuple[float, float] = (0.0, 0.0)) -> None:
        self.world = world
        self.tremor = tremor
        """Standard deviations of pointing across and down the picture, on the scale of points."""
        self._lens = lens

    def frame(self, body: str) -> Frame:
        """Return where a body is perceived to be, and how it is turned."""
        found = self.world.frame(body)
        share = self._share(body)
        return found if share == 1.0 else replace(found, at=vector(self._along(np.asarray(found.at), share)))

    def hollow(self, container: str) -> Frame:
        """Return where the middle of a container's hollow is perceived to be."""
        found = self.world.scene.register.containers[container]
        return self.frame(found.body).inside(found.at, found.turn)

    def extent(self, name: str, axes: Array, origin: Array) -> tuple[Array, Array]:
        """Return the least and greatest coordinate of a thing along axes, seen from an origin, as ``engine.physics.extents`` does."""
        share = self._share(name)
        if share == 1.0:
            return extents.extent(self.world, name, axes, origin)
        # All of it is moved away from the eye by the same ratio, and looks as large as before.
        eye = np.asarray(self.world.view.eye)
        low, high = extents.extent(self.world, name, axes, eye)
        shift = (eye - origin) @ axes
        return share * low + shift, share * high + shift

    def sides(self, name: str) -> Array:
        """Return the sides of the box around a thing, along its own axes."""
        low, high = self.extent(name, axes_of(self.world.frame(name)), np.zeros(3))
        return np.asarray(high - low)

    def ray(self, point: tuple[float, float], *, ignore: str | None = None) -> Hit | None:
        """Return what is seen at a picture point, and where it is perceived to be."""
        hit = self.world.ray(point, ignore=ignore)
        share = 1.0 if hit is None else self._share(hit.thing.name if hit.thing is not None else hit.body)
        if hit is None or share == 1.0:
            return hit
        return replace(hit, point=self._along(hit.point, share), distance=share * hit.distance)

    def project(self, place: Array) -> tuple[float, float]:
        """Return the picture point of a place in the room."""
        x, y, _ = self.world.view.project(place, self.world.aspect)
        return (x, y)

    def aim(self, place: Array) -> tuple[float, float]:
        """Return the picture point to use for a place: on the edge of the picture if it lies outside."""
        x, y = (float(np.clip(part, 0.0, FULL_SCALE)) for part in self.project(place))
        return (x, y)

    def inside(self, name: str, container: str) -> float:
        """Return by how many metres a thing seems to lie within a container, as ``engine.physics.measures.inside`` does."""
        if self._share(name) == 1.0 == self._share(self.world.scene.register.containers[container].body):
            return measures.inside(self.world, name, container)
        if self.world.held == name:
            return -1.0
        frame = self.hollow(container)
        low, high = self.extent(name, axes_of(frame), np.asarray(frame.at))
        half = np.asarray(self.world.scene.register.containers[container].half) + measures.TOLERANCE_M
        return float(min((low + half).min(), (half - high).min()))

    def stands_open(self, part: str) -> bool:
        """Return whether a door, lid or drawer that is in view is not quite closed."""
        return measures.part_position(self.world, part, "closed") < 0

    def magnified(self, name: str, beside: str) -> float:
        """Return by what factor a thing seems too large in comparison with another."""
        return self._share(name) / self._share(beside)

    def _share(self, body: str) -> float:
        return self._lens.nearness(body.partition("/")[0])

    def _along(self, place: Array, share: float) -> Array:
        eye = np.asarray(self.world.view.eye)
        return np.asarray(eye + share * (place - eye))


def axes_of(frame: Frame) -> Array:
    """Return the axes of a frame in the room, as columns."""
    return np.stack([rotate(frame.turn, axis) for axis in np.eye(3)], axis=1)


def vector(place: Array) -> tuple[float, float, float]:
    """Return a place as a tuple (x, y, z)."""
    x, y, z = (float(part) for part in place)
    return (x, y, z)
