"""Find where a thing can be placed and bring it there; drive doors, lids and drawers; turn knobs."""

from typing import Any

import mujoco
import numpy as np

from mindsight.engine.geometry.bodies import SOLID
from mindsight.engine.geometry.frames import Frame, Quaternion, multiply, rotate
from mindsight.engine.geometry.register import SLIDING, Container, Part
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.physics import extents
from mindsight.engine.physics.feedback import Feedback
from mindsight.engine.physics.world import Hit, World
from mindsight.engine.scenes.scene import TIMESTEP_S

LEVEL = 0.5
"""Least upward component of the normal of a place where things can be placed."""
_CLEARANCE_M, _CLIMB_M, _STEP_M = 0.004, 0.5, 0.01
_TORQUE_NM, _FORCE_N = 2.0, 12.0
_PROGRESS, _PATIENCE = 2e-4, 25
"""A part is blocked if it moved by less than this share of its travel at each of so many checks in a row."""
_RIM_M, _HAND_M = 0.04, 0.10
_SOLID_ONLY = np.array([1 if group == SOLID else 0 for group in range(6)], dtype=np.uint8)


def resting_place(world: World, name: str, hit: Hit) -> tuple[Frame, str | None] | str:
    """Return where a held thing would rest when it is placed at a hit, and the container it would be in, if any.

    It is the lowest place without collision above the point; a point on or in a container means its inside. If there is
    no such place, a feedback code is returned instead.
    """
    orientation = world.frame("hand").turn
    before = world.data.qpos.copy(), world.data.qvel.copy()
    try:
        low, high = _reach(world, name, orientation)
        middle = np.array([*(low + high)[:2] / 2, 0.0])
        hollow = _container_at(world, hit)
        point = np.array(hit.point)
        if hollow is not None:
            point = _into(world, hollow, point, low - middle, high - middle)
        elif hit.normal[2] < LEVEL:
            return "not_level"
        # A thing on a lower shelf must not be lifted through the one above it.
        highest = min(_CLIMB_M, air_above(world, point, ignore=name))
        for climb in np.arange(_CLEARANCE_M, highest, _STEP_M):
            x, y, z = (float(part) for part in point - middle - np.array([0, 0, low[2] - climb]))
            world.put(name, Frame((x, y, z), orientation))
            mujoco.mj_kinematics(world.model, world.data)
            mujoco.mj_comPos(world.model, world.data)
            mujoco.mj_collision(world.model, world.data)
            if not extents.touches(world, name):
                return Frame((x, y, z), orientation), hollow.name if hollow is not None else None
        return "no_space"
    finally:
        world.data.qpos[:], world.data.qvel[:] = before
        mujoco.mj_forward(world.model, world.data)


def bring(world: World, name: str, goal: Frame) -> None:
    """Place a held thing at its goal: at once, or along a path through the air with collisions on."""
    if world.carry == "weld":
        start = world.frame("hand")
        top = max(goal.at[2], start.at[2]) + 0.25
        world.move_hand(Frame((start.at[0], start.at[1], top), goal.turn))
        world.move_hand(Frame((goal.at[0], goal.at[1], top), goal.turn))
        world.move_hand(goal, speed_m_s=0.4)
        world.step(0.2)  # a held thing lags behind the hand
        world.release()
    else:
        world.release()
        world.put(name, goal)
    mujoco.mj_forward(world.model, world.data)


def drive(model: Any, data: Any, part: Part, goal: float, *, longest_s: float = 2.5) -> None:
    """Push a door, lid, drawer or curtain towards a position with a hand's strength until it is reached or time is up."""
    joint = model.joint(part.name)
    place, speed = joint.qposadr[0], joint.dofadr[0]
    span = abs(part.opened - part.closed)
    limit = _FORCE_N if part.role in SLIDING else _TORQUE_NM
    furthest, stalled = np.inf, 0
    for _ in range(int(longest_s / TIMESTEP_S / 5)):
        gap = goal - data.qpos[place]
        if abs(gap) < 0.01 * span and abs(data.qvel[speed]) < 0.05:
            break
        stalled = 0 if abs(gap) < furthest - _PROGRESS * span else stalled + 1
        furthest = min(furthest, abs(gap))
        if stalled > _PATIENCE:
            break
        # A damped spring towards the goal: fast at first, gentle at the end, never stronger than a hand.
        push = limit * (6 * gap / span) - limit * 0.8 * data.qvel[speed] / span
        data.qfrc_applied[speed] = float(np.clip(push, -limit, limit))
        mujoco.mj_step(model, data, 5)
    data.qfrc_applied[speed] = 0.0


def turn_hand(world: World, orientation: Quaternion) -> None:
    """Turn the hand and the thing it holds."""
    grip = world.frame("hand")
    if world.carry == "weld":
        world.move_hand(Frame(grip.at, orientation))
        return
    hand = int(world.model.body("hand").mocapid[0])
    world.data.mocap_quat[hand] = orientation
    if world.held is not None:
        world.put(world.held, Frame(grip.at, orientation))
    mujoco.mj_forward(world.model, world.data)


def turn_in_place(world: World, name: str, by: Quaternion) -> bool:
    """Turn a thing where it stands; return False and change nothing if there is no room."""
    before = world.frame(name)
    world.put(name, Frame((before.at[0], before.at[1], before.at[2] + 0.001), multiply(by, before.turn)))
    mujoco.mj_forward(world.model, world.data)
    if extents.touches(world, name, deeper_m=2e-3):
        world.put(name, before)
        mujoco.mj_forward(world.model, world.data)
        return False
    return True


def turn_knob(world: World, knob: Part, degrees: float) -> Feedback:
    """Turn a knob clockwise, seen from its front, within its range, and pass the new position to its device."""
    joint = world.model.joint(knob.name).qposadr[0]
    low, high = sorted((knob.closed, knob.opened))
    angle = float(np.clip(world.data.qpos[joint] + np.radians(degrees), low, high))
    if abs(angle - world.data.qpos[joint]) < np.radians(1):
        return Feedback("already", ok=False, names={"part": knob.name})
    world.data.qpos[joint] = angle
    mujoco.mj_forward(world.model, world.data)
    if knob.owner in world.devices:
        world.turn_knob(knob.owner, knob.name, round(float(np.degrees(angle))))
    world.settle(0.3)
    return Feedback("rotated", ok=True, names={"thing": knob.name})


def _reach(world: World, name: str, orientation: Quaternion) -> tuple[np.ndarray, np.ndarray]:
    """Return the extent of a held thing along the room's axes from its own origin."""
    axes = np.eye(3)
    at = np.asarray(world.frame(name).at)
    held = world.frame(name).turn
    if not np.allclose(held, orientation, atol=1e-3) and not np.allclose(held, np.negative(orientation), atol=1e-3):
        # A soft weld holds it, so it may lag behind the hand: measure it in the hand's orientation.
        world.put(name, Frame(world.frame(name).at, orientation))
        mujoco.mj_kinematics(world.model, world.data)
        at = np.asarray(world.frame(name).at)
    return extents.extent(world, name, axes, at)


def _container_at(world: World, hit: Hit) -> Container | None:
    """Return the container whose wall or inside was hit; the innermost body is tried first."""
    body = world.model.body(hit.body).id
    while body:
        name = world.model.body(body).name
        for hollow in world.scene.register.containers.values():
            if hollow.body == name and _leads_into(world, hollow, hit.point):
                return hollow
        body = int(world.model.body_parentid[body])
    return _holding(world, hit.point) if hit.thing is None or hit.thing.movable else None


def _holding(world: World, point: np.ndarray) -> Container | None:
    """Return the container whose inside contains a point."""
    for hollow in world.scene.register.containers.values():
        if _near(world, hollow, point, 0.01):
            return hollow
    return None


def _leads_into(world: World, hollow: Container, point: np.ndarray) -> bool:
    """Return whether placing something at a point means placing it into a container.

    True for a point inside it, and for one on its walls and rim if it is open at the top: not for the front of a shut
    drawer, nor for the top of a shut lid.
    """
    if _near(world, hollow, point, 0.003):
        return True
    return _near(world, hollow, point, _RIM_M) and _open_above(world, hollow)


def _near(world: World, hollow: Container, point: np.ndarray, margin_m: float) -> bool:
    return bool((np.abs(_local(world, hollow, point)) <= np.asarray(hollow.half) + margin_m).all())


def _open_above(world: World, hollow: Container) -> bool:
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    low = np.asarray(frame.point((0.0, 0.0, -hollow.half[2])))
    return air_above(world, low) > 2 * hollow.half[2] + _HAND_M


def air_above(world: World, point: np.ndarray, *, ignore: str = "") -> float:
    """Return the free height above a place: the distance up to a shelf, a lid or the top of a cupboard.

    Movable things do not count, because things can be placed on top of them; nor does the body ``ignore``.
    """
    geom, up = np.zeros(1, dtype=np.int32), np.array([0.0, 0.0, 1.0])
    skipped = world.model.body(ignore).id if ignore else -1
    risen = 0.01
    for _ in range(20):
        start = np.asarray(point, dtype=np.float64) + risen * up
        far = mujoco.mj_ray(world.model, world.data, start, up, _SOLID_ONLY, 1, skipped, geom, None)
        if geom[0] < 0:
            return np.inf
        thing = world.owner_of_body(int(world.model.geom_bodyid[geom[0]]))
        if thing is None or not thing.movable:
            return risen + float(far)
        risen += float(far) + 1e-4
    return np.inf


def lies_in(world: World, name: str, container: str) -> bool:
    """Return whether a thing is in a container: its middle is not beside it, and all of it or its lower end is deep inside.

    An umbrella is in a bin although most of it sticks out; a ball that lies on a mug's rim is not in the mug.
    """
    hollow = world.scene.register.containers[container]
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    axes = np.stack([rotate(frame.turn, axis) for axis in np.eye(3)], axis=1)
    low, high = extents.extent(world, name, axes, np.asarray(frame.at))
    half = np.asarray(hollow.half)
    return bool((np.abs(low + high)[:2] / 2 <= half[:2]).all() and (low[2] < 0 or high[2] <= half[2] + 0.005))


def _local(world: World, hollow: Container, point: np.ndarray) -> np.ndarray:
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    w, x, y, z = frame.turn
    return rotate((w, -x, -y, -z), np.asarray(point) - np.asarray(frame.at))


def _into(world: World, hollow: Container, point: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return the point shifted so that a thing of this extent clears the walls, as far as it fits, with z on the floor."""
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    local = _local(world, hollow, point)
    w, x, y, z = frame.turn
    corners = np.array([[a, b, 0.0] for a in (low[0], high[0]) for b in (low[1], high[1])])
    turned = np.array([rotate((w, -x, -y, -z), corner) for corner in corners])
    half = np.asarray(hollow.half) - 0.003
    for axis in (0, 1):
        least, most = -half[axis] - turned[:, axis].min(), half[axis] - turned[:, axis].max()
        local[axis] = np.clip(local[axis], least, most) if least <= most else (least + most) / 2
    inside_high = local[2] if abs(local[2]) <= half[2] and _is_ground(world, hollow, point) else -half[2]
    local[2] = inside_high
    place: Vector = (float(local[0]), float(local[1]), float(local[2]))
    return np.asarray(frame.point(place))


def _is_ground(world: World, hollow: Container, point: np.ndarray) -> bool:
    """Return whether a point in a container is on its floor or on something in it, rather than on a wall."""
    local = np.abs(_local(world, hollow, point))
    return bool((local[:2] <= np.asarray(hollow.half)[:2] - 0.003).all())
