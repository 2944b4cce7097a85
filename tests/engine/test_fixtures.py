"""Every fixture: what it declares is what it is; its doors, lids and drawers move; things can stand where it says."""

from typing import Any

import mujoco
import numpy as np
import pytest

from mindsight.engine import fixtures, moving, places
from mindsight.engine.bodies import SEEN, SOLID, Register, Workshop
from mindsight.engine.fixtures.luggage import OPEN_RAD, SHELLS, SIZES
from mindsight.engine.floorplan import HOSTS
from mindsight.engine.furnishing import FIXTURES
from mindsight.engine.kinds import Look
from mindsight.engine.palette import COLOURS
from mindsight.engine.scene import _specification
from mindsight.engine.seeds import stream
from mindsight.engine.shapes import Box

fixtures.load()
OURS = (
    "appliances",
    "seating",
    "tables",
    "storage",
    "beds",
    "kitchen",
    "decoration",
    "luggage",
    "hangings",
    "openings",
    "play",
    "sorting",
    "deskware",
    "gifts",
)
KEYS = sorted(key for key, kind in FIXTURES.items() if kind.build.__module__.rsplit(".", 1)[-1] in OURS)
STANDING_ONLY = {"window", "door", "ceiling_lamp", "rug", "curtain", "picture", "wall_clock", "mirror", "television"}


class Stage:
    """One fixture alone, with what else a test puts in."""

    def __init__(self, key: str, options: dict[str, Any] | None = None, balls: dict[str, Any] | None = None) -> None:
        workshop = Workshop(_specification(f"stage-{key}"))
        body = workshop.body(key)
        self.look: Look = FIXTURES[key].build(body, stream(1, "fixture", key), options or {})
        for name, (at, half) in (balls or {}).items():
            thing = workshop.body(name, at=at, free=True)
            thing.add(Box(half))
            thing.weigh(0.3)
        self.register: Register = workshop.register
        self.model: Any = workshop.spec.compile()
        self.data: Any = mujoco.MjData(self.model)
        for name, part in self.register.parts.items():
            if part.start is not None:
                self.data.joint(name).qpos[0] = part.start
        mujoco.mj_forward(self.model, self.data)

    def bounds(self, group: int) -> tuple[np.ndarray, np.ndarray]:
        points = [
            places.corners(self.model, self.data, geom) for geom in np.flatnonzero(self.model.geom_group == group)
        ]
        return np.concatenate(points).min(0), np.concatenate(points).max(0)

    def below(self, point: np.ndarray, reach: float = 0.5) -> float:
        """Return how far under a point something solid is."""
        geom = np.zeros(1, np.int32)
        groups = np.array([group == SOLID for group in range(6)], np.uint8)
        found = mujoco.mj_ray(self.model, self.data, point, np.array([0, 0, -1.0]), groups, 1, -1, geom, None)
        return float(found) if found >= 0 else reach


def test_the_rooms_have_enough_fixtures() -> None:
    assert len(KEYS) >= 40


@pytest.mark.parametrize("key", KEYS)
def test_names_and_looks(key: str) -> None:
    kind, look = FIXTURES[key], Stage(key).look
    assert kind.zh
    assert not kind.zh.isascii()
    assert kind.en.isascii()
    assert look.colour in COLOURS
    assert look.shape


@pytest.mark.parametrize("key", KEYS)
def test_size_is_what_is_seen(key: str) -> None:
    stage = Stage(key, {"open": False})
    width, depth, height = FIXTURES[key].size
    low, high = stage.bounds(SEEN)
    if key == "kitchen_counter":  # the tap stands above the worktop
        high[2] = min(high[2], height)
    if key == "curtain":
        width, height = width + 0.15, height + 0.1
    slack = 0.035
    assert low[2] > -0.012
    assert high[2] < height + slack
    assert max(abs(low[0]), abs(high[0])) < width / 2 + slack
    assert max(abs(low[1]), abs(high[1])) < depth / 2 + 0.05
    assert high[2] > 0.8 * height or key == "rug"


@pytest.mark.parametrize("key", [key for key in KEYS if key not in STANDING_ONLY])
def test_solid_is_where_it_is_seen(key: str) -> None:
    stage = Stage(key, {"open": False})
    (low, high), (solid_low, solid_high) = stage.bounds(SEEN), stage.bounds(SOLID)
    assert (solid_low > low - 0.03).all()
    assert (solid_high < high + 0.03).all()


@pytest.mark.parametrize("key", KEYS)
def test_surfaces_carry(key: str) -> None:
    stage = Stage(key)
    for name, surface in stage.register.surfaces.items():
        frame = stage.register.frames[surface.body]
        for sx, sy in ((0, 0), (-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)):
            x, y, z = surface.at
            point = frame.point((x + sx * surface.half[0], y + sy * surface.half[1], z + 0.02))
            assert stage.below(np.array(point)) == pytest.approx(0.02, abs=0.009), name


@pytest.mark.parametrize("key", sorted(HOSTS))
def test_a_bed_is_as_high_as_the_plan_believes(key: str) -> None:
    assert Stage(key).register.surfaces[f"{key}/mattress"].at[2] == pytest.approx(HOSTS[key])


@pytest.mark.parametrize("key", KEYS)
def test_containers_are_hollow(key: str) -> None:
    stage = Stage(key)
    for name, hollow in stage.register.containers.items():
        frame = stage.register.frames[hollow.body]
        top = frame.point(tuple(np.add(hollow.at, (0, 0, 0.98 * hollow.half[2]))))
        assert stage.below(np.array(top), 3.0) == pytest.approx(1.98 * hollow.half[2], abs=0.02), name


@pytest.mark.parametrize("key", KEYS)
def test_parts_open_close_and_stay(key: str) -> None:
    stage = Stage(key)
    for name, part in stage.register.parts.items():
        if part.role not in {"door", "lid", "drawer"}:
            continue
        joint = stage.data.joint(name)
        for goal in (part.opened, part.closed, part.opened):
            moving.drive(stage.model, stage.data, part, goal)
            mujoco.mj_step(stage.model, stage.data, 250)
            assert abs(joint.qpos[0] - goal) < 0.06 * abs(part.opened - part.closed) + 0.002, (name, goal)
        moving.drive(stage.model, stage.data, part, part.closed)


def test_the_drawer_of_a_desk_stands_open_or_is_locked_and_bears_a_label_as_the_plan_says() -> None:
    plain, drawn, locked = (Stage("desk", options).register for options in ({}, {"open": True}, {"locked": True}))
    parts = [one.parts["desk/drawer"] for one in (plain, drawn, locked)]
    assert [(part.start, part.locked) for part in parts] == [(None, False), (parts[1].opened, False), (None, True)]
    labelled = Stage("desk", {"label": ["玩具", "TOYS"]}).register
    assert [one.words for one in labelled.texts.values()] == ["玩具 TOYS"]
    assert not plain.texts


def test_what_lies_in_a_drawer_comes_along() -> None:
    stage = Stage("nightstand", balls={"block": ((0.0, -0.01, 0.40), (0.03, 0.03, 0.02))})
    part = stage.register.parts["nightstand/drawer"]
    before = stage.data.body("block").xpos[1]
    moving.drive(stage.model, stage.data, part, part.opened)
    assert stage.data.body("block").xpos[1] < before - 0.15


@pytest.mark.parametrize("size", sorted(SIZES))
def test_an_empty_suitcase_closes(size: str) -> None:
    stage = Stage("suitcase", {"size": size, "colour": min(SHELLS)})
    assert stage.data.joint("suitcase/lid").qpos[0] == pytest.approx(OPEN_RAD)
    mujoco.mj_step(stage.model, stage.data, 250)
    assert stage.data.joint("suitcase/lid").qpos[0] > OPEN_RAD - 0.05
    part = stage.register.parts["suitcase/lid"]
    moving.drive(stage.model, stage.data, part, part.closed)
    assert stage.data.joint("suitcase/lid").qpos[0] < np.radians(3)


def test_a_lid_stops_on_what_sticks_out() -> None:
    stage = Stage("suitcase", balls={"tall": ((0.0, -0.05, 0.20), (0.05, 0.05, 0.18))})
    mujoco.mj_step(stage.model, stage.data, 250)
    part = stage.register.parts["suitcase/lid"]
    moving.drive(stage.model, stage.data, part, part.closed)
    assert stage.data.joint("suitcase/lid").qpos[0] > np.radians(12)


def test_a_flat_thing_does_not_keep_a_suitcase_open() -> None:
    stage = Stage("suitcase", balls={"flat": ((0.1, 0.0, 0.08), (0.12, 0.10, 0.06))})
    mujoco.mj_step(stage.model, stage.data, 250)
    part = stage.register.parts["suitcase/lid"]
    moving.drive(stage.model, stage.data, part, part.closed)
    assert stage.data.joint("suitcase/lid").qpos[0] < np.radians(3)


@pytest.mark.parametrize("key", ["table_lamp", "floor_lamp"])
def test_a_lamp_is_switched(key: str) -> None:
    device = Stage(key).register.devices[key]
    off = device.start()
    on = device.press(off, f"{key}/switch")
    assert (device.facts(off), device.facts(on)) == ({"on": False}, {"on": True})
    (shade,) = device.lights(on)
    assert sum(device.lights(on)[shade]) > sum(device.lights(off)[shade]) + 0.5
    assert device.press(on, f"{key}/switch") == off


@pytest.mark.parametrize("key", KEYS)
def test_a_seed_is_a_fixture(key: str) -> None:
    first, second = Stage(key), Stage(key)
    assert first.look == second.look
    assert np.array_equal(first.model.mesh_vert, second.model.mesh_vert)
    assert np.array_equal(first.model.tex_data, second.model.tex_data)
