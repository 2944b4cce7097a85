"""End states of the room that must fail, each of which a faulty predicate or goal would accept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pytest

from home.tasks.mutants import (
    Mutant,
    above,
    anywhere,
    beside,
    in_hand,
    inside_if,
    judged,
    partly,
    put,
    some,
    still,
    without,
)
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.physics import predicates
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build

BIN, CHEST, BASKET = (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)
GOAL: Tree = [
    "all",
    ["inside", "paper_ball.1", "waste_bin/inside"],
    ["inside", "empty_bottle.1", "waste_bin/inside"],
    ["clean", "coffee_stain.1"],
    ["inside", "block.1", "toy_chest/inside"],
    ["inside", "t_shirt.1", "laundry_basket/inside"],
    ["not", ["clean", "juice_spill.1"]],
    ["inside", "toy_car.1", "toy_chest/inside"],
    ["undisturbed", "book.1"],
]
"""Rubbish, a stain, a toy and clothes are to be tidied; another stain, a toy in the chest and a book are to be left."""

State = Callable[[World], None]


@lru_cache
def stage() -> World:
    """Return a bare room with bin, chest and basket, and the things of the goal on the floor."""
    floor = {"paper_ball.1": -1.2, "empty_bottle.1": -0.8, "coffee_stain.1": -0.3, "block.1": 0.1, "t_shirt.1": 0.5,
             "juice_spill.1": 0.95, "book.1": 1.4}  # fmt: skip
    things = [
        ThingPlan(name=name, kind=name.partition(".")[0], seed=1, on="floor", at=(x, -1.2)) for name, x in floor.items()
    ]
    things.append(ThingPlan(name="toy_car.1", kind="toy_car", seed=1, on="toy_chest/inside", at=(0.2, 0.0)))
    fixtures = [
        FixturePlan(name=kind, kind=kind, seed=1, at=at)
        for kind, at in (("waste_bin", BIN), ("toy_chest", CHEST), ("laundry_basket", BASKET))
    ]
    here = ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1.8, 1.5), target=(0, 0, 0.3))
    plan = ScenePlan(room="study", seed=1, size=(4.0, 4.0, 2.6), time_of_day="noon", fixtures=tuple(fixtures),
                     things=tuple(things), viewpoints=(here,))  # fmt: skip
    return World(build(plan))


def tidy(world: World, *left: str) -> World:
    """Bring the room into the wanted state, except for the things in ``left``."""
    world.reset()
    places = {
        "paper_ball.1": (*BIN, 0.02),
        "empty_bottle.1": (*BIN, 0.20),
        "block.1": (*CHEST, 0.05),
        "t_shirt.1": (*BASKET, 0.02),
    }
    for name, (x, y, z) in places.items():
        if name not in left:
            put(world, name, x, y, z)
    if "coffee_stain.1" not in left:
        world.wipe("coffee_stain.1")
    return world


def _ball_beside(world: World) -> None:
    put(tidy(world, "paper_ball.1"), "paper_ball.1", BIN[0] + 0.2, BIN[1], 0.01)


def _ball_in_basket(world: World) -> None:
    put(tidy(world, "paper_ball.1"), "paper_ball.1", *BASKET, 0.1)


def _block_in_bin(world: World) -> None:
    put(tidy(world, "block.1"), "block.1", *BIN, 0.33)


def _block_on_lid(world: World) -> None:
    tidy(world, "block.1")
    world.data.joint("toy_chest/lid").qpos[0] = 0.0
    put(world, "block.1", *CHEST, 0.47)


def _shirt_on_rim(world: World) -> None:
    put(tidy(world, "t_shirt.1"), "t_shirt.1", *BASKET, 0.50, yaw=45.0)


def _bottle_sticks_out(world: World) -> None:
    tidy(world, "empty_bottle.1", "paper_ball.1")
    put(world, "paper_ball.1", BIN[0], BIN[1], 0.02)
    world.put("empty_bottle.1", Frame((BIN[0], BIN[1], 0.26), turn("y", 90.0)))
    world.hold("empty_bottle.1")
    world.held = None  # it leans there, as if jammed


def _held_over(world: World) -> None:
    tidy(world)
    world.hold("paper_ball.1")


def _toy_taken_out(world: World) -> None:
    put(tidy(world), "toy_car.1", 0.0, -0.8, 0.01)


def _book_pushed(world: World) -> None:
    frame = tidy(world).frame("book.1")
    world.put("book.1", Frame((frame.at[0], frame.at[1] + 0.08, frame.at[2]), frame.turn))
    world.settle(0.5)


def _book_turned(world: World) -> None:
    frame = tidy(world).frame("book.1")
    world.put("book.1", Frame(frame.at, turn("z", 25.0)))
    world.settle(0.5)


def _other_stain_wiped(world: World) -> None:
    tidy(world).wipe("juice_spill.1")


def _all_stains_left(world: World) -> None:
    tidy(world, "coffee_stain.1")


def _wrong_stain_wiped(world: World) -> None:
    tidy(world, "coffee_stain.1").wipe("juice_spill.1")


def _undone(world: World) -> None:
    put(tidy(world), "block.1", 0.3, -0.8, 0.01)


@dataclass(frozen=True)
class Miss:
    """An end state that must fail, and the mutant that accepts it."""

    name: str
    state: State
    mutant: Mutant


MISSES = (
    Miss("a paper ball lies beside the bin", _ball_beside, inside_if(beside)),
    Miss("a paper ball is in the laundry basket", _ball_in_basket, inside_if(anywhere)),
    Miss("the toy is in the bin", _block_in_bin, inside_if(anywhere)),
    Miss("the toy lies on the closed lid of its chest", _block_on_lid, inside_if(above)),
    Miss("the shirt lies across the rim of the basket", _shirt_on_rim, inside_if(above)),
    Miss("the bottle sticks out of the bin", _bottle_sticks_out, inside_if(partly)),
    Miss("the hand still holds the paper ball", _held_over, inside_if(in_hand)),
    Miss("a toy was taken out of the chest", _toy_taken_out, without("toy_car.1")),
    Miss("the book was pushed by 8 cm", _book_pushed, still(10.0, 10.0)),
    Miss("the book was turned by 25 degrees", _book_turned, still(5.0, 30.0)),
    Miss("a stain that was not asked for was wiped away", _other_stain_wiped, without("juice_spill.1")),
    Miss("the stain is still there", _all_stains_left, without("coffee_stain.1")),
    Miss("the wrong stain was wiped away", _wrong_stain_wiped, without("coffee_stain.1", "juice_spill.1")),
    Miss("one thing is short", _all_stains_left, some),
    Miss("the toy was put away and taken out again", _undone, without("block.1")),
)


def test_the_wanted_state_is_reached() -> None:
    verdict = judged(tidy(stage()), GOAL)
    assert verdict.holds, verdict.en


def test_the_first_state_is_not_the_wanted_one() -> None:
    stage().reset()
    assert not judged(stage(), GOAL).holds


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: miss.name)
def test_a_near_miss_fails_and_kills_its_mutant(miss: Miss, monkeypatch: pytest.MonkeyPatch) -> None:
    world = stage()
    miss.state(world)
    assert not judged(world, GOAL).holds
    verdict = judged(world, miss.mutant(monkeypatch, GOAL))
    assert verdict.holds, verdict.en


def test_each_part_short_costs_its_share() -> None:
    world = tidy(stage(), "coffee_stain.1", "block.1")
    assert predicates.graded(judged(world, GOAL)) == pytest.approx(6 / 8)
