"""Structures almost like the photograph that must fail, each of which a faulty goal or measure would accept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import pytest

from mindsight.engine.geometry.building import POSES, Piece
from mindsight.engine.geometry.frames import Frame, Quaternion, multiply, turn
from mindsight.engine.physics import measures
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.predicates import Judge
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.home.tasks.blocks.goal import goal

Mutant = Callable[[pytest.MonkeyPatch, Tree], Tree]
Spoil = Callable[[World], None]

MODEL: Mapping[str, Piece] = {
    "left": Piece("brick_block", "red", "upright", (-5, 0, 0)),
    "right": Piece("brick_block", "blue", "upright", (5, 0, 0)),
    "front": Piece("pillar_block", "purple", "along", (0, -9, 0)),
    "beam": Piece("plank_block", "orange", "along", (0, 0, 10)),
    "green": Piece("block", "green", "along", (-5, 0, 12)),
    "roof": Piece("roof_block", "yellow", "along", (2.5, 0, 12)),
}
"""A gate with a cube and a roof on it and a pillar before it."""
SPARE = {
    "other_cube": Piece("block", "yellow", "along", (-30, 0, 0)),
    "other_post": Piece("brick_block", "green", "along", (-30, -15, 0)),
}
TABLE = 0.754
GOAL: Tree = goal(tuple(MODEL.values()), tuple(MODEL), tuple(SPARE), "desk", 0.0)


@lru_cache
def stage() -> World:
    """Return a bare room with a desk, a mat on it and blocks on the floor."""
    plan = ScenePlan(
        room="study",
        seed=1,
        size=(4.0, 4.0, 2.8),
        time_of_day="noon",
        fixtures=(
            FixturePlan(name="desk", kind="desk", seed=1, at=(0, 0)),
            FixturePlan(name="building_mat", kind="building_mat", seed=1, at=(0, 0), z=0.75),
        ),
        things=tuple(
            ThingPlan(
                name=name, kind=piece.kind, seed=1, on="floor", at=(-1.4 + 0.3 * place, -1.4), colour=piece.colour
            )
            for place, (name, piece) in enumerate({**MODEL, **SPARE}.items())
        ),
        viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1, 1.5), target=(0, 0, 0.75)),),
    )
    return World(build(plan))


def stand(world: World, pieces: Mapping[str, Piece], *, ground: float = TABLE, turned: float = 0.0) -> None:
    """Place the blocks of a structure, from below, turned as a whole."""
    whole = turn("z", turned)
    for name, piece in sorted(pieces.items(), key=lambda entry: entry[1].at[2]):
        middle = Frame((0.0, 0.0, ground), whole).point(tuple(part / 100 for part in piece.middle))  # type: ignore[arg-type]
        put_middle(world, name, middle, multiply(whole, POSES[piece.pose]))
    world.settle()


def put_middle(world: World, name: str, middle: tuple[float, float, float], turned: Quaternion) -> None:
    """Place a block's middle somewhere, slightly above what is there."""
    height = {"block": 5, "brick_block": 5, "plank_block": 2, "roof_block": 5, "pillar_block": 10, "arch_block": 8}
    low = Frame(middle, turned).point((0.0, 0.0, -height[world.scene.things[name].kind] / 200))
    world.put(name, Frame((low[0], low[1], low[2] + 0.0005), turned))


def built(changed: Mapping[str, Piece] | None = None) -> World:
    """Return the room with the model on the table, some pieces of it or spare ones changed."""
    world = stage()
    world.reset()
    stand(world, {**SPARE, **MODEL, **(changed or {})})
    return world


def at(name: str, x: float, y: float, z: float, pose: str = "") -> dict[str, Piece]:
    """Return a change: a piece elsewhere, perhaps in another pose."""
    piece = {**MODEL, **SPARE}[name]
    return {name: replace(piece, at=(x, y, z), pose=pose or piece.pose)}


def swapped(first: str, second: str) -> dict[str, Piece]:
    """Return a change: two blocks in each other's place."""
    pieces = {**MODEL, **SPARE}
    there, here = pieces[first], pieces[second]
    return {
        first: replace(there, at=here.at, pose=here.pose),
        second: replace(here, at=there.at, pose=there.pose),
    }


def _mapped(way: Callable[[Piece], tuple[float, float, float]]) -> dict[str, Piece]:
    return {name: replace(piece, at=way(piece)) for name, piece in MODEL.items()}


MIRRORED = _mapped(lambda piece: (-piece.at[0], piece.at[1], piece.at[2]))
WIDE = at("left", -7, 0, 0) | at("right", 7, 0, 0)


def nothing(_world: World) -> None:
    """Everything is as it was placed."""


def leaning(world: World) -> None:
    """The pillar is let go while it leans, and will rock."""
    middle = (0.025 * np.sin(np.radians(15)), -0.09, TABLE + 0.05 + 0.005)
    put_middle(world, "front", middle, turn("y", 15))


def on_the_floor(world: World) -> None:
    stand(
        world, {name: replace(one, at=(one.at[0], one.at[1] - 90, one.at[2])) for name, one in MODEL.items()}, ground=0
    )


def from_behind(world: World) -> None:
    stand(world, MODEL, turned=180.0)


def askew(world: World) -> None:
    stand(world, MODEL, turned=45.0)


def in_the_hand(world: World) -> None:
    world.hold("front")


def lies(world: World) -> None:
    """The pillar lies where it should stand."""
    put_middle(world, "front", (0.0, -0.09, TABLE + 0.025), turn("y", 90))
    world.settle()


def roof_turned(world: World) -> None:
    x, y, z = (part / 100 for part in MODEL["roof"].middle)
    put_middle(world, "roof", (x, y, z + TABLE), turn("z", 90))
    world.settle()


def _without(*heads: str) -> Mutant:
    """The goal lacks some of its parts."""

    def mutate(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        return ["all", *(part for part in tree[1:] if part[0] not in heads)]

    return mutate


def _forgets(name: str) -> Mutant:
    """The goal omits one block."""

    def mutate(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        kept = [part for part in tree[1:] if part[0] in {"apart", "stable"} or name not in part]
        others = [one for one in MODEL if one != name]
        return ["all", *([*part[:1], part[1], others, *part[3:]] if part[0] == "apart" else part for part in kept)]

    return mutate


def _takes(first: str, second: str) -> Mutant:
    """The goal confuses two blocks: form alone is enough, or colour alone is."""

    def renamed(part: object) -> object:
        if isinstance(part, list):
            return [renamed(one) for one in part]
        return {first: second, second: first}.get(part, part) if isinstance(part, str) else part

    def mutate(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        return list(renamed(tree))  # type: ignore[call-overload]

    return mutate


def _judges_off(weigh: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Mutant:
    """Compare places in another way; ``weigh`` gets the actual and the wanted position of a block from its reference."""

    def mutate(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        exact = measures.off_by

        def off_by(world: World, thing: str, reference: str, wanted: list[float]) -> np.ndarray:
            found = np.add(exact(world, thing, reference, wanted), wanted)
            return weigh(found, np.array(wanted))

        patch.setattr(measures, "off_by", off_by)
        return tree

    return mutate


def _loose(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """Twice as far off is near enough."""
    return ["all", *([*part[:4], 4.5] if part[0] == "offset" else part for part in tree[1:])]


def _seen_from_above(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """Neither height nor pose counts."""
    _judges_off(lambda found, wanted: (found - wanted) * [1, 1, 0])(patch, tree)
    return ["all", *(part for part in tree[1:] if part[0] != "aligned")]


def _between_middles(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """A spare block counts as near only if its middle is."""

    def gap(world: World, thing: str, others: list[str], _longest: float) -> float:
        return min(float(np.linalg.norm(world.middle(thing) - world.middle(other))) for other in others)

    patch.setattr(measures, "gap", gap)
    return tree


def _hand_counts(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """A block held in its place counts as standing there."""
    exact = measures.off_by

    def off_by(world: World, *rest: object) -> object:
        holding, world.held = world.held, None
        try:
            return exact(world, *rest)  # type: ignore[arg-type]
        finally:
            world.held = holding

    patch.setattr(measures, "off_by", off_by)
    return tree


def _turned_goal(degrees: float) -> Mutant:
    """The goal is as seen from another side."""

    def mutate(_patch: pytest.MonkeyPatch, _tree: Tree) -> Tree:
        return goal(tuple(MODEL.values()), tuple(MODEL), tuple(SPARE), "desk", degrees)

    return mutate


def _stand_in(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """Any post will do."""
    return _without("apart")(patch, _takes("right", "other_post")(patch, tree))


@dataclass(frozen=True)
class NearMiss:
    """An end state that is almost right, and the mutant that accepts it."""

    name: str
    changed: Mapping[str, Piece]
    spoil: Spoil
    mutant: Mutant


NEAR_MISSES = (
    NearMiss("two posts have each other's colour", swapped("left", "right"), nothing, _takes("left", "right")),
    NearMiss("a cube of another colour", swapped("green", "other_cube"), nothing, _takes("green", "other_cube")),
    NearMiss("mirrored", MIRRORED, nothing, _judges_off(lambda found, wanted: np.abs(found) - np.abs(wanted))),
    NearMiss("one block short", at("roof", 25, -15, 0), nothing, _forgets("roof")),
    NearMiss("one block too many on top", at("other_cube", -5, 0, 17), nothing, _without("apart")),
    NearMiss("a spare block leans against it", at("other_cube", -10.3, 0, 0), nothing, _between_middles),
    NearMiss("a spare block stands in for a post", swapped("right", "other_post"), nothing, _stand_in),
    NearMiss("the pillar lies instead of standing", {}, lies, _seen_from_above),
    NearMiss("the roof is turned", {}, roof_turned, _without("aligned")),
    NearMiss("the gate is too wide", WIDE, nothing, _loose),
    NearMiss(
        "the pillar is behind instead of in front",
        at("front", 0, 9, 0),
        nothing,
        _judges_off(lambda found, wanted: (found - wanted) * [1, 0, 1]),
    ),
    NearMiss(
        "the roof is beside the cube, not where it should be",
        at("roof", -5, 0, 17) | at("green", -5, 0, 12),
        nothing,
        _without("on", "offset", "aligned"),
    ),
    NearMiss("the pillar still rocks", {}, leaning, _without("stable")),
    NearMiss("built on the floor", {}, on_the_floor, _without("any")),
    NearMiss("built to be seen from behind", {}, from_behind, _turned_goal(180.0)),
    NearMiss("built askew", {}, askew, _turned_goal(45.0)),
    NearMiss("the last block is still in the hand", {}, in_the_hand, _hand_counts),
)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (12.0, 3.0)], ids=["in the middle", "anywhere else"])
def test_what_is_built_well_passes(shift: tuple[float, float]) -> None:
    moved = {
        name: replace(one, at=(one.at[0] + shift[0], one.at[1] + shift[1], one.at[2])) for name, one in MODEL.items()
    }
    verdict = Judge(GOAL).judge(built(moved))
    assert verdict.holds, verdict.en


def test_small_errors_of_pointing_pass() -> None:
    """Errors of a centimetre and a few degrees."""
    sloppy = at("right", 6, 0.8, 0) | at("beam", 0.8, -0.7, 10) | at("roof", 3.6, 0.9, 12) | at("front", -1, -10, 0)
    verdict = Judge(GOAL).judge(built(sloppy))
    assert verdict.holds, verdict.en
    world = built()
    stand(world, MODEL, turned=6.0)
    assert Judge(GOAL).judge(world).holds


@pytest.mark.parametrize("case", NEAR_MISSES, ids=lambda case: case.name)
def test_a_near_miss_fails_and_kills_its_mutant(case: NearMiss, monkeypatch: pytest.MonkeyPatch) -> None:
    world = built(case.changed)
    case.spoil(world)
    verdict = Judge(GOAL).judge(world)
    assert not verdict.holds
    mutated = Judge(case.mutant(monkeypatch, GOAL)).judge(world)
    assert mutated.holds, mutated.en


def test_blocks_as_they_were_found_fail() -> None:
    world = built()
    world.reset()
    assert not Judge(GOAL).judge(world).holds
