"""The shell of a room: closed, lit by the time of day, and simple enough to draw quickly."""

import mujoco
import numpy as np
import pytest

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.physics.world import World
from mindsight.engine.scenes import room_pictures
from mindsight.engine.scenes.floor_plan import body_rect
from mindsight.engine.scenes.layout import SIZES, TIMES, furnish
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.scenes.rooms import WALL_YAWS, wall_line
from mindsight.engine.scenes.scene import build

ROOMS = tuple(SIZES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_cheap(room: str) -> None:
    scene = build(furnish(room, 2))
    assert scene.model.ngeom <= 300
    assert scene.model.nlight <= 3
    assert int(scene.model.light_castshadow.sum()) <= 1
    assert not scene.model.mat_reflectance.any()
    assert scene.model.ntexdata < 16e6


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_every_line_of_sight_ends_in_the_room_or_outside_the_window(room: str) -> None:
    plan = furnish(room, 7)
    scene = build(plan)
    data = mujoco.MjData(scene.model)
    mujoco.mj_forward(scene.model, data)
    groups = np.array([group == SEEN for group in range(6)], np.uint8)
    geom = np.zeros(1, np.int32)
    directions = np.random.default_rng(0).normal(size=(400, 3))
    for view in plan.viewpoints:
        for way in directions:
            found = mujoco.mj_ray(
                scene.model, data, np.array(view.eye), way / np.linalg.norm(way), groups, 1, -1, geom, None
            )
            assert found >= 0


def test_the_window_is_a_hole_in_its_wall() -> None:
    plan = furnish("study", 3)
    scene = build(plan)
    data = mujoco.MjData(scene.model)
    mujoco.mj_forward(scene.model, data)
    window = next(fixture for fixture in plan.fixtures if fixture.kind == "window")
    rect = body_rect(window)
    x, y = rect.point((0.35, -0.6))
    way = np.array([*rect.axes[1], 0.0])
    geom = np.zeros(1, np.int32)
    groups = np.array([group == SEEN for group in range(6)], np.uint8)
    mujoco.mj_ray(scene.model, data, np.array([x, y, window.z + 0.5]), way, groups, 1, -1, geom, None)
    assert scene.model.geom(int(geom[0])).name == "outside"


@pytest.mark.parametrize("yaw", WALL_YAWS.values())
def test_walls_face_the_room(yaw: float) -> None:
    line = wall_line((4.0, 3.0, 2.6), yaw)
    assert np.linalg.norm(line.point((0.0, -0.5))) < np.linalg.norm(line.at)


def _brightness(plan: ScenePlan) -> np.ndarray:
    world = World(build(plan))
    with Camera(world, width=160, height=120) as camera:
        world.look(View.at(plan.viewpoints[0]))
        return camera.picture().reshape(-1, 3).mean(0)


@pytest.mark.slow
def test_light_by_the_time_of_day() -> None:
    plan = furnish("living_room", 9)
    colours = {time: _brightness(plan.model_copy(update={"time_of_day": time})) for time in TIMES}
    assert colours["noon"].mean() > colours["evening"].mean() > colours["night"].mean() > 50
    warmth = {time: colour[0] / colour[2] for time, colour in colours.items()}
    assert warmth["evening"] > warmth["morning"]
    assert warmth["night"] > warmth["noon"]
    assert colours["noon"].mean() < 215


def test_furniture_shades_the_floor() -> None:
    plan = furnish("bedroom", 2).model_copy(update={"time_of_day": "night"})
    bare = plan.model_copy(update={"fixtures": ()})
    shaded, plain = (np.asarray(room_pictures.floor_picture(each), float) for each in (plan, bare))
    bed = next(fixture for fixture in plan.fixtures if fixture.kind.endswith("_bed"))
    height, width = shaded.shape[:2]
    column = int((bed.at[0] / plan.size[0] + 0.5) * width)
    row = int((0.5 - bed.at[1] / plan.size[1]) * height)
    assert shaded[row, column].mean() < 0.75 * plain[row, column].mean()


def test_the_sun_falls_into_the_room_by_day_only() -> None:
    plan = furnish("study", 4)
    by_day = np.asarray(room_pictures.floor_picture(plan.model_copy(update={"time_of_day": "noon"})), float)
    at_night = np.asarray(room_pictures.floor_picture(plan.model_copy(update={"time_of_day": "night"})), float)
    sunny = (by_day - at_night).mean(-1) > 15
    assert 0.01 < sunny.mean() < 0.25


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_sun_lies_in_the_shadow_of_a_table(seed: int) -> None:
    plan = furnish("kitchen", seed).model_copy(update={"time_of_day": "evening", "pet": None})
    model = build(plan).model
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    x, y = np.meshgrid(*(np.linspace(-0.48, 0.48, 40) * side for side in plan.size[:2]))
    points = np.stack([x, y], -1)
    window = next(fixture for fixture in plan.fixtures if fixture.kind == "window")
    lamp = np.array(room_pictures.daylight_from(plan, window))
    sunny = (room_pictures._sun_patch(plan, points) > 0) & ~room_pictures._in_shadow(plan, points)
    table, geom = model.body("dining_table").id, np.zeros(1, np.int32)
    shaded = 0
    for start in points[sunny]:
        foot = np.array([*start, 0.01])
        mujoco.mj_ray(model, data, foot, lamp - foot, None, 1, -1, geom, None)
        shaded += geom[0] >= 0 and model.geom_bodyid[geom[0]] == table
    assert sunny.sum() > 20
    assert shaded <= 0.02 * sunny.sum()


@pytest.mark.slow
def test_a_room_without_window_and_door_can_be_built() -> None:
    plan = furnish("study", 1)
    build(plan.model_copy(update={"fixtures": (), "pet": None}))
