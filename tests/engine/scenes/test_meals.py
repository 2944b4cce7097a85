"""Traces of a meal: where they lie, that they rest there, and that all of it can be cleared away."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from engine.props import Point, do, point_on, world_of
from mindsight.engine import catalogue
from mindsight.engine.drawing.views import View
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.predicates import Judge
from mindsight.engine.physics.world import Hit, World
from mindsight.engine.scenes import meals
from mindsight.engine.scenes.floor_plan import body_rect
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import NoPlaceError
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream

TABLE = "dining_table"
LEFT = ("milk_carton", ("cheese", "cut"), "egg_box", "crumbs", "juice_spill", "apple_core")
SEEDS = (0, 1, 4)


@cache
def kitchen(seed: int, people: int = 2) -> ScenePlan:
    room, rng = furnish("kitchen", seed), stream(seed, "meal")
    fixtures = (
        one.model_copy(update={"options": {**one.options, "operable": True}}) if one.kind == "kitchen_counter" else one
        for one in room.fixtures
    )
    room = room.model_copy(update={"fixtures": tuple(fixtures)})
    room = room.with_things(*meals.lay(room, TABLE, rng, meals.SETTINGS[:people], used=True))
    room = room.with_things(*meals.left_on(room, TABLE, rng, LEFT))
    return room.with_things(meals.pan_on_stove(room, rng))


def holds(world: World, *goal: object) -> bool:
    return Judge(list(goal)).judge(world).holds


def aim(world: World, fits: Callable[[Hit], bool]) -> Point:
    """Return a picture point in the middle of what is seen of a place."""
    for viewpoint in world.scene.plan.viewpoints:
        world.look(View.at(viewpoint))
        found = [
            (x, y)
            for x in np.linspace(20, 980, 65)
            for y in np.linspace(20, 980, 65)
            if (hit := world.ray((x, y), ignore=world.held)) is not None and fits(hit)
        ]
        if len(found) > 4:
            middle = np.mean(found, axis=0)
            x, y = min(found, key=lambda point: float(np.hypot(*(np.array(point) - middle))))
            return float(x), float(y)
    raise AssertionError("no such place is seen")


def in_sink(hit: Hit) -> bool:
    return (
        hit.body == "kitchen_counter"
        and 0.72 < hit.point[2] < 0.86
        and bool(abs(hit.normal[2]) < 0.1 or hit.normal[2] > 0.9)
    )


def on_shelf(hit: Hit) -> bool:
    return hit.body == "fridge" and 0.90 < hit.point[2] < 1.30 and bool(hit.normal[2] > 0.9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_setting_lies_before_each_chair(seed: int) -> None:
    room = furnish("kitchen", seed)
    table = next(one for one in room.fixtures if one.name == TABLE)
    places = meals.seats(room, TABLE)
    assert len(places) == 4
    rect = body_rect(table)
    chairs = [np.array(one.at) for one in room.fixtures if one.kind == "chair"]
    for at, yaw in places:
        spot = np.array(rect.point(at))
        nearest = min(chairs, key=lambda chair: float(np.linalg.norm(chair - spot)))
        towards = np.deg2rad(table.yaw + yaw)
        away = nearest - spot
        assert away @ np.array([np.sin(towards), -np.cos(towards)]) == pytest.approx(np.linalg.norm(away), abs=0.01)


def test_a_table_has_as_many_settings_as_were_asked_for_but_no_more_than_seats() -> None:
    room = furnish("kitchen", 1)
    laid = meals.lay(room, TABLE, stream(1), meals.SETTINGS, used=True)
    assert [one.kind for one in laid] == [kind for setting in meals.SETTINGS for kind in setting]
    assert len({one.name for one in laid}) == 9
    assert all(one.state == meals.USED.get(one.kind, "") for one in laid)
    catalogue.load()
    assert all(one.state in KINDS[one.kind].states for one in laid if one.state)
    with pytest.raises(NoPlaceError, match="5 people ate at dining_table, which has 4 seats"):
        meals.lay(room, TABLE, stream(1), [("plate",)] * 5, used=True)
    with pytest.raises(ValueError, match="the room has no fixture 'bar'"):
        meals.lay(room, "bar", stream(1), [("plate",)], used=True)


def test_a_table_laid_for_a_meal_to_come_differs_only_in_being_clean() -> None:
    room = furnish("kitchen", 1)
    used, clean = (meals.lay(room, TABLE, stream(1), meals.SETTINGS, used=one) for one in (True, False))
    assert {one.state for one in clean} == {"clean", "empty", ""}
    assert [one.model_copy(update={"state": ""}) for one in used] == [
        one.model_copy(update={"state": ""}) for one in clean
    ]


def test_equal_seeds_leave_equal_traces() -> None:
    kitchen.cache_clear()
    first = kitchen(1)
    kitchen.cache_clear()
    assert kitchen(1) == first
    assert kitchen(4).things != first.things


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_stands_where_it_was_laid(seed: int) -> None:
    room = kitchen(seed, 3)
    world = world_of(room)
    for one in room.things:
        frame = world.scene.register.frames[one.name]
        assert np.linalg.norm(np.subtract(world.frame(one.name).at, frame.at)[:2]) < 0.004, one.name
        if world.scene.things[one.name].movable:
            assert holds(world, "on", one.name, "stove" if one.kind == "frying_pan" else TABLE), one.name


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pan_reaches_into_the_room_and_not_over_the_wall(seed: int) -> None:
    world = world_of(kitchen(seed))
    stove = next(one for one in world.scene.plan.fixtures if one.name == "stove")
    tip = world.frame("frying_pan_1").point((0.18, 0.0, 0.05))
    x, y = body_rect(stove).local(np.array(tip[:2]))
    assert y < -0.15
    assert abs(x) < 0.28


def test_a_meal_can_be_cleared_away() -> None:
    world = world_of(kitchen(1))
    for name in ("plate_1", "bowl_1", "mug_1"):
        assert do(world, "pick", point_on(world, name)).ok
        assert do(world, "place", aim(world, in_sink)).ok
        assert holds(world, "inside", name, "kitchen_counter/sink"), name
    assert do(world, "open", point_on(world, "fridge/door")).ok
    for name in ("milk_carton_1", "egg_box_1"):
        assert do(world, "pick", point_on(world, name)).ok
        assert do(world, "place", aim(world, on_shelf)).ok
        assert holds(world, "on", name, "fridge"), name
    assert do(world, "close", point_on(world, "fridge/door")).ok
    assert do(world, "pick", point_on(world, "apple_core_1")).ok
    assert do(world, "place", point_on(world, "waste_bin")).ok
    assert holds(world, "inside", "apple_core_1", "waste_bin/inside")
    for name in ("crumbs_1", "juice_spill_1"):
        assert do(world, "wipe", point_on(world, name)).ok
        assert holds(world, "clean", name)
