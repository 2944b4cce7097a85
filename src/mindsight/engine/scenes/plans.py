"""A scene as data: everything in a room and its position, before anything is built.

A plan is immutable, and is stored and hashed with the task instance. Building the same plan with the same engine version
gives the same world, bit for bit.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.engine.kinds import Wish

RoomKind = Literal["living_room", "bedroom", "kitchen", "study", "bathroom"]
TimeOfDay = Literal["morning", "noon", "evening", "night"]


class _Plan(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FixturePlan(_Plan):
    """A fixture: its name in the scene, kind, seed, place on the floor (m) and yaw about z (degrees).

    ``z`` is the height of its underside: 0 on the floor, more if it hangs on a wall or stands on another fixture. Among its
    options, ``opened`` is understood by all: the parts left open, each with the share of its way, as in ``{"door": 0.5}``.
    """

    name: str
    kind: str
    seed: int
    at: tuple[float, float]
    yaw: float = 0.0
    z: float = 0.0
    options: dict[str, Any] = {}


class ThingPlan(_Plan):
    """A movable thing: its kind and where it starts.

    ``on`` names a surface or a container of a fixture, or ``floor``; ``at`` is in the frame of that place (for the floor:
    of the room), ``yaw`` in degrees. ``lying`` tips it over by degrees about x, then y, before the yaw.
    """

    name: str
    kind: str
    seed: int
    on: str
    at: tuple[float, float]
    yaw: float = 0.0
    lying: tuple[float, float] = (0.0, 0.0)
    colour: str = ""
    state: str = ""

    @property
    def wish(self) -> Wish:
        """The plan's requests to the builder."""
        return Wish(self.colour, self.state)


class ViewpointPlan(_Plan):
    """A named camera position: ``eye`` and the ``target`` it faces, in the frame of the room, m."""

    name: str
    zh: str
    en: str
    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    fovy: float = 55.0


class PetPlan(_Plan):
    """A pet that walks between places on the floor, resting at each; ``seed`` decides its coat and pace."""

    kind: Literal["cat", "dog"]
    seed: int
    path: tuple[tuple[float, float], ...]


class ScenePlan(_Plan):
    """A furnished room with things in it. ``size``: inner width (x), depth (y), height (z) in m, centred at (0, 0)."""

    room: RoomKind
    seed: int
    size: tuple[float, float, float]
    time_of_day: TimeOfDay
    fixtures: tuple[FixturePlan, ...]
    things: tuple[ThingPlan, ...] = ()
    viewpoints: tuple[ViewpointPlan, ...]
    pet: PetPlan | None = None

    def with_things(self, *things: ThingPlan) -> "ScenePlan":
        """Return a copy of the plan with more things in it."""
        return self.model_copy(update={"things": (*self.things, *things)})
