"""End states of the desk that must fail, each of which a faulty predicate or goal would accept."""

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
    put,
    some,
    still,
    without,
)
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.physics import measures, predicates
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build

TOP = 0.75
BIN, CASE = (1.0, 1.0), (-1.3, 1.2)
HOLDER, MAT, FRUIT, KEYS = (-0.30, 1.10), (-0.47, 1.15), (0.25, 1.17), (-0.05, 1.17)
DRAWER = "desk/drawer"
GOAL: Tree = [
    "all",
    ["inside", "pen.1", "pen_holder/inside"],
    ["on", "mug.1", "coaster"],
    ["not", ["on", "mug.1", "desk"]],
    ["on", "book.1", "bookcase"],
    ["inside", "paper_ball.1", "waste_bin/inside"],
    ["inside", "keys.1", DRAWER],
    ["inside", "orange.1", "desk_tray/inside"],
    ["undisturbed", "alarm_clock.1"],
    ["part_is", DRAWER, "closed"],
]
"""Keys belong in the drawer and fruit into the first tray; the second tray is for something else, and the clock stays."""

State = Callable[[World], None]


@lru_cache
def stage() -> World:
    """Return a bare room with a desk, all its places, and the things of the goal on it."""
    lie = {"pen.1": (0.0, -0.2), "mug.1": (-0.3, -0.15), "book.1": (0.2, -0.1), "paper_ball.1": (-0.15, -0.05),
           "keys.1": (0.4, -0.15), "orange.1": (0.48, 0.1), "alarm_clock.1": (-0.48, -0.1)}  # fmt: skip
    things = [
        ThingPlan(name=name, kind=name.partition(".")[0], seed=1, on="desk/top", at=at) for name, at in lie.items()
    ]
    places = {"desk": (0.0, 1.0), "bookcase": CASE, "waste_bin": BIN}
    organisers = {"pen_holder": HOLDER, "coaster": MAT, "desk_tray": FRUIT, "desk_tray_2": KEYS}
    fixtures = [FixturePlan(name=name, kind=name, seed=1, at=at) for name, at in places.items()]
    fixtures += [
        FixturePlan(name=name, kind=name.removesuffix("_2"), seed=1, at=at, z=TOP) for name, at in organisers.items()
    ]
    here = ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -0.8, 1.5), target=(0, 1, 0.7))
    plan = ScenePlan(room="study", seed=1, size=(4.0, 4.0, 2.6), time_of_day="noon", fixtures=tuple(fixtures),
                     things=tuple(things), viewpoints=(here,))  # fmt: skip
    return World(build(plan))


def tidy(world: World, *left: str) -> World:
    """Bring the desk into the wanted state, except for the things in ``left``."""
    world.reset()
    if "pen.1" not in left:
        world.put("pen.1", Frame((HOLDER[0], HOLDER[1] - 0.016, TOP + 0.085), turn("y", -90.0)))
    places = {
        "mug.1": (*MAT, TOP + 0.008),
        "book.1": (*CASE, 0.79),
        "paper_ball.1": (*BIN, 0.02),
        "keys.1": (0.315, 0.99, 0.615),
        "orange.1": (*FRUIT, TOP + 0.01),
    }
    for name, place in places.items():
        if name not in left:
            world.put(name, Frame(place))
    world.settle(4.0)
    return world


def slide(world: World, share: float) -> None:
    """Pull the drawer out by a share of its travel, with what lies in it."""
    part = world.scene.register.parts[DRAWER]
    out = share * part.opened
    before = world.frame("keys.1")
    world.data.joint(DRAWER).qpos[0] = out
    world.put("keys.1", Frame((before.at[0], before.at[1] - out, before.at[2]), before.turn))
    world.settle(0.5)


def _loosely_closed(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A drawer that is nearly shut counts as closed."""
    right = measures.part_position
    patch.setattr(measures, "part_position", lambda w, part, state: right(w, part, state) + 0.15)
    return goal


def _floor_will_do(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """Things on the floor count as on the bookcase."""
    right = predicates._LEAVES["on"]

    def on(world: World, upper: str, lower: str) -> predicates.Verdict:
        return right(world, upper, "" if lower == "bookcase" else lower)

    patch.setitem(predicates._LEAVES, "on", on)
    return goal


def _pen_on_rim(world: World) -> None:
    put(tidy(world, "pen.1"), "pen.1", HOLDER[0], HOLDER[1] - 0.016, TOP + 0.165)


def _pen_beside(world: World) -> None:
    put(tidy(world, "pen.1"), "pen.1", HOLDER[0], HOLDER[1] - 0.12, TOP + 0.005)


def _pen_held(world: World) -> None:
    tidy(world)
    world.hold("pen.1")


def _mug_on_the_edge(world: World) -> None:
    put(tidy(world, "mug.1"), "mug.1", MAT[0], MAT[1] - 0.07, TOP + 0.01)


def _mug_beside(world: World) -> None:
    tidy(world, "mug.1")


def _book_on_floor(world: World) -> None:
    put(tidy(world, "book.1"), "book.1", CASE[0], CASE[1] - 0.35, 0.01)


def _book_on_desk(world: World) -> None:
    tidy(world, "book.1")


def _ball_beside(world: World) -> None:
    put(tidy(world, "paper_ball.1"), "paper_ball.1", BIN[0] + 0.2, BIN[1], 0.01)


def _keys_in_tray(world: World) -> None:
    put(tidy(world, "keys.1"), "keys.1", *KEYS, TOP + 0.01)


def _orange_in_other_tray(world: World) -> None:
    put(tidy(world, "orange.1"), "orange.1", *KEYS, TOP + 0.01)


def _orange_in_drawer(world: World) -> None:
    put(tidy(world, "orange.1"), "orange.1", 0.40, 1.05, 0.615)


def _orange_before_tray(world: World) -> None:
    put(tidy(world, "orange.1"), "orange.1", FRUIT[0], FRUIT[1] - 0.16, TOP + 0.005)


def _keys_over_drawer(world: World) -> None:
    tidy(world, "keys.1")


def _drawer_open(world: World) -> None:
    slide(tidy(world), 0.98)


def _drawer_ajar(world: World) -> None:
    slide(tidy(world), 0.12)


def _clock_pushed(world: World) -> None:
    frame = tidy(world).frame("alarm_clock.1")
    world.put("alarm_clock.1", Frame((frame.at[0], frame.at[1] - 0.08, frame.at[2]), frame.turn))
    world.settle(0.5)


def _clock_turned(world: World) -> None:
    frame = tidy(world).frame("alarm_clock.1")
    world.put("alarm_clock.1", Frame(frame.at, turn("z", 25.0)))
    world.settle(0.5)


def _taken_out_again(world: World) -> None:
    put(tidy(world), "orange.1", 0.48, 1.1, TOP + 0.005)


@dataclass(frozen=True)
class Miss:
    """An end state that must fail, and the mutant that accepts it."""

    name: str
    state: State
    mutant: Mutant


MISSES = (
    Miss("the pen lies across the rim of its holder", _pen_on_rim, inside_if(above)),
    Miss("the pen lies beside its holder", _pen_beside, inside_if(beside)),
    Miss("the hand still holds the pen", _pen_held, inside_if(in_hand)),
    Miss("the mug stands half on the coaster", _mug_on_the_edge, without("desk")),
    Miss("the mug stands beside the coaster", _mug_beside, without("mug.1")),
    Miss("the book lies before the bookcase", _book_on_floor, _floor_will_do),
    Miss("the book still lies on the desk", _book_on_desk, without("book.1")),
    Miss("the paper ball lies beside the bin", _ball_beside, inside_if(beside)),
    Miss("the keys lie in a tray with another label", _keys_in_tray, inside_if(anywhere)),
    Miss("the orange lies in a tray with another label", _orange_in_other_tray, inside_if(anywhere)),
    Miss("the orange lies in the drawer", _orange_in_drawer, inside_if(anywhere)),
    Miss("the orange lies before its tray", _orange_before_tray, inside_if(beside)),
    Miss("the keys lie on the desk above the drawer", _keys_over_drawer, inside_if(above)),
    Miss("the drawer was left open", _drawer_open, without("closed")),
    Miss("the drawer is not quite shut", _drawer_ajar, _loosely_closed),
    Miss("the clock was pushed by 8 cm", _clock_pushed, still(10.0, 10.0)),
    Miss("the clock was turned by 25 degrees", _clock_turned, still(5.0, 30.0)),
    Miss("one thing is short", _orange_before_tray, some),
    Miss("the orange was put away and taken out again", _taken_out_again, without("orange.1")),
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
    world = tidy(stage(), "orange.1", "book.1")
    assert predicates.graded(judged(world, GOAL)) == pytest.approx(7 / 9)
