"""End states of the jigsaw that must fail, each of which a faulty goal, predicate or measure would accept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import mujoco
import numpy as np
import pytest

from mindsight.engine.geometry.frames import NO_TURN, Frame, Quaternion, multiply, turn
from mindsight.engine.geometry.jigsaw import THICK_M, Cut
from mindsight.engine.physics import measures, predicates
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.predicates import Judge
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.home.tasks.jigsaw import goal

Mutant = Callable[[pytest.MonkeyPatch, Tree], Tree]
Spoil = Callable[[World], None]
Misfit = tuple[float, float]

CUT = Cut("castle", 3, 2, 5)
OPTIONS = {"pieces": 6, "motif": "castle", "seed": 5}
NAMES = {cell: f"jigsaw_piece.{number}" for number, cell in enumerate(CUT.cells, start=1)}
GOAL: Tree = goal(CUT, NAMES)
JOINED: Tree = ["all", *GOAL[1:-1]]
"""The goal without the frame, for states that do not fit in it: their knobs would overlap its rim."""
CORNER, MIDDLE, LAST = NAMES[0, 0], NAMES[1, 0], NAMES[2, 1]
FRAME = "jigsaw_frame"


@lru_cache
def stage() -> World:
    """Return a table with a frame and the pieces beside it."""
    plan = ScenePlan(
        room="study",
        seed=1,
        size=(4.0, 4.0, 2.6),
        time_of_day="noon",
        fixtures=(
            FixturePlan(name="dining_table", kind="dining_table", seed=1, at=(0.0, 0.0)),
            FixturePlan(name=FRAME, kind=FRAME, seed=1, at=(0.0, -0.1), yaw=4.0, z=0.75, options=OPTIONS),
        ),
        things=tuple(
            ThingPlan(
                name=name,
                kind="jigsaw_piece",
                seed=1,
                on="dining_table/top",
                at=(-0.5 + 0.18 * number, 0.26),
                state=CUT.code(cell),
            )
            for number, (cell, name) in enumerate(NAMES.items())
        ),
        viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -0.62, 1.72), target=(0, 0.03, 0.75)),),
    )
    return World(build(plan))


def lay(
    world: World, places: dict[str, tuple[float, float]], *, base: Frame | None = None, by: Quaternion = NO_TURN
) -> None:
    """Lay pieces at places in the frame, or from another base, each turned."""
    ground = base or world.frame(FRAME).inside((0.0, 0.0, 0.0042))
    for name, (x, y) in places.items():
        world.put(name, ground.inside((x, y, 0.0), by))
    mujoco.mj_forward(world.model, world.data)


def assembled() -> World:
    """Return the table with the jigsaw done."""
    world = stage()
    world.reset()
    lay(world, {name: CUT.middle(cell) for cell, name in NAMES.items()})
    return world


def _swap(world: World) -> None:
    first, second = world.frame(CORNER), world.frame(MIDDLE)
    world.put(CORNER, second)
    world.put(MIDDLE, first)
    mujoco.mj_forward(world.model, world.data)


def _turned(name: str, degrees: float) -> Spoil:
    def spoil(world: World) -> None:
        frame = world.frame(name)
        world.put(name, Frame(frame.at, multiply(turn("z", degrees), frame.turn)))
        mujoco.mj_forward(world.model, world.data)

    return spoil


def _shifted(x: float, y: float, z: float = 0.0) -> Spoil:
    def spoil(world: World) -> None:
        world.put(CORNER, world.frame(CORNER).inside((x, y, z)))
        mujoco.mj_forward(world.model, world.data)

    return spoil


def _mirrored(world: World) -> None:
    lay(world, {name: (-CUT.middle(cell)[0], CUT.middle(cell)[1]) for cell, name in NAMES.items()})


def _rows_changed(world: World) -> None:
    lay(world, {name: (CUT.middle(cell)[0], -CUT.middle(cell)[1]) for cell, name in NAMES.items()})


def _beside_the_frame(world: World) -> None:
    base = Frame((0.0, 0.2, 0.7502), turn("z", 10))
    lay(world, {name: CUT.middle(cell) for cell, name in NAMES.items()}, base=base)


def _face_down(world: World) -> None:
    """The whole picture was turned over as one: each piece fits its neighbours."""
    ground = world.frame(FRAME).inside((0.0, 0.0, 0.0042 + THICK_M), turn("y", 180))
    lay(world, {name: CUT.middle(cell) for cell, name in NAMES.items()}, base=ground)


def _two_halves(world: World) -> None:
    """Two columns are done; the third is as well, and lies a little apart."""
    for cell, name in NAMES.items():
        if cell[0] == 2:
            world.put(name, world.frame(name).inside((0.006, 0.0, 0.0)))
    mujoco.mj_forward(world.model, world.data)


def _in_the_hand(world: World) -> None:
    world.hold(CORNER)


def _on_the_table(world: World) -> None:
    world.put(CORNER, Frame((0.45, 0.1, 0.7502)))
    mujoco.mj_forward(world.model, world.data)


def _heaped(world: World) -> None:
    """All lie in the frame, one on top of another."""
    for number, name in enumerate(NAMES.values()):
        world.put(name, world.frame(FRAME).inside((0.0, 0.0, 0.0042 + 0.0001 * number)))
    mujoco.mj_forward(world.model, world.data)


def _forgets(name: str) -> Mutant:
    """The goal omits one piece."""

    def mutate(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        inside = [part for part in tree[-1][1:] if part[1] != name]
        return ["all", *(part for part in tree[1:-1] if name not in part[1:3]), ["all", *inside]]

    return mutate


def _frame_alone(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """Lying in the frame is enough."""
    return list(tree[-1])


def _anywhere(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """The frame does not matter."""
    return ["all", *tree[1:-1]]


def _most(least: int) -> Mutant:
    """Most neighbours are enough."""

    def mutate(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        return ["all", ["count", *tree[1:-1], ">=", least], tree[-1]]

    return mutate


def _across_only(_patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """Only neighbours in a row are looked at."""
    return ["all", *(part for part in tree[1:] if abs(part[3][0]) > 1)]


def _measured(found: Callable[[World, str, str, tuple[float, float]], Misfit]) -> Mutant:
    """Fitting is measured another way."""

    def mutate(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        patch.setattr(measures, "misfit", found)
        return tree

    return mutate


def _seen(world: World, first: str, second: str) -> Frame:
    return world.frame(first).seen(world.frame(second))


def _degrees(turned: Quaternion) -> float:
    return float(np.degrees(2 * np.arccos(min(1.0, abs(turned[0])))))


def _away_cm(at: tuple[float, ...], place: tuple[float, ...]) -> float:
    return 100 * float(np.linalg.norm(np.subtract(at, place)))


def _however_turned(world: World, first: str, second: str, _place: tuple[float, float]) -> Misfit:
    """Only the distance between two pieces counts."""
    return 100 * abs(float(np.linalg.norm(_seen(world, first, second).at)) - float(np.linalg.norm(_place))), 0.0


def _half_turns_do_not_count(world: World, first: str, second: str, place: tuple[float, float]) -> Misfit:
    """A piece may be upside down."""
    found = _seen(world, first, second)
    off = _degrees(found.turn)
    return _away_cm(found.at, (*place, 0.0)), min(off, 180.0 - off)


def _any_piece_will_do(world: World, first: str, _second: str, place: tuple[float, float]) -> Misfit:
    """Any piece in the place of the second counts as it."""
    others = [name for name in NAMES.values() if name != first]
    return min((_away_cm(_seen(world, first, other).at, (*place, 0.0)), 0.0) for other in others)


def _either_side(world: World, first: str, second: str, place: tuple[float, float]) -> Misfit:
    """Left and right are one."""
    found = _seen(world, first, second)
    return _away_cm((abs(found.at[0]), *found.at[1:]), (abs(place[0]), place[1], 0.0)), _degrees(found.turn)


def _above_or_below(world: World, first: str, second: str, place: tuple[float, float]) -> Misfit:
    """Above and below are one."""
    found = _seen(world, first, second)
    x, y, z = found.at
    return _away_cm((x, abs(y), z), (place[0], abs(place[1]), 0.0)), _degrees(found.turn)


def _from_above(world: World, first: str, second: str, place: tuple[float, float]) -> Misfit:
    """The height of a piece does not count."""
    found = _seen(world, first, second)
    return _away_cm(found.at[:2], place), _degrees(found.turn)


def _face_does_not_count(world: World, first: str, second: str, place: tuple[float, float]) -> Misfit:
    found = _seen(world, first, second)
    return _away_cm(found.at, (*place, 0.0)), _degrees(found.turn)


def _loose(name: str, limit: float) -> Mutant:
    """A tolerance is too large."""

    def mutate(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
        patch.setattr(predicates, name, limit)
        return tree

    return mutate


def _hand_counts(patch: pytest.MonkeyPatch, tree: Tree) -> Tree:
    """A piece held at its place counts as lying there."""

    def blind_to_hands(measure: Callable[..., object]) -> Callable[..., object]:
        def measured(world: World, *rest: object) -> object:
            holding, world.held = world.held, None
            try:
                return measure(world, *rest)
            finally:
                world.held = holding

        return measured

    patch.setattr(measures, "misfit", blind_to_hands(measures.misfit))
    patch.setattr(measures, "inside", blind_to_hands(measures.inside))
    return tree


@dataclass(frozen=True)
class NearMiss:
    """An end state that is almost right, and the mutant that accepts it."""

    name: str
    spoil: Spoil
    mutant: Mutant
    goal: Tree = field(default_factory=lambda: GOAL)


NEAR_MISSES = (
    NearMiss("two pieces are swapped", _swap, _measured(_any_piece_will_do), JOINED),
    NearMiss("a corner is turned by a quarter", _turned(CORNER, 90), _measured(_however_turned)),
    NearMiss("the last piece stands on its head", _turned(LAST, 180), _measured(_half_turns_do_not_count), JOINED),
    NearMiss("the picture is mirrored", _mirrored, _measured(_either_side), JOINED),
    NearMiss("the upper row lies below", _rows_changed, _measured(_above_or_below), JOINED),
    NearMiss("the upper row lies below and only rows count", _rows_changed, _across_only, JOINED),
    NearMiss("one piece was left on the table", _on_the_table, _forgets(CORNER)),
    NearMiss("one piece is still in the hand", _in_the_hand, _hand_counts),
    NearMiss("a gap of 5 mm is left", _shifted(-0.005, 0.0), _loose("FIT_CM", 0.7)),
    NearMiss("a piece is askew by 8°", _turned(LAST, 8), _loose("FIT_DEG", 12.0)),
    NearMiss("a piece lies on its place and not in it", _shifted(0.0, 0.0, 0.005), _measured(_from_above)),
    NearMiss("it was done on the table, not in the frame", _beside_the_frame, _anywhere),
    NearMiss("it was turned over as a whole", _face_down, _measured(_face_does_not_count)),
    NearMiss("two halves lie apart", _two_halves, _most(5)),
    NearMiss("all lie in a heap in the frame", _heaped, _frame_alone),
)


def test_a_jigsaw_that_is_done_passes() -> None:
    verdict = Judge(GOAL).judge(assembled())
    assert verdict.holds, verdict.en


@pytest.mark.parametrize("case", NEAR_MISSES, ids=lambda case: case.name)
def test_a_near_miss_fails_and_kills_its_mutant(case: NearMiss, monkeypatch: pytest.MonkeyPatch) -> None:
    world = assembled()
    case.spoil(world)
    try:
        verdict = Judge(case.goal).judge(world)
        assert not verdict.holds
        mutated = Judge(case.mutant(monkeypatch, case.goal)).judge(world)
        assert mutated.holds, mutated.en
    finally:
        world.release()


def test_an_undone_goal_fails() -> None:
    judge, world = Judge(GOAL), assembled()
    assert judge.judge(world).holds
    _on_the_table(world)
    assert not judge.judge(world).holds


def test_a_table_as_it_was_found_fails() -> None:
    world = assembled()
    world.reset()
    assert not Judge(GOAL).judge(world).holds


def test_a_whole_picture_turned_by_a_half_passes() -> None:
    """The frame has no upper side; only the relative positions of the pieces count."""
    world = assembled()
    lay(
        world,
        {name: CUT.middle(cell) for cell, name in NAMES.items()},
        base=world.frame(FRAME).inside((0, 0, 0.0042), turn("z", 180)),
    )
    assert Judge(GOAL).judge(world).holds
