"""Things that move with people's hands in a simulated world: their places are set from outside, picture by picture."""

import mujoco
import numpy as np

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.plays.staging import Held, Stage
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.physics.world import World

_LID_M, _THIN_M = 0.02, 0.002
_DARK: Vector = (0.1, 0.08, 0.06)


class Parcel:
    """A box with a band around it, with a lid if it opens."""

    def __init__(self, workshop: Workshop, name: str, held: Held, stage: Stage, *, tempo: float = 1.0) -> None:
        self.name, self._held, self._yaw, self._tempo = name, held, stage.turned, tempo
        body = workshop.body(name, mocap=True)
        x, y, z = held.half
        body.show(meshes.box(held.half, bevel=0.006), material=workshop.material(rgb=held.colours[0], roughness=0.8))
        band = workshop.material(rgb=held.colours[1], roughness=0.5)
        body.show(meshes.box((x + _THIN_M, 0.12 * y, z + _THIN_M), bevel=_THIN_M), material=band)
        if held.lid is not None:
            inside = workshop.material(rgb=_DARK, roughness=0.9)
            body.show(meshes.box((0.9 * x, 0.94 * y, _THIN_M)), at=(0, 0, z), material=inside)
            lid = workshop.body(self._lid, mocap=True)
            lid.show(meshes.box((x, y, _LID_M / 2), bevel=0.004), at=(-x, 0, _LID_M / 2), material=band)

    @property
    def _lid(self) -> str:
        return f"{self.name}.lid"

    def show(self, world: World, time_s: float) -> None:
        """Bring it where it is at a time."""
        own = time_s * self._tempo
        at, level = self._held.at(own), _about((0, 0, 1), self._yaw)
        _put(world, self.name, at, level)
        if self._held.lid is not None:
            x, _, z = self._held.half
            along, turned = np.array([np.cos(self._yaw), np.sin(self._yaw), 0.0]), np.zeros(4)
            mujoco.mju_mulQuat(turned, level, _about((0, 1, 0), self._held.lid(own)))
            _put(world, self._lid, at + x * along + np.array([0, 0, z]), turned)
        mujoco.mj_kinematics(world.model, world.data)


def _about(axis: Vector, angle: float) -> Array:
    turn = np.zeros(4)
    mujoco.mju_axisAngle2Quat(turn, np.array(axis, float), angle)
    return turn


def _put(world: World, name: str, at: Array, turn: Array) -> None:
    number = int(world.model.body(name).mocapid[0])
    world.data.mocap_pos[number], world.data.mocap_quat[number] = at, turn
