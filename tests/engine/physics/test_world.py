"""A world is reproducible bit for bit, is not changed by trials, and can be reset."""

import gc
import hashlib
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import mujoco
import numpy as np
import pytest

from engine.props import desk_room, do, fixed, pick, plan, point_at, point_on, set_down, thing, world_of
from mindsight.engine.choices import Carry
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.physics import hands, measures
from mindsight.engine.physics.actions import Action, Verb
from mindsight.engine.physics.predicates import Judge
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import SIZES, furnish
from mindsight.engine.scenes.places import footprint, free_spots
from mindsight.engine.scenes.plans import PetPlan, RoomKind, ThingPlan
from mindsight.engine.scenes.scene import TIMESTEP_S, build
from mindsight.engine.seeds import stream

KINDS = ("mug", "book", "teddy_bear", "apple", "ball", "water_bottle", "block", "towel", "coffee_stain")


def furnished(room: RoomKind, seed: int, carry: Carry) -> World:
    """Return a furnished room with things in it."""
    made = furnish(room, seed)
    spots = free_spots(made, stream(seed, "spots"), [footprint(kind, seed) for kind in KINDS])
    things = [
        ThingPlan(name=f"{kind}.1", kind=kind, seed=seed, on=spot.on, at=spot.at, yaw=spot.yaw)
        for kind, spot in zip(KINDS, spots, strict=True)
    ]
    return World(build(made.with_things(*things)), carry=carry)


def random_action(world: World, rng: np.random.Generator) -> Action:
    """Return a random action, two in three of them at something visible and usable."""
    verbs: tuple[Verb, ...] = (
        "pick",
        "place",
        "press",
        "open",
        "close",
        "wipe",
        "rotate",
        "look",
        "wait",
        "place",
        "pick",
    )
    verb = verbs[int(rng.integers(len(verbs)))]
    point = tuple(float(part) for part in rng.uniform(0, 1000, 2))
    if verb == "look":
        places = [viewpoint.name for viewpoint in world.scene.plan.viewpoints]
        return Action(verb="look", to=places[int(rng.integers(len(places)))], turn=float(rng.uniform(-40, 40)))
    if verb == "wait":
        return Action(verb="wait", seconds=float(rng.uniform(0, 1)))
    names = [*world.scene.things, *world.scene.register.parts]
    if rng.random() < 0.7:
        name = names[int(rng.integers(len(names)))]
        world.look(View.at(world.scene.plan.viewpoints[int(rng.integers(len(world.scene.plan.viewpoints)))]))
        x, y, depth = world.view.project(world.middle(name), world.aspect)
        if depth > 0 and 0 <= x <= 1000 and 0 <= y <= 1000:
            point = (x, y)
    axis = ("upright", "forward", "sideways")[int(rng.integers(3))]
    degrees = float(rng.uniform(-180, 180)) if verb == "rotate" else 0.0
    return Action(verb=verb, point=point, degrees=degrees, axis=axis)  # type: ignore[arg-type]


def trace(carry: Carry, steps: int = 30) -> str:
    """Return a hash of the state's fingerprints after each of many actions."""
    world = furnished("bedroom", 5, carry)
    rng = np.random.default_rng(7)
    prints = [world.fingerprint()]
    for _ in range(steps):
        hands.perform(world, random_action(world, rng))
        prints.append(world.fingerprint())
    return hashlib.sha256("".join(prints).encode()).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_equal_actions_give_equal_states_here_and_in_another_process(carry: Carry) -> None:
    first = trace(carry)
    assert trace(carry) == first
    script = f"from engine.physics.test_world import trace; print(trace({carry!r}))"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONHASHSEED": "99"}
    other = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True, timeout=240
    )
    assert other.stdout.strip() == first


def test_another_action_gives_another_state() -> None:
    assert trace("settle", 29) != trace("settle", 30)


@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_time_that_passes_while_all_sleeps_is_the_same_as_step_by_step(
    carry: Carry, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep = 0

    def step(world: World, seconds: float) -> None:
        nonlocal asleep
        steps = max(1, round(seconds / TIMESTEP_S))
        for _ in range(steps):
            mujoco.mj_step(world.model, world.data)
            asleep += not world.data.ntree_awake
        world._tick(steps * TIMESTEP_S)

    found = trace(carry)
    monkeypatch.setattr(World, "step", step)
    assert found == trace(carry)
    assert asleep > 100


@pytest.mark.slow
@pytest.mark.parametrize("room", tuple(SIZES))
@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_no_sequence_of_actions_breaks_a_room(room: RoomKind, carry: Carry) -> None:
    world = furnished(room, 11, carry)
    rng = np.random.default_rng(3)
    codes = {hands.perform(world, random_action(world, rng)).code for _ in range(40)}
    assert len(codes) > 5
    world.release()
    held = {name for name in world.scene.things if world.frame(name).at[2] < -3}
    world.settle(2.0)
    check_sane(world, held)


def check_sane(world: World, without: set[str]) -> None:
    """Fail if a thing fell through the floor, left the room or floats in the air."""
    assert np.isfinite(world.data.qpos).all()
    width, depth, _ = world.scene.plan.size
    for name, one in world.scene.things.items():
        if not one.movable or name in without:
            continue
        joint = world.model.joint(name).dofadr[0]
        assert np.abs(world.data.qvel[joint : joint + 3]).max() < 5, name
        x, y, z = world.frame(name).at
        assert z > -0.02, name
        assert abs(x) < width / 2 + 0.05, name
        assert abs(y) < depth / 2 + 0.05, name


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_long_random_episodes(seed: int) -> None:
    rooms: tuple[RoomKind, ...] = tuple(SIZES)
    world = furnished(rooms[seed % len(rooms)], 20 + seed, ("settle", "weld")[seed % 2])  # type: ignore[arg-type]
    rng = np.random.default_rng(seed)
    for _ in range(120):
        hands.perform(world, random_action(world, rng))
    held = {world.held} if world.held else set()
    world.settle(2.0)
    check_sane(world, held)


def test_what_is_tried_on_a_copy_leaves_the_world_as_it_was() -> None:
    world = world_of(
        plan(
            fixed("suitcase", (0.0, 0.0)),
            fixed("desk", (0, 1.3)),
            things=(thing("mug", "desk/top"), thing("ball", "floor", (1, 0))),
        )
    )
    before, flags = world.fingerprint(), int(world.model.opt.enableflags)
    derived = {
        name: np.array(getattr(world.data, name)).copy() for name in ("xpos", "xquat", "geom_xpos", "qfrc_applied")
    }
    measures.closes_to(world, "suitcase/lid")
    measures.rests_on(world, "mug.1", "desk")
    measures.stability(world, ["mug.1", "ball.1"], 0.5)
    measures.inside(world, "mug.1", "suitcase/inside")
    with suppress(RuntimeError), world.snapshot() as data:
        mujoco.mj_step(world.model, data, 50)
        raise RuntimeError
    assert world.fingerprint() == before
    assert int(world.model.opt.enableflags) == flags
    for name, value in derived.items():
        np.testing.assert_array_equal(getattr(world.data, name), value)


@pytest.mark.parametrize("carry", ["settle", "weld"])
def test_reset_returns_to_the_start(carry: Carry) -> None:
    world = world_of(
        plan(
            fixed("desk"),
            fixed("dial", (-1.2, 1.0)),
            things=(thing("mug", "desk/top"), thing("coffee_stain", "desk/top", (0.3, 0.0))),
            pet=PetPlan(kind="cat", seed=3, path=((1.0, -1.0), (1.5, 1.0))),
        ),
        carry,
    )
    model = {name: getattr(world.model, name).copy() for name in ("geom_rgba", "geom_group", "eq_data", "cam_pos")}
    start, places, pristine = world.fingerprint(), dict(world.started), dict(world.devices)
    assert do(world, "wipe", point_on(world, "coffee_stain.1")).ok
    assert do(world, "open", point_on(world, "desk/drawer")).ok
    assert do(world, "rotate", point_on(world, "dial/knob"), degrees=90).ok
    assert do(world, "press", point_on(world, "dial/button")).ok
    assert pick(world, "mug.1").ok
    assert world.fingerprint() != start
    world.reset()
    assert world.fingerprint() == start
    assert (world.held, world.wiped, world.started, world.devices) == (None, set(), places, pristine)
    for name, value in model.items():
        np.testing.assert_array_equal(getattr(world.model, name), value)


def test_a_fingerprint_covers_the_whole_state() -> None:
    world = world_of(plan(fixed("desk"), fixed("dial", (-1.2, 1.0)), things=(thing("coffee_stain", "desk/top"),)))
    seen = {world.fingerprint()}

    def is_new() -> bool:
        now = world.fingerprint()
        return now not in seen and not seen.add(now)  # type: ignore[func-returns-value]

    world.look(world.view.turned(1))
    assert is_new()
    world.wipe("coffee_stain.1")
    assert is_new()
    world.turn_knob("dial", "dial/knob", 5)
    assert is_new()
    world.data.joint("desk/drawer").qpos[0] += 1e-12
    assert is_new()


def test_a_situation_leaves_out_the_view_and_the_clock() -> None:
    world = world_of(plan(fixed("desk"), things=(thing("mug", "desk/top"),)))
    world.settle(2.0)
    before = world.situation()
    world.look(world.view.turned(30))
    assert world.situation() == before
    assert pick(world, "mug.1").ok
    assert world.situation() != before


def test_settling_says_whether_all_is_at_rest() -> None:
    world = desk_room(thing("ball", "desk/top"))
    assert world.settle(2.0)
    at = world.frame("ball.1").at
    world.put("ball.1", Frame((at[0], at[1], at[2] + 1.0)))
    assert not world.settle(0.2)


def test_time_passes_for_devices() -> None:
    world = world_of(plan(fixed("dial", (0.0, 0.0))))
    before = float(world.devices["dial"]["seconds"])
    world.step(1.0)
    assert float(world.devices["dial"]["seconds"]) == pytest.approx(before + 1.0)


def test_lamps_are_coloured_as_their_device_stands() -> None:
    world = world_of(plan(fixed("dial", (0.0, 0.0))))
    lamp = world.model.geom("dial.lamp").id
    assert tuple(world.model.geom_rgba[lamp]) == pytest.approx((0.2, 0.2, 0.2, 1.0))
    world.turn_knob("dial", "dial/knob", 40)
    assert tuple(world.model.geom_rgba[lamp]) == (1.0, 0.0, 0.0, 1.0)
    world.reset()
    assert tuple(world.model.geom_rgba[lamp]) == pytest.approx((0.2, 0.2, 0.2, 1.0))


def test_a_welded_hand_bumps_into_what_stands_in_its_way() -> None:
    def moved(carry: Carry) -> float:
        world = desk_room(
            thing("mug", "desk/top", (-0.3, 0.0)), thing("cereal_box", "desk/top", (0.1, 0.0)), carry=carry
        )
        start = np.array(world.frame("cereal_box.1").at)
        assert pick(world, "mug.1").ok
        if carry == "weld":
            at = world.frame("hand").at
            world.move_hand(Frame((at[0], at[1], 0.85)))
            world.move_hand(Frame((0.5, at[1], 0.85)))
        world.settle(1.0)
        return float(np.linalg.norm(world.frame("cereal_box.1").at - start))

    assert moved("weld") > 0.05
    assert moved("settle") < 0.005


def test_turning_a_welded_hand_takes_time() -> None:
    world = desk_room(thing("book", "desk/top"), carry="weld")
    assert pick(world, "book.1").ok
    start = world.data.time
    at = world.frame("hand")
    world.move_hand(Frame(at.at, turn("z", 180)))
    assert world.data.time - start > 0.9
    assert np.abs(world.data.qvel).max() < 5


def test_a_put_thing_is_not_left_hanging_in_the_air() -> None:
    world = desk_room(thing("book", "desk/top"))
    world.settle(3.0)
    world.step(3.0)  # asleep by now
    at = world.frame("book.1").at
    set_down(world, "book.1", (at[0], at[1] - 0.1, at[2] + 0.01))
    assert world.frame("book.1").at[2] == pytest.approx(at[2], abs=5e-4)
    assert Judge(["on", "book.1", "desk"]).judge(world).holds


def _resident_mib() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_memory_stays_flat_over_thirty_episodes() -> None:
    from mindsight.engine.drawing.rendering import Camera

    made = plan(fixed("desk"), things=(thing("mug", "desk/top"), thing("book", "desk/top", (0.3, 0.0))))

    def episode() -> None:
        world = World(build(made))
        with Camera(world, width=160, height=120) as camera:
            camera.picture()
            pick(world, "mug.1")
            do(world, "place", point_at(world, (0.0, -0.6, 0.0)))
            camera.geoms()

    for _ in range(8):
        episode()
    gc.collect()
    before = _resident_mib()
    for _ in range(30):
        episode()
    gc.collect()
    assert _resident_mib() - before < 12
