"""The simulated world: physics, the held thing, what was wiped away, the devices' states.

Equal plan, engine version and actions give equal states, bit for bit, on one type of machine.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from mindsight.engine.choices import Carry
from mindsight.engine.devices.device import DeviceState
from mindsight.engine.drawing.views import View
from mindsight.engine.figures.pet import move_pet
from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.physics.ownership import Ownership
from mindsight.engine.scenes.scene import PARKED, TIMESTEP_S, Scene, Thing

SPIN_RAD_S = 3.0
"""How fast a hand turns what it carries."""
AT_REST = 5e-3
"""Speed (m/s, rad/s) below which a scene counts as settled."""
_HIDDEN = 5
_SOME_STEPS = 25
"""Number of steps between checks whether all bodies are asleep."""
_SEEN_ONLY = np.array([1 if group == SEEN else 0 for group in range(6)], dtype=np.uint8)

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Hit:
    """What a ray hit: the geometry, the body and thing (if any) it belongs to, and the point."""

    geom: int
    body: str
    thing: Thing | None
    point: Array
    normal: Array
    distance: float


class World:
    """The state of a scene and the operations below the level of actions that change it."""

    def __init__(self, scene: Scene, *, carry: Carry = "settle", aspect: float = 4 / 3) -> None:
        self.scene = scene
        self.model = scene.model
        self.data = mujoco.MjData(scene.model)
        self.carry = carry
        self.aspect = aspect
        self.held: str | None = None
        self.wiped: set[str] = set()
        self.said: list[str] = []
        self.devices: dict[str, DeviceState] = {}
        self.ownership = Ownership(scene)
        self._hand = int(self.model.body("hand").mocapid[0])
        self._lamps: dict[str, int] = {}
        self._shown: dict[str, DeviceState] = {}
        self._pristine = (self.model.geom_rgba.copy(), self.model.geom_group.copy(), self.model.eq_data.copy())
        self.view = View.at(scene.plan.viewpoints[0])
        self.laid: dict[str, Frame] = {}
        self.started: dict[str, Frame] = {}
        self.reset()

    def reset(self) -> None:
        """Return to the start of the plan and let everything settle."""
        mujoco.mj_resetData(self.model, self.data)
        self.model.geom_rgba[:], self.model.geom_group[:], self.model.eq_data[:] = self._pristine
        self.held = None
        self.wiped = set()
        self.said = []
        self._shown = {}
        self.devices = {name: device.start() for name, device in self.scene.register.devices.items()}
        for name, part in self.scene.register.parts.items():
            if part.start is not None:
                self.data.joint(name).qpos[0] = part.start
        self.show_devices()
        self.look(View.at(self.scene.plan.viewpoints[0]))
        mujoco.mj_forward(self.model, self.data)
        self.laid = {name: self.place_of(name) for name in self.scene.things}
        self.settle(2.0)
        self.started = {name: self.place_of(name) for name in self.scene.things}

    def step(self, seconds: float) -> None:
        """Let time pass."""
        steps = max(1, round(seconds / TIMESTEP_S))
        left, slept = steps, not self.data.ntree_awake
        while left:
            some = 1 if slept else min(_SOME_STEPS, left)  # the first step wakes what was changed since the last
            mujoco.mj_step(self.model, self.data, some)
            left, slept, before = left - some, not self.data.ntree_awake, slept
            if slept and before:
                break
        # Everything is asleep and undisturbed: further steps would change nothing but the time.
        for _ in range(left):
            self.data.time += TIMESTEP_S
        self._tick(steps * TIMESTEP_S)

    def settle(self, longest_s: float = 2.0, *, shortest_s: float = 0.1) -> bool:
        """Let time pass until everything is at rest; return False if it is not after the longest time."""
        passed, rests = 0.0, False
        while passed < longest_s and not rests:
            mujoco.mj_step(self.model, self.data, 5)
            passed += 5 * TIMESTEP_S
            rests = passed >= shortest_s and bool(np.abs(self.data.qvel).max(initial=0.0) < AT_REST)
        self._tick(passed)
        return rests

    def look(self, view: View) -> None:
        """Change the agent's view."""
        self.view = view
        eye = self.model.camera("eye").id
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(view.rotation).ravel())
        self.model.cam_pos[eye], self.model.cam_quat[eye] = view.eye, quaternion
        self.model.cam_fovy[eye] = view.fovy_deg
        # The camera is fixed to the world body: setting its pose here saves a physics update.
        self.data.cam_xpos[eye], self.data.cam_xmat[eye] = view.eye, view.rotation.ravel()

    def ray(self, point: tuple[float, float], *, ignore: str | None = None) -> Hit | None:
        """Return what is seen at a picture point of the current view; ``ignore`` names a body that rays pass through."""
        geom, normal = np.zeros(1, dtype=np.int32), np.zeros(3)
        skipped = self.model.body(ignore).id if ignore else -1
        direction = self.view.ray(point, self.aspect)
        eye = np.asarray(self.view.eye, dtype=np.float64)
        far = mujoco.mj_ray(self.model, self.data, eye, direction, _SEEN_ONLY, 1, skipped, geom, normal)
        if geom[0] < 0:
            return None
        body = int(self.model.geom_bodyid[geom[0]])
        return Hit(
            int(geom[0]),
            self.ownership.bodies[body],
            self.owner_of_body(body),
            eye + far * direction,
            normal,
            float(far),
        )

    def owner_of_body(self, body: int) -> Thing | None:
        """Return the thing that a body belongs to; None for the shell of the room, the pet and the hand."""
        name = self.ownership.owner_of_bodies[body]
        return self.scene.things[name] if name else None

    def solids(self, name: str) -> NDArray[np.int64]:
        """Return the solid geometries of a thing."""
        return self.ownership.solids[name]

    def middle(self, name: str) -> Array:
        """Return the mean position of the visible geometries of a thing or part."""
        if name in self.ownership.seen:
            return np.asarray(self.data.geom_xpos[self.ownership.seen[name]].mean(axis=0))
        return np.asarray(self.data.body(name).xpos)

    def frame(self, body: str) -> Frame:
        """Return the current pose of a body."""
        found = self.data.body(body)
        x, y, z = (float(part) for part in found.xpos)
        w, i, j, k = (float(part) for part in found.xquat)
        return Frame((x, y, z), (w, i, j, k))

    def place_of(self, name: str) -> Frame:
        """Return the pose of a thing relative to the drawer or lid on which it started; in the room if there was none."""
        carrier = self.ownership.carriers.get(name)
        return self.frame(name) if carrier is None else self.frame(carrier).seen(self.frame(name))

    def put(self, name: str, frame: Frame, speed_m_s: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        """Set the pose of a movable thing, at rest or moving on, without letting time pass."""
        joint = self.model.joint(name)
        place, speed = joint.qposadr[0], joint.dofadr[0]
        self.data.qpos[place : place + 3] = frame.at
        self.data.qpos[place + 3 : place + 7] = frame.turn
        self.data.qvel[speed : speed + 6] = (*speed_m_s, 0.0, 0.0, 0.0)
        # A thing about to fall asleep must not do so in the air: restart the count of its time awake.
        tree = self.model.body_treeid[self.model.body(name).id]
        if self.data.tree_asleep[tree] < 0:
            self.data.tree_asleep[tree] = -(1 + mujoco.mjMINAWAKE)

    def hold(self, name: str) -> None:
        """Move the hand to a thing and fasten it there."""
        weld = self.model.equality(f"hold.{name}").id
        body = self.data.body(name)
        self.data.mocap_pos[self._hand], self.data.mocap_quat[self._hand] = body.xpos, body.xquat
        self.model.eq_data[weld] = 0.0
        self.model.eq_data[weld, 6] = self.model.eq_data[weld, 10] = 1.0  # no offset; torque scale
        self.data.eq_active[weld] = 1
        self.held = name
        mujoco.mj_kinematics(self.model, self.data)  # so that the hand is where it was just put

    def release(self) -> None:
        """Release the held thing and park the hand."""
        if self.held is not None:
            self.data.eq_active[self.model.equality(f"hold.{self.held}").id] = 0
            self.held = None
        self.data.mocap_pos[self._hand] = PARKED

    def move_hand(self, frame: Frame, *, speed_m_s: float = 0.8) -> None:
        """Move the hand and the held thing in a straight line, turning evenly; obstacles do not stop the hand."""
        start, turned = self.data.mocap_pos[self._hand].copy(), self.data.mocap_quat[self._hand].copy()
        distance = float(np.linalg.norm(np.subtract(frame.at, start)))
        spin = np.zeros(3)
        mujoco.mju_subQuat(spin, np.asarray(frame.turn, dtype=np.float64), turned)
        longest_s = max(distance / speed_m_s, float(np.linalg.norm(spin)) / SPIN_RAD_S)
        steps = max(1, int(longest_s / TIMESTEP_S))
        for index in range(1, steps + 1):
            share = index / steps
            at = turned.copy()
            mujoco.mju_quatIntegrate(at, spin, share)
            self.data.mocap_quat[self._hand] = at
            self.data.mocap_pos[self._hand] = start + (np.asarray(frame.at) - start) * share
            mujoco.mj_step(self.model, self.data)
        self._tick(steps * TIMESTEP_S)

    def park_hand(self) -> None:
        """Move the hand and the held thing out of sight."""
        self.data.mocap_pos[self._hand] = PARKED
        if self.held is not None:
            self.put(self.held, Frame(PARKED, self.frame("hand").turn))
        mujoco.mj_forward(self.model, self.data)

    def refresh(self) -> None:
        """Update the geometries to the bodies' poses, without letting time pass."""
        mujoco.mj_kinematics(self.model, self.data)

    def wipe(self, name: str) -> None:
        """Make a flat thing disappear."""
        self.wiped.add(name)
        self.model.geom_group[self.ownership.all[name]] = _HIDDEN

    def press(self, device: str, part: str) -> None:
        """Report to a device that one of its buttons or switches was pressed, and show its new state."""
        owner = self.scene.register.devices[device]
        self.devices[device] = owner.press(self.devices[device], part)
        self.show_devices()

    def turn_knob(self, device: str, part: str, position: int) -> None:
        """Report to a device that one of its knobs was turned to a position."""
        owner = self.scene.register.devices[device]
        self.devices[device] = owner.turn(self.devices[device], part, position)
        self.show_devices()

    def show_devices(self) -> None:
        """Colour the lights and displays of every device by its state."""
        for name, device in self.scene.register.devices.items():
            state = self.devices[name]
            if self._shown.get(name) == state:
                continue
            self._shown[name] = state
            for geom, rgba in device.lights(state).items():
                if geom not in self._lamps:
                    self._lamps[geom] = int(self.model.geom(geom).id)
                self.model.geom_rgba[self._lamps[geom]] = rgba

    @contextmanager
    def snapshot(self, *, awake: bool = True) -> Iterator[Any]:
        """Provide a copy of the physics for trials, leaving the world unchanged.

        Sleeping islands have no contacts, so computing what rests on what needs a copy in which all are ``awake``. If only
        pushed things matter, the rest may sleep until touched, which is many times faster.
        """
        copy = mujoco.MjData(self.model)
        mujoco.mj_copyData(copy, self.model, self.data)
        flags = self.model.opt.enableflags
        if awake:
            self.model.opt.enableflags = flags & ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
        try:
            yield copy
        finally:
            self.model.opt.enableflags = flags

    def fingerprint(self) -> str:
        """Return the SHA-256 of the whole state; equal worlds have equal fingerprints."""
        size = mujoco.mj_stateSize(self.model, int(mujoco.mjtState.mjSTATE_INTEGRATION))
        state = np.zeros(size)
        mujoco.mj_getState(self.model, self.data, state, int(mujoco.mjtState.mjSTATE_INTEGRATION))
        seen = (self.view.viewpoint, self.view.eye, self.view.yaw_deg, self.view.pitch_deg, self.view.fovy_deg)
        return hashlib.sha256(state.tobytes() + repr((self._rest(), seen)).encode()).hexdigest()

    def situation(self) -> bytes:
        """Return a digest of everything a goal can depend on, so equal ones give equal verdicts. Time and view are left out."""
        data = self.data
        hand = (data.mocap_pos[self._hand], data.mocap_quat[self._hand]) if self.held else ()
        numbers = (data.qpos, data.qvel, data.eq_active, *hand)
        return hashlib.sha256(b"".join(part.tobytes() for part in numbers) + repr(self._rest()).encode()).digest()

    def _rest(self) -> tuple[Any, ...]:
        """Return the state outside the physics."""
        devices = sorted((name, sorted(state.items())) for name, state in self.devices.items())
        said = (tuple(self.said),) if self.said else ()
        return (self.held, sorted(self.wiped), devices, *said)

    def _tick(self, seconds: float) -> None:
        for name, device in self.scene.register.devices.items():
            self.devices[name] = device.tick(self.devices[name], seconds)
        if self.scene.register.devices:
            self.show_devices()
        self._lead_pet()

    def _lead_pet(self) -> None:
        """Move the pet to its pose at this time; it collides with nothing."""
        if self.scene.plan.pet is not None:
            move_pet(self.model, self.data, self.scene.plan.pet, self.data.time)
            mujoco.mj_kinematics(self.model, self.data)
