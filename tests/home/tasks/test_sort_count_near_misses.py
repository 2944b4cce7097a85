"""End states of sorting and counting that must fail, each of which a faulty goal, predicate or reading would accept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest

from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.physics import counts, measures, predicates
from mindsight.engine.physics.goals import Tree
from mindsight.engine.physics.predicates import Judge, Verdict
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build

RED, BLUE = "红色|红|red", "蓝色|蓝|blue"
BOXES = {"red_box": -0.25, "blue_box": 0.25}
PLACES = {"block.1": ("red_box", -0.08), "toy_car.1": ("red_box", 0.06), "block.2": ("blue_box", -0.05)}
STRAY = "round_tin.1"
ANSWER = "红色：2，蓝色：1"
GOAL: Tree = [
    "all",
    *(["inside", name, f"{box}/inside"] for name, (box, _) in PLACES.items()),
    *(["not", ["inside", STRAY, f"{box}/inside"]] for box in BOXES),
    ["said", {RED: 2, BLUE: 1}],
]
"""Two red things, a blue one, and a tin that fits no sign."""

State = Callable[[World], None]
Mutant = Callable[[pytest.MonkeyPatch], Tree]


@lru_cache
def stage() -> World:
    """Return a bare room with two sorting boxes on the floor and the things of the goal beside them."""
    colours = {"block.1": "red", "toy_car.1": "red", "block.2": "blue", STRAY: "black"}
    things = tuple(
        ThingPlan(
            name=name, kind=name.partition(".")[0], seed=1, on="floor", at=(-0.6 + 0.4 * place, -1.2), colour=colour
        )
        for place, (name, colour) in enumerate(colours.items())
    )
    fixtures = tuple(
        FixturePlan(name=name, kind="sorting_box", seed=1, at=(x, 0.0), options={"zh": zh, "en": en})
        for (name, x), (zh, en) in zip(BOXES.items(), (("红色", "RED"), ("蓝色", "BLUE")), strict=True)
    )
    here = ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -1.8, 1.5), target=(0, 0, 0.1))
    return World(build(ScenePlan(room="study", seed=1, size=(4.0, 4.0, 2.6), time_of_day="noon", fixtures=fixtures,
                                 things=things, viewpoints=(here,))))  # fmt: skip


def put(world: World, name: str, x: float, y: float, z: float, *, tipped: float = 0.0) -> None:
    """Put a thing somewhere in the room and let it settle."""
    world.put(name, Frame((x, y, z), turn("y", tipped)))
    world.settle(3.0)


def sorted_(*left: str, said: tuple[str, ...] = (ANSWER,)) -> World:
    """Return the room as it should be, except for things left on the floor and what was said."""
    world = stage()
    world.reset()
    for name, (box, x) in PLACES.items():
        if name not in left:
            put(world, name, BOXES[box] + x, 0.04, 0.012)
    world.said += said
    return world


def judged(world: World, goal: Tree = GOAL) -> Verdict:
    return Judge(goal).judge(world)


def _without(*heads: str) -> Mutant:
    return lambda _patch: ["all", *(leaf for leaf in GOAL[1:] if leaf[0] not in heads)]


def _forgets(name: str) -> Mutant:
    return lambda _patch: ["all", *(leaf for leaf in GOAL[1:] if leaf[1] != name)]


def _most(_patch: pytest.MonkeyPatch) -> Tree:
    """All but one part is enough."""
    return ["count", *GOAL[1:], ">=", len(GOAL) - 2]


def _any_box(_patch: pytest.MonkeyPatch) -> Tree:
    """It is enough to be in some box."""
    boxed = [["any", *(["inside", name, f"{box}/inside"] for box in BOXES)] for name in PLACES]
    return ["all", *boxed, *GOAL[1 + len(PLACES) :]]


def _moved(_patch: pytest.MonkeyPatch) -> Tree:
    """A moved thing counts as sorted."""
    return ["all", *(["not", ["undisturbed", leaf[1]]] if leaf[0] == "inside" else leaf for leaf in GOAL[1:])]


def _tolerant(metres: float) -> Mutant:
    """A thing that sticks out by this much counts as inside."""

    def mutate(patch: pytest.MonkeyPatch) -> Tree:
        right = measures.inside
        patch.setattr(measures, "inside", lambda world, thing, into: right(world, thing, into) + metres)
        return GOAL

    return mutate


def _hand_counts(patch: pytest.MonkeyPatch) -> Tree:
    """What the hand holds over a box counts as inside."""
    right = measures.inside

    def inside(world: World, thing: str, into: str) -> float:
        holding, world.held = world.held, None
        try:
            return right(world, thing, into)
        finally:
            world.held = holding

    patch.setattr(measures, "inside", inside)
    return GOAL


def _reading(accepts: Callable[[list[str], dict[str, int]], bool]) -> Mutant:
    """Read in another way what was said."""

    def mutate(patch: pytest.MonkeyPatch) -> Tree:
        def said(world: World, wanted: dict[str, int]) -> Verdict:
            return Verdict(accepts(world.said, wanted), 1.0, "", "")

        patch.setitem(predicates._LEAVES, "said", said)
        return GOAL

    return mutate


def _heard(spoken: list[str], wanted: dict[str, int]) -> dict[str, Any]:
    return {label: counts.counts(spoken, wanted)[label].numbers for label in wanted}


def _anything(spoken: list[str], _wanted: dict[str, int]) -> bool:
    return bool(spoken)


def _nothing_wrong(spoken: list[str], wanted: dict[str, int]) -> bool:
    """Silence on a label is no mistake."""
    return all(not numbers or wanted[label] in numbers for label, numbers in _heard(spoken, wanted).items())


def _among(spoken: list[str], wanted: dict[str, int]) -> bool:
    """The right number among several is enough."""
    return all(wanted[label] in numbers for label, numbers in _heard(spoken, wanted).items())


def _ever(spoken: list[str], wanted: dict[str, int]) -> bool:
    """It is enough to have been right once."""
    return any(_among([one], wanted) for one in spoken)


def _total(spoken: list[str], wanted: dict[str, int]) -> bool:
    return str(sum(wanted.values())) in "".join(spoken)


def _as_a_set(spoken: list[str], wanted: dict[str, int]) -> bool:
    """The right numbers in any order."""
    return sorted(str(count) for count in wanted.values()) == sorted(filter(str.isdigit, "".join(spoken)))


def _within_one(spoken: list[str], wanted: dict[str, int]) -> bool:
    return all(any(abs(n - wanted[label]) <= 1 for n in found) for label, found in _heard(spoken, wanted).items())


@dataclass(frozen=True)
class NearMiss:
    """An end state that is almost right, and the mutant that accepts it."""

    name: str
    state: Callable[[], World]
    mutant: Mutant


def _spoil(*left: str, said: tuple[str, ...] = (ANSWER,), then: State | None = None) -> Callable[[], World]:
    def state() -> World:
        world = sorted_(*left, said=said)
        if then is not None:
            then(world)
        return world

    return state


NEAR_MISSES = (
    NearMiss("one thing is still on the floor", _spoil("block.2"), _forgets("block.2")),
    NearMiss("all but one, and the counts are right", _spoil("toy_car.1"), _most),
    NearMiss("the car is in the wrong box", _spoil("toy_car.1", then=lambda w: put(w, "toy_car.1", 0.32, 0.04, 0.012)), _any_box),
    NearMiss("the car is beside the boxes", _spoil("toy_car.1", then=lambda w: put(w, "toy_car.1", 0.0, 0.5, 0.01)), _moved),
    NearMiss("the tin that fits no sign is in a box too", _spoil(then=lambda w: put(w, STRAY, -0.13, 0.1, 0.012)), _without("not")),
    NearMiss("a block lies over the rim", _spoil(then=lambda w: put(w, "block.2", 0.25 + 0.1685, 0.04, 0.104)), _tolerant(0.2)),
    NearMiss("the last block is in the hand", _spoil(then=lambda w: w.hold("block.2")), _hand_counts),
    NearMiss("all is sorted and nothing said", _spoil(said=()), _without("said")),
    NearMiss("only that it is done was said", _spoil(said=("都分好了。",)), _reading(_anything)),
    NearMiss("the numbers are the other way round", _spoil(said=("红色：1，蓝色：2",)), _reading(_as_a_set)),
    NearMiss("one count is missing", _spoil(said=("red: 2",)), _reading(_nothing_wrong)),
    NearMiss("one count is wrong by one", _spoil(said=("red: 3, blue: 1",)), _reading(_within_one)),
    NearMiss("two counts for one label", _spoil(said=("red: 2 or 3, blue: 1",)), _reading(_among)),
    NearMiss("right at first, then taken back", _spoil(said=(ANSWER, "不对，红色：3")), _reading(_ever)),
    NearMiss("only the sum was said", _spoil(said=("一共3件",)), _reading(_total)),
)  # fmt: skip


@pytest.mark.parametrize(
    "said", [ANSWER, "red: two; blue: one", '{"blue": 1, "red": 2}', "2 red and 1 blue", "红色两件，蓝色一件"]
)
def test_what_is_sorted_and_said_passes(said: str) -> None:
    verdict = judged(sorted_(said=(said,)))
    assert verdict.holds, verdict.en


@pytest.mark.parametrize("case", NEAR_MISSES, ids=lambda case: case.name)
def test_a_near_miss_fails_and_kills_its_mutant(case: NearMiss, monkeypatch: pytest.MonkeyPatch) -> None:
    world = case.state()
    assert not judged(world).holds
    mutated = judged(world, case.mutant(monkeypatch))
    assert mutated.holds, mutated.en


def test_a_count_that_fails_says_why_in_both_languages() -> None:
    verdict = judged(sorted_(said=("red: 3 or 4",)))
    assert "red: said to be 3 and 4 (right is 2)" in verdict.en
    assert "blue: not said (right is 1)" in verdict.en
    assert "红色说了3和4（应为2）" in verdict.zh
    assert "蓝色没有说清数目（应为1）" in verdict.zh
    assert "蓝色说是2（应为1）" in judged(sorted_(said=("红色2，蓝色2",))).zh


def test_a_room_as_it_was_found_fails_whatever_is_said() -> None:
    world = stage()
    world.reset()
    world.said.append(ANSWER)
    assert not judged(world).holds
