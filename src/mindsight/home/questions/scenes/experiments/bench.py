"""A table as a bench for experiments: things are put in place for each picture, and physics says what happens next.

Its frame is the viewer's: ``right`` and ``away`` from the middle of the table and ``up`` from its top, m. Things that are not in place
are kept out of the room.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import NO_TURN, Frame, Quaternion, multiply, turn
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.sight import Places, seen_facts
from mindsight.home.questions.facts.truth import true_facts
from mindsight.home.questions.scenes import Made, Mask, Pixels, Rejected
from mindsight.home.questions.scenes.shot import SIZE_PX

TABLE = "dining_table"
TOP_M, HALF_M = 0.75, (0.60, 0.35)
"""Height of the table's top, and half its length and depth."""
ROOMS: tuple[RoomKind, ...] = ("kitchen", "living_room")
_GRID_M, _AWAY_M = 0.2, 60.0


class Shot(NamedTuple):
    """One picture of a bench with its mask and facts."""

    picture: Pixels
    mask: Mask
    truth: Facts
    seen: Facts


class Push(NamedTuple):
    """When something is set in motion, in s, and how fast to the right and away, in m/s."""

    at_s: float
    speed_m_s: tuple[float, float]


class View3(NamedTuple):
    """From where a bench is seen: distance from its middle and height above it, the height looked at, and the field of view."""

    back_m: float
    up_m: float
    target_up_m: float
    fovy_deg: float


class Bench:
    """A furnished room with a table and the things of an experiment, and a camera in front of it. Close it after use."""

    def __init__(self, seed: int, things: Sequence[ThingPlan], view: View3) -> None:
        plan, self._origin, self.yaw = _room(seed)
        eye, target = self.point(0, -view.back_m, view.up_m), self.point(0, 0, view.target_up_m)
        viewpoint = ViewpointPlan(
            name="bench", zh="桌前", en="at the table", eye=eye, target=target, fovy=view.fovy_deg
        )
        self.names = tuple(thing.name for thing in things)
        self.world = World(build(_laid_out(plan, things)))
        self.world.look(View.at(viewpoint))
        width, height = SIZE_PX
        self._camera = Camera(self.world, width=width, height=height, profile="fine")
        self.world.look(View.at(viewpoint))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._camera.close()

    def point(self, right: float, away: float, up: float) -> tuple[float, float, float]:
        """Return a place of the bench in the room."""
        c, s = np.cos(np.radians(self.yaw)), np.sin(np.radians(self.yaw))
        x, y = self._origin[0] + c * right - s * away, self._origin[1] + s * right + c * away
        return float(x), float(y), TOP_M + up

    def place(self, point: Sequence[float]) -> NDArray[np.float64]:
        """Return where a place in the room is on the bench: to the right, away and up, m."""
        x, y, z = np.subtract(point, (*self._origin, TOP_M))
        c, s = np.cos(np.radians(self.yaw)), np.sin(np.radians(self.yaw))
        return np.array([c * x + s * y, c * y - s * x, z])

    def frame(self, right: float, away: float, up: float, turned: Quaternion = NO_TURN) -> Frame:
        """Return a pose on the bench, of a thing whose front faces the viewer, in the room."""
        return Frame(self.point(right, away, up), multiply(turn("z", self.yaw), turned))

    def colour(self, name: str) -> str:
        """Return the colour of a thing."""
        return str(self.world.scene.things[name].look.colour)

    def put(self, frames: Mapping[str, Frame]) -> None:
        """Put things in place, at rest, and all others out of the room; no time passes."""
        for number, name in enumerate(self.names):
            kept = Frame((3.0 * number, 0.0, _AWAY_M + 20.0 * number))
            self.world.put(name, frames.get(name, kept))
        self.world.data.qacc_warmstart[:] = 0.0
        self.world.refresh()

    def ends(self, frames: Mapping[str, Frame], seconds: float) -> dict[str, Frame]:
        """Return where things in place are after some time, and put them back in place."""
        self.put(frames)
        self.world.step(seconds)
        found = {name: self.world.frame(name) for name in frames}
        self.put(frames)
        return found

    def watched(
        self, frames: Mapping[str, Frame], seconds: float, pushed: "Mapping[str, Push] | None" = None
    ) -> Iterator[dict[str, Frame]]:
        """Yield where things are, a hundred times a second, as time passes after they are put in place.

        What is ``pushed`` lies where it is until then.
        """
        self.put(frames)
        for tick in range(round(100 * seconds)):
            for name, push in (pushed or {}).items():
                if tick < (begin := round(100 * push.at_s)):
                    self.world.put(name, frames[name])
                elif tick == begin:
                    speed = np.subtract(self.point(*push.speed_m_s, 0.0), self.point(0.0, 0.0, 0.0))
                    self.world.put(name, frames[name], tuple(speed.tolist()))
            self.world.step(0.01)
            yield {name: self.world.frame(name) for name in frames}

    def shot(self, *, measured: bool = True, found_in: Callable[[Places], dict[str, Any]] | None = None) -> Shot:
        """Take a picture; where the facts about single things are not asked for, they need not be ``measured`` beyond what is seen.

        ``found_in`` finds more in the places that the pixels of each thing show.
        """
        surfaces = self._camera.surfaces()
        mask = Mask(labelled(self.world, surfaces[0]), tuple(self.world.ownership.labels[1]))
        seen = seen_facts(self._camera, found_in, surfaces=surfaces)
        truth = true_facts(self._camera, surfaces[0]) if measured else seen
        there = tuple(one for one in truth.objects if one.pixels)
        return Shot(self._camera.picture(), mask, truth.model_copy(update={"objects": there}), seen)


def made(
    shots: Sequence[Shot],
    truth: Mapping[str, Any],
    seen: Mapping[str, Any],
    read: Callable[[Sequence[Shot]], Mapping[str, Any]] | None = None,
) -> Made:
    """Return a scene from its pictures and what only such scenes have; that is put with the facts of the last picture.

    ``read`` finds the latter in pictures of any order.
    """

    def told(own: Sequence[Facts], more: Mapping[str, Any]) -> Scene:
        return Scene(pictures=(*own[:-1], own[-1].model_copy(update={"more": dict(more)})))

    def again(order: Sequence[int]) -> Scene:
        own = [shots[number] for number in order]
        return told([shot.seen for shot in own], read(own) if read else {})

    return Made(
        tuple(shot.picture for shot in shots),
        tuple(shot.mask for shot in shots),
        told([shot.truth for shot in shots], truth),
        told([shot.seen for shot in shots], seen),
        again if read else None,
    )


def _room(seed: int) -> tuple[ScenePlan, tuple[float, float], float]:
    """Return a room, the middle of its table, and the direction in which the viewer's right is, degrees."""
    rng = stream(seed, "bench")
    try:
        plan = furnish(ROOMS[int(rng.integers(len(ROOMS)))], subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    plan = plan.model_copy(update={"pet": None})
    table = next(fixture for fixture in plan.fixtures if fixture.kind == TABLE)
    usual = next((one for one in plan.viewpoints if one.name == TABLE), None)
    if usual is None:
        raise Rejected("nobody can stand at the table")
    away = np.subtract(usual.eye[:2], table.at)
    side = np.array([-np.sin(np.radians(table.yaw)), np.cos(np.radians(table.yaw))])
    return plan, table.at, table.yaw + (180.0 if float(away @ side) > 0 else 0.0)


def _laid_out(plan: ScenePlan, things: Sequence[ThingPlan]) -> ScenePlan:
    """Return the room with the things in rows on the table, where they start."""
    columns = round(2 * HALF_M[0] / _GRID_M)
    placed = [
        thing.model_copy(
            update={
                "on": f"{TABLE}/top",
                "at": (_GRID_M * (number % columns + 0.5) - HALF_M[0], _GRID_M * (number // columns + 0.5) - HALF_M[1]),
            }
        )
        for number, thing in enumerate(things)
    ]
    return plan.with_things(*placed)
