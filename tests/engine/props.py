"""Small rooms, and functions that point at things in them, for tests of the engine's core."""

import copy
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine import fixtures
from mindsight.engine.choices import Carry
from mindsight.engine.devices.device import DeviceState, Rgba
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import Frame, Quaternion
from mindsight.engine.geometry.shapes import Box, Cylinder
from mindsight.engine.kinds import Look
from mindsight.engine.physics import hands
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.feedback import Feedback
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.furnishing import FIXTURES, Options, fixture
from mindsight.engine.scenes.plans import FixturePlan, PetPlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import Scene, build

fixtures.load()

DOOR = ViewpointPlan(name="door", zh="门口", en="the door", eye=(0.0, -1.9, 1.5), target=(0.0, 0.3, 0.6))
CORNER = ViewpointPlan(name="corner", zh="墙角", en="the corner", eye=(-1.8, -1.8, 1.6), target=(0.0, 0.0, 0.4))
OUTSIDE = ViewpointPlan(name="outside", zh="屋外", en="outside", eye=(0.0, -9.0, 1.5), target=(0.0, -20.0, 1.5))

Point = tuple[float, float]


class Dial:
    """A device whose state is its knob's position and how long the knob has been there."""

    def start(self) -> DeviceState:
        return {"position": 0, "seconds": 0.0}

    def press(self, state: DeviceState, part: str) -> DeviceState:
        return {**state, "pressed": part}

    def turn(self, state: DeviceState, part: str, position: int) -> DeviceState:  # noqa: ARG002
        return {**state, "position": position}

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:
        return {**state, "seconds": round(float(state["seconds"]) + seconds, 6)}

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        return {"dial.lamp": (1.0, 0.0, 0.0, 1.0) if state["position"] else (0.2, 0.2, 0.2, 1.0)}

    def facts(self, state: DeviceState) -> DeviceState:
        return {"position": state["position"]}

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, str | float | bool]]:
        return {"dial.lamp": ("position", state["position"])}

    def words(self, key: str, value: str | float | bool | None) -> tuple[tuple[str, str], tuple[str, str]]:  # noqa: ARG002
        return (("位置", "position"), (str(value), str(value)))


def _dial(body: Body, rng: Generator, options: Options) -> Look:
    """Build a panel with a knob and a button that faces −y, 20 cm wide."""
    body.add(Box((0.10, 0.05, 0.10)), at=(0, 0, 0.10))
    knob = body.child(f"{body.name}/knob", at=(-0.05, -0.06, 0.10))
    knob.show(Cylinder(0.02, 0.01), turn=(0.7071068, 0.7071068, 0.0, 0.0))
    knob.solid(Box((0.02, 0.01, 0.02)))
    knob.weigh(0.05)
    knob.joint("knob", axis=(0, 1, 0), closed=0.0, opened=3.0, zh="旋钮", en="knob", owner=body.name)
    button = body.child(f"{body.name}/button", at=(0.05, -0.06, 0.10))
    button.add(Box((0.02, 0.008, 0.02)))
    button.weigh(0.05)
    button.joint("button", axis=(0, 1, 0), closed=0.0, opened=0.005, zh="按钮", en="button", owner=body.name)
    body.show(Box((0.01, 0.005, 0.01)), at=(0, -0.052, 0.17), name="dial.lamp")
    body.workshop.register.devices[body.name] = Dial()
    if options.get("jammed"):
        # An invisible block behind the button keeps it from moving.
        stop = body.workshop.body(f"{body.name}.stop", at=tuple(np.add(body.frame.at, (0.05, -0.05, 0.10))))
        stop.solid(Box((0.005, 0.0015, 0.005)))
    return Look("white", "box", "plastic")


if "dial" not in FIXTURES:
    fixture("dial", zh="仪表", en="dial", size=(0.2, 0.1, 0.2), against="free")(_dial)


def plan(
    *fixed: FixturePlan,
    things: tuple[ThingPlan, ...] = (),
    viewpoints: tuple[ViewpointPlan, ...] = (DOOR, CORNER),
    pet: PetPlan | None = None,
) -> ScenePlan:
    """Return a room of four by four metres."""
    return ScenePlan(
        room="study",
        seed=5,
        size=(4.0, 4.0, 2.6),
        time_of_day="noon",
        fixtures=fixed,
        things=things,
        viewpoints=viewpoints,
        pet=pet,
    )


def fixed(kind: str, at: Point = (0.0, 0.6), yaw: float = 0.0, z: float = 0.0, **options: object) -> FixturePlan:
    """Return a fixture named after its kind."""
    return FixturePlan(name=kind, kind=kind, seed=3, at=at, yaw=yaw, z=z, options=options)


def thing(kind: str, on: str, at: Point = (0.0, 0.0), name: str = "", **rest: object) -> ThingPlan:
    """Return a thing named after its kind."""
    return ThingPlan(name=name or f"{kind}.1", kind=kind, seed=3, on=on, at=at, **rest)  # type: ignore[arg-type]


@lru_cache(maxsize=32)
def _built(text: str) -> Scene:
    return build(ScenePlan.model_validate_json(text))


def world_of(made: ScenePlan, carry: Carry = "settle") -> World:
    """Return a new world of a plan; equal plans are built once, but each world has its own model."""
    scene = _built(made.model_dump_json())
    return World(Scene(scene.plan, _copied(scene), scene.things, scene.register), carry=carry)


def _copied(scene: Scene) -> object:
    return copy.copy(scene.model)


def desk_room(*things: ThingPlan, carry: Carry = "settle", extra: tuple[FixturePlan, ...] = ()) -> World:
    """Return a room with a desk in its middle."""
    return world_of(plan(fixed("desk"), *extra, things=things), carry)


def point_on(world: World, name: str) -> Point:
    """Look at a thing or part from where it can be seen and return a picture point that hits it."""
    middle = world.middle(name)
    for viewpoint in world.scene.plan.viewpoints:
        world.look(View.at(viewpoint).facing_position(middle))
        found = _hitting(world, name, middle)
        if found is not None:
            return found
    raise AssertionError(f"{name} can be seen from nowhere")


def _hitting(world: World, name: str, middle: NDArray[np.float64]) -> Point | None:
    x, y, _ = world.view.project(middle, world.aspect)
    steps = sorted(
        ((dx, dy) for dx in np.linspace(-240, 240, 61) for dy in np.linspace(-240, 240, 61)),
        key=lambda step: step[0] ** 2 + step[1] ** 2,
    )
    for dx, dy in steps:
        point = (float(x + dx), float(y + dy))
        if min(point) < 0 or max(point) > 1000:
            continue
        hit = world.ray(point, ignore=world.held)
        if hit is None:
            continue
        if hit.body == name or (hit.thing is not None and hit.thing.name == name and name in world.scene.things):
            return point
    return None


def point_at(world: World, position: tuple[float, float, float]) -> Point:
    """Look at a place in the room and return its picture point; fails if something is in front of it."""
    for viewpoint in world.scene.plan.viewpoints:
        world.look(View.at(viewpoint).facing_position(np.array(position)))
        x, y, _ = world.view.project(np.array(position), world.aspect)
        hit = world.ray((x, y), ignore=world.held)
        if hit is not None and np.linalg.norm(hit.point - position) < 0.02:
            return (x, y)
    raise AssertionError(f"{position} can be seen from nowhere")


def do(world: World, verb: str, point: Point | None = None, **rest: object) -> Feedback:
    """Carry out one action."""
    return hands.perform(world, Action(verb=verb, point=point, **rest))  # type: ignore[arg-type]


def pick(world: World, name: str) -> Feedback:
    """Point at a thing and pick it up."""
    return do(world, "pick", point_on(world, name))


def set_down(world: World, name: str, at: tuple[float, float, float], turn: Quaternion = (1.0, 0.0, 0.0, 0.0)) -> None:
    """Put a thing somewhere and let it settle."""
    world.put(name, Frame(at, turn))
    world.settle(2.0)
