"""Measurements of a world for goals: how far inside, what rests on what, what stays still, what closes.

They leave the world unchanged: trials run on a copy of the physics. The predicates apply the thresholds.
"""

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

import mujoco
import numpy as np

from mindsight.engine.geometry.frames import Frame
from mindsight.engine.geometry.shapes import Vector
from mindsight.engine.physics import extents
from mindsight.engine.physics.extents import CARRIED_N
from mindsight.engine.physics.motion import drive
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.scene import TIMESTEP_S

__all__ = [
    "CARRIED_N",
    "askew_deg",
    "closes_to",
    "displacement",
    "gap",
    "holds_middle",
    "inside",
    "misfit",
    "off_by",
    "part_position",
    "rests_on",
    "stability",
    "supporters",
]

TOLERANCE_M = 0.004
CLOSED_DEG = 4.0
DRIFT_M, DRIFT_DEG = 0.005, 2.0
_WAKE_S = 0.05
_RESTING: WeakKeyDictionary[World, tuple[bytes, Mapping[tuple[str, str], float]]] = WeakKeyDictionary()
"""For each world its last situation, and what rested on what in it."""


def inside(world: World, thing: str, container: str) -> float:
    """Return by how many metres a thing lies within a container's hollow on the tightest side; negative if it sticks out.

    The open top counts too: a thing that reaches above the rim is outside by that much. A held thing is in no container.
    """
    if world.held == thing:
        return -1.0
    hollow = world.scene.register.containers[container]
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    low, high = extents.extent(world, thing, _axes(frame), np.asarray(frame.at))
    half = np.asarray(hollow.half) + TOLERANCE_M
    return float(min((low + half).min(), (half - high).min()))


def holds_middle(world: World, thing: str, container: str) -> bool:
    """Return whether the middle of a thing is within a container's hollow, however far the thing sticks out of it."""
    hollow = world.scene.register.containers[container]
    frame = world.frame(hollow.body).inside(hollow.at, hollow.turn)
    low, high = extents.extent(world, thing, _axes(frame), np.asarray(frame.at))
    return bool((np.abs(low + high) / 2 <= np.asarray(hollow.half) + TOLERANCE_M).all())


def rests_on(world: World, upper: str, lower: str) -> float:
    """Return the upward force in N by which a thing rests on another, directly or through movable things between."""
    edges = _resting(world)
    seen, frontier = {upper}, [(upper, np.inf)]
    best = 0.0
    while frontier:
        above, carried = frontier.pop()
        for (high, low), force in edges.items():
            through = min(carried, force)
            if high != above or force <= CARRIED_N:
                continue
            if low == lower:
                best = max(best, through)
            elif low not in seen and low in world.scene.things and world.scene.things[low].movable:
                seen.add(low)
                frontier.append((low, through))
    return float(best)


def _resting(world: World) -> Mapping[tuple[str, str], float]:
    """Return what rests on what and with which force; goals ask it of many pairs, so it is kept until something changes."""
    situation = world.situation()
    kept = _RESTING.get(world)
    if kept is None or kept[0] != situation:
        with world.snapshot() as data:
            mujoco.mj_step(world.model, data, round(_WAKE_S / TIMESTEP_S))
            kept = _RESTING[world] = (situation, extents.supports(world, data))
    return kept[1]


def supporters(world: World) -> dict[str, str]:
    """Return for each movable thing what it mainly rests on; the room's shell has the name ''."""
    edges = _resting(world)
    things, best = world.scene.things, dict[str, tuple[float, str]]()
    for (upper, lower), force in edges.items():
        if upper in things and things[upper].movable and force > max(CARRIED_N, best.get(upper, (0.0, ""))[0]):
            best[upper] = (force, lower)
    return {upper: lower for upper, (_, lower) in best.items()}


def stability(world: World, things: list[str], seconds: float) -> float:
    """Return the share of the permitted drift that is left after some time: 1 = still, below 0 = it moved."""
    bodies = [world.model.body(name).id for name in things]
    with world.snapshot() as data:
        mujoco.mj_forward(world.model, data)
        places, turns = data.xpos[bodies].copy(), data.xquat[bodies].copy()
        mujoco.mj_step(world.model, data, round(seconds / TIMESTEP_S))
        moved = float(np.linalg.norm(data.xpos[bodies] - places, axis=1).max(initial=0.0))
        turned = max((_angle_deg(a, b) for a, b in zip(turns, data.xquat[bodies], strict=True)), default=0.0)
    return 1.0 - max(moved / DRIFT_M, turned / DRIFT_DEG)


def closes_to(world: World, part: str) -> float:
    """Return at how many degrees beyond "closed" (4°) a lid stops when it is pressed shut gently; negative if it closes."""
    found = world.scene.register.parts[part]
    joint = world.model.joint(part).qposadr[0]
    with world.snapshot(awake=False) as data:
        drive(world.model, data, found, found.closed, longest_s=3.0)
        left = abs(float(data.qpos[joint]) - found.closed)
    return float(np.degrees(left)) - CLOSED_DEG


def part_position(world: World, part: str, state: str) -> float:
    """Return the share of its travel by which a part is past the limit for ``open`` (25 %) or ``closed`` (4 %)."""
    found = world.scene.register.parts[part]
    position = float(world.data.qpos[world.model.joint(part).qposadr[0]])
    share = abs(position - found.closed) / abs(found.opened - found.closed)
    return share - 0.25 if state == "open" else 0.04 - share


def displacement(world: World, thing: str) -> tuple[float, float]:
    """Return how far a thing is from its place after the world first settled: centimetres and degrees."""
    before, now = world.started[thing], world.place_of(thing)
    moved = 100 * float(np.linalg.norm(np.subtract(now.at, before.at)))
    if world.held == thing:
        moved = max(moved, 100.0)
    return moved, _angle_deg(np.asarray(before.turn), np.asarray(now.turn))


def off_by(world: World, thing: str, reference: str, wanted: Sequence[float]) -> Vector:
    """Return the error, in metres along the room's axes, of a thing's middle relative to its wanted offset from another's."""
    if world.held in {thing, reference}:
        return (1.0, 1.0, 1.0)
    middles = [np.add(*extents.extent(world, name, np.eye(3), np.zeros(3))) / 2 for name in (thing, reference)]
    x, y, z = (float(part) for part in middles[0] - middles[1] - np.asarray(wanted))
    return (x, y, z)


def askew_deg(world: World, thing: str, axis: str, wanted: Sequence[float], ends: str) -> float:
    """Return the angle between an axis of a thing and a room direction; ``ends``: ``either`` end may point there, or only ``this``."""
    own = _axes(world.frame(thing))[:, "xyz".index(axis)]
    cosine = float(own @ np.asarray(wanted) / np.linalg.norm(wanted))
    return float(np.degrees(np.arccos(np.clip(abs(cosine) if ends == "either" else cosine, -1.0, 1.0))))


def gap(world: World, thing: str, others: Sequence[str], longest_m: float) -> float:
    """Return the least distance in metres between a thing's solids and those of others, at most ``longest_m``."""
    if world.held == thing:
        return longest_m
    distances = (
        mujoco.mj_geomDistance(world.model, world.data, int(own), int(their), longest_m, None)
        for other in others
        if other != world.held
        for own in world.solids(thing)
        for their in world.solids(other)
    )
    return float(min(distances, default=longest_m))


def misfit(world: World, first: str, second: str, place_m: tuple[float, float]) -> tuple[float, float]:
    """Return how far two pieces are from fitting: centimetres, and degrees by which one is turned or tipped.

    The second should lie ``place_m`` to the right of and above the first, both face up and turned alike. A held piece fits nothing.
    """
    if world.held in {first, second}:
        return 100.0, 0.0
    frame = world.frame(first)
    found = frame.seen(world.frame(second))
    centimetres = 100 * float(np.linalg.norm(np.subtract(found.at, (*place_m, 0.0))))
    upright = np.degrees(np.arccos(np.clip(_axes(frame)[2, 2], -1.0, 1.0)))
    return centimetres, max(_angle_deg(np.array(found.turn), np.array([1.0, 0.0, 0.0, 0.0])), float(upright))


def _axes(frame: Frame) -> np.ndarray:
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, np.asarray(frame.turn, float))
    return matrix.reshape(3, 3)


def _angle_deg(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.degrees(2 * np.arccos(min(1.0, abs(float(np.dot(first, second)))))))
