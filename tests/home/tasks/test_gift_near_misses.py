"""End states of the present task that must fail, each of which a faulty goal, predicate or measure would accept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pytest

from home.tasks.mutants import hand_counts, loose, no_bottom, seen_from_above, touches_the_box
from mindsight.engine.geometry.frames import NO_TURN, Frame, turn
from mindsight.engine.physics import extents, measures, predicates
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.predicates import Judge, Verdict
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build

Mutant = Callable[[pytest.MonkeyPatch, Tree], Tree]
Spoil = Callable[[World], None]

CHEST, LID, INSIDE = "gift_chest", "gift_chest/lid", "gift_chest/inside"
RIGHT, ALIKE = "tea_tin.1", "tea_tin.2"
WRONG = (ALIKE, "mug.1", "scarf.1")
GOAL: Tree = [
    "all",
    ["inside", RIGHT, INSIDE],
    *(["not", ["inside", name, INSIDE]] for name in WRONG),
    ["part_is", LID, "closed"],
]
_THERE = Frame((0.0, 0.0, 0.016), NO_TURN)


@lru_cache
def stage() -> World:
    """Return a bare room with a shut gift chest and a bin, and things beside them."""
    names = (RIGHT, *WRONG)
    colours = {RIGHT: "yellow", ALIKE: "green"}
    plan = ScenePlan(
        room="living_room",
        seed=1,
        size=(4.0, 4.0, 2.8),
        time_of_day="noon",
        fixtures=(
            FixturePlan(name=CHEST, kind="gift_chest", seed=1, at=(0, 0), options={"open": False}),
            FixturePlan(name="bin", kind="waste_bin", seed=1, at=(1.4, 0.0)),
        ),
        things=tuple(
            ThingPlan(
                name=name,
                kind=name[:-2],
                seed=1,
                on="floor",
                at=(-1.2 + 0.6 * place, -1.2),
                colour=colours.get(name, ""),
            )
            for place, name in enumerate(names)
        ),
        viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1, 1.4), target=(0, 0, 0.1)),),
    )
    return World(build(plan))


def given() -> World:
    """Return the room with the right present in the shut chest."""
    world = stage()
    world.reset()
    _put(world, RIGHT, _THERE)
    return world


def _put(world: World, name: str, frame: Frame, seconds: float = 1.0) -> None:
    world.put(name, frame)
    world.settle(seconds)


def _lid(world: World, degrees: float) -> None:
    world.data.joint(LID).qpos[0] = np.radians(degrees)


def _move(name: str, at: tuple[float, float, float], *, axis: str = "z", degrees: float = 0.0) -> Spoil:
    def spoil(world: World) -> None:
        _put(world, name, Frame(at, turn(axis, degrees)))

    return spoil


def _instead(world: World) -> None:
    """The tin that looks like the right one is in the chest, the right one on the floor."""
    _put(world, RIGHT, Frame((0.9, 0.9, 0.002), NO_TURN))
    _put(world, ALIKE, _THERE)


def _two(world: World) -> None:
    _put(world, "mug.1", Frame((0.18, 0.0, 0.016), NO_TURN))


def _everything(world: World) -> None:
    for place, name in enumerate(WRONG):
        _put(world, name, Frame((-0.18 + 0.36 * (place > 0), 0.0, 0.016 + 0.14 * (place > 1)), NO_TURN), 0.2)


def _left_open(world: World) -> None:
    _lid(world, 91.0)


def _ajar(world: World) -> None:
    """The lid is open far enough for a hand, and nothing holds it."""
    _lid(world, 20.0)


def _across_the_rim(world: World) -> None:
    """The tin stands on the rim of the open chest."""
    _lid(world, 91.0)
    _put(world, RIGHT, Frame((0.0, -0.20, 0.32), NO_TURN), 0.0)


def _on_the_lid(world: World) -> None:
    _put(world, RIGHT, Frame((0.0, 0.0, 0.375), NO_TURN))


def _in_the_hand(world: World) -> None:
    """The right present is held where it belongs."""
    world.hold(RIGHT)


def _without(*heads: str) -> Mutant:
    """The goal lacks some of its parts."""

    def mutate(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        return ["all", *(part for part in goal[1:] if part[0] not in heads)]

    return mutate


def _same_kind(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """Any tin of tea will do."""
    tins = ["any", ["inside", RIGHT, INSIDE], ["inside", ALIKE, INSIDE]]
    return ["all", tins, *(part for part in goal[2:] if part[0] != "not" or part[1][1] != ALIKE)]


def _most_are_out(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """It is enough that most of the wrong ones are outside."""
    out = [part for part in goal[1:] if part[0] == "not"]
    return ["all", ["count", *out, ">=", len(out) - 1], *(part for part in goal[1:] if part[0] != "not")]


def _something_is_in(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """Anything inside is enough."""
    return ["all", ["any", *(["inside", name, INSIDE] for name in (RIGHT, *WRONG))], goal[-1]]


def _moved_is_given(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A moved thing counts as brought."""
    return ["all", *(["not", ["undisturbed", part[1]]] if part[0] == "inside" else part for part in goal[1:])]


def _can_close(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A lid that could be shut counts as shut."""
    return ["all", *(["lid_closes", LID] if part[0] == "part_is" else part for part in goal[1:])]


def _nearly_shut(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A quarter open is shut."""

    def part_is(world: World, part: str, state: str) -> Verdict:
        holds = measures.part_position(world, part, state) > -0.25
        return Verdict(holds, 1.0, "", "")

    patch.setitem(predicates._LEAVES, "part_is", part_is)
    return goal


def _inside_if(near: Callable[[np.ndarray, np.ndarray, np.ndarray], bool], *without: str) -> Mutant:
    """``inside`` looks at less than the whole thing; ``near`` gets its low and high corner and the hollow's half."""

    def mutate(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        def inside(world: World, thing: str, container: str) -> float:
            hollow = world.scene.register.containers[container]
            middle = np.asarray(world.frame(hollow.body).point(hollow.at))
            low, high = extents.extent(world, thing, np.eye(3), middle)
            return 1.0 if near(low, high, np.asarray(hollow.half) + 0.004) else -1.0

        patch.setattr(measures, "inside", inside)
        return _without(*without)(patch, goal)

    return mutate


@dataclass(frozen=True)
class NearMiss:
    """An end state that is almost right, and the mutant that accepts it."""

    name: str
    spoil: Spoil
    mutant: Mutant


NEAR_MISSES = (
    NearMiss("the chest is shut and the present beside it", _move(RIGHT, (0.5, 0.0, 0.002)), _without("inside")),
    NearMiss("a tin of another tea is in the chest instead", _instead, _same_kind),
    NearMiss("the wrong present is in the chest instead", _instead, _something_is_in),
    NearMiss("a second present is in the chest too", _two, _without("not")),
    NearMiss("one wrong present among many was overlooked", _two, _most_are_out),
    NearMiss("everything was put into the chest", _everything, _without("not")),
    NearMiss("the lid was left open", _left_open, _without("part_is")),
    NearMiss("the lid was left open, though nothing hinders it", _left_open, _can_close),
    NearMiss("the lid stands ajar", _ajar, _nearly_shut),
    NearMiss("the present stands on the rim", _across_the_rim, _inside_if(touches_the_box, "part_is")),
    NearMiss("the present stands on the shut lid", _on_the_lid, _inside_if(seen_from_above)),
    NearMiss("the present lies under the chest", _move(RIGHT, (0.0, 0.0, -0.2)), _inside_if(no_bottom)),
    NearMiss("the present stands close beside the chest", _move(RIGHT, (0.40, 0.0, 0.002)), loose),
    NearMiss("the present is still in the hand", _in_the_hand, hand_counts),
    NearMiss("the present went into the bin", _move(RIGHT, (1.4, 0.0, 0.1)), _moved_is_given),
)


def test_what_is_given_well_passes() -> None:
    verdict = Judge(GOAL).judge(given())
    assert verdict.holds, verdict.en


@pytest.mark.parametrize("case", NEAR_MISSES, ids=lambda case: case.name)
def test_a_near_miss_fails_and_kills_its_mutant(case: NearMiss, monkeypatch: pytest.MonkeyPatch) -> None:
    world = given()
    case.spoil(world)
    verdict = Judge(GOAL).judge(world)
    assert not verdict.holds
    mutated = Judge(case.mutant(monkeypatch, GOAL)).judge(world)
    assert mutated.holds, mutated.en


def test_an_undone_goal_fails() -> None:
    class Sticky(Judge):
        right = False

        def judge(self, world: World) -> Verdict:
            verdict = super().judge(world)
            Sticky.right = Sticky.right or verdict.holds
            return Verdict(Sticky.right, 1.0, "", "")

    strict, sticky = Judge(GOAL), Sticky(GOAL)
    world = given()
    assert strict.judge(world).holds
    assert sticky.judge(world).holds
    _put(world, RIGHT, Frame((0.9, 0.9, 0.002), NO_TURN))
    assert not strict.judge(world).holds
    assert sticky.judge(world).holds


def test_a_room_as_it_was_found_fails() -> None:
    world = given()
    world.reset()
    assert not Judge(GOAL).judge(world).holds
