"""Carry out an agent's actions in a world. Every action is grounded in the picture: a point, never a name."""

from collections.abc import Callable

import mujoco
import numpy as np

from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import Frame, multiply, turn
from mindsight.engine.geometry.register import OPENABLE, Part
from mindsight.engine.physics import extents, interlocking, motion
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.feedback import Feedback
from mindsight.engine.physics.world import Hit, World
from mindsight.engine.scenes.scene import TIMESTEP_S

LIFT_M = 0.25
SLID_M = 0.10
_AXES = {"upright": "z", "forward": "x", "sideways": "y"}
_PRESS_FORCE_N = 6.0


def perform(world: World, action: Action) -> Feedback:
    """Carry out one action and return its feedback; the world is settled afterwards."""
    return _VERBS[action.verb](world, action)


def _pick(world: World, action: Action) -> Feedback:
    if world.held is not None:
        return Feedback("hand_full", ok=False, names={"thing": world.held})
    hit = _at(world, action)
    if hit is None:
        return Feedback("nothing", ok=False)
    if hit.thing is None:
        return Feedback("fixed_nameless", ok=False)
    name = hit.thing.name
    if not hit.thing.movable:
        return Feedback("fixed", ok=False, names={"thing": name})
    if extents.carries_something(world, name):
        return Feedback("covered", ok=False, names={"thing": name})
    world.hold(name)
    if world.carry == "weld":
        grip = world.frame("hand")
        world.move_hand(Frame((grip.at[0], grip.at[1], grip.at[2] + LIFT_M), grip.turn))
    else:
        world.park_hand()
    world.settle(0.6)
    return Feedback("picked", ok=True, names={"thing": name})


def _place(world: World, action: Action) -> Feedback:
    hit = _at(world, action)
    if world.held is None or hit is None:
        return Feedback("nothing" if world.held else "hand_empty", ok=False)
    name = world.held
    found = motion.resting_place(world, name, hit)
    if isinstance(found, str):
        return Feedback(found, ok=False, names={"thing": name})
    goal, container = found
    seat = interlocking.seat(world, name, goal, tuple(hit.point))
    if seat is not None:
        goal = seat
        interlocking.press_in(world, name, seat)
    else:
        motion.bring(world, name, goal)
    world.settle(2.5)
    inside = container is not None and motion.lies_in(world, name, container)
    away = float(np.linalg.norm(np.subtract(world.frame(name).at, goal.at)[:2]))
    if away > SLID_M:
        return Feedback("slid", ok=True, names={"thing": name}, numbers={"cm": 100 * away})
    place = _owner(world, container) if container is not None else hit.thing.name if hit.thing is not None else None
    if place is None:
        return Feedback("placed", ok=True, names={"thing": name})
    return Feedback("placed_in" if inside else "placed_on", ok=True, names={"thing": name, "place": place})


def _owner(world: World, container: str) -> str:
    return world.scene.register.containers[container].body.partition("/")[0]


def _press(world: World, action: Action) -> Feedback:
    hit = _at(world, action)
    part = _part(world, hit, frozenset({"button", "switch"}))
    if hit is None or part is None:
        return Feedback("not_pressable", ok=False)
    travel = _push(world, part) if part.role == "button" else 1.0
    if travel < 0.6:
        return Feedback("stuck", ok=False, names={"part": part.name})
    if part.owner in world.devices:
        world.press(part.owner, part.name)
    world.settle(0.3)
    return Feedback("pressed", ok=True, names={"part": part.name})


def _push(world: World, part: Part) -> float:
    """Press a button with a finger's force and return how far it moved, as a share of its travel."""
    joint = world.model.joint(part.name)
    world.data.qfrc_applied[joint.dofadr[0]] = np.sign(part.opened - part.closed) * _PRESS_FORCE_N
    mujoco.mj_step(world.model, world.data, 40)
    gone = (world.data.qpos[joint.qposadr[0]] - part.closed) / (part.opened - part.closed)
    world.data.qfrc_applied[joint.dofadr[0]] = 0.0
    return float(gone)


def _open(world: World, action: Action) -> Feedback:
    return _drive(world, action, opened=True)


def _close(world: World, action: Action) -> Feedback:
    return _drive(world, action, opened=False)


def _drive(world: World, action: Action, *, opened: bool) -> Feedback:
    hit = _at(world, action)
    part = _part(world, hit, OPENABLE)
    if part is None:
        return Feedback("not_openable", ok=False)
    if part.locked:
        return Feedback("locked", ok=False, names={"part": part.name})
    goal = part.opened if opened else part.closed
    span = abs(part.opened - part.closed)
    joint = world.model.joint(part.name).qposadr[0]
    if abs(world.data.qpos[joint] - goal) < 0.04 * span:
        return Feedback("already", ok=False, names={"part": part.name})
    motion.drive(world.model, world.data, part, goal)
    world.settle(1.5)
    if abs(world.data.qpos[joint] - goal) > 0.08 * span:
        return Feedback("stopped", ok=False, names={"part": part.name})
    return Feedback("opened" if opened else "closed", ok=True, names={"part": part.name})


def _rotate(world: World, action: Action) -> Feedback:
    if world.held is not None and (action.point is None or action.degrees):
        name = world.held
        grip = world.frame("hand")
        motion.turn_hand(world, multiply(turn(_AXES[action.axis], action.degrees), grip.turn))
        return Feedback("rotated", ok=True, names={"thing": name})
    hit = _at(world, action)
    knob = _part(world, hit, frozenset({"knob"}))
    if knob is not None:
        return motion.turn_knob(world, knob, action.degrees)
    if hit is None or hit.thing is None or not hit.thing.movable:
        return Feedback("not_turnable", ok=False)
    name = hit.thing.name
    if extents.carries_something(world, name):
        return Feedback("covered", ok=False, names={"thing": name})
    if not motion.turn_in_place(world, name, turn("z", action.degrees)):
        return Feedback("no_room_to_turn", ok=False)
    world.settle(0.8)
    return Feedback("rotated", ok=True, names={"thing": name})


def _wipe(world: World, action: Action) -> Feedback:
    hit = _at(world, action)
    if hit is None or hit.thing is None or not hit.thing.wipeable:
        return Feedback("not_wipeable", ok=False)
    if world.held is not None and world.scene.things[world.held].kind not in WIPERS:
        return Feedback("hand_full", ok=False, names={"thing": world.held})
    world.wipe(hit.thing.name)
    world.settle(0.3)
    return Feedback("wiped", ok=True, names={"thing": hit.thing.name})


def _look(world: World, action: Action) -> Feedback:
    view = world.view
    if action.to:
        found = {v.name: v for v in world.scene.plan.viewpoints} | {
            wording: v for v in world.scene.plan.viewpoints for wording in (v.zh, v.en)
        }
        if action.to not in found:
            return Feedback("no_viewpoint", ok=False, names={"place": action.to})
        view = View.at(found[action.to])
    if action.point is not None:
        view = view.facing(action.point, world.aspect)
    world.look(view.turned(action.turn).tilted(action.tilt).zoomed(action.zoom))
    if action.to:
        world.step(1.0)
        return Feedback("walked", ok=True, names={"place": world.view.viewpoint})
    return Feedback("looked", ok=True)


def _wait(world: World, action: Action) -> Feedback:
    world.step(max(action.seconds, TIMESTEP_S))
    return Feedback("waited", ok=True, numbers={"seconds": action.seconds})


def _say(world: World, action: Action) -> Feedback:
    if action.text:
        world.said.append(action.text)
    return Feedback("said", ok=True)


def _propose(_world: World, action: Action) -> Feedback:
    return Feedback("proposed" if action.text.strip() else "proposed_nothing", ok=bool(action.text.strip()))


def _finish(_world: World, _action: Action) -> Feedback:
    return Feedback("finished", ok=True)


def _decline(_world: World, _action: Action) -> Feedback:
    return Feedback("declined", ok=True)


def _at(world: World, action: Action) -> Hit | None:
    return world.ray(action.point, ignore=world.held) if action.point is not None else None


def _part(world: World, hit: Hit | None, roles: frozenset[str]) -> Part | None:
    """Return the part with one of the roles at a hit: the body hit, an ancestor of it, or the only such part of its thing."""
    if hit is None:
        return None
    parts = world.scene.register.parts
    body = world.model.body(hit.body).id
    while body:
        part = parts.get(world.model.body(body).name)
        if part is not None and part.role in roles:
            return part
        body = int(world.model.body_parentid[body])
    if hit.thing is None or roles != OPENABLE:
        return None
    own = [part for part in parts.values() if part.owner == hit.thing.name and part.role in roles]
    return own[0] if len(own) == 1 else None


WIPERS = frozenset({"cloth", "tissue_box", "sponge", "towel"})
"""Kinds that the hand may hold while wiping."""

_VERBS: dict[str, Callable[[World, Action], Feedback]] = {
    "pick": _pick,
    "place": _place,
    "press": _press,
    "open": _open,
    "close": _close,
    "rotate": _rotate,
    "wipe": _wipe,
    "look": _look,
    "wait": _wait,
    "say": _say,
    "propose": _propose,
    "finish": _finish,
    "decline": _decline,
}
