"""The built scene of a clip, posed for any time: things settled on the table, the arm, and the camera."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.choices import Profile as RenderProfile
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.figures.arm import ArmLook, build_arm, move_arm
from mindsight.engine.figures.arm_bones import ArmPose, tip_of
from mindsight.engine.figures.arm_pieces import arm_pieces
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.physics.world import World
from mindsight.engine.scenes import scene
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan, ViewpointPlan
from mindsight.vsig.synthesis.head import FOVY_DEG, Head, picture_points
from mindsight.vsig.synthesis.motion import Motion
from mindsight.vsig.synthesis.setting import Layout
from mindsight.vsig.synthesis.table import Table

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_MOVED_M = 0.012
"""Largest movement of a thing while it settles: the layout was checked before."""
_UPRIGHT = 0.97
"""Cosine of the largest accepted tilt."""


@dataclass(frozen=True, eq=False)
class Pointing:
    """The built arm's finger at a moment: tip and direction in the room, tip and knuckle in the picture."""

    tip: Array
    ahead: Array
    tip_seen: tuple[float, float]
    knuckle_seen: tuple[float, float]


class Staging:
    """A scene that can be set to any time of its clip."""

    def __init__(self, table: Table, layout: Layout, head: Head, motion: Motion, look: int) -> None:
        self.table, self.layout, self.head, self.motion = table, layout, head, motion
        self.aspect = head.width_by_height
        built = scene.build(plan_of(table, layout), more=lambda workshop: build_arm(workshop, ArmLook.drawn(look)))
        self.world = World(built, aspect=self.aspect)
        self._bones: Mapping[str, Frame] | None = None
        self.world.look(self.view(0.0))

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of all things on the table."""
        return tuple(one.item.key for one in self.layout.things)

    def moved(self) -> list[str]:
        """Return the things that rolled, slipped or fell over while they settled."""
        gone = []
        for one in self.layout.things:
            body = self.world.data.body(one.item.key)
            at = self.table.local(np.array([body.xpos]))[0]
            away = float(np.hypot(at[0] - one.at[0], at[1] - one.at[1]))
            if away > _MOVED_M or abs(at[2]) > _MOVED_M or float(body.xmat[8]) < _UPRIGHT:
                gone.append(one.item.key)
        return gone

    def view(self, time_s: float) -> View:
        """Return the view at a time."""
        return self.head.at(time_s, self.layout.places)

    def pose(self, time_s: float, *, with_arm: bool = True) -> Pointing | None:
        """Set camera and arm to a time; return the finger, None while the arm is out of sight."""
        view = self.view(time_s)
        self.world.look(view)
        found = self.motion.at(time_s) if with_arm else None
        pose = None if found is None else self._in_room(found[0])
        bones = move_arm(self.world.model, self.world.data, pose)
        self._bones = None if found is None else bones
        self.world.refresh()
        if found is None:
            return None
        tip, ahead = tip_of(bones)
        seen = picture_points(view, np.stack([tip, np.array(bones["index.1"].at)]), self.aspect)
        (x, y), (u, v) = seen[:, :2].tolist()
        return Pointing(tip, ahead, (x, y), (u, v))

    def arm(self) -> Array:
        """Return the arm as convex pieces in the room, shape (pieces, points, 3); none while it is out of sight."""
        return np.zeros((0, 1, 3)) if self._bones is None else arm_pieces(self._bones)

    @contextmanager
    def camera(self, size: tuple[int, int], profile: RenderProfile) -> Iterator[Camera]:
        """Yield a camera with the head's view."""
        with Camera(self.world, width=size[0], height=size[1], profile=profile) as camera:
            yield camera

    def owners(self, geoms: NDArray[np.int32]) -> NDArray[np.int16]:
        """Return for each pixel the number of the visible thing, −1 for anything else."""
        names = self.world.ownership.owner_of_geoms
        numbers = {name: number for number, name in enumerate(self.names)}
        table = np.array([*(numbers.get(name or "", -1) for name in names), -1], np.int16)
        return np.asarray(table[geoms])

    def _in_room(self, pose: ArmPose) -> ArmPose:
        hand = Frame(self.table.point(pose.hand.at), self.table.turned(pose.hand.turn))
        return replace(pose, shoulder=self.table.point(pose.shoulder), hand=hand)


def plan_of(table: Table, layout: Layout) -> ScenePlan:
    """Return the room with the things of a layout on the table."""
    things = tuple(
        ThingPlan(
            name=one.item.key,
            kind=one.item.kind,
            seed=one.item.seed,
            on=table.surface,
            at=one.at,
            yaw=one.yaw,
            colour=one.item.colour,
        )
        for one in layout.things
    )
    eye, target = table.point((0.0, -table.half[1], 0.5)), table.point((0.0, 0.0, 0.0))
    seat = ViewpointPlan(name="seat", zh=table.zh, en=table.en, eye=eye, target=target, fovy=FOVY_DEG)
    return table.room.model_copy(update={"things": things, "viewpoints": (seat,)})
