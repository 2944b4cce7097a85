"""The room to be cleaned: what is drawn, that goal and rule of mess agree, and that words reveal nothing."""

import contextlib
import itertools
from functools import lru_cache
from typing import Literal

import pytest

from mindsight.engine.physics.world import World
from mindsight.engine.scenes import layout
from mindsight.engine.scenes.plans import RoomKind, ThingPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream
from mindsight.home.irrelevance import REASONS, Reason
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.oracle.space import Space
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.tasks import Rejected, clean_room, load
from mindsight.home.tasks.clean_room.mess import (
    BELONGS,
    CUSTOMS,
    FLOOR_ONLY,
    KINDS_OF,
    LYING,
    lies_on,
    place_word,
    sort_of,
)

Why = Reason | Literal[""]
TASK = load()["clean_room"]


@lru_cache
def drawn(seed: int, reason: Why = "") -> Instance:
    return TASK.draw(seed, reason)


BATHROOM = next(seed for seed in range(40) if clean_room.ROOMS[stream(seed, "clean_room").integers(5)] == "bathroom")


@lru_cache
def good(number: int) -> int:
    """Return a seed that gives an instance: the first, the second and so on."""
    for seed in itertools.count(good(number - 1) + 1 if number else 0):
        with contextlib.suppress(Rejected):
            drawn(seed)
            return seed
    raise AssertionError


FIRST = (0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2)))
ROOMS = (*FIRST, "bathroom")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A seed by its number; instances take too long to be drawn while tests are collected."""
    return BATHROOM if request.param == "bathroom" else good(request.param)


@pytest.mark.parametrize("seed", ROOMS, indirect=True)
def test_the_goal_is_what_the_rule_of_mess_says(seed: int) -> None:
    instance = drawn(seed)
    asked = instance.details["sorts"]
    expected = []
    for thing in instance.scene.things:
        sort = sort_of(thing.kind, thing.state, place_word(thing.on))
        if sort is not None and sort in asked:
            into = BELONGS.get(sort)
            expected.append(["inside", thing.name, f"{into}/inside"] if into else ["clean", thing.name])
    tidied = [leaf for leaf in instance.goal[1:] if leaf[0] in {"inside", "clean"} and leaf[1] in instance.needed]
    assert sorted(tidied) == sorted(expected)


@pytest.mark.parametrize("seed", ROOMS, indirect=True)
def test_everything_in_the_room_is_in_the_goal(seed: int) -> None:
    instance = drawn(seed)
    named = {leaf[1][1] if leaf[0] == "not" else leaf[1] for leaf in instance.goal[1:]}
    assert named == {thing.name for thing in instance.scene.things}


@pytest.mark.parametrize("seed", ROOMS, indirect=True)
def test_amounts_are_as_the_task_says(seed: int) -> None:
    instance = drawn(seed)
    mess = [name for name in instance.needed if "." in name]
    assert 4 <= len(mess) <= 10
    assert 4 <= len(instance.scene.things) - len(mess) <= 8
    assert set(instance.difficulty) == set(TASK.axes)
    assert all(value in TASK.axes[axis] for axis, value in instance.difficulty.items())


@pytest.mark.parametrize("seed", FIRST, indirect=True)
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_what_only_the_picture_shows_reads_the_same(seed: int, reason: Reason) -> None:
    valid, irrelevant = drawn(seed), drawn(seed, reason)
    assert irrelevant.instruction == valid.instruction
    assert irrelevant.scene.viewpoints == valid.scene.viewpoints
    assert irrelevant.scene != valid.scene


@pytest.mark.parametrize("seed", FIRST, indirect=True)
def test_no_viewpoint_is_named_after_a_fixture_that_may_be_missing(seed: int) -> None:
    words = "".join(place.zh + place.en + place.name for place in drawn(seed).scene.viewpoints)
    assert not any(word in words for word in ("垃圾桶", "脏衣篮", "bin", "basket"))


@pytest.mark.parametrize("seed", FIRST, indirect=True)
def test_an_absent_variant_has_no_mess_to_tidy(seed: int) -> None:
    instance = drawn(seed, "absent")
    sorts = {sort_of(one.kind, one.state, place_word(one.on)) for one in instance.scene.things}
    assert not sorts & set(instance.details["sorts"])
    assert instance.scene.things


@pytest.mark.parametrize("seed", FIRST, indirect=True)
def test_a_blocked_room_lacks_one_place_or_its_chest_is_locked(seed: int) -> None:
    valid, blocked = drawn(seed), drawn(seed, "blocked")
    missing = {one.name for one in valid.scene.fixtures} - {one.name for one in blocked.scene.fixtures}
    locked = {one.name for one in blocked.scene.fixtures if one.options.get("locked")}
    (gone,) = missing | locked
    assert gone in {BELONGS[sort] for sort in valid.details["sorts"] if sort in BELONGS}
    assert blocked.scene.things == valid.scene.things


def test_a_bathroom_has_its_usual_mess_and_things() -> None:
    instance = drawn(BATHROOM)
    assert instance.difficulty["room"] == instance.scene.room == "bathroom"
    assert {"bathtub", "washstand", "toilet"} <= {one.kind for one in instance.scene.fixtures}


@pytest.mark.parametrize(
    ("kind", "place", "sort"),
    [
        ("rubber_duck", "bathtub/inside", "toy"),
        ("rubber_duck", "toilet/cistern", None),
        ("rubber_duck", "toy_chest/inside", None),
        ("towel", "floor", "clothes"),
        ("towel", "washstand/top", None),
    ],
)
def test_in_a_bathroom_mess_is_what_the_demand_says(kind: str, place: str, sort: str | None) -> None:
    assert sort_of(kind, "clean", place_word(place)) == sort


def test_what_lies_in_a_bath_is_seen_to_lie_there() -> None:
    duck = ThingPlan(name="rubber_duck.1", kind="rubber_duck", seed=1, on="bathtub/inside", at=(0.3, 0.1))
    room = layout.furnish("bathroom", 1)
    world = World(build(room.with_things(duck)))
    world.settle(1.0)
    assert lies_on(Space(world, Lens()), "rubber_duck.1") == "bath"


@pytest.mark.parametrize("room", CUSTOMS)
def test_what_is_in_its_place_in_a_room_is_no_mess_there(room: RoomKind) -> None:
    for kind, words in CUSTOMS[room].tidy.items():
        assert not any(sort_of(kind, "clean", word.partition("_")[0]) for word in words), kind


@pytest.mark.parametrize("room", CUSTOMS)
def test_mess_of_a_room_is_mess_where_it_is_laid(room: RoomKind) -> None:
    for sort, kinds in CUSTOMS[room].kinds.items():
        for kind in kinds:
            places = ("floor",) if kind in FLOOR_ONLY or sort == "clothes" else LYING[sort]
            assert {sort_of(kind, "", place) for place in places} == {sort}
    assert set(CUSTOMS[room].kinds) <= set(KINDS_OF)


def test_equal_seeds_give_equal_instances_and_others_do_not() -> None:
    first, second = good(0), good(1)
    assert TASK.draw(first, "").sha256 == drawn(first).sha256
    assert drawn(first).sha256 != drawn(second).sha256


@pytest.mark.parametrize("reason", ["impossible", "not_home"])
def test_some_demands_are_refused_by_their_words(reason: Reason) -> None:
    assert drawn(good(0), reason).instruction != drawn(good(0)).instruction
    assert set(REASONS) > {reason}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, "bathroom"], indirect=True)
@pytest.mark.parametrize("reason", ["", "absent", "blocked", "impossible", "not_home"])
def test_the_oracle_does_or_declines_it(seed: int, reason: Why) -> None:
    assert prove(TASK, seed, reason).oracle_steps > 0
