"""The suitcase to be packed: what is drawn, that it can be packed, and that words reveal nothing."""

from functools import lru_cache

import numpy as np
import pytest

from mindsight.engine import catalogue
from mindsight.engine.fixtures.luggage import SIZES, hollow_m
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes import layout
from mindsight.engine.scenes.places import footprint
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan
from mindsight.home.irrelevance import Reason
from mindsight.home.oracle import boxes
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.tasks import load, suitcase
from mindsight.home.tasks.suitcase.trips import TRIPS, Trip

TASK = load()["suitcase"]
SEEDS = (2, 5, 7)
FEW = (2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:]))


@lru_cache
def drawn(seed: int, reason: Reason | str = "") -> Instance:
    return TASK.draw(seed, reason)  # type: ignore[arg-type]


def needed_kinds(instance: Instance) -> set[str]:
    return {name.partition(".")[0] for name in instance.needed[1:]}


@pytest.mark.parametrize("trip", TRIPS, ids=lambda trip: trip.key)
def test_a_journey_is_not_a_matter_of_taste(trip: Trip) -> None:
    catalogue.load()
    assert set(trip.needed) | set(trip.wrong) <= set(KINDS)
    assert not set(trip.needed) & set(trip.wrong)
    assert len(set(trip.needed)) == len(trip.needed)
    assert len(set(trip.wrong)) == len(trip.wrong)
    assert len(trip.needed) >= max(suitcase.NEEDED[:4])
    assert len(trip.wrong) >= suitcase.MOST_THINGS - len(trip.needed)
    assert not any(KINDS[kind].flat for kind in trip.needed)


def test_there_are_journeys_enough_and_none_twice() -> None:
    assert len(TRIPS) >= 12
    for name in ("key", "zh", "en"):
        assert len({getattr(trip, name) for trip in TRIPS}) == len(TRIPS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", FEW)
def test_amounts_are_as_the_task_says(seed: int) -> None:
    instance = drawn(seed)
    assert 3 <= len(needed_kinds(instance)) <= 8
    assert 8 <= len(instance.scene.things) <= 16
    assert len({thing.kind for thing in instance.scene.things}) == len(instance.scene.things)
    assert set(instance.difficulty) == set(TASK.axes)
    assert all(value in TASK.axes[axis] for axis, value in instance.difficulty.items())


@pytest.mark.parametrize("seed", FEW)
def test_names_are_unique_and_a_goal_covers_everything(seed: int) -> None:
    instance = drawn(seed)
    names = [one.name for one in instance.scene.fixtures] + [one.name for one in instance.scene.things]
    assert len(set(names)) == len(names)
    leaves = [leaf[1] if leaf[0] == "not" else leaf for leaf in instance.goal[1:-1]]
    assert {leaf[1] for leaf in leaves} == {thing.name for thing in instance.scene.things}


@pytest.mark.parametrize("seed", FEW)
def test_what_is_needed_fills_the_suitcase_well_and_fits(seed: int) -> None:
    instance = drawn(seed)
    hollow = hollow_m(next(one for one in instance.scene.fixtures if one.kind == "suitcase").options["size"])
    found = [footprint(one.kind, one.seed).box_m for one in instance.scene.things if one.name in instance.needed]
    sides = [np.array(box) for box in found if box is not None]
    share = sum(float(np.prod(side)) for side in sides) / float(np.prod(hollow))
    assert 0.50 <= share <= 0.85
    assert boxes.order(sides, np.array(hollow)) is not None


@pytest.mark.parametrize("seed", FEW)
@pytest.mark.parametrize("reason", ["absent", "blocked"])
def test_what_only_the_picture_shows_reads_the_same(seed: int, reason: Reason) -> None:
    valid, irrelevant = drawn(seed), drawn(seed, reason)
    assert irrelevant.instruction == valid.instruction
    assert irrelevant.difficulty == valid.difficulty
    assert irrelevant.scene.viewpoints == valid.scene.viewpoints
    assert irrelevant.scene != valid.scene


@pytest.mark.parametrize("seed", FEW)
def test_what_is_absent_is_nowhere_in_the_room(seed: int) -> None:
    valid, absent = drawn(seed), drawn(seed, "absent")
    (missing,) = {one.kind for one in valid.scene.things} - {one.kind for one in absent.scene.things}
    assert missing in valid.details["must"]
    assert KINDS[missing].zh in absent.instruction["zh"]
    assert KINDS[missing].en in absent.instruction["en"]
    called = {KINDS[one.kind].en for one in absent.scene.things} | {one.kind for one in absent.scene.fixtures}
    assert not {missing, KINDS[missing].en} & called


@pytest.mark.parametrize("seed", FEW)
def test_only_a_blocked_suitcase_is_locked(seed: int) -> None:
    for reason in ("", "absent", "blocked"):
        case = next(one for one in drawn(seed, reason).scene.fixtures if one.kind == "suitcase")
        assert bool(case.options["locked"]) is (reason == "blocked")
        if reason == "blocked":
            assert case.options["open"] is False


def test_equal_seeds_give_equal_instances_and_others_do_not() -> None:
    first, second = SEEDS[:2]
    assert TASK.draw(first, "").sha256 == drawn(first).sha256
    assert drawn(first).sha256 != drawn(second).sha256


@pytest.mark.parametrize("reason", ["impossible", "not_home"])
def test_some_demands_are_refused_by_their_words(reason: Reason) -> None:
    assert drawn(SEEDS[0], reason).instruction != drawn(SEEDS[0]).instruction


def test_an_order_is_found_where_there_is_one_and_none_where_there_is_not() -> None:
    brick = np.array([0.19, 0.14, 0.09])
    hollow = np.array([0.41, 0.31, 0.11])
    assert boxes.order([brick] * 4, hollow) is not None
    assert boxes.order([brick] * 5, hollow) is None
    assert boxes.order([np.array([0.5, 0.05, 0.05])], hollow) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_hollow_is_smaller_than_its_suitcase_by_two_walls(size: str) -> None:
    outside, inner = np.array(SIZES[size]), np.array(hollow_m(size))
    assert np.allclose(outside - inner, 0.024)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms are furnished once and things are not laid out, so that hundreds of demands can be drawn."""

    @lru_cache
    def furnished(room: RoomKind) -> ScenePlan:
        return layout.furnish(room, 1, wanted=("suitcase",))

    @lru_cache
    def fits(kind: str) -> tuple[float, float, float]:
        return footprint(kind, 1).box_m or (0.1, 0.1, 0.1)

    def laid(room: ScenePlan, things: list[ThingPlan], _allowed: object, _rng: object) -> ScenePlan:
        return room.with_things(*(thing.model_copy(update={"on": "floor"}) for thing in things))

    monkeypatch.setattr(suitcase, "furnish", lambda room, _seed, wanted: furnished(room))  # noqa: ARG005
    monkeypatch.setattr(suitcase, "_size", lambda thing: fits(thing.kind))
    monkeypatch.setattr(suitcase, "lay", laid)


@pytest.mark.slow
@pytest.mark.usefixtures("bare")
def test_every_cell_of_the_axes_is_drawn() -> None:
    found: dict[str, set[str | int]] = {axis: set() for axis in TASK.axes}
    for seed in range(150):
        for axis, value in TASK.draw(seed, "").difficulty.items():
            found[axis].add(value)
    assert found == {axis: set(values) for axis, values in TASK.axes.items()}


@pytest.mark.slow
@pytest.mark.parametrize("reason", ["", *(one for one in TASK.reasons if TASK.fits(7, one))])
def test_an_instance_is_proved(reason: Reason) -> None:
    assert prove(TASK, 7, reason).oracle_steps > 0
