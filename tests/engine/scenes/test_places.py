"""Free places: apart from each other and from fixtures, only where allowed, and such that things stay there."""

import numpy as np
import pytest

from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Rect, body_rect, on_floor, swing_rect
from mindsight.engine.scenes.layout import SIZES, furnish
from mindsight.engine.scenes.places import FLOOR, Footprint, NoPlaceError, Spot, footprint, free_spots, survey
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream

ROOMS = tuple(SIZES)
SMALL = Footprint(0.08, 0.08, 0.10)


def _rect(spot: Spot, room: Footprint) -> Rect:
    return Rect(spot.at, (room.width / 2, room.depth / 2), spot.yaw)


def test_the_survey_agrees_with_the_built_scene() -> None:
    plan = furnish("bedroom", 2, wanted=("suitcase", "toy_chest", "laundry_basket"))
    told, made = survey(plan), build(plan).register
    assert (told.surfaces, told.containers, told.parts) == (made.surfaces, made.containers, made.parts)
    assert told.frames.items() <= made.frames.items()
    assert told.containers
    assert told.parts


@pytest.mark.parametrize("room", ROOMS)
def test_spots_keep_apart(room: str) -> None:
    plan = furnish(room, 3)
    spots = free_spots(plan, stream(3, "spots"), [SMALL] * 14)
    for index, first in enumerate(spots):
        for second in spots[index + 1 :]:
            assert first.on != second.on or not _rect(first, SMALL).overlaps(_rect(second, SMALL))


@pytest.mark.parametrize("room", ROOMS)
def test_spots_on_the_floor_are_free_and_reachable(room: str) -> None:
    plan = furnish(room, 6)
    spots = free_spots(plan, stream(6, "spots"), [SMALL] * 8, [FLOOR])
    for spot in spots:
        rect = _rect(spot, SMALL)
        for fixture in plan.fixtures:
            if on_floor(fixture):
                assert not rect.overlaps(body_rect(fixture), 0.05)
            if fixture.kind == "door":
                assert not rect.overlaps(swing_rect(fixture))


def test_spots_on_a_surface_avoid_what_stands_on_it() -> None:
    plan = next(
        p for p in (furnish("kitchen", seed) for seed in range(20)) if any(f.kind == "dish_rack" for f in p.fixtures)
    )
    rack = body_rect(next(f for f in plan.fixtures if f.kind == "dish_rack"))
    frame = survey(plan).frames["kitchen_counter"]
    surface = survey(plan).surfaces["kitchen_counter/top"]
    for spot in free_spots(plan, stream(1), [SMALL] * 6, ["kitchen_counter/top"]):
        x, y, _ = frame.point((surface.at[0] + spot.at[0], surface.at[1] + spot.at[1], 0.0))
        assert float(rack.distance(np.array([x, y]))) > 0.03


def test_a_tall_thing_does_not_go_on_a_low_shelf() -> None:
    plan = furnish("study", 2)
    with pytest.raises(NoPlaceError, match="finds no free place"):
        free_spots(plan, stream(1), [Footprint(0.08, 0.08, 0.9)], ["bookcase/shelf_1"])


def test_a_full_surface_is_reported() -> None:
    plan = furnish("bedroom", 2)
    with pytest.raises(NoPlaceError, match="allow more places"):
        free_spots(plan, stream(1), [Footprint(0.2, 0.2)] * 9, ["nightstand/top"])


def test_an_unknown_place_is_named() -> None:
    with pytest.raises(KeyError, match="moon"):
        free_spots(furnish("bedroom", 2), stream(1), [SMALL], ["moon"])


def test_places_of_things_that_are_there_stay_theirs() -> None:
    plan = furnish("study", 2)
    (first,) = free_spots(plan, stream(1), [footprint("block", 1)], ["desk/top"])
    there = plan.with_things(ThingPlan(name="block", kind="block", seed=1, on=first.on, at=first.at, yaw=first.yaw))
    for spot in free_spots(there, stream(1), [footprint("block", 1)] * 5, ["desk/top"]):
        assert not _rect(spot, SMALL).overlaps(_rect(first, Footprint(0.05, 0.05)))


def test_a_footprint_turns_with_the_thing() -> None:
    block = footprint("block", 1)
    assert (block.width, block.depth, block.height) == pytest.approx((0.05, 0.05, 0.05), abs=2e-3)


@pytest.mark.parametrize("room", ROOMS)
def test_things_stay_where_they_are_put(room: str) -> None:
    plan = furnish(room, 8)
    size = footprint("block", 1)
    spots = free_spots(plan, stream(8), [size] * 10)
    things = [
        ThingPlan(name=f"block_{k}", kind="block", seed=1, on=s.on, at=s.at, yaw=s.yaw) for k, s in enumerate(spots)
    ]
    scene = build(plan.with_things(*things))
    starts = {name: np.array(scene.register.frames[name].at) for name in (thing.name for thing in things)}
    world = World(scene)
    world.settle(1.0)
    for name, start in starts.items():
        moved = np.array(world.frame(name).at) - start
        assert np.abs(moved).max() < 0.012, (name, spots)


def test_a_thing_is_measured_once_however_the_arguments_are_passed() -> None:
    assert footprint("mug", 5) is footprint("mug", 5, "", "", (0.0, 0.0)) is footprint("mug", seed=5, colour="")
