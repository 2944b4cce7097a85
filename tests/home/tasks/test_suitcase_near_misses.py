"""End states of the suitcase task that must fail, each of which a faulty goal, predicate or measure would accept."""

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

INSIDE, LID = "case/inside", "case/lid"
NEEDED = {
    "t_shirt.1": Frame((-0.08, 0.0, 0.014), NO_TURN),
    "socks.1": Frame((0.15, 0.0, 0.014), NO_TURN),
    "toothbrush.1": Frame((-0.08, 0.03, 0.056), NO_TURN),
}
WRONG = ("vase.1", "comb.1")
GOAL: Tree = [
    "all",
    *(["inside", name, INSIDE] for name in NEEDED),
    *(["not", ["inside", name, INSIDE]] for name in WRONG),
    ["lid_closes", LID],
]


@lru_cache
def stage() -> World:
    """Return a bare room with an open suitcase and a bin, and things beside them."""
    names = (*NEEDED, *WRONG)
    plan = ScenePlan(
        room="bedroom",
        seed=1,
        size=(4.0, 4.0, 2.8),
        time_of_day="noon",
        fixtures=(
            FixturePlan(name="case", kind="suitcase", seed=1, at=(0, 0), options={"size": "small", "open": True}),
            FixturePlan(name="bin", kind="waste_bin", seed=1, at=(1.4, 0.0)),
        ),
        things=tuple(
            ThingPlan(name=name, kind=name[:-2], seed=1, on="floor", at=(-1.2 + 0.6 * place, -1.2))
            for place, name in enumerate(names)
        ),
        viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1, 1.4), target=(0, 0, 0.1)),),
    )
    return World(build(plan))


def packed() -> World:
    """Return the room with everything that is needed in the suitcase."""
    world = stage()
    world.reset()
    for name, frame in NEEDED.items():
        world.put(name, frame)
        world.settle()
    return world


def _move(name: str, at: tuple[float, float, float], *, axis: str = "z", degrees: float = 0.0) -> Spoil:
    def spoil(world: World) -> None:
        world.put(name, Frame(at, turn(axis, degrees)))
        world.settle()

    return spoil


def _across_the_rim(world: World) -> None:
    """A toothbrush lies with its end over the front rim, as flat as that is; the lid closes on it all the same."""
    world.put("toothbrush.1", Frame((0.0, -0.14, 0.157), turn("z", 90)))
    world.settle(0.02)


def _in_the_hand(world: World) -> None:
    """A needed thing is held where it would lie."""
    world.hold("toothbrush.1")


def _lid_on_a_vase(world: World) -> None:
    """A vase stands between the clothes and is too high to be inside: only the lid shows it."""
    world.put("vase.1", Frame((0.0, -0.10, 0.014), NO_TURN))
    world.settle()


def _taken_out_again(world: World) -> None:
    world.put("socks.1", Frame((0.6, -0.6, 0.002), NO_TURN))
    world.settle()


def _two_taken_out(world: World) -> None:
    _taken_out_again(world)
    world.put("t_shirt.1", Frame((-0.9, 0.6, 0.002), NO_TURN))
    world.settle()


def _on_the_shut_lid(world: World) -> None:
    world.data.joint(LID).qpos[0] = 0.0
    world.put("socks.1", Frame((0.0, 0.0, 0.202), NO_TURN))
    world.settle()


def _without(*heads: str) -> Mutant:
    """The goal lacks some of its parts."""

    def mutate(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        return ["all", *(part for part in goal[1:] if part[0] not in heads)]

    return mutate


def _forgets(name: str) -> Mutant:
    """The goal omits one thing."""

    def mutate(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        return ["all", *(part for part in goal[1:] if part[1] != name)]

    return mutate


def _counts(least: int) -> Mutant:
    """Most of what is needed is enough."""

    def mutate(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        inside = [part for part in goal[1:] if part[0] == "inside"]
        return ["all", ["count", *inside, ">=", least], *(part for part in goal[1:] if part[0] != "inside")]

    return mutate


def _any_of(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """One of the needed things is enough."""
    inside = [part for part in goal[1:] if part[0] == "inside"]
    return ["all", ["any", *inside], *(part for part in goal[1:] if part[0] != "inside")]


def _moved_is_packed(_patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A moved thing counts as packed."""
    return ["all", *(["not", ["undisturbed", part[1]]] if part[0] == "inside" else part for part in goal[1:])]


def _inside_if(near: Callable[[np.ndarray, np.ndarray, np.ndarray], bool]) -> Mutant:
    """``inside`` looks at less than the whole thing; ``near`` gets its low and high corner and the hollow's half."""

    def mutate(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
        def inside(world: World, thing: str, container: str) -> float:
            hollow = world.scene.register.containers[container]
            middle = np.asarray(world.frame(hollow.body).point(hollow.at))
            low, high = extents.extent(world, thing, np.eye(3), middle)
            return 1.0 if near(low, high, np.asarray(hollow.half) + 0.004) else -1.0

        patch.setattr(measures, "inside", inside)
        return goal

    return mutate


def _middle_only(low: np.ndarray, high: np.ndarray, half: np.ndarray) -> bool:
    return bool((np.abs(low + high) / 2 <= half).all())


def _ajar(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """A lid that is ajar counts as closed."""
    patch.setattr(measures, "CLOSED_DEG", 40.0)
    return goal


def _always_closes(patch: pytest.MonkeyPatch, goal: Tree) -> Tree:
    """The lid is not tried."""
    patch.setitem(predicates._LEAVES, "lid_closes", lambda _world, _part: Verdict(True, 1.0, "", ""))
    return goal


@dataclass(frozen=True)
class NearMiss:
    """An end state that is almost right, and the mutant that accepts it."""

    name: str
    spoil: Spoil
    mutant: Mutant


NEAR_MISSES = (
    NearMiss("one thing was left on the floor", _move("socks.1", (-0.6, -1.2, 0.002)), _forgets("socks.1")),
    NearMiss("all but the smallest thing", _move("toothbrush.1", (0.9, 0.9, 0.002)), _counts(2)),
    NearMiss("only one of three things", _two_taken_out, _any_of),
    NearMiss("something useless was packed too", _move("comb.1", (0.15, 0.0, 0.06)), _without("not")),
    NearMiss("a vase keeps the lid open", _lid_on_a_vase, _ajar),
    NearMiss("the lid was never tried on the vase", _lid_on_a_vase, _always_closes),
    NearMiss("a brush sticks out over the rim", _across_the_rim, _inside_if(_middle_only)),
    NearMiss("a brush sticks out, touching is enough", _across_the_rim, _inside_if(touches_the_box)),
    NearMiss("socks lie on the shut lid", _on_the_shut_lid, _inside_if(seen_from_above)),
    NearMiss("the brush lies under the suitcase", _move("toothbrush.1", (0.0, 0.0, -0.05)), _inside_if(no_bottom)),
    NearMiss("socks lie beside the suitcase", _move("socks.1", (0.40, 0.0, 0.002)), loose),
    NearMiss("the last thing is still in the hand", _in_the_hand, hand_counts),
    NearMiss("socks were put into the bin", _move("socks.1", (1.4, 0.0, 0.1), axis="x", degrees=90), _moved_is_packed),
)


def test_what_is_packed_well_passes() -> None:
    verdict = Judge(GOAL).judge(packed())
    assert verdict.holds, verdict.en


@pytest.mark.parametrize("case", NEAR_MISSES, ids=lambda case: case.name)
def test_a_near_miss_fails_and_kills_its_mutant(case: NearMiss, monkeypatch: pytest.MonkeyPatch) -> None:
    world = packed()
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
    world = packed()
    assert strict.judge(world).holds
    assert sticky.judge(world).holds
    _taken_out_again(world)
    assert not strict.judge(world).holds
    assert sticky.judge(world).holds


def test_a_room_as_it_was_found_fails() -> None:
    world = packed()
    world.reset()
    assert not Judge(GOAL).judge(world).holds


def test_a_shirt_on_end_sticks_out_and_stops_the_lid() -> None:
    world = packed()
    world.put("t_shirt.1", Frame((-0.23, 0.0, 0.14), turn("y", 90)))
    world.settle(0.02)
    assert "T-shirt" in Judge(GOAL).judge(world).en


def test_a_lid_that_presses_on_clothes_closes_and_leaves_all_as_it_was() -> None:
    world = packed()
    before = world.fingerprint()
    assert measures.closes_to(world, LID) <= 0
    assert world.fingerprint() == before
