"""Build a plan into a scene: the compiled MuJoCo model and the index of what is in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import mujoco

from mindsight.engine import catalogue, fixtures
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.frames import NO_TURN, Frame, multiply, turn
from mindsight.engine.geometry.register import OPENABLE, Register
from mindsight.engine.kinds import KINDS, Look
from mindsight.engine.memory import give_back
from mindsight.engine.scenes import drafts, rooms
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream

TIMESTEP_S = 0.004
GAP_M = 0.001
"""How far above its place a thing starts, so that there is no contact before the first step."""

FILAMENT_LIGHT = {"environment": 0.001, "scene": 700_000.0}
"""Strength of Filament's environment light and of the room's lamps; the classic renderer uses neither."""

PARKED = (0.0, 0.0, -4.0)
"""Where the hand is parked, out of sight."""


@dataclass(frozen=True)
class Thing:
    """A movable thing or a fixture, with the name that instructions and feedback use."""

    name: str
    kind: str
    zh: str
    en: str
    look: Look
    movable: bool
    category: str = ""
    wipeable: bool = False
    plural: bool = False

    def title(self, language: str) -> str:
        """Return its title in a language, ``zh`` or ``en``."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, eq=False)
class Scene:
    """A built plan: the model and the meaning of its names."""

    plan: ScenePlan
    model: Any
    things: Mapping[str, Thing]
    register: Register


def build(plan: ScenePlan, *, more: Callable[[Workshop], Mapping[str, Thing] | None] | None = None) -> Scene:
    """Build and compile a plan, with additions by ``more``, which returns those that have a name, such as people.

    Raises:
        KeyError: The plan names a kind, fixture, surface or container that does not exist.
        ValueError: MuJoCo refuses the model; the message names the body.
    """
    catalogue.load()
    fixtures.load()
    workshop = Workshop(_specification(f"home-{plan.seed}"))
    rooms.build_shell(workshop, plan)
    things: dict[str, Thing] = {}
    for fixed in plan.fixtures:
        things[fixed.name] = _place_fixture(workshop, fixed)
    for moved in plan.things:
        things[moved.name] = _place_thing(workshop, moved)
    rooms.build_pet(workshop, plan)
    if more is not None:
        things |= more(workshop) or {}
    _add_hand(workshop, [thing.name for thing in things.values() if thing.movable])
    give_back()  # frees what drawing used, since compiling needs much memory too
    return Scene(plan, workshop.spec.compile(), things, workshop.register)


def _specification(name: str) -> Any:
    spec = mujoco.MjSpec()
    spec.modelname = name
    spec.compiler.degree = False
    spec.option.timestep = TIMESTEP_S
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = 10
    spec.option.enableflags |= int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    spec.default.geom.solref = [0.01, 1]
    for light, strength in FILAMENT_LIGHT.items():
        spec.add_numeric(name=f"filament.fallback.{light}_light_intensity", data=[strength], size=1)
    return spec


def _place_fixture(workshop: Workshop, plan: FixturePlan) -> Thing:
    kind = FIXTURES[plan.kind]
    body = workshop.body(plan.name, at=(*plan.at, plan.z), turn=turn("z", plan.yaw))
    look = kind.build(body, stream(plan.seed, "fixture", plan.kind), plan.options)
    for part, share in plan.options.get("opened", {}).items():
        _leave_open(workshop.register, f"{plan.name}/{part}", share)
    return Thing(plan.name, plan.kind, kind.zh, kind.en, look, movable=False, category="fixture")


def _leave_open(register: Register, name: str, share: float) -> None:
    """Let a part start open by a share of its way."""
    part = register.parts.get(name)
    if part is None or part.role not in OPENABLE:
        raise ValueError(f"{name} cannot be left open; these can: {', '.join(_openable(register, name)) or 'none'}")
    if part.locked or not 0 < share <= 1:
        raise ValueError(
            f"{name} is locked"
            if part.locked
            else f"{name}: {share} is no share of a way, which is above 0 and at most 1"
        )
    register.parts[name] = replace(part, start=part.closed + share * (part.opened - part.closed))


def _openable(register: Register, name: str) -> list[str]:
    owner = name.partition("/")[0]
    return [key for key, part in register.parts.items() if part.owner == owner and part.role in OPENABLE]


def _place_thing(workshop: Workshop, plan: ThingPlan) -> Thing:
    kind = KINDS[plan.kind]
    start = _start(plan, workshop.register)
    body = workshop.body(plan.name, at=start.at, turn=start.turn, free=not kind.flat)
    look = drafts.make(body, plan.kind, plan.seed, plan.wish)
    if not kind.flat:
        body.weigh(kind.mass_kg)
    return Thing(
        plan.name,
        plan.kind,
        kind.zh,
        kind.en,
        look,
        not kind.flat,
        category=kind.category,
        wipeable=kind.flat,
        plural=kind.plural,
    )


def _start(plan: ThingPlan, register: Register) -> Frame:
    """Return the pose in the room at which a thing starts."""
    tipped = multiply(turn("z", plan.yaw), turn("y", plan.lying[1]), turn("x", plan.lying[0]))
    above = GAP_M
    if any(plan.lying):
        above += footprint(plan.kind, plan.seed, plan.colour, plan.state, plan.lying).under_m
    if plan.on == "floor":
        return Frame((*plan.at, above), tipped)
    if plan.on in register.surfaces:
        surface = register.surfaces[plan.on]
        body, turned, (x, y, z) = surface.body, NO_TURN, surface.at
    elif plan.on in register.containers:
        hollow = register.containers[plan.on]
        body, turned, (x, y, z) = hollow.body, hollow.turn, hollow.at
        z -= hollow.half[2]
    else:
        raise KeyError(f"the scene has no surface or container {plan.on!r}")
    return register.frames[body].inside((x, y, z), turned).inside((*plan.at, above), tipped)


def _add_hand(workshop: Workshop, movable: list[str]) -> None:
    spec = workshop.spec
    spec.worldbody.add_body(name="hand", pos=PARKED, mocap=True)
    spec.worldbody.add_camera(name="eye")
    for name in movable:
        weld = spec.add_equality(
            name=f"hold.{name}",
            type=mujoco.mjtEq.mjEQ_WELD,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name1="hand",
            name2=name,
            active=False,
        )
        weld.solref = [0.02, 1]
