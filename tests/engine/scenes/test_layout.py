"""Furnished rooms: determined by their seed, with the wanted fixtures, and clearly visible from their viewpoints."""

import itertools

import mujoco
import numpy as np
import pytest

from mindsight.engine.geometry.bodies import SEEN
from mindsight.engine.scenes.custom import violations
from mindsight.engine.scenes.floor_plan import Floor, Rect, body_rect, swing_rect
from mindsight.engine.scenes.layout import SIZES, furnish
from mindsight.engine.scenes.scene import build

ROOMS = tuple(SIZES)
APPLIANCES = ("microwave", "washing_machine", "air_conditioner", "rice_cooker", "induction_hob", "lamp_panel")


def test_rectangles_overlap_by_their_corners() -> None:
    square = Rect((0.0, 0.0), (0.5, 0.5))
    assert square.overlaps(Rect((0.9, 0.0), (0.5, 0.5)))
    assert not square.overlaps(Rect((1.1, 0.0), (0.5, 0.5)))
    assert square.overlaps(Rect((1.1, 0.0), (0.5, 0.5)), gap=0.2)
    assert not square.overlaps(Rect((0.95, 0.95), (0.5, 0.5), 45.0))
    assert square.distance(np.array([1.5, 0.0])) == pytest.approx(1.0)


def test_a_narrow_gap_is_no_way() -> None:
    walls = [Rect((0.0, -1.3), (0.1, 0.95)), Rect((0.0, 1.3), (0.1, 0.7))]
    start, goal = Rect((-1.5, 0.0), (0.3, 0.3)), Rect((1.5, 0.0), (0.3, 0.3))
    wide = Floor((4.0, 4.0), walls)
    assert wide.reaches(wide.reached_from(start), goal)
    narrow = Floor((4.0, 4.0), [*walls, Rect((0.0, 0.0), (0.1, 0.2))])
    assert not narrow.reaches(narrow.reached_from(start), goal)


@pytest.mark.parametrize("room", ROOMS)
def test_equal_seeds_give_equal_rooms(room: str) -> None:
    assert furnish(room, 5) == furnish(room, 5)
    assert furnish(room, 5).fixtures != furnish(room, 6).fixtures


@pytest.mark.parametrize("room", ROOMS)
def test_names_are_unique(room: str) -> None:
    plan = furnish(room, 3)
    names = [fixture.name for fixture in plan.fixtures]
    assert len(names) == len(set(names)) >= 9
    views = [view.name for view in plan.viewpoints]
    assert len(views) == len(set(views)) >= 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("room", "kind"), list(itertools.product(ROOMS, (*APPLIANCES, "suitcase", "toy_chest", "waste_bin")))
)
def test_what_is_wanted_is_there(room: str, kind: str) -> None:
    for seed in range(3):
        plan = furnish(room, seed, wanted=(kind,))
        assert any(fixture.kind == kind for fixture in plan.fixtures)
        assert not violations(plan)


def test_several_wanted_fixtures() -> None:
    plan = furnish("bedroom", 1, wanted=("suitcase", "waste_bin", "laundry_basket"))
    assert {"suitcase", "waste_bin", "laundry_basket"} <= {fixture.kind for fixture in plan.fixtures}


def test_an_unknown_fixture_is_named() -> None:
    with pytest.raises(KeyError, match="throne"):
        furnish("study", 1, wanted=("throne",))


@pytest.mark.slow
def test_too_many_fixtures_are_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="ask for fewer"):
        furnish("study", 1, wanted=("double_bed",) * 4)


@pytest.mark.slow
def test_half_of_all_rooms_have_a_pet_on_free_floor() -> None:
    pets = 0
    for seed in range(30):
        plan = furnish("bedroom", seed)
        if plan.pet is None:
            continue
        pets += 1
        floor = Floor.of(plan)
        index = np.floor((np.array(plan.pet.path) + np.array(plan.size[:2]) / 2) / 0.05).astype(int)
        assert (floor.clear[index[:, 0], index[:, 1]] > 0.2).all()
    assert 8 <= pets <= 22


@pytest.mark.parametrize("room", ROOMS)
def test_viewpoints_are_in_the_room_and_outside_furniture(room: str) -> None:
    for seed in range(6):
        plan = furnish(room, seed)
        for view in plan.viewpoints:
            assert (np.abs(view.eye[:2]) < np.array(plan.size[:2]) / 2 - 0.1).all()
            assert 1.2 < view.eye[2] < plan.size[2] - 0.2
            assert view.zh
            assert view.en


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_surfaces_are_seen_from_their_viewpoint(room: str) -> None:
    shown = []
    for seed in range(4):
        plan = furnish(room, seed)
        scene = build(plan)
        data = mujoco.MjData(scene.model)
        for name, part in scene.register.parts.items():
            if part.start is not None:
                data.joint(name).qpos[0] = part.start
        mujoco.mj_forward(scene.model, data)
        for view in plan.viewpoints[2:]:
            marks = _marks(scene.register, view.name)
            if marks:
                shown.append(np.mean([_sees(scene.model, data, np.array(view.eye), mark) for mark in marks]))
    assert np.mean(shown) > 0.75
    assert np.mean(np.array(shown) > 0.5) > 0.85


@pytest.mark.slow
def test_the_inside_of_the_suitcase_is_visible() -> None:
    shown = []
    for seed in range(8):
        plan = furnish("bedroom", seed, wanted=("suitcase",))
        scene = build(plan)
        data = mujoco.MjData(scene.model)
        data.joint("suitcase/lid").qpos[0] = scene.register.parts["suitcase/lid"].start
        mujoco.mj_forward(scene.model, data)
        view = next(view for view in plan.viewpoints if view.name == "suitcase")
        hollow, frame = scene.register.containers["suitcase/inside"], scene.register.frames["suitcase"]
        for sx, sy in itertools.product((-0.7, 0.0, 0.7), (-0.5, 0.1, 0.7)):
            at = np.add(hollow.at, (sx * hollow.half[0], sy * hollow.half[1], 0.0))
            shown.append(_sees(scene.model, data, np.array(view.eye), np.array(frame.point(at))))
    assert np.mean(shown) > 0.85


def _marks(register: object, owner: str) -> list[np.ndarray]:
    """Return points just above the tops and just inside the open containers of a fixture."""
    marks = []
    for name in (f"{owner}/top", f"{owner}/mattress", f"{owner}/seat"):
        if name in register.surfaces:
            surface = register.surfaces[name]
            for sx, sy in itertools.product((-0.7, 0.0, 0.7), repeat=2):
                at = np.add(surface.at, (sx * surface.half[0], sy * surface.half[1], 0.02))
                marks.append(np.array(register.frames[surface.body].point(at)))
    return marks


def _sees(model: object, data: object, eye: np.ndarray, mark: np.ndarray) -> bool:
    geom = np.zeros(1, np.int32)
    groups = np.array([group == SEEN for group in range(6)], np.uint8)
    way = mark - eye
    distance = float(np.linalg.norm(way))
    found = mujoco.mj_ray(model, data, eye, way / distance, groups, 1, -1, geom, None)
    return found < 0 or found > distance - 0.03


def test_the_door_opens_onto_free_floor() -> None:
    plan = furnish("bedroom", 4)
    door = next(fixture for fixture in plan.fixtures if fixture.kind == "door")
    for fixture in plan.fixtures:
        if fixture.kind not in {"door", "rug", "ceiling_lamp", "curtain"} and fixture.z < 0.02:
            assert not body_rect(fixture).overlaps(swing_rect(door))
