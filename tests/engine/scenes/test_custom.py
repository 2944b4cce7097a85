"""The rules of custom: furnished rooms break none, and each broken rule is reported."""

from collections.abc import Callable

import pytest

from mindsight.engine.scenes.arranging import Arranger
from mindsight.engine.scenes.custom import RULES, violations
from mindsight.engine.scenes.floor_plan import body_rect, swing_rect
from mindsight.engine.scenes.layout import SIZES, furnish
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan
from mindsight.engine.seeds import stream

ROOMS = tuple(SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_furnished_rooms_break_no_rule(room: str) -> None:
    for seed in range(25):
        assert violations(furnish(room, seed)) == [], seed


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_two_hundred_rooms_of_each_kind_break_no_rule(room: str) -> None:
    broken = {seed: found for seed in range(200) if (found := violations(furnish(room, seed)))}
    assert broken == {}


def _get(plan: ScenePlan, kind: str) -> FixturePlan:
    return next(fixture for fixture in plan.fixtures if fixture.kind == kind)


def _moved(plan: ScenePlan, fixture: FixturePlan, **update: object) -> ScenePlan:
    others = [other for other in plan.fixtures if other.name != fixture.name]
    return plan.model_copy(update={"fixtures": (*others, fixture.model_copy(update=update))})


def _with(plan: ScenePlan, kind: str, at: tuple[float, float], yaw: float = 0.0, z: float = 0.0) -> ScenePlan:
    added = Arranger(stream(0), 0, plan.size, {}).make(kind, at, yaw, z).model_copy(update={"name": f"new_{kind}"})
    return plan.model_copy(update={"fixtures": (*plan.fixtures, added)})


def _wardrobe_before_window(plan: ScenePlan) -> ScenePlan:
    window = _get(plan, "window")
    rect = body_rect(window)
    return _moved(plan, _get(plan, "wardrobe"), at=rect.point((0.0, -0.34)), yaw=window.yaw)


def _chair_turned_away(plan: ScenePlan) -> ScenePlan:
    seat = next(fixture for fixture in plan.fixtures if fixture.kind in {"chair", "office_chair"})
    return _moved(plan, seat, yaw=seat.yaw + 180.0)


def _without(kind: str) -> Callable[[ScenePlan], ScenePlan]:
    def spoil(plan: ScenePlan) -> ScenePlan:
        return plan.model_copy(update={"fixtures": tuple(f for f in plan.fixtures if f.kind not in kind.split())})

    return spoil


def _in_the_swing(plan: ScenePlan) -> ScenePlan:
    return _moved(plan, _get(plan, "sofa"), at=swing_rect(_get(plan, "door")).at)


def _bed_in_the_middle(plan: ScenePlan) -> ScenePlan:
    bed = next(fixture for fixture in plan.fixtures if fixture.kind.endswith("_bed"))
    return _moved(plan, bed, at=(0.0, 0.0))


def _bed_under_window(plan: ScenePlan) -> ScenePlan:
    bed = next(fixture for fixture in plan.fixtures if fixture.kind.endswith("_bed"))
    window = _get(plan, "window")
    return _moved(plan, bed, at=body_rect(window).point((0.0, -1.15)), yaw=window.yaw)


def _stove_under_window(plan: ScenePlan) -> ScenePlan:
    window = _get(plan, "window")
    return _moved(plan, _get(plan, "stove"), at=body_rect(window).point((0.0, -0.36)), yaw=window.yaw)


def _fence_before_the_door(plan: ScenePlan) -> ScenePlan:
    rect = swing_rect(_get(plan, "door"))
    for x in (-0.95, 0.0, 0.95):
        plan = _with(plan, "wardrobe", rect.point((x, -0.75)), rect.yaw).model_copy()
        renamed = plan.fixtures[-1].model_copy(update={"name": f"fence_{x}"})
        plan = plan.model_copy(update={"fixtures": (*plan.fixtures[:-1], renamed)})
    for side in (-1, 1):
        plan = _with(plan, "bookcase", rect.point((side * 0.95, 0.0)), rect.yaw + 90.0)
        renamed = plan.fixtures[-1].model_copy(update={"name": f"fence_side_{side}"})
        plan = plan.model_copy(update={"fixtures": (*plan.fixtures[:-1], renamed)})
    return plan


def _toilet_before_the_door(plan: ScenePlan) -> ScenePlan:
    door = _get(plan, "door")
    return _moved(plan, _get(plan, "toilet"), at=body_rect(door).point((0.0, -1.8)), yaw=door.yaw + 180.0)


SPOILED = {
    "window_clear": ("bedroom", _wardrobe_before_window),
    "seat_faces_table": ("study", _chair_turned_away),
    "door_swings": ("living_room", _in_the_swing),
    "belongs_here": ("kitchen", lambda plan: _with(plan, "double_bed", (0.0, 0.0))),
    "belongs_here, bath": ("bedroom", lambda plan: _with(plan, "toilet", (0.0, 0.0))),
    "bath_by_custom": ("bathroom", _without("bathroom_mirror")),
    "bath_by_custom, door": ("bathroom", _toilet_before_the_door),
    "bed_by_custom": ("bedroom", _bed_in_the_middle),
    "bed_by_custom, window": ("bedroom", _bed_under_window),
    "bed_by_custom, nightstand": ("bedroom", _without("nightstand")),
    "seat_faces_table, none": ("study", _without("office_chair chair")),
    "stove_away_from": ("kitchen", _stove_under_window),
    "stove_away_from, bed": ("kitchen", lambda plan: _with(plan, "single_bed", _get(plan, "stove").at)),
    "kitchen_in_line": ("kitchen", lambda plan: _moved(plan, _get(plan, "fridge"), yaw=_get(plan, "fridge").yaw + 90)),
    "sofa_faces_something": (
        "living_room",
        lambda plan: _moved(plan, _get(plan, "sofa"), yaw=_get(plan, "sofa").yaw + 180),
    ),
    "back_to_the_wall": (
        "bedroom",
        lambda plan: _moved(plan, _get(plan, "wardrobe"), yaw=_get(plan, "wardrobe").yaw + 180),
    ),
    "back_to_the_wall, aslant": ("bedroom", lambda plan: _moved(plan, _get(plan, "wardrobe"), yaw=30.0)),
    "inside_the_room": ("study", lambda plan: _moved(plan, _get(plan, "desk"), at=(9.0, 0.0))),
    "nothing_intersects": ("study", lambda plan: _moved(plan, _get(plan, "bookcase"), at=_get(plan, "desk").at)),
    "rests_on_something": ("living_room", lambda plan: _with(plan, "table_lamp", (0.0, 0.0), z=0.8)),
    "front_is_free": ("kitchen", lambda plan: _with(plan, "stool", body_rect(_get(plan, "stove")).point((0.0, -0.6)))),
    "reachable": ("bedroom", _fence_before_the_door),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(SPOILED))
@pytest.mark.parametrize("seed", range(3))
def test_a_spoiled_room_is_named(case: str, seed: int) -> None:
    room, spoil = SPOILED[case]
    found = [violation.rule for violation in violations(spoil(furnish(room, seed)))]
    assert case.partition(",")[0] in found


def test_every_rule_has_a_spoiled_room() -> None:
    assert {case.partition(",")[0] for case in SPOILED} == set(RULES)


def test_words_in_both_languages() -> None:
    (found,) = [v for v in violations(_wardrobe_before_window(furnish("bedroom", 1))) if v.rule == "window_clear"]
    assert found.zh == "衣柜挡住了窗户"
    assert found.en == "the wardrobe stands before the window"
    assert set(found.fixtures) == {"wardrobe", "window"}
